"""A run that follows no game comes to what one that counts everything does."""

from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import pytest
from click.testing import CliRunner

from gekido_dsl.api import read
from gekido_dsl.cli.main import gdl
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.simulate import Experiment, Totals, made, play
from gekido_dsl.source import Recorded

RULESETS = Path(__file__).parent.parent.parent / "rulesets"
FOLLOWED = {"tallies", "courses"}
"""What a run that follows no game leaves out."""


def totals(name: str, players: int, tallies: bool, cuts: tuple[int, ...]) -> Totals:
    """Plays games in pieces, and adds these up."""
    game = read(RULESETS / f"{name}.gdl").game
    experiment = Experiment(
        name, Recorded(()), Setting(players, 5, {}), (None,) * players, tallies, "compiled"
    )
    batch, found = made(experiment, lambda: game), Totals()
    for first, end in pairwise(cuts):
        found.merge(batch.play(first, end, False, lambda: False).totals)
    return found


@pytest.mark.parametrize(
    ("name", "players", "games"),
    [
        ("classics/tic_tac_toe", 2, 3_000),
        ("classics/pig", 2, 300),
        ("classics/kalah", 2, 300),
        ("classics/goofspiel", 2, 300),
        ("classics/liars_dice", 3, 100),
    ],
)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_a_brief_run_has_the_same_totals(name: str, players: int, games: int) -> None:
    """Whoever won, how it ended, how long it took and who had what: by any pieces."""
    brief = totals(name, players, False, (0, games // 3, games // 3 + 1, games))
    whole = totals(name, players, True, (0, games))
    assert brief.games == games
    for one in fields(Totals):
        if one.name not in FOLLOWED:
            assert getattr(brief, one.name) == getattr(whole, one.name), one.name


@pytest.mark.dear
def test_a_game_of_a_brief_run_is_told_as_it_was_played() -> None:
    """Where choices are tried, random seats draw first there; `--game` does as the run did."""
    game = read(RULESETS / "classics/go.gdl").game
    brief = Experiment("go", Recorded(()), Setting(2, 4, {}), (None, None), kind="compiled")
    (played,) = made(brief, lambda: game).play(3, 4, True, lambda: False).games
    executor = Interpreter(game, trace=False)
    again = play(executor, brief.setting, 3, brief.seats, tried=executor.tried if brief.draws_first else None)
    assert (again.turns, again.decisions, again.won) == (played.turns, played.decisions, played.won)
    arguments = ["simulate", "classics/go", "--seat", "random", "--seed", "4", "--game", "3", "--brief"]
    assert f"{played.turns} turns, {played.decisions} decisions" in CliRunner().invoke(gdl, arguments).output
