"""Choices where a loop looks ahead: only those are offered that still lead to the best end that can be reached.

What is tried is saved before and taken back, and uses no chance. A choice that follows tries all its options in turn.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.ground.limits import CHOICES_LIMIT, QUESTIONS_LIMIT
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.writing import coverage
from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

TRAIL: Final = 1 << 12
"""How many choices a loop that looks ahead may have."""
WORST: Final = -(1 << 31)


@dataclass(slots=True)
class Ahead:
    """What all loops of a game that look ahead share."""

    running: ir.Array
    """How many of them run."""
    loop: ir.Array
    """Which of them."""
    trying: ir.Array
    """Not 0 while something is only tried."""
    leaving: ir.Array
    """Not 0 while a choice is tried for what it leaves, and so nobody may be asked."""
    exploring: ir.Array
    """Whether a loop runs to see where a choice leads."""
    seat: ir.Array
    """Whose choice it is."""
    trail: ir.Array
    """The choices since the loop began; none where the loop had nothing to choose among."""
    values_of: tuple[ir.Array, ir.Array]
    """What filled the slots, of choices that the loop itself asked for."""
    length: ir.Array
    depth: ir.Array
    """How many questions follow one another in what is tried."""
    at: ir.Array
    """How many of them the run has come past."""
    reached: ir.Array
    """The best end that was found last."""
    values: ir.Array
    """By option, the best end that it leads to."""
    kept: ir.Array
    """The options that lead to the best end."""
    loops: list[Callable[[Writer], None]] = field(default_factory=list)
    """By number, what runs a loop from its beginning to its end, and notes the number that it ends with."""


def of(lowering: Lowering) -> Ahead:
    """Gives what the loops share."""

    def make() -> Ahead:
        def one(name: str, length: int = 1) -> ir.Array:
            return lowering.program.scratch(f"ahead {name}", length)

        room = CHOICES_LIMIT + 1
        return Ahead(
            one("running"), one("loop"), one("trying"), one("leaving"), one("exploring"), one("seat"),
            one("trail", TRAIL), (one("first", TRAIL), one("second", TRAIL)),
            one("length"), one("depth"), one("at"), one("reached"), one("values", room), one("kept", room),
        )  # fmt: skip

    found: Ahead = lowering.remembered("looking ahead", make)
    return found


def begin(w: Writer) -> None:
    """Writes, at the beginning of the entry, that nothing is tried."""
    if w.lowering.tries:
        ahead = of(w.lowering)
        for array in (ahead.running, ahead.trying, ahead.leaving, ahead.exploring):
            w.code.store(array, 0, 0)


def refuse_chance(w: Writer) -> None:
    """Writes that what is only tried may use no chance."""
    if w.lowering.tries:
        with w.code.if_(x.load(of(w.lowering).trying)):
            w.error("this is tried before it is chosen, and so it may use no chance", None)


# ---------------------------------------------------------------- choices


def choose(
    w: Writer,
    seat: ir.Expr,
    count: ir.Expr | int,
    site: int,
    options: Sequence[Callable[[ir.Expr], ir.Expr]],
    declines: ir.Expr | bool,
    about: Sequence[ir.Expr] = (),
) -> ir.Local:
    """Writes a choice where it may be tried: of the options, those are offered that lead to the best end."""
    code, ahead = w.code, of(w.lowering)
    number = code.let(count)
    every = code.let(x.add(number, int(declines) if isinstance(declines, bool) else declines))
    seat = code.let(seat)
    taken = code.local("k")
    with code.if_(x.load(ahead.leaving)):
        w.error("what a choice must leave is tried before it is chosen, and so nobody may be asked", None)
    with code.if_(x.load(ahead.exploring)):
        code.set(taken, explore(w, seat, every))
    with code.else_():
        w.refuse_automaton(seat, w.lowering.sites.every[site])
        offer(w, seat, every, number, narrow(w, seat, every), site, options, about, taken)
        _note(w, ahead, taken)
    return taken


def offer(
    w: Writer,
    seat: ir.Expr,
    every: ir.Expr,
    number: ir.Expr,
    kept: ir.Expr,
    site: int,
    options: Sequence[Callable[[ir.Expr], ir.Expr]],
    about: Sequence[ir.Expr],
    taken: ir.Local,
) -> None:
    """Writes that a seat chooses among all options, or among those that were kept.

    Args:
        every: how many options there are, and `number` of them with values.
        kept: how many were kept, or none for all.
    """
    code, ahead = w.code, of(w.lowering)
    offered = code.let(x.select(x.lt(kept, 0), every, kept))
    with code.listing() as level, code.each(0, offered, "option") as k:
        one = code.variable(k, "option")
        with code.if_(x.ge(kept, 0)):
            code.set(one, x.load(ahead.kept, k))
        with code.if_(x.lt(one, number)):
            code.emit(ir.Offer(tuple(value(one) for value in options)))
        with code.else_():
            code.emit(ir.Offer(()))
    coverage.count_in_force(w, seat)
    code.emit(ir.Choose(taken, seat, offered, site, tuple(level.body), tuple(about)))
    with code.if_(x.ge(kept, 0)):
        code.set(taken, x.load(ahead.kept, taken))


def narrow(w: Writer, seat: ir.Expr, count: ir.Expr) -> ir.Local:
    """Writes that of the options those are kept that lead to the best end; gives how many, or none for all."""
    ahead = of(w.lowering)
    found = w.code.variable(-1, "kept")
    with w.code.if_(x.and_(x.load(ahead.running), x.gt(count, 1))):
        function = function_of(
            w.lowering, "narrow", "narrow", ("seat", "count"), "i32", None, lambda own: _narrow(own, ahead)
        )
        w.code.set(found, w.code.call_value(function, seat, count))
    return found


def explore(w: Writer, seat: ir.Expr, count: ir.Expr) -> ir.Local:
    """Writes a choice of a loop that runs to see where a choice leads; it unwinds where all options were tried."""
    ahead = of(w.lowering)
    function = function_of(
        w.lowering, "explore", "explore", ("seat", "count"), "i32", None, lambda own: _explore(own, ahead)
    )
    found = w.code.call_value(function, seat, count)
    with w.code.if_(x.lt(found, 0)):
        w.code.return_(ir.WAITS)
    return found


def again(w: Writer) -> ir.Function:
    """Gives the function that runs the loop that looks ahead once more; it is written when all loops are known."""
    functions = w.lowering.functions
    if "ahead again" not in functions:
        builder = functions["ahead again"] = w.lowering.program.function("ahead again", (), "i32")
        w.lowering.last.append(
            lambda: _write_again(w.lowering, Writer(w.lowering, builder, None, {}, "look ahead"))
        )
    return functions["ahead again"].function


def _write_again(lowering: Lowering, w: Writer) -> None:
    ahead, code = of(lowering), w.code
    w.locals[0] = x.constant(-1)
    code.take_back()
    code.store(ahead.at, 0, 0)
    code.store(ahead.running, 0, 1)
    code.cases(x.load(ahead.loop), [lambda run=run: run(w) for run in ahead.loops])  # type: ignore[misc]
    code.return_(0)
    w.finish()


def _narrow(w: Writer, ahead: Ahead) -> None:
    code = w.code
    seat, count = w.code.function.parameters

    def take(k: ir.Expr, at: ir.Expr) -> None:
        code.store(ahead.trail, at, k)
        code.store(ahead.length, 0, x.add(at, 1))
        code.call_value(again(w))

    code.return_(narrowed(w, seat, count, take))


def narrowed(w: Writer, seat: ir.Expr, count: ir.Expr, take: Callable[[ir.Expr, ir.Expr], None]) -> ir.Local:
    """Writes that each option is tried, and that those that lead to the best end are kept; gives how many.

    Args:
        take: writes that an option is tried, by its number and that of the question in the trail.
    """
    code, ahead = w.code, of(w.lowering)
    with code.if_(x.gt(x.load(ahead.running), 1)):
        w.error("one loop looks ahead inside another, so what is best is not known", None)
    length = code.let(x.load(ahead.length))
    code.save()
    code.store(ahead.exploring, 0, 1)
    code.increase(ahead.trying)
    code.store(ahead.seat, 0, seat)
    code.store(ahead.depth, 0, 1)
    best = code.variable(WORST, "best")
    with code.each(0, count, "option") as k:
        take(k, length)
        reached = code.let(x.load(ahead.reached))
        code.store(ahead.values, k, reached)
        code.set(best, x.select(x.gt(reached, best), reached, best))
    code.increase(ahead.trying, 0, -1)
    code.store(ahead.exploring, 0, 0)
    code.store(ahead.length, 0, length)
    code.store(ahead.at, 0, length)
    code.store(ahead.running, 0, 1)
    code.restore()
    kept = code.variable(0, "kept")
    with code.each(0, count, "option") as k, code.if_(x.eq(x.load(ahead.values, k), best)):
        code.store(ahead.kept, kept, k)
        code.set(kept, x.add(kept, 1))
    return kept


def _explore(w: Writer, ahead: Ahead) -> None:
    code = w.code
    seat, count = w.code.function.parameters
    at = code.let(x.load(ahead.at))
    with code.if_(x.lt(at, x.load(ahead.length))):
        code.store(ahead.at, 0, x.add(at, 1))
        code.return_(x.load(ahead.trail, at))
    refuse(w, seat)
    best = code.variable(WORST, "best")
    code.increase(ahead.depth)
    with code.each(0, count, "option") as k:
        code.store(ahead.trail, at, k)
        code.store(ahead.length, 0, x.add(at, 1))
        code.call_value(again(w))
        reached = code.let(x.load(ahead.reached))
        code.set(best, x.select(x.gt(reached, best), reached, best))
    found(w, at, best)
    code.return_(-1)


def refuse(w: Writer, seat: ir.Expr) -> None:
    """Writes that only the one who chooses is asked in what is tried, and not too often."""
    ahead = of(w.lowering)
    with w.code.if_(x.ne(seat, x.load(ahead.seat))):
        w.error("what another player chooses cannot be tried", None)
    with w.code.if_(x.ge(x.load(ahead.depth), QUESTIONS_LIMIT)):
        w.error("this loop goes on too long to be looked ahead at", None)


def found(w: Writer, at: ir.Expr, best: ir.Expr) -> None:
    """Writes that all options of a question were tried."""
    ahead = of(w.lowering)
    w.code.increase(ahead.depth, 0, -1)
    w.code.store(ahead.length, 0, at)
    w.code.store(ahead.reached, 0, best)


def _note(w: Writer, ahead: Ahead, k: ir.Expr) -> None:
    """Writes that a choice was made, if a loop that looks ahead runs."""
    with w.code.if_(x.load(ahead.running)):
        note(w, k)


def note(w: Writer, k: ir.Expr | int, values: Sequence[ir.Expr] = ()) -> None:
    """Writes that a choice was made in a loop that looks ahead."""
    ahead = of(w.lowering)
    at = w.code.let(x.load(ahead.at))
    with w.code.if_(x.ge(at, TRAIL - QUESTIONS_LIMIT)):
        w.error("this loop goes on too long to be looked ahead at", None)
    w.code.store(ahead.trail, at, k)
    for array, value in zip(ahead.values_of, values, strict=False):
        w.code.store(array, at, value)
    w.code.store(ahead.at, 0, x.add(at, 1))
    w.code.store(ahead.length, 0, x.add(at, 1))
