"""What is asked of sets."""

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
    Reads,
    Repeats,
    Seen,
    Size,
    Sort,
    asked,
    one,
    reading,
    repeated,
    several,
    some,
)


class Rank(
    Expr,
    record=Operator(
        name="rank",
        phrase="`the rank of PLAYER by NUMBER`",
        predicate=None,
        counted=None,
        operands={
            "player": one("player", Sort.PLAYER),
            "numbers": repeated(asked(some("numbers", Sort.ANY))),
        },
        number=Number.BOUND,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.OUT),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
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
    """1 and how many who remain come before them."""

    player: Expr
    numbers: tuple[Expr, ...]
    ref: tuple[bool, ...]
    value: int


class Share(
    Expr,
    record=Operator(
        name="share",
        phrase="`the share of PLAYER in NUMBER among PLAYERS by NUMBER`",
        predicate=None,
        counted=None,
        operands={
            "player": one("player", Sort.PLAYER),
            "among": several("players", Sort.PLAYER),
            "paid": asked(one("paid", Sort.NUMBER)),
            "numbers": repeated(asked(some("numbers", Sort.ANY))),
        },
        number=Number.BOUND,
        result=Sort.NUMBER,
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
        lasts=Lasts.MATCH,
        moment=False,
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
    """What they win of what all paid: each layer goes to the best of those among who paid for it, in equal parts."""

    player: Expr
    among: Expr
    paid: Expr
    numbers: tuple[Expr, ...]
    ref: tuple[bool, ...]
    value: int


class Count(
    Expr,
    record=Operator(
        name="count",
        phrase="`the number of SET`",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.HOW_MANY,
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
        counts=True,
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
    """How many."""

    set: Expr


class Sum(
    Expr,
    record=Operator(
        name="sum",
        phrase="`the sum of SET by NUMBER`",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY), "number": asked(some("number", Sort.ANY))},
        number=Number.BOUND,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TOTAL,
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
    """All their numbers together."""

    set: Expr
    number: Expr
    value: int


class AddsUp(
    Expr,
    record=Operator(
        name="adds_up",
        phrase="`some` SET `add up to` NUMBER `by` NUMBER",
        predicate=None,
        counted=None,
        operands={
            "set": several("set", Sort.ANY),
            "total": one("sum", Sort.NUMBER),
            "number": asked(some("number", Sort.ANY)),
        },
        number=Number.BOUND,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.BEYOND,
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
    """Some of them have just this sum, or none of them where it is 0; numbers below 1 are left out."""

    set: Expr
    total: Expr
    number: Expr
    value: int


class Member(
    Expr,
    record=Operator(
        name="member",
        phrase="THING `is in SET`",
        predicate=None,
        counted=None,
        operands={"one": one("value", Sort.ANY), "set": several("set", Sort.ANY)},
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
    """Among them."""

    one: Expr
    set: Expr


class Some(
    Expr,
    record=Operator(
        name="some",
        phrase="`some` SET CONDITION",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY), "test": asked(one("test", Sort.CONDITION))},
        number=Number.BOUND,
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
    """For one of them."""

    set: Expr
    test: Expr
    value: int


class Every(
    Expr,
    record=Operator(
        name="every",
        phrase="`every` SET CONDITION",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY), "test": asked(one("test", Sort.CONDITION))},
        number=Number.BOUND,
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
    """For all of them."""

    set: Expr
    test: Expr
    value: int


class No(
    Expr,
    record=Operator(
        name="no",
        phrase="`no` SET CONDITION",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY), "test": asked(one("test", Sort.CONDITION))},
        number=Number.BOUND,
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
    """For none of them."""

    set: Expr
    test: Expr
    value: int
