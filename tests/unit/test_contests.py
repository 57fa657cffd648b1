"""Comparisons of dice, found in the rules and counted; what a rulebook says of chances by itself."""

from itertools import product

import pytest

from gekido_dsl import api
from gekido_dsl.book import write
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.interpreter.rolled import rolled_at_once
from gekido_dsl.odds.contests import Contest, contests
from gekido_dsl.source import MemoryProvider

RULES = """edition 1

game "Locks"
  players 2

die Cube of 1 to 6, 3 of them

box Bag: all Cubes
pool Tray of Cubes

kind Door, 1 for each player
  Strength: 3 to 15, starts 9
  Open: yes or no, starts no

turn of each player
  Force

phase Force
  move all Cubes of Bag to Tray
  roll all Cubes of Tray
  set my Door's Open to yes if Push is TEST

amount Push
  starts at the sum of Cubes of Tray by its face
  add 2

the game ends when my Door is Wide
  the player wins
a Door is Wide if its Open is yes
"""


def made(test: str) -> Compilation:
    return load("game.gdl", MemoryProvider({"game.gdl": RULES.replace("TEST", test)}))


def found(compilation: Compilation) -> list[Contest]:
    game = compilation.game
    assert game is not None, [one.message for one in compilation.diagnostics]
    return contests(game, rolled_at_once(game))


@pytest.mark.parametrize(
    ("test", "holds"),
    [
        ("at least 12", lambda total: total + 2 >= 12),
        ("more than 12", lambda total: total + 2 > 12),
        ("at most 12", lambda total: total + 2 <= 12),
        ("less than 12", lambda total: total + 2 < 12),
    ],
)
def test_a_sum_against_a_number(test: str, holds) -> None:  # type: ignore[no-untyped-def]
    (one,) = found(made(test))
    assert one.dice == (3,) and one.rows == [0] and not one.changed
    every = [holds(sum(dice)) for dice in product(range(1, 7), repeat=3)]
    assert one.chance(3, 0) == pytest.approx(sum(every) / len(every))


def test_a_sum_against_a_number_of_the_match_is_told_for_each() -> None:
    (one,) = found(made("at least my Door's Strength"))
    assert one.rows[0] > 3 and one.rows[-1] <= 18 and not one.both
    every = [sum(dice) >= 11 for dice in product(range(1, 7), repeat=3)]
    assert one.needed(3, 11) == pytest.approx(sum(every) / len(every))


@pytest.mark.slow
def test_two_sides_of_a_shipped_game() -> None:
    (one,) = found(api.read("aimbots").compilation)
    assert one.both and one.dice == (2,) and one.changed and not one.strict
    pairs = list(product(range(1, 7), repeat=4))
    for ahead in range(-6, 7):
        won = sum(a + b + ahead >= c + d for a, b, c, d in pairs)
        assert one.chance(2, ahead) == pytest.approx(won / len(pairs))
        assert one.chance(2, ahead, True) == pytest.approx(one.chance(2, ahead - 1))


@pytest.mark.parametrize("path", ["classics/backgammon", "classics/pig", "gekido", "botwars"])
@pytest.mark.quick_in_turn(6)
def test_where_nothing_is_compared_nothing_is_told(path: str) -> None:
    assert not found(api.read(path).compilation)


@pytest.mark.parametrize(
    ("path", "row"),
    [
        ("aimbots", "| 1 more | 66% | 44% |"),
        ("classics/pig", "| Score gains 20 or more | 38% |"),
        ("classics/liars_dice", "| at least 2 | 20% | 52% | 74% |"),
    ],
)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_a_book_tells_chances_by_itself(path: str, row: str) -> None:
    chapters = [one.markdown for one in write(api.read(path).compilation).chapters]
    (told,) = [text for text in chapters if "How likely it is {" in text]
    assert row in told


@pytest.mark.parametrize(
    "path", [*(pytest.param(one, marks=pytest.mark.slow) for one in ("gekido", "botwars")), "classics/whist"]
)
def test_a_book_that_tells_them_itself_or_has_none_says_no_more(path: str) -> None:
    assert not any("How likely it is {" in one.markdown for one in write(api.read(path).compilation).chapters)
