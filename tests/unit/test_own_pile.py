"""`with pile my Discards`: what is discarded goes to the pile of its owner, or of the player who discards it."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.scenario import run
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Piles"
  players 2
  limit 9 turns

kind Card, 3 for each player
kind Coin, 3 of them
deck Deck of each player: all Cards, with pile my Discards
hand Hand of each player, of Cards
  limit 1
pile Discards of each player, of Cards
box Bank: all Coins, with pile my Purse
pile Purse of each player, of Coins

setup
  each player
    draw 1 Card from my Deck into my Hand

turn of each player
  Playing

phase Playing
  choose one
    "Own"
      discard all Cards of my Hand
    "Theirs"
      discard all Cards of my left neighbour's Hand
    "Coin"
      discard the next Coin of Bank
    "Too many"
      draw 2 Cards from my Deck into my Hand
    "Seen"
      draw 2 Cards from my Deck into my Hand keeping 1

the game ends when Bank is empty
  me wins
"""


def compiled(*steps: str, game: str = GAME) -> Compilation:
    scenario = "".join(f"  {line}\n" for line in steps)
    return load("piles.gdl", MemoryProvider({"piles.gdl": f'{game}\nscenario "it"\n{scenario}'}))


@pytest.mark.parametrize(
    ("choices", "first", "second"),
    [
        (['"Own"'], 1, 0),
        (['"Theirs"'], 0, 1),
        (['"Too many"', "Card", "Card"], 2, 0),
        (['"Seen"', "Card", "Card"], 2, 0),
    ],
)
def test_a_card_goes_to_the_pile_of_its_owner(choices: list[str], first: int, second: int) -> None:
    made = compiled(
        f"when the first player chooses {', '.join(choices)}",
        f"then the number of Cards of the first player's Discards is {first}",
        f"then the number of Cards of the second player's Discards is {second}",
    )
    assert made.game is not None, [one.message for one in made.diagnostics]
    (result,) = run(made)
    assert result.passed, result


def test_what_nobody_owns_goes_to_the_pile_of_whoever_discards_it() -> None:
    made = compiled(
        'when the first player chooses "Coin"', "then the number of Coins of the first player's Purse is 1"
    )
    (result,) = run(made)
    assert result.passed, result


@pytest.mark.parametrize(
    ("before", "after", "message", "help"),
    [
        (
            "with pile my Disc",
            "with pile Disc",
            "there are several `Discards`, one for each player",
            "`with pile my Discards`",
        ),
        (
            "pile Purse of each player, of",
            "pile Purse of",
            "`Purse` is one pile for all",
            "`with pile Purse`",
        ),
        (", with pile my Discards", "", "there is no pile for Cards", "`..., with pile my Discards`"),
        (
            "pile Purse of each player,",
            "pile Purse of each Card,",
            "`Purse` belongs to a thing",
            "without `of each`",
        ),
    ],
)
def test_a_pile_that_cannot_be_meant_is_reported(before: str, after: str, message: str, help: str) -> None:
    made = load("piles.gdl", MemoryProvider({"piles.gdl": GAME.replace(before, after)}))
    assert any(message in one.message and help in (one.help or "") for one in made.diagnostics), (
        made.diagnostics
    )
