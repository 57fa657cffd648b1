"""Sets of spaces that a shape must cover, or not: worked out once, before all ways to lay it are gone through.

Invariants:
    A set that is marked is the same for whatever fills the slots, and nothing changes while options are listed.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Set, Visit
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


class Marked(Set):
    """Things of a kind, of which it is marked which are among several."""

    ascending = True

    def __init__(self, array: ir.Array, things: range) -> None:
        self.array, self.things = array, things
        self.most = len(things)

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        things = self.things
        with w.code.block("marked") as leave, w.code.each(0, len(things), "k") as k:
            at = w.code.let(x.sub(len(things) - 1, k) if backwards else k)
            with w.code.if_(x.load(self.array, at)):
                visit(w.code.let(x.add(at, things.start)), leave)

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Looks it up."""
        at = w.code.let(x.sub(value, self.things.start))
        inside = x.within(at, 0, len(self.things) - 1)
        return x.and_(inside, x.load(self.array, x.select(inside, at, 0)))


@contextmanager
def marking(w: Writer, sentence: m.Sentence, decision: m.Decision) -> Iterator[None]:
    """Marks the sets that it is asked of whether spaces under a shape are among them, in what is written inside."""
    before = dict(w.marked)
    if isinstance(sentence.act, m.acts.Cover):
        asked = [slot.candidates for slot in decision.slots]
        asked += [rung for rungs in decision.ladders for rung in rungs if rung is not None]
        nodes = [one for expr in asked for one in walk.inside(expr)]
        bound = {slot.local for slot in decision.slots} | {one.value for one in nodes if one.record.binds}
        for one in nodes:
            if isinstance(one, m.ops.Member) and id(one.set) not in w.marked:
                _mark(w, one.set, bound)
    yield
    w.marked = before


def _mark(w: Writer, several: m.Expr, bound: set[int]) -> None:
    kind = item(several.type)
    inside = list(walk.inside(several))
    own = {one.value for one in inside if one.record.binds}
    free = {one.value for one in inside if one.record.reads_local} - own
    if not isinstance(kind, ThingType) or isinstance(several, m.ops.Covered) or free & bound:
        return
    if any(isinstance(one, m.ops.Covered) for one in inside):
        return
    things = w.layout.things[kind.kind.name]
    array = w.code.frame("marked", max(len(things), 1), 8)
    with w.code.each(0, len(things), "unmark") as k:
        w.code.store(array, k, 0)
    w.several(several).each(w, lambda one, _: w.code.store(array, x.sub(one, things.start), 1))
    w.marked[id(several)] = Marked(array, things)
