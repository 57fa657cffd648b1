"""What is kept of a ruleset holds for exactly what it was made of, and is never trusted."""

import multiprocessing
import os
import pickle
import random
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl import cache, compilation, store
from gekido_dsl.backend import runtime
from gekido_dsl.backend.games import Games
from gekido_dsl.cache import CacheFolder, folder, version_of_program
from gekido_dsl.cli.main import main
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.lowering import lower
from gekido_dsl.records import Unkeepable, dumps, loads
from gekido_dsl.records import kept as kept_of
from gekido_dsl.source import Source
from gekido_dsl.syntax.parse import parse

RULESETS = Path(__file__).parents[2] / "rulesets"
SHIPPED = [
    "gekido_duel.gdl",
    "aimbots.gdl",
    "classics/hearts.gdl",
    "classics/pig.gdl",
    "classics/the_heir.gdl",
]


@pytest.fixture
def kept(tmp_path: Path) -> Iterator[CacheFolder]:
    """Has this process keep things in a folder of the test."""
    before, here = store.current(), CacheFolder(tmp_path / "kept")
    store.keep_in(here, version_of_program)
    yield here
    store.keep_in(before)


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A ruleset with another file and a table, in a folder of its own."""
    (tmp_path / "game").mkdir()
    for name in ("hearts.gdl", "hearts"):
        found = RULESETS / "classics" / name
        copy = tmp_path / "game" / name
        shutil.copytree(found, copy) if found.is_dir() else shutil.copy(found, copy)
    return tmp_path / "game" / "hearts.gdl"


def loaded(path: Path, **more: Any) -> compilation.Compilation:
    return cache.load(path.name, FolderProvider(path.parent, library=RULESETS), **more)


def keys(kept: CacheFolder, kind: str) -> list[Path]:
    return [one.path for one in kept.entries() if one.kind == kind]


def gdl(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "gekido_dsl", *words],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | environment,
    )


# ---------------------------------------------------------------- the same as without


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.quick_in_turn(3)
def test_a_game_from_the_store_plays_as_the_one_that_was_made(name: str, kept: CacheFolder) -> None:
    path = RULESETS / name
    made, again = loaded(path), loaded(path)
    assert keys(kept, "ruleset")
    assert (made.is_resumed, again.is_resumed) == (False, True)
    assert again.identity == made.identity
    assert again.diagnostics == made.diagnostics
    assert again.option_names == made.option_names
    assert made.game is not None
    players = made.game.least_players
    both = [one.executor() for one in (made, again)]
    (one, _), (two, _) = (x.initial(Setting(players, 7)) for x in both)
    rng = random.Random(7)
    for _ in range(40):
        count = both[0].count(one)
        assert count == both[1].count(two)
        if not count:
            break
        choice = rng.randrange(count)
        said = [[event.text for event in x.apply(at, choice)] for x, at in zip(both, (one, two), strict=True)]
        assert said[0] == said[1]
        assert one.cells == two.cells


def test_what_is_written_can_be_read_of_a_game_from_the_store(kept: CacheFolder, game: Path) -> None:
    made = loaded(game)
    again = loaded(game)
    assert again.is_resumed
    assert again.syntax == made.syntax
    assert [one for one, _ in again.chapters] == [one for one, _ in made.chapters]
    with pytest.raises(ValueError, match="begin its compilation anew"):
        _ = again.draft


def test_a_whole_compilation_parses_nothing_twice(
    kept: CacheFolder, game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = loaded(game, whole=True)
    assert before.game is not None
    monkeypatch.setattr("gekido_dsl.syntax.parse.parse", None)
    again = loaded(game, whole=True)
    assert again.game is not None
    assert again.identity == before.identity
    assert again.draft is not None


@pytest.mark.slow
def test_every_file_can_be_kept() -> None:
    for path in sorted(RULESETS.rglob("*.gdl")):
        source = Source(path.name, path.read_text())
        dumps(parse(source, {}), [source])


# ---------------------------------------------------------------- what changed is noticed


def test_a_change_of_any_file_is_noticed(kept: CacheFolder, game: Path) -> None:
    assert loaded(game).game is not None
    for path in [game, *sorted(game.parent.rglob("*.gdl"))]:
        assert loaded(game).is_resumed
        path.write_text(path.read_text(encoding="utf-8") + "\n# more\n", encoding="utf-8")
        assert not loaded(game).is_resumed


def test_a_table_is_part_of_what_is_kept(kept: CacheFolder, tmp_path: Path) -> None:
    table = tmp_path / "cards.yaml"
    table.write_text("- Name: Ace\n", encoding="utf-8")
    path = tmp_path / "game.gdl"
    path.write_text((RULESETS / "classics" / "pig.gdl").read_text(encoding="utf-8"), encoding="utf-8")
    provider = FolderProvider(tmp_path)

    def work(through: Any) -> object:
        calls.append(through.read("cards.yaml", None))
        return through.read("later.yaml", None).kind

    calls: list[object] = []
    assert [cache.remembered("findings", "game.gdl", provider, work) for _ in range(2)] == ["missing"] * 2
    assert len(calls) == 1
    table.write_text("- Name: Two\n", encoding="utf-8")
    assert cache.remembered("findings", "game.gdl", provider, work) == "missing"
    assert len(calls) == 2
    (tmp_path / "later.yaml").write_text("", encoding="utf-8")
    with pytest.raises(AttributeError):
        cache.remembered("findings", "game.gdl", provider, work)


def test_another_version_of_the_program_starts_anew(kept: CacheFolder, game: Path) -> None:
    assert loaded(game).game is not None
    store.keep_in(kept, lambda: "another")
    assert not loaded(game).is_resumed
    store.keep_in(kept, lambda: None)
    assert not loaded(game).is_resumed


def test_the_version_changes_with_a_file_of_the_program() -> None:
    code = "from gekido_dsl.cache import version_of_program; print(version_of_program())"
    said = {subprocess.check_output([sys.executable, "-c", code]) for _ in range(2)}
    assert len(said) == 1


def test_a_ruleset_with_errors_is_not_kept_to_be_played(kept: CacheFolder, game: Path) -> None:
    game.write_text("edition 1\ngame nothing\n", encoding="utf-8")
    for _ in range(2):
        made = loaded(game)
        assert made.game is None and not made.is_resumed


def test_what_is_made_of_data_is_made_once(kept: CacheFolder) -> None:
    calls: list[int] = []

    def make() -> tuple[int, ...]:
        calls.append(1)
        return (len(calls),)

    assert [kept_of("module", ("a", 1), make) for _ in range(2)] == [(1,), (1,)]
    assert kept_of("module", ("a", 2), make) == (2,)
    assert kept_of("module", (len,), make) == (3,)  # nothing that can be told apart
    assert len(keys(kept, "module")) == 2


@pytest.mark.skipif(not runtime.available(), reason="there is no wasmtime")
def test_a_module_is_made_once(kept: CacheFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    path = RULESETS / "classics" / "pig.gdl"
    loaded(path)

    def played() -> list[Any]:
        game = loaded(path).game
        assert game is not None
        return [*Games(game, Setting(2, 5), lower(game, 2, {})).play(0, 5)]

    before = played()
    assert len(keys(kept, "module")) == 1
    monkeypatch.setattr("gekido_dsl.backend.making.batch_module", None)
    assert played() == before


# ---------------------------------------------------------------- what cannot be trusted


def test_what_is_torn_or_foreign_is_not_read(kept: CacheFolder) -> None:
    kept.write("ruleset-" + "a" * 40, b"data")
    (file,) = keys(kept, "ruleset")
    whole = file.read_bytes()
    assert kept.read("ruleset-" + "a" * 40) == b"data"
    for wrong in (b"", whole[:20], whole[:-1], whole + b"x", whole.replace(b"data", b"dat!"), b"data"):
        file.write_bytes(wrong)
        assert kept.read("ruleset-" + "a" * 40) is None
    other = file.with_name("ruleset-" + "b" * 40 + ".kept")
    other.write_bytes(whole)
    assert kept.read("ruleset-" + "b" * 40) is None


@pytest.mark.skipif(not hasattr(os, "getuid"), reason="the system does not tell who may write")
def test_what_others_can_write_is_not_read(kept: CacheFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    key = "ruleset-" + "a" * 40
    kept.write(key, b"data")
    (file,) = keys(kept, "ruleset")
    assert stat.S_IMODE(kept.path.stat().st_mode) == 0o700
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    kept.path.chmod(0o777)
    assert kept.read(key) is None
    kept.write("ruleset-" + "b" * 40, b"data")
    assert len(kept.entries()) == 1
    kept.path.chmod(0o700)
    file.chmod(0o666)
    assert kept.read(key) is None
    file.chmod(0o600)
    assert kept.read(key) == b"data"
    monkeypatch.setattr(os, "getuid", lambda: 12345)
    assert kept.read(key) is None


class Call:
    """Runs a command when it is unpickled."""

    def __init__(self, target: Path) -> None:
        self.target = target

    def __reduce__(self) -> Any:
        return os.mkdir, (self.target.as_posix(),)


def test_nothing_that_was_kept_is_run(kept: CacheFolder, game: Path, tmp_path: Path) -> None:
    target = tmp_path / "made by what was kept"
    for data in (
        pickle.dumps(Call(target)),
        b"cgekido_dsl.model.cascades\nsettled\n.",
        b"cgekido_dsl.source\nre\n.",
        b"cos\nsystem\n.",
    ):
        with pytest.raises(Unkeepable):
            loads(data)
    assert loaded(game).game is not None
    (file,) = keys(kept, "ruleset")
    head = kept.read(file.stem)
    assert head is not None
    kept.write(file.stem, head.partition(b"\n")[0] + b"\n" + pickle.dumps(Call(target)))
    assert not loaded(game).is_resumed
    assert not target.exists()
    with pytest.raises(Unkeepable):
        dumps(len)
    with pytest.raises(Unkeepable):
        dumps(lambda: None)


def _write(path: Path, byte: int) -> None:
    here = CacheFolder(path)
    for _ in range(30):
        here.write("ruleset-" + "c" * 40, bytes([byte]) * 200_000)


@pytest.mark.slow
def test_processes_that_write_at_once_leave_one_whole_file(kept: CacheFolder) -> None:
    context = multiprocessing.get_context("spawn")
    writers = [context.Process(target=_write, args=(kept.path, byte)) for byte in (1, 2)]
    for one in writers:
        one.start()
    seen = set()
    while any(one.is_alive() for one in writers):
        data = kept.read("ruleset-" + "c" * 40)
        if data is not None:
            assert len(data) == 200_000
            seen |= set(data)
    for one in writers:
        one.join()
    assert seen <= {1, 2}
    assert [one.name for one in kept.path.iterdir()] == ["ruleset-" + "c" * 40 + ".kept"]


# ---------------------------------------------------------------- the folder


def test_what_was_used_longest_ago_makes_room(kept: CacheFolder) -> None:
    small = CacheFolder(kept.path, limit_bytes=5000)
    for number in range(8):
        key = store.key("syntax", str(number))
        small.write(key, bytes(1000))
        file = kept.path / f"{key}.kept"
        if file.exists():
            os.utime(file, (1_000_000 + number, 1_000_000 + number))
    left = small.entries()
    assert sum(one.size_bytes for one in left) <= 5000
    assert left[0].path.stem == store.key("syntax", "7")


def test_clearing_deletes_what_is_kept_and_nothing_else(kept: CacheFolder) -> None:
    kept.write(store.key("syntax", "x"), b"data")
    for name in ("notes.txt", "ruleset-mine.kept", "syntax-" + "a" * 39 + ".kept", ".gdl-x.part"):
        (kept.path / name).write_text("mine")
    (kept.path / ("syntax-" + "b" * 40 + ".kept")).mkdir()
    answer = gdl("cache", "clear", GDL_CACHE=str(kept.path))
    assert answer.returncode == 0
    assert "deleted 2 files" in answer.stderr
    left = sorted(one.name for one in kept.path.iterdir())
    assert left == ["notes.txt", "ruleset-mine.kept", f"syntax-{'a' * 39}.kept", f"syntax-{'b' * 40}.kept"]


def test_a_key_says_what_it_is_of() -> None:
    assert store.key("syntax", "ab", "c") != store.key("syntax", "a", "bc")
    assert folder._FILE.fullmatch(store.key("module", b"x") + ".kept")


# ---------------------------------------------------------------- the commands


@pytest.mark.dear
def test_a_ruleset_that_did_not_change_is_not_read_anew(kept: CacheFolder, game: Path) -> None:
    first = gdl("validate", str(game), GDL_CACHE=str(kept.path))
    code = (
        f"import sys; from gekido_dsl.cli.main import main; main(['validate', {str(game)!r}]);"
        "print(*sys.modules, sep='\\n')"
    )
    again = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=300,
        env=os.environ | {"GDL_CACHE": str(kept.path)},
    )
    assert first.stderr == again.stderr
    loaded = {line.partition(".")[0] for line in again.stdout.splitlines()}
    assert not loaded & {"lark", "yaml", "jsonschema", "networkx", "rich"}
    assert "gekido_dsl.compilation" not in again.stdout.splitlines()


def test_findings_are_told_the_same_from_the_store(
    kept: CacheFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GDL_CACHE", str(kept.path))
    path = tmp_path / "broken.gdl"
    text = (RULESETS / "classics" / "pig.gdl").read_text(encoding="utf-8")
    path.write_text(text + "\nrule Nothing\n  Nowhere +1\n", encoding="utf-8")
    said = set()
    for words in (["validate"], ["validate"], ["--no-cache", "validate"]):
        code = main([*words, str(path)])
        said.add((code, *capsys.readouterr()))
    assert len(said) == 1
    ((code, shown, _),) = said
    assert code == 1 and "Nowhere" in shown
    assert keys(kept, "findings")


@pytest.mark.parametrize("off", [("--no-cache",), ()], ids=["option", "variable"])
def test_nothing_is_kept_when_the_user_says_so(
    off: tuple[str, ...], kept: CacheFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("GDL_CACHE", "" if off else "off")
    assert main([*off, "validate", str(RULESETS / "classics" / "pig.gdl")]) == 0
    assert not list(tmp_path.iterdir())
    assert os.environ["GDL_CACHE"] == "off"  # so do the processes that it starts


def test_cache_tells_what_is_kept(kept: CacheFolder, game: Path) -> None:
    assert gdl("cache", GDL_CACHE=str(kept.path)).stdout == f"{kept.path}\n"
    assert loaded(game).game is not None
    answer = gdl("cache", GDL_CACHE=str(kept.path)).stdout
    assert "rulesets that can be played" in answer
    assert gdl("cache", GDL_CACHE="off").stdout == "nothing is kept\n"
    assert '"ruleset"' in gdl("cache", "--format", "json", GDL_CACHE=str(kept.path)).stdout
