"""Reports of a match as tables of text, and as data."""

from collections.abc import Iterator
from typing import Any

from rich import box
from rich.table import Table as Grid

from gekido_dsl.cli.screen import PRETTY, Marks
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.play.reports import Table

_COLUMN = 16
"""A column is at least this wide; those that find no room stand in a table below."""
_TELLS_NOTHING = ("", "none", "nothing", "no")


def drawn(table: Table, width_columns: int, marks: Marks, *, brief: bool = False) -> Iterator[Grid]:
    """Draws a report, in several tables if its columns find no room side by side.

    Args:
        brief: whether to leave out lines that tell nothing of anybody, tables without a line, and what parts the lines.
    """
    titles = max([len(title) for title, _ in table.lines], default=0)
    abreast = max(1, (width_columns - titles - 4) // (_COLUMN + 3))
    for first in range(0, max(1, len(table.columns)), abreast):
        style = box.SQUARE if marks is PRETTY else box.ASCII2
        grid = Grid(box=style, show_lines=not brief, border_style="dim")
        grid.add_column(spoken(table.name) if first == 0 else "", no_wrap=len(table.name) <= 20)
        for column in table.columns[first : first + abreast]:
            grid.add_column(spoken(column))
        for title, cells in table.lines:
            if brief and all(cell in _TELLS_NOTHING for cell in cells):
                continue
            grid.add_row(spoken(title), *(_cell(cell, marks) for cell in cells[first : first + abreast]))
        if grid.row_count or not brief:
            yield grid


def _cell(text: str, marks: Marks) -> str:
    said = spoken(text) or marks.dash
    return said if marks is PRETTY else said.replace("→", "->")


def as_json(table: Table) -> dict[str, Any]:
    """Gives a report as data."""
    return {
        "name": table.name,
        "columns": list(table.columns),
        "lines": [{"title": title, "cells": list(cells)} for title, cells in table.lines],
    }
