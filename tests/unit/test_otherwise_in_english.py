"""What `otherwise` denies in the rules in English: the condition it stands under, and no other one."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.rulesdoc import render
from gekido_dsl.rulesdoc.english.words import plain
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Cups"
  players 2
  limit 9 turns

kind Cup, 2 for each player
  Rain: 0 to 9, starts 0
kind Coin, 9 of them
pool Bank: all Coins
pool Purse of each player, of Coins

turn of each player
  Play

phase Play
  BLOCK
  move the next Coin of Bank to my Purse if possible

the game ends when Bank is empty
  me wins
"""
OUTER = "if Bank is empty\n    {}\n  otherwise\n    me wins"
MAY = 'may "Look on"\n    {}\n  otherwise\n    me wins'
WITHIN = [
    "me leads if my Purse is empty",
    "me leads unless my Purse is empty",
    "move 1 Coin of Bank to my Purse if possible",
    "if my Purse is empty\n      me leads",
]


def told(block: str) -> str:
    made = load("a.gdl", MemoryProvider({"a.gdl": GAME.replace("BLOCK", block)}))
    assert made.game is not None
    return "\n".join(render(made).values())


@pytest.mark.parametrize("block", [OUTER, MAY], ids=["if", "may"])
@pytest.mark.parametrize("within", WITHIN)
def test_a_condition_within_is_not_what_otherwise_denies(block: str, within: str) -> None:
    lines = told(block.format(within)).splitlines()
    (line,) = (line for line in lines if "therwise, you win" in line)
    assert line.strip().removeprefix("1. ") == "Otherwise, you win."
    above = lines[lines.index(line) - 1]
    assert above.strip().startswith("- ") and above.startswith("    ")


def test_without_otherwise_both_conditions_are_one() -> None:
    text = plain(told("if Bank is empty\n    me leads if my Purse is empty"))
    assert "If the Bank is empty and your Purse is empty, you take the next turn." in text


def test_an_or_is_not_joined_by_and() -> None:
    text = plain(
        told("if Bank is empty or the next player's Purse is empty\n    me leads if my Purse is empty")
    )
    assert "is empty and" not in text
