"""Every special case of the lowering is compared with a plain program, which has none: both play the same matches."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.api import read
from gekido_dsl.backend import answers
from gekido_dsl.backend.journal import Journal, journal_module
from gekido_dsl.backend.machine import Failed
from gekido_dsl.backend.parts import Parts
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.generated.making import NAME, make
from gekido_dsl.lockstep.comparing import Said
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.model import nodes as m
from gekido_dsl.program.verify import verify
from gekido_dsl.source import MemoryProvider

ROOT = Path(__file__).parent.parent.parent
PATHS = [
    *sorted((ROOT / "rulesets/classics").glob("*.gdl")),
    ROOT / "tests/english/dice.gdl",
    ROOT / "tests/games/beginner/hangar.gdl",
]
"""With the ladder and the crowd below, these reach every special case."""
MORE = [*sorted((Path(__file__).parent / "found").glob("*.gdl")), *sorted((ROOT / "rulesets").glob("*.gdl"))]
LONG = ("go_on_19_by_19", "shogi")
"""Rulesets of which a match takes long."""
GENERATED = range(40)
"""The seeds of generated rulesets that are compared, the first few of them in every run."""
DECISIONS = 300
"""So many decisions of a match are compared."""
LADDER = """
edition 1
game "Ladder"
  players 2
kind Square
board Board: 4 by 4 Square, touching in 8 directions
kind Mark, 8 for each player
box Supply of each player: all Marks
turn of each player
  Placing
phase Placing
  put the next Mark of my Supply onto an empty Square
    must be next to an enemy Mark, else anywhere
the game ends when no Square is empty
  nobody wins
"""
CROWD = """
edition 1
game "Crowd"
  players 2
kind Square
board Board: 4 by 4 Square, touching in 4 directions
kind Mark, 8 for each player
box Supply of each player: all Marks
a Crowd is Marks that touch
a Mark is Shut In if no empty Square is next to its Crowd
turn of each player
  Placing
phase Placing
  put the next Mark of my Supply onto an empty Square as the place
  me wins if some Mark on the place is Shut In
the game ends when no Square is empty
  nobody wins
"""


def played(lowered: Lowered, seed: int) -> Iterator[tuple[Any, ...]]:
    """Gives what a match comes to at each decision: who chooses what among what, and how everything lies."""
    verify(lowered.program)
    said, sites = Said(lowered), lowered.sites
    try:
        for entry in Journal(journal_module(lowered.program)).play(seed, DECISIONS):
            if entry is None:
                said.begin()
                continue
            said.take(entry)
            asked = entry.seat, entry.count, entry.choice, entry.offers
            word = sites[entry.site].word if entry.count else ""
            yield *asked, word, said.cells[:], said.where[:], [things[:] for things in said.contents]
    except Failed as failed:
        yield sites[failed.site].said() if failed.site >= 0 else "", failed.site if failed.site < 0 else 0


def same_as_plain(game: m.Game) -> frozenset[Special]:
    """Compares the two programs of a game; something has to be played."""
    special, plain = (lower(game, game.least_players, {}, plain=one) for one in (False, True))
    assert not plain.special and plain.program.plain
    wanted = list(played(plain, 1))
    assert wanted and list(played(special, 1)) == wanted
    return special.special


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(one, marks=pytest.mark.slow) if one in MORE or one.stem in LONG else one
        for one in (*PATHS, *MORE)
    ],
    ids=lambda path: path.stem,
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(6)
def test_special_cases_change_nothing(path: Path) -> None:
    assert same_as_plain(read(path).game)


def test_spaces_that_a_ladder_lets_through() -> None:
    game = load("ladder.gdl", MemoryProvider({"ladder.gdl": LADDER})).game
    assert game is not None and Special.BEST_SPACES in same_as_plain(game)


def test_a_crowd_that_is_followed_as_far_as_asked() -> None:
    game = load("crowd.gdl", MemoryProvider({"crowd.gdl": CROWD})).game
    assert game is not None and Special.AS_FAR_AS_ASKED in same_as_plain(game)


@pytest.mark.dear
def test_every_special_case_is_compared() -> None:
    """Counted, so that none of them can be left out of the comparison, in which the rulesets take turns."""
    games = (read(path).game for path in PATHS)
    reached = {case for game in games for case in lower(game, game.least_players, {}).special}
    assert set(Special) - reached == {Special.BEST_SPACES, Special.AS_FAR_AS_ASKED}, (
        "the rulesets above have these"
    )


@pytest.mark.parametrize(
    "seed", [one if one < 4 else pytest.param(one, marks=pytest.mark.slow) for one in GENERATED]
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(6)
def test_special_cases_change_nothing_in_generated_rulesets(seed: int) -> None:
    made = load(NAME, MemoryProvider(make(seed).all_files()))
    if made.game is None or has_errors(made.diagnostics):
        pytest.skip("it is refused")
    same_as_plain(made.game)


def test_a_plain_program_remembers_no_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "DEAR", 1)
    monkeypatch.setattr(answers, "_LEAST", 1)
    game = read(ROOT / "rulesets/classics/nine_mens_morris.gdl").game
    special, plain = (lower(game, 2, {}, plain=one) for one in (False, True))
    assert Parts(special.program, 1000).answers is not None and Parts(plain.program, 1000).answers is None
    assert list(played(special, 3)) == list(played(plain, 3))
