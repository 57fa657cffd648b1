"""Directions: turns, one step, lines, and what is asked with something, played in small games."""

import pytest
from playing import played

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Turned"
  players 2
  limit 20 turns
values Heading: {values}, clockwise
kind Square
  Wall towards each Heading: yes or no, starts no
  Plate for each 2 to 4: 0 to 9, starts 0
board Floor: 5 by 5 Square, touching in {number} directions
kind Robot, 1 for each player
  Facing: a Heading, starts {first}
  Goal: a Heading or none, starts none
  Score: 0 to 20, starts 0
turn of each player
  Play
the game ends when some Robot is Done
  the player wins
a Robot is Done if its Score is at least 20
a Square is Taken if some Robot is on it
a Square is Shut towards a Heading as the way if its Wall towards the way is yes
rule Wait
  choose one
    "Wait"
      stop
    "Score" if my Robot's Score is at least 19
      my Robot's Score gains 1 if possible
rule Note with 0 to 9 as the points
  my Robot's Score gains the points if possible
  do Wait
"""
COMPASS = {
    4: "North, East, South, West",
    6: "Up, Up-Right, Right, Down, Down-Left, Left",
    8: "North, Nor-East, East, Sou-East, South, Sou-West, West, Nor-West",
}


def compiled(text: str, number: int = 4) -> Compilation:
    values = COMPASS[number]
    game = GAME.format(values=values, number=number, first=values.split(",")[0])
    return load("turned.gdl", MemoryProvider({"turned.gdl": game + text}))


def told(text: str, *choices: str, number: int = 4) -> list[str]:
    return played(compiled(text, number), *choices)


def score(text: str, *choices: str, number: int = 4) -> list[str]:
    return [one for one in told(text, *choices, number=number) if "Score" in one]


@pytest.mark.parametrize(
    ("number", "way", "turned"),
    [
        (4, "North turned left", "West"),
        (4, "West turned right", "North"),
        (4, "East turned around", "West"),
        (6, "Up turned right", "Up-Right"),
        (6, "Right turned around", "Left"),
        (8, "North turned left", "Nor-West"),
        (8, "North turned around turned right", "Sou-West"),
    ],
)
def test_turns_go_along_the_compass(number: int, way: str, turned: str) -> None:
    text = f"phase Play\n  put my Robot onto a Square\n  do Note with 1 if {way} is {turned}\n  do Wait\n"
    assert score(text, "r3c3", number=number) == ["Player 1's Score: 0 → 1"]


@pytest.mark.parametrize(
    ("condition", "points"),
    [
        ("the Square beside my Robot towards North is empty", 0),
        ("the Square beside my Robot towards South is empty", 1),
        ("the Square beside my Robot towards North is not empty", 1),
        ("Lost is on the Square beside my Robot towards North", 0),
        ("my Robot's Square is in the line from my Robot towards South", 0),
        ("the Square beside my Robot towards South is in the line from my Robot towards South", 1),
        ("my Robot's Square is on my Robot's Square", 1),
    ],
)
def test_beyond_the_rim_nothing_stands_and_nothing_is_empty(condition: str, points: int) -> None:
    text = f"""kind Tool, 1 of them
  Worn: yes or no, starts no
phase Play
  put my Robot onto a Square
  do Note with 1 if {condition}
  do Wait
""".replace("Lost", "Tool")
    assert len(score(text, "r1c3")) == points


@pytest.mark.parametrize(
    ("number", "way", "spot"),
    [
        (4, "North", "r2c3"),
        (4, "East", "r3c4"),
        (4, "South", "r4c3"),
        (4, "West", "r3c2"),
        (6, "Up", "r2c3"),
        (6, "Up-Right", "r2c4"),
        (6, "Right", "r3c4"),
        (6, "Down", "r4c3"),
        (6, "Down-Left", "r4c2"),
        (6, "Left", "r3c2"),
        (8, "Nor-East", "r2c4"),
        (8, "Sou-East", "r4c4"),
        (8, "Sou-West", "r4c2"),
        (8, "Nor-West", "r2c2"),
    ],
)
def test_a_step_leads_to_the_space_beside(number: int, way: str, spot: str) -> None:
    text = f"""phase Play
  put my Robot onto a Square
  move my Robot to the Square beside my Robot towards {way}
  do Wait
"""
    assert spot in told(text, "r3c3", number=number)[-1]


def test_beyond_the_rim_there_is_nothing() -> None:
    text = """phase Play
  put my Robot onto a Square
  do Note with 1 if the Square beside my Robot towards North is none
  do Wait
