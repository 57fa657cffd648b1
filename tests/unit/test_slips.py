"""What a beginner writes by mistake is answered with the step that mends it."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.scenario import run as run_scenarios
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "G"
  players 2
values Suit: Cakes, Tarts
kind Card, 30 of them
  Value: 0 to 6, starts 2
  Suit: a Suit, starts Cakes
kind Purse, 1 for each player
  Coins: 0 to 9, starts 3
die Number Die of 1 to 6, 2 of them
deck Deck: all Cards, shuffled
hand Hand of each player of Cards, with pile Heap
pile Heap of Cards
turn of each player
  Main
phase Main
  draw 1 Card
  roll all Number Dice
  discard a Card of my Hand that is Good
    otherwise stop
  my Purse's Coins gains 1 if possible
a Card is Good if its Value is 2
amount Price of a Card
  starts at its Value
  add 1 if it is Good
the game ends when Deck is empty
  the highest player by my Purse's Coins wins
"""
LAST = "my Purse's Coins gains 1 if possible"
SLIPS = [
    ("  Coins: 0", "  Coins for each Suit and Rank: 0", "write `for each` again"),
    ("phase Main\n", "Phase Main\n", "write `phase`"),
    ("phase Main\n", "phase Main:\n", "leave the `:` out and indent the lines below"),
    ("  draw 1 Card\n", "  draw one Card\n", "write `1`"),
    ("  draw 1 Card\n", "  Draw 1 Card\n", "write `draw`"),
    ("  draw 1 Card\n", "draw 1 Card\n", "indent it by two spaces"),
    ("  draw 1 Card\n", "  draw 1 Card then roll all Number Dice\n", "put the rest on the next line"),
    ("  draw 1 Card\n", "  draw 1 Card and discard 1 Card\n", "write one sentence per line"),
    ("  draw 1 Card\n", "  pick a Card\n", "write `choose`"),
    ("  draw 1 Card\n", "  play a Card\n", "say what happens to it"),
    ("its Value is 2\n", "its Value is 2 or more\n", "write `is at least 2`"),
    ("its Value is 2\n", "its Value is 2 or less\n", "write `is at most 2`"),
    ("its Value is 2\n", "its Value is greater than 2\n", "write `is more than`"),
    ("its Value is 2\n", "its Value is between 2 and 4\n", "`is at least 2 and is at most 4`"),
    ("if its Value is 2\n", "when its Value is 2\n", "write `if`"),
    ("its Value is 2\n", "its Value is 2 and it is in Heap or it is in Deck\n", "put parentheses around"),
    ("a Card is Good if", "Card is Good if", "begin with `a`"),
    ("a Card is Good if", "the Card is Good if", "begin with `a`"),
    ("a Card is Good if", "A Card is Good if", "write `a`"),
    ("that is Good\n", "which is Good\n", "write `that`"),
    ("    otherwise stop\n", "    else stop\n", "write `otherwise`"),
    ("    otherwise stop\n", "  otherwise stop\n", "indented by two more spaces"),
    (LAST, "my Purse's Coins gains 1, if possible", "leave out the comma before `if`"),
    (LAST, "my Purse's Coins increases by 1", "write `gains`"),
    (LAST, "if my Hand is empty then draw 1 Card", "leave `then` out"),
    (LAST, "if my Hand is empty: draw 1 Card", "indent the lines below"),
    (LAST, "if my Hand is empty draw 1 Card", "put what happens on the next line, indented"),
    (LAST, "draw 1 Card if my Hand is empty, otherwise stop", "put `otherwise` on the next line"),
    (LAST, "draw 1 Card if my Hand is empty and any of", "put the conditions after `if any of` on the lines below"),
    (LAST, "repeat 3 times\n    draw 1 Card", "write `repeat up to 3 times`"),
    (LAST, "for each player\n    draw 1 Card", "without `for`"),
    (LAST, "each player draws 1 Card", "write `deal 1 Card to all players`"),
    (LAST, 'choose\n    "A"\n      stop', "below a line `choose one`"),
    (LAST, 'may "Draw" draw 1 Card', "put what happens on the next line, indented"),
    (LAST, 'choose one\n    "A"\n      stop\n    "B"', "for a choice that does nothing, write `do nothing`"),
    (LAST, 'choose one\n    "A"\n      stop\n    "B"\n      nothing', "write `do nothing`"),
    (LAST, "let my Purse's Coins be 3", "write `set`"),
    (LAST, "roll a d6", "declare `die Cube of 1 to 6`"),
    (LAST, "if my Hand has more than 3 Cards\n    stop", "write `(number of Cards in my Hand) is more than 3`"),
    (LAST, "each Card that is in Deck that is Good\n    stop", "write only one `that`"),
    (LAST, "discard a Card of my Hand that is Good or (is Bad and its owner is me)", "takes no parentheses"),
    (LAST, "discard the highest Card by its Value that is Good", "put `that` before `by`"),
    ("my Purse's Coins gains", "my Coins gains", "`my Purse's Coins`"),
    ("Coins: 0 to 9,", "Coins: 0-9,", "write `0 to 9`"),
    ("Coins: 0 to 9, starts", "Coins: 0 to 9 starts", "put a comma before `starts`"),
    ("Coins: 0 to 9, starts 3", "Coins: 3", "write a range"),
    ("kind Card, 30 of them", "kind Card, 30", "`30 of them`"),
    ("players 2", "players: 2", "leave the `:` out"),
    ("players 2", "players 2-4", "write `2 to 4`"),
    ("Cards, shuffled", "Cards shuffled", "put a comma before `shuffled`"),
    ("the game ends when", "game ends when", "write `the game ends when`"),
    ("the game ends when", "the game ends if", "write `the game ends when`"),
    ("a Card is Good if", "a Card is the Good if", "leave `the` out: `a Card is Good if ...`"),
    ("when Deck is empty", "when there is no Card in Deck", "`Deck is empty`"),
    ("the highest player by my Purse's Coins", "the player with the most Coins", "by my Purse's Coins wins"),
    ("add 1 if", "add 1, if", "leave out the comma before `if`"),
    ("add 1 if", "add half of its Value if", "`divide by 2 rounded up`"),
    ("  Main\nphase", "  phase Main\nphase", "write only its name: `Main`"),
    ("  draw 1 Card\n", "  repeat up to 3 times while Deck is not empty\n    draw 1 Card\n", "`stop unless some"),
    ("  draw 1 Card\n", "  repeat up to 3 times until Deck is empty\n    draw 1 Card\n", "`stop if some"),
    ("  draw 1 Card\n", "  each Card above my Purse\n    draw 1 Card\n", "write `that is above ...`"),
]  # fmt: skip
NUMBERS = [
    "number of Cards in my Hand plus 1",
    "number of Cards in my Hand times 2",
    "2 times number of Cards in my Hand",
    "its Value plus number of Cards in my Hand",
    "number of Cards in my Hand minus number of Cards in Heap",
    "1 if number of Cards in my Hand plus 1 is 3",
]


