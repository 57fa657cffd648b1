"""A deck or pile that nobody shuffles: what is declared first lies on top, and is the first to go."""

import pytest

from gekido_dsl import engine as e
from gekido_dsl.compilation import load
from gekido_dsl.lockstep.telling import Telling
from gekido_dsl.scenario import run
from gekido_dsl.source import MemoryProvider

ROWS = "".join(f"- {{Name: {name}, Size: {size}}}\n" for size, name in enumerate(("Ada", "Bo", "Cy"), 1))


def ruleset(word: str, *steps: str) -> str:
    given = "".join(f"  {line}\n" for line in steps)
    return f"""\
edition 1

game "Order"
  players 2
  limit 9 turns

kind Lot from "lots.yaml"
  Size: 1 to 3
{word} Stock: all Lots
pile Gone of Lots
hand Hand of each player, of Lots

turn of each player
  Main

phase Main
  choose one
    "Next"
      move the next Lot of Stock to Gone
    "Draw"
      draw 1 Lot from Stock into my Hand
    "Pick"
      choose a Lot of Stock as the one
        otherwise stop
      move the one to my Hand

the game ends when Stock is empty
  nobody wins

scenario "it"
{given}"""


@pytest.mark.parametrize(
    ("word", "choice", "then"),
    [
        ("pile", "Next", "Gone is Ada"),
        ("deck", "Next", "Gone is Ada"),
        ("deck", "Draw", "the first player's Hand is Ada"),
        ("deck", "Next", "Stock is Cy, Bo"),
        ("pool", "Next", "Gone is Cy"),
    ],
)
def test_which_row_goes_first(word: str, choice: str, then: str) -> None:
    text = ruleset(word, f'when the first player chooses "{choice}"', f"then {then}")
    made = load("order.gdl", MemoryProvider({"order.gdl": text, "lots.yaml": ROWS}))
    (result,) = run(made)
    assert result.passed, result.message


def test_both_executors_agree() -> None:
    text = ruleset("pile", 'when the first player chooses "Next"', "then Gone is not empty")
    made = load("order.gdl", MemoryProvider({"order.gdl": text, "lots.yaml": ROWS}))
    assert made.game is not None
    assert Telling(made.game, None).play(e.Setting(2, 1, {}), 20, 1)
