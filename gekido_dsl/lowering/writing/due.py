"""What a step makes due, as it is kept: triggers whose condition held, which run in order when the step is done.

One that can come up once is a flag with its numbers. What comes up in a loop is kept in a list, in order.
"""

from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir

WIDE: Final = 8
"""So many numbers are kept of an entry of a list: which, and what it is given."""
EVERYWHERE: Final = -1
"""The region of a list of all that a step makes due, where the player on turn decides the order."""


@dataclass(slots=True)
class Once:
    """What may be due once."""

    function: ir.Function
    flag: ir.Local
    numbers: list[ir.Local]


@dataclass(slots=True)
class Many:
    """What comes up in one loop: the number of the function in `functions`, and what it is given."""

    region: int
    entries: ir.Array
    count: ir.Local
    functions: list[tuple[ir.Function, int]] = field(default_factory=list)
    triggers: list[m.Decl] = field(default_factory=list)
    """What each of them is of."""


@dataclass(slots=True)
class Due:
    """What one step makes due."""

    parts: list[Once | Many] = field(default_factory=list)
