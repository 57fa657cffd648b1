"""Verbs about decks and other places: drawing, dealing, shuffling, showing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gekido_dsl.model.kernel.act import Act
from gekido_dsl.model.kernel.reading import Own, Part
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
    frame,
    maybe,
    one,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.expressions import Expr
    from gekido_dsl.model.nodes.places import Place
    from gekido_dsl.model.nodes.things import Kind


@dataclass(frozen=True)
class Draw(
    Act,
    record=Verb(
        name="draw",
        frames=(
            frame(
                "draw",
                ("draw 2 THINGS", "from PLACE", "into PLACE", "keeping 1"),
                "from into to keeping",
                reads=Own.DRAW,
            ),
        ),
        operands={
            "number": one("number"),
            "origin": one("origin"),
            "goal": one("goal"),
            "keeping": maybe(one("how many to keep")),
        },
        writes=changing(Writes.WHERE, Writes.OWNER),
        moves=Moves(what="origin", goal="goal"),
        knows=Knows.TO_THE_DRAWER,
        chance=Chance.UNSEEN,
        asks=True,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"draws", "drawn", "entering"}),
        then=Then.NEXT,
        late=False,
        tells=("draw", "keep", "discard"),
    ),
):
    """Draws one by one; keeps so many of them, if it says so, and discards the rest."""

    number: Expr
    origin: Expr
    goal: Expr
    keeping: Expr | None
    kind: Kind


@dataclass(frozen=True)
class Deal(
    Act,
    record=Verb(
        name="deal",
        frames=(
            frame(
                "deal",
                ("deal 5 THINGS to PLAYERS", "from PLACE", "into HAND"),
                "to from into",
                reads=("deal ", Part.OBJECT, Part.PREPS),
            ),
        ),
        operands={"number": one("number"), "origin": one("origin"), "players": some("players")},
        writes=changing(Writes.WHERE, Writes.OWNER),
        moves=Moves(what="origin", goal=Goal.HANDS),
        knows=Knows.AS_IT_LIES,
        chance=Chance.UNSEEN,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"entering"}),
        then=Then.NEXT,
        late=False,
        tells=("draw",),
    ),
):
    """Gives each player the next one of the origin, so many times."""

    number: Expr
    origin: Expr
    players: Expr
    hand: Place
    """Which place of each player they come to."""


@dataclass(frozen=True)
class Shuffle(
    Act,
    record=Verb(
        name="shuffle",
        frames=(frame("shuffle", ("shuffle PLACE",), "", reads=("shuffle ", Part.OBJECT, Part.PREPS)),),
        operands={"place": one("place")},
        writes=changing(Writes.WHERE),
        moves=Moves(what="place", goal="place"),
        knows=Knows.MIXED,
        chance=Chance.SHUFFLES,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("shuffle",),
    ),
):
    """Puts what lies there in an order of chance."""

    place: Expr


@dataclass(frozen=True)
class ShuffleInto(
    Act,
    record=Verb(
        name="shuffle_into",
        frames=(
            frame(
                "shuffle", ("shuffle PLACE into PLACE",), "into", reads=("shuffle ", Part.OBJECT, Part.PREPS)
            ),
        ),
        operands={"place": one("place"), "goal": one("goal")},
        writes=changing(Writes.WHERE, Writes.OWNER),
        moves=Moves(what="place", goal="goal"),
        knows=Knows.MIXED,
        chance=Chance.SHUFFLES,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"entering"}),
        then=Then.NEXT,
        late=False,
        tells=("shuffle",),
    ),
):
    """Moves everything to the goal and shuffles that."""

    place: Expr
    goal: Expr


@dataclass(frozen=True)
class ShuffleOnto(
    Act,
    record=Verb(
        name="shuffle_onto",
        frames=(
            frame(
                "shuffle",
                ("shuffle PLACE onto PLACE",),
                "onto under",
                reads=("shuffle ", Part.OBJECT, Part.PREPS),
            ),
        ),
        operands={"place": one("place"), "goal": one("goal")},
        writes=changing(Writes.WHERE, Writes.OWNER),
        moves=Moves(what="place", goal="goal"),
        knows=Knows.MIXED,
        chance=Chance.SHUFFLES,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"entering"}),
        then=Then.NEXT,
        late=False,
        tells=("shuffle",),
    ),
):
    """Shuffles what lies there and puts it on top of the goal, or under it."""

    place: Expr
    goal: Expr
    under: bool


@dataclass(frozen=True)
class ShuffleAlike(
    Act,
    record=Verb(
        name="shuffle_alike",
        frames=(
            frame(
                "shuffle",
                ("shuffle PLACES alike",),
                "",
                Extra.ALIKE,
                reads=("shuffle ", Part.OBJECT, Part.PREPS, ", all in the same order"),
            ),
        ),
        operands={"places": some("places")},
        writes=changing(Writes.WHERE),
        moves=Moves(what="places", goal="places"),
        knows=Knows.MIXED_ALIKE,
        chance=Chance.SHUFFLES,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("shuffle",),
    ),
):
    """Shuffles all of them in one: like rows come in the same order everywhere.

    Worlds that are drawn keep to that.
    """

    places: Expr


@dataclass(frozen=True)
class Show(
    Act,
    record=Verb(
        name="show",
        frames=(
            frame("show", ("show THINGS to PLAYERS",), "to", reads=("show ", Part.OBJECT, Part.TO_WHOM)),
        ),
        operands={"things": some("things"), "players": maybe(some("players"))},
        writes=changing(),
        moves=None,
        knows=Knows.THINGS_SHOWN,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("show",),
    ),
):
    """Lets them know the things from now on."""

    things: Expr
    players: Expr | None
    """None: everybody."""


@dataclass(frozen=True)
class ShowFact(
    Act,
    record=Verb(
        name="show_fact",
        frames=(frame("show", ("show FACT to PLAYERS",), "to", reads=("show ", Part.OBJECT, Part.TO_WHOM)),),
        operands={"fact": one("fact"), "players": maybe(some("players"))},
        writes=changing(),
        moves=None,
        knows=Knows.FACT_SHOWN,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("show_fact",),
    ),
):
    """Lets them know what the fact says until it changes."""

    fact: Expr
    players: Expr | None
    """None: everybody."""
