"""Facts of things and phases."""

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
    repeated,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Field(
    Expr,
    record=Operator(
        name="field",
        phrase="THING's FACT",
        predicate=None,
        counted=None,
        operands={
            "thing": some("thing", Sort.THING),
            "index": maybe(one("what it has a value for each of", Sort.ANY)),
        },
        number=Number.NOTHING,
        result=Sort.ANY,
        many=Many.EITHER,
        range=Range.FACT,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.OF_EACH,
        reads=reading(Reads.FIELD),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.OUTSIDE,
        ahead=False,
        lasts=Lasts.FACT,
        moment=False,
        seen=Seen.FACT,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=True,
        given=True,
        picks=False,
        singles_out=False,
        same_after=True,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """A printed or kept field; of several, of each."""

    thing: Expr
    index: Expr | None = None
    ref: m.Field


class Combination(
    Expr,
    record=Operator(
        name="combination",
        phrase="VALUE VALUE `of` FACT",
        predicate=None,
        counted=None,
        operands={"values": repeated(one("values", Sort.VALUE | Sort.NUMBER))},
        number=Number.NOTHING,
        result=Sort.ANY,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.OUTSIDE,
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
    """Which combination of values of lists a field is asked for."""

    values: tuple[Expr, ...]
    ref: m.Field


class Cell(
    Expr,
    record=Operator(
        name="cell",
        phrase="FACT",
        predicate=None,
        counted=None,
        operands={"index": maybe(one("index", Sort.ANY))},
        number=Number.NOTHING,
        result=Sort.ANY,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.CELL),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.OUTSIDE,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.DECLARED,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=True,
        given=True,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """A fact of a phase."""

    index: Expr | None = None
    ref: m.Field


class Counter(
    Expr,
    record=Operator(
        name="counter",
        phrase="THING's COUNTER",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.COUNTER),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.OF_NONE,
        ahead=False,
        lasts=Lasts.MATCH,
        moment=False,
        seen=Seen.DECLARED,
        owned=False,
        counts=False,
        effort=Effort.QUICK,
        written=True,
        given=True,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The face of its die; 0 without one."""

    thing: Expr
    ref: m.Counter


class Active(
    Expr,
    record=Operator(
        name="active",
        phrase="COUNTER `is active`",
        predicate="in use",
        counted=None,
        operands={"counter": one("counter", Sort.NUMBER)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.COUNTER),
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
    """It has a die."""

    counter: Expr


class Link(
    Expr,
    record=Operator(
        name="link",
        phrase="THING's LINK `for` THING",
        predicate=None,
        counted=None,
        operands={"thing": one("thing", Sort.THING), "other": maybe(one("other", Sort.THING))},
        number=Number.NOTHING,
        result=Sort.VALUE | Sort.CONDITION,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.ALWAYS,
        reads=reading(Reads.LINK, Reads.ENEMIES),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
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
    """The side up; without another, of all others."""

    thing: Expr
    other: Expr | None = None
    ref: m.Link


class Moved(
    Expr,
    record=Operator(
        name="moved",
        phrase="THING `has moved this PHASE`",
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
    """Since the phase or turn began."""

    thing: Expr
    ref: m.Scope


class Used(
    Expr,
    record=Operator(
        name="used",
        phrase="PLAYER `has used ACTION this PHASE`",
        predicate=None,
        counted=None,
        operands={"player": one("player", Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.USED),
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
    """One of the actions, since the phase or turn began."""

    player: Expr
    ref: tuple[tuple[m.Procedure, ...], m.Scope]
