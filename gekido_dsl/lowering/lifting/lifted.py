"""Tests of spaces, worked out for all spaces of a board at once, as bits.

`empty` is the complement of the occupied, `some ... is below it` a step, `next to` a table, a row a mask, a definition
what it says. What cannot be lifted gives None, and is asked of each space.

Invariants:
    A lifted test is asked of all spaces where the test itself might not be asked at all; so only what always has an
    answer is lifted.
"""

from collections.abc import Callable
from typing import Any, Final

from gekido_dsl.ground.geometry import neighbourhood, way
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.boards import rays
from gekido_dsl.lowering.boards.bitsets import is_on, lines_of_board, spot_or_first, spot_or_none
from gekido_dsl.lowering.game import occupancy
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total, takes_up
from gekido_dsl.lowering.kept import standing
from gekido_dsl.lowering.lifting import lifted_members
from gekido_dsl.lowering.lifting.amount_tables import printed_amount
from gekido_dsl.lowering.lifting.standing_bits import actor_may_be_none, given_to, standing_of, words_of
from gekido_dsl.lowering.sets.words import Field, Words, chosen, every, from_table, lying, mask, one_bit
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.regions import region
from gekido_dsl.model.types import NONE, PlayerType, SetType, ThingType, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def spaces_where(w: Writer, field: Field, test: m.Expr, local: int, *, asked: bool = False) -> Words | None:
    """Gives the spaces of a board for which a test of a local holds; None where that cannot be lifted.

    Args:
        asked: whether the test is asked of a space in any case, so that it may have no answer.
    """
    found = Lift(w, field, local, asked=asked).lift(test)
    return found if found is not None and w.lowering.takes(Special.TESTED_AT_ONCE) else None


def some_standing(w: Writer, several: m.Expr, test: m.Expr, local: int) -> ir.Expr | None:
    """Asks whether a test of the space holds for any of what stands on a board, as bits; None where it cannot be."""
    base = _base(several)
    fields = standing.fields(w.lowering)
    if (
        len(fields) != 1
        or (not isinstance(base, m.ops.On) and not isinstance(test, m.ops.OnBoard))
        or actor_may_be_none(w)
    ):
        return None
    words = standing_of(w, fields[0], several)
    if words is None:
        return None
    found = Lift(w, fields[0], local, thing=True).lift(test)
    if found is None or not w.lowering.takes(Special.SOME_STANDING):
        return None
    return (words & found).some()


def each_alone(w: Writer, several: m.Expr) -> Words | None:
    """Gives the spaces on which several things stand, each on one of its own; None where it may be otherwise."""
    base = _base(several)
    if not isinstance(base, m.ops.On) or actor_may_be_none(w):
        return None
    for field in standing.fields(w.lowering):
        if field.board is geo.board_of(base.spaces.type) or base.spaces.ref is field.board:
            words = standing_of(w, field, several) if occupancy.alone(w.lowering, field.board) else None
            return words if words is not None and w.lowering.takes(Special.EACH_ALONE) else None
    return None


def _base(several: m.Expr) -> m.Expr:
    while isinstance(several, m.ops.Filter):
        several = several.set
    return several


def field_of_kind(w: Writer, kind: object) -> Field | None:
    """Gives the board whose spaces are of a type, if it has bits."""
    one = item(kind)  # type: ignore[arg-type]
    if not isinstance(one, ThingType) or one.kind.board is None:
        return None
    return next((field for field in standing.fields(w.lowering) if field.board is one.kind.board), None)


