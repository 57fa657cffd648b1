"""Those of several for which a test holds: lifted, kept, lying in one place, or asked one by one."""

from collections.abc import Callable

from gekido_dsl.lowering.boards.bitsets import Spaces, spot_of
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.kept import ones
from gekido_dsl.lowering.lifting import board_lookups, implied, lifted
from gekido_dsl.lowering.lifting.until import Until
from gekido_dsl.lowering.operators import around_rim, dice
from gekido_dsl.lowering.operators.logic import then_test
from gekido_dsl.lowering.sets.composed_sets import (
    Filtered,
    Prepared,
)
from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.lowering.sets.sets import Chain, Set, Single, Visit
from gekido_dsl.lowering.sets.things import born_rows, born_things, in_the_game
from gekido_dsl.lowering.sets.words import Field, Words
from gekido_dsl.lowering.sets.words import every as all_of
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operator import Fails
from gekido_dsl.model.types import PlaceType, SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

Tested = m.ops.Filter | m.ops.Some | m.ops.No
"""What asks something of each of several."""


@operator(m.ops.Filter)
def filtered(w: Writer, e: m.ops.Filter) -> Set:
    """Those for which a test holds; the local holds the one asked."""
    return passing(w, e)


def passing(w: Writer, e: Tested) -> Set:
    """Gives those for which a test holds."""
    called = _own(w, e) if isinstance(e.set, m.ops.Called) else None
    if called is not None:
        return called
    around = around_rim.passing(w, e)
    if around is not None:
        return around
    field = lifted.field_of_kind(w, e.set.type)
    if field is not None:
        whole = isinstance(e.set, m.ops.Things) and not (field.laid and w.laying)
        among = every_space(field) if whole else w.several(e.set)
        if isinstance(among, Spaces):
            return _lifted(w, e, among)
        return _tested(w, e, among, [e.test])
    own = _own(w, e)
    if own is not None:
        return _by_fact(w, e, own)
    one = board_lookups.the_one_on(w, e)
    if one is not None:
        return Single(one)
    found = _asked_before(w, e, _tested(w, e, w.several(e.set), [e.test]))
    narrow = _by_fact(w, e, found)
    if narrow is not found:
        return narrow
    near = lifted.standing_near(w, e.set, e.test, e.value) if type(found) is Filtered else None
    if near is not None:
        return _Near(found.base, found.test, near, lambda one: _rest_of(w, near, one))
    words = lifted.each_alone(w, e)
    if words is not None:
        return _Alone(found.base, found.test, words, ones.keeps_the_only(w.lowering, words.field))
    lying = _lying(w, e)
    if lying is not None and w.lowering.takes(Special.LYING):
        return _Lying(found.base, found.test, lying)
    return _by_fact(w, e, found, by_owner=True)


def _by_fact(w: Writer, e: Tested, found: Set, *, by_owner: bool = False) -> Set:
    """Gives the same, looked for where things stand of which a fact is so; as it is where that is not kept.

    Args:
        by_owner: whether it is enough that it is asked whose they are.
    """
    if not isinstance(found, Filtered):
        return found
    among = lifted.standing_among(w, e.set, e.test, e.value, by_owner=by_owner)
    if among is None:
        return found
    base = e.set
    while isinstance(base, m.ops.Filter):
        base = base.set
    in_order = isinstance(base, m.ops.On) and w.lowering.stands == {base.ref.name}
    return _Among(found.base, found.test, among, in_order=in_order)


def _asked_before(w: Writer, e: Tested, found: Filtered) -> Filtered:
    """Gives the same, gone through only where what the test implies for all is so.

    Not where there may be no answer to which things they are: a rule error stays one.
    """
    if found.most < _SEVERAL or type(found) is not Filtered or not is_total(w.lowering, e.set):
        return found
    unknown = frozenset({e.value})
    if w.unwritten(lambda: implied.beforehand(w, e.test, unknown)) is None:
        return found
    return _Guarded(found.base, found.test, lambda: implied.beforehand(w, e.test, unknown))


_SEVERAL = 4
"""Of fewer things it is not asked before whether the test can hold for any."""


class _Guarded(Filtered):
    """Those for which a test holds, none of them unless something else is so."""

    def __init__(
        self, base: Set, test: Callable[[ir.Expr], ir.Expr], may: Callable[[], ir.Expr | None]
    ) -> None:
        super().__init__(base, test)
        self.may = may

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        may = self.may()
        with w.code.if_(x.constant(1) if may is None else may):
            super()._each(w, visit, backwards)


