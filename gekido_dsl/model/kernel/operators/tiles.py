"""Tiles: whether the sides that touch agree, which sides are open, and the sides of a part as its tile lies."""

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


class FitsNeighbours(
    Expr,
    record=Operator(
        name="fits_neighbours",
        phrase="THING `fits its neighbours by FACT`",
        predicate=None,
        counted=None,
        operands={
            "thing": one("thing", Sort.THING),
            "space": one("space", Sort.THING),
            "direction": one("direction", Sort.VALUE),
        },
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE, Reads.TURNED),
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
    """Whether a thing on a space, turned to a direction, has the same as each thing beside it where their sides touch.

    A side without a part agrees with another without one.
    """

    thing: Expr
    space: Expr
    direction: Expr
    ref: tuple[m.Field, m.Board]


class OpenSide(
    Expr,
    record=Operator(
        name="open_side",
        phrase="THING `has an open side`",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE, Reads.TURNED),
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
    """Whether a part has a side, as its whole lies on a board, beyond which lies no other such whole."""

    thing: Expr


class Lying(
    Expr,
    record=Operator(
        name="lying",
        phrase="THING's FACT, `turned with its KIND`",
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
        reads=reading(Reads.TURNED),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.FACT,
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
    """The directions that are printed on a part, as its whole lies."""

    thing: Expr
    ref: m.Field
