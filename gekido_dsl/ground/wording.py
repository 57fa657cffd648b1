"""How a kind of event is said in the log: words of its own, and its values.

Invariants:
    Nothing here names anything: `telling.words` does, and hides from a reader what they may not know.
"""

from dataclasses import dataclass
from enum import Enum, auto


class As(Enum):
    """What a value of an event is said as."""

    PLAYER = auto()
    THING = auto()
    """By its name, to everybody."""
    SEEN = auto()
    """By its name to those who know it, to others by its kind."""
    NAME = auto()
    """A declaration, by its name."""
    NUMBER = auto()


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an event."""

    at: int
    said: As


class Place(Enum):
    """Whether the place where something goes is said."""

    SAID = auto()
    UNLESS_LOCKED_THERE_ALONE = auto()
    """Not if rules lock dice into one place only."""
    UNLESS_THE_ONLY_PILE = auto()
    """Not if its kind has one pile only."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A thing goes from one place to another: `{thing}` to `{place}`."""

    to: str
    away: str
    """The same without the place, where that need not be said."""
    place: Place


@dataclass(frozen=True, slots=True)
class Rolled:
    """Somebody, `{player}`, rolls `{dice}`."""

    message: str


class Own(Enum):
    """What is said in a way of its own."""

    ANNOUNCED = auto()
    BEGUN = auto()
    CHOSEN = auto()
    DAMAGED = auto()
    FLIPPED = auto()
    GOT_DIE = auto()
    HEALED = auto()
    HIT = auto()
    LAID_OUT = auto()
    LAST_TURNS = auto()
    LINK_FLIPPED = auto()
    SET = auto()
    SHOWN = auto()
    SHOWN_FACT = auto()
    SHUFFLED = auto()
    TURN = auto()
    USED = auto()


class Sentence:
    """A message with values of the event."""

    def __init__(self, message: str, **values: Value) -> None:
        self.message = message
        self.values = values


Wording = Sentence | Moved | Rolled | Own
"""How a kind of event is said."""


def player(at: int) -> Value:
    """A value that is a player."""
    return Value(at, As.PLAYER)


def thing(at: int) -> Value:
    """A value that is a thing everybody may know."""
    return Value(at, As.THING)


def seen(at: int) -> Value:
    """A value that is a thing, which not everybody may know."""
    return Value(at, As.SEEN)


def name(at: int) -> Value:
    """A value that is a declaration."""
    return Value(at, As.NAME)


def number(at: int) -> Value:
    """A value that is a number."""
    return Value(at, As.NUMBER)
