"""The arrays of a program: numbers in a row, and what they are for."""

from dataclasses import dataclass
from typing import Literal

Type = Literal["i32", "i64"]
Width = Literal[8, 16, 32, 64]

ArrayKind = Literal["state", "derived", "control", "scratch", "table", "frame", "region"]
"""What an array is for.

state: part of the position; what a snapshot keeps.
derived: follows from the state, kept up for speed; copied with it.
control: what module and host hand each other.
scratch: worth nothing between two boundaries, and neither saved nor copied.
table: constant.
frame: belongs to one call of a function.
region: another name for all state and derived state, as bytes.
"""


@dataclass(frozen=True, slots=True, eq=False)
class Array:
    """Numbers in a row. Equal only to itself."""

    name: str
    kind: ArrayKind
    length: int
    width: Width = 32
    """Bits of each number; signed. 64 makes its loads 64-bit numbers."""
    contents: tuple[int, ...] = ()
    """Of a table, its numbers; of state, how a match starts. Missing ones are `fill`."""
    fill: int = 0
    guard: int = -1
    """What reading at -1 gives. Nothing else may be read outside, and nothing written."""

    @property
    def type(self) -> Type:
        """The type of a number when it is loaded."""
        return "i64" if self.width == 64 else "i32"
