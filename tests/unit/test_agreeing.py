"""Where players set marks in secret, the worlds of a bot agree with what its seat was told, as often as they should."""

import random
from collections import Counter
from functools import cache
from itertools import product

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.source import MemoryProvider

HUNT = """edition 1
game "Hunt"
  players 2
  limit 20 rounds
kind Field
  Mined: yes or no, starts no, seen by nobody
  Tried: yes or no, starts no
board Ground: 2 by 3 Field, touching in 4 directions
kind Seat, 1 for each player
  Laying: yes or no, starts no
  Found: 0 to 2, starts 0
setup
  set the first player's Seat's Laying to yes
  secretly each player that is Layer
    choose a Field that is not corner as the spot
      otherwise skip
    set the spot's Mined to yes
    choose a Field that is not the spot as the place
      otherwise skip
    set the place's Mined to yes
a player is Layer if my Seat is Laying
turn of each player
  Hunting if my Seat is not Laying
phase Hunting
  choose a Field that is not Tried as the guess
    otherwise stop
  set the guess's Tried to yes
  if the guess is Danger
    announce "hit" at the guess
    my Seat's Found gains 1
  otherwise
    announce "miss" at the guess
a Field is Danger if its Mined is yes
a Seat is Lucky if its Found is 2
the game ends when some Seat is Lucky
  nobody wins
"""


@cache
def hunt() -> Compilation:
    made = load("hunt.gdl", MemoryProvider({"hunt.gdl": HUNT}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made


def ways() -> list[frozenset[int]]:
    """Lists where the two mines may lie, each way as often as chance lays it: the first not in a corner."""
    return [frozenset((spot, other)) for spot, other in product((1, 4), range(6)) if spot != other]


def mines(x: Interpreter, world: object) -> frozenset[int]:
    first = world.program.layout.field_cell[id(x.game.kinds["Field"]), "Mined"]  # type: ignore[attr-defined]
    return frozenset(at for at in range(6) if world.cells[first + at])  # type: ignore[attr-defined]


def test_worlds_are_those_of_enumeration() -> None:
    """As often as by going through all ways that agree with the answers, and never one that does not."""
    x = Interpreter(hunt().game)  # type: ignore[arg-type]
    state, _ = x.initial(Setting(2, 1))
    for choice in (1, 3):  # mines on r2c2 and, of the fields that are left, on the fourth
        x.apply(state, choice)
    true = mines(x, state)
    told = dict[int, bool]()
    for guess in (0, 0):
        asked = x.decision(state)
        assert asked is not None and asked.seat == 1
        field = next(at for at in range(6) if at not in told)
        told[field] = field in true
        x.apply(state, guess)
    possible = Counter(way for way in ways() if all((at in way) == hit for at, hit in told.items()))
    often = Counter(mines(x, x.sample(state, 1, seed)) for seed in range(120))
    assert set(often) == set(possible)
    for way, weight in possible.items():
        expected = 120 * weight / possible.total()
        assert abs(often[way] - expected) < 4 * expected**0.5 + 1, (way, often, possible)


def test_both_executors_draw_the_same_worlds_and_they_depend_on_nothing_hidden() -> None:
    game = hunt().game
    assert game is not None
    x, compiled = Interpreter(game), CompiledExecutor(game, trace=False)
    found = []
    for laid in ((0, 0), (0, 4), (1, 1)):
        state, _ = x.initial(Setting(2, 1))
        other, _ = compiled.initial(Setting(2, 1))
        for choice in laid:
            x.apply(state, choice)
            compiled.apply(other, choice)
        for seed in range(4):
            world = x.sample(state, 1, seed)
            assert x.observe(world, 1) == x.observe(state, 1)
            assert compiled.observe(compiled.sample(other, 1, seed), None) == x.observe(world, None)
        found.append([mines(x, x.sample(state, 1, seed)) for seed in range(20)])
        rng, world = random.Random(1), x.sample(state, 1, 3)
        while count := x.count(world):
            x.apply(world, rng.randrange(count))
    assert found[0] == found[1] == found[2] and len(set(found[0])) > 4


def test_a_state_whose_past_is_not_known_has_worlds_too() -> None:
    x = Interpreter(hunt().game)  # type: ignore[arg-type]
    state, _ = x.initial(Setting(2, 1))
    for choice in (0, 0):
        x.apply(state, choice)
    again = x.restore(x.snapshot(state))
    assert again.past is None and x.observe(x.sample(again, 1, 3), 1) == x.observe(state, 1)
