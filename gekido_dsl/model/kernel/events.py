"""What triggers and replacements wait for: the record of each kind of event."""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal[
    "destroyed",
    "out",
    "row",
    "damage",
    "enters",
    "entering",
    "gains",
    "loses",
    "draws",
    "drawn",
    "begins",
    "ends",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """All that is declared of a kind of event. No column has a default."""

    hands_on: tuple[Literal["it", "damage", "source", "row", "number", "where"], ...]
    """What it hands to the rules that follow it, from local 1 on, by the words that they have for it."""
    of_a_stretch: bool
    """Whether it happens to a stretch of play, a phase, turn or round; else to things of a kind."""
    uses_up: bool
    """Whether it takes something away each time, so that a circle through it comes to an end."""
    followed: bool
    """Whether rules `whenever` follow it."""
    replaceable: bool
    """Whether something may happen instead of it: a rule `instead when`."""
    lessened: bool
    """Whether such a rule is done before it and makes it smaller; else it stands in for all of it."""
    would: str
    """How a book says what is replaced: `{0}` is the thing, `{1}` what else the event names; empty if nothing is."""
    english: str
    """How a book says it of a thing or stretch; `{}` is what else the event names."""


EVENTS: Final[dict[Kind, Event]] = {
    "destroyed": Event(
        hands_on=("it",),
        of_a_stretch=False,
        uses_up=True,
        followed=True,
        replaceable=True,
        lessened=False,
        would="{0} would be destroyed",
        english="is destroyed",
    ),
    "out": Event(
        hands_on=("it", "damage", "source"),
        of_a_stretch=False,
        uses_up=True,
        followed=True,
        replaceable=False,
        lessened=False,
        would="",
        english="runs out of {}",
    ),
    "row": Event(
        hands_on=("it", "damage", "source", "row"),
        of_a_stretch=False,
        uses_up=True,
        followed=True,
        replaceable=False,
        lessened=False,
        would="",
        english="loses a row of {}",
    ),
    "damage": Event(
        hands_on=("it", "damage", "source"),
        of_a_stretch=False,
        uses_up=False,
        followed=True,
        replaceable=True,
        lessened=True,
        would="",
        english="suffers damage",
    ),
    "enters": Event(
        hands_on=("it",),
        of_a_stretch=False,
        uses_up=False,
        followed=True,
        replaceable=False,
        lessened=False,
        would="{0} would enter {1}",
        english="enters {}",
    ),
    "entering": Event(
        hands_on=("it", "where"),
        of_a_stretch=False,
        uses_up=False,
        followed=False,
        replaceable=True,
        lessened=False,
        would="{0} would enter {1}",
        english="enters {}",
    ),
    "gains": Event(
        hands_on=("it", "number"),
        of_a_stretch=False,
        uses_up=False,
        followed=True,
        replaceable=True,
        lessened=False,
        would="{0} would gain {1}",
        english="gains {}",
    ),
    "loses": Event(
        hands_on=("it", "number"),
        of_a_stretch=False,
        uses_up=False,
        followed=True,
        replaceable=True,
        lessened=False,
        would="{0} would lose {1}",
        english="loses {}",
    ),
    "draws": Event(
        hands_on=(),
        of_a_stretch=False,
        uses_up=False,
        followed=False,
        replaceable=True,
        lessened=False,
        would="a player would draw {0}",
        english="is drawn by a player",
    ),
    "drawn": Event(
        hands_on=("it",),
        of_a_stretch=False,
        uses_up=False,
        followed=True,
        replaceable=False,
        lessened=False,
        would="",
        english="is drawn by a player",
    ),
    "begins": Event(
        hands_on=(),
        of_a_stretch=True,
        uses_up=False,
        followed=True,
        replaceable=False,
        lessened=False,
        would="",
        english="begins",
    ),
    "ends": Event(
        hands_on=(),
        of_a_stretch=True,
        uses_up=False,
        followed=True,
        replaceable=False,
        lessened=False,
        would="",
        english="ends",
    ),
}
