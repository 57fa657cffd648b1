"""Verbs that run something else, leave something, or tell a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gekido_dsl.model.kernel.act import Act
from gekido_dsl.model.kernel.reading import Own, Part
from gekido_dsl.model.kernel.verb import (
    Behind,
    Chance,
    Extra,
    Knows,
    SetsGoing,
    Then,
    Verb,
    Writes,
    alone,
    changing,
    each,
    frame,
    leading_to,
    maybe,
    one,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.expressions import Expr
    from gekido_dsl.model.nodes.rules import Procedure, Window


@dataclass(frozen=True)
class Do(
    Act,
    record=Verb(
        name="do",
        frames=(
            leading_to(
                Behind.RULE, frame("do", ("do RULE", "do RULE with VALUE and VALUE"), "with", reads=Own.DO)
            ),
        ),
        operands={"values": each(one("values"))},
        writes=changing(),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.RULE,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=(),
    ),
):
    """Runs a rule or effect with these."""

    values: tuple[Expr, ...]
    rule: Procedure


@dataclass(frozen=True)
class Apply(
    Act,
    record=Verb(
        name="apply",
        frames=(frame("apply", ("apply EFFECT",), "", reads=("resolve ", Part.EFFECTS)),),
        operands={"effects": some("effects")},
        writes=changing(),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.EFFECTS,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=(),
    ),
):
    """Runs each in order."""

    effects: Expr


@dataclass(frozen=True)
class Open(
    Act,
    record=Verb(
        name="open",
        frames=(leading_to(Behind.WINDOW, frame("open", ("open WINDOW",), "", reads=Own.OPEN)),),
        operands={},
        writes=changing(Writes.WINDOW),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=True,
        sets_going=SetsGoing.WINDOW,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=(),
    ),
):
    """Runs a window."""

    window: Window


@dataclass(frozen=True)
class Stop(
    Act,
    record=Verb(
        name="stop",
        frames=(
            alone(frame("stop", ("stop", "stop each THING", "stop repeat"), "", Extra.LOOP, reads=Own.STOP)),
        ),
        operands={},
        writes=changing(),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.OUT_OF_THE_LOOP,
        late=False,
        tells=(),
    ),
):
    """Leaves the loop that is so many out of the innermost, else the body."""

    depth: int


@dataclass(frozen=True)
class Skip(
    Act,
    record=Verb(
        name="skip",
        frames=(
            alone(frame("skip", ("skip", "skip each THING", "skip repeat"), "", Extra.LOOP, reads=Own.SKIP)),
        ),
        operands={},
        writes=changing(),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT_ROUND,
        late=False,
        tells=(),
    ),
):
    """Leaves the round of the loop that is so many out of the innermost."""

    depth: int


@dataclass(frozen=True)
class End(
    Act,
    record=Verb(
        name="end",
        frames=(leading_to(Behind.PHASE, frame("end", ("end PHASE",), "", reads=Own.END)),),
        operands={},
        writes=changing(),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.AFTER_THE_PHASE,
        late=False,
        tells=(),
    ),
):
    """Leaves everything down to the phase, and the phase."""

    phase: Procedure


@dataclass(frozen=True)
class Announce(
    Act,
    record=Verb(
        name="announce",
        frames=(
            frame(
                "announce",
                ('announce "TEXT"', 'announce "TEXT" for THING', 'announce "TEXT" for THING at VALUE'),
                "at",
                Extra.TEXT,
                reads=Own.ANNOUNCE,
            ),
        ),
        operands={"about": maybe(one("thing or player")), "at": maybe(some("value"))},
        writes=changing(),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("announce",),
    ),
):
    """Tells a text, and changes nothing."""

    about: Expr | None
    at: Expr | None
    text: str


@dataclass(frozen=True)
class Owe(
    Act,
    record=Verb(
        name="owe",
        frames=(),
        operands={},
        writes=changing(),
        moves=None,
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=(),
    ),
):
    """Ends in a rule error: something has to be paid that is not there. It stands in for the payment."""
