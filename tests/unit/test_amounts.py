"""The numbers that a menu shows beside what is offered, and the chances of combinations of dice."""

from itertools import product

import pytest
from pattern_odds import Odds

from gekido_dsl import api
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import Odds as Told
from gekido_dsl.engine import Setting
from gekido_dsl.ground.patterns import PatternTable
from gekido_dsl.model.types import NONE
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Marks"
  players 2

values Way: High and Low

kind Robot from "robots.yaml"
  Strength: 0 to 9
  Reach: 0 to 9
  Weight: 0 to 9
  Force for each Way: 0 to 9

kind Score, 1 for each player
  Points: 0 or more, starts 0

turn of each player
  Round Of Play

phase Round Of Play
  Chosen: a Way or none
  take an unclaimed Robot, asking "Which robot?"
  choose a Way as Chosen, asking "Which way?"
  my Score's Points gains 1

the game ends when my Score's Points is at least 1
  the player wins
"""
ROBOTS = """
- {Name: Axe, Strength: 3, Reach: 2, Weight: 1, Force: {High: 4, Low: 7}}
- {Name: Bow, Strength: 5, Reach: 2, Weight: 0, Force: {High: 2, Low: 1}}
"""


def test_a_row_shows_the_numbers_in_which_rows_differ_and_a_value_those_of_ones_own_things() -> None:
    made = load("game.gdl", MemoryProvider({"game.gdl": GAME, "robots.yaml": ROBOTS}))
    assert [one.message for one in made.diagnostics if one.severity is Severity.ERROR] == []
    executor = made.executor()
    state, _ = executor.initial(Setting(2, 1))
    assert executor.amounts(state) == ("Strength 3, Weight 1", "Strength 5")
    executor.apply(state, 0)
    assert executor.amounts(state) == ("Force 4", "Force 7")


# ---------------------------------------------------------------- chances


@pytest.mark.dear
def test_on_request_every_pattern_is_told_on_the_dice_that_lie_there() -> None:
    executor = api.read("gekido").compilation.executor()
    state, _ = executor.initial(Setting(2, 3))
    assert executor.odds(state) == Told()
    for _ in range(60):
        told = dict(executor.odds(state).rows)
        if told:
            break
        executor.apply(state, 0)
    assert list(told) == [
        "Two Pairs", "Three Of A Kind", "Full House", "Four Of A Kind", "Five Different", "Five Of A Kind"
    ]  # fmt: skip
    assert all(words.endswith("%") for words in told.values())


def odds(groups: tuple[tuple[int, bool], ...], faces: int, dice: int) -> Odds:
    return Odds(PatternTable([(groups, ())], faces, 1), 0, range(1, faces + 1), dice, NONE, False)


def test_chances_are_those_of_the_textbook() -> None:
    assert odds(((3, True),), 6, 5).chance([], [1, 1, 2, 3, 4], 1) == pytest.approx(1 - (5 / 6) ** 3)
    assert odds(((2, True), (3, True)), 6, 5).chance([], [1, 1, 2, 2, 3], 2) == pytest.approx(
        1 - (4 / 6) ** 2
    )
    assert odds(((5, True),), 6, 5).chance([2, 2, 2], [1, 5], 1) == pytest.approx(1 / 36)
    assert odds(((2, True),), 6, 3).chance([], [4, 4, 1], 0) == 1
    assert odds(((2, True),), 6, 3).chance([1], [4, 4], 0) == 0


def test_the_chance_of_two_rolls_is_that_of_the_best_player() -> None:
    """Counts, for small dice, every plan of what is kept after the first roll."""
    made = odds(((2, True), (1, False)), 3, 3)

    def best(kept: tuple[int, ...], free: tuple[int, ...], rolls: int) -> float:
        found = 0.0
        for chosen in product((False, True), repeat=len(free)):
            whole = (*kept, *(face for face, taken in zip(free, chosen, strict=True) if taken))
            if len(whole) == 3 and sorted(map(whole.count, set(whole))) == [1, 2]:
                return 1.0
            if rolls and all(whole.count(face) <= 2 for face in whole):
                missing = 3 - len(whole)
                ways = [best(whole, rolled, rolls - 1) for rolled in product((1, 2, 3), repeat=missing)]
                found = max(found, sum(ways) / len(ways))
        return found

    for dice in ((1, 1, 1), (1, 2, 3)):
        assert made.chance([], list(dice), 2) == pytest.approx(best((), dice, 2))
