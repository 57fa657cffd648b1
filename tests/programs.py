"""Small programs that tests run."""

from dataclasses import dataclass

from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import ProgramBuilder
from gekido_dsl.program.nodes import Array, Program

_LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))

ASKS = 1
MARKED = 2


@dataclass(frozen=True)
class Noughts:
    """Three in a row."""

    program: Program
    cells: Array
    ranks: Array
    turns: Array


def noughts() -> Noughts:
    """Gives three in a row, with a list of what is free."""
    b = ProgramBuilder()
    cells = b.state("cells", 9, 8, fill=-1)
    ranks = b.state("ranks", 2, 8)
    on_turn = b.state("on_turn", 1, 8)
    turns = b.state("turns", 1, 16)
    f = b.function("mark", ["actor"], result="status")
    (actor,) = f.parameters
    free = f.frame("free", 9, 8)
    count = f.variable(0, "count")
    with f.each(0, 9) as i, f.if_(e.eq(e.load(cells, i), -1)):
        f.store(free, count, i)
        f.set(count, e.add(count, 1))

    def listing() -> None:
        with f.each(0, count) as j:
            f.offer(e.load(free, j))

    k = f.choose(actor, count, ASKS, listing)
    f.store(cells, e.load(free, k), actor)
    f.tell(MARKED, actor, e.load(free, k))
    for line in _LINES:
        full: e.Value = 1
        for cell in line:
            full = e.and_(full, e.eq(e.load(cells, cell), actor))
        with f.if_(full):
            f.store(ranks, actor, 1)
            f.store(ranks, e.sub(1, actor), 2)
            f.return_(1)
    with f.if_(e.eq(count, 1)):
        f.store(ranks, 0, 1)
        f.store(ranks, 1, 1)
        f.return_(1)
    f.finish()
    entry = b.function("entry", result="status")
    with entry.loop("turns") as again:
        entry.boundary()
        entry.increase(turns)
        entry.call(f.function, e.load(on_turn))
        entry.store(on_turn, 0, e.sub(1, e.load(on_turn)))
        entry.br(again)
    entry.finish()
    return Noughts(b.finish(entry.function, [ranks, turns]), cells, ranks, turns)


@dataclass(frozen=True)
class Dice:
    """Two throw a die until one has ten points."""

    program: Program
    points: Array
    ranks: Array


def dice(limit: int = 10) -> Dice:
    """Gives a game with chance: a seat throws, or takes what a throw of two dice has at least."""
    b = ProgramBuilder()
    points = b.state("points", 2, 16)
    ranks = b.state("ranks", 2, 8)
    on_turn = b.state("on_turn", 1, 8)
    entry = b.function("entry", result="status")
    with entry.loop("turns") as again:
        entry.boundary()
        seat = entry.let(e.load(on_turn), "seat")
        k = entry.choose(seat, 2, ASKS, lambda: (entry.offer(1), entry.offer())[1])
        first = entry.draw(6, 7, seat)
        with entry.if_(e.eq(k, 1)):
            entry.save()
            entry.increase(points, seat, 100)
            entry.tell(MARKED, 99)
            entry.draw(6, 7, seat)
            entry.restore()
            second = entry.draw(6, 7, seat)
            entry.increase(points, seat, e.select(e.lt(first, second), first, second))
        with entry.else_():
            entry.increase(points, seat, first)
        entry.tell(MARKED, seat, e.load(points, seat))
        with entry.if_(e.ge(e.load(points, seat), limit)):
            entry.store(ranks, seat, 1)
            entry.store(ranks, e.sub(1, seat), 2)
            entry.return_(1)
        entry.store(on_turn, 0, e.sub(1, seat))
        entry.br(again)
    entry.finish()
    return Dice(b.finish(entry.function, [ranks, points]), points, ranks)
