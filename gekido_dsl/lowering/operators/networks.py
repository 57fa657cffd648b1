"""Maps: how far it is along ways, what they connect, the longest way; all worked out over a table of their ends."""

from collections.abc import Iterator

from gekido_dsl.ground.networks import LONGEST_LIMIT, TOO_TANGLED
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.writing.amounts import as_number
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, IntType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@operator(m.ops.Journey)
def journey(w: Writer, e: m.ops.Journey) -> ir.Expr:
    """The least sum of the numbers of ways; without a way the highest number of its type."""
    assert isinstance(e.type, IntType) and e.type.high is not None
    costs = _costs(w, e, e.number)
    return _spread(w, e, costs, e.type.high, both=False)


@operator(m.ops.Connected)
def connected(w: Writer, e: m.ops.Connected) -> ir.Expr:
    """Whether ways lead from one to the other, in either direction."""
    return x.eq(_spread(w, e, _costs(w, e, None), 1, both=True), 0)


def _shape(board: m.Board) -> m.Network:
    assert isinstance(board.shape, m.Network)
    return board.shape


def _costs(
    w: Writer, e: m.ops.Journey | m.ops.Connected | m.ops.LongestWay | m.ops.Along, number: m.Expr | None
) -> ir.Array:
    """Works out what each of the ways costs, by its number; none of one that is not among them."""
    code, shape = w.code, _shape(e.ref)
    first = w.layout.joined(e.ref)[1] + shape.joined
    costs = code.frame("costs", max(len(shape.ends), 1))
    with code.each(0, len(shape.ends), "way") as k:
        code.store(costs, k, NONE)

    def visit(way: ir.Expr, _: ir.Label) -> None:
        cost: ir.Expr = x.constant(0)
        if number is not None:
            with w.bind(e.value, way):
                cost = code.let(as_number(w, w.lower(number)))
            cost = x.select(x.lt(cost, 0), 0, cost)
        code.store(costs, x.sub(way, first), cost)

    w.several(e.ways).each(w, visit)
    return costs


def _ends(w: Writer, board: m.Board) -> ir.Array:
    return w.lowering.table(f"ends {board.name}", [spot for ends in _shape(board).ends for spot in ends])


def _mark(
    w: Writer, e: m.ops.Journey | m.ops.Connected | m.ops.Along, operand: m.Expr, marks: ir.Array, value: int
) -> None:
    """Stores a number at each spot where some things are; what is on a way is at both its ends."""
    code, shape, (spaces, first) = w.code, _shape(e.ref), w.layout.joined(e.ref)
    ends = _ends(w, e.ref)

    def visit(thing: ir.Expr, _: ir.Label) -> None:
        with code.block("elsewhere") as out:
            code.br(out, x.lt(thing, 0))
            space = code.let(geo.space_of(w, thing, operand.type))
            code.br(out, x.not_(x.within(space, spaces.start, spaces.stop - 1)))
            spot = code.let(x.sub(space, first))
            with code.if_(x.lt(spot, shape.joined)):
                code.store(marks, spot, value)
            with code.else_():
                at = code.let(x.mul(x.sub(spot, shape.joined), 2))
                code.store(marks, code.let(x.load(ends, at)), value)
                code.store(marks, code.let(x.load(ends, x.add(at, 1))), value)

    w.things(operand).freeze(w).each(w, visit)


def _spread(
    w: Writer, e: m.ops.Journey | m.ops.Connected, costs: ir.Array, far: int, *, both: bool
) -> ir.Expr:
    """Goes along all ways again and again until nothing becomes nearer; gives the least of the goals."""
    code, shape = w.code, _shape(e.ref)
    size, ends = shape.joined, _ends(w, e.ref)
    steps, goals = code.frame("steps", size), code.frame("goals", size, 8)
    with code.each(0, size, "spot") as k:
        code.store(steps, k, far)
        code.store(goals, k, 0)
    _mark(w, e, e.origin, steps, 0)
    _mark(w, e, e.goal, goals, 1)
    with code.block("settled") as end, code.loop("rounds", bound=size + 1) as again:
        nearer = code.variable(0, "nearer")
        with code.each(0, len(shape.ends), "way") as way:
            cost = code.let(x.load(costs, way))
            with code.if_(x.ge(cost, 0)):
                at = code.let(x.mul(way, 2))
                one, other = code.let(x.load(ends, at)), code.let(x.load(ends, x.add(at, 1)))
                with code.block("way") as gone:
                    for start, goal in _directions(w, e.ref, way, (one, other), gone, both=both):
                        there = code.let(x.add(x.load(steps, start), cost))
                        with code.if_(x.lt(there, x.load(steps, goal))):
                            code.store(steps, goal, there)
                            code.set(nearer, 1)
        code.br(end, x.not_(nearer))
        code.br(again)
    least = code.variable(far, "least")
    with code.each(0, size, "spot") as k, code.if_(x.load(goals, k)):
        number = code.let(x.load(steps, k))
        code.set(least, x.select(x.lt(number, least), number, least))
    return least


