"""Spaces, and what stands there."""

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
    maybe,
    one,
    reading,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Board(
    Expr,
    record=Operator(
        name="board",
        phrase="BOARD",
        predicate=None,
        counted=None,
        operands={"owner": maybe(one("owner", Sort.PLAYER))},
        number=Number.NOTHING,
        result=Sort.BOARD | Sort.THING,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.BOARD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.LAID),
        of_me=OfMe.NEVER,
        of_player=True,
        fails=Fails.NEVER,
        ahead=True,
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
    """The spaces that are laid on a board."""

    owner: Expr | None = None
    ref: m.Board


class Space(
    Expr,
    record=Operator(
        name="space",
        phrase="THING's SPACE",
        predicate=None,
        counted=None,
        operands={"thing": some("thing", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.EITHER,
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
    """The space of a board it stands on."""

    thing: Expr
    ref: m.Board | None = None


class Spot(
    Expr,
    record=Operator(
        name="spot",
        phrase="`r2c3 of BOARD`",
        predicate=None,
        counted=None,
        operands={"owner": maybe(one("owner", Sort.PLAYER))},
        number=Number.NUMBER,
        result=Sort.THING,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.LAID),
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
    """The space at a position of a board."""

    owner: Expr | None = None
    ref: m.Board
    value: int


class On(
    Expr,
    record=Operator(
        name="on",
        phrase="`the KINDS on SPACE`",
        predicate=None,
        counted=None,
        operands={"spaces": some("space, spaces or board", Sort.THING | Sort.BOARD)},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.AS_OPERAND,
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
    """The things of a kind that stand there."""

    spaces: Expr
    ref: m.Kind


class At(
    Expr,
    record=Operator(
        name="at",
        phrase="THING `is on SPACE`",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING), "space": one("space", Sort.THING)},
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
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """It stands there."""

    thing: Expr
    space: Expr


class OnBoard(
    Expr,
    record=Operator(
        name="on_board",
        phrase="THING `is on BOARD`",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING), "owner": maybe(one("owner", Sort.PLAYER))},
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
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """It stands on this board."""

    thing: Expr
    owner: Expr | None = None
    ref: m.Board
