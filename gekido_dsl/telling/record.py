"""What happened, as an executor notes it, before it is put into words."""

from dataclasses import dataclass
from typing import Any

from gekido_dsl.model import nodes as m

Running = tuple[m.Procedure, ...]
"""The phases that run, the outermost first."""


@dataclass(frozen=True, slots=True)
class Record:
    """Something that happened."""

    kind: str
    """The kernel's name of it, which says what `args` are."""
    args: tuple[Any, ...]
    rule: str
    """What a reader calls the rule, phase or window that did it; empty for none."""
    cites: tuple[m.Citation, ...]
    """What that rule cites."""
    span: Any
    actor: int
    why: tuple[str, ...] = ()
    """How a number came about, a line each."""
    reader: int | None = None
    """Who alone may read it: the player who decides in secret; None where everybody may read something of it."""
