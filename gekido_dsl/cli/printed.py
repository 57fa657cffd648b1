"""What is printed on a thing becomes a panel: its numbers in a row, what it has for each of several in a table."""

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gekido_dsl.cli.floor import packed
from gekido_dsl.cli.screen import PRETTY, Marks
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.things import LOUD, QUIET
from gekido_dsl.engine import Printed
from gekido_dsl.languages import text

_MOST_COLUMNS = 76


def panel(told: Printed, width_columns: int, marks: Marks) -> RenderableType:
    """Draws what is printed on a thing."""
    width = min(width_columns, _MOST_COLUMNS)
    title = Text(spoken(told.name), LOUD)
    if told.kind and told.kind != told.name:
        title.append(f" {marks.dot} {spoken(told.kind)}", QUIET)
    lines = list(_lines(told, width - 4))
    if told.marks:
        lines.append(Text(f"[{', '.join(map(spoken, told.marks))}]", QUIET))
    return Panel(
        Group(*lines) if lines else Text(marks.dash, QUIET),
        box=box.ROUNDED if marks is PRETTY else box.ASCII2,
        title=title,
        title_align="left",
        width=width,
        border_style=QUIET,
    )


def _lines(told: Printed, width: int) -> Iterator[RenderableType]:
    if told.text:
        yield Text(spoken(told.text))
    pairs = [Text.assemble((spoken(name) + " ", QUIET), spoken(value)) for name, value in told.facts.items()]
    yield from packed(pairs, width)
    yield from _tables(told)
    for name, rows in told.lists.items():
        yield from _list(name, rows, width)
    for kind in dict.fromkeys(part.kind for part in told.parts):
        yield from _parts(kind, [part for part in told.parts if part.kind == kind], width)


def _tables(told: Printed) -> Iterator[RenderableType]:
    """Draws facts with a value for each of the same things as one table."""
    left = list(told.tables)
    while left:
        first = told.tables[left[0]]
        alike = [name for name in left if list(told.tables[name]) == list(first)]
        left = [name for name in left if name not in alike]
        if not first:
            continue
        grid = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
        grid.add_column("")
        for name in alike:
            grid.add_column(spoken(name), justify="right")
        for key in first:
            grid.add_row(spoken(key), *(spoken(told.tables[name][key]) for name in alike))
        yield grid


def _list(name: str, rows: Sequence[str], width: int) -> Iterator[RenderableType]:
    """Draws a list in a row if it is short, else each of its rows by its number."""
    whole = Text.assemble(
        (spoken(name) + " ", QUIET), ", ".join(map(spoken, rows)) or spoken(text("nothing"))
    )
    if not any("," in row for row in rows) and whole.cell_len <= width and len(rows) <= 4:
        yield whole
        return
    yield Text(spoken(name), QUIET)
    for number, row in enumerate(rows, start=1):
        yield Padding(Text.assemble((f"{number:2}  ", QUIET), spoken(row)), (0, 0, 0, 1))


def _parts(kind: str, parts: Sequence[Printed], width: int) -> Iterator[RenderableType]:
    yield Text(spoken(kind), QUIET)
    for part in parts:
        line = Text(spoken(part.name))
        for name, value in part.facts.items():
            if value != part.name:
                line.append(f"  {spoken(name)} ", QUIET).append(spoken(value))
        yield Padding(line, (0, 0, 0, 1))
        inner = Printed(part.name, tables=part.tables, lists=part.lists, parts=part.parts, text=part.text)
        for drawn in _lines(inner, width - 4):
            yield Padding(drawn, (0, 0, 0, 4))
