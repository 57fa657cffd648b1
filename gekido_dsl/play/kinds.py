"""Who may play a seat: a person, or a bot of some kind. Each has one name and one label, wherever it is offered.

A bot that searches for longer, `search:5s` or `search:2000`, has the name alone.
"""

from collections.abc import Mapping
from typing import Final

from gekido_dsl.languages import text

PERSON: Final = "person"
GREEDY: Final = "greedy"
PLANNER: Final = "planner"
RANDOM: Final = "random"
QUICK: Final = "quick"
"""Who was trained; see `learning`."""
SEARCH: Final = "search"
_FORMER: Final = "human"
"""What a person was called in matches and commands that were kept."""

LABELS: Final[Mapping[str, str]] = {
    PERSON: text("Person"),
    "easy": text("Bot, easy"),
    "medium": text("Bot, medium"),
    "hard": text("Bot, hard"),
    f"{SEARCH}:1s": text("Bot that searches for a second"),
    GREEDY: text("Bot that looks one step ahead"),
    PLANNER: text("Bot that plans its turn"),
    RANDOM: text("Bot that plays at random"),
}
"""What a reader is told of each kind."""


def labelled(*kinds: str) -> dict[str, str]:
    """Gives the labels of some kinds, in their order."""
    return {kind: LABELS[kind] for kind in kinds}


def named(kind: str) -> str:
    """Gives the name that a kind has today."""
    return PERSON if kind == _FORMER else kind
