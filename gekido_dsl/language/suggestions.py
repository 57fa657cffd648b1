"""What is offered to somebody who writes."""

from dataclasses import dataclass

from gekido_dsl.rulesdoc.names import Key


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Something that may stand at a place."""

    text: str
    start: int
    """Where what it replaces begins; it ends at the place that was asked for."""
    what: str
    """What it is, in a few words; empty for a word of the language."""
    key: Key | None = None
    likely: bool = False
    """Whether it is of the kind that the word before leads to."""
    label: str = ""
    """How it is listed, where that is not its text."""
