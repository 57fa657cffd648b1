"""Expressions become functions of how dice lie; what depends on anything else is unknown."""

from collections.abc import Callable, Hashable
from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, IntType, ThingType
from gekido_dsl.odds.combining import Combining, key_of_cell, means, unknown
from gekido_dsl.odds.scope import (
    OTHER,
    ROLLER,
    UNKNOWN,
    Die,
    Function,
    Locals,
    Mine,
    NotExact,
    RowOf,
    State,
    dice_in,
    printed,
    start_of,
)

__all__ = ["Expressions", "key_of_cell"]


class Expressions(Combining):
    """Makes functions in one scope."""

    # ------------------------------------------------------------ values

    @means(m.ops.Const)
    def _const(self, e: m.ops.Const, *_: Any) -> Function:
        value = e.value
        if isinstance(e.type, EnumType) and e.type.enum is self.scope.die.faces and value != NONE:
            self.scope.named = True
        if isinstance(e.type, ThingType) and value != NONE:
            return unknown
        return lambda S, L: value

    @means(m.ops.Option)
    def _option(self, e: m.ops.Option, *_: Any) -> Function:
        value = self.scope.answers.get(e.ref.name, 0)
        return lambda S, L: value

    @means(m.ops.Local)
    def _local(self, e: m.ops.Local, make: Any, frame: Any, actor: Any) -> Function:
        number = e.value
        if number == 0:
            return lambda S, L: L.get(0, actor)
        key = frame.get(number) if frame else None
        if key is None:
            return lambda S, L: L.get(number, UNKNOWN)
        fact = self._fact(key, UNKNOWN)
        if fact < 0:
            return lambda S, L: L.get(number, UNKNOWN)
        return lambda S, L: L[number] if number in L else S[1][fact]

    @means(m.ops.Actor)
    def _actor(self, e: m.ops.Actor, make: Any, frame: Any, actor: Any) -> Function:
        return lambda S, L: L.get(0, actor)

    @means(m.ops.Cell)
    def _cell(self, e: m.ops.Cell, make: Any, *_: Any) -> Function:
        if e.index is not None:
            return unknown
        key = key_of_cell(e)
        fact = self._fact(key, start_of(e.ref))
        self.scope.alone[key] = self.scope.alone.get(key, 0) + 1
        return (lambda S, L: S[1][fact]) if fact >= 0 else unknown

    @means(m.ops.Field)
    def _field(self, e: m.ops.Field, make: Any, *_: Any) -> Function:
        scope, fact = self.scope, e.ref
        of = make(e.thing)
        index = make(e.index) if e.index is not None else None
        if fact.kept:
            if index is not None:
                return unknown
            number = self._fact(("field", id(fact)), start_of(fact))

            def kept(S: State, L: Locals) -> Any:
                return S[1][number] if number >= 0 and _is_roller(of(S, L)) else UNKNOWN

            return kept

        def read(S: State, L: Locals) -> Any:
            thing = of(S, L)
            if isinstance(thing, Mine) and thing.seat is ROLLER:
                scope.asked[thing.kind.name, fact.name] = (thing.kind, fact)
                row = scope.rows.get(thing.kind.name)
                if row is None:
                    return UNKNOWN
                thing = RowOf(thing.kind, row)
            if not isinstance(thing, RowOf):
                return UNKNOWN
            value = printed(thing.kind, thing.row, fact)
            if isinstance(fact.type, IntType):
                scope.told.add((thing.kind.name, fact.name))
            if index is not None:
                place = index(S, L)
                if place is UNKNOWN or not isinstance(value, tuple) or not 0 <= place < len(value):
                    return UNKNOWN
                value = value[place]
            if isinstance(fact.type, ThingType) and isinstance(value, int) and value != NONE:
                return RowOf(fact.type.kind, value)
            return value

        return read

    @means(m.ops.Counter)
    def _counter(self, e: m.ops.Counter, make: Any, *_: Any) -> Function:
        of = make(e.thing)
        scope, counter = self.scope, e.ref

        def read(S: State, L: Locals) -> Any:
            thing = of(S, L)
            number = scope.keys.get(("counter", id(counter), thing), -1)
            return S[1][number] if number >= 0 else UNKNOWN

        return read

    @means(m.ops.Owner)
    def _owner(self, e: m.ops.Owner, make: Any, *_: Any) -> Function:
        of = make(e.of)

        def owner(S: State, L: Locals) -> Any:
            thing = of(S, L)
            return thing.seat if isinstance(thing, Mine) else UNKNOWN

        return owner

    @means(m.ops.Mine)
    def _mine(self, e: m.ops.Mine, make: Any, *_: Any) -> Function:
        who, kind = make(e.player), e.ref

        def mine(S: State, L: Locals) -> Any:
            seat = who(S, L)
            return Mine(kind, seat) if seat in (ROLLER, OTHER) else UNKNOWN

        return mine

    @means(m.ops.Window)
    def _window(self, e: m.ops.Window, *_: Any) -> Function:
        if e.ref is None:
            return unknown
        fact = self._fact("window", NONE)
        index = e.ref.index
        return (lambda S, L: int(S[1][fact] == index)) if fact >= 0 else unknown

    # ------------------------------------------------------------ dice and places

    @means(m.ops.Place)
    def _place(self, e: m.ops.Place, make: Any, *_: Any) -> Function:
        number = self.scope.place(e.ref)
        if e.owner is not None:
            who = make(e.owner)
            return lambda S, L: number if who(S, L) is ROLLER else UNKNOWN
        return lambda S, L: number if number >= 0 else UNKNOWN

    @means(m.ops.Inside)
    def _inside(self, e: m.ops.Inside, make: Any, *_: Any) -> Function:
        place = make(e.place)

        def inside(S: State, L: Locals) -> Any:
            number = place(S, L)
            return UNKNOWN if number is UNKNOWN else dice_in(S, number)

        return inside

    @means(m.ops.Things)
    def _things(self, e: m.ops.Things, *_: Any) -> Function:
        if e.ref is not self.scope.die:
            return unknown
        places = range(len(self.scope.places))
        return lambda S, L: [die for place in places for die in dice_in(S, place)]

    @means(m.ops.Called)
    def _called(self, e: m.ops.Called, *_: Any) -> Function:
        kind = e.ref[0]
        places = range(len(self.scope.places))
        if kind is self.scope.die and e.set is None:
            many = isinstance(e.type, ThingType)

            def only(S: State, L: Locals) -> Any:
                dice = [die for place in places for die in dice_in(S, place)]
                return (dice[0] if len(dice) == 1 else UNKNOWN) if many else dice

            return only
        return unknown

    @means(m.ops.Face)
    def _face(self, e: m.ops.Face, make: Any, *_: Any) -> Function:
        die, faces = make(e.die), self.scope.faces

        def face(S: State, L: Locals) -> Any:
            one = die(S, L)
            return faces[one.face] if isinstance(one, Die) and one.face < len(faces) else UNKNOWN

        return face

    @means(m.ops.InPlace)
    def _in_place(self, e: m.ops.InPlace, make: Any, *_: Any) -> Function:
        die, place = make(e.thing), make(e.place)

        def lies(S: State, L: Locals) -> Any:
            one, number = die(S, L), place(S, L)
            if not isinstance(one, Die) or number is UNKNOWN:
                return UNKNOWN if one != NONE else 0
            return int(one.place == number)

        return lies

    @means(m.ops.Shows)
    def _shows(self, e: m.ops.Shows, make: Any, *_: Any) -> Function:
        die, wanted, faces = make(e.die), make(e.face), self.scope.faces

        def shows(S: State, L: Locals) -> Any:
            one, face = die(S, L), wanted(S, L)
            if not isinstance(one, Die) or face is UNKNOWN or one.face >= len(faces):
                return UNKNOWN
            return int(faces[one.face] == face)

        return shows

    @means(m.ops.ShownIn)
    def _shown_in(self, e: m.ops.ShownIn, make: Any, *_: Any) -> Function:
        wanted, place, faces = make(e.face), make(e.place), self.scope.faces

        def shown(S: State, L: Locals) -> Any:
            face, number = wanted(S, L), place(S, L)
            if face is UNKNOWN or number is UNKNOWN:
                return UNKNOWN
            return int(face in faces and S[0][faces.index(face)][number] > 0)

        return shown

    @means(m.ops.Fits)
    def _fits(self, e: m.ops.Fits, make: Any, *_: Any) -> Function:
        die, pattern, more = make(e.die), make(e.pattern), self.pattern(e.ref)

        def fits(S: State, L: Locals) -> Any:
            return more(S, pattern(S, L), die(S, L))[0]

        return fits

    @means(m.ops.Complete)
    def _complete(self, e: m.ops.Complete, make: Any, *_: Any) -> Function:
        pattern, more = make(e.pattern), self.pattern(e.ref)

        def complete(S: State, L: Locals) -> Any:
            return more(S, pattern(S, L), None)[1]

        return complete

    def pattern(self, patterns: m.PatternSet) -> Callable[[State, Any, Any], tuple[Any, Any]]:
        """Makes the function that tells whether dice fit a pattern, one more with them, and complete it."""
        scope = self.scope
        table, place, faces = scope.table(patterns), scope.place(patterns.place), scope.faces
        if patterns.die is not scope.die:
            return lambda S, which, die: (UNKNOWN, UNKNOWN)
        nevers = [self.make(one.never) if one.never is not None else None for one in patterns.patterns]
        others = [
            self.make(one.other_condition) if one.other_condition is not None else None
            for one in patterns.patterns
        ]

        answered: dict[Hashable, tuple[Any, Any]] = {}

        def more(S: State, which: Any, die: Any) -> tuple[Any, Any]:
            if which is UNKNOWN or die is UNKNOWN:
                return UNKNOWN, UNKNOWN
            if which == NONE:
                return 0, 0
            asked, condition = nevers[which], others[which]
            never = asked(S, {}) if asked is not None else NONE
            also = condition(S, {}) if condition is not None else 1
            columns = S[0]
            key = (
                which,
                never,
                also,
                die.face if isinstance(die, Die) else -1,
                *[one[place] for one in columns],
            )
            known = answered.get(key)
            if known is not None:
                return known
            shown = [face for at, face in enumerate(faces) for _ in range(columns[at][place])]
            if isinstance(die, Die):
                if die.face >= len(faces):
                    return UNKNOWN, UNKNOWN
                shown.append(faces[die.face])
            if never is UNKNOWN or also is UNKNOWN:
                raise NotExact(f"what counts as {patterns.patterns[which].name} depends on who plays")
            other = bool(also) and bool(patterns.patterns[which].other)
            found = answered[key] = (
                int(table.fits(which, shown, never, other)),
                int(table.complete(which, shown, never, other)),
            )
            return found

        return more


def _is_roller(thing: Any) -> bool:
    return isinstance(thing, Mine) and thing.seat is ROLLER
