"""Things are put into places one by one, in secret where the rules say so, and the last one may be taken back."""

import random
from pathlib import Path

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Decision, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.play.bots import GreedyBot, RandomBot
from gekido_dsl.source import MemoryProvider

GAMES = Path(__file__).resolve().parents[1] / "games"
GAME = """edition 1

game "Shelves"
  players 2
  limit 3 turns

kind Rack, 1 for each player
  Marks: 0 to 9, starts 0
kind Shelf, 3 for each Rack
  Number: 1 to 3, numbered
kind Jar from "jars.yaml", 4 for each player
  Size: 1 to 3

pool Stock of each player: all Jars
pool Board of each Shelf, of Jars

turn of each player
  Filling

phase Filling
  arrange all Jars of my Stock into (my Rack's Shelves that are High)'s Boards, asking "What goes where?"
    must be Small, else anywhere
    otherwise do Rest
  choose one
    "Go on"
      stop
    "Win"
      me wins

rule Rest
  my Rack's Marks gains 1 if possible

a Shelf is High if its Number is at least 2
a Jar is Small if its Size is 1
"""
TABLE = """
- {Name: Pot, Size: 1, Copies: 2}
- {Name: Tub, Size: 2}
- {Name: Vat, Size: 3}
"""


def compiled(game: str = GAME) -> Compilation:
    files = {"shelves.gdl": game, "jars.yaml": TABLE}
    return load("shelves.gdl", MemoryProvider(files))


def executor(game: str = GAME) -> Interpreter:
    made = compiled(game)
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.executor()


def asked(x: Interpreter, state: State) -> Decision:
    decision = x.decision(state)
    assert decision is not None
    return decision


def take(x: Interpreter, state: State, *labels: str) -> list[str]:
    """Chooses by labels, and gives what is offered then."""
    for label in labels:
        x.apply(state, [choice.label for choice in asked(x, state).choices].index(label))
    return [choice.label for choice in asked(x, state).choices]


def test_places_are_filled_in_order_and_like_things_are_offered_once() -> None:
    x = executor()
    state, _ = x.initial(Setting(2, 1))
    assert asked(x, state).prompt == "What goes where?"
    assert take(x, state) == ["Pot"]
    assert take(x, state, "Pot") == ["Pot", "Take back"]
    assert take(x, state, "Pot") == ["Take back", "Done"]
    boards = [shelf.places[0].count for shelf in x.observe(state, 0).players[0].things[0].parts]
    assert boards == [0, 1, 1]
    assert take(x, state, "Done") == ["Go on", "Win"]


def test_a_ladder_narrows_what_may_come_next() -> None:
    x = executor(GAME.replace("  kind", "  kind").replace("Size: 1, Copies", "Size: 1, Copies"))
    state, _ = x.initial(Setting(2, 1))
    take(x, state, "Pot", "Pot", "Done", "Go on")  # the first player
    take(x, state, "Pot", "Pot", "Done", "Go on")  # the second
    assert take(x, state) == ["Go on", "Win"]  # all places are full, which is what `otherwise` is for
    assert x.observe(state, 0).players[0].things[0].facts["Marks"] == "1"


def test_taking_back_leaves_everything_as_it_was() -> None:
    x = executor(GAME.replace("    must be Small, else anywhere\n", ""))
    state, _ = x.initial(Setting(2, 1))
    assert take(x, state) == ["Pot", "Tub", "Vat"]
    before = x.snapshot(state)
    again = x.snapshot(x.restore(before))
    assert take(x, state, "Tub") == ["Pot", "Vat", "Take back"]
    assert take(x, state, "Take back") == ["Pot", "Tub", "Vat"]
    assert x.snapshot(state) == before == again
    assert take(x, state, "Vat", "Pot", "Take back", "Take back") == ["Pot", "Tub", "Vat"]
    assert x.snapshot(state) == before


