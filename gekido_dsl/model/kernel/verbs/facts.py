"""Verbs that write facts, counters, links and locals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gekido_dsl.model.kernel.act import Act
from gekido_dsl.model.kernel.reading import Own, Part
from gekido_dsl.model.kernel.verb import (
    Chance,
    Extra,
    Knows,
    SetsGoing,
    Then,
    Verb,
    Writes,
    changing,
    changing_number,
    frame,
    maybe,
    one,
    some,
    unnamed,
)

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.expressions import Expr
    from gekido_dsl.model.nodes.places import Link


@dataclass(frozen=True)
class Bind(
    Act,
    record=Verb(
        name="bind",
        frames=(
            unnamed(frame("choose", ("choose THING", "choose THING as the WORD"), "as", reads=Own.CHOOSE)),
            unnamed(frame("call", ("call THING the WORD",), "", reads=Own.CALL)),
        ),
        operands={"found": some("value")},
        writes=changing(Writes.LOCAL),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=True,
        tells=("choose",),
    ),
):
    """Keeps what was chosen in a local."""

    found: Expr
    local: int


@dataclass(frozen=True)
class Set(
    Act,
    record=Verb(
        name="set",
        frames=(
            frame("set", ("set FACT to VALUE",), "to", reads=Own.SET),
            unnamed(frame("choose", ("choose THING as FACT",), "as", reads=Own.CHOOSE)),
        ),
        operands={"fact": one("fact"), "to": one("value")},
        writes=changing(Writes.FACT),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=True,
        tells=("set",),
    ),
):
    """Writes it; a counter takes or gives back its die."""

    fact: Expr
    to: Expr


@dataclass(frozen=True)
class Gain(
    Act,
    record=Verb(
        name="gain",
        frames=(
            changing_number(
                frame(
                    "gain",
                    ("FACT gains NUMBER", "up to NUMBER"),
                    "",
                    Extra.UP_TO,
                    reads=("increase ", Part.SUBJECT, " by ", Part.NUMBER, Part.BOUND),
                )
            ),
        ),
        operands={"fact": one("fact"), "number": one("number"), "end": maybe(one("end"))},
        writes=changing(Writes.FACT),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"gains"}),
        then=Then.NEXT,
        late=False,
        tells=("set",),
    ),
):
    """Adds, as far as the end; outside the range it is a rule error."""

    fact: Expr
    number: Expr
    end: Expr | None


@dataclass(frozen=True)
class Lose(
    Act,
    record=Verb(
        name="lose",
        frames=(
            changing_number(
                frame(
                    "lose",
                    ("FACT loses NUMBER", "down to NUMBER"),
                    "",
                    Extra.DOWN_TO,
                    reads=("reduce ", Part.SUBJECT, " by ", Part.NUMBER, Part.BOUND),
                )
            ),
        ),
        operands={"fact": one("fact"), "number": one("number"), "end": maybe(one("end"))},
        writes=changing(Writes.FACT),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"loses"}),
        then=Then.NEXT,
        late=False,
        tells=("set",),
    ),
):
    """Subtracts, as far as the end; outside the range it is a rule error."""

    fact: Expr
    number: Expr
    end: Expr | None


@dataclass(frozen=True)
class Sow(
    Act,
    record=Verb(
        name="sow",
        frames=(
            unnamed(
                frame(
                    "sow",
                    ("sow FACT into SPACES", "sow FACT into SPACES as the WORD"),
                    "into",
                    reads=("sow ", Part.OBJECT, " one by one", Part.SOWN),
                )
            ),
        ),
        operands={"fact": one("fact"), "into": some("spaces")},
        writes=changing(Writes.FACT, Writes.LOCAL),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=True,
        tells=("set",),
    ),
):
    """Empties a number and adds one to that of each space in order, again and again until it is used up.

    The local holds the space that got the last one; the first space itself, if none got any.
    """

    fact: Expr
    into: Expr
    local: int


@dataclass(frozen=True)
class FlipLink(
    Act,
    record=Verb(
        name="flip_link",
        frames=(frame("flip", ("flip LINK to SIDE",), "to", reads=("flip ", Part.OBJECT, Part.PREPS)),),
        operands={"thing": one("thing"), "other": maybe(one("other")), "side": one("side")},
        writes=changing(Writes.LINK),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("flip_link",),
    ),
):
    """Turns the token, or all of them."""

    thing: Expr
    other: Expr | None
    side: Expr
    link: Link


@dataclass(frozen=True)
class FlipFact(
    Act,
    record=Verb(
        name="flip_fact",
        frames=(frame("flip", ("flip FACT",), "", reads=("flip ", Part.OBJECT, Part.PREPS)),),
        operands={"fact": one("fact")},
        writes=changing(Writes.FACT),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("set",),
    ),
):
    """Writes the other of two values."""

    fact: Expr
