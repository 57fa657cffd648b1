"""Which things count as one and the same choice; see `ground.choices`."""

from collections.abc import Callable

from gekido_dsl.lowering.game import occupancy
from gekido_dsl.lowering.game.patterns import faces_of
from gekido_dsl.lowering.game.repeats import may_repeat
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import knowledge, standing
from gekido_dsl.lowering.kept.in_places import InSight
from gekido_dsl.lowering.lifting import lifted
from gekido_dsl.lowering.sets.composed_sets import Distinct
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Frozen, Set, Visit
from gekido_dsl.lowering.sets.things import of_thing
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import SetType, ThingType, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def distinct(
    w: Writer,
    kind: Type,
    values: Set,
    seat: ir.Expr | None = None,
    source: m.Expr | None = None,
    place: m.Place | None = None,
) -> Set:
    """Leaves out things that cannot be told from one before; the order of the others is kept.

    Args:
        seat: who chooses: of what they do not know each stays, so that nothing is told by how many there are.
        source: the expression that gives the values, if one does.
        place: where all of them lie, if no expression gives them.
    """
    if not isinstance(kind, ThingType) or kind.kind.board is not None or values.most < 2:
        return values
    kept = [fact for fact in kind.kind.fields.values() if fact.kept]
    if any(fact.seen != "everyone" for fact in kept) or kind.kind.name in w.layout.holders:
        return values
    hidden = not knowledge.is_open(w, kind.kind)
    if hidden and not (_never_open(source) if place is None else place.seen != "everyone"):
        values = InSight(values)
    if source is not None and may_repeat(source):
        return _Unlike(values, kind, seat if hidden else None, repeats=True)
    things = w.layout.things[kind.kind.name]
    if len({(w.layout.row_of[one], w.layout.parent_of[one]) for one in things}) == len(things):
        return values
    if not hidden and _apart(w, kind.kind, source) and w.lowering.takes(Special.APART):
        return values
    here = _one_place(source)
    if here and not hidden and _by_face(w, kind.kind) and w.lowering.takes(Special.BY_FACE):
        return _Faces(values, kind.kind)
    if not hidden and _by_place(w, kind.kind, source) and w.lowering.takes(Special.BY_PLACE):
        return _Places(values, -(-(w.layout.gone + 2) // 64))
    return _Unlike(values, kind, seat if hidden else None)


def _base(source: m.Expr | None) -> m.Expr | None:
    """Gives what values are filtered from."""
    while source is not None and isinstance(source, m.ops.Filter):
        source = source.set
    return source


def _apart(w: Writer, kind: m.Kind, source: m.Expr | None) -> bool:
    """Tells whether values stand on spaces of their own: all do, or one player's, of which no two share a space."""
    if source is not None and w.unwritten(lambda: lifted.each_alone(w, source)) is not None:
        return True
    if source is None or not isinstance(source, m.ops.Filter) or not isinstance(source.test, m.ops.Friendly):
        return False
    of = source.test.of
    if (
        not isinstance(source.set, m.ops.Things)
        or not isinstance(of, m.ops.Local)
        or of.value != source.value
    ):
        return False
    return any(
        occupancy.one_of_each(w.lowering, field.board, kind)
        and occupancy.nowhere_else(w.lowering, field.board, kind)
        for field in standing.fields(w.lowering)
    )


def _one_place(source: m.Expr | None) -> bool:
    """Tells whether all values lie in one place."""
    base = _base(source)
    if base is None:
        return False
    return isinstance(base, m.ops.Track) or (
        isinstance(base, m.ops.Inside) and not isinstance(base.place.type, SetType)
    )


def _never_open(source: m.Expr | None) -> bool:
    """Tells whether the values lie where not everybody sees them, so that their order says nothing."""
    if source is None:
        return True
    base = _base(source)
    assert base is not None
    return (
        isinstance(base, m.ops.Inside)
        and isinstance(base.place, m.ops.Place)
        and base.place.ref.seen != "everyone"
    )


def _by_face(w: Writer, kind: m.Kind) -> bool:
    """Tells whether things of a kind that lie in one place differ in nothing but the face up."""
    layout, things = w.layout, w.layout.things[kind.name]
    if kind.faces is None or any(fact.kept for fact in kind.fields.values()) or faces_of(kind)[1] > 31:
        return False
    if len({(layout.row_of[one], layout.parent_of[one], layout.born_to[one]) for one in things}) > 1:
        return False
    owned = any(place.holds is kind and place.owner is not None for place in w.game.places.values())
    return not owned and not w.lowering.taken(kind)


def _by_place(w: Writer, kind: m.Kind, source: m.Expr | None) -> bool:
    """Tells whether several things of a kind differ in nothing but where they lie: they are all of one owner."""
    layout, things = w.layout, w.layout.things[kind.name]
    if kind.faces is not None or any(fact.kept for fact in kind.fields.values()):
        return False
    if len({(layout.row_of[one], layout.parent_of[one]) for one in things}) > 1 or layout.gone > 4 * 64 - 2:
        return False
    while source is not None and isinstance(source, m.ops.Filter):
        tests = source.test.args if isinstance(source.test, m.ops.And) else (source.test,)
        if any(isinstance(e, m.ops.Friendly) and occupancy.is_local(e.of, source.value) for e in tests):
            return w.game.sides is None
        source = source.set
    return False


class _Places(Distinct):
    """Things that differ only in where they lie, of those that lie in one place the first."""

    def __init__(self, base: Set, words: int) -> None:
        super().__init__(base)
        self.words = words
        """Words of 64 bits, with a bit for each place and one for nowhere."""

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        if backwards:
            self.freeze(w).each(w, visit, backwards)
            return
        code = w.code
        seen = [code.variable(x.constant(0, "i64"), "seen", "i64") for _ in range(self.words)]

        def once(thing: ir.Expr, leave: ir.Label) -> None:
            place = code.let(x.add(x.load(w.memory.chains.where, thing), 1))
            bit = code.let(x.bit(x.and_(place, 63)))
            word: ir.Expr = seen[0]
            for k, other in enumerate(seen[1:], 1):
                word = x.select(x.ge(place, 64 * k), other, word)
            with code.if_(x.eq(x.and_(word, bit), x.constant(0, "i64"))):
                for k, other in enumerate(seen):
                    here = x.eq(x.shr(place, 6), k)
                    own = bit if self.words == 1 else x.select(here, bit, x.constant(0, "i64"))
                    code.set(other, x.or_(other, own))
                visit(thing, leave)

        self.base.each(w, once)

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether it is listed."""
        return self.freeze(w).has(w, value)

    def freeze(self, w: Pen) -> Set:
        """Lists them."""
        return Set.freeze(self, w)


class _Faces(Distinct):
    """Dice in one place, of those that show the same face the first."""

    def __init__(self, base: Set, kind: m.Kind) -> None:
        super().__init__(base)
        self.kind = kind

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        if backwards:
            self.freeze(w).each(w, visit, backwards)
            return
        low, code = faces_of(self.kind)[0], w.code
        seen = code.variable(0, "seen")

        def once(die: ir.Expr, leave: ir.Label) -> None:
            bit = code.let(x.shl(1, x.sub(x.load(w.memory.face, die), low)))
            with code.if_(x.not_(x.and_(seen, bit))):
                code.set(seen, x.or_(seen, bit))
                visit(die, leave)

        self.base.each(w, once)

    def each_tested(self, w: Pen, visit: Callable[[ir.Expr, ir.Expr], None]) -> None:
        """Of each whether its face is new."""
        low, code = faces_of(self.kind)[0], w.code
        seen = code.variable(0, "seen")

        def asked(die: ir.Expr, member: ir.Expr) -> None:
            at = code.let(x.sub(x.load(w.memory.face, die), low))
            new = code.let(x.and_(member, x.not_(x.and_(x.shr(seen, at), 1))))
            code.set(seen, x.or_(seen, x.shl(new, at)))
            visit(die, new)

        self.base.each_tested(w, asked)

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether it is listed."""
        return self.freeze(w).has(w, value)

    def freeze(self, w: Pen) -> Set:
        """Lists them."""
        return Set.freeze(self, w)


class _Unlike(Distinct):
    """Things, of like ones the first."""

    def __init__(self, base: Set, kind: ThingType, seat: ir.Expr | None, repeats: bool = False) -> None:
        super().__init__(base)
        self.kind = kind.kind
        self.repeats = repeats
        """Whether the same thing may come several times."""
        self.seat = seat
        """Who chooses, where they may not know each; None where all do."""

    def has(self, w: Pen, value: ir.Expr) -> ir.Expr:
        """Whether it is listed."""
        return self.freeze(w).has(w, value)

    def freeze(self, w: Pen) -> Set:
        """Lists them, each compared with those before."""
        code = w.code
        array = code.frame("list", max(self.most, 1), w.lowering.width)
        count = code.variable(0, "n")
        listed = Frozen(array, count, self.most, self.sure)
        seen = code.variable(0, "seen", "i64")
        """Bits of what was printed on those listed; several prints may share one."""
        prints = self._prints(w)

        def visit(one: ir.Expr, leave: ir.Label) -> None:
            new = code.variable(1, "new")
            where = code.let(x.load(w.memory.chains.where, one))
            ends = x.ne(x.load(w.memory.chains.head, where), x.load(w.memory.chains.tail, where))
            bit = code.let(x.bit(x.and_(prints(one), 63)), "bit")
            # What lies alone in its place is like nothing else, and so is what has a print of its own.
            shared = x.constant(1) if self.repeats else x.or_(ends, x.lt(where, 0))
            with code.if_(x.and_(shared, x.ne(x.and_(seen, bit), 0))):
                self._compared(w, one, listed, new)
            if self.seat is not None:
                with code.if_(x.not_(knowledge.knows(w, self.seat, one))):
                    code.set(new, 1)
            with code.if_(new):
                code.set(seen, x.or_(seen, bit))
                code.store(array, count, one)
                code.set(count, x.add(count, 1))

        self.base.each(w, visit)
        return listed

    def _prints(self, w: Pen) -> Callable[[ir.Expr], ir.Expr]:
        """Numbers what is printed on things and what they are part of, and gives what tells the number of one."""
        layout, things = w.layout, w.layout.things[self.kind.name]
        numbers: dict[tuple[int, int], int] = {}
        for one in things:
            numbers.setdefault((layout.row_of[one], layout.parent_of[one]), len(numbers))
        table = [numbers[layout.row_of[one], layout.parent_of[one]] for one in things]
        return lambda one: of_thing(w, "printed", table, things.start, one)

    def _compared(self, w: Pen, one: ir.Expr, listed: Set, new: ir.Local) -> None:
        """Writes that one is compared with each that is listed; `new` becomes 0 if nothing tells it from one."""
        memory, layout, kind, code = w.memory, w.layout, self.kind, w.code
        start, prints = layout.things[kind.name].start, self._prints(w)
        arrays = [memory.chains.where, memory.owner, *([memory.face] if kind.faces is not None else [])]
        mine, own = code.let(prints(one)), [code.let(x.load(array, one)) for array in arrays]

        def compare(other: ir.Expr, out: ir.Label) -> None:
            with code.if_(x.eq(prints(other), mine)):
                same: ir.Expr = x.constant(1)
                for array, value in zip(arrays, own, strict=True):
                    same = x.and_(same, x.eq(x.load(array, other), value))
                first, second = x.sub(one, start), x.sub(other, start)
                for fact in kind.fields.values():
                    if not fact.kept:
                        continue
                    array, size = memory.fields[id(kind), fact.name], layout.index_size(fact.index)
                    for k in range(size):
                        left, right = x.add(x.mul(first, size), k), x.add(x.mul(second, size), k)
                        same = x.and_(same, x.eq(x.load(array, left), x.load(array, right)))
                with code.if_(same):
                    code.set(new, 0)
                    code.br(out)

        listed.each(w, compare)
