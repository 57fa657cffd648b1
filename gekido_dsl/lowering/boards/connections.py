"""Rows and chains of spaces that are bits: shifts find rows, floods find chains.

A chain is looked for from what it had reached when it was last looked for: as long as all of that is still there, it
is still joined to its side, and only what came since can lengthen it.
"""

from gekido_dsl.ground.geometry import rows_of
from gekido_dsl.lowering.sets.words import Field, Words, lying, mask
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model.regions import region
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def in_a_row(w: Writer, words: Words, length: int) -> ir.Expr:
    """Whether so many of some spaces lie in a straight line."""
    field = words.field
    runs: dict[tuple[int, ...], list[int]] = {}
    for run in rows_of(field.chart, length):
        spots = field.spots(sorted(run))
        if len(spots) < len(run):
            continue
        runs.setdefault(tuple(one - spots[0] for one in spots), []).append(spots[0])
    here = words.kept(w)
    found = mask(field, ())
    for shape, starts in runs.items():
        if not shape:
            return x.constant(1)
        found = found | _shape(w, here, shape, starts)
    return w.code.let(found.some())


def _shape(w: Writer, here: Words, shape: tuple[int, ...], starts: list[int]) -> Words:
    """Gives the starts at which all spaces of a shape are there."""
    step = shape[1] if len(shape) > 1 else 0
    starting = mask(here.field, starts)
    if list(shape) != [k * step for k in range(len(shape))] or len(shape) == 1:
        found = starting
        for one in shape:
            found = found & here.shifted(-one)
        return found
    # Twice as many at a time: those in a row of two, of four, and what is left.
    reached, row = 1, here
    while 2 * reached <= len(shape):
        row = (row & row.shifted(-step * reached)).kept(w)
        reached *= 2
    if reached < len(shape):
        row = row & row.shifted(-step * (len(shape) - reached))
    inside = set(starts) == set(range(here.field.size - shape[-1]))
    return row if inside else row & starting


def joins(w: Writer, words: Words, sides: tuple[str, str], key: object, actor: ir.Expr) -> ir.Expr:
    """Whether a chain of touching spaces leads from side to side.

    What it reached is kept for the next time, unless it is asked where nothing may change.

    Args:
        key: tells apart what is asked about; of each player a chain of their own is remembered.
    """
    field, code = words.field, w.code
    here = words.kept(w)
    first, second = (lying(field, region(field.board, side)) for side in sides)
    if code.pure:
        now = Words(field, (code.variable(x.constant(0, "i64"), "reached") for _ in range(field.words)))
        return _flooded(w, here, now, first, second)
    reached = w.lowering.remembered(
        ("reached", key, sides),
        lambda: w.lowering.program.derived("reached", (w.layout.players + 1) * field.words, 64),
    )
    at = code.let(x.mul(x.add(actor, 1), field.words))
    before = Words(field, (x.load(reached, x.add(at, k)) for k in range(field.words))).kept(w)
    kept = code.let(x.not_(before.without(here).some()))
    zero = x.constant(0, "i64")
    now = Words(field, (code.variable(x.select(kept, one, zero), "reached") for one in before.words))
    found = _flooded(w, here, now, first, second)
    for k, one in enumerate(now.words):
        code.store(reached, x.add(at, k), one)
    return found


def _flooded(w: Writer, here: Words, now: Words, first: Words, second: Words) -> ir.Expr:
    """Adds to what is reached what is joined to it or to the first side; tells whether that comes to the second."""
    field, code = here.field, w.code
    edge = ((first | now.near(w)) & here).without(now).kept(w)
    rim = Words(field, (code.variable(one, "edge") for one in edge.words))
    with code.block("flooded") as done, code.loop("flood", bound=field.size + 1) as again:
        code.br(done, x.not_(rim.some()))
        for local, one in zip(now.words, (now | rim).kept(w).words, strict=True):
            assert isinstance(local, ir.Local)
            code.set(local, one)
        following = (rim.near(w) & here).without(now).kept(w)
        for local, one in zip(rim.words, following.words, strict=True):
            assert isinstance(local, ir.Local)
            code.set(local, one)
        code.br(again)
    return code.let((now & second).some())


def reached(
    w: Writer, here: Words, start: Words, until: Words | None = None, wanted: Words | None = None
) -> Words:
    """Gives those of some spaces to which a chain of touching ones leads from the first ones.

    Args:
        until: it is enough to have some that touch any of these, if there are any.
        wanted: it is enough to know which of these are reached.
    """
    code = w.code
    now = Words(here.field, (code.variable(one, "reached") for one in start.words))
    with code.block("spread") as done, code.loop("flood", bound=here.field.size + 1) as again:
        if wanted is not None:
            code.br(done, x.not_(wanted.without(now).some()))
        near = now.near(w)
        if until is not None:
            near = near.kept(w)
            code.br(done, (near & until).some())
        more = ((near & here) | now).kept(w)
        code.br(done, x.not_(more.without(now).some()))
        for local, one in zip(now.words, more.words, strict=True):
            assert isinstance(local, ir.Local)
            code.set(local, one)
        code.br(again)
    return now.kept(w)


def near_is_steps(field: Field) -> bool:
    """Tells whether what touches a space is told by the steps of the board alone."""
    return not field.chart.parted
