"""A sampled world draws the facts anew that a seat may not see, and keeps those that it may."""

import random
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.ground.values import values_of
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"

HUNT = """edition 1
game "Hunt"
  players 2 to 3
  limit 30 turns
values Den: Red or Blue
effect Dig with 1 to 3 as the depth "dig"
  my Seat's Points gains the depth if possible
effect Rest "rest"
  my Seat's Points gains 1 if possible
kind Tile from "tiles.yaml"
  Power: an Effect or none
board Wood: 2 by 2 Tile, touching in 4 directions
  all: Tiles, shuffled
kind Fox, 2 for each player
kind Seat, 1 for each player
  Points: 0 to 20, starts 0
  Prey: a Fox or none, starts none, seen by its owner
  Quarry: a Fox, starts none, seen by its owner
  Rival: a player or none, starts none, seen by its owner
  Foe: a player, starts the first player, seen by its owner
  Lair: a Tile or none, starts none, seen by nobody
  Trick: an Effect or none, starts none, seen by nobody
  Suspect for each Den: a Fox or none, starts none, seen by its owner
turn of each player
  Hunting
phase Hunting
  secretly each player
    set my Seat's Prey to an enemy Fox, asking "Which fox do you hunt?"
    set my Seat's Rival to an enemy player, asking "Who is your rival?"
  secretly each player
    choose a Tile as the tile, asking "Where is your lair?"
    set my Seat's Lair to the tile
    set my Seat's Trick to the tile's Power
    choose a Fox that is not my Seat's Prey as the fox, asking "Which other fox do you suspect?"
    set my Seat's Suspect for Red to the fox
    set my Seat's Quarry to the fox
  each player
    do Look
rule Look
  choose a Fox that is my Seat's Prey and is Sought as the fox, asking "Which fox do you see?"
    otherwise stop
  my Seat's Points gains 2 if possible
  apply my Seat's Trick if my Seat's Trick is not none
the game ends when some Seat is Sly
  the highest player by my Seat's Points wins
a Fox is Sought if its owner is my Seat's Rival
a Seat is Sly if its Points is at least 15
"""
TILES = """- {Name: Hill, Power: {Dig: 1}}
- {Name: Lake, Power: {Dig: 2}}
- {Name: Moor, Power: Rest}
- {Name: Glen, Power: none}
- {Name: Cave, Power: Rest}
- {Name: Pond, Power: none}
"""
SECRETS = ("Prey", "Quarry", "Rival", "Foe", "Lair", "Trick", "Suspect")