class _Among(Filtered):
    """Things that stand on spaces of which it is known that no others have any."""

    def __init__(
        self, base: Set, test: Callable[[ir.Expr], ir.Expr], among: Callable[[], Words], *, in_order: bool
    ) -> None:
        super().__init__(base, test)
        self.among = among
        self.in_order = in_order
        """Whether they come in the order of the spaces."""

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        words = self.among()
        if self.in_order and not backwards and not words.field.laid:
            self._in_order(w, words, visit)
            return
        with w.code.if_(self.among().some()):
            super()._each(w, visit, backwards)

    def _in_order(self, w: Pen, words: Words, visit: Visit) -> None:
        """Goes from space to space; `leave` leaves all of them."""

        def on(space: ir.Expr, leave: ir.Label) -> None:
            def one(thing: ir.Expr, _: ir.Label) -> None:
                with w.code.if_(self.test(thing)):
                    visit(thing, leave)

            Chain(space, w.layout.count).each(w, one)

        Spaces(words.kept(w)).each(w, on)

    def some(self, w: Pen) -> ir.Expr:
        """Asks those that stand there."""
        found = w.code.variable(0, "some")

        def on(space: ir.Expr, leave: ir.Label) -> None:
            def one(thing: ir.Expr, _: ir.Label) -> None:
                passes = super(_Among, self).has(w, thing)
                with w.code.if_(passes):
                    w.code.set(found, 1)
                    w.code.br(leave)

            Chain(space, w.layout.count).each(w, one)

        Spaces(self.among().kept(w)).each(w, on)
        return found


class _Near(Filtered):
    """Things that have to stand on some spaces, each on one of its own."""

    def __init__(
        self,
        base: Set,
        test: Callable[[ir.Expr], ir.Expr],
        near: lifted.Near,
        rest: Callable[[ir.Expr], ir.Expr],
    ) -> None:
        super().__init__(base, test)
        self.near = near
        self.rest = rest
        """What is left to be asked of what stands there."""

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        if self.near.total:
            test = self.rest if self.near.rest else None
            ones.each_only(w, self.near.spaces(), visit, backwards, test)
            return

        def one(thing: ir.Expr, leave: ir.Label) -> None:
            with w.code.if_(self.rest(thing)):
                visit(thing, leave)

        ones.each_only(w, self.near.spaces(), one, backwards)

    def count(self, w: Pen) -> ir.Expr:
        """As many as there are spaces, where nothing else is asked."""
        return super().count(w) if self.near.rest else self.near.spaces().count()

    def some(self, w: Pen) -> ir.Expr:
        """Whether any passes, in whatever order they are asked."""
        spaces = self.near.spaces()
        if not self.near.rest:
            return spaces.some()
        found, field = w.code.variable(0, "some"), spaces.field

        def one(space: ir.Expr, leave: ir.Label) -> None:
            passes = self.rest(w.code.let(ones.the_only(w, field, spot_of(w, field, space))))
            with w.code.if_(passes):
                w.code.set(found, 1)
                w.code.br(leave)

        Spaces(spaces.kept(w)).each(w, one)
        return found


def _rest_of(w: Writer, near: lifted.Near, one: ir.Expr) -> ir.Expr:
    """Asks what is left to be asked of a thing that stands where it has to."""
    found: ir.Expr | None = None
    for part, local in near.rest:
        with w.bind(local, one):
            found = w.test(part) if found is None else then_test(w, found, part, every=True)
    return x.constant(1) if found is None else found


class _Alone(Filtered):
    """Things of which each stands on a space of its own."""

    def __init__(self, base: Set, test: Callable[[ir.Expr], ir.Expr], words: Words, kept: bool) -> None:
        super().__init__(base, test)
        self.words = words
        self.quick = kept
        """Whether it is kept what stands on each space."""

    def _each(self, w: Pen, visit: Visit, backwards: bool) -> None:
        if not self.quick:
            super()._each(w, visit, backwards)
            return
        Spaces(self.words).each(w, lambda space, leave: visit(self._on(w, space), leave), backwards)

    def _on(self, w: Pen, space: ir.Expr) -> ir.Expr:
        field = self.words.field
        return w.code.let(ones.the_only(w, field, spot_of(w, field, space)))

    def nth(self, w: Pen, k: ir.Expr) -> ir.Expr:
        """What stands on space number k."""
        return self._on(w, Spaces(self.words).nth(w, k)) if self.quick else super().nth(w, k)

    def count(self, w: Pen) -> ir.Expr:
        """As many as there are spaces."""
        return self.words.count()

    def some(self, w: Pen) -> ir.Expr:
        """Whether there is such a space."""
        return self.words.some()


class _Lying(Filtered):
    """Things of a kind that lie in one place, in the order of the things; how many is asked of the place."""

    def __init__(self, base: Set, test: Callable[[ir.Expr], ir.Expr], lying: Callable[[], Set]) -> None:
        super().__init__(base, test)
        self.lying = lying

    def count(self, w: Pen) -> ir.Expr:
        """As many as pass there."""
        return self.lying().count(w)

    def some(self, w: Pen) -> ir.Expr:
        """Whether any pass there."""
        return self.lying().some(w)


