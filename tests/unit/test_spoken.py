"""`the Robot` is the one that is spoken of: what is meant, what is told when it is not clear, and how it plays."""

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.source import MemoryProvider
from tests.playing import played

GAME = """edition 1
game "Spoken"
  players 2
  limit 9 turns
values Way: North, East, South, West, clockwise
values Tool: Drill, Saw
kind Square
board Floor: 3 by 3 Square, touching in 4 directions
kind Robot, 1 for each player
  Facing: a Way, starts East
  Has for each Tool: yes or no, starts yes
  Score: 0 to 20, starts 0
kind Hammer, 1 of them
  Weight: 0 to 9, starts 2
setup
  each player
    put my Robot onto random empty Square
turn of each player
  Play
the game ends when some Robot is Done
  the player wins
a Robot is Done if its Score is at least 20
rule Mark with 0 to 9 as the points
  my Robot's Score gains the points if possible
rule Wait
  choose one
    "Wait"
      stop
"""


def compiled(text: str) -> Compilation:
    return load("spoken.gdl", MemoryProvider({"spoken.gdl": GAME + text}))


def told(text: str, *choices: str) -> list[str]:
    return played(compiled(text), *choices)


def findings(text: str) -> list[tuple[str, str]]:
    return [
        (one.code.slug, one.message)
        for one in compiled(text).diagnostics
        if one.code.slug in ("two-meant", "unbound-word", "unused-word", "wrong-sentence", "wrong-parameter")
    ]


SCORED = {
    "a rule's parameters": (
        """phase Play
  do Wait
  do Go with my Robot towards South
rule Go with a Robot towards a Way
  set the Robot's Facing to the Way turned left
  do Mark with 3 if the Robot's Facing is East
""",
        3,
    ),
    "a definition's subject and parameter": (
        """phase Play
  do Wait
  do Mark with 4 if my Robot is Armed for Saw
a Robot is Armed for a Tool if the Robot's Has for the Tool is yes
""",
        4,
    ),
    "a parameter with a word does not count": (
        """phase Play
  do Wait
  each other player
    do Meet with my Robot for (the first player's Robot)
rule Meet with a Robot for a Robot as the guest
  the Robot's Score gains 1 if possible
  the guest's Score gains 5 if possible
""",
        5,
    ),
    "each, and after it what was spoken of before": (
        """phase Play
  do Wait
  do Go with my Robot
rule Go with a Robot
  each Tool
    do Mark with 2 if the Robot's Has for the Tool is yes
  do Mark with 1 if the Robot is my Robot
""",
        5,
    ),
    "what was chosen": (
        """phase Play
  do Wait
  choose 1 random Tool that is Useful for my Robot
    otherwise stop
  do Mark with 6 if the Tool is Saw
a Tool is Useful for a Robot if the Robot's Has for the Tool is yes and the Tool is Saw
""",
        6,
    ),
    "an amount and a property": (
        """phase Play
  do Wait
  do Mark with my Robot's Worth towards East
the Behind of a Robot is the Robot's Facing turned around
amount Worth of a Robot towards a Way
  starts at 1
  add 6 if the Robot's Behind is the Way turned around
""",
        7,
    ),
    "an exception, with and without words of its own": (
        """phase Play
  do Wait
  do Mark with 1 if my Robot is Fit for Saw
  do Mark with 2 if my Robot is Fit for Drill
a Robot is Fit for a Tool if the Robot's Has for the Tool is no
exception to Fit when the Robot's Has for the Tool is yes
  a Robot is Fit for a Tool as the thing if the thing is Drill and the Robot is my Robot
""",
        2,
    ),
    "an event and its exception": (
        """phase Play
  do Wait
  put my Robot onto random empty Square
whenever Came: a Robot enters a Square
  the Robot's Score gains 1 if possible
exception to Came when the Robot's owner is the first player
  the Robot's Score gains 8 if possible
""",
        16,
    ),
    "what moves together": (
        """phase Play
  do Wait
  together move each Robot to the Square beside the Robot towards the Robot's Facing
    stays if the Robot is not my Robot
    then
      the Robot's Score gains 1 if possible
  my Robot's Score gains 2 if possible
""",
        3,
    ),
    "one of a kind, if no other is spoken of": (
        """phase Play
  do Wait
  do Mark with the Hammer's Weight
""",
        2,
    ),
    "a space that has the one spoken of": (
        """phase Play
  do Wait
  each Robot
    do Mark with 1 if my Robot's Square has the Robot
""",
        1,
    ),
    "an action": (
        """phase Play
  do Wait
  my Robot's Score gains 9 if possible
  open Bench
window Bench
  first the first player: at most 1 of Polish
action Polish: a friendly Robot
  only if the Robot's Score is 9
  the Robot's Score gains 1 if possible
""",
        10,
    ),
}


