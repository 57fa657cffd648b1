"""A question says which of the things at hand it is about, and what lies on spaces and in rows is told apart."""

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Decision, Printed, Setting
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Yard"
  players 2
  limit 1 turns
kind Truck from "trucks.yaml"
  Wheels: 2 to 8
  Miles: 0 to 9, starts 3
  text "it drives"
kind Permit, 1 for each Truck
kind Crate, 9 of them
kind Bay
board Yard: 1 by 3 Bay, touching in 4 directions
pile Heap of each Bay, of Crates, seen by nobody
pile Dock of each Bay, of Crates
box Store: all Crates
deck Office: all Permits
pile Desk of Permits
pool Load of each Truck, of Crates
setup
  move all Permits of Office to Desk
  each Truck
    put it onto an empty Bay, asking "Where does it park?"
      otherwise stop
  each Truck
    move the next Crate of Store to its Bay's Heap
    move the next Crate of Store to its Bay's Dock
turn of each player
  Drive
phase Drive
  each Truck
    do Go with it
  arrange Crates of Store into the Loads of Trucks, asking "What is loaded?"
  me wins
rule Go with a Truck as the truck
  choose one, asking "Does it go?"
    "Go"
      move the truck to an empty Bay, asking "Where to?"
        otherwise stop
    "Wait"
      stop
"""
TRUCKS = """- Name: Red
  Wheels: 6
  Text: Loads much.
- Name: Blue
  Wheels: 4
  Reconstructed: true
"""


def compiled() -> Compilation:
    made = load("yard.gdl", MemoryProvider({"yard.gdl": GAME, "trucks.yaml": TRUCKS}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made


def decisions() -> list[Decision]:
    """Plays the first choice each time."""
    x = compiled().executor()
    state, _ = x.initial(Setting(2, 1))
    made = []
    while (decision := x.decision(state)) is not None:
        made.append(decision)
        x.apply(state, decision.forward[0])
    return made


def test_a_question_names_the_things_at_hand_that_it_speaks_of() -> None:
    assert [decision.asked for decision in decisions()] == [
        "Where does it park? (Red)",
        "Where does it park? (Blue)",
        "Does it go? (Red)",
        "Where to? (Red)",
        "Does it go? (Blue)",
        "Where to? (Blue)",
        "What is loaded? (Red's Load)",
        "What is loaded? (Blue's Load)",
        "What is loaded?",
    ]


def test_cards_are_called_by_what_they_belong_to() -> None:
    x = compiled().executor()
    state, events = x.initial(Setting(2, 1))
    desk = next(place for place in x.observe(state, 0).places if place.name == "Desk")
    assert desk.things is not None
    assert [card.name for card in desk.things] == ["Red's Permit", "Blue's Permit"]
    assert "Red's Permit moves to Desk" in [event.text for event in events]


def test_what_lies_on_a_space_is_seen_and_told() -> None:
    x = compiled().executor()
    state, _ = x.initial(Setting(2, 1))
    x.apply(state, 0)
    events = x.apply(state, 0)
    spaces = {space.label: space.changed for space in x.observe(state, 0).boards[0].spaces}
    assert spaces == {
        "r1c1": {"Heap": "1", "Dock": "Crate"},
        "r1c2": {"Heap": "1", "Dock": "Crate"},
        "r1c3": {},
    }
    assert "Crate moves to r1c1's Heap" in [event.text for event in events]


def test_what_is_printed_is_shown_by_name() -> None:
    x = compiled().executor()
    state, _ = x.initial(Setting(2, 1))
    assert x.printed(state, "red") == [Printed("Red", "Truck", {"Wheels": "6"}, text="Loads much.")]
    assert x.printed(state, "Blue") == [Printed("Blue", "Truck", {"Wheels": "4"}, marks=("reconstructed",))]
    assert x.printed(state, "Truck") == [Printed("Truck", text="it drives")]
    assert x.printed(state, "Green") == []
