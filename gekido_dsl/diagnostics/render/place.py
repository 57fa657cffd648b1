"""A span becomes the lines and columns that readers count from 1; no other module adds the 1."""

from dataclasses import dataclass

from gekido_dsl.source import Span, file_of


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
    cell: str = ""
    """In a workbook the sheet and the cell, as in `sheet Cards, C7`; its lines and columns are those of the sheet."""

    @property
    def shown(self) -> str:
        """The place in one word, as in `game.gdl:7:3` and `cards.xlsx, sheet Cards, C7`."""
        return f"{self.file}, {self.cell}" if self.cell else f"{self.file}:{self.line}:{self.column}"


def place(span: Span) -> Place:
    """Counts from 1 where a span lies."""
    line0, col0 = span.start_position
    end_line0, end_col0 = span.end_position
    cell = span.cell
    if cell is not None:
        column0, end_column0 = (
            span.source.line(line)[:col].count("\t") for line, col in ((line0, col0), (end_line0, end_col0))
        )
        file, said = file_of(span.source.name), f"sheet {cell[0]}, {cell[1]}"
        return Place(file, line0 + 1, column0 + 1, end_line0 + 1, end_column0 + 2, said)
    return Place(span.source.name, line0 + 1, col0 + 1, end_line0 + 1, end_col0 + 1)


def counted(number: int, noun: str) -> str:
    """Words a count, as in `1 error` and `2 errors`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
