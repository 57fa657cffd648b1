"""Verbs about tracks of dice: laying them out, damage and what heals it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gekido_dsl.model.kernel.act import Act
from gekido_dsl.model.kernel.reading import Part
from gekido_dsl.model.kernel.verb import (
    Chance,
    Extra,
    Goal,
    Knows,
    Moves,
    SetsGoing,
    Then,
    Verb,
    Writes,
    changing,
    done_to,
    frame,
    maybe,
    one,
)

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.expressions import Expr
    from gekido_dsl.model.nodes.places import Damage, Track


@dataclass(frozen=True)
class Fill(
    Act,
    record=Verb(
        name="fill",
        frames=(frame("fill", ("fill TRACK",), "", reads=("lay out ", Part.OBJECT, " in full")),),
        operands={"thing": one("thing")},
        writes=changing(Writes.WHERE, Writes.FACE),
        moves=Moves(what=Goal.SUPPLY, goal=Goal.TRACK),
        knows=Knows.FACES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("fill",),
    ),
):
    """Lays out its track in full."""

    thing: Expr
    track: Track


@dataclass(frozen=True)
class Suffer(
    Act,
    record=Verb(
        name="suffer",
        frames=(
            done_to(
                frame(
                    "suffer",
                    ("THING suffers NUMBER damage from THING",),
                    "from",
                    Extra.DAMAGE,
                    reads=("suffer ", Part.DAMAGE),
                )
            ),
        ),
        operands={"thing": one("thing"), "number": one("number"), "source": maybe(one("source"))},
        writes=changing(Writes.WHERE, Writes.FACE),
        moves=Moves(what=Goal.TRACK, goal=Goal.SUPPLY),
        knows=Knows.FACES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"damage", "out", "row"}),
        then=Then.NEXT,
        late=False,
        tells=("damage", "suffer", "lose_die"),
    ),
):
    """Runs damage through its tracks."""

    thing: Expr
    number: Expr
    source: Expr | None
    rule: Damage
    only: Track | None
    """The one track that is hit; None: all, one after the other."""


@dataclass(frozen=True)
class Heal(
    Act,
    record=Verb(
        name="heal",
        frames=(
            done_to(
                frame("heal", ("THING heals NUMBER damage",), "", Extra.DAMAGE, reads=("heal ", Part.DAMAGE))
            ),
        ),
        operands={"thing": one("thing"), "number": one("number")},
        writes=changing(Writes.FACE),
        moves=None,
        knows=Knows.FACES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("heal",),
    ),
):
    """Turns its first die up."""

    thing: Expr
    number: Expr
    rule: Damage


@dataclass(frozen=True)
class Restore(
    Act,
    record=Verb(
        name="restore",
        frames=(
            done_to(
                frame(
                    "restore",
                    ("THING restores NUMBER damage",),
                    "",
                    Extra.DAMAGE,
                    reads=("heal ", Part.DAMAGE, ", and lost dice may come back"),
                )
            ),
        ),
        operands={"thing": one("thing"), "number": one("number")},
        writes=changing(Writes.WHERE, Writes.FACE),
        moves=Moves(what=Goal.SUPPLY, goal=Goal.TRACK),
        knows=Knows.FACES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("heal",),
    ),
):
    """Turns its first die up, and brings dice back."""

    thing: Expr
    number: Expr
    rule: Damage
