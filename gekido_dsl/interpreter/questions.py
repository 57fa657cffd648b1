"""The question that a match waits for, and the step that asks it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from gekido_dsl.interpreter.chance import draw
from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.model.types import NONE
from gekido_dsl.telling.question import Option, Question


class Asker(Protocol):
    """A step that asks."""

    def answer(self, s: State, f: Frame, option: Option) -> None:
        """Goes on with an option."""
        ...


@dataclass(frozen=True, slots=True)
class Asked(Question):
    """An open question, with what goes on when it is answered."""

    asker: Asker = field(kw_only=True)


def random_of(s: State, values: list[Any], name: str, label: Callable[[Any], str]) -> Any:
    """Lets chance pick one of several."""
    return values[draw(s, "pick", name, len(values), lambda k: label(values[k]))] if values else NONE
