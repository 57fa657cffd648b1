"""What touches, and what is asked of a map: how far it is along its ways, what they connect, the longest way."""

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
    one,
    reading,
    several,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Journey(
    Expr,
    record=Operator(
        name="journey",
        phrase="`the distance from THING to THING over WAYS, each by NUMBER`",
        predicate=None,
        counted=None,
        operands={
            "origin": some("thing or set", Sort.THING),
            "goal": some("thing or set", Sort.THING),
            "ways": several("ways", Sort.THING),
            "number": asked(one("number", Sort.NUMBER)),
        },
        number=Number.BOUND,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
        owned=False,
        counts=False,
        effort=Effort.BOARD,
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
    """The least sum of the numbers of these ways from one to the other.

    Without a way the highest number of its type, which no way comes to.
    """

    origin: Expr
    goal: Expr
    ways: Expr
    number: Expr
    ref: m.Board
    value: int


class Trek(
    Expr,
    record=Operator(
        name="trek",
        phrase="`the distance from THING to THING over SPACES, each by NUMBER`",
        predicate=None,
        counted=None,
        operands={
            "origin": some("thing or set", Sort.THING),
            "goal": some("thing or set", Sort.THING),
            "spaces": several("spaces", Sort.THING),
            "number": asked(one("number", Sort.NUMBER)),
        },
        number=Number.BOUND,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
        owned=False,
        counts=False,
        effort=Effort.BOARD,
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
    """The least sum of the numbers of these spaces, step by step, from one to the other; the first is left out.

    Without a way the highest number of its type, which no way comes to.
    """

    origin: Expr
    goal: Expr
    spaces: Expr
    number: Expr
    ref: m.Board
    value: int


class Connected(
    Expr,
    record=Operator(
        name="connected",
        phrase="THING `is connected to THING over WAYS`",
        predicate=None,
        counted=None,
        operands={
            "origin": some("thing or set", Sort.THING),
            "goal": some("thing or set", Sort.THING),
            "ways": several("ways", Sort.THING),
        },
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
        owned=False,
        counts=False,
        effort=Effort.BOARD,
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
    """Whether these ways lead from one to the other, in either direction; what stands in one space is."""

    origin: Expr
    goal: Expr
    ways: Expr
    ref: m.Board


class Along(
    Expr,
    record=Operator(
        name="along",
        phrase="THING `is next to THING along WAYS`",
        predicate=None,
        counted=None,
        operands={
            "thing": some("thing or set", Sort.THING),
            "of": some("thing or set", Sort.THING),
            "ways": several("ways", Sort.THING),
        },
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
        owned=False,
        counts=False,
        effort=Effort.BOARD,
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
    """Whether one of these ways leads there from another; it says nothing of ways against their direction."""

    thing: Expr
    of: Expr
    ways: Expr
    ref: m.Board


class LongestWay(
    Expr,
    record=Operator(
        name="longest_way",
        phrase="`the longest way over WAYS, each by NUMBER`",
        predicate=None,
        counted=None,
        operands={"ways": several("ways", Sort.THING), "number": asked(one("number", Sort.NUMBER))},
        number=Number.BOUND,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.TOO_LARGE,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
        owned=False,
        counts=False,
        effort=Effort.BOARD,
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
    """The highest sum of the numbers of ways that follow one another, none of them twice."""

    ways: Expr
    number: Expr
    ref: m.Board
    value: int


class Touching(
    Expr,
    record=Operator(
        name="touching",
        phrase="THING's GROUP, of `THINGS that touch`",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING), "things": several("things", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE, Reads.TURNED),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
        owned=False,
        counts=False,
        effort=Effort.BOARD,
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
    """Those of some things, in their order, to which a chain of touching ones leads from one of them.

    Things touch where their spaces do, or are the same; parts that have sides where a side of one lies at a side of the
    other. Of a thing that is not among them there are none.
    """

    thing: Expr
    things: Expr
