"""Verbs about players: who leads, who is out, and the end of the match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gekido_dsl.model.kernel.act import Act
from gekido_dsl.model.kernel.reading import Own
from gekido_dsl.model.kernel.verb import (
    Chance,
    Extra,
    Knows,
    SetsGoing,
    Then,
    Verb,
    Writes,
    alone,
    changing,
    done_to,
    each,
    frame,
    one,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.expressions import Expr


@dataclass(frozen=True)
class Eliminate(
    Act,
    record=Verb(
        name="eliminate",
        frames=(frame("eliminate", ("eliminate PLAYER",), "", reads=Own.OUT),),
        operands={"players": some("players")},
        writes=changing(Writes.OUT),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.ENDS,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("eliminate",),
    ),
):
    """Takes them out, then asks whether the game ends."""

    players: Expr


@dataclass(frozen=True)
class Lead(
    Act,
    record=Verb(
        name="lead",
        frames=(done_to(alone(frame("lead", ("PLAYER leads",), "", reads=("take the next turn",)))),),
        operands={"players": some("player")},
        writes=changing(Writes.NEXT),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("lead",),
    ),
):
    """Makes them the next on turn."""

    players: Expr


@dataclass(frozen=True)
class Win(
    Act,
    record=Verb(
        name="win",
        frames=(done_to(alone(frame("win", ("PLAYERS win",), "", reads=Own.WIN))),),
        operands={"players": some("players")},
        writes=changing(Writes.OUT),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.END_OF_THE_MATCH,
        late=False,
        tells=("win",),
    ),
):
    """Ends the match: they win."""

    players: Expr


@dataclass(frozen=True)
class Defeat(
    Act,
    record=Verb(
        name="defeat",
        frames=(done_to(alone(frame("lose", ("PLAYERS lose",), "", reads=("lose",)))),),
        operands={"players": some("players")},
        writes=changing(Writes.OUT),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.END_OF_THE_MATCH,
        late=False,
        tells=("defeat",),
    ),
):
    """Ends the match: they lose."""

    players: Expr


@dataclass(frozen=True)
class Rank(
    Act,
    record=Verb(
        name="rank",
        frames=(
            done_to(
                alone(
                    frame("rank", ("PLAYERS rank by NUMBER, highest first",), "", Extra.ORDER, reads=Own.RANK)
                )
            ),
        ),
        operands={"players": some("players"), "numbers": each(one("numbers"))},
        writes=changing(Writes.OUT),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.END_OF_THE_MATCH,
        late=False,
        tells=("win", "rank"),
    ),
):
    """Ends it with a rank for each."""

    players: Expr
    numbers: tuple[Expr, ...]
    lowest: tuple[bool, ...]
    """For each number, whether the least comes first."""
    local: int
    """Which local holds the player who is asked."""
