"""Directions, lines, and how far it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

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
    maybe,
    one,
    reading,
    several,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Turned(
    Expr,
    record=Operator(
        name="turned",
        phrase="`the DIRECTION turned left`",
        predicate=None,
        counted=None,
        operands={"direction": one("direction", Sort.VALUE)},
        number=Number.NUMBER,
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
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.QUICK,
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
    """The one left, right or around of it."""

    direction: Expr
    value: int


class Beside(
    Expr,
    record=Operator(
        name="beside",
        phrase="`the SPACE beside THING towards DIRECTION`",
        predicate=None,
        counted=None,
        operands={"origin": one("thing or space", Sort.THING), "direction": one("direction", Sort.VALUE)},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
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
    """The space one step from there; none beyond the rim."""

    origin: Expr
    direction: Expr
    ref: m.Board


class Following(
    Expr,
    record=Operator(
        name="following",
        phrase="`SPACES after THING`, `SPACES before THING`",
        predicate=None,
        counted=None,
        operands={"origin": one("thing or space", Sort.THING)},
        number=Number.NUMBER,
        result=Sort.THING,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
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
    """The spaces that follow it, or go before it, the nearest first; round a ring all, itself the last."""

    origin: Expr
    ref: m.Board
    value: int


class Opposite(
    Expr,
    record=Operator(
        name="opposite",
        phrase="`the SPACE opposite THING`",
        predicate=None,
        counted=None,
        operands={"origin": one("thing or space", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
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
    """The space of the same column as far from the bottom as it is from the top; none where there is none."""

    origin: Expr
    ref: m.Board


class Line(
    Expr,
    record=Operator(
        name="line",
        phrase="`the line from THING towards DIRECTION`",
        predicate=None,
        counted=None,
        operands={
            "origin": one("thing or space", Sort.THING),
            "direction": some("direction or set", Sort.VALUE),
            "test": maybe(asked(one("test", Sort.CONDITION))),
        },
        number=Number.BOUND,
        result=Sort.THING,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
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
    """The spaces from there to the rim, the nearest first; as long as, or until, the test holds for the local.

    Of several directions one line after the other.
    """

    origin: Expr
    direction: Expr
    test: Expr | None = None
    ref: tuple[m.Board, Literal["while", "until"] | None]
    value: int


class Lines(
    Expr,
    record=Operator(
        name="lines",
        phrase="`the lines from SPACE over SPACES to SPACES`",
        predicate=None,
        counted=None,
        operands={
            "space": one("space", Sort.THING),
            "over": several("over", Sort.THING),
            "end": several("end", Sort.THING),
        },
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.SEVERAL,
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
    """Spaces between, in unbroken straight lines."""

    space: Expr
    over: Expr
    end: Expr


class Distance(
    Expr,
    record=Operator(
        name="distance",
        phrase="`the distance from THING to THING over SPACES`",
        predicate=None,
        counted=None,
        operands={
            "origin": some("thing or set", Sort.THING),
            "goal": some("thing or set", Sort.THING),
            "spaces": maybe(several("spaces", Sort.THING)),
        },
        number=Number.NUMBER,
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
    """The fewest steps from one to the other over these spaces, the first left out.

    Without a way the number of spaces.
    """

    origin: Expr
    goal: Expr
    spaces: Expr | None = None
    value: int


class NextTo(
    Expr,
    record=Operator(
        name="next_to",
        phrase="THING `is next to` THING",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING), "of": some("things", Sort.THING)},
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
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=False,
        negated=None,
        mirrored=None,
    ),
):
    """A shortest way of one step; on one board, never itself."""

    thing: Expr
    of: Expr


class Within(
    Expr,
    record=Operator(
        name="within",
        phrase="THING `is within NUMBER of` THING",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING), "of": some("things", Sort.THING)},
        number=Number.NUMBER,
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
        effort=Effort.SOME,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=False,
        negated=None,
        mirrored=None,
    ),
):
    """A shortest way of so many steps; on one board, never itself."""

    thing: Expr
    of: Expr
    value: int


class Leap(
    Expr,
    record=Operator(
        name="leap",
        phrase="THING `is a leap of NUMBER by NUMBER from` THING",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING), "of": some("things", Sort.THING)},
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
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
        owned=False,
        counts=False,
        effort=Effort.SOME,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=False,
        negated=None,
        mirrored=None,
    ),
):
    """So many steps one way and so many across it, over whatever lies between; on one board."""

    thing: Expr
    of: Expr
    ref: tuple[int, int]


class Toward(
    Expr,
    record=Operator(
        name="toward",
        phrase="THING `is ahead of` THING",
        predicate=None,
        counted=None,
        operands={"one": one("thing", Sort.THING), "of": one("thing", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE, Reads.AHEAD),
        of_me=OfMe.FACING,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=False,
        negated=None,
        mirrored=None,
    ),
):
    """One step in a direction."""

    one: Expr
    of: Expr
    ref: str
