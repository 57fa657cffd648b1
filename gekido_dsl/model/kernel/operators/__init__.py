"""The operators of the kernel: a class with named fields for each, and with it all that is declared of it.

`RECORDS` has the records by name; `those` gives the names of all for which a column says so, once, where a list of
names is asked more often than it is made.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from gekido_dsl.model.kernel.expr import OPERATORS
from gekido_dsl.model.kernel.operator import Operator
from gekido_dsl.model.kernel.operators.asking import AddsUp, Count, Every, Member, No, Rank, Share, Some, Sum
from gekido_dsl.model.kernel.operators.cards import (
    BestPattern,
    BestTaken,
    LeftOver,
    MakesMeld,
    Worth,
    WorthTaken,
)
from gekido_dsl.model.kernel.operators.declared import Amount, Defined, Property
from gekido_dsl.model.kernel.operators.dice import Complete, Face, Fits, ShownIn, Shows, Side
from gekido_dsl.model.kernel.operators.facts import (
    Active,
    Cell,
    Combination,
    Counter,
    Field,
    Link,
    Moved,
    Used,
)
from gekido_dsl.model.kernel.operators.given import (
    Actor,
    CameUp,
    Const,
    Game,
    GamesWon,
    Local,
    Option,
    Round,
    RoundsOver,
    Turn,
    Window,
)
from gekido_dsl.model.kernel.operators.logic import And, Leaves, Not, Or
from gekido_dsl.model.kernel.operators.networks import Along, Connected, Journey, LongestWay, Touching, Trek
from gekido_dsl.model.kernel.operators.numbers import (
    AtLeast,
    AtMost,
    DividedDown,
    DividedUp,
    Is,
    Larger,
    Less,
    Minus,
    More,
    Plus,
    Remainder,
    Smaller,
    Times,
)
from gekido_dsl.model.kernel.operators.order import Highest, Last, Next, Nth, Reversed, Sorted
from gekido_dsl.model.kernel.operators.pieces import Covered, Lies
from gekido_dsl.model.kernel.operators.places import Empty, Full, InPlace, Inside, Place, Track
from gekido_dsl.model.kernel.operators.players import (
    AllMine,
    Automaton,
    Mine,
    Neighbour,
    Owner,
    Partner,
    Players,
    Seats,
    SideOf,
)
from gekido_dsl.model.kernel.operators.regions import (
    Central,
    Column,
    Corner,
    InARow,
    Inner,
    Joins,
    Outer,
    Row,
)
from gekido_dsl.model.kernel.operators.relations import Enemy, Friendly, Other, Remaining, Unclaimed
from gekido_dsl.model.kernel.operators.sets import Filter, Items, Members, Numbers, Union
from gekido_dsl.model.kernel.operators.spaces import At, Board, On, OnBoard, Space, Spot
from gekido_dsl.model.kernel.operators.things import Arrived, Called, Nested, Origin, Things, Whole
from gekido_dsl.model.kernel.operators.tiles import FitsNeighbours, Lying, OpenSide
from gekido_dsl.model.kernel.operators.ways import (
    Beside,
    Distance,
    Following,
    Leap,
    Line,
    Lines,
    NextTo,
    Opposite,
    Toward,
    Turned,
    Within,
)

RECORDS: Final[dict[str, Operator]] = {name: one.record for name, one in OPERATORS.items()}
"""The record of each operator, by its name."""


def those(holds: Callable[[Operator], bool]) -> frozenset[str]:
    """Gives the names of the operators for which a column says something."""
    return frozenset(name for name, record in RECORDS.items() if holds(record))


COMPARISONS: Final = those(lambda record: record.mirrored is not None)
"""Operators that hold two values against each other."""
Comparison: TypeAlias = Is | AtLeast | AtMost | More | Less
"""The classes of the same."""
Connective: TypeAlias = And | Or
"""What joins two conditions or more."""
Arithmetic: TypeAlias = Plus | Minus | Times | DividedUp | DividedDown | Remainder | Smaller | Larger

__all__ = [
    "COMPARISONS",
    "RECORDS",
    "Active",
    "Actor",
    "AddsUp",
    "AllMine",
    "Along",
    "Amount",
    "And",
    "Arithmetic",
    "Arrived",
    "At",
    "AtLeast",
    "AtMost",
    "Automaton",
    "Beside",
    "BestPattern",
    "BestTaken",
    "Board",
    "Called",
    "CameUp",
    "Cell",
    "Central",
    "Column",
    "Combination",
    "Comparison",
    "Complete",
    "Connected",
    "Connective",
    "Const",
    "Corner",
    "Count",
    "Counter",
    "Covered",
    "Defined",
    "Distance",
    "DividedDown",
    "DividedUp",
    "Empty",
    "Enemy",
    "Every",
    "Face",
    "Field",
    "Filter",
    "Fits",
    "FitsNeighbours",
    "Following",
    "Friendly",
    "Full",
    "Game",
    "GamesWon",
    "Highest",
    "InARow",
    "InPlace",
    "Inner",
    "Inside",
    "Is",
    "Items",
    "Joins",
    "Journey",
    "Larger",
    "Last",
    "Leap",
    "Leaves",
    "LeftOver",
    "Less",
    "Lies",
    "Line",
    "Lines",
    "Link",
    "Local",
    "LongestWay",
    "Lying",
    "MakesMeld",
    "Member",
    "Members",
    "Mine",
    "Minus",
    "More",
    "Moved",
    "Neighbour",
    "Nested",
    "Next",
    "NextTo",
    "No",
    "Not",
    "Nth",
    "Numbers",
    "On",
    "OnBoard",
    "OpenSide",
    "Opposite",
    "Option",
    "Or",
    "Origin",
    "Other",
    "Outer",
    "Owner",
    "Partner",
    "Place",
    "Players",
    "Plus",
    "Property",
    "Rank",
    "Remainder",
    "Remaining",
    "Reversed",
    "Round",
    "RoundsOver",
    "Row",
    "Seats",
    "Share",
    "ShownIn",
    "Shows",
    "Side",
    "SideOf",
    "Smaller",
    "Some",
    "Sorted",
    "Space",
    "Spot",
    "Sum",
    "Things",
    "Times",
    "Touching",
    "Toward",
    "Track",
    "Trek",
    "Turn",
    "Turned",
    "Unclaimed",
    "Union",
    "Used",
    "Whole",
    "Window",
    "Within",
    "Worth",
    "WorthTaken",
    "those",
]
