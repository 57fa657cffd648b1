"""Cards whose author wrote no text say what their effects do; tricks, sowing and sorts are told in a player's words."""

import pytest

from gekido_dsl import book, rulesdoc
from gekido_dsl.compilation import load
from gekido_dsl.rulesdoc.english.words import plain
from gekido_dsl.source import MemoryProvider

SHOP = """edition 1

game "Shop"
  players 2
  limit 40 turns

kind Card from "cards.yaml", 6 of them
  Deeds: up to 2 Effect

each player has
  Coins: 0 or more, starts 0

deck Store: all Cards, shuffled
hand Hand of each player, of Cards
pile Gone of Cards

turn of each player
  Playing

phase Playing
  draw 1 Card from Store into my Hand
  move a Card of my Hand to Gone as the card
    otherwise stop
  apply all Deeds of the card

effect Draw with 1 to 4 as the number
  draw as many Cards as the number from Store into my Hand

effect Burn with 1 to 4 as the number
  repeat up to the number times
    may move a Card of my Hand to Gone
      otherwise stop

effect Earn
  my Coins gains 2
  each other player
    my Coins loses 1, down to 0

effect Squeeze
  repeat while number of Cards in my Hand is more than 3
    move a Card of my Hand to Gone

effect Sing "sing a song"
  my Coins gains 1

effect Puzzle
  if my Coins is at least 1
    if my Coins is at least 2
      my Coins loses 1
      draw 1 Card from Store into my Hand
    otherwise
      my Coins gains 1
      draw 2 Cards from Store into my Hand

the game ends when Store is empty
  all players rank by my Coins, highest first
"""
CARDS = """
- {Name: One, Deeds: [{Draw: 1}]}
- {Name: Two, Deeds: [{Draw: 2}, Earn]}
- {Name: Fire, Deeds: [{Burn: 4}]}
- {Name: Grip, Deeds: [Squeeze, Sing]}
- {Name: Owl, Deeds: [Puzzle]}
- {Name: Own, Text: "Take it easy.", Deeds: [Earn]}
"""
TRICK = """edition 1

game "Trick"
  players 3

values Suit: Cups, Coins

kind Card, 1 for each Suit and Rank
  Suit: a Suit
  Rank: 1 to 6

each player has
  Tricks: 0 to 9, starts 0

deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Trick of Cards

setup
  deal 4 Cards to all players

turn of each player
  Play

phase Play
  move a Card of my Hand to Trick
    must follow Suit, else anywhere
    otherwise stop
  if number of Cards in Trick is 3
    (the highest Card of Trick by Rank, following Suit)'s owner does Take It
    move all Cards of Trick to Pack

rule Take It
  my Tricks gains 1 if possible
  me leads

the game ends when every player's Hand is empty
  all players rank by my Tricks, highest first
"""


def texts(cards: str = CARDS, rules: str = SHOP) -> dict[str, str | None]:
    made = load("shop.gdl", MemoryProvider({"shop.gdl": rules, "cards.yaml": cards}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    rulesdoc.tell_rows(made)
    return {row.name: row.text for row in made.game.kinds["Card"].rows}


def test_a_card_says_what_its_effects_do_with_the_numbers_of_its_row() -> None:
    said = texts()
    assert said["One"] == "Draw 1 Card from the Store into your Hand."
    assert said["Two"] is not None
    assert said["Two"].startswith("Draw 2 Cards from the Store into your Hand. Increase your Coins by 2. ")
    assert said["Fire"] == "You may move a Card from your Hand to the Gone pile, up to 4 times."
    assert said["Grip"] == (
        "As long as there are more than 3 Cards in your Hand, move a Card from your Hand to the Gone pile. Sing a song."
    )


def test_an_author_s_text_stays_and_what_is_too_much_has_its_name() -> None:
    said = texts()
    assert (said["Own"], said["Owl"]) == ("Take it easy.", "Puzzle.")


def test_another_number_makes_another_text() -> None:
    assert texts(CARDS.replace("Burn: 4", "Burn: 3"))["Fire"] == (
        "You may move a Card from your Hand to the Gone pile, up to 3 times."
    )


def test_a_loop_that_nobody_leaves_goes_round_so_often() -> None:
    always = SHOP.replace(
        "    may move a Card of my Hand to Gone\n      otherwise stop\n", "    my Coins gains 1\n"
    )
    assert texts(rules=always)["Fire"] == "Increase your Coins by 1, 4 times."


def chapter(text: str, slug: str) -> str:
    made = load("one.gdl", MemoryProvider({"one.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    written = book.write(made, links=False, drawn=False)
    return next(plain(one.markdown) for one in written.chapters if one.slug == slug)


def test_a_trick_is_told_as_players_tell_it() -> None:
    turn = chapter(TRICK, "turn")
    assert "Play a Card from your Hand to the Trick." in turn
    assert "must follow Suit (be of the Suit that was led); if that is not possible, any will do" in turn
    lead = "Whoever played the Card in the Trick with the highest Rank of the Suit that was led does the following:"
    assert lead in turn
    assert "Increase your Tricks by 1, if possible." in turn


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        ("a Hue that is not Red", "becomes a Blue, Green or White of your choice"),
        ("a Hue that is not Red and is not Blue", "becomes a Green or White of your choice"),
        ("a Hue", "becomes a Hue of your choice"),
    ],
)
def test_values_that_are_left_are_listed(chosen: str, told: str) -> None:
    rules = """edition 1

game "Hues"
  players 2
  limit 9 turns

values Hue: Red, Blue, Green, White

kind Spot
board Field: 2 by 2 Spot, touching in 4 directions
  "R."
  ".r"
  "R" is a Red
  capitals are of the first player, small letters of the second player

kind Peg, 1 for each player
  Hue: a Hue, starts Blue

turn of each player
  Painting

phase Painting
  set my Peg's Hue to a Hue that is not Red
  the player wins if my Peg's Hue is Green
"""
    assert told in chapter(rules.replace("a Hue that is not Red", chosen), "turn")
