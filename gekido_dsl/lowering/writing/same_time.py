"""What follows at the same time, in the order that the player on turn decides; see `interpreter.same_time`."""

from collections.abc import Callable
from typing import Final

from gekido_dsl.lowering.game.sites import Site
from gekido_dsl.lowering.writing.choices import choose
from gekido_dsl.lowering.writing.due import WIDE, Many
from gekido_dsl.lowering.writing.triggers import run_one
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import PLAYER
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

DONE: Final = -1
"""Stands for an entry that has run."""


def run_in_order(w: Writer, part: Many) -> None:
    """Runs what a step has made due: rules in the order that is chosen, from where the first of them stands."""
    code, entries = w.code, part.entries
    is_rule = [int(isinstance(one, m.Procedure)) for one in part.triggers]

    def rule(at: ir.Expr) -> ir.Expr:
        """Whether an entry is a rule that waits."""
        if all(is_rule):
            return x.ge(x.load(entries, at), 0)
        return x.load(w.lowering.table("rules", is_rule, guard=0), x.load(entries, at))

    with code.each(0, part.count, "due") as k:
        at = code.let(x.mul(k, WIDE))
        with code.block("next") as following:
            code.br(following, x.eq(x.load(entries, at), DONE))
            with code.if_(rule(at)), code.loop("order", bound=entries.length) as again:
                ways, left = _ways(w, part, rule)
                code.br(following, x.not_(left.number))
                one = code.variable(x.load(ways.array, 0), "one")
                seat = _seat(w)
                with code.if_(x.and_(x.gt(ways.number, 1), x.ge(seat, 0))):
                    picked = _choose(w, part, seat, ways)
                    code.set(one, x.load(ways.array, picked))
                _begin(w, part, one)
                code.br(again)
            with code.else_():
                run_one(w, part, at)
    code.set(part.count, 0)


class _List:
    """A list of entries."""

    def __init__(self, array: ir.Array, number: ir.Local) -> None:
        self.array = array
        self.number = number


def _ways(w: Writer, part: Many, rule: Callable[[ir.Expr], ir.Expr]) -> tuple[_List, _List]:
    """Lists the rules that wait, each once, and all of them."""
    code, entries = w.code, part.entries
    most = entries.length // WIDE
    ways = _List(code.frame("ways", most), code.variable(0, "ways"))
    left = _List(ways.array, code.variable(0, "left"))
    with code.each(0, part.count, "one") as one:
        at = code.let(x.mul(one, WIDE))
        with code.if_(rule(at)):
            code.set(left.number, x.add(left.number, 1))
            new = code.variable(1, "new")
            with code.each(0, ways.number, "way") as way:
                other = code.let(x.load(ways.array, way))
                same = code.variable(1, "same")
                with code.each(0, WIDE, "k") as k:
                    given = x.eq(x.load(entries, x.add(at, k)), x.load(entries, x.add(other, k)))
                    code.set(same, x.and_(same, given))
                code.set(new, x.and_(new, x.not_(same)))
            with code.if_(new):
                code.store(ways.array, ways.number, at)
                code.set(ways.number, x.add(ways.number, 1))
    return ways, left


def _begin(w: Writer, part: Many, at: ir.Expr) -> None:
    """Runs an entry, which waits no more."""
    code, entries = w.code, part.entries
    kept = [code.let(x.load(entries, x.add(at, k))) for k in range(WIDE)]
    code.store(entries, at, DONE)

    def run(number: int) -> None:
        function, given = part.functions[number]
        w.call(function, *kept[1 : given + 1])

    code.cases(kept[0], [lambda number=number: run(number) for number in range(len(part.functions))])  # type: ignore[misc]


def _choose(w: Writer, part: Many, seat: ir.Expr, ways: _List) -> ir.Local:
    """Asks what comes first; an option is its number, which rule it is, and the thing that the rule follows upon."""
    site = Site(
        "choose", "What comes first?", "At the same time", w.game.order_span, types=(PLAYER,), asked="order",
        labels=tuple(one.name for one in part.triggers), source=tuple(part.triggers),
    )  # fmt: skip

    def at(k: ir.Expr) -> ir.Expr:
        return x.load(ways.array, k)

    return choose(
        w,
        seat,
        ways.number,
        site,
        (
            lambda k: k,
            lambda k: x.load(part.entries, at(k)),
            lambda k: x.load(part.entries, x.add(at(k), 2)),
        ),
    )


def _seat(w: Writer) -> ir.Expr:
    """Gives the player on turn, or the next who remains; none without one."""
    code, players = w.code, w.layout.players
    automaton = w.layout.automaton
    found = code.variable(-1, "seat")
    with code.block("found") as done, code.each(0, players, "k") as k, code.block("other") as other:
        seat = code.let(x.rem(x.add(w.lowering.system("on_turn"), k), players))
        if automaton >= 0:
            code.br(other, x.eq(seat, automaton))
        code.br(other, x.load(w.memory.out, seat))
        code.set(found, seat)
        code.br(done)
    return found
