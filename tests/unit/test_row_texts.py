"""Texts of rows take numbers from their row, its effects and rules; where none is written, effects say what they do."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import codes
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

GAME = """edition 1

game "Texts"
  players 2

kind Card from "cards.yaml", 2 of them
  Bonus: -3 to 3
  Colour: Red or Blue
  Effects: up to 2 Effect

Prize is 7

each player has
  Coins: 0 or more, starts 0

deck Deck: all Cards

hand Hand of each player, of Cards

effect Draw with 1 to 4 as the number "draw cards"
  text "Draw {{the number in words}} card(s)."
  draw as many Cards as the number from Deck into my Hand

effect Cash "take the cash"
  my Coins gains 3

effect Pay with 1 to 2 as the number
  my Coins gains the number

phase Main
  draw 1 Card from Deck into my Hand

turn of each player
  Main

the game ends when Deck is empty
  all remaining players win
"""
ROW = "- {{Name: One, Bonus: {bonus}, Colour: Red, Effects: [{effects}]{text}}}\n"
OTHER = "- {Name: Other, Bonus: 0, Colour: Blue, Effects: []}\n"


def made(text: str | None, effects: str = "", bonus: int = -2, game: str = GAME) -> Compilation:
    said = "" if text is None else f', Text: "{text}"'
    row = ROW.format(bonus=bonus, effects=effects, text=said)
    return load("game.gdl", MemoryProvider({"game.gdl": game, "cards.yaml": row + OTHER}))


def row_of(compilation: Compilation) -> m.Row:
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    return compilation.game.kinds["Card"].rows[0]


@pytest.mark.parametrize(
    ("text", "effects", "said"),
    [
        ("Draw {{the number}}.", "Draw: 3", "Draw 3."),
        ("{{the number in Words}} card(s) more.", "Draw: 1", "One card more."),
        ("{{the number in words}} card(s) more.", "Draw: 2", "two cards more."),
        ("{{Bonus more or less}} Attack.", "", "2 less Attack."),
        ("Attack {{Bonus}}.", "", "Attack −2."),
        ("It is {{Colour}}.", "", "It is Red."),
        ("Take {{first number in Cash}} coin(s).", "", "Take 3 coins."),
        ("Worth {{Prize}}.", "", "Worth 7."),
        ("Thing(s) without a number.", "", "Thing(s) without a number."),
    ],
)
def test_a_text_takes_what_its_row_has(text: str, effects: str, said: str) -> None:
    assert row_of(made(text, effects and f"{{{effects}}}")).text == said


@pytest.mark.parametrize(
    ("effects", "said"),
    [
        ("{Draw: 2}", "Draw two cards."),
        ("{Draw: 1}, Cash", "Draw one card. Take the cash."),
        ("", None),
        ("{Pay: 2}", None),  # nothing says how much in words
        ("{Draw: 2}, {Pay: 2}", None),  # half a text would be a lie
    ],
)
def test_a_row_without_a_text_says_what_its_effects_do(effects: str, said: str | None) -> None:
    row = row_of(made(None, effects))
    assert row.text == said
    assert row.made is (said is not None)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("Draw {{the numbr}}.", "{{the numbr}}"),
        ("{{Colour in words}}", "{{Colour in words}}"),
        ("{{fifth number in Cash}}", "{{fifth number in Cash}}"),
        ("{{}}", "{{}}"),
    ],
)
def test_what_nothing_has_is_an_error_at_its_place(text: str, where: str) -> None:
    compilation = made(text, "{Draw: 2}")
    (found,) = (one for one in compilation.diagnostics if one.code is codes.WRONG_DIRECTIVE)
    assert found.span is not None and found.span.text == where
    assert found.span.source.name == "cards.yaml"


def test_what_two_effects_call_the_same_is_neither_s() -> None:
    found = [one.message for one in made("{{the number}}", "{Draw: 2}, {Pay: 1}").diagnostics]
    assert any("the number" in one for one in found)


def test_an_effect_says_only_what_it_has() -> None:
    game = GAME.replace("{{the number in words}}", "{{the amount in words}}")
    found = [one.message for one in made(None, "{Draw: 2}", game=game).diagnostics]
    assert "`Draw` has nothing called `the amount` to put into its text" in found