class Lift(lifted_members.Lifting):
    """Lifts tests of one local."""

    def lift(self, e: m.Expr) -> Words | None:
        """Gives the spaces for which a test holds."""
        if not walk.reads(e, self.local):
            return (
                chosen(self.w.code.let(self.w.test(e)), every(self.field))
                if is_total(self.w.lowering, e)
                else None
            )
        lifted = _LIFTED.get(type(e))
        return lifted(self, e) if lifted is not None else None

    def _it(self, e: m.Expr) -> bool:
        if self.thing:
            return isinstance(e, m.ops.Space) and self._self(e.thing)
        return self._self(e)

    def _self(self, e: m.Expr) -> bool:
        return isinstance(e, m.ops.Local) and e.value == self.local

    def _on_board(self, e: m.ops.OnBoard) -> Words | None:
        here = self.thing and self._self(e.thing) and e.ref is self.field.board and e.owner is None
        return every(self.field) if here else None

    # ------------------------------------------------------------ logic

    def _and(self, e: m.ops.And) -> Words | None:
        found: Words | None = None
        for part in e.args:
            one = self.lift(part)
            if one is None:
                return None
            found = one if found is None else found & one
            self.asked = False
        return found

    def _or(self, e: m.ops.Or) -> Words | None:
        found: Words | None = None
        for part in e.args:
            one = self.lift(part)
            if one is None:
                return None
            found = one if found is None else found | one
            self.asked = False
        return found

    def _not(self, e: m.ops.Not) -> Words | None:
        one = self.lift(e.condition)
        return one.complement() if one is not None else None

    def _defined(self, e: m.ops.Defined) -> Words | None:
        decl: m.Definition = e.ref
        test = self.w.lowering.in_force(decl)
        if test is None or isinstance(decl.subject, PlayerType) or decl in self.w.lowering.within:
            return None
        held = self.given(e, asked=self.asked)
        if held is None:
            return None
        given, it = held
        own = self.w.within(decl, given)
        self.w.lowering.within.append(decl)
        found = Lift(own, self.field, it, thing=self.thing, asked=self.asked).lift(test)
        self.w.lowering.within.pop()
        return found

    def given(self, e: m.Expr, asked: bool = False) -> tuple[dict[int, Held], int] | None:
        """Gives what a declaration is asked with; see `given_to`. Of a thing, it has to be the subject."""
        if self.thing and not self._self(e.args[0]):
            return None
        return given_to(self.w, e, self.local, asked=asked)

    # ------------------------------------------------------------ where a space lies

    def _is(self, e: m.ops.Is) -> Words | None:
        left, right = e.left, e.right
        if (
            isinstance(left, m.ops.Row | m.ops.Column)
            and self._it(left.space)
            and isinstance(right, m.ops.Const)
        ):
            return self._lies(left, lambda number: number == right.value)
        if (
            isinstance(left, m.ops.Row | m.ops.Column)
            and self._it(left.space)
            and not walk.reads(right, self.local)
        ):
            number = self.w.fixed(right) if is_total(self.w.lowering, right) else None
            return (
                None
                if number is None
                else lines_of_board(
                    self.w, self.field, "row" if isinstance(left, m.ops.Row) else "column", number
                )
            )
        if self._it(left) and not walk.reads(right, self.local) and is_total(self.w.lowering, right):
            return self._bit_of(self.w.fixed(right))
        if isinstance(left, m.ops.Amount) and self._it(left.args[0]) and not walk.reads(right, self.local):
            if (
                printed := printed_amount(self.w, left.ref)
                if self.asked or is_total(self.w.lowering, right)
                else None
            ):
                if printed.has_inverse():
                    return printed.where(self.w, self.field, self.w.value(right))
        return None

    def _lies(self, e: m.ops.Row | m.ops.Column, holds: "object") -> Words | None:
        assert callable(holds)
        board, positions = self.field.board, self.field.positions
        if isinstance(e, m.ops.Row) and self.w.game.facing:
            first = lying(self.field, (k for k in positions if holds(board.rows - k // board.columns)))
            second = lying(self.field, (k for k in positions if holds(k // board.columns + 1)))
            one = self.w.code.let(x.eq(self.w.actor, 0))
            return Words(
                self.field, (x.select(one, a, b) for a, b in zip(first.words, second.words, strict=True))
            )
        if isinstance(e, m.ops.Row):
            return lying(self.field, (k for k in positions if holds(board.row_number(k))))
        return lying(self.field, (k for k in positions if holds(k % board.columns + 1)))

    def _compare(self, e: m.ops.AtLeast | m.ops.AtMost | m.ops.More | m.ops.Less) -> Words | None:
        left, right = e.left, e.right
        if (
            not isinstance(left, m.ops.Row | m.ops.Column)
            or not self._it(left.space)
            or not isinstance(right, m.ops.Const)
        ):
            return None
        wanted = right.value
        run = {
            m.ops.AtLeast: lambda number: number >= wanted,
            m.ops.AtMost: lambda number: number <= wanted,
            m.ops.More: lambda number: number > wanted,
            m.ops.Less: lambda number: number < wanted,
        }[type(e)]
        return self._lies(left, run)

    def _region(self, e: m.ops.Central | m.ops.Corner | m.ops.Outer | m.ops.Inner) -> Words | None:
        return (
            lying(self.field, region(self.field.board, geo.REGIONS[type(e)])) if self._it(e.space) else None
        )

    # ------------------------------------------------------------ what is there

    def _empty(self, e: m.ops.Empty) -> Words | None:
        return standing.occupied(self.w, self.field).complement() if self._it(e.place) else None

    def _bit_of(self, space: ir.Expr) -> Words:
        """Gives the set of a space; nothing for none and for what is no space of the board."""
        one = self.w.code.let(space)
        inside = self.w.code.let(is_on(self.field, one))
        spot = spot_or_first(self.w, self.field, one, inside)
        return chosen(inside, one_bit(self.w, self.field, spot))

    def _spot_of(self, e: m.Expr) -> ir.Expr:
        """Gives the spot where something stands or lies; none if it is not on the board."""
        space = geo.on_board(self.w, self.w.fixed(e), e.type, self.field.board)
        return self.w.code.let(spot_or_none(self.w, self.field, space))

    def _at(self, e: m.ops.At) -> Words | None:
        thing, space = e.thing, e.space
        if not self._it(space) or walk.reads(thing, self.local) or not is_total(self.w.lowering, thing):
            return None
        return self._bit_of(x.load(self.w.memory.chains.where, self.w.fixed(thing)))

    # ------------------------------------------------------------ what is near

    def _next_to(self, e: m.ops.NextTo) -> Words | None:
        left, right = e.thing, e.of
        other = right if self._it(left) else left
        if walk.reads(other, self.local) or not is_total(self.w.lowering, other):
            return None
        if isinstance(other.type, SetType):
            return (
                self._near_some(other) if self._it(left) and isinstance(item(other.type), ThingType) else None
            )
        near = neighbourhood(self.field.board, 1, self.field.terrain)
        return from_table(
            self.w, self.field, "near", self.field.by_spot(near.__getitem__), self._spot_of(other)
        )

    def _toward(self, e: m.ops.Toward) -> Words | None:
        """Of `it is ahead of X` the spaces a step from X; of `X is ahead of it` those from which a step leads to X."""
        left, right = e.one, e.of
        forward = self._it(left)
        other = right if forward else left
        if (
            walk.reads(other, self.local)
            or not is_total(self.w.lowering, other)
            or isinstance(other.type, SetType)
        ):
            return None
        spot = self._spot_of(other)
        if e.ref in geo.STRAIGHT:
            return self._step_from(spot, [geo.STRAIGHT[e.ref]], forward)
        ahead = self._ahead(right) if forward else self._ahead_of_space()
        if ahead is None:
            return None
        one, two = (self._step_from(spot, geo.steps_ahead(e.ref, way_), forward) for way_ in (1, -1))
        if isinstance(ahead, ir.Const):
            return one if ahead.value == 1 else two
        up = self.w.code.let(x.eq(ahead, 1))
        return Words(self.field, (x.select(up, a, b) for a, b in zip(one.words, two.words, strict=True)))

    def _ahead(self, other: m.Expr) -> ir.Expr:
        """Gives which way is ahead for something: 1 is down, -1 up."""
        if not self.w.game.facing:
            return x.constant(-1)
        who, kind = self.w.actor, item(other.type)
        if isinstance(kind, ThingType) and kind.kind.board is None:
            who = standing.owner_of_one(self.w, kind.kind, self.w.value(other))
        return self.w.code.let(x.select(x.eq(who, 1), 1, -1))

    def _ahead_of_space(self) -> ir.Expr:
        if not self.w.game.facing:
            return x.constant(-1)
        return self.w.code.let(x.select(x.eq(self.w.actor, 1), 1, -1))

    def _step_from(self, spot: ir.Expr, steps: list[tuple[int, int]], forward: bool) -> Words:
        board, terrain, positions = self.field.board, self.field.terrain, self.field.positions

        def near(here: int) -> list[int]:
            ways = {there: (here, there) if forward else (there, here) for there in positions}
            return [there for there, ends in ways.items() if way(board, terrain, *ends) in steps]

        return from_table(self.w, self.field, f"steps {steps}", self.field.by_spot(near), spot)

    # ------------------------------------------------------------ some, no, members

    def _some(self, e: m.ops.Some | m.ops.No) -> Words | None:
        several, test = e.set, e.test
        if isinstance(several, m.ops.Property | m.ops.Lines) and walk.reads(several, self.local):
            return self._some_in_line(several, test, e.value)
        if isinstance(test, m.ops.Member) and not walk.reads(several, self.local):
            return lifted_members.some_among(self, several, test, e.value)
        own = geo.board_of(several.type)
        if own is not None and own is self.field.board:
            return self._some_space(several, test, e.value)
        if isinstance(test, m.ops.At) and isinstance(test.thing, m.ops.Local) and test.thing.value == e.value:
            alone = self._it(test.space) and not walk.reads(several, self.local)
            return standing_of(self.w, self.field, several) if alone else None
        if (
            isinstance(test, m.ops.NextTo)
            and not walk.reads(several, self.local)
            and is_total(self.w.lowering, several)
        ):
            one = next(
                (
                    k
                    for k in (0, 1)
                    if isinstance(test.args[k], m.ops.Local) and test.args[k].value == e.value
                ),
                None,
            )
            return self._near_some(several) if one is not None and self._it(test.args[1 - one]) else None
        return None

    def _near_some(self, several: m.Expr) -> Words:
        """Gives the spaces next to some thing."""
        w, kind = self.w, item(several.type)
        assert isinstance(kind, ThingType)
        near = self.field.by_spot(neighbourhood(self.field.board, 1, self.field.terrain).__getitem__)
        found = Words(self.field, (w.code.variable(one, "near", "i64") for one in mask(self.field, ()).words))

        def visit(thing: ir.Expr, _: ir.Label) -> None:
            spot = spot_or_none(w, self.field, geo.on_board(w, thing, kind, self.field.board))
            more = from_table(w, self.field, "near", near, w.code.let(spot))
            for local, word in zip(found.words, (found | more).words, strict=True):
                assert isinstance(local, ir.Local)
                w.code.set(local, word)

        w.several(several).each(w, visit)
        return found

    def _no(self, e: m.ops.No) -> Words | None:
        found = self._some(e)
        return found.complement() if found is not None else None

    def _some_space(self, several: m.Expr, test: m.Expr, local: int) -> Words | None:
        """Of `some space of these is below it` the spaces from which a step leads there."""
        if len(test.args) != 2 or walk.reads(several, self.local):
            return None
        there = words_of(self.w, several)
        left, right = test.args
        first = isinstance(left, m.ops.Local) and left.value == local
        other, mine = (left, right) if first else (right, left)
        if there is None or not self._it(mine) or not isinstance(other, m.ops.Local) or other.value != local:
            return None
        if self.field.terrain.links is not None:
            return None
        if isinstance(test, m.ops.NextTo):
            return there.words.near(self.w)
        if not isinstance(test, m.ops.Toward):
            return None
        if test.ref in geo.STRAIGHT:
            down, right_ = geo.STRAIGHT[test.ref]
            sign = -1 if first else 1
            return there.words.stepped(sign * down, sign * right_)
        return None

    def _some_in_line(self, several: m.Expr, test: m.Expr, local: int) -> Words | None:
        """Of `some space of its lines is ...` the spaces from which a line leads over such a space."""
        if walk.reads(test, self.local):
            return None
        if isinstance(several, m.ops.Lines):
            return None if self.thing else self._line_over(self.w, several, self.local, test, local)
        declared: m.Property = several.ref
        within = self.w.lowering.within
        if declared.exceptions or isinstance(declared.subject, PlayerType) or declared in within:
            return None
        if (
            not isinstance(declared.value, m.ops.Lines)
            or len(several.args) != 1
            or not self._it(several.args[0])
        ):
            return None
        within.append(declared)
        own = self.w.within(declared, {0: self.w.actor})
        found = self._line_over(own, declared.value, 1, test, local)
        within.pop()
        return found

    def _line_over(self, own: Writer, lines: m.ops.Lines, it: int, test: m.Expr, local: int) -> Words | None:
        start, over, ends = lines.space, lines.over, lines.end
        if (
            not isinstance(start, m.ops.Local)
            or start.value != it
            or walk.reads(over, it)
            or walk.reads(ends, it)
        ):
            return None
        if geo.board_of(start.type) is not self.field.board:
            return None
        first, second = words_of(own, over), words_of(own, ends)
        if first is None or second is None:
            return None
        if takes_up(over, test, local):
            return rays.starts(own, first.words, second.words, None)
        passing = Lift(self.w, self.field, local).lift(test)
        return None if passing is None else rays.starts(own, first.words, second.words, passing)

    def _member(self, e: m.ops.Member) -> Words | None:
        one, several = e.one, e.set
        if not self._it(one) or walk.reads(several, self.local):
            return None
        found = words_of(self.w, several)
        return found.words if found is not None else None


_LIFTED: Final[dict[type[m.Expr], Callable[[Lift, Any], Words | None]]] = {
    m.ops.OnBoard: Lift._on_board,
    m.ops.And: Lift._and,
    m.ops.Or: Lift._or,
    m.ops.Not: Lift._not,
    m.ops.Defined: Lift._defined,
    m.ops.Is: Lift._is,
    m.ops.Empty: Lift._empty,
    m.ops.At: Lift._at,
    m.ops.NextTo: Lift._next_to,
    m.ops.Toward: Lift._toward,
    m.ops.Some: Lift._some,
    m.ops.No: Lift._no,
    m.ops.Member: Lift._member,
    **dict.fromkeys((m.ops.AtLeast, m.ops.AtMost, m.ops.More, m.ops.Less), Lift._compare),
    **dict.fromkeys((m.ops.Central, m.ops.Corner, m.ops.Outer, m.ops.Inner), Lift._region),
}
"""What lifts the tests of an operator; those of all others are asked of each space."""


def all_on(w: Writer, several: m.Expr) -> tuple[Field, m.Kind, Words] | None:
    """Gives the spaces of which several are all things of a kind that stand there; None if it is not so."""
    fields = standing.fields(w.lowering)
    if not isinstance(several, m.ops.On) or several.ref.name not in w.lowering.stands or len(fields) != 1:
        return None
    spaces, field = several.spaces, fields[0]
    if geo.board_of(spaces.type) is not field.board:
        return None
    if isinstance(spaces.type, SetType):
        found = w.several(spaces).bits(w)
    else:
        found = Lift(w, field, NONE)._bit_of(w.fixed(spaces))
    if found is None or not w.lowering.takes(Special.ALL_TAKEN):
        return None
    return field, several.ref, found.kept(w)