def helps(text: str) -> list[str]:
    found = load("a.gdl", MemoryProvider({"a.gdl": text})).diagnostics
    return [one.help or "" for one in found if one.severity is Severity.ERROR]


def test_without_a_slip_there_is_nothing_to_say() -> None:
    assert helps(GAME) == []


@pytest.mark.parametrize(
    ("right", "wrong", "wanted"), SLIPS, ids=[wrong.strip()[:40] for _, wrong, _ in SLIPS]
)
def test_a_slip_is_answered_with_a_step(right: str, wrong: str, wanted: str) -> None:
    assert GAME.count(right) >= 1
    assert any(wanted in help for help in helps(GAME.replace(right, wrong, 1)))


@pytest.mark.parametrize("written", NUMBERS)
def test_a_number_that_needs_parentheses_says_where(written: str) -> None:
    made = load("a.gdl", MemoryProvider({"a.gdl": GAME.replace("add 1 if it is Good", f"add {written}")}))
    found = [one for one in made.diagnostics if one.severity is Severity.ERROR]
    assert found[0].message == "`number of Cards in my Hand` needs parentheses here"
    assert found[0].help == "write `(number of Cards in my Hand)`"
    edit = found[0].edits[0]
    source = edit.span.source.text
    mended = source[: edit.span.start] + edit.replacement + source[edit.span.end :]
    assert helps(mended)[:1] != [found[0].help] or "Heap" in written


