"""A position of a match becomes a situation of a part of the turn, so that its chances can be told.

Invariants:
    What is open is found by where the running rules stand, never by what anything is called.
    What whoever asks may not see has no part in it: where something hidden counts, nothing is told.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from gekido_dsl.ground import knowledge
from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, IntType, ThingType
from gekido_dsl.odds.graph import Body, Node
from gekido_dsl.odds.machine import Machine
from gekido_dsl.odds.resuming import Running
from gekido_dsl.odds.scope import (
    OTHER,
    ROLLER,
    UNKNOWN,
    Columns,
    Die,
    Mine,
    NotExact,
    NotOpen,
    RowOf,
    State,
    with_fact,
)


def rows_of(s: Position, kinds: Sequence[m.Kind], player: int, reader: int) -> dict[str, int]:
    """Tells which row of each kind is a player's own; the first where they have none.

    Raises:
        NotExact: the reader may not know it.
    """
    found = {}
    for kind in kinds:
        own = [thing for thing in s.layout.things[kind.name] if s.owner(thing) == player]
        if own and not knowledge.knows(s, reader, own[0]):
            raise NotExact(f"it depends on a {kind.name} that lies hidden")
        found[kind.name] = s.layout.row_of[own[0]] if own else 0
    return found


def roller_of(procedures: Sequence[m.Procedure], stack: Sequence[Running]) -> int:
    """Tells who rolls in a part of the turn that runs.

    Raises:
        NotExact: it does not run.
    """
    inside = {id(one) for one in procedures}
    for running in stack:
        if id(running.decl) in inside:
            return int(running.locals[0])
    raise NotOpen(f"{procedures[0].title or procedures[0].name} is not under way")


def situation(
    machine: Machine, s: Position, stack: Sequence[Running], player: int, reader: int
) -> tuple[Node, State]:
    """Finds the node where the rules stand, and how dice and facts are.

    Args:
        reader: the seat of whoever asks.
    Raises:
        NotExact: nothing is open there that the dice decide, or the reader may not see what it depends on.
    """
    node = machine.where(stack)
    for running in stack if machine.carried else ():
        used = running.decl.item if isinstance(running.decl, m.Procedure) else None
        if isinstance(used, ThingType) and not knowledge.knows(s, reader, running.locals[1]):
            raise NotExact(f"it depends on a {used.kind.name} that lies hidden")
    state: State = (_columns(machine, s, player, reader), tuple(machine.scope.starts))
    for key, number in machine.scope.keys.items():
        kind = key[0] if isinstance(key, tuple) else key
        if kind in ("cell", "field"):
            state = with_fact(state, number, _value(machine, s, key[1], number, (player, reader)))  # type: ignore[index]
        elif kind == "window" and machine.carried:
            state = with_fact(state, number, UNKNOWN)
    for key, running in machine.running.items():
        for number, value in _given(machine, running, machine.bodies[key], reader):
            state = with_fact(state, number, value)
    for number, (loop, times, key) in machine.counted.items():
        if number >= 0 and key in machine.running:
            most, left = times(state, {}), machine.running[key].locals[loop.counter]
            if isinstance(most, int) and isinstance(left, int):
                state = with_fact(state, number, max(0, most - left))
    return node, state


def _given(machine: Machine, running: Running, body: Body, reader: int) -> Iterator[tuple[int, int]]:
    """Gives the numbers and values that a rule was given, for whoever carries it out."""
    assert isinstance(running.decl, m.Procedure)
    for place, param in enumerate(running.decl.params):
        number = machine.scope.keys.get(body.frame.get(place + 1), -1)
        if number >= 0 and running.locals[0] == reader and isinstance(param.type, IntType | EnumType):
            yield number, running.locals[place + 1]


def _columns(machine: Machine, s: Position, player: int, reader: int) -> Columns:
    scope, layout = machine.scope, s.layout
    columns = [[0] * len(scope.places) for _ in range(scope.none + 1)]
    for number, place in enumerate(scope.places):
        here = layout.place_of.get((place.name, NONE), layout.place_of.get((place.name, player)))
        for die in s.contents[here] if here is not None else ():
            if layout.kind_of[die] is not scope.die:
                continue
            face = s.cells[layout.face_cell + die]
            known = number not in machine.bags and face in scope.faces
            if known and not knowledge.knows(s, reader, die):
                raise NotExact("some of the dice lie hidden")
            shown = known and die not in machine.rolling
            columns[scope.faces.index(face) if shown else scope.none][number] += 1
    return tuple(map(tuple, columns))


def _value(machine: Machine, s: Position, key: int, number: int, seats: tuple[int, int]) -> Any:
    """Gives what a fact is, as the graph knows it, with the one who rolls and the one who asks."""
    player, reader = seats
    layout, scope = s.layout, machine.scope
    keepers: list[m.Kind | m.Procedure] = [*layout.game.phases.values(), *layout.game.kinds.values()]
    for owner in keepers:
        for fact in owner.fields.values():
            if id(fact) != key:
                continue
            if isinstance(owner, m.Kind):
                own = [thing for thing in layout.things[owner.name] if s.owner(thing) == player]
                if own and not knowledge.may_see(s, fact.seen, own[0], reader):
                    raise NotExact(f"it depends on {fact.name}, which is hidden")
                value = s.cells[layout.fact_cell(own[0], fact)] if own else NONE
            else:
                value = s.cells[layout.field_cell[id(owner), fact.name]]
            if not isinstance(fact.type, ThingType) or value == NONE:
                return value
            if fact.type.kind is scope.die:
                return _die(machine, s, value, number)
            if fact.type.kind.rows and len(layout.things[fact.type.kind.name]) > 0 and s.owner(value) != NONE:
                return Mine(fact.type.kind, ROLLER if s.owner(value) == player else OTHER)
            return RowOf(fact.type.kind, layout.row_of[value])
    return scope.starts[number]


def _die(machine: Machine, s: Position, die: int, number: int) -> Any:
    scope, layout = machine.scope, s.layout
    lies = layout.place_names[s.where[die]] if s.where[die] != NONE else None
    for at, place in enumerate(scope.places):
        if s.where[die] == layout.place_of.get((place.name, NONE)):
            if at in machine.bags:
                return Die(at, scope.none)
            if die in machine.rolling:
                return Die(at, scope.none, number)
            return Die(at, scope.faces.index(s.cells[layout.face_cell + die]), number)
    raise NotExact(f"a die that the rules follow lies where nobody looks: {lies}")
