"""Conditions of conditions."""

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
    maybe,
    one,
    reading,
    repeated,
)


class And(
    Expr,
    record=Operator(
        name="and",
        phrase="CONDITION `and` CONDITION",
        predicate=None,
        counted=None,
        operands={
            "left": one("condition", Sort.CONDITION),
            "right": one("condition", Sort.CONDITION),
            "more": maybe(repeated(one("conditions", Sort.CONDITION))),
        },
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
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """All hold; from left to right, as far as needed."""

    left: Expr
    right: Expr
    more: tuple[Expr, ...] = ()


class Or(
    Expr,
    record=Operator(
        name="or",
        phrase="CONDITION `or` CONDITION",
        predicate=None,
        counted=None,
        operands={
            "left": one("condition", Sort.CONDITION),
            "right": one("condition", Sort.CONDITION),
            "more": maybe(repeated(one("conditions", Sort.CONDITION))),
        },
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
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """One holds; from left to right, as far as needed."""

    left: Expr
    right: Expr
    more: tuple[Expr, ...] = ()


class Not(
    Expr,
    record=Operator(
        name="not",
        phrase="CONDITION with `not`",
        predicate=None,
        counted=None,
        operands={"condition": one("condition", Sort.CONDITION)},
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
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The opposite."""

    condition: Expr


class Leaves(
    Expr,
    record=Operator(
        name="leaves",
        phrase="`must leave` CONDITION",
        predicate=None,
        counted=None,
        operands={"condition": one("condition", Sort.CONDITION)},
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
        ahead=False,
        lasts=Lasts.MATCH,
        moment=True,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.SOME,
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
    """What it is once the choice at hand is done; tried on a copy."""

    condition: Expr
