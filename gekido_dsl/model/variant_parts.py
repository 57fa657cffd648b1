"""What variants do to rows and tables, and what their patches touch."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s

SIGNS: Final = "signs of "
"""Leads the name of a kind whose signs are patched."""


@dataclass(frozen=True, slots=True)
class RowPatch:
    """What a variant does to the rows of a table."""

    patch: s.AddRow | s.AddTable | s.ChangePart | s.ChangeSpot | s.PatchSign
    kind: str
    """Its name, or `SIGNS` and its name; empty where only tables tell it."""
    source: Source
    renamed: Mapping[str, str]

    @property
    def meaning(self) -> str:
        """What it says, without the places where it says so."""
        lines = getattr(self.patch, "lines", ())
        words = [f"{line.indent} {piece.text}" for line in lines for piece in line.pieces]
        return f"{self.patch!r} {self.kind} {words}"


@dataclass(frozen=True, slots=True)
class Touch:
    """What a patch does, so that two of different variants can be compared."""

    game: str
    """The file of the variant."""
    what: str
    """The declaration or row."""
    part: str
    """A part of it; empty for the whole."""
    span: Span
    adds: bool = False
    """Whether it takes nothing away from what stands there."""


@dataclass(frozen=True, slots=True)
class OtherTable:
    """A table that another takes the place of."""

    kind: str
    file: str
    declared: Span
    """Where the base names it."""
    span: Span
    """The line that puts another in its place."""
    counts: bool
    """Whether that line says how many there are."""
    drop: Diagnostic | None = None
    """What is reported if that line does not say that it drops rows; the rows are named once they are read."""
    gone: set[str] = field(default_factory=set)
    """The rows that the other table does not have; known once both are read."""
