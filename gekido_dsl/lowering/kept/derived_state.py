"""What follows from the state and is kept up as it changes: each player's thing of a kind, the dice of patterns, and
whether anything changed that the end of the game depends on.

Invariants:
    Whoever changes whose a thing is calls `owner_changed`, whoever moves one `moved`, whoever turns a die `turned`.
    What is kept is derived state: it is saved and taken back with the state.
"""

from dataclasses import replace
from functools import partial

from gekido_dsl.ground.position import Position
from gekido_dsl.lowering.game import patterns
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.sets import Chain
from gekido_dsl.lowering.sets.things import born_things
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir
from gekido_dsl.program import walk as programs
from gekido_dsl.program.build import width_for

# ---------------------------------------------------------------- each player's thing of a kind


def first_of(w: Writer, kind: m.Kind, player: ir.Expr) -> ir.Expr | None:
    """Gives the first thing of a kind that a player has, one in the game before one that left it; none for none.

    None where that is not kept.
    """
    array = _firsts(w).get(kind.name)
    return None if array is None else x.load(array, x.add(player, 1))


def _firsts(w: Writer) -> dict[str, ir.Array]:
    """Gives the arrays of first things by kind: nobody's, then each player's."""
    found: dict[str, ir.Array] = w.lowering.remembered("first things", lambda: _first_arrays(w))
    return found


def _first_arrays(w: Writer) -> dict[str, ir.Array]:
    lowering, layout = w.lowering, w.layout
    asked = {
        one.ref.name
        for decl in walk.declarations(w.game)
        for one in walk.exprs(decl)
        if isinstance(one, m.ops.Mine) and one.ref.parent is None and born_things(lowering, one.ref) is None
    }

    if not asked or not lowering.takes(Special.FIRST_THINGS):
        return {}

    def derive(name: str, s: Position) -> list[int]:
        firsts = [NONE] * (layout.players + 1)
        for gone in (True, False):
            for thing in reversed(layout.things[name]):
                if gone or s.where[thing] != layout.gone:
                    firsts[s.cells[layout.owner_cell + thing] + 1] = thing
        return firsts

    width = width_for(NONE, layout.count)
    return {name: lowering.derived(f"first {name}", width, partial(derive, name)) for name in sorted(asked)}


def owner_changed(w: Writer, kind: m.Kind) -> None:
    """Finds each player's first thing of a kind anew."""
    array = _firsts(w).get(kind.name)
    if array is None:
        return
    things = w.layout.things[kind.name]

    def write(own: Writer) -> None:
        code, memory = own.code, own.memory
        with code.each(0, array.length) as k:
            code.store(array, k, NONE)
        with code.each(0, len(things)) as k:
            one = code.let(x.sub(things.stop - 1, k))
            code.store(array, x.add(x.load(memory.owner, one), 1), one)
        if any(isinstance(act, m.acts.Leaving) for _, act in own.lowering.acts):
            with code.each(0, len(things)) as k:
                one = code.let(x.sub(things.stop - 1, k))
                with code.if_(x.ne(x.load(memory.chains.where, one), own.layout.gone)):
                    code.store(array, x.add(x.load(memory.owner, one), 1), one)

    w.code.call(function_of(w.lowering, ("firsts", kind.name), f"first {kind.plural}", (), None, kind, write))


# ---------------------------------------------------------------- dice in the places of patterns


def automaton_of(w: Writer, of: m.PatternSet) -> patterns.Automaton:
    """Gives the tables of a set of patterns."""
    dice = len(w.layout.things[of.die.name])
    made: patterns.Automaton = w.lowering.remembered(
        ("automaton", id(of)), lambda: patterns.automaton(of, dice)
    )
    return made


def state_of(w: Writer, of: m.PatternSet) -> ir.Expr:
    """Gives the state of the automaton for the dice that lie in the place of the patterns."""
    kept = _states(w).get(of.name)
    if kept is not None:
        return x.load(kept, 0)
    found = w.code.variable(0, "state")
    _dice(w, of).each(w, lambda die, _: w.code.set(found, _with(w, of, found, die)))
    return found


def _states(w: Writer) -> dict[str, ir.Array]:
    def make() -> dict[str, ir.Array]:
        asked = {
            one.ref.name
            for decl in walk.declarations(w.game)
            for one in walk.exprs(decl)
            if isinstance(one, m.ops.Fits | m.ops.Complete)
        }
        if not asked or not w.lowering.takes(Special.DICE_OF_PATTERNS):
            return {}
        layout = w.layout

        def derive(of: m.PatternSet, table: patterns.Automaton, s: Position) -> list[int]:
            state = 0
            for die in s.contents[layout.place_of[of.place.name, NONE]]:
                state = table.next[state * table.columns + table.column_of(s.cells[layout.face_cell + die])]
            return [state]

        found = {}
        for name in sorted(asked):
            of = w.game.patterns[name]
            found[name] = w.lowering.derived(f"dice of {name}", 32, partial(derive, of, automaton_of(w, of)))
        return found

    made: dict[str, ir.Array] = w.lowering.remembered("states of patterns", make)
    return made


