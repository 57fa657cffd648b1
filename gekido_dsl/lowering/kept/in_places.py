"""Several things in the order in which they are dealt with: that of their places, where some may lie hidden."""

from gekido_dsl.ground import in_places
from gekido_dsl.lowering.kept import knowledge
from gekido_dsl.lowering.sets.composed_sets import Distinct, Reversed
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Chain, Frozen, Set, known
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def things(w: Writer, several: m.Expr) -> Set:
    """Lowers what an act is done to, one or several; none is nothing."""
    return placed(w, several, w.things(several))


def listed(w: Writer, several: m.Expr) -> Set:
    """Lowers an expression that gives several which are dealt with one after the other."""
    return placed(w, several, w.several(several))


def placed(w: Writer, several: m.Expr, found: Set) -> Set:
    """Puts what an expression gives, or a part of it, in order."""
    kind = in_places.numbered(w.game, several)
    if kind is None or found.most < 2:
        return found
    if in_places.backwards(several):
        return Reversed(_in_order(w, kind, Reversed(found)))
    return _in_order(w, kind, found)


def _in_order(w: Writer, kind: m.Kind, found: Set) -> Set:
    """Takes things of a kind now, those that lie in no place first, then place by place."""
    code, every = w.code, w.layout.things[kind.name]
    places = w.lowering.remembered(("holders", kind.name), lambda: in_places.holders(w.layout, kind))
    ordered = frozenset(places)
    table = w.lowering.table(
        f"holds {kind.name}", [int(k in ordered) for k in range(w.layout.gone + 1)], guard=0
    )
    marks = code.frame("marked", max(len(every), 1), 8)
    with code.each(0, len(every), "unmark") as k:
        code.store(marks, k, 0)
    array, count = code.frame("list", found.most + 1, w.lowering.width), code.variable(0, "n")

    def put(one: ir.Expr) -> None:
        code.store(array, count, one)
        code.set(count, x.add(count, 1))

    def first(one: ir.Expr, _: ir.Label) -> None:
        with code.if_(x.load(table, x.load(w.memory.chains.where, one))):
            code.store(marks, x.sub(one, every.start), 1)
        with code.else_():
            put(one)

    def then(one: ir.Expr, _: ir.Label) -> None:
        at = code.let(x.sub(one, every.start))
        inside = x.within(at, 0, len(every) - 1)
        with code.if_(x.and_(inside, x.load(marks, x.select(inside, at, 0)))):
            put(one)

    found.each(w, first)
    known(places).each(w, lambda place, _: Chain(place, w.layout.count).each(w, then))
    return InSight(Frozen(array, count, found.most, found.sure)).freeze(w)


class InSight(Distinct):
    """Things as they may be seen: those that lie open and whose order is not known, by their number."""

    def freeze(self, w: Pen) -> Set:
        """Lists them, and sorts those among their places in the list."""
        code, known = w.code, w.memory.known
        assert known is not None
        listed = self.base.freeze(w)
        if not isinstance(listed, Frozen):
            return listed
        every = knowledge.everybody(w)
        unsure = code.frame("unsure", max(self.most, 1))
        number = code.variable(0, "n")
        with code.each(0, listed.count(w), "k", self.most) as k:
            one = code.let(x.load(listed.array, k))
            with code.if_(x.ne(x.load(known, one), every)):
                where = code.let(x.load(w.memory.chains.where, one))
                with code.if_(x.eq(knowledge.sees(w, where), every)):
                    code.store(unsure, number, k)
                    code.set(number, x.add(number, 1))
        with code.each(1, number, "k", self.most) as k:
            at = code.variable(k, "at")
            with code.block("sorted") as done, code.loop("sort", bound=self.most + 1) as again:
                code.br(done, x.le(at, 0))
                here, before = x.load(unsure, at), x.load(unsure, x.sub(at, 1))
                one, other = code.let(x.load(listed.array, here)), code.let(x.load(listed.array, before))
                code.br(done, x.gt(one, other))
                code.store(listed.array, here, other)
                code.store(listed.array, before, one)
                code.set(at, x.sub(at, 1))
                code.br(again)
        return listed
