"""What grows beyond measure is refused while it is lowered, and played by the interpreter."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from lockstep import game_of

import gekido_dsl
from gekido_dsl import lowering
from gekido_dsl.backend import limits
from gekido_dsl.cli.main import main
from gekido_dsl.lowering import NotLowered, lower
from gekido_dsl.lowering.game import patterns
from gekido_dsl.lowering.writing.writer import STATEMENTS
from gekido_dsl.model import nodes as m

PIG = Path(__file__).parent.parent.parent / "rulesets/classics/pig.gdl"


def test_too_many_sets_of_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "STATES_LIMIT", 900)
    with pytest.raises(NotLowered, match="`Command` has 6 dice, which show more than 900 sets of faces"):
        lower(game_of("gekido"), 2, {})


def test_too_many_statements(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gekido_dsl.lowering.game.lowering.STATEMENTS", 300)
    with pytest.raises(
        NotLowered, match=r"more than 500,000 statements, or .* in one function \[too-large-to-compile\]"
    ):
        lower(game_of("gekido"), 2, {})
    assert lowering.STATEMENTS == 500_000


def test_the_interpreter_plays_it_then(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled = gekido_dsl.read("classics/pig").simulate(40, 2, seed=3)
    monkeypatch.setattr("gekido_dsl.lowering.game.lowering.STATEMENTS", 30)
    assert gekido_dsl.read("classics/pig").simulate(40, 2, seed=3) == compiled


@pytest.fixture(autouse=True)
def _nothing_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GDL_CACHE", "off")


def checked(path: Path, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, list[dict[str, Any]]]:
    """Validates a ruleset, and gives the exit code and what is found."""
    code = main(["validate", str(path), "--format", "json", *words])
    return code, json.loads(capsys.readouterr().out)["diagnostics"]


def test_validate_says_what_is_too_large(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(limits, "FUNCTIONS", 1)
    code, (found,) = checked(PIG, capsys, "--strict")
    assert (code, found["code"], found["severity"]) == (0, "too-large-to-compile", "note")
    said = r"the interpreter will play this game: the number of functions would be \d, and 1 is the most"
    assert re.fullmatch(said, found["message"])


def test_validate_says_where_the_compiler_fails(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert checked(PIG, capsys) == (0, [])

    def fail(*given: Any) -> None:
        raise KeyError("no such local")

    monkeypatch.setitem(STATEMENTS, m.Sentence, fail)
    code, (found,) = checked(PIG, capsys)
    assert (code, found["code"], found["severity"]) == (0, "not-compiled", "note")
    assert "the compiler failed here (KeyError, 'no such local')" in found["message"]
    assert "Score" in PIG.read_text().splitlines()[found["labels"][0]["start"]["line"] - 1]
