"""A generated book is one that a game can be learned from: it begins with how one wins, and tells helpers in place."""

import re
from pathlib import Path

import pytest

from gekido_dsl import book
from gekido_dsl.book import aid
from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider
from gekido_dsl.rulesdoc.english.words import plain
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
GAME = """edition 1

game "Leaps"
  players 2, facing each other

values Sort: Chief, Runner

kind Spot

board Field: 3 by 3 Spot, touching in 8 directions, rows counted from the bottom
  "rcr"
  "..."
  "RCR"
  "C" is a Chief, "R" is a Runner
  capitals are of the first player, small letters of the second player

kind Peg, 3 for each player
  Sort: a Sort, starts Runner

the game has
  Calm Turns: 0 to 20, starts 0, unlogged
  text "Turns since a peg was taken."

turn of each player
  Leaping

phase Leaping
  do Leap with a friendly Peg on Field and a Spot that is Open for it
    otherwise me loses

rule Leap with a Peg, a Spot as the goal
  Calm Turns gains Pace
  remove all enemy Pegs on the goal
  set Calm Turns to 0 if the Peg's Sort is Chief
  move the Peg to the goal
  end Leaping

amount Pace
  starts at 1

a Spot is Open for a Peg if it is Near for the Peg and no friendly Peg is on it
a Spot is Near for a Peg if it is next to the Peg

the game ends when Standstill: Calm Turns is 20
  nobody wins
"""


