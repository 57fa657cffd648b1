"""Which executor plays is always said; a fault of the compiler leaves a game to the interpreter, and says so."""

import json
import re
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from test_running import experiment

import gekido_dsl
from gekido_dsl.backend.who_plays import COMPILED, NotCompiled, WhoPlays, compiling
from gekido_dsl.cli.main import COMMANDS, main
from gekido_dsl.lowering import NotLowered, lower
from gekido_dsl.lowering.writing.writer import STATEMENTS
from gekido_dsl.model import nodes as m
from gekido_dsl.play.bots import RandomBot
from gekido_dsl.simulate import made
from gekido_dsl.studio.many_games import Compared, Simulated

PIG = str(Path(__file__).parent.parent.parent / "rulesets/classics/pig.gdl")
STONES = str(Path(__file__).parent.parent.parent / "rulesets/classics/tic_tac_toe.gdl")


@pytest.fixture
def faulty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Has the compiler fail at every sentence."""

    def fail(*given: Any) -> None:
        raise KeyError("no such local")

    monkeypatch.setenv("GDL_CACHE", "off")
    monkeypatch.setitem(STATEMENTS, m.Sentence, fail)


def test_a_sentence_says_who_plays() -> None:
    slow, failed = WhoPlays("a bot thinks"), WhoPlays("wasmtime is missing", True)
    assert (str(COMPILED), str(slow)) == ("compiled", "interpreted, because a bot thinks")
    assert COMPILED.beside(slow) == slow.beside(COMPILED) == slow
    assert slow.beside(failed) == failed.beside(slow) == failed


def test_whatever_stands_in_the_way_is_said_with_its_line(faulty: None) -> None:
    game = gekido_dsl.read(PIG).game
    line = r"^line \d+ of .*pig\.gdl cannot be compiled: .*KeyError.*no such local"
    with pytest.raises(NotCompiled, match=line), compiling():
        lower(game, 2, {})
    with pytest.raises(NotCompiled, match="the compiler failed: ValueError, odd"), compiling():
        raise ValueError("odd\nand more")
    with pytest.raises(NotCompiled, match=r"^a deal is not lowered$"), compiling():
        raise NotLowered("a deal", None)
    with pytest.raises(gekido_dsl.RuleError), compiling():
        raise gekido_dsl.RuleError("that is no fault of the compiler", None)


def test_games_say_who_played_them(faulty: None) -> None:
    def by(**more: Any) -> WhoPlays:
        return made(experiment("classics/pig", **more)).play(0, 2, False, lambda: False).by

    assert by().failed and "KeyError" in by().why
    assert by(kind="interpreter") == WhoPlays("its bots are asked choice by choice")
    assert by(seats=(RandomBot, None)).why == "its bots are asked choice by choice"


def test_python_says_who_played(faulty: None) -> None:
    with pytest.warns(gekido_dsl.NotCompiledWarning, match="interpreted, because line"):
        assert gekido_dsl.read(PIG).simulate(3).played_by.startswith("interpreted, because line ")


def test_python_says_that_compiled_code_played() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ruleset = gekido_dsl.read(STONES)
        assert ruleset.simulate(3).played_by == "compiled"
        numpy = pytest.importorskip("numpy")
        assert numpy and ruleset.matches(16).played_by == "compiled"
        assert ruleset.matches(1).played_by.startswith("interpreted, because fewer than 16 matches")


Said = Callable[..., tuple[int, str, str]]


@pytest.fixture
def said(capsys: pytest.CaptureFixture[str]) -> Said:
    def run(*words: str) -> tuple[int, str, str]:
        code = main(list(words))
        out, err = capsys.readouterr()
        return code, out, err

    return run


PLAYS: dict[str, tuple[str, ...]] = {
    "simulate": (PIG, "--games", "32", "--seat", "random", "--brief", "--format", "json"),
    "perft": (STONES, "--depth", "3", "--format", "json"),
    "solve": (STONES, "--positions", "100", "--format", "json"),
    "coverage": (PIG, "--games", "32", "--players", "2", "--no-examples", "--format", "json"),
    "exploits": (
        *(STONES, "--games", "40", "--with", "random", "--limit", "99", "--jobs", "1", "--format", "json"),
    ),
    "compare": (STONES, PIG, "--games", "40", "--seat", "random", "--jobs", "1", "--format", "json"),
    "sweep": (
        PIG,
        f"{PIG}:33=99..101:2",
        "--games",
        "32",
        "--seat",
        "random",
        "--jobs",
        "1",
        "--format",
        "json",
    ),
    "sensitivity": (
        *(
            PIG,
            "--only",
            "at least 100",
            "--games",
            "2",
            "--seat",
            "random",
            "--jobs",
            "1",
            "--format",
            "json",
        ),
    ),
    "test": (PIG, "--claims", "-k", "Whoever", "--games", "32", "--seat", "random", "--jobs", "1"),
    "play": (STONES, "--seat", "hard", "--seat", "hard", "--seed", "1", "--save", "match.jsonl"),
    "playtest": ("report", "match.jsonl", "--games", "32", "--seat", "random"),
    "export": (STONES, "--no-book", "-o", "page.html"),
    "publish": (STONES, "--no-statistics", "--no-studio", "-o", "site"),
    "validate": (PIG, "--strict"),
    "lockstep": (PIG, "--games", "1", "--seed", "1"),
}
"""How each command plays, or says what will; `studio` and `mcp` have tests below."""

PLAYS_NOT: dict[str, str] = {
    "studio": "its simulation is tested below",
    "mcp": "its tool is `gdl simulate`, whose output it hands over",
    "replay": "a match that was played is shown, by the interpreter on every machine",
    "odds": "sets of faces are counted, and nothing is played",
    "train": "it says what each round won and against whom; searches play in modules alone, or it ends with the reason",
    **dict.fromkeys(
        ("cache", "completion", "diff", "docs", "explain", "fmt", "graph", "lsp", "new", "print", "schema"),
        "it plays nothing",
    ),
    **dict.fromkeys(("stats", "table", "translate"), "it plays nothing"),
}


def test_each_command_is_known_to_play_or_not() -> None:
    assert set(PLAYS).isdisjoint(PLAYS_NOT)
    assert set(PLAYS) | set(PLAYS_NOT) == set(COMMANDS), "say here how a new command says who plays"


@pytest.mark.usefixtures("faulty")
@pytest.mark.parametrize("name", PLAYS)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_commands_say_that_the_interpreter_plays(
    name: str, said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if name == "playtest":
        said("play", PIG, "--seat", "random", "--seat", "random", "--save", "match.jsonl")
    _, out, err = said(name, *PLAYS[name])
    if "json" in PLAYS[name]:
        line = next(one for one in err.splitlines() if one.startswith("executor: "))
        assert json.loads(out)["executor"] == line.removeprefix("executor: ")
    if name == "sensitivity":
        assert (
            "executor: compiled" in err.splitlines()
        )  # its workers are other processes, and know of no fault
    else:
        assert re.search(r"interpreted, because line \d+ of .*KeyError|failed here \(KeyError", out + err)


@pytest.mark.usefixtures("faulty")
def test_the_studio_says_that_the_interpreter_plays() -> None:
    played = experiment("classics/pig")
    simulated, compared = Simulated(played), Compared(played, played)
    for outcome in (simulated, compared):
        outcome.take(made(outcome.experiment).play(0, 2, False, lambda: False))
        report = outcome.report()
        assert report is not None and report["executor"].startswith("interpreted, because line ")


def test_one_game_that_is_told_says_who_plays(said: Said) -> None:
    _, _, err = said("simulate", PIG, "--game", "3", "--seat", "random")
    assert err.startswith("executor: interpreted, because ")


@pytest.mark.usefixtures("faulty")
def test_lockstep_ends_on_the_interpreter_with_a_warning(said: Said, tmp_path: Path) -> None:
    kept = tmp_path / "agreed.jsonl"
    code, out, err = said("lockstep", PIG, "--games", "3", "--seed", "1", "--out", str(kept))
    assert code == 1
    assert err.startswith("warning: the interpreter plays alone; executor: interpreted, because line ")
    assert out.startswith("nothing was compared: interpreted, because line ")
    assert "the interpreter alone played 3 matches" in out
    assert json.loads(kept.read_text())["end"] == 0
