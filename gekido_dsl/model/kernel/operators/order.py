"""Operators that put several in an order, and give those at an end of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gekido_dsl.model.kernel.expr import Expr
from gekido_dsl.model.kernel.operator import (
    Effort,
    Fails,
    Lasts,
    Many,
    Nothing,
    Number,
    OfMe,
    Operator,
    Range,
    Reads,
    Repeats,
    Seen,
    Size,
    Sort,
    asked,
    reading,
    repeated,
    several,
    some,
)

if TYPE_CHECKING:
    pass


class Next(
    Expr,
    record=Operator(
        name="next",
        phrase="`the next KIND of PLACE`",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY)},
        number=Number.NUMBER,
        result=Sort.ANY,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.AS_OPERAND,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.EVERYONE,
        owned=True,
        counts=False,
        effort=Effort.SOME,
        written=False,
        given=False,
        picks=True,
        singles_out=True,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The one that came last; none if empty; with a number, so many."""

    set: Expr
    value: int = 0


class Last(
    Expr,
    record=Operator(
        name="last",
        phrase="`the last KIND of PLACE`",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY)},
        number=Number.NUMBER,
        result=Sort.ANY,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.AS_OPERAND,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.EVERYONE,
        owned=True,
        counts=False,
        effort=Effort.SOME,
        written=False,
        given=False,
        picks=True,
        singles_out=True,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The one that came first; none if empty; with a number, so many."""

    set: Expr
    value: int = 0


class Nth(
    Expr,
    record=Operator(
        name="nth",
        phrase="`the third KIND of PLACE`",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY)},
        number=Number.NUMBER,
        result=Sort.ANY,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.EVERYONE,
        owned=True,
        counts=False,
        effort=Effort.SOME,
        written=False,
        given=False,
        picks=True,
        singles_out=True,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The one at this place, counted from 0 in the order of their table or place; none if there are fewer."""

    set: Expr
    value: int


class Highest(
    Expr,
    record=Operator(
        name="highest",
        phrase="SET `with the most` NUMBER",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY), "numbers": repeated(asked(some("numbers", Sort.ANY)))},
        number=Number.BOUND,
        result=Sort.ANY,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.AS_OPERAND,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=True,
        counts=False,
        effort=Effort.SOME,
        written=False,
        given=False,
        picks=True,
        singles_out=True,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The one with the most (or least), equals told apart by the next number.

    Of players, and where chance picks, all of these.
    """

    set: Expr
    numbers: tuple[Expr, ...]
    ref: tuple[bool, ...]
    value: int


class Sorted(
    Expr,
    record=Operator(
        name="sorted",
        phrase="SET `by NUMBER, highest first`",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY), "numbers": repeated(asked(some("numbers", Sort.ANY)))},
        number=Number.BOUND,
        result=Sort.ANY,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.SAME,
        nothing=Nothing.SET,
        repeats=Repeats.AS_OPERAND,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=True,
        counts=False,
        effort=Effort.SOME,
        written=False,
        given=False,
        picks=True,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The same, the one with the most (or least) first; of players, asked as each of them."""

    set: Expr
    numbers: tuple[Expr, ...]
    ref: tuple[bool, ...]
    value: int


class Reversed(
    Expr,
    record=Operator(
        name="reversed",
        phrase="SET`, last first`",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.ANY,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.SAME,
        nothing=Nothing.SET,
        repeats=Repeats.AS_OPERAND,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=True,
        counts=False,
        effort=Effort.SOME,
        written=False,
        given=False,
        picks=True,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The same, the last first."""

    set: Expr