"""
    assert score(text, "r1c3") and not score(text, "r2c3")


def test_none_is_no_direction() -> None:
    text = """phase Play
  put my Robot onto a Square
  do Note with 1 if the Square beside my Robot towards my Robot's Goal is none
  do Note with 2 if my Robot's Goal turned left is none
  do Note with 4 if my Robot's Square is not Shut towards my Robot's Goal
  do Note with 8 if no Square of the line from my Robot towards my Robot's Goal is empty
"""
    assert score(text, "r3c3", "Wait", "Wait", "Wait")[-1].endswith("→ 15")


LINE = """phase Play
  put my Robot onto a Square
  if some Robot that is other is on Floor
    each Square of the line from my Robot towards East {bound}
      my Robot's Score gains its column if possible
  do Wait
"""


@pytest.mark.parametrize(
    ("bound", "points"),
    [
        ("", 14),
        ("while it is empty", 5),
        ("while it is not Taken", 5),
        ("until it is Taken", 9),
        ("until it is not empty", 9),
        ("until it is Shut towards East", 14),
        ("while it is not Shut towards East", 14),
    ],
)
def test_a_line_ends_as_it_says(bound: str, points: int) -> None:
    found = score(LINE.format(bound=bound), "r3c4", "Wait", "r3c1")
    assert found[-1].endswith(f"→ {points}")


def test_things_of_a_line_come_in_its_order() -> None:
    text = """phase Play
  put my Robot onto a Square
  if some Robot that is other is on Floor
    each Robot on the line from my Robot towards West
      its Score gains 1 if possible
    each Square of the line from my Robot towards West that is not Shut towards North
      set my Robot's Score to its column
  do Wait
"""
    found = score(text, "r3c1", "Wait", "r3c4")
    assert found == [
        "Player 1's Score: 0 → 1",
        "Player 2's Score: 0 → 3",
        "Player 2's Score: 3 → 2",
        "Player 2's Score: 2 → 1",
    ]


def test_facts_towards_each_and_for_each_number_are_kept_apart() -> None:
    text = """phase Play
  put my Robot onto a Square
  set my Robot's Square's Wall towards East to yes
  set my Robot's Square's Plate for 3 to 5
  do Note with 1 if my Robot's Square is Shut towards North turned right
  do Note with 2 if my Robot's Square is not Shut towards West
  do Note with my Robot's Square's Plate for 3
  do Note with the Plate of my Robot's Square for 4
"""
    found = told(text, "r3c3", "Wait", "Wait", "Wait")
    assert [one for one in found if "Score" in one][-1].endswith("→ 8")
    assert "r3c3's Wall towards East: no → yes" in found and "r3c3's Plate for 3: 0 → 5" in found


def test_a_number_outside_the_range_is_a_rule_error() -> None:
    text = """phase Play
  Number: 0 to 9
  put my Robot onto a Square
  set Number to 9
  do Note with my Robot's Square's Plate for Number
"""
    with pytest.raises(Exception, match="no `Plate` for 9"):
        told(text, "r3c3")


def test_what_is_asked_gets_what_it_is_asked_with() -> None:
    text = """a Robot is In Sight for a Robot as the foe if it is on the line from the foe towards the foe's Facing
the Ahead of a Robot for 0 to 1 as the side towards a Heading as the way is the Square beside it towards the way
amount Danger of a Robot towards a Heading as the way for a Robot as the foe
  starts at 1
  add 2 if the foe is In Sight for it
  add 4 if the way is its Facing
amount Rest for 0 to 9 as the whole for 0 to 9 as the part
  starts at the whole minus the part
phase Play
  put my Robot onto a Square
  if some Robot that is other is on Floor
    each Robot that is In Sight for my Robot
      its Score gains 1
    each Robot that is other
      my Robot's Score gains my Robot's Danger for it towards North if possible
      set my Robot's Score to my Robot's Score plus Rest for 9 for 8
      set its Score to its Danger towards East for my Robot
    move my Robot to the Ahead of my Robot towards West for 1
  do Wait
"""
    found = told(text, "r1c3", "Wait", "r3c3")
    assert [one for one in found if "Score" in one] == [
        "Player 1's Score: 0 → 1",
        "Player 2's Score: 0 → 7",
        "Player 2's Score: 7 → 8",
    ]
    assert "r3c2" in found[-1]


def test_exceptions_to_what_is_asked_with_something() -> None:
    text = """exception to Shut when it is corner and the way is North
  a Square is Shut if its Plate for 2 is 0
exception to Shut when it is central
  a Square is Shut towards a Heading as the side if the side is West
phase Play
  put my Robot onto a Square
  do Note with 1 if my Robot's Square is Shut towards North
  do Note with 2 if my Robot's Square is Shut towards West
  do Wait
