"""What is asked of several cards: the best pattern that they make, what that is worth, whether they are a meld."""

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
    Repeats,
    Seen,
    Size,
    Sort,
    asked,
    maybe,
    one,
    reading,
    several,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class BestPattern(
    Expr,
    record=Operator(
        name="best_pattern",
        phrase="`the best` PATTERN `of` CARDS",
        predicate=None,
        counted=None,
        operands={
            "cards": several("cards", Sort.THING),
            "wild": maybe(one("how many wild cards", Sort.NUMBER)),
        },
        number=Number.NOTHING,
        result=Sort.VALUE,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
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
        effort=Effort.LOOKING,
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
    """The best pattern that some of these cards make; none if they make none."""

    cards: Expr
    wild: Expr | None = None
    """How many more there are, each of which counts as whatever makes most."""
    ref: m.Enum


class Worth(
    Expr,
    record=Operator(
        name="worth",
        phrase="`the worth of` CARDS `as a` PATTERN",
        predicate=None,
        counted=None,
        operands={
            "cards": several("cards", Sort.THING),
            "wild": maybe(one("how many wild cards", Sort.NUMBER)),
        },
        number=Number.NOTHING,
        result=Sort.NUMBER,
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
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.LOOKING,
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
    """A number that is higher the better the best pattern of these cards is, the same for equals; 0 for none."""

    cards: Expr
    wild: Expr | None = None
    """How many more there are, each of which counts as whatever makes most."""
    ref: m.Enum


class BestTaken(
    Expr,
    record=Operator(
        name="best_taken",
        phrase="`the best` PATTERN `of exactly` N CARDS `and` N CARDS",
        predicate=None,
        counted=None,
        operands={
            "cards": several("cards", Sort.THING),
            "others": several("cards of another place", Sort.THING),
        },
        number=Number.NOTHING,
        result=Sort.VALUE,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
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
        effort=Effort.LOOKING,
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
    """The best pattern that so many of these cards make with so many of the others; none if they make none."""

    cards: Expr
    others: Expr
    ref: m.Enum
    value: int
    """How many of the first count; of the others so many that all are as many as a pattern has."""


class WorthTaken(
    Expr,
    record=Operator(
        name="worth_taken",
        phrase="`the worth of exactly` N CARDS `and` N CARDS `as a` PATTERN",
        predicate=None,
        counted=None,
        operands={
            "cards": several("cards", Sort.THING),
            "others": several("cards of another place", Sort.THING),
        },
        number=Number.NOTHING,
        result=Sort.NUMBER,
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
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.LOOKING,
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
    """What the best pattern is worth that so many of these cards make with so many of the others; 0 for none."""

    cards: Expr
    others: Expr
    ref: m.Enum
    value: int
    """How many of the first count; of the others so many that all are as many as a pattern has."""


class MakesMeld(
    Expr,
    record=Operator(
        name="makes_meld",
        phrase="SPREAD `makes a` MELD",
        predicate=None,
        counted=None,
        operands={"cards": several("cards", Sort.THING), "more": several("cards", Sort.THING)},
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
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.LOOKING,
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
    """The cards, with some of the others or none, are a meld."""

    cards: Expr
    more: Expr
    ref: m.Enum


class LeftOver(
    Expr,
    record=Operator(
        name="left_over",
        phrase="`the sum of` CARDS `outside` MELDS `by` NUMBER",
        predicate=None,
        counted=None,
        operands={
            "cards": several("cards", Sort.THING),
            "begun": several("cards", Sort.THING),
            "number": asked(some("number", Sort.ANY)),
        },
        number=Number.BOUND,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
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
        effort=Effort.LOOKING,
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
    """The least that the cards count which are in no meld; one meld is made of those begun, and maybe more."""

    cards: Expr
    begun: Expr
    number: Expr
    value: int
    ref: m.Enum
