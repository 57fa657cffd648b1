"""Where a user's files are kept, on each system and for those who have no home."""

from pathlib import Path

import pytest

from gekido_dsl.cli import folders


def no_home() -> Path:
    raise RuntimeError("Could not determine home directory.")


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_who_has_no_home_has_folders_that_are_not_there(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", system)
    for name in ("LOCALAPPDATA", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(folders.Path, "home", no_home)
    for folder in (folders.data_folder(), folders.cache_folder()):
        assert folder.parts[1] == "nonexistent" and folder.name == "gekido-dsl"


@pytest.mark.parametrize(
    ("system", "variables", "data", "cache"),
    [
        ("linux", {}, ".local/share/gekido-dsl", ".cache/gekido-dsl"),
        ("darwin", {}, "Library/Application Support/gekido-dsl", "Library/Caches/gekido-dsl"),
        ("win32", {}, "AppData/Local/gekido-dsl", "AppData/Local/gekido-dsl"),
        ("win32", {"LOCALAPPDATA": "apps"}, "apps/gekido-dsl", "apps/gekido-dsl"),
        ("linux", {"XDG_DATA_HOME": "kept", "XDG_CACHE_HOME": "made"}, "kept/gekido-dsl", "made/gekido-dsl"),
    ],
)
def test_each_system_has_its_folders(
    system: str, variables: dict[str, str], data: str, cache: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:  # fmt: skip
    monkeypatch.setattr("sys.platform", system)
    for name in ("LOCALAPPDATA", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, str(tmp_path / value))
    monkeypatch.setattr(folders.Path, "home", lambda: tmp_path)
    assert (folders.data_folder(), folders.cache_folder()) == (tmp_path / data, tmp_path / cache)
