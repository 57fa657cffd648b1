"""Shapes of several squares: how they may lie, and what they cover."""

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
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Lies(
    Expr,
    record=Operator(
        name="lies",
        phrase="`turned or mirrored`",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.VALUE,
        many=Many.SEVERAL,
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
    """How a shape may lie so that it looks different each time; of its squares, and of these lies."""

    thing: Expr
    ref: tuple[m.Kind, tuple[int, ...]]


class Covered(
    Expr,
    record=Operator(
        name="covered",
        phrase="`cover SPACES`",
        predicate=None,
        counted=None,
        operands={
            "thing": one("thing", Sort.THING),
            "space": one("space", Sort.THING),
            "lie": one("lie", Sort.VALUE),
        },
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.LAID),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.BOARD,
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
    """The spaces under the squares of a shape of which the first in reading order is on a space; none off the board."""

    thing: Expr
    space: Expr
    lie: Expr
    ref: tuple[m.Kind, m.Board]