@pytest.mark.parametrize("name", SCORED)
def test_what_is_meant(name: str) -> None:
    text, score = SCORED[name]
    assert findings(text) == []
    choices = ("Wait", "Polish: Robot r2c1") if "action" in name else ("Wait",)
    lines = [line for line in told(text, *choices) if "Score" in line]
    assert lines[-1:] == [f"Player 1's Score: {lines[-1].split()[3]} → {score}"], lines


PLAY = "phase Play\n  do Wait\n"
UNCLEAR = {
    "a Robot is Near for a Robot if the Robot is next to it": "two-meant",
    "rule Go with a Robot, a Robot\n  the Robot's Score gains 1": "two-meant",
    "rule Go with a Robot\n  each Robot\n    the Robot's Score gains 1": "two-meant",
    "rule Go\n  choose a Tool\n  choose a Tool\n  do Mark with 1 if the Tool is Saw": "two-meant",
    "rule Go\n  each Robot\n    do Wait\n  the Robot's Score gains 1": "unbound-word",
    "rule Go with a Robot as the mover\n  the Robot's Score gains 1": "unbound-word",
    "rule Go\n  do Mark with 1 if my Robot's Facing is the Way": "unbound-word",
    "rule Go\n  if my Robot is Done\n    choose a Tool\n  do Mark with 1 if the Tool is Saw": "unbound-word",
    "rule Go\n  choose up to 2 Tools": "wrong-sentence",
    'rule Go\n  choose a player, asking "Whom?"': "wrong-sentence",
    "rule Go for a player\n  do Wait": "wrong-parameter",
    "rule Go with a Robot as the mover\n  its Score gains 1": "unused-word",
    "a Robot is Near for a Robot as the foe if it is on Floor": "unused-word",
    "rule Go\n  put my Robot onto random empty Square as the spot": "unused-word",
}


@pytest.mark.parametrize("text", UNCLEAR)
def test_what_is_not_clear_is_told_once(text: str) -> None:
    found = [slug for slug, _ in findings(PLAY + text + "\n")]
    errors = [one for one in compiled(PLAY + text + "\n").diagnostics if one.severity is Severity.ERROR]
    assert UNCLEAR[text] in found
    assert len(errors) <= 1


def test_both_places_are_shown_where_two_could_be_meant() -> None:
    made = compiled(PLAY + "a Robot is Near for a Robot if the Robot is next to it\n")
    (found,) = [one for one in made.diagnostics if one.code.slug == "two-meant"]
    assert [label.span.text for label in found.labels] == ["Robot", "Robot", "for a Robot"]
    assert "as the" in (found.help or "")


def test_a_word_that_only_an_exception_says_is_used() -> None:
    text = """phase Play
  do Go with my Robot for Saw
rule Go with a Robot for a Tool as the tool
  do Wait
  do Mark with 1 if the Robot is Done
exception to Go when the tool is Saw
  do Wait
"""
    assert findings(text) == []


def test_the_one_part_of_a_thing_may_be_told_by_its_whole() -> None:
    text = "phase Play\n  do Wait\n  destroy the Arm of my Robot\nkind Arm, {} for each Robot\n"
    assert findings(text.format(1)) == []
    assert [slug for slug, _ in findings(text.format(2))] == ["unbound-word"]
