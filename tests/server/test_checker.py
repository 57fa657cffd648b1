"""A text that takes too long ends the process that checks it, and nothing that was typed is lost."""

from pathlib import Path

import pytest

from gekido_dsl.server import checker
from gekido_dsl.server.checker import Checker
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.refusal import Refused

_GOOD = """edition 1

game "Small"
  players 2

phase Play
  eliminate me

turn of each player
  Play

the game ends when the number of remaining players is 1
  all remaining players win
"""


@pytest.fixture
def drafts(tmp_path: Path) -> Drafts:
    (tmp_path / "a.gdl").write_text(_GOOD, encoding="utf-8")
    return Drafts(tmp_path, "a.gdl")


@pytest.mark.slow
def test_a_process_that_is_ended_is_begun_anew(drafts: Drafts) -> None:
    checks = Checker()
    try:
        assert checks.check(drafts) == (True, [])
        drafts.type("a.gdl", _GOOD + "nonsense\n")
        found = checks.check(drafts)
        assert found is not None
        assert not found[0]
        assert "nonsense" in found[1][0]["message"]
        checks._limits = (0, checker.MEMORY_BYTES)
        checks._end()
        many = "".join(f"rule Rule {k}\n  eliminate me\n\n" for k in range(3_000)).replace("Rule ", "R")
        drafts.type("a.gdl", _GOOD + many)
        assert checks.check(drafts) is None
        checks._limits = (checker.CPU_S, checker.MEMORY_BYTES)
        drafts.type("a.gdl", None)
        assert checks.check(drafts) == (True, [])
    finally:
        checks.close()


def test_what_is_typed_outlives_the_studio(drafts: Drafts) -> None:
    drafts.type("a.gdl", _GOOD + "# typed\n")
    again = Drafts(drafts.folder, "a.gdl")
    assert again.take_up_kept() == ["a.gdl"]
    assert again.source("a.gdl").text == _GOOD + "# typed\n"
    assert again.on_disk("a.gdl") == _GOOD
    again.type("a.gdl", None)
    assert [one.name for one in drafts.folder.iterdir()] == ["a.gdl"]
    assert Drafts(drafts.folder, "a.gdl").take_up_kept() == []


def test_what_is_written_is_kept_no_longer(drafts: Drafts) -> None:
    from gekido_dsl.studio.drafts import version_of

    drafts.type("a.gdl", _GOOD + "# typed\n")
    drafts.write("a.gdl", _GOOD + "# typed\n", version_of(_GOOD))
    assert [one.name for one in drafts.folder.iterdir()] == ["a.gdl"]


@pytest.mark.parametrize(
    "name",
    [
        "a" * 5_000 + ".gdl",
        "b/" * 2_500 + "a.gdl",
        "é" * 150 + ".gdl",
        "a\x1b[31m.gdl",
        "a\u202egdl.gdl",
        "a\ud800.gdl",
    ],
    ids=ascii,
)
def test_names_that_no_file_can_have_are_refused(drafts: Drafts, name: str) -> None:
    with pytest.raises(Refused):
        drafts.write(name, _GOOD, None)
    with pytest.raises(Refused):
        drafts.type(name, _GOOD)
