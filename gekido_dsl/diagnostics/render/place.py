"""A span becomes the lines and columns that readers count from 1; no other module adds the 1."""

from dataclasses import dataclass

from gekido_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Place:
    """Where a span lies, as readers count.

    Units:
        Lines and columns from 1, columns in code points; the end is the column just after.
    """

    file: str
    line: int
    column: int
    end_line: int
    end_column: int


def place(span: Span) -> Place:
    """Counts from 1 where a span lies."""
    line0, col0 = span.start_position
    end_line0, end_col0 = span.end_position
    return Place(span.source.name, line0 + 1, col0 + 1, end_line0 + 1, end_col0 + 1)


def counted(number: int, noun: str) -> str:
    """Words a count, as in `1 error` and `2 errors`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
