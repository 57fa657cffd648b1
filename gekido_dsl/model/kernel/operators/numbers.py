"""Reckoning, and comparing two values."""

from __future__ import annotations

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
    Repeats,
    Seen,
    Size,
    Sort,
    one,
    reading,
)


class Plus(
    Expr,
    record=Operator(
        name="plus",
        phrase="NUMBER `plus` NUMBER",
        predicate=None,
        counted=None,
        operands={"left": one("number", Sort.NUMBER), "right": one("number", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.ARITHMETIC,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.TOO_LARGE,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The sum."""

    left: Expr
    right: Expr


class Minus(
    Expr,
    record=Operator(
        name="minus",
        phrase="NUMBER `minus` NUMBER",
        predicate=None,
        counted=None,
        operands={"left": one("number", Sort.NUMBER), "right": one("number", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.ARITHMETIC,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.TOO_LARGE,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The difference."""

    left: Expr
    right: Expr


class Times(
    Expr,
    record=Operator(
        name="times",
        phrase="NUMBER `times` NUMBER",
        predicate=None,
        counted=None,
        operands={"left": one("number", Sort.NUMBER), "right": one("number", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.ARITHMETIC,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.TOO_LARGE,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The product."""

    left: Expr
    right: Expr


class DividedUp(
    Expr,
    record=Operator(
        name="divided_up",
        phrase="NUMBER `divided by` NUMBER `rounded up`",
        predicate=None,
        counted=None,
        operands={"left": one("number", Sort.NUMBER), "right": one("number", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.ARITHMETIC,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.DIVIDES,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The quotient, rounded up."""

    left: Expr
    right: Expr


class DividedDown(
    Expr,
    record=Operator(
        name="divided_down",
        phrase="NUMBER `divided by` NUMBER `rounded down`",
        predicate=None,
        counted=None,
        operands={"left": one("number", Sort.NUMBER), "right": one("number", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.ARITHMETIC,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.DIVIDES,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The quotient, rounded down."""

    left: Expr
    right: Expr


class Remainder(
    Expr,
    record=Operator(
        name="remainder",
        phrase="`the remainder of` NUMBER `divided by` NUMBER",
        predicate=None,
        counted=None,
        operands={"left": one("number", Sort.NUMBER), "right": one("number", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.ARITHMETIC,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.DIVIDES,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """What a division leaves, if it is rounded down."""

    left: Expr
    right: Expr


class Smaller(
    Expr,
    record=Operator(
        name="smaller",
        phrase="`the smaller of` NUMBER `and` NUMBER",
        predicate=None,
        counted=None,
        operands={"left": one("number", Sort.NUMBER), "right": one("number", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.ARITHMETIC,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The smaller of two numbers."""

    left: Expr
    right: Expr


class Larger(
    Expr,
    record=Operator(
        name="larger",
        phrase="`the larger of` NUMBER `and` NUMBER",
        predicate=None,
        counted=None,
        operands={"left": one("number", Sort.NUMBER), "right": one("number", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.ARITHMETIC,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The larger of two numbers."""

    left: Expr
    right: Expr


class Is(
    Expr,
    record=Operator(
        name="is",
        phrase="VALUE `is` VALUE",
        predicate="",
        counted="exactly",
        operands={"left": one("value", Sort.ANY), "right": one("value", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=True,
        negated=None,
        mirrored="is",
    ),
):
    """The same."""

    left: Expr
    right: Expr


class AtLeast(
    Expr,
    record=Operator(
        name="at_least",
        phrase="NUMBER `is at least` NUMBER",
        predicate="at least",
        counted="at least",
        operands={"left": one("number", Sort.ANY), "right": one("number", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=True,
        negated="less",
        mirrored="at_most",
    ),
):
    """The first is at least the second."""

    left: Expr
    right: Expr


class AtMost(
    Expr,
    record=Operator(
        name="at_most",
        phrase="NUMBER `is at most` NUMBER",
        predicate="at most",
        counted="at most",
        operands={"left": one("number", Sort.ANY), "right": one("number", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=True,
        negated="more",
        mirrored="at_least",
    ),
):
    """The first is at most the second."""

    left: Expr
    right: Expr


class More(
    Expr,
    record=Operator(
        name="more",
        phrase="NUMBER `is more than` NUMBER",
        predicate="more than",
        counted="more than",
        operands={"left": one("number", Sort.ANY), "right": one("number", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=False,
        negated="at_most",
        mirrored="less",
    ),
):
    """The first is more than the second."""

    left: Expr
    right: Expr


class Less(
    Expr,
    record=Operator(
        name="less",
        phrase="NUMBER `is less than` NUMBER",
        predicate="less than",
        counted="fewer than",
        operands={"left": one("number", Sort.ANY), "right": one("number", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=False,
        negated="at_least",
        mirrored="more",
    ),
):
    """The first is less than the second."""

    left: Expr
    right: Expr