def _lying(w: Writer, e: Tested) -> Callable[[], Set] | None:
    """Gives the same in the order in which they lie, where the test is first of all that they lie in one place."""
    parts = list(e.test.args) if isinstance(e.test, m.ops.And) else [e.test]
    first, kind = parts[0], item(e.set.type)
    if (
        not isinstance(e.set, m.ops.Things)
        or not isinstance(first, m.ops.InPlace)
        or not isinstance(kind, ThingType)
    ):
        return None
    one, place = first.thing, first.place
    if not isinstance(one, m.ops.Local) or one.value != e.value or not isinstance(place.type, PlaceType):
        return None
    if place.type.holds is not kind.kind or walk.reads(place, e.value):
        return None
    things = m.ops.Inside(SetType(kind), e.span, place=place, ref=None)

    def lying() -> Set:
        found = w.several(things)
        return _tested(w, e, found, parts[1:]) if parts[1:] else found

    return lying


def _own(w: Writer, e: Tested) -> Set | None:
    """Those of the actor, where things are numbered by the player who has them for good; None where they are not."""
    parts = list(e.test.args) if isinstance(e.test, m.ops.And) else [e.test]
    first, base = parts[0], e.set
    called = isinstance(base, m.ops.Called) and base.set is None
    if (
        not (isinstance(base, m.ops.Things) or called)
        or not isinstance(first, m.ops.Friendly)
        or w.game.sides is not None
    ):
        return None
    if not isinstance(first.of, m.ops.Local) or first.of.value != e.value:
        return None
    kind = ThingType(base.ref[0] if called else base.ref)
    born = born_rows(w.lowering, *base.ref) if called else born_things(w.lowering, kind.kind)
    if born is None or not w.lowering.takes(Special.OWN_THINGS):
        return None
    found = in_the_game(w, born.of(w, w.actor), kind)
    return _tested(w, e, found, parts[1:]) if parts[1:] else found


def every_space(field: Field) -> Spaces:
    """Gives all spaces of a board."""
    return Spaces(all_of(field))


def _lifted(w: Writer, e: Tested, among: Spaces) -> Set:
    """Those of spaces for which a test holds: worked out for all at once, as far as it can be."""
    field, test = among.words.field, e.test
    parts = list(test.args) if isinstance(test, m.ops.And) else [test]
    words = among.words
    asked = isinstance(e.set, m.ops.Things)
    while parts:
        only_asked = isinstance(e, m.ops.Some | m.ops.No) and len(parts) == 1
        with Until.given(w, words if only_asked else None):
            found = lifted.spaces_where(w, field, parts[0], e.value, asked=asked, one_by_one=asked)
        if found is None:
            break
        asked = False
        words = (words & found).kept(w)
        parts = parts[1:]
    spaces = Spaces(words)
    return _tested(w, e, spaces, parts) if parts else spaces


def _tested(w: Writer, e: Tested, base: Set, parts: list[m.Expr]) -> Filtered:
    def test(one: ir.Expr) -> ir.Expr:
        with w.bind(e.value, one):
            found = w.test(parts[0])
            for part in parts[1:]:
                found = then_test(w, found, part, every=True)
        return found

    fits = [part for part in parts if isinstance(part, m.ops.Fits) and _is_fit(part, e.value)]
    if not fits or not w.lowering.takes(Special.FITTING):
        return Filtered(base, test)

    def prepare() -> Callable[[ir.Expr], ir.Expr]:
        tests = [dice.fitting(w, part) for part in fits]
        others = [part for part in parts if part not in fits]

        def each(one: ir.Expr) -> ir.Expr:
            found: ir.Expr = x.constant(1) if base.sure else x.ge(one, 0)
            for fit in tests:
                found = x.and_(found, fit(one))
            with w.bind(e.value, one):
                for part in others:
                    found = then_test(w, found, part, every=True)
            return found

        return each

    return Prepared(base, prepare)


def _is_fit(part: m.Expr, local: int) -> bool:
    """Tells whether a test asks of the local, a die, whether it fits a pattern that is the same for all."""
    if not isinstance(part, m.ops.Fits) or walk.reads(part.pattern, local):
        return False
    asked = [one for pattern in part.ref.patterns for one in (pattern.never, pattern.other_condition)]
    if not all(_never_fails(one) for one in (part.pattern, *asked) if one is not None):
        return False
    return isinstance(part.die, m.ops.Local) and part.die.value == local


def _never_fails(e: m.Expr) -> bool:
    """Tells whether it is no rule error to ask, where nobody asked before."""
    if isinstance(e, m.ops.Cell | m.ops.Field):
        plain = len(e.args) == int(isinstance(e, m.ops.Field))
    else:
        plain = e.record.ahead and e.record.fails is Fails.NEVER
    return plain and all(map(_never_fails, e.args))
