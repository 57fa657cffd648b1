"""Words that somebody who writes their first ruleset puts where others belong, each answered with a step."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.grammar import GrammarError, parse_declaration
from gekido_dsl.grammar.lexer import logical_lines
from gekido_dsl.source import MemoryProvider
from gekido_dsl.syntax import meant

GAME = """edition 1
game "G"
  players 2 to 4
kind Card, 30 of them
  Value: 1 to 9, starts 1
kind Seat, 1 for each player
  Score: 0 to 100, starts 0
kind Meeple, 5 for each player
kind Tile
board Arena: 5 by 5 Tile, touching in 4 directions
die Cube of 1 to 6, 2 of them
deck Deck: all Cards, shuffled
pile Discards of Cards
hand Hand of each player, of Cards
pool Supply of each player: all Meeples
turn of each player
  Main
phase Main
  draw 1 Card
  HERE
  choose one
    "Go on"
      my Seat's Score gains 1 if possible
    OPTION
MARGIN
the game ends when Deck is empty
  the highest player by my Seat's Score wins
"""
SENTENCES = [
    ("deal 8 Cards to each player", "write `all`, as in `to all players`"),
    ("deal each player 8 Cards", "`deal 8 Cards to all players`"),
    ("place 1 Meeple on Arena", "write `put ... onto`"),
    ("score 3 points", "write `my Seat's Score gains 3`"),
    ("everyone draws 1 Card", "write `all players`"),
    (
        "every other player discards 1 Card",
        "write `each`, as in `each other player`, and put what happens on the next line, indented",
    ),
    ("reveal a Card of my Hand", "write `show`"),
    ("call Score Up", "`do Score Up`"),
    (
        "pass",
        "write `may`, as in `may draw 1 Card`, so that a player can pass; in a choice, write `do nothing`",
    ),
    (
        "may draw 1 Card or discard 1 Card",
        "write `choose one`, and below it each choice as a text in quotes with what it does",
    ),
    ("together destroy all Meeples", "`destroy all Meeples together`"),
    ("my Seat's Score is 3", "write `set my Seat's Score to 3`"),
    (
        "move a Meeple of my Supply onto any Tile",
        "write `a` for one that a player chooses, `all` for all of them, or `some` in a condition",
    ),
    ("move a Meeple of my Supply onto an adjacent Tile", "`a Tile that is next to it`"),
    ("move next Card of Deck to Discards", "write `the next`"),
    (
        "move the top Card of Deck to Discards",
        "write `the next` for the one on top, as in `the next Card of Deck`",
    ),
    ("move my Hand to Discards", "`all Cards of my Hand`"),
    ("move a Card from my Hand to Discards", "write `of my Hand` instead of `from`"),
    ("remove all Meeples from the game", "leave it out"),
    ("shuffle the deck", "`shuffle Deck`"),
    ("roll the dice", "use the name of the dice, as in `roll all Cubes`"),
    ("if my Hand is empty, draw 5 Cards", "leave the comma out"),
    ("if I have no Cards", "write `(number of Cards in my Hand) is 0`"),
    ("discard several Cards of my Hand", "write `any number of`"),
    ("discard them", "name it where it is chosen"),
    (
        "quux 3 Cards",
        "begin with a verb, as in `draw 1 Card`",
    ),
]
OPTIONS = [
    ("Draw: draw 1 Card", 'put it in quotes: `"Draw"`'),
    ('"Draw": draw 1 Card', "leave the `:` out and put what it does on the next line, indented"),
    ('or "Draw"', "put each choice on its own line, without `or`"),
    ('"Draw" only if Deck is not empty', "write `if`"),
]
DECLARATIONS = [
    ("definition Good: a Card with Value 3", "begin with `a`"),
    ("a Card is good if its Value is 3", "write `Good`"),
    ("function Flip", "write `rule`"),
    ("rule Flip()", "put what it works on after `with`, as in `rule Flip with a Card`"),
    ("rule Flip with Card", "write `with a Card`"),
    ("kind Colour: Red, Blue", "`values Colour: Red, ...`"),
    ("hand of each player", "give it a name: `hand Hand of each player, of Cards`"),
    ("hand Stash for each player, of Cards", "write `of each player`"),
    ("deck Stock of all Cards", "write `:` instead of `of`: `deck Stock: all Cards`"),
    ("die Big Die of 6", "`die Cube of 1 to 6, 2 of them`"),
    ("board Map of 4 by 4 Tiles", "`board Arena: 3 by 3 Tile, touching in 8 directions`"),
    (
        "kind Post\nboard Sea: 3 by 3 Post, touching in 4 directions\n  its corner is a Post",
        "`its corners are Posts`",
    ),
    (
        "kind Post\nboard Sea: 3 by 3 Post, touching in 4 directions\n  the edges are Posts",
        "`its edges are Fences`",
    ),
    (
        "kind Post\nboard Sea: 3 by 3 Post, touching in 4 directions\n  corners are Posts",
        "`its corners are Posts`",
    ),
    ("whenever a Meeple moves onto a Tile", "write `whenever a Meeple enters a Tile`"),
    ("whenever Deck is empty", "`when empty`"),
    ("whenever the turn ends", "`whenever Turn ends`"),
    ("whenever Main starts", "write `begins`"),
    (
        "rule Flip\n  draw 1 Card\n  Count: 0 to 5, starts 0",
        "put facts before the first sentence of a phase, or below `each player has`: `Count: ...`",
    ),
    ("scenario Draws", 'put it in quotes: `"Draws"`'),
]


def helps(here: str = "", option: str = "", margin: str = "") -> list[str]:
    text = GAME
    for word, written in (("HERE", here), ("OPTION", option), ("MARGIN", margin)):
        lines = [one for one in text.splitlines() if written or one.strip() != word]
        text = "\n".join(lines).replace(word, written)
    found = load("a.gdl", MemoryProvider({"a.gdl": f"{text}\n"})).diagnostics
    return [one.help or "" for one in found if one.severity is Severity.ERROR]


def test_the_game_itself_has_no_errors() -> None:
    assert helps() == []


@pytest.mark.parametrize(("written", "wanted"), SENTENCES)
def test_sentences(written: str, wanted: str) -> None:
    assert wanted in helps(here=written)[0]


@pytest.mark.parametrize(("written", "wanted"), OPTIONS)
def test_ways_of_a_choice(written: str, wanted: str) -> None:
    assert wanted in helps(option=written)[0]


@pytest.mark.parametrize(("written", "wanted"), DECLARATIONS)
def test_declarations(written: str, wanted: str) -> None:
    assert wanted in helps(margin=written)[0]


@pytest.mark.parametrize("head", sorted(meant.FORMS))
def test_what_is_shown_as_the_form_of_a_declaration_is_read(head: str) -> None:
    lines, _ = logical_lines(f"{meant.FORMS[head]}\n")
    try:
        parse_declaration(lines)
    except GrammarError as error:
        assert error.token.start_pos == error.token.end_pos, str(error.token)
        assert error.expected == ("an indented block",)