@cache
def hunt() -> Interpreter:
    compilation = load("hunt.gdl", MemoryProvider({"hunt.gdl": HUNT, "tiles.yaml": TILES}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    return compilation.executor()


def fact(x: Interpreter, state: State, name: str, seat: int) -> int:
    """Gives a fact of a player's Seat, whoever may see it."""
    layout = state.program.layout
    size = layout.index_size(x.game.kinds["Seat"].fields[name].index)
    return state.cells[layout.field_cell[id(x.game.kinds["Seat"]), name] + seat * size]


def positions(x: Interpreter, players: int, seed: int) -> list[State]:
    """Plays a random match and keeps some of its positions."""
    state, rng, found = x.initial(Setting(players, seed))[0], random.Random(seed), []
    while count := x.count(state):
        if rng.random() < 0.15:
            found.append(state.copy())
        x.apply(state, rng.randrange(count))
    return found


def test_a_secret_sign_is_drawn_anew_and_ones_own_is_kept() -> None:
    x = load("classics/rock_paper_scissors.gdl", FolderProvider(RULESETS)).executor()
    state, _ = x.initial(Setting(2, 1))
    first = x.decision(state)
    assert first is not None
    x.apply(state, 2)
    second = x.decision(state)
    assert second is not None and second.seat != first.seat
    seen = set()
    for seed in range(40):
        world = x.sample(state, second.seat, seed)
        assert x.observe(world, second.seat) == x.observe(state, second.seat)
        x.apply(world, seed % 3)
        again = x.decision(world)
        assert again is not None and again.seat == first.seat, (
            "whoever has decided may do otherwise in the world"
        )
        seen.add(again.choices[seed % 3].label)
        own = x.observe(x.sample(state, first.seat, seed), first.seat).players[first.seat].things[0]
        assert own.facts["Secret Sign"] == "Scissors"
    assert seen == {"Rock", "Paper", "Scissors"}


def test_a_secret_that_names_something_may_be_any_of_it() -> None:
    """The Foxes, the players, the spaces that were laid, the effects in tables; none where the type says so.

    What was never set is as it was at the start, which everybody knows.
    """
    x = hunt()
    state, _ = x.initial(Setting(3, 5))
    while x.turn(state)[0] < 2:
        x.apply(state, 0)
    layout = state.program.layout
    foxes = set(layout.things["Fox"])
    laid = set(state.cells[layout.at_cell["Wood"] :][:4])
    assert laid < set(layout.things["Tile"])
    worlds = [x.sample(state, 0, seed) for seed in range(400)]
    for name, wanted in {
        "Prey": {-1, *foxes},
        "Quarry": foxes,
        "Rival": {-1, 0, 1, 2},
        "Foe": {0},
        "Lair": {-1, *laid},
        "Trick": {-1, 0, 1, 2},
    }.items():
        found = Counter(fact(x, world, name, 1) for world in worlds)
        assert set(found) == wanted, name
        fair = len(worlds) / len(wanted)
        assert all(0.5 * fair < often < 1.6 * fair for often in found.values()), (name, found)
        own = {fact(x, world, name, 0) for world in worlds}
        assert own == (wanted if name in ("Lair", "Trick", "Foe") else {fact(x, state, name, 0)})


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_the_world_looks_the_same_and_goes_on(players: int) -> None:
    x = hunt()
    for seed in range(3):
        for state in positions(x, players, seed):
            before = x.snapshot(state)
            for seat in range(players):
                world = x.sample(state, seat, seed)
                assert x.observe(world, seat) == x.observe(state, seat)
                here, there = x.decision(state), x.decision(world)
                assert here is not None and there is not None
                assert here.seat == there.seat
                if here.seat == seat or not here.secret:
                    assert (here.prompt, here.rule) == (there.prompt, there.rule)
                if here.seat == seat:
                    assert here == there
                rng = random.Random(seed)
                while count := x.count(world):
                    x.apply(world, rng.randrange(count))
                assert x.outcome(world) is not None
            assert x.snapshot(state) == before


@pytest.mark.parametrize("players", [2, 3])
def test_what_is_hidden_does_not_show_in_the_sample(players: int) -> None:
    x = hunt()
    for state in positions(x, players, 7):
        other = x.sample(state, 0, 1)
        other.rng.state = state.rng.state
        for seed in range(3):
            one, two = x.sample(state, 0, seed), x.sample(other, 0, seed)
            assert one.cells == two.cells and one.contents == two.contents


def test_who_is_asked_tells_something() -> None:
    """Player 2 is asked which fox he sees: so his prey is his rival's, in every world."""
    x = hunt()
    seen = set()
    for seed in range(20):
        for state in positions(x, 2, seed):
            decision = x.decision(state)
            assert decision is not None
            if decision.rule == "Look" and decision.seat == 1:
                for k in range(40):
                    world = x.sample(state, 0, k)
                    prey, rival = fact(x, world, "Prey", 1), fact(x, world, "Rival", 1)
                    assert prey != -1 and world.owner(prey) == rival
                    seen.add((prey, rival))
    assert len(seen) == 4


SEALED = """edition 1
game "Sealed"
  players 2
kind Seat, 1 for each player
  Bid: 0 or more, starts 0, seen by its owner
  Gold: 0 or more, starts 0, seen by its owner
  Debt: any number, starts 0, seen by nobody
turn of all players
  Bidding
phase Bidding
  secretly each player
    set my Seat's Bid to a number from 2 to 5
    my Seat's Gold gains a number from 1 to 3
    my Seat's Debt loses my Seat's Bid
the game ends after 3 rounds
  the highest player by my Seat's Gold wins
the game ends when some Seat is Ruined
  nobody wins
a Seat is Ruined if its Debt is less than -90 and its Bid is 5
"""


def test_a_hidden_number_without_a_bound_takes_what_is_plausible() -> None:
    """What is set to it, else a hundred values: worlds list no range of all numbers, nor draw from one."""
    compilation = load("sealed.gdl", MemoryProvider({"sealed.gdl": SEALED}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    x = compilation.executor()
    state, _ = x.initial(Setting(2, 1))
    for choice in (1, 1, 2, 2):
        x.apply(state, choice)
    worlds = [x.sample(state, 0, seed) for seed in range(200)]
    drawn = {name: {fact(x, world, name, 1) for world in worlds} for name in ("Bid", "Gold", "Debt")}
    assert drawn["Bid"] == set(range(6))
    assert drawn["Gold"] <= set(range(100)) and len(drawn["Gold"]) > 50
    assert drawn["Debt"] <= set(range(-50, 50)) and len(drawn["Debt"]) > 50
    layout = state.program.layout
    for name in drawn:
        assert len(values_of(layout, x.game.kinds["Seat"].fields[name])) <= 100
