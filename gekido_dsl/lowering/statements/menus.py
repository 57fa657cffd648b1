"""Labelled ways on: `choose one` and `may`."""

from collections.abc import Callable

from gekido_dsl.lowering.game.sites import Site
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Frozen, Set, Visit, known
from gekido_dsl.lowering.writing.choices import choose
from gekido_dsl.lowering.writing.registry import writes
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PLAYER
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


@writes(m.Menu)
def write(w: Writer, menu: m.Menu) -> None:
    """Writes `choose one` and `may`: the ways whose conditions hold are offered; with none it goes on."""
    code = w.code
    with code.block("menu") as after:
        seat = w.actor
        if menu.actor is not None:
            seat = w.fixed(menu.actor)
            code.br(after, x.eq(seat, NONE))
        out = w.is_out(seat)
        if not menu.optional:
            code.br(after, out)
        ways = _ways(w, menu)
        count = code.let(ways.count(w))
        if not menu.optional:
            code.br(after, x.not_(ways.some(w)))
        site = Site(
            "choose", menu.prompt, w.rule, menu.span, w.decl.cites if w.decl is not None else (), types=(PLAYER,),
            stop="no" if menu.optional else "", asked="menu", labels=menu.labels, source=menu,
        )  # fmt: skip
        about = w.spoken_of((menu.conditions, menu.bodies))
        way = code.variable(len(menu.labels) - 1, "way")
        if isinstance(ways, Ways) and ways.most == 2 and not menu.optional:
            # What is chosen by a number that is known beforehand does not wait for how many ways are open.
            with code.if_(x.eq(ways.open, 3)):
                code.set(way, choose(w, seat, 2, site, (lambda k: k,), False, about))
            with code.else_():
                choose(w, seat, 1, site, (lambda k: ways.nth(w, k),), False, about)
                code.set(way, x.lowest(ways.open))
        else:
            with code.if_(x.not_(out) if menu.optional else 1):
                picked = choose(w, seat, count, site, (lambda k: ways.nth(w, k),), menu.optional, about)
                with code.if_(x.lt(picked, count) if menu.optional else 1):
                    code.set(way, ways.nth(w, picked))

        def run(body: tuple[m.Statement, ...]) -> Callable[[], None]:
            def write() -> None:
                with w.acting(seat):
                    w.block(body)

            return write

        code.cases(way, [run(body) for body in menu.bodies], every=True)


def _ways(w: Writer, menu: m.Menu) -> Set:
    """Lists the numbers of the ways that are open; to decline, the last of a menu that may be declined, is none."""
    conditions = menu.conditions[:-1] if menu.optional else menu.conditions
    if all(one is None for one in conditions):
        return known(range(len(conditions)))
    if len(conditions) <= Ways.MOST and w.lowering.takes(Special.SINGLE_WAYS):
        open_: ir.Expr = x.constant(0)
        for number, condition in enumerate(conditions):
            bit = x.constant(1) if condition is None else w.test(condition)
            open_ = w.code.let(x.or_(open_, x.shl(bit, number)))
        return Ways(open_, len(conditions))
    array = w.code.frame("ways", len(menu.labels))
    count = w.code.variable(0, "n")

    def add(number: int) -> None:
        w.code.store(array, count, number)
        w.code.set(count, x.add(count, 1))

    for number, condition in enumerate(conditions):
        if condition is None:
            add(number)
        else:
            with w.code.if_(w.test(condition)):
                add(number)
    return Frozen(array, count, len(menu.labels))


class Ways(Set):
    """A few numbers from 0 on, as bits."""

    MOST = 8

    quick = True
    ascending = True

    def __init__(self, open_: ir.Expr, most: int) -> None:
        self.open = open_
        """Worked out before."""
        self.most = most

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        with w.code.block("ways") as leave, w.code.each(0, self.most, "way") as k:
            way = w.code.let(x.sub(self.most - 1, k)) if backwards else k
            with w.code.if_(x.and_(x.shr(self.open, way), 1)):
                visit(way, leave)

    def count(self, w: Pen) -> ir.Expr:
        """How many bits are set."""
        return x.popcount(self.open)

    def some(self, w: Pen) -> ir.Expr:
        """Whether any bit is set."""
        return x.ne(self.open, 0)

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """The lowest bit, after as many lower ones were taken away."""
        left = self.open
        for number in range(1, self.most):
            left = w.code.let(x.select(x.ge(k, number), x.and_(left, x.add(left, -1)), left))
        return x.lowest(left)
