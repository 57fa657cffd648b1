"""How often the position has come up: its number among those that were noted as turns began."""

from collections.abc import Callable, Sequence
from itertools import product
from math import prod
from typing import Final

from gekido_dsl.ground import positions
from gekido_dsl.lowering.boards.bitsets import Spaces
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.kept import fingerprint, standing
from gekido_dsl.lowering.kept.derived_state import set_where_changed
from gekido_dsl.lowering.kept.owners import owner_of
from gekido_dsl.lowering.lifting.standing_bits import EVERY, narrowed, where
from gekido_dsl.lowering.sets.sets import Chain
from gekido_dsl.lowering.sets.words import Words, mask
from gekido_dsl.lowering.writing.amounts import as_number
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, BoolType, EnumType, ThingType, item
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
    # The newest comes first; before the first place of the log comes its last.
    end = positions.CELLS * kept
    at = code.variable(x.add(x.mul(x.rem(noted, kept), positions.CELLS), 1), "at")
    with code.each(0, most, "back", kept):
        code.set(at, x.sub(x.select(x.eq(at, 1), end + 1, at), positions.CELLS))
        with code.if_(x.eq(x.load(log, at), low)):
            code.set(found, x.add(found, x.eq(x.load(log, x.add(at, 1)), high)))
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
    scanned = _scanned(w, position, things, facts, local)
    if scanned is not None:
        return _mixed(w, scanned, w.lowering.system("on_turn")) if position.on_turn else scanned
    total = code.variable(x.constant(0, "i64"), "total")

    def visit(thing: ir.Expr, _: ir.Label) -> None:
        code.set(total, x.add(total, _of_thing(w, kind, thing, _facts(w, facts, local, thing))))

    w.several(things).each(w, visit)
    if position.on_turn:
        return _mixed(w, total, w.lowering.system("on_turn"))
    return total


def _facts(w: Writer, facts: Sequence[m.Expr], local: int, thing: ir.Expr) -> list[ir.Expr]:
    """Gives the facts that tell positions apart, of a thing."""
    found: list[ir.Expr] = []
    with w.bind(local, thing):
        for fact in facts:
            said = w.test(fact) if isinstance(fact.type, BoolType) else w.value(fact)
            found.append(w.code.let(x.truth(said) if isinstance(fact.type, BoolType) else said))
    return found


def _of_thing(w: Writer, kind: ThingType, thing: ir.Expr, facts: Sequence[ir.Expr]) -> ir.Expr:
    """Gives the number of a thing, with its facts."""
    things = w.layout.things[kind.kind.name]
    rows = [w.layout.row_of[one] for one in things]
    row: ir.Expr = x.constant(rows[0])
    if len(set(rows)) > 1:
        row = x.load(w.lowering.table("row of", rows), x.sub(thing, things.start))
    found: ir.Expr = x.constant(positions.START, "i64")
    for value in (x.load(w.memory.chains.where, thing), owner_of(w, thing, kind), row, *facts):
        found = _mixed(w, found, value)
    found = w.code.let(x.mul(found, x.constant(positions.FACTOR, "i64")))
    return w.code.let(x.xor(found, x.shr_u(found, positions.LAST)))


_ROOM: Final = 1 << 12
"""How many numbers of things a table may hold."""


