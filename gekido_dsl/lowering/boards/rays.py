"""Lines over spaces that are bits: from which spaces one leads, over which spaces those from one space lead, how far.

A line from a space leads in one direction over spaces of one set, at least one, up to a space of another set. Looked
for from all spaces at once, each direction is a flood back from its ends; from one space, the nearest space in the way
is the lowest or highest bit of what lies in that direction.
"""

from collections.abc import Sequence
from functools import partial

from gekido_dsl.lowering.boards.connections import near_is_steps
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.words import Field, Words, every, from_table, mask
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model.compass import COMPASS
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def starts(w: Writer, over: Words, ends: Words, seen: Words | None) -> Words | None:
    """Gives the spaces from which a line leads over some spaces to an end; None where steps are not told by the board.

    Args:
        seen: of what a line leads over, at least one is among these; None where any will do.
    """
    field = over.field
    if not near_is_steps(field) or not field.regular:
        return None
    if field.words > 1:
        return _starts(w, over.kept(w), ends.kept(w), seen.kept(w) if seen is not None else None)
    given = [over, ends] if seen is None else [over, ends, seen]

    def write(own: Writer) -> None:
        sets = [Words(field, [one]) for one in own.code.parameters]
        own.code.return_(_starts(own, sets[0], sets[1], sets[2] if seen is not None else None).words[0])

    names = ("over", "ends", "seen")[: len(given)]
    key = ("lines", field.board.name, len(given))
    made = function_of(
        w.lowering, key, f"lines on {field.board.name}", [(name, "i64") for name in names], "i64", None, write
    )
    return Words(field, [w.code.let(x.ask(made, *(one.words[0] for one in given)))])


def _starts(w: Writer, over: Words, ends: Words, seen: Words | None) -> Words:
    field, chart = over.field, over.field.chart
    ends = ends.without(over).kept(w)
    inner = over & mask(field, (k for k in range(field.size) if 0 < k % chart.columns < chart.columns - 1))
    inner = inner.kept(w)
    found: Words | None = None
    for down, right in chart.directions:
        by = down * chart.columns + right
        longest = min(chart.rows if down else field.size, chart.columns if right else field.size) - 2
        if longest < 1:
            continue
        # A line sideways leads over inner columns alone, as it comes from and goes to columns beside them.
        through = inner if right else over
        reached = _flooded(w, ends.shifted(-by) & through, through, -by, longest)
        if seen is not None:
            reached = _flooded(w, reached & seen, through, -by, longest)
        one = reached.shifted(-by)
        found = one if found is None else (found | one).kept(w)
    return mask(field, ()) if found is None else found & every(field)


def _flooded(w: Writer, start: Words, through: Words, by: int, longest: int) -> Words:
    """Gives what is reached from some spaces of a set in steps of one direction, twice as far at a time.

    Args:
        longest: how many spaces of the set may follow one another.
    """
    found, reached, step = start.kept(w), 1, 1
    while reached < longest:
        if 2 * step <= reached and longest - reached > step:
            through = (through & through.shifted(step * by)).kept(w)
            step *= 2
        found = (found | (found.shifted(step * by) & through)).kept(w)
        reached += step
    return found


def run(
    w: Writer, field: Field, spot: ir.Expr, way: tuple[int, int], over: Words | None, until: bool
) -> Words:
    """Gives the spaces from a spot on in one direction; none from none.

    Args:
        over: as long as it leads over these, or until it comes to one of them; None up to the rim.
    """
    ray = _ray(w, field, way, spot)
    if over is None:
        return ray
    (bits,) = ray.kept(w).words
    stops = w.code.let(x.and_(bits, over.words[0] if until else x.invert(over.words[0])), "stops")
    if way > (0, 0):
        # All below the lowest bit; with `until`, that one, too.
        near = x.sub(stops, 1)
        near = x.xor(stops, near) if until else x.and_(x.invert(stops), near)
    else:
        last = x.highest(x.or_(stops, 1)) if until else x.add(x.highest(stops), 1)
        near = x.shl(x.constant(-1, "i64"), x.extend_u(last))
    return Words(field, [x.and_(bits, near)])


def fan(
    w: Writer,
    field: Field,
    spot: ir.Expr,
    ways: Sequence[ir.Expr],
    over: Words | None,
    *,
    until: bool,
    back: bool = False,
) -> Words:
    """Gives the spaces from a spot on in several directions of a compass.

    Args:
        ways: 1 for each direction that is one of them.
        over: see `run`.
        back: against the directions instead.
    """
    found: Words | None = None
    over = over.kept(w) if over is not None else None
    for (down, right), wanted in zip(COMPASS[len(ways)], ways, strict=True):
        if wanted == x.constant(0):
            continue
        ray = run(w, field, spot, (-down, -right) if back else (down, right), over, until)
        if wanted != x.constant(1):
            ray = Words(field, (x.select(wanted, word, x.constant(0, "i64")) for word in ray.words))
        found = ray if found is None else (found | ray).kept(w)
    return mask(field, ()) if found is None else found


def _ray(w: Pen, field: Field, way: tuple[int, int], spot: ir.Expr) -> Words:
    """Gives all spaces from a spot on in one direction, up to the rim; none from none."""
    rays = field.by_spot(partial(field.chart.ray, way=way))
    return from_table(w, field, f"ray {way}", rays, spot)


def have_runs(field: Field) -> bool:
    """Tells whether lines from one space of a board can be had as bits: of one word, where nothing parts spaces.

    Where a board wraps round, the nearest space of a line is not told by the order of bits.
    """
    return near_is_steps(field) and field.words == 1 and not field.chart.wraps


def runs(w: Pen, spot: ir.Expr, over: Words, ends: Words) -> Words:
    """Gives the spaces of a board that has runs which lines from a position lead over, up to an end; none from none."""
    field = over.field
    spot = w.code.let(spot)
    ends, rest = ends.without(over).kept(w), over.complement().kept(w)
    found = mask(field, ())
    for down, right in field.chart.directions:
        up = down * field.chart.columns + right > 0
        ray = _ray(w, field, (down, right), spot).kept(w)
        blocked = (ray & rest).kept(w).words[0]
        if up:
            nearest = x.and_(blocked, x.sub(x.constant(0, "i64"), blocked))
        else:
            high = x.shr_u(x.constant(1 << 63, "i64"), x.unary("clz", blocked, "i64"))
            nearest = x.and_(high, blocked)
        end = w.code.let(x.and_(nearest, ends.words[0]))
        if up:
            # All below the end; of none, nothing.
            near = x.sub(end, x.extend_u(x.ne(end, 0)))
        else:
            near = x.sub(x.constant(0, "i64"), x.shl(end, 1))
        found = found | Words(field, [x.and_(ray.words[0], near)])
    return found.kept(w)
