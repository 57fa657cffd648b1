"""Which things count as one and the same choice; see `ground.choices`."""

from gekido_dsl.lowering.registry import NotLowered
from gekido_dsl.lowering.sets import Distinct, Frozen, Set
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model.types import ThingType, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def distinct(w: Writer, kind: Type, values: Set) -> Set:
    """Leaves out things that cannot be told from one before; the order of the others is kept."""
    if not isinstance(kind, ThingType) or kind.kind.board is not None or values.most < 2:
        return values
    kept = [fact for fact in kind.kind.fields.values() if fact.kept]
    if any(fact.seen != "everyone" for fact in kept) or kind.kind.name in w.layout.holders:
        return values
    if w.memory.known is not None:
        raise NotLowered("like things where not everybody knows which lies where", None)
    return _Unlike(values, kind)


class _Unlike(Distinct):
    """Things, of like ones the first."""

    def __init__(self, base: Set, kind: ThingType) -> None:
        super().__init__(base)
        self.kind = kind.kind

    def has(self, w: Writer, value: ir.Expr) -> ir.Expr:
        """Whether it is listed."""
        return self.freeze(w).has(w, value)

    def freeze(self, w: Writer) -> Set:
        """Lists them, each compared with those before."""
        code = w.code
        array = code.frame("list", max(self.most, 1), w.lowering.width)
        count = code.variable(0, "n")
        listed = Frozen(array, count, self.most, self.sure)

        def visit(one: ir.Expr, leave: ir.Label) -> None:
            new = code.variable(1, "new")

            def compare(other: ir.Expr, out: ir.Label) -> None:
                with code.if_(self._like(w, one, other)):
                    code.set(new, 0)
                    code.br(out)

            listed.each(w, compare)
            with code.if_(new):
                code.store(array, count, one)
                code.set(count, x.add(count, 1))

        self.base.each(w, visit)
        return listed

    def _like(self, w: Writer, one: ir.Expr, other: ir.Expr) -> ir.Expr:
        """1 if nothing tells them apart."""
        memory, layout, kind = w.memory, w.layout, self.kind
        things = layout.things[kind.name]
        arrays = [memory.chains.where, memory.owner, *([memory.face] if kind.faces is not None else [])]
        same: ir.Expr = x.constant(1)
        for array in arrays:
            same = x.and_(same, x.eq(x.load(array, one), x.load(array, other)))
        first, second = x.sub(one, things.start), x.sub(other, things.start)
        for printed in ([layout.row_of[t] for t in things], [layout.parent_of[t] for t in things]):
            if len(set(printed)) > 1:
                table = w.lowering.table("printed", printed)
                same = x.and_(same, x.eq(x.load(table, first), x.load(table, second)))
        for fact in kind.fields.values():
            if not fact.kept:
                continue
            array, size = memory.fields[id(kind), fact.name], layout.index_size(fact.index)
            for k in range(size):
                left, right = x.add(x.mul(first, size), k), x.add(x.mul(second, size), k)
                same = x.and_(same, x.eq(x.load(array, left), x.load(array, right)))
        return same
