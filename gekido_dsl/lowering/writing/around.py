"""What is around a statement: the body and the blocks that `stop` and `skip` leave, a loop that looks ahead."""

from dataclasses import dataclass

from gekido_dsl.ground.gains import Gains
from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir


@dataclass(frozen=True, slots=True)
class Around:
    """A body or block around a statement."""

    after: ir.Label | None = None
    """Out of it; None for what is neither a body nor a loop."""
    head: ir.Label | None = None
    """Of a loop, to its next round."""
    secret: int = 0
    """How many secret parts it is."""


@dataclass(frozen=True, slots=True)
class Direct:
    """What the writer of a loop that looks ahead knows of it."""

    gains: Gains | None
    repeat: m.Repeat
    depth: int
    """How many parts of the body are around the loop."""
