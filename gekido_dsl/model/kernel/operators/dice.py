"""The faces of dice, and patterns of them."""

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
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Face(
    Expr,
    record=Operator(
        name="face",
        phrase="DIE's `face`",
        predicate=None,
        counted=None,
        operands={"die": some("die", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.VALUE | Sort.NUMBER,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.OF_EACH,
        reads=reading(Reads.FACE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.DIE,
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
    """The face up."""

    die: Expr


class Side(
    Expr,
    record=Operator(
        name="side",
        phrase="DIE's `face towards DIRECTION`",
        predicate=None,
        counted=None,
        operands={"die": one("die", Sort.THING), "direction": one("direction", Sort.VALUE)},
        number=Number.NOTHING,
        result=Sort.VALUE | Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.FACE, Reads.FIELD),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.DIE,
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
    """The side of a solid die that looks there."""

    die: Expr
    direction: Expr
    ref: m.Field | None


class Shows(
    Expr,
    record=Operator(
        name="shows",
        phrase="DIE `shows FACE`",
        predicate=None,
        counted=None,
        operands={"die": one("die", Sort.THING), "face": one("face", Sort.VALUE | Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.FACE),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.DIE,
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
    """This face is up."""

    die: Expr
    face: Expr


class ShownIn(
    Expr,
    record=Operator(
        name="shown_in",
        phrase="FACE `that shows PLACE`",
        predicate=None,
        counted=None,
        operands={"face": one("face", Sort.VALUE | Sort.NUMBER), "place": one("place", Sort.PLACE)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.FACE, Reads.WHERE),
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
    """Some die there shows it."""

    face: Expr
    place: Expr


class Fits(
    Expr,
    record=Operator(
        name="fits",
        phrase="DIE `fits` PATTERN",
        predicate=None,
        counted=None,
        operands={"die": one("die", Sort.THING), "pattern": one("pattern", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.FACE, Reads.WHERE, Reads.PATTERNS),
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
    """With the dice in the place, part of the pattern still."""

    die: Expr
    pattern: Expr
    ref: m.PatternSet


class Complete(
    Expr,
    record=Operator(
        name="complete",
        phrase="PATTERN `is complete`",
        predicate="complete",
        counted=None,
        operands={"pattern": one("pattern", Sort.ANY)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.FACE, Reads.WHERE, Reads.PATTERNS),
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
    """The dice in the place are the whole of the pattern."""

    pattern: Expr
    ref: m.PatternSet
