"""Hidden facts of things: whom chance took nobody is told, and in sampled worlds the counts hold that all know."""

from collections import Counter
from functools import cache

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Traitors"
  players 3 to 5
  limit 9 turns
values Part: Loyal, Traitor or Spy
kind Seat, 1 for each player
  Role: a Part, starts Loyal, seen by SEEN
  Points: 0 to 9, starts 0
setup
SETUP
turn of each player
  Doing
phase Doing
  my Seat's Points gains 1 if possible
  may "Go on"
LINES
the game ends when some Seat is Done
  nobody wins
a Seat is Done if its Points is 9
a Seat is Faithful if its Role is Loyal
"""
RANDOM = "set random Seat's Role to Traitor"
SECOND = "set (random Seat that is Faithful)'s Role to "


@cache
def game(setup: str, lines: str = "stop", seen: str = "its owner") -> Interpreter:
    text = GAME.replace("SEEN", seen)
    text = text.replace("SETUP", "\n".join(f"  {line}" for line in setup.splitlines()))
    text = text.replace("LINES", "\n".join(f"    {line}" for line in lines.splitlines()))
    compilation = load("traitors.gdl", MemoryProvider({"traitors.gdl": text}))
    assert compilation.game is not None, [one.message for one in compilation.diagnostics]
    return compilation.executor()


def begun(x: Interpreter, seed: int = 1, players: int = 4) -> tuple[State, list[Event]]:
    return x.initial(Setting(players, seed))


def roles(x: Interpreter, state: State) -> tuple[int, ...]:
    first = state.program.layout.field_cell[id(x.game.kinds["Seat"]), "Role"]
    return tuple(state.cells[first : first + state.program.layout.players])


def worlds(x: Interpreter, state: State, seat: int, most: int = 150) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for seed in range(most):
        world = x.sample(state, seat, seed)
        assert x.observe(world, seat) == x.observe(state, seat)
        found[roles(x, world)] += 1
    return found


def read(events: list[Event], seat: int | None) -> list[str]:
    return [told for event in events if event.kind == "set" and (told := event.read_by(seat))]


def test_nobody_but_the_one_whom_chance_took_learns_who_it_is() -> None:
    x = game(RANDOM)
    taken = set()
    for seed in range(12):
        state, events = begun(x, seed)
        traitor = roles(x, state).index(1)
        taken.add(traitor)
        for seat in (0, 1, 2, 3, None):
            own = f"Player {traitor + 1}'s Role: Loyal → Traitor"
            assert read(events, seat)[0] == (own if seat == traitor else "a Seat's Role is set")
            for reader in range(4):
                if seat is not None:
                    facts = x.observe(state, seat).players[reader].things[0].facts
                    assert ("Role" in facts) is (seat == reader)
    assert len(taken) == 4


def test_there_is_one_traitor_in_every_world() -> None:
    x = game(RANDOM)
    state, _ = begun(x)
    traitor = roles(x, state).index(1)
    assert set(worlds(x, state, traitor)) == {roles(x, state)}
    other = (traitor + 1) % 4
    found = worlds(x, state, other)
    assert len(found) == 3 and all(sum(one) == 1 and one[other] == 0 for one in found)
    assert min(found.values()) > 25


@pytest.mark.parametrize("seen", ["its owner", "nobody"])
def test_what_lies_where_does_not_show_in_the_sample(seen: str) -> None:
    """Two matches that look the same to a seat give it the same worlds for the same seed."""
    x = game(RANDOM, "stop", seen)
    states = [begun(x, seed)[0] for seed in range(12)]
    for state in states:
        state.rng.state = states[0].rng.state
    alike = [one for one in states if x.observe(one, 0) == x.observe(states[0], 0)]
    assert len({roles(x, one) for one in alike}) > 1
    for seed in range(20):
        assert len({tuple(x.sample(one, 0, seed).cells) for one in alike}) == 1


@pytest.mark.parametrize(
    ("setup", "wanted"),
    [
        (f"{RANDOM}\n{SECOND}Spy", {(0, 0, 1, 2)}),
        (f"{RANDOM}\n{SECOND}Traitor", {(0, 0, 1, 1)}),
        (f"repeat up to 2 times\n  {SECOND}Traitor", {(0, 0, 1, 1)}),
        ("set the second player's Seat's Role to Spy\nset the third player's Seat's Role to Traitor", {(0, 0, 1, 2)}),
    ],
)  # fmt: skip
def test_counts_hold_where_the_rules_tell_them(setup: str, wanted: set[tuple[int, ...]]) -> None:
    x = game(setup)
    state, _ = begun(x)
    for seat in range(4):
        assert {tuple(sorted(one)) for one in worlds(x, state, seat)} == wanted


@pytest.mark.parametrize(
    ("setup", "lines"),
    [
        (f"{RANDOM}\n{RANDOM}", "stop"),  # whether it was the same one, nobody knows
        (RANDOM, "set my Seat's Role to Loyal"),  # two values, and not only in the set-up
        ("secretly each player\n  set my Seat's Role to a Part", "stop"),
        ("set random Seat's Role to random Part", "stop"),
        ("secretly each player\n  may set my Seat's Role to Traitor", "stop"),
    ],
)  # fmt: skip
def test_counts_that_would_tell_something_are_not_kept(setup: str, lines: str) -> None:
    x = game(setup, lines)
    state, _ = begun(x)
    while (decision := x.decision(state)) is not None and decision.secret:
        x.apply(state, 0)
    assert len({tuple(sorted(one)) for one in worlds(x, state, 0)}) > 1


def test_who_was_shown_is_known_until_chance_sets_one_again() -> None:
    x = game(RANDOM, f"show the second player's Seat's Role to me\n{SECOND}Traitor\nstop")
    state, _ = begun(x, 1, 3)
    before = worlds(x, state, 0)
    x.apply(state, 0)
    after = worlds(x, state, 0)
    assert all(sum(one) == 1 for one in before) and all(sum(one) == 2 for one in after)
    assert x.restore(x.snapshot(state)).cells == state.cells


@pytest.mark.parametrize(
    ("line", "slug"),
    [
        ("Number: 1 to 5, numbered, seen by its owner", "wrong-type"),
        ("Colour: Red or Blue, seen by nobody", "wrong-type"),
    ],
)
def test_what_is_printed_is_not_hidden_by_itself(line: str, slug: str) -> None:
    text = GAME.replace("SEEN", "its owner").replace("SETUP", f"  {RANDOM}").replace("LINES", "    stop")
    text = text.replace("  Points:", f"  {line}\n  Points:")
    compilation = load("traitors.gdl", MemoryProvider({"traitors.gdl": text}))
    found = [one for one in compilation.diagnostics if one.code.slug == slug]
    assert found and "is printed" in found[0].message
