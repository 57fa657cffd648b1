"""Things of a kind, and what just moved together."""

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
    several,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Things(
    Expr,
    record=Operator(
        name="things",
        phrase="KINDS",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.KIND,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.GONE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.IN_THE_GAME,
        moment=False,
        seen=Seen.KIND,
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
    """All things of a kind in the game; of a board's spaces, those laid."""

    ref: m.Kind


class Called(
    Expr,
    record=Operator(
        name="called",
        phrase="ROW",
        predicate=None,
        counted=None,
        operands={"set": maybe(several("set", Sort.THING))},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.ROW,
        nothing=Nothing.MAYBE,
        repeats=Repeats.AS_OPERAND,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.IN_THE_GAME,
        moment=False,
        seen=Seen.KIND,
        owned=False,
        counts=False,
        effort=Effort.QUICK,
        written=False,
        given=False,
        picks=True,
        singles_out=False,
        same_after=True,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The things of a kind with the name of a row."""

    set: Expr | None = None
    ref: tuple[m.Kind, str]
    value: int = 0


class Nested(
    Expr,
    record=Operator(
        name="nested",
        phrase="THING's KINDS",
        predicate=None,
        counted=None,
        operands={"thing": some("thing", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.PARTS,
        nothing=Nothing.NEVER,
        repeats=Repeats.AS_OPERAND,
        reads=reading(Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.IN_THE_GAME,
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
    """Its parts of a kind."""

    thing: Expr
    ref: m.Kind


class Whole(
    Expr,
    record=Operator(
        name="whole",
        phrase="THING's KIND",
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
    """The thing of a kind that it is part of."""

    thing: Expr
    ref: m.Kind


class Arrived(
    Expr,
    record=Operator(
        name="arrived",
        phrase="KINDS `that moved` together",
        predicate=None,
        counted=None,
        operands={},
        number=Number.LOCAL,
        result=Sort.THING,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE, Reads.LOCAL),
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
    """What just moved together and still stands on a space."""

    value: int


class Origin(
    Expr,
    record=Operator(
        name="origin",
        phrase="SPACE `that it left` together",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING)},
        number=Number.LOCAL,
        result=Sort.THING,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.LOCAL),
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
    """Of what just moved together: the space that it left; none if it came from elsewhere."""

    thing: Expr
    value: int
