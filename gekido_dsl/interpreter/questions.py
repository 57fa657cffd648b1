"""Open questions: what is asked, of whom, and the steps that ask.

Invariants:
    A question lists its options in the defined order; the option None is passing, declining or being done.
    Of like things only the first is listed; see `ground.choices`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Literal, Protocol

from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.model.types import NONE, Type

Option = tuple[Any, ...] | None

TAKE_BACK: Final[Option] = ("take back",)
"""The option that undoes the one before it."""


class Asker(Protocol):
    """A step that asks."""

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Goes on with an option."""
        ...


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked."""

    asker: Asker
    seat: int
    prompt: str
    options: tuple[Option, ...]
    types: tuple[Type | str, ...]
    """Type of each value of an option; a text names what all options are about."""
    stop: Literal["pass", "done", "no"]
    """What the option None means."""
    kind: Literal["choice", "menu", "window"]
    rule: str
    span: Any
    cites: tuple[Any, ...] = ()
    labels: tuple[str, ...] = ()
    """For a menu, the labels of its options."""
    about: tuple[str, ...] = ()
    """Names of what it is about."""


def random_of(s: State, values: list[Any], name: str, label: Callable[[Any], str]) -> Any:
    """Lets chance pick one of several."""
    from gekido_dsl.interpreter.chance import draw

    return values[draw(s, "pick", name, len(values), lambda k: label(values[k]))] if values else NONE
