"""Compiled code remembers what dear declarations answer, and plays the same; what is not dear is left as it is."""

from pathlib import Path

import pytest
from lockstep import game_of, lockstep

import gekido_dsl
from gekido_dsl.backend import answers
from gekido_dsl.backend.games import Games
from gekido_dsl.engine import Setting
from gekido_dsl.lockstep import LockstepBatch
from gekido_dsl.lowering import lower
from gekido_dsl.program.build import ProgramBuilder
from gekido_dsl.simulate import Experiment

ROOT = Path(__file__).parent.parent.parent
HOLDEM = ROOT / "benchmarks/rulesets/holdem.gdl"
RULESETS = ROOT / "rulesets"
CLASSICS = sorted(f"classics/{path.stem}" for path in (RULESETS / "classics").glob("*.gdl"))
REMEMBERED = ("classics/shogi",)
"""Whether a move leaves a king in check asks for each piece where each other one goes."""
DECISIONS = 120
OTHERS = sorted(path.stem for path in RULESETS.glob("*.gdl"))


def agrees(path: Path, matches: int) -> None:
    """Plays matches on both executors, with events of every second one."""
    ruleset = gekido_dsl.read(path)
    setting = Setting(ruleset.players[0], 5, {})
    texts = ruleset.compilation.provider.recorded(without=".md")  # type: ignore[attr-defined]
    experiment = Experiment(ruleset.compilation.name, texts, setting, (None,) * setting.players)
    played = LockstepBatch(experiment, ruleset.game, 2).play(0, matches, False, lambda: False)
    assert (played.end, played.difference) == (matches, None)


def test_dear_answers_are_remembered_and_are_the_same() -> None:
    game = gekido_dsl.read(HOLDEM).game
    chosen = [one.name for one in answers._chosen(lower(game, 4, {}).program)]
    assert {"Made Rank", "Third Rank", "Fourth Rank"} <= set(chosen)
    agrees(HOLDEM, 6)


@pytest.mark.slow
@pytest.mark.parametrize("name", REMEMBERED)
def test_a_shipped_game_with_dear_answers_agrees(name: str) -> None:
    """Most of a match, as whole ones of the interpreter take long."""
    assert lockstep(game_of(name), 5, most=DECISIONS) == DECISIONS


@pytest.mark.parametrize("name", ["hearts", "mill_creek", "nine_mens_morris"])
@pytest.mark.quick_in_turn(3)
def test_whatever_is_remembered_games_stay_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "DEAR", 1)
    monkeypatch.setattr(answers, "_LEAST", 1)
    agrees(RULESETS / f"classics/{name}.gdl", 1 if name == "hearts" else 2)


def test_nothing_is_remembered_past_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting(4, 3, {})
    game = gekido_dsl.read(HOLDEM).game
    wanted = list(Games(game, setting, lower(game, 4, {})).play(0, 4))
    monkeypatch.setattr(answers, "_read", lambda functions: set())
    assert list(Games(game, setting, lower(game, 4, {})).play(0, 4)) != wanted


@pytest.mark.parametrize("name", [*CLASSICS, *(pytest.param(one, marks=pytest.mark.slow) for one in OTHERS)])
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(6)
def test_shipped_games_are_left_as_they_are(name: str) -> None:
    game = game_of(name)
    program = lower(game, game.most_players, {}).program
    bodies = [function.body for function in program.functions]
    remembered = (
        answers.remember(program, ProgramBuilder(program)) is not None
    )  # to print a program takes hours
    assert remembered == (name in REMEMBERED)
    same = all(a is b.body for a, b in zip(bodies, program.functions, strict=True))
    assert same or remembered
