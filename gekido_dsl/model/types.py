"""The types of the language: what a name may stand for, and how wide it is.

Invariants:
    Every value of a match is a small whole number; its type says what the number means. `NONE` stands for none.
    A range is closed on both ends.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gekido_dsl.model.english import article

if TYPE_CHECKING:
    from gekido_dsl.model.nodes import Enum, Kind

NONE: Final = -1
"""The value that stands for `none`, and for a thing that is nowhere."""


LEAST: Final = -(2**31)
MOST: Final = 2**31 - 1
"""The least and the greatest number that there is: whole numbers have 32 bits."""


@dataclass(frozen=True, slots=True)
class IntType:
    """A whole number from low to high; a bound that cannot be told is None, and MOST is no bound at all."""

    low: int | None
    high: int | None

    def excludes(self, value: int) -> bool:
        """Tells whether a number is known to lie outside; a range that is upside down tells nothing."""
        low, high = self.low, self.high
        return low is not None and high is not None and low <= high and not low <= value <= high

    @property
    def extent(self) -> str:
        """Says where it goes, as in `it goes from 0 to 9`."""
        if self.low in (None, LEAST) and self.high in (None, MOST):
            return "may be any number"
        if self.high in (None, MOST):
            return f"is {self.low} or more"
        return f"goes from {self.low} to {self.high}" if self.low is not None else f"is at most {self.high}"

    def __str__(self) -> str:
        if self.low in (None, LEAST) or self.high is None:
            return "a number"
        if self.low == self.high:
            return f"the number {self.low}"
        return (
            f"a number, {self.low} or more"
            if self.high == MOST
            else f"a number from {self.low} to {self.high}"
        )


@dataclass(frozen=True, slots=True)
class BoolType:
    """Yes or no."""

    def __str__(self) -> str:
        return "yes or no"


@dataclass(frozen=True, slots=True)
class EnumType:
    """One of a closed list of names."""

    enum: "Enum"

    def __str__(self) -> str:
        return article(self.enum.name) if not self.enum.anonymous else " or ".join(self.enum.members)


@dataclass(frozen=True, slots=True)
class ThingType:
    """A thing of one kind."""

    kind: "Kind"

    def __str__(self) -> str:
        return article(self.kind.name)


@dataclass(frozen=True, slots=True)
class PlayerType:
    """A player."""

    def __str__(self) -> str:
        return "a player"


@dataclass(frozen=True, slots=True)
class PlaceType:
    """A deck, pile, hand, pool or box, or the spaces of a track."""

    holds: "Kind"

    def __str__(self) -> str:
        return f"a place for {self.holds.plural}"


@dataclass(frozen=True, slots=True)
class EffectType:
    """An effect, with its numbers."""

    def __str__(self) -> str:
        return "an Effect"


@dataclass(frozen=True, slots=True)
class ListType:
    """A printed list."""

    item: "Type"
    most: int

    def __str__(self) -> str:
        return f"a list of {self.item}"


@dataclass(frozen=True, slots=True)
class SetType:
    """Several values of one type."""

    item: "Type"

    def __str__(self) -> str:
        match self.item:
            case ThingType(kind):
                return f"several {kind.plural}"
            case PlayerType():
                return "several players"
            case _:
                return f"several of {self.item}"


@dataclass(frozen=True, slots=True)
class TextType:
    """A printed text."""

    def __str__(self) -> str:
        return "a text"


@dataclass(frozen=True, slots=True)
class BoardType:
    """A whole board."""

    def __str__(self) -> str:
        return "a board"


@dataclass(frozen=True, slots=True)
class UnknownType:
    """What could not be resolved; fits everywhere, so that one mistake gives one finding."""

    def __str__(self) -> str:
        return "something unknown"


Type = (
    IntType
    | BoolType
    | EnumType
    | ThingType
    | PlayerType
    | PlaceType
    | EffectType
    | ListType
    | SetType
    | TextType
    | BoardType
    | UnknownType
)

BOOL: Final = BoolType()
INT: Final = IntType(None, None)
PLAYER: Final = PlayerType()
EFFECT: Final = EffectType()
UNKNOWN: Final = UnknownType()


def item(kind: Type) -> Type:
    """Gives the type of one, where a type may be of several."""
    return kind.item if isinstance(kind, SetType | ListType) else kind


def kind_name(kind: Type) -> str:
    """Gives the name of the kind or list that a thing or value belongs to; empty for anything else."""
    match kind:
        case ThingType(kind=of):
            return of.name
        case EnumType(enum=enum) if not enum.anonymous:
            return enum.name
        case _:
            return ""


def fits(actual: Type, wanted: Type) -> bool:
    """Tells whether a value of one type may stand where another is wanted; ranges are not compared."""
    if isinstance(actual, UnknownType) or isinstance(wanted, UnknownType):
        return True
    if isinstance(actual, IntType) and isinstance(wanted, IntType):
        return True
    if isinstance(actual, SetType | ListType) and isinstance(wanted, SetType | ListType):
        return fits(actual.item, wanted.item)
    return actual == wanted
