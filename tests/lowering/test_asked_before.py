"""What is asked before a loop is written several times over, so definitions that ask one another do not multiply it."""

from itertools import pairwise

from gekido_dsl.compilation import load
from gekido_dsl.lowering import lower
from gekido_dsl.source import MemoryProvider

DEEP = 23


def test_definitions_that_ask_the_next_one_twice_are_soon_written() -> None:
    names = ["K" + "abcdefghij"[k // 10] + "abcdefghij"[k % 10] for k in range(DEEP)]
    asks = "".join(
        f"a Card is {one} if no Card that is {other} is {other}\n" for one, other in pairwise(names)
    )
    made = load(
        "a.gdl",
        MemoryProvider(
            {
                "a.gdl": f"""edition 1
game "Deep"
  players 2
kind Card, 9 of them
  Value: 0 to 6, starts 2
deck Deck: all Cards
pile Heap of Cards
hand Hand of each player, of Cards
turn of each player
  Main
{asks}a Card is {names[-1]} if its Value is 2
phase Main
  if some Card is {names[0]}
    discard all Cards in Heap
  draw 1 Card
the game ends when Deck is empty
  nobody wins
"""
            }
        ),
    )
    assert made.game is not None, [one.message for one in made.diagnostics]
    assert len(lower(made.game, 2, {}).program.functions) < 10 * DEEP
