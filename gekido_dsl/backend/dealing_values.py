"""Faces of dice and facts that a seat does not know, drawn anew inside a module; see `telling.worlds`.

Invariants:
    What is drawn depends on what the seat sees alone.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.values import faces_in, values_of
from gekido_dsl.lowering import Lowered
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType
from gekido_dsl.program import chance
from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Array, Expr, Function


@dataclass(frozen=True, slots=True)
class HiddenFact:
    """A fact that a match keeps and that not everybody sees."""

    fact: m.Field
    kind: m.Kind | None
    """Whose fact it is; None for a phase."""
    values: Sequence[int]
    """What it may be, as everybody knows; none where its type does not say."""


def hidden_facts(layout: Layout) -> list[HiddenFact]:
    """Lists the facts that not everybody sees."""
    found = []
    keepers: list[m.Kind | m.Procedure] = [*layout.game.phases.values(), *layout.game.kinds.values()]
    for keeper in keepers:
        kind = keeper if isinstance(keeper, m.Kind) else None
        for fact in keeper.fields.values():
            seen = fact.seen if kind is None else hidden.seen(fact)
            if (id(keeper), fact.name) in layout.field_cell and seen != "everyone":
                found.append(HiddenFact(fact, kind, values_of(layout, fact)))
    return found


def asks_the_board(one: HiddenFact) -> bool:
    """Tells whether what a fact may be depends on which spaces are laid."""
    return isinstance(one.fact.type, ThingType) and one.fact.type.kind.board is not None


class Values:
    """Emits that faces and facts are drawn anew."""

    def __init__(
        self,
        b: ProgramBuilder,
        lowered: Lowered,
        knows: Callable[[Expr, Expr], Expr],
        sees: Callable[[FunctionBuilder, Expr], Expr],
    ) -> None:
        """Keeps what it needs.

        Args:
            knows: whether a seat knows a thing.
            sees: gives the bits of those who see what lies in a place.
        """
        self.b, self.lowered = b, lowered
        self.knows, self.sees = knows, sees
        self.facts = hidden_facts(lowered.layout)
        self.dice = [
            kind
            for kind in lowered.layout.game.kinds.values()
            if kind.faces is not None and kind.name in lowered.hiding
        ]

    @property
    def needed(self) -> bool:
        """Whether there is anything to be drawn."""
        return bool(self.facts or self.dice)

    def draw(self, f: FunctionBuilder, seat: Expr, pick: Function) -> None:
        """Emits that everything is drawn that the seat does not know."""
        for kind in self.dice:
            self._draw_faces(f, seat, pick, kind)
        for one in self.facts:
            if not one.values:
                continue
            if one.kind is None:
                self._draw_of_phase(f, pick, one)
            else:
                self._draw_of_kind(f, seat, pick, one, one.kind)

    def _draw_faces(self, f: FunctionBuilder, seat: Expr, pick: Function, kind: m.Kind) -> None:
        """Draws what dice show: each face equally likely; of a die in use, not 0."""
        layout, memory = self.lowered.layout, self.lowered.memory
        faces = [faces_in(kind, decl) for decl, _ in layout.place_names]
        lows, counts = [own.start for own in faces], [len(own) for own in faces]
        low = self.b.table(f"lowest {kind.name}", lows, width=32)
        count = self.b.table(f"faces of {kind.name}", counts, width=32)
        things = layout.things[kind.name]
        with f.each(things.start, things.stop, "die") as die:
            place = f.let(e.load(memory.chains.where, die), "place")
            with f.if_(e.and_(e.ge(place, 0), e.not_(self.knows(seat, die)))):
                seen = f.let(e.and_(e.shr(self.sees(f, place), seat), 1), "seen")
                with f.if_(e.not_(seen)):
                    drawn = f.call_value(pick, e.load(count, place))
                    f.store(memory.face, die, e.add(e.load(low, place), drawn))

    def _draw_of_phase(self, f: FunctionBuilder, pick: Function, one: HiddenFact) -> None:
        array = self.lowered.memory.fields[id(one.fact.owner), one.fact.name]
        with f.each(0, array.length, "k") as k:
            f.store(array, k, self._drawn(f, pick, one))

    def _drawn(self, f: FunctionBuilder, pick: Function, one: HiddenFact) -> Expr:
        """Emits a draw among the values of a fact."""
        values, drawn = one.values, f.call_value(pick, len(one.values))
        if isinstance(values, range) or list(values) == list(range(values[0], values[0] + len(values))):
            return e.add(values[0], drawn)
        return e.load(self.b.table(f"values of {one.fact.name}", values, width=32), drawn)

    def _draw_of_kind(
        self, f: FunctionBuilder, seat: Expr, pick: Function, one: HiddenFact, kind: m.Kind
    ) -> None:
        """Draws a fact of things: where all know how often each value is there, these change places."""
        layout, memory = self.lowered.layout, self.lowered.memory
        key = (id(kind), one.fact.name)
        array, known = memory.fields[key], memory.fact_known[key]
        things, size = layout.things[kind.name], layout.index_size(one.fact.index)
        if not things:
            return

        def knows(at: Expr) -> Expr:
            told = e.and_(e.shr(e.load(known, at), seat), 1)
            if hidden.seen(one.fact) != "owner":
                return told
            owner = e.load(memory.owner, e.load(roots, at))
            return e.or_(told, e.eq(owner, seat))

        owners = [layout.root_of[thing] for thing in things for _ in range(size)]
        roots = self.b.table(f"wholes of {kind.name} {one.fact.name}", owners, width=32)
        many = size * len(things)
        counted = memory.fact_counted.get(key)
        told = e.load(counted, 0) if counted is not None and size == 1 else e.constant(0)
        with f.if_(told):
            self._change_places(f, pick, array, many, knows)
        with f.else_(), f.each(0, many, "at") as at:
            drawn = self._drawn(f, pick, one)
            with f.if_(e.not_(knows(at))):
                f.store(array, at, drawn)

    def _change_places(
        self, f: FunctionBuilder, pick: Function, array: Array, many: int, knows: Callable[[Expr], Expr]
    ) -> None:
        """Emits that the values change places that are not known; not as they lie, which would tell."""
        spots = self.b.scratch(f"spots of {array.name}", many)
        values = self.b.scratch(f"values of {array.name}", many)
        number = f.variable(0, "number")
        with f.each(0, many, "at") as at, f.if_(e.not_(knows(at))):
            value = f.let(e.load(array, at), "value")
            place = f.variable(number, "place")
            with f.block("placed") as placed, f.loop("sort", bound=many) as again:
                f.br(placed, e.le(place, 0))
                before = f.let(e.load(values, e.sub(place, 1)), "before")
                f.br(placed, e.le(before, value))
                f.store(values, place, before)
                f.set(place, e.sub(place, 1))
                f.br(again)
            f.store(values, place, value)
            f.store(spots, number, at)
            f.set(number, e.add(number, 1))
        chance.shuffle(f, values, number, pick)
        with f.each(0, number, "k") as k:
            f.store(array, e.load(spots, k), e.load(values, k))