def told(text: str, **options: str) -> dict[str, str]:
    """Gives the chapters of a book by their addresses, as a reader sees them."""
    compilation = load("leaps.gdl", MemoryProvider({"leaps.gdl": text}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    written = book.write(compilation, options=options, links=False, drawn=False)
    return {one.slug: plain(one.markdown) for one in written.chapters}


def test_a_book_begins_with_how_one_wins_and_loses() -> None:
    chapters = told(GAME)
    assert "You lose if you cannot move; the other player then wins." in chapters["overview"]
    assert "You lose if you cannot move" in chapters["end"]


def test_a_rule_done_once_is_told_where_it_is_done_and_has_no_heading() -> None:
    chapters = told(GAME)
    assert "rules" not in chapters
    turn = chapters["turn"]
    assert "Choose one of your Pegs on the Field to move, and where it goes: a Spot" in turn
    assert "Resolve" not in turn and "as the goal" not in turn
    assert "Your turn ends at once" in turn


def test_what_takes_an_enemy_s_piece_captures_it() -> None:
    assert "Capture all enemy Pegs on the goal (take them off the board)." in told(GAME)["turn"]


def test_a_short_definition_is_told_in_place_and_a_number_is_itself() -> None:
    chapters = told(GAME)
    whole = "\n".join(chapters.values())
    assert "**Near**" not in whole and "Near" not in whole
    assert "A Spot is **Open** for a Peg if it is next to the Peg and you have no Peg on it." in whole
    assert "Pace" not in whole


def test_a_number_of_something_is_told_though_it_is_always_the_same() -> None:
    worth = GAME.replace("Calm Turns gains Pace", "Calm Turns gains the Peg's Weight") + (
        "\namount Weight of a Peg\n  starts at 2\n"
    )
    assert "The **Weight** of a Peg is 2." in "\n".join(told(worth).values())


def test_a_number_that_nobody_notes_is_told_where_it_ends_the_game_alone() -> None:
    chapters = told(GAME)
    assert "Calm Turns" not in chapters["turn"]
    assert "there have been 20 Calm Turns (turns since a peg was taken)" in chapters["end"]
    noted = told(GAME.replace(", unlogged", ""))
    assert "Increase the Calm Turns by 1" in noted["turn"], "one that players see is told where it changes"


def test_a_piece_is_what_its_sign_says() -> None:
    assert "Each Peg is a Chief or Runner" in told(GAME)["components"]
    shown = told(GAME.replace("set Calm Turns to 0 if", "the Peg's owner loses if"))
    assert "the Peg is a Chief" in shown["turn"]


def test_a_long_chain_of_helpers_is_told_in_time() -> None:
    """What is deeper than a reader can follow is named, and the text does not grow with the depth."""

    def name(number: int) -> str:
        return f"L{chr(97 + number // 26)}{chr(97 + number % 26)}"

    links = "".join(f"a Spot is {name(n)} if it is {name(n + 1)}\n" for n in range(30))
    knots = "".join(f"rule R{name(n)}\n  do R{name(n + 1)}\n  do R{name(n + 1)}\n" for n in range(30))
    deep = GAME.replace("if it is next to the Peg\n", f"if it is next to the Peg and it is {name(0)}\n")
    deep = deep.replace("  end Leaping\n", f"  do R{name(0)}\n  end Leaping\n")
    last = f"a Spot is {name(30)} if it is empty\nrule R{name(30)}\n  the second player loses\n"
    text = "\n".join(told(f"{deep}\n{links}{knots}{last}").values())
    assert f"**{name(15)}**" in text and len(text) < 100_000


def test_a_set_up_says_what_stands_where() -> None:
    setup = told(GAME)["setup"]
    assert (
        "Row 1: Runners of the first player on columns 1 and 3; a Chief of the first player on column 2."
        in setup
    )
    assert "Row 3: Runners of the second player on columns 1 and 3" in setup


def test_the_way_that_says_most_of_winning_is_said_alone() -> None:
    ends = """
pool Home of each player, of Pegs

the game ends when Best: number of Pegs in my Home is 3 and the Calm Turns is 1
  the player wins

the game ends when Good: number of Pegs in my Home is 3
  the player wins
"""
    chapters = told(GAME + ends)
    assert "You win when all of your Pegs are in your Home." in chapters["overview"]
    assert "Calm Turns" not in chapters["overview"]


def test_what_is_only_added_up_is_told_where_it_counts() -> None:
    more = """phase Leaping
  Steps: 0 to 9, unlogged
  repeat up to 2 times, so that Steps ends highest
    Steps gains 2 if possible
    move a friendly Peg on Field to an empty Spot
"""
    counted = GAME.replace("phase Leaping\n", more)
    turn = told(counted)["turn"]
    assert "choose so that 2, added up over all of them, is as high as possible" in turn
    assert "Steps" not in turn


def test_who_begins_is_told_unless_the_set_up_decides_it() -> None:
    assert "The first player begins." in told(GAME)["turn"]
    led = told(GAME + "\nsetup\n  the second player leads\n")
    assert "The first player begins." not in led["turn"]


def test_a_rule_that_is_left_early_keeps_its_name_where_something_follows() -> None:
    stopping = GAME.replace("  end Leaping\n", "  stop if the goal is empty\n").replace(
        "    otherwise me loses\n", "    otherwise me loses\n  me loses if Calm Turns is 19\n"
    )
    chapters = told(stopping)
    assert "skip the rest" not in chapters["turn"]
    assert "Leap" in chapters["rules"]


@pytest.mark.parametrize(
    "name", ["chess", "go", "kalah", "draughts", "backgammon", "holdem", "harbour_ledger", "brookwood"]
)
def test_no_book_of_a_known_game_speaks_as_a_program_does(name: str) -> None:
    compilation = load(f"classics/{name}.gdl", FolderProvider(RULESETS))
    written = book.write(compilation, links=False, drawn=False)
    whole = plain("\n".join(one.markdown for one in written.chapters))
    assert re.search(r"\b(?:wins?|loses?)\b", written.chapters[0].markdown)
    clumsy = re.compile(
        r"\bas the goal\b|: a (?:definition|phase|rule)\b|\b1 [A-Z]\w+ies\b|\bthat whose\b|\byou's\b|\bit's \b"
        r"|'s \w+ is (?:yes|no)\b|\bmarked “"
    )
    assert not clumsy.findall(whole)
    for heading in re.findall(r"^#+ (.+?)(?: \{.*)?$", whole, re.MULTILINE):
        definitions = compilation.game.definitions if compilation.game is not None else {}
        assert heading not in definitions, f"{name}: a helper is a heading"


def test_an_aid_tells_the_turn_in_place_and_what_ends_the_game() -> None:
    compilation = load("leaps.gdl", MemoryProvider({"leaps.gdl": GAME}))
    told = plain(aid.generated(compilation))
    assert "Choose one of your Pegs on the Field to move" in told and "Resolve" not in told
    assert "### Leaping" not in told, "a turn of one phase is that phase"
    assert "there have been 20 Calm Turns" in told and "You lose if you cannot move" in told


def test_an_aid_tells_what_actions_need_and_no_worked_example() -> None:
    shop = load("classics/harbour_ledger.gdl", FolderProvider(RULESETS))
    told = plain(aid.generated(shop))
    assert "- **Play**: Choose a Card in your Hand" in told
    assert "only if your Actions are at least 1" in told
    passage = (
        "Count.\n\n**Example: All hearts** [§](#x)\n\n![A strip](pictures/example-all-hearts.svg)\n\n"
        "![The board](pictures/board.svg)\n\nThen **stop**.\n"
    )
    assert aid.without_examples(passage) == "Count.\n\n![The board](pictures/board.svg)\n\nThen **stop**.\n"
