"""What triggers and replacements wait for: the record of each kind of event."""

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["destroyed", "out", "row", "damage", "enters", "begins", "ends"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """All that is declared of a kind of event. No column has a default."""

    hands_on: tuple[Literal["it", "damage", "source", "row"], ...]
    """What it hands to the rules that follow it, from local 1 on, by the words that they have for it."""
    of_a_stretch: bool
    """Whether it happens to a stretch of play, a phase, turn or round; else to things of a kind."""
    uses_up: bool
    """Whether it takes something away each time, so that a circle through it comes to an end."""
    replaceable: bool
    """Whether something may happen instead of it."""
    english: str
    """How a book says it of a thing or stretch; `{}` is what else the event names."""


EVENTS: Final[dict[Kind, Event]] = {
    "destroyed": Event(
        hands_on=("it",),
        of_a_stretch=False,
        uses_up=True,
        replaceable=False,
        english="is destroyed",
    ),
    "out": Event(
        hands_on=("it", "damage", "source"),
        of_a_stretch=False,
        uses_up=True,
        replaceable=False,
        english="runs out of {}",
    ),
    "row": Event(
        hands_on=("it", "damage", "source", "row"),
        of_a_stretch=False,
        uses_up=True,
        replaceable=False,
        english="loses a row of {}",
    ),
    "damage": Event(
        hands_on=("it", "damage", "source"),
        of_a_stretch=False,
        uses_up=False,
        replaceable=True,
        english="suffers damage",
    ),
    "enters": Event(
        hands_on=("it",),
        of_a_stretch=False,
        uses_up=False,
        replaceable=False,
        english="enters {}",
    ),
    "begins": Event(hands_on=(), of_a_stretch=True, uses_up=False, replaceable=False, english="begins"),
    "ends": Event(hands_on=(), of_a_stretch=True, uses_up=False, replaceable=False, english="ends"),
}
