"""What a ruleset declares itself: amounts, properties, definitions."""

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
    one,
    reading,
    repeated,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Amount(
    Expr,
    record=Operator(
        name="amount",
        phrase="THING's AMOUNT",
        predicate=None,
        counted=None,
        operands={
            "asked": repeated(one("its subject, if it has one, and what it is asked with", Sort.ANY)),
        },
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.AMOUNT,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.DECLARED),
        of_me=OfMe.DECLARED,
        of_player=True,
        fails=Fails.TOO_LARGE,
        ahead=False,
        lasts=Lasts.DECLARED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.DECLARED,
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
    """The pipeline worked out."""

    asked: tuple[Expr, ...] = ()
    ref: m.Amount


class Property(
    Expr,
    record=Operator(
        name="property",
        phrase="THING's PROPERTY",
        predicate=None,
        counted=None,
        operands={
            "thing": one("thing", Sort.ANY),
            "given": repeated(one("what it is asked with", Sort.ANY)),
        },
        number=Number.NOTHING,
        result=Sort.ANY,
        many=Many.EITHER,
        range=Range.PROPERTY,
        size=Size.UNTOLD,
        nothing=Nothing.DECLARED,
        repeats=Repeats.DECLARED,
        reads=reading(Reads.DECLARED),
        of_me=OfMe.DECLARED,
        of_player=True,
        fails=Fails.DECLARED,
        ahead=False,
        lasts=Lasts.DECLARED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.DECLARED,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=True,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """What the property's phrase gives for it."""

    thing: Expr
    given: tuple[Expr, ...] = ()
    ref: m.Property


class Defined(
    Expr,
    record=Operator(
        name="defined",
        phrase="THING `is` DEFINITION",
        predicate=None,
        counted=None,
        operands={
            "thing": one("thing", Sort.ANY),
            "given": repeated(one("what it is asked with", Sort.ANY)),
        },
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.DECLARED),
        of_me=OfMe.DECLARED,
        of_player=False,
        fails=Fails.DECLARED,
        ahead=True,
        lasts=Lasts.DECLARED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.DECLARED,
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
    """The definition holds, exceptions first."""

    thing: Expr
    given: tuple[Expr, ...] = ()
    ref: m.Definition
