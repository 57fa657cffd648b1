"""Places, and what lies there."""

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


class Place(
    Expr,
    record=Operator(
        name="place",
        phrase="PLAYER's PLACE",
        predicate=None,
        counted=None,
        operands={"owner": maybe(some("owner", Sort.PLAYER | Sort.THING))},
        number=Number.NOTHING,
        result=Sort.PLACE,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.AS_OPERAND,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=True,
        fails=Fails.OF_NONE,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.DECLARED,
        owned=True,
        counts=False,
        effort=Effort.PLAIN,
        written=False,
        given=True,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """A deck, pile, hand, pool or box; of several owners, those of each."""

    owner: Expr | None = None
    ref: m.Place


class Inside(
    Expr,
    record=Operator(
        name="inside",
        phrase="`the KINDS in PLACE`, `KIND of PLACE`",
        predicate=None,
        counted=None,
        operands={"place": some("place", Sort.PLACE)},
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
        ahead=False,
        lasts=Lasts.MATCH,
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
    """What lies there."""

    place: Expr
    ref: m.Kind | None


class InPlace(
    Expr,
    record=Operator(
        name="in_place",
        phrase="THING `is in PLACE`",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING), "place": one("place", Sort.PLACE)},
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
        seen=Seen.EVERYONE,
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
    """It lies there."""

    thing: Expr
    place: Expr


class Empty(
    Expr,
    record=Operator(
        name="empty",
        phrase="PLACE `is empty`",
        predicate="empty",
        counted=None,
        operands={"place": one("place or space", Sort.PLACE | Sort.THING)},
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
        seen=Seen.EVERYONE,
        owned=False,
        counts=True,
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
    """Nothing is there."""

    place: Expr


class Track(
    Expr,
    record=Operator(
        name="track",
        phrase="THING's TRACK",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING)},
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
        fails=Fails.OF_NONE,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.DECLARED,
        owned=False,
        counts=False,
        effort=Effort.SOME,
        written=False,
        given=True,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The dice on its track, the first to be hit first."""

    thing: Expr
    ref: m.Track


class Full(
    Expr,
    record=Operator(
        name="full",
        phrase="TRACK `is full`",
        predicate="full",
        counted=None,
        operands={"track": several("track", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE, Reads.SPACES),
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
    """No room for another die."""

    track: Expr
