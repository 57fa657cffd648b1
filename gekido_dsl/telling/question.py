"""Open questions, as every executor asks them.

Invariants:
    A question lists its options in the defined order; the option None is passing, declining or being done.
    Of like things only the first is listed; see `ground.choices`.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import Type

Option = tuple[Any, ...] | None
"""The values that fill the slots of a decision, the number of a way in a menu, or (quota, action in it, thing)."""

TAKE_BACK: Final[Option] = ("take back",)
"""The option that undoes the one before it."""


@dataclass(slots=True)
class Question:
    """What is asked; nothing changes it. (It is not frozen, as that takes longer than all else about one.)"""

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
    line: m.WindowLine | None = None
    """For a window, the line that is open."""

    def used(self, option: tuple[Any, ...]) -> tuple[m.Procedure, Any]:
        """Gives the action and the thing of an option of a window."""
        assert self.line is not None
        quota, place, value = option
        return self.line.quotas[quota].actions[place], value
