"""Verbs that put things somewhere, take them, and take them out of the game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

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
    unnamed,
)

if TYPE_CHECKING:
    from gekido_dsl.model.nodes.expressions import Expr
    from gekido_dsl.model.nodes.places import Board
    from gekido_dsl.model.nodes.things import Field, Kind


@dataclass(frozen=True)
class Move(
    Act,
    record=Verb(
        name="move",
        frames=(
            frame(
                "move",
                ("move THINGS to PLACE", "move THINGS under PLACE"),
                "under to into onto",
                reads=("move ", Part.TAKEN, Part.PREPS),
            ),
            frame(
                "put",
                ("put THINGS onto SPACE", "put THINGS into PLACE"),
                "under into onto to",
                reads=("put ", Part.TAKEN, Part.PREPS),
            ),
            frame("lock", ("lock THINGS into PLACE",), "into", reads=("lock ", Part.TAKEN, Part.PREPS)),
            frame(
                "return", ("return THINGS to PLACE",), "under to", reads=("return ", Part.TAKEN, Part.PREPS)
            ),
        ),
        operands={"things": some("things"), "goal": one("place or space")},
        writes=changing(Writes.WHERE, Writes.OWNER),
        moves=Moves(what="things", goal="goal"),
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"enters", "entering"}),
        then=Then.NEXT,
        late=False,
        tells=("move", "lock"),
    ),
):
    """Puts them there, last, or first for `under`; told as `move` or `lock`."""

    things: Expr
    goal: Expr
    told: Literal["move", "lock"]
    under: bool


@dataclass(frozen=True)
class Lay(
    Move,
    record=Verb(
        name="lay",
        frames=(
            frame(
                "put",
                ("put THING onto SPACE, turned to DIRECTION",),
                "onto to turned",
                reads=("put ", Part.TAKEN, Part.PREPS),
            ),
        ),
        operands={"things": one("thing"), "goal": one("space"), "direction": one("direction")},
        writes=changing(Writes.WHERE, Writes.FIELD),
        moves=Moves(what="things", goal="goal"),
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"enters", "entering"}),
        then=Then.NEXT,
        late=False,
        tells=("set", "move"),
    ),
):
    """Turns it, then puts it there."""

    things: Expr
    goal: Expr
    direction: Expr
    fact: Field


@dataclass(frozen=True)
class Cover(
    Act,
    record=Verb(
        name="cover",
        frames=(
            frame(
                "put",
                ("put THING onto SPACES, turned or mirrored",),
                "onto to",
                Extra.LIE,
                reads=("put ", Part.TAKEN, Part.PREPS),
            ),
        ),
        operands={"things": one("thing"), "goal": one("space"), "lie": one("lie")},
        writes=changing(Writes.WHERE),
        moves=Moves(what="things", goal="goal"),
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"enters", "entering"}),
        then=Then.NEXT,
        late=False,
        tells=("move",),
    ),
):
    """Puts a shape onto a space, and each of its squares onto the space that it covers as the shape lies."""

    things: Expr
    goal: Expr
    lie: Expr
    squares: Kind
    board: Board


@dataclass(frozen=True)
class Together(
    Act,
    record=Verb(
        name="together",
        frames=(),
        operands={
            "things": some("things"),
            "goal": one("goal of each (a space or a place)"),
            "stays": one("whether it stays"),
            "first": one("whether it goes first"),
            "room": maybe(one("room")),
            "counting": maybe(some("what takes it")),
        },
        writes=changing(Writes.WHERE, Writes.OWNER, Writes.LOCAL),
        moves=Moves(what="things", goal="goal"),
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"enters", "entering"}),
        then=Then.NEXT,
        late=False,
        tells=("move",),
    ),
):
    """Moves all at once that have room; the local holds the thing asked, the next one what moved."""

    things: Expr
    goal: Expr
    """Of the thing in the local: a space or a place."""
    stays: Expr
    first: Expr
    room: Expr | None
    counting: Expr | None
    """What takes room; None where nothing is in the way of anything."""
    local: int


@dataclass(frozen=True)
class Arrange(
    Act,
    record=Verb(
        name="arrange",
        frames=(
            frame(
                "arrange",
                ("arrange THINGS into PLACES",),
                "into",
                reads=("place ", Part.TAKEN, ", one by one,", Part.PREPS),
            ),
        ),
        operands={"thing": one("thing"), "places": some("places")},
        writes=changing(Writes.WHERE, Writes.OWNER),
        moves=Moves(what="thing", goal="places"),
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=True,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("move",),
    ),
):
    """Puts what is chosen into the first empty one, or takes the last one back."""

    thing: Expr
    places: Expr


@dataclass(frozen=True)
class Discard(
    Act,
    record=Verb(
        name="discard",
        frames=(frame("discard", ("discard THINGS",), "", reads=("discard ", Part.TAKEN, Part.PREPS)),),
        operands={"things": some("things")},
        writes=changing(Writes.WHERE),
        moves=Moves(what="things", goal=Goal.PILE),
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"entering"}),
        then=Then.NEXT,
        late=False,
        tells=("discard",),
    ),
):
    """Moves them to the pile of their kind."""

    things: Expr


@dataclass(frozen=True)
class Take(
    Act,
    record=Verb(
        name="take",
        frames=(frame("take", ("take THINGS",), "", reads=("take ", Part.OBJECT, Part.PREPS)),),
        operands={"things": some("things")},
        writes=changing(Writes.OWNER),
        moves=None,
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("take",),
    ),
):
    """Makes them the actor's."""

    things: Expr


