"""What is given: constants, answers, locals, who acts, and how far the match is."""

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
    asked,
    one,
    reading,
    repeated,
    several,
)

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m


class Const(
    Expr,
    record=Operator(
        name="const",
        phrase="3, a name, `yes`",
        predicate=None,
        counted=None,
        operands={},
        number=Number.CONSTANT,
        result=Sort.ANY,
        many=Many.ONE,
        range=Range.CONSTANT,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.PRINTED,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
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
    """The number it carries."""

    value: int


class Option(
    Expr,
    record=Operator(
        name="option",
        phrase="OPTION",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.VALUE | Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.PRINTED,
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
    """The answer given to an option."""

    ref: m.Option


class Local(
    Expr,
    record=Operator(
        name="local",
        phrase="`it`, a name given with `as the`",
        predicate=None,
        counted=None,
        operands={},
        number=Number.LOCAL,
        result=Sort.ANY,
        many=Many.EITHER,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.LOCAL),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.LOCAL,
        moment=False,
        seen=Seen.EVERYONE,
        owned=False,
        counts=False,
        effort=Effort.PLAIN,
        written=True,
        given=False,
        picks=False,
        singles_out=False,
        same_after=True,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """What the local holds."""

    value: int


class Actor(
    Expr,
    record=Operator(
        name="actor",
        phrase="`me`, `my`",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.PLAYER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(),
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
        same_after=True,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """The acting player."""


class Window(
    Expr,
    record=Operator(
        name="window",
        phrase="`the window is WINDOW`",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.ANY,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WINDOW),
        of_me=OfMe.NEVER,
        of_player=False,
        fails=Fails.NEVER,
        ahead=True,
        lasts=Lasts.MATCH,
        moment=True,
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
    """The open window; with a window, whether it is the open one."""

    ref: m.Window | None = None


class Round(
    Expr,
    record=Operator(
        name="round",
        phrase="`Round`",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TURNS,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.ROUND),
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
        given=True,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """Its number, from 1; 0 in the set-up."""


class Turn(
    Expr,
    record=Operator(
        name="turn",
        phrase="`Turn`",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TURNS,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.ROUND),
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
        given=True,
        picks=False,
        singles_out=False,
        same_after=False,
        of_itself=None,
        negated=None,
        mirrored=None,
    ),
):
    """Its number, from 1; 0 in the set-up."""


class RoundsOver(
    Expr,
    record=Operator(
        name="rounds_over",
        phrase="`the game ends after NUMBER rounds`",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NUMBER,
        result=Sort.CONDITION,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.ROUND),
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
    """The round is over, and so many have begun."""

    value: int


class Game(
    Expr,
    record=Operator(
        name="game",
        phrase="`Game`",
        predicate=None,
        counted=None,
        operands={},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.ROUND),
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
    """The number of the game in a row."""


class GamesWon(
    Expr,
    record=Operator(
        name="games_won",
        phrase="PLAYER's `games won`",
        predicate=None,
        counted=None,
        operands={"player": one("player", Sort.PLAYER)},
        number=Number.NOTHING,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.MAYBE,
        repeats=Repeats.NEVER,
        reads=reading(Reads.ROUND),
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
    """How many games in a row they have won."""

    player: Expr


class CameUp(
    Expr,
    record=Operator(
        name="came_up",
        phrase="`the position has come up NUMBER times`",
        predicate=None,
        counted=None,
        operands={
            "things": several("things", Sort.THING),
            "last": one("number", Sort.NUMBER),
            "facts": repeated(asked(one("fact", Sort.ANY))),
        },
        number=Number.BOUND,
        result=Sort.NUMBER,
        many=Many.ONE,
        range=Range.TYPE,
        size=Size.UNTOLD,
        nothing=Nothing.NEVER,
        repeats=Repeats.NEVER,
        reads=reading(Reads.WHERE, Reads.OWNER, Reads.ROUND, Reads.NEXT),
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
    """How often the position was the same as a turn began, among so many of the last turns."""

    things: Expr
    last: Expr
    facts: tuple[Expr, ...] = ()
    ref: m.Position
    value: int
