"""How often the position has come up: its number among those that were noted as turns began."""

from collections.abc import Sequence

from gekido_dsl.ground import positions
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import fingerprint, standing
from gekido_dsl.lowering.kept.derived_state import set_where_changed
from gekido_dsl.lowering.kept.owners import owner_of
from gekido_dsl.lowering.writing.amounts import as_number
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import BoolType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.CameUp)
def came_up(w: Writer, e: m.ops.CameUp) -> ir.Expr:
    """How often the number of the position is among the last that were noted."""
    as_noted = _as_noted(w.lowering, e.ref) if isinstance(e.last, m.ops.Const) else None
    if as_noted is None or e.last.value != e.ref.kept:
        last = w.code.let(as_number(w, w.lower(e.last)))
        return _times(w, e.ref, w.code.let(_number(w, e.ref, e.things, e.facts, e.value), "position"), last)
    # Nothing has changed yet for whom it was noted: it is known how often.
    valid, times = as_noted
    found = w.code.variable(x.load(times, 0), "times")
    with w.code.if_(x.ne(x.load(valid, 0), w.code.let(x.add(w.actor, 2)))):
        number = w.code.let(x.ask(_function(w.lowering, e.ref), w.actor), "position")
        w.code.set(found, _times(w, e.ref, number, w.code.let(x.constant(e.ref.kept))))
    return found


def _times(w: Writer, position: m.Position, number: ir.Expr, last: ir.Expr) -> ir.Expr:
    """Gives how often a number is among the last that were noted."""
    code, kept = w.code, position.kept
    log = w.memory.position_log
    assert log is not None
    low, high = code.let(x.wrap(number)), code.let(x.wrap(x.shr_u(number, 32)))
    noted = code.let(x.load(log, 0))
    most = code.variable(x.select(x.lt(last, noted), last, noted), "most")
    code.set(most, x.select(x.gt(most, kept), kept, most))
    found = code.variable(0, "times")
    with code.each(0, most, "back", kept) as back:
        turn = code.let(x.rem(x.sub(x.sub(noted, 1), back), kept))
        at = code.let(x.add(x.mul(turn, positions.CELLS), 1))
        same = x.and_(x.eq(x.load(log, at), low), x.eq(x.load(log, x.add(at, 1)), high))
        code.set(found, x.add(found, same))
    return found


def note(w: Writer, position: m.Position) -> None:
    """Notes the position as a turn begins."""
    code, log = w.code, w.memory.position_log
    assert log is not None
    as_noted = _as_noted(w.lowering, position)
    if as_noted is None:
        number = code.let(_number(w, position, position.things, position.facts, 1), "position")
    else:
        number = code.let(x.ask(_function(w.lowering, position), w.actor), "position")
    turn = code.let(x.rem(x.load(log, 0), position.kept))
    at = code.let(x.add(x.mul(turn, positions.CELLS), 1))
    code.store(log, at, x.wrap(number))
    code.store(log, x.add(at, 1), x.wrap(x.shr_u(number, 32)))
    code.increase(log)
    if as_noted is not None:
        valid, times = as_noted
        code.store(times, 0, _times(w, position, number, code.let(x.constant(position.kept))))
        code.store(valid, 0, x.add(w.actor, 2))


def watch(lowering: Lowering) -> None:
    """Has it noted where something changes that tells positions apart, once everything is written."""
    position = lowering.game.position
    as_noted = _as_noted(lowering, position) if position is not None else None
    if position is not None and as_noted is not None:
        set_where_changed(lowering, [_function(lowering, position)], as_noted[0], 0)


def _function(lowering: Lowering, position: m.Position) -> ir.Function:
    """Gives the function of who acts that gives the number of the position as it is."""

    def write(own: Writer) -> None:
        own.code.return_(_number(own, position, position.things, position.facts, 1))

    return function_of(lowering, "position number", "position number", ["actor"], "i64", None, write)


def _as_noted(lowering: Lowering, position: m.Position) -> tuple[ir.Array, ir.Array] | None:
    """Gives for whom, plus 2, the position is still as it was noted, and how often that had come up; None if not kept.

    It is kept where somebody asks among all that are noted, and the number is not quickly worked out from bits.
    """

    def make() -> tuple[ir.Array, ir.Array] | None:
        asked = any(
            isinstance(one, m.ops.CameUp)
            and isinstance(one.last, m.ops.Const)
            and one.last.value == position.kept
            for decl in walk.declarations(lowering.game)
            for one in walk.exprs(decl)
        )
        if not asked or not position.facts or not lowering.takes(Special.AS_NOTED):
            return None
        valid = lowering.program.derived("position as noted for", contents=[0])
        times = lowering.program.derived("position has come up", contents=[0])
        return valid, times

    found: tuple[ir.Array, ir.Array] | None = lowering.remembered("position as noted", make)
    return found


def _number(w: Writer, position: m.Position, things: m.Expr, facts: Sequence[m.Expr], local: int) -> ir.Expr:
    """Gives the number of the position as it is, of 64 bits."""
    code, kind = w.code, item(things.type)
    assert isinstance(kind, ThingType)
    array = fingerprint.kept(w.lowering, standing.fields(w.lowering))
    if array is not None:
        quick = w.code.let(x.load(array, 0))
        return _mixed(w, quick, w.lowering.system("on_turn")) if position.on_turn else quick
    total = code.variable(x.constant(0, "i64"), "total")
    first = w.layout.things[kind.kind.name].start
    rows = [w.layout.row_of[thing] for thing in w.layout.things[kind.kind.name]]

    def visit(thing: ir.Expr, _: ir.Label) -> None:
        row = rows[0] if len(set(rows)) < 2 else x.load(w.lowering.table("row of", rows), x.sub(thing, first))
        values = [x.load(w.memory.chains.where, thing), owner_of(w, thing, kind), x.constant(row)]
        with w.bind(local, thing):
            for fact in facts:
                said = w.test(fact) if isinstance(fact.type, BoolType) else w.value(fact)
                values.append(code.let(x.truth(said) if isinstance(fact.type, BoolType) else said))
        found: ir.Expr = x.constant(positions.START, "i64")
        for value in values:
            found = _mixed(w, found, value)
        found = code.let(x.mul(found, x.constant(positions.FACTOR, "i64")))
        found = x.xor(found, x.shr_u(found, positions.LAST))
        code.set(total, x.add(total, found))

    w.several(things).each(w, visit)
    if position.on_turn:
        return _mixed(w, total, w.lowering.system("on_turn"))
    return total


def _mixed(w: Writer, number: ir.Expr, value: ir.Expr) -> ir.Expr:
    factor = x.constant(positions.FACTOR, "i64")
    number = w.code.let(x.mul(x.xor(number, x.extend(value)), factor))
    return w.code.let(x.xor(number, x.shr_u(number, positions.SHIFT)))