COUNTED = [
    "number of Cards in my Hand",
    "the sum of Cards of my Hand by its Value",
    "the distance from me to me",
]
BESIDE = [
    "draw 1 Card if 3 is more than {}",
    "draw 1 Card if 3 is at most {} and Deck is not empty",
    "draw 1 Card unless 3 is {}",
    "draw 1 Card if 3 is less than 1 plus {}",
    "draw 1 Card if 3 minus {} is 2",
    "draw 1 Card if 3 is more than {} minus 1",
]


@pytest.mark.parametrize("number", COUNTED)
@pytest.mark.parametrize("line", BESIDE)
def test_a_number_that_is_counted_needs_parentheses_wherever_one_is_compared(line: str, number: str) -> None:
    text = GAME.replace(LAST, line.format(number))
    (first, *_) = [
        one
        for one in load("a.gdl", MemoryProvider({"a.gdl": text})).diagnostics
        if one.severity is Severity.ERROR
    ]
    assert first.help == f"write `({number})`"
    assert first.message == f"`{number}` needs parentheses here"
    mended = helps(GAME.replace(LAST, line.format(f"({number})")))
    assert not any("parentheses" in help for help in mended)


def test_a_line_below_one_that_takes_a_block_is_read_for_what_it_is() -> None:
    made = load("a.gdl", MemoryProvider({"a.gdl": GAME.replace("players 2", "2 players")}))
    assert made.diagnostics[0].message == "unexpected `players`"
    assert made.diagnostics[0].help == "write `players 2`"


SET_UP = GAME.replace(
    "turn of each",
    'setup\n  each player\n    choose one, asking "Red or blue?"\n      "Red"\n        draw 1 Card\n      "Blue"\n'
    "        draw 2 Cards\nturn of each",
)
TURN = 'scenario "It begins"\n  given the turn of the first player\n  then Deck is not empty\n'


def test_a_set_up_that_still_asks_says_what_it_asks_and_is_answered_instead() -> None:
    def run(scenario: str) -> list[str]:
        made = load("a.gdl", MemoryProvider({"a.gdl": SET_UP + scenario}))
        return [one.message for one in run_scenarios(made) if not one.passed]

    assert run(TURN) == []
    (told,) = run(TURN.replace("  given", "  when chance chooses Ace\n  given"))
    assert told.startswith("the set-up still asks player 1: Red or blue? Answer with `when")
    answers = '  when the first player chooses "Red"\n  when the other player chooses "Red"\n'
    assert run(TURN.replace("  given the turn of the first player\n", answers)) == []


@pytest.mark.parametrize(
    ("written", "name"),
    [("draw 2 tech cards", "Tech Cards"), ("draw a tech card", "Tech Card"), ("draw 2 tek cards", None)],
)
def test_a_name_of_the_base_that_is_written_small(written: str, name: str | None) -> None:
    base = (
        'edition 1\n\ngame "Base"\n  players 2\n  limit 9 turns\n\nkind Tech Card, 9 of them\n\n'
        "deck Deck: all Tech Cards\nhand Hand of each player, of Tech Cards\n\nturn of each player\n  Draw\n\n"
        "phase Draw\n  draw 1 Tech Card\n\nthe game ends when the Deck is empty\n"
    )
    mine = f'edition 1\n\ngame "Mine" changes "base.gdl"\n\nrule Extra\n  {written}\n'
    found = load("mine.gdl", MemoryProvider({"base.gdl": base, "mine.gdl": mine})).diagnostics
    first = next(one for one in found if one.code.slug == "unknown-word")
    assert [edit.replacement for edit in first.edits] == ([name] if name else [])
    if name:
        assert first.help == f"did you mean `{name}`?" and first.edits[0].span.text == name.lower()