def moved(w: Writer, kind: m.Kind, thing: ir.Expr, before: ir.Expr, to: ir.Expr) -> None:
    """Notes that a thing came from one place to another."""
    for name, state in _states(w).items():
        of = w.game.patterns[name]
        if of.die is not kind:
            continue
        place = w.layout.place_of[of.place.name, NONE]
        with w.code.if_(x.eq(to, place)):
            _add(w, of, state, thing)
        with w.code.else_(), w.code.if_(x.eq(before, place)):
            _anew(w, of, state)


def turned(w: Writer, kind: m.Kind, die: ir.Expr) -> None:
    """Notes that a die shows another face."""
    for name, state in _states(w).items():
        of = w.game.patterns[name]
        if of.die is kind:
            place = w.layout.place_of[of.place.name, NONE]
            with w.code.if_(x.eq(x.load(w.memory.chains.where, die), place)):
                _anew(w, of, state)


def _add(w: Writer, of: m.PatternSet, state: ir.Array, die: ir.Expr) -> None:
    w.code.store(state, 0, _with(w, of, x.load(state, 0), die))


def _with(w: Writer, of: m.PatternSet, state: ir.Expr, die: ir.Expr) -> ir.Expr:
    """Gives the state that follows when a die comes to others."""
    table = automaton_of(w, of)
    following = w.lowering.table(f"next of {of.name}", table.next)
    return x.load(following, x.add(x.mul(state, table.columns), table.column(x.load(w.memory.face, die))))


def _dice(w: Writer, of: m.PatternSet) -> Chain:
    """Gives the dice that lie in the place of the patterns."""
    place = x.constant(w.layout.place_of[of.place.name, NONE])
    return Chain(place, len(w.layout.things[of.die.name]))


def _anew(w: Writer, of: m.PatternSet, state: ir.Array) -> None:
    """Works the state out from all dice that lie there."""

    def write(own: Writer) -> None:
        own.code.store(state, 0, 0)
        _dice(own, of).each(own, lambda die, _: _add(own, of, state, die))

    w.code.call(function_of(w.lowering, ("dice of", id(of)), f"dice of {of.name}", (), None, of, write))


# ---------------------------------------------------------------- the end of the game


def watch(lowering: Lowering, check: ir.Function) -> None:
    """Has the conditions for the end asked only when something changed that they read.

    Left as it is where they read what changes all the time: where things lie.
    """
    chains = lowering.memory.chains
    read = _read([check])
    if read & {chains.head, chains.tail, chains.next, chains.before, chains.where, chains.count}:
        return
    if _looks_at(check, check.parameters[0], {}):
        # What holds for one player may not hold for the next.
        read.add(lowering.memory.system["on_turn"])
    changed = lowering.program.derived("end is open", contents=[1])
    for function in lowering.program.functions:
        function.body = _noting(function.body, read, changed, 1)
    asks = ir.If(x.not_(x.load(changed, 0)), (ir.Return(ir.Const(0)),))
    check.body = (asks, ir.Store(changed, ir.Const(0), ir.Const(0)), *check.body)


def set_where_changed(lowering: Lowering, asked: list[ir.Function], array: ir.Array, value: int) -> None:
    """Has a number set wherever something changes that functions read."""
    read = _read(asked)
    for function in lowering.program.functions:
        function.body = _noting(function.body, read, array, value)


def _read(functions: list[ir.Function]) -> set[ir.Array]:
    """Gives the state that functions read, with all that they ask."""
    return {
        value.array
        for function in programs.reachable(functions)
        for value in programs.all_expressions(function.body)
        if isinstance(value, ir.Load) and value.array.kind in ("state", "derived")
    }


def _looks_at(function: ir.Function, parameter: ir.Local, known: dict[tuple[ir.Function, int], bool]) -> bool:
    """Tells whether what a function works out depends on a parameter; what it hands to calls does not count."""

    def reads(value: ir.Expr) -> bool:
        if isinstance(value, ir.Ask):
            given = [number for number, one in enumerate(value.arguments) if reads(one)]
            return any(asked(value.function, number) for number in given)
        return value is parameter or any(map(reads, programs.parts(value)))

    def asked(called: ir.Function, number: int) -> bool:
        if (called, number) not in known:
            known[called, number] = False
            known[called, number] = _looks_at(called, called.parameters[number], known)
        return known[called, number]

    return any(
        reads(value)
        for statement in programs.statements(function.body)
        if not isinstance(statement, ir.Call)
        for value in programs.operands(statement)
    )


def _noting(body: ir.Body, read: set[ir.Array], changed: ir.Array, value: int) -> ir.Body:
    """Gives a body in which what changes one of these arrays is noted."""
    found: list[ir.Stmt] = []
    for statement in body:
        match statement:
            case ir.If(condition=condition, then=then, otherwise=otherwise):
                found.append(
                    ir.If(
                        condition,
                        _noting(then, read, changed, value),
                        _noting(otherwise, read, changed, value),
                    )
                )
            case ir.Block(label=label, body=inner):
                found.append(ir.Block(label, _noting(inner, read, changed, value)))
            case ir.Loop(label=label, body=inner, bound=bound):
                found.append(ir.Loop(label, _noting(inner, read, changed, value), bound))
            case ir.For(body=inner):
                found.append(replace(statement, body=_noting(inner, read, changed, value)))
            case _:
                found.append(statement)
        if isinstance(statement, ir.Store) and statement.array in read:
            found.append(ir.Store(changed, ir.Const(0), ir.Const(value)))
    return tuple(found)