def _scanned(
    w: Writer, position: m.Position, things: m.Expr, facts: Sequence[m.Expr], local: int
) -> ir.Expr | None:
    """Adds the numbers of things up from a table, in which no definition holds for any; then those for which some does.

    None where it is not known by bits what stands where, or for which things a definition may hold at most.
    """
    fields, kind = standing.fields(w.lowering), item(things.type)
    if len(fields) != 1 or fields[0].laid or not isinstance(kind, ThingType):
        return None
    field, members = fields[0], w.layout.things[kind.kind.name]
    plain = [_plain(fact, kind.kind, local) for fact in facts]
    if (
        not fingerprint.all_on(things, field.board)
        or set(w.lowering.stands) != {kind.kind.name}
        or len({w.layout.row_of[one] for one in members}) != 1
        or any(
            fact is None and not isinstance(asked.type, BoolType)
            for fact, asked in zip(plain, facts, strict=True)
        )
    ):
        return None
    values = [1 if fact is None else standing.values_of(fact) + 1 for fact in plain]
    if (w.layout.players + 1) * prod(values) * field.size > _ROOM:
        return None
    definitions = [asked for fact, asked in zip(plain, facts, strict=True) if fact is None]

    def may_hold() -> Words | None:
        found = mask(field, ())
        for one in definitions:
            asked = narrowed(w, field, kind.kind, one, local)
            if asked == EVERY or not is_total(w.lowering, one):
                return None
            found = found | where(w, field, kind.kind, asked)
        return found

    if w.unwritten(may_hold) is None or not w.lowering.takes(Special.POSITION_SCANNED):
        return None
    row = w.layout.row_of[members[0]]
    ranges = [
        range(1) if fact is None else range(NONE, count - 1)
        for fact, count in zip(plain, values, strict=True)
    ]
    numbers = [
        x.signed(positions.of_thing((space, owner, row, *said)), "i64")
        for owner in range(NONE, w.layout.players)
        for said in product(*ranges)
        for space in field.spaces
    ]
    table, code = w.lowering.table64("numbers of things with facts", numbers), w.code
    total = code.variable(x.constant(0, "i64"), "total")

    def number(thing: ir.Expr, space: ir.Expr) -> ir.Expr:
        at = x.add(owner_of(w, thing, kind), 1)
        for fact, count in zip(plain, values, strict=True):
            if fact is not None:
                held = x.load(w.memory.fields[id(kind.kind), fact.name], x.sub(thing, members.start))
                at = x.add(x.mul(at, count), x.add(held, 1))
        return x.load(table, x.add(x.mul(at, field.size), x.sub(space, field.spaces.start)))

    def each(words: Words, do: Callable[[ir.Expr, ir.Expr], None]) -> None:
        def on(space: ir.Expr, _: ir.Label) -> None:
            Chain(space, w.layout.count).each(w, lambda thing, _: do(thing, space))

        Spaces(words.kept(w)).each(w, on)

    each(
        standing.of_all(w, field, kind.kind),
        lambda thing, space: code.set(total, x.add(total, number(thing, space))),
    )

    def mend(thing: ir.Expr, space: ir.Expr) -> None:
        said = _facts(w, facts, local, thing)
        some: ir.Expr = x.constant(0)
        for fact, one in zip(plain, said, strict=True):
            some = some if fact is not None else x.or_(some, one)
        with code.if_(some):
            whole = _of_thing(w, kind, thing, said)
            code.set(total, x.add(total, x.sub(whole, number(thing, space))))

    may = may_hold()
    if definitions and may is not None:
        each(may, mend)
    return total


def _plain(fact: m.Expr, kind: m.Kind, local: int) -> m.Field | None:
    """Gives the fact of the thing itself that an expression is, if it has few values; else None."""
    if not isinstance(fact, m.ops.Field) or fact.ref.owner is not kind or len(fact.args) != 1:
        return None
    one, decl = fact.args[0], fact.ref
    mine = isinstance(one, m.ops.Local) and one.value == local
    few = isinstance(decl.type, EnumType | BoolType) and standing.values_of(decl) <= standing.FACT_VALUES
    return decl if mine and few and decl.kept and decl.index is None and not decl.carried else None


def _mixed(w: Writer, number: ir.Expr, value: ir.Expr) -> ir.Expr:
    factor = x.constant(positions.FACTOR, "i64")
    number = w.code.let(x.mul(x.xor(number, x.extend(value)), factor))
    return w.code.let(x.xor(number, x.shr_u(number, positions.SHIFT)))