def _directions(
    w: Writer,
    board: m.Board,
    way: ir.Expr,
    ends: tuple[ir.Expr, ir.Expr],
    out: ir.Label,
    *,
    both: bool = False,
) -> Iterator[tuple[ir.Expr, ir.Expr]]:
    """Gives from where to where a way leads; leaves before the second of a way that leads one way alone."""
    shape = _shape(board)
    yield ends
    if both or not shape.one_way:
        yield ends[1], ends[0]
    elif len(shape.one_way) < len(shape.ends):
        flags = [int(number in shape.one_way) for number in range(len(shape.ends))]
        w.code.br(out, x.load(w.lowering.table(f"one way {board.name}", flags), way))
        yield ends[1], ends[0]


@operator(m.ops.Along)
def along(w: Writer, e: m.ops.Along) -> ir.Expr:
    """Whether one of some ways leads from one thing to another."""
    code, shape = w.code, _shape(e.ref)
    costs, ends = _costs(w, e, None), _ends(w, e.ref)
    here, there = code.frame("here", shape.joined, 8), code.frame("there", shape.joined, 8)
    with code.each(0, shape.joined, "spot") as k:
        code.store(here, k, 0)
        code.store(there, k, 0)
    _mark(w, e, e.of, here, 1)
    _mark(w, e, e.thing, there, 1)
    found = code.variable(0, "found")
    with code.block("found") as done, code.each(0, len(shape.ends), "way") as way, code.block("way") as next_:
        code.br(next_, x.lt(x.load(costs, way), 0))
        at = code.let(x.mul(way, 2))
        one, other = code.let(x.load(ends, at)), code.let(x.load(ends, x.add(at, 1)))
        for start, goal in _directions(w, e.ref, way, (one, other), next_):
            with code.if_(x.and_(x.load(here, start), x.load(there, goal))):
                code.set(found, 1)
                code.br(done)
    return found


@operator(m.ops.LongestWay)
def longest_way(w: Writer, e: m.ops.LongestWay) -> ir.Expr:
    """The highest sum of ways that follow one another: tried from each spot, the last way taken back first."""
    code, shape = w.code, _shape(e.ref)
    number = len(shape.ends)
    costs, ends = _costs(w, e, e.number), _ends(w, e.ref)
    at: list[list[int]] = [[] for _ in range(shape.joined)]
    for one, both in enumerate(shape.ends):
        for end in dict.fromkeys(both):
            at[end].append(one)
    listed = w.lowering.table(f"ways at {e.ref.name}", [one for ways in at for one in ways])
    begins = [0]
    for ways in at:
        begins.append(begins[-1] + len(ways))
    first = w.lowering.table(f"first way at {e.ref.name}", begins)
    spots, following = code.frame("spots", number + 1), code.frame("following", number + 1)
    taken, used = code.frame("taken", number + 1), code.frame("used", max(number, 1), 8)
    total = code.variable(0, "total")
    with code.each(0, number, "way") as k:
        code.store(used, k, 0)
        cost = code.let(x.load(costs, k))
        code.set(total, x.add(total, x.select(x.lt(cost, 0), 0, cost)))
    best, steps = code.variable(0, "best"), code.variable(0, "steps")
    with code.each(0, shape.joined, "start") as start:
        depth, length = code.variable(0, "depth"), code.variable(0, "length")
        code.store(spots, 0, start)
        code.store(following, 0, x.load(first, start))
        with code.block("tried") as done, code.loop("try") as again:
            spot, entry = code.let(x.load(spots, depth)), code.let(x.load(following, depth))
            with code.if_(x.eq(entry, x.load(first, x.add(spot, 1)))):
                code.br(done, x.not_(depth))
                code.set(depth, x.sub(depth, 1))
                way = code.let(x.load(taken, depth))
                code.store(used, way, 0)
                code.set(length, x.sub(length, x.load(costs, way)))
                code.br(again)
            way = code.let(x.load(listed, entry))
            code.store(following, depth, x.add(entry, 1))
            cost = code.let(x.load(costs, way))
            code.br(again, x.or_(x.lt(cost, 0), x.load(used, way)))
            code.br(again, x.not_(x.lt(best, total)))
            code.set(steps, x.add(steps, 1))
            with code.if_(x.gt(steps, LONGEST_LIMIT)):
                w.error(TOO_TANGLED, e.span)
            code.store(used, way, 1)
            code.store(taken, depth, way)
            code.set(length, x.add(length, cost))
            code.set(best, x.select(x.lt(best, length), length, best))
            code.set(depth, x.add(depth, 1))
            two = x.add(x.load(ends, x.mul(way, 2)), x.load(ends, x.add(x.mul(way, 2), 1)))
            there = code.let(x.sub(two, spot))
            code.store(spots, depth, there)
            code.store(following, depth, x.load(first, there))
            code.br(again)
    return best