def test_no_more_is_offered_than_two_besides_the_things() -> None:
    game = load("relay.gdl", FolderProvider(GAMES))
    x = game.executor()
    for seed in range(5):
        state, _ = x.initial(Setting(3, seed))
        bots = [RandomBot(seed + seat) for seat in range(3)]
        taken = 0
        while (decision := x.decision(state)) is not None:
            names = [choice.label for choice in decision.choices]
            assert len(names) <= 5 + 2
            assert [choice.takes_back for choice in decision.choices] == [
                name == "Take back" for name in names
            ]
            chosen = bots[decision.seat].choose(x, state, decision, taken)
            assert names[chosen] != "Take back"
            x.apply(state, chosen)
            taken += 1


def test_a_greedy_player_never_takes_back() -> None:
    x = load("relay.gdl", FolderProvider(GAMES)).executor()
    state, _ = x.initial(Setting(2, 3))
    bot = GreedyBot(4, worlds=2, playouts=6, depth=4)
    for taken in range(12):
        decision = asked(x, state)
        chosen = bot.choose(x, state, decision, taken)
        assert not decision.choices[chosen].takes_back
        x.apply(state, chosen)


def test_a_program_in_secret_is_told_to_its_owner_alone() -> None:
    x = load("relay.gdl", FolderProvider(GAMES)).executor()
    state, _ = x.initial(Setting(2, 1))
    seat = asked(x, state).seat
    label = asked(x, state).choices[0].label
    told = x.apply(state, 0)
    assert [event.read_by(seat) for event in told] == [f"{label} moves to Player {seat + 1}'s Leg 1's Slot"]
    assert {event.text for event in told} == {""}
    for other in (1 - seat, None):
        leg = x.observe(state, other).players[seat].things[0].parts[0]
        assert (leg.places[0].count, leg.places[0].things) == (0, None)
    own = x.observe(state, seat).players[seat].things[0].parts[0].places[0].things
    assert own is not None and [thing.name for thing in own] == [label]


def test_a_sampled_world_does_not_know_the_program() -> None:
    x = load("relay.gdl", FolderProvider(GAMES)).executor()
    state, _ = x.initial(Setting(2, 1))
    first = asked(x, state).seat
    drawn = {choice.label for choice in asked(x, state).choices}
    while asked(x, state).seat == first:
        x.apply(state, asked(x, state).forward[0])
    found = set()
    for seed in range(60):
        world = x.sample(state, 1 - first, seed)
        while asked(x, world).seat != first:
            x.apply(world, asked(x, world).forward[0])
        x.apply(world, random.Random(seed).randrange(x.count(world)))
        leg = x.observe(world, first).players[first].things[0].parts[0].places[0].things
        assert leg is not None
        found.add(leg[0].name)
    assert found == drawn, "all drew the same cards, and any of them may be the first"


ARRANGE = "arrange all Jars of my Stock into (my Rack's Shelves that are High)'s Boards, asking \"What goes where?\""


@pytest.mark.parametrize(
    ("sentence", "fine"),
    [
        ("arrange Jars of my Stock into my Rack's Shelves", True),
        ("arrange Jars of my Stock into the Boards of my Rack's Shelves that are High", True),
        ("arrange Jars of my Stock into my Stock", True),
        ("arrange Jars of my Stock", False),
        ("arrange a Jar of my Stock into my Rack's Shelves", False),
        ("arrange Jars of my Stock into my Rack", False),
        ("arrange my Rack into my Rack's Shelves", False),
        ("may arrange Jars of my Stock into my Rack's Shelves", False),
    ],
)
def test_what_can_be_arranged_into_what(sentence: str, fine: bool) -> None:
    found = compiled(GAME.replace(ARRANGE, sentence)).diagnostics
    assert ("wrong-sentence" in [one.code.slug for one in found]) is not fine, [one.message for one in found]


def test_it_waits_for_all_choices_so_none_is_tried_for_what_it_leaves() -> None:
    leaving = f"{ARRANGE}\n    must leave no friendly Rack that is Full\n  do Rest\n\na Rack is Full if its Marks is 9"
    found = compiled(
        GAME.split("phase Filling")[0] + f"phase Filling\n  {leaving}\n\n" + GAME[GAME.index("rule Rest") :]
    )
    assert [one.message for one in found.diagnostics] == [
        "`must leave` asks what a sentence brings about, and `arrange` waits for all choices"
    ]
