"""Whose a thing is, as the acting player sees it."""

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
    one,
    reading,
)


class Enemy(
    Expr,
    record=Operator(
        name="enemy",
        phrase="THING `is enemy`",
        predicate="an enemy",
        counted=None,
        operands={"of": one("thing or player", Sort.THING | Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.OWNER, Reads.SIDES),
        of_me=OfMe.ALWAYS,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
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
    """Whose it is, seen by the actor."""

    of: Expr


class Friendly(
    Expr,
    record=Operator(
        name="friendly",
        phrase="THING `is friendly`",
        predicate="friendly",
        counted=None,
        operands={"of": one("thing or player", Sort.THING | Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.OWNER, Reads.SIDES),
        of_me=OfMe.ALWAYS,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
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
    """Whose it is, seen by the actor."""

    of: Expr


class Unclaimed(
    Expr,
    record=Operator(
        name="unclaimed",
        phrase="THING `is unclaimed`",
        predicate="unclaimed",
        counted=None,
        operands={"of": one("thing or player", Sort.THING | Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.OWNER),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
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
    """Nobody owns it."""

    of: Expr


class Other(
    Expr,
    record=Operator(
        name="other",
        phrase="PLAYER `is other`",
        predicate="another",
        counted=None,
        operands={"of": one("thing or player", Sort.THING | Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.OWNER),
        of_me=OfMe.ALWAYS,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
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
    """It is not the actor, or not theirs."""

    of: Expr


class Remaining(
    Expr,
    record=Operator(
        name="remaining",
        phrase="PLAYER `is remaining`",
        predicate="still in the game",
        counted=None,
        operands={"of": one("thing or player", Sort.THING | Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHOSE, Reads.OUT),
        of_me=OfMe.NEVER,
        of_player=False,
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
    """The player, or its owner, is not out."""

    of: Expr