@dataclass(frozen=True)
class TakeOff(
    Act,
    record=Verb(
        name="take_off",
        frames=(frame("take", ("take THINGS off BOARD",), "off", reads=("take ", Part.OBJECT, Part.PREPS)),),
        operands={"things": some("things"), "board": some("board")},
        writes=changing(Writes.WHERE),
        moves=Moves(what="things", goal=Goal.NOWHERE),
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("off",),
    ),
):
    """Puts nowhere what stands on it."""

    things: Expr
    board: Expr


@dataclass(frozen=True)
class Swap(
    Act,
    record=Verb(
        name="swap",
        frames=(frame("swap", ("swap SPACE with SPACE",), "with", reads=("swap ", Part.OBJECT, Part.PREPS)),),
        operands={"space": one("space"), "other": one("space")},
        writes=changing(Writes.WHERE),
        moves=Moves(what=Goal.SPACES, goal=Goal.SPOTS),
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("swap",),
    ),
):
    """Lays each where the other lay, with what stands there."""

    space: Expr
    other: Expr


@dataclass(frozen=True)
class Remove(
    Act,
    record=Verb(
        name="remove",
        frames=(frame("remove", ("remove THINGS",), "", reads=Own.REMOVE),),
        operands={"things": some("things")},
        writes=changing(Writes.WHERE, Writes.COUNTERS),
        moves=Moves(what="things", goal=Goal.OUT_OF_THE_GAME),
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("remove", "off"),
    ),
):
    """Takes them out of the game, with their parts.

    Gives back their dice, drops their links, takes spaces off their board.
    """

    things: Expr


@dataclass(frozen=True)
class Destroy(
    Act,
    record=Verb(
        name="destroy",
        frames=(
            frame("destroy", ("destroy THINGS",), "", reads=("destroy ", Part.OBJECT, Part.PREPS)),
            frame(
                "destroy",
                ("destroy THINGS together",),
                "",
                Extra.TOGETHER,
                reads=("destroy ", Part.OBJECT, ", all at the same moment"),
            ),
        ),
        operands={"things": some("things")},
        writes=changing(Writes.WHERE, Writes.COUNTERS),
        moves=Moves(what="things", goal=Goal.OUT_OF_THE_GAME),
        knows=Knows.AS_IT_LIES,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset({"destroyed"}),
        then=Then.NEXT,
        late=False,
        tells=("destroy", "off"),
    ),
):
    """Takes them out of the game, with their parts, which is an event.

    Together, all conditions of the rules that follow are asked while all of them are still there.
    """

    things: Expr
    together: bool = False


@dataclass(frozen=True)
class LayOut(
    Act,
    record=Verb(
        name="lay_out",
        frames=(
            unnamed(
                frame(
                    "lay out",
                    ("lay out BOARD as THING", "lay out BOARD as THING, mirrored"),
                    "as",
                    Extra.LIE,
                    reads=("lay out ", Part.OBJECT, Part.PREPS),
                )
            ),
        ),
        operands={"board": some("board"), "plan": some("thing")},
        writes=changing(Writes.WHERE),
        moves=Moves(what=Goal.SPACES, goal=Goal.SPOTS),
        knows=Knows.NOTHING,
        chance=Chance.NONE,
        asks=False,
        sets_going=SetsGoing.NOTHING,
        happens=frozenset(),
        then=Then.NEXT,
        late=False,
        tells=("lay_out",),
    ),
):
    """Takes away the spaces that lie there and lays those drawn for the thing."""

    board: Expr
    plan: Expr
    lie: int = 0
    """How the drawing is turned or mirrored."""
