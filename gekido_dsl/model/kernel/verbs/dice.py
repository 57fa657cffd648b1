"""Verbs about the faces of dice, and where things look."""

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
    frame,
    one,
    some,
)

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.expressions import Expr
    from gekido_dsl.model.nodes.places import Track
    from gekido_dsl.model.nodes.things import Field


@dataclass(frozen=True)
class Roll(
    Act,
    record=Verb(
        name="roll",
        frames=(frame("roll", ("roll DICE",), "", reads=("roll ", Part.OBJECT, Part.PREPS)),),
        operands={"dice": some("dice")},
        writes=changing(Writes.FACE),
        moves=None,
        knows=Knows.FACES,
        chance=Chance.ROLLS,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=True,
        tells=("roll",),
    ),
):
    """Draws a face for each."""

    dice: Expr


@dataclass(frozen=True)
class Reroll(
    Act,
    record=Verb(
        name="reroll",
        frames=(frame("reroll", ("reroll DICE",), "", reads=("reroll ", Part.OBJECT, Part.PREPS)),),
        operands={"dice": some("dice")},
        writes=changing(Writes.FACE),
        moves=None,
        knows=Knows.FACES,
        chance=Chance.ROLLS,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=True,
        tells=("reroll",),
    ),
):
    """Draws a face for each once more."""

    dice: Expr


@dataclass(frozen=True)
class RollInto(
    Act,
    record=Verb(
        name="roll_into",
        frames=(
            frame(
                "roll",
                ("roll 1 DIE into TRACK",),
                "into",
                reads=("roll ", Part.OBJECT, " and add it to ", Part.GOAL),
            ),
        ),
        operands={"thing": one("thing")},
        writes=changing(Writes.WHERE, Writes.FACE),
        moves=Moves(what=Goal.SUPPLY, goal=Goal.TRACK),
        knows=Knows.FACES,
        chance=Chance.ROLLS,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("roll_into",),
    ),
):
    """Rolls dice of the supply onto its track."""

    thing: Expr
    track: Track
    number: int


@dataclass(frozen=True)
class Flip(
    Act,
    record=Verb(
        name="flip",
        frames=(frame("flip", ("flip DICE",), "", reads=("flip ", Part.OBJECT, Part.PREPS)),),
        operands={"dice": some("dice")},
        writes=changing(Writes.FACE),
        moves=None,
        knows=Knows.FACES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("flip",),
    ),
):
    """Turns up the opposite faces."""

    dice: Expr


@dataclass(frozen=True)
class Turn(
    Act,
    record=Verb(
        name="turn",
        frames=(frame("turn", ("turn DIE to FACE",), "to", reads=("turn ", Part.OBJECT, Part.PREPS)),),
        operands={"dice": some("dice"), "face": one("face")},
        writes=changing(Writes.FACE),
        moves=None,
        knows=Knows.FACES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("flip",),
    ),
):
    """Turns up this face."""

    dice: Expr
    face: Expr


@dataclass(frozen=True)
class TurnRound(
    Act,
    record=Verb(
        name="turn_round",
        frames=(
            frame(
                "turn", ("turn THING left",), "", Extra.DIRECTION, reads=("turn ", Part.TURNED, Part.PREPS)
            ),
        ),
        operands={"things": some("things")},
        writes=changing(Writes.FIELD),
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
    """Turns them so many further along the compass: what these facts keep of each."""

    things: Expr
    facts: tuple[Field, ...]
    by: int


@dataclass(frozen=True)
class Face(
    Act,
    record=Verb(
        name="face",
        frames=(frame("turn", ("turn THING to DIRECTION",), "to", reads=("turn ", Part.OBJECT, Part.PREPS)),),
        operands={"things": some("things"), "direction": one("direction")},
        writes=changing(Writes.FIELD),
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
    """Sets the fact, which keeps a direction, to this one."""

    things: Expr
    direction: Expr
    fact: Field
