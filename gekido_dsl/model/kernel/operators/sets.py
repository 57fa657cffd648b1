"""Sets, and those of them that are chosen."""

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
    repeated,
    several,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Members(
    Expr,
    record=Operator(
        name="members",
        phrase="LIST",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.VALUE,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.MEMBERS,
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
    """All values of a list."""

    ref: m.Enum


class Numbers(
    Expr,
    record=Operator(
        name="numbers",
        phrase="`NUMBER to NUMBER`",
        predicate=None,
        counted=None,
        operands={"low": one("number", Sort.NUMBER), "high": one("number", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.NUMBERS,
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
    """Those from the first to the second."""

    low: Expr
    high: Expr


class Items(
    Expr,
    record=Operator(
        name="items",
        phrase="LIST",
        predicate=None,
        counted=None,
        operands={"one": some("value or list", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.ANY,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.ITEMS,
        nothing=Nothing.MAYBE,
        repeats=Repeats.OF_A_LIST,
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
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The same as a set; none is empty."""

    one: Expr


class Union(
    Expr,
    record=Operator(
        name="union",
        phrase="SET `or` SET",
        predicate=None,
        counted=None,
        operands={
            "left": several("set", Sort.ANY),
            "right": several("set", Sort.ANY),
            "more": maybe(repeated(several("sets", Sort.ANY))),
        },
        number=Number.NOTHING,
        result=Sort.ANY,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.TOGETHER,
        nothing=Nothing.OPERANDS,
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
    """All of them, each once."""

    left: Expr
    right: Expr
    more: tuple[Expr, ...] = ()


class Filter(
    Expr,
    record=Operator(
        name="filter",
        phrase="SET `that is CONDITION`",
        predicate=None,
        counted=None,
        operands={"set": several("set", Sort.ANY), "test": asked(one("test", Sort.CONDITION))},
        number=Number.BOUND,
        result=Sort.ANY,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.PASSING,
        nothing=Nothing.SET,
        repeats=Repeats.AS_OPERAND,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=True,
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
    """Those for which the test holds; the local holds the one asked."""

    set: Expr
    test: Expr
    value: int
