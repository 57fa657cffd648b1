"""What is followed in a game is kept no longer than the game."""

import gc

import pytest

from gekido_dsl.compilation import Compilation
from gekido_dsl.model import flow, sites
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

TEXT = """edition 1
game "Numbers"
  players 2
  limit 9 turns
kind Seat, 1 for each player
  Score: 0 to 99, starts 0
turn of each player
  Play
phase Play
  my Seat's Score gains 2
  my Seat's Score loses 1 if possible
  the first player wins if my Seat's Score is 9
"""


def followed(number: int) -> m.Game:
    text = TEXT.replace("gains 2", f"gains {number}")
    game = Compilation("numbers.gdl", MemoryProvider({"numbers.gdl": text})).game
    assert game is not None
    for site in sites.of(game).every():
        statement = site.statement
        if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Gain):
            assert flow.at(game, site, statement.act.fact) is not None
            return game
    raise AssertionError("nothing gains")


@pytest.mark.dear
def test_games_are_not_kept_by_what_was_followed_in_them() -> None:
    for number in range(24):
        followed(number)
    gc.collect()
    left = [one for one in gc.get_objects() if type(one) is m.Game and one.title == "Numbers"]
    assert len(left) < 12, "each of these versions is kept"
