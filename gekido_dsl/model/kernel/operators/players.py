"""Players, and what is theirs."""

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


class Players(
    Expr,
    record=Operator(
        name="players",
        phrase="`players`, `each player`, `each player, starting with X`",
        predicate=None,
        counted=None,
        operands={"first": maybe(one("first", Sort.PLAYER))},
        number=Number.NOTHING,
        result=Sort.PLAYER,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.PLAYERS,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.OUT, Reads.NEXT),
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
    """Those who remain, from one on: the one on turn, where nobody else is named."""

    first: Expr | None = None


class Seats(
    Expr,
    record=Operator(
        name="seats",
        phrase="`all players` that win or lose",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.PLAYER,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.PLAYERS,
        nothing=Nothing.NEVER,
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
    """All players, those who are out too."""


class SideOf(
    Expr,
    record=Operator(
        name="side_of",
        phrase="`the side of PLAYER`",
        predicate=None,
        counted=None,
        operands={"player": one("player", Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.PLAYER,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.PLAYERS,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.NEXT, Reads.SIDES),
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
    """All players on their side, those who are out too."""

    player: Expr


class Automaton(
    Expr,
    record=Operator(
        name="automaton",
        phrase="`the automaton`",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.PLAYER,
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
    """The seat that is never asked."""


class Neighbour(
    Expr,
    record=Operator(
        name="neighbour",
        phrase="`the next player`, PLAYER's `left neighbour`",
        predicate=None,
        counted=None,
        operands={"player": some("player", Sort.PLAYER)},
        number=Number.NUMBER,
        result=Sort.PLAYER,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.OF_EACH,
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
    """The next, or the one before, of those who remain."""

    player: Expr
    value: int


class Partner(
    Expr,
    record=Operator(
        name="partner",
        phrase="PLAYER's `partner`",
        predicate=None,
        counted=None,
        operands={"player": one("player", Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.PLAYER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=True,
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
    """The player who sits opposite."""

    player: Expr


class Owner(
    Expr,
    record=Operator(
        name="owner",
        phrase="THING's `owner`",
        predicate=None,
        counted=None,
        operands={"of": some("thing or place", Sort.THING | Sort.PLACE)},
        number=Number.NOTHING,
        result=Sort.PLAYER,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.OF_EACH,
        reads=reading(Reads.OWNER),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.EVERYONE,
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
    """Its player; of a part, the owner of the whole; of a place of a thing, the thing's."""

    of: Expr


class Mine(
    Expr,
    record=Operator(
        name="mine",
        phrase="PLAYER's KIND",
        predicate=None,
        counted=None,
        operands={"player": one("player", Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.OWNER, Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=True,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.KIND,
        owned=True,
        counts=False,
        effort=Effort.QUICK,
        written=False,
        given=False,
        picks=False,
        singles_out=False,
        same_after=True,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """Their one thing of a kind; also one that has left the game."""

    player: Expr
    ref: m.Kind


class AllMine(
    Expr,
    record=Operator(
        name="all_mine",
        phrase="PLAYER's KINDS",
        predicate=None,
        counted=None,
        operands={"player": some("player", Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.THING,
        many=Many.SEVERAL,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.OWNER, Reads.WHERE),
        of_me=OfMe.NEVER,
        of_player=True,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.KIND,
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
    """All their things of a kind."""

    player: Expr
    ref: m.Kind