"""
    assert score(text, "r1c1", "Wait")[-1].endswith("→ 1")
    assert score(text, "r3c3", "Wait")[-1].endswith("→ 2")
    assert not score(text, "r2c2")


def test_a_thing_is_turned() -> None:
    text = """phase Play
  turn my Robot left
  turn my Robot around
  turn a Robot to a Heading, asking "Which, and where?"
  do Note with 1
"""
    found = [one for one in told(text) if "Facing" in one]
    assert found == ["Player 1's Facing: North → West", "Player 1's Facing: West → East"]


def test_rules_take_directions() -> None:
    text = """rule Step with a Robot as the robot, a Heading as the way, 1 to 3 as the number
  repeat up to the number times
    move the robot to the Square beside the robot towards the way
phase Play
  put my Robot onto a Square
  do Step with my Robot and my Robot's Facing turned right and 2
  do Wait
"""
    assert "r3c4" in told(text, "r3c2")[-1]


def test_what_a_rule_is_done_with_first_is_it() -> None:
    text = """phase Play
  put my Robot onto a Square
  do March with my Robot towards South for 2
  do Note with my Robot's Square's row
  do Wait
rule March with a Robot for 1 to 3 as the number towards a Heading as the way
  repeat up to the number times
    do Go with it towards the way
rule Go with a Robot as the robot towards a Heading as the way
  set its Facing to the way
  move the robot to the Square beside it towards its Facing
"""
    assert score(text, "r1c3") == ["Player 1's Score: 0 → 3"]


def test_what_a_rule_is_asked_with_is_told_from_what_its_thing_is_asked_with() -> None:
    text = """the Ahead of a Square towards a Heading as the way is the Square beside it towards the way
phase Play
  put my Robot onto a Square
  do Look with my Robot's Square's Ahead towards South towards East
  do Look with the Ahead of my Robot's Square towards South towards East
  do Look Back towards West
  do Wait
rule Look with a Square towards a Heading as the way
  do Note with (its Ahead towards the way)'s column
rule Look Back towards a Heading as the way
  do Note with 1 if my Robot's Square's Ahead towards the way is none
"""
    assert [one.split(": ")[1] for one in score(text, "r1c1", "Wait", "Wait")] == ["0 → 2", "2 → 4", "4 → 5"]


def test_several_things_are_turned() -> None:
    text = """phase Play
  turn all Robots right
  turn up to 2 Robots to West
  do Note with 1
"""
    found = [one for one in told(text, "Player 1's Robot", "Done") if "Facing" in one]
    assert found == [
        "Player 1's Facing: North → East",
        "Player 2's Facing: North → East",
        "Player 1's Facing: East → West",
    ]


def test_effects_of_a_table_take_directions() -> None:
    text = """kind Card from "cards.yaml"
  Does: an Effect
  Open towards each Heading: yes or no
deck Pack: all Cards
effect Shift with a Heading as the way, 1 to 3 as the steps "shift"
  repeat up to the steps times
    move my Robot to the Square beside my Robot towards the way
phase Play
  put my Robot onto a Square
  apply (the next Card of Pack)'s Does if (the next Card of Pack)'s Open towards North turned left is yes
  do Wait
"""
    table = """- Name: Alpha
  Does: {Shift: [East, 2]}
  Open: {North: false, East: false, South: false, West: true}
"""
    game = GAME.format(values=COMPASS[4], number=4, first="North")
    made = load("turned.gdl", MemoryProvider({"turned.gdl": game + text, "cards.yaml": table}))
    executor = made.executor()
    state, _ = executor.initial(Setting(2, 1))
    decision = executor.decision(state)
    assert decision is not None
    events = executor.apply(state, next(k for k, one in enumerate(decision.choices) if one.label == "r3c1"))
    assert "r3c3" in events[-1].text


def test_exceptions_to_an_amount_know_what_it_is_asked_with() -> None:
    text = """amount Worth of a Robot towards a Heading as the side
  starts at 1
exception to Worth when the side is East
  starts at 4
  add 1 if its Facing is the side
phase Play
  put my Robot onto a Square
  turn my Robot to East
  do Note with my Robot's Worth towards East
  do Note with my Robot's Worth towards North
"""
    assert score(text, "r3c3", "Wait")[-1].endswith("→ 6")


def test_a_fact_of_a_phase_for_each_number() -> None:
    text = """phase Play
  Bid for each 3 to 5: 0 to 9
  put my Robot onto a Square
  set Bid for 4 to 7
  Bid for 4 gains 1
  do Note with Bid for 4
  do Note with Bid for 3
"""
    assert score(text, "r3c3", "Wait")[-1].endswith("→ 8")
