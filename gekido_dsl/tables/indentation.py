"""Lines of a row that are indented by too little or too much, so that they stand in another column than was meant."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.tables import columns as c
from gekido_dsl.tables.cells import Cell, short


@dataclass(frozen=True, slots=True)
class Slip:
    """Keys that stand in the wrong map."""

    column: str
    """The column of the row that they were to stand in, or stand in though they are columns themselves."""
    keys: tuple[str, ...]
    too_deep: bool

    def worded(self, row: Cell, about: str) -> Diagnostic:
        """Says it of the first of the lines, and how far to indent them.

        Args:
            about: what the column is called in a message.
        """
        assert isinstance(row.value, Mapping)
        holder = row.value[self.column] if self.too_deep else row
        them, are = ("it", "is") if len(self.keys) == 1 else ("them", "are")
        head = Label(row.key_spans[self.column], "it is inside this" if self.too_deep else "this is empty")
        if self.too_deep:
            listed = c.listed(self.keys)
            message, label = f"{listed} {are} no part of {about}", "a column of its own"
            help = f"indent {them} like `{short(self.column)}`"
        else:
            message, label = f"{about} is empty, and the next line is not a column", "meant to be inside it?"
            help = f"indent {them} by two spaces more than `{short(self.column)}`"
        return Diagnostic(
            codes.YAML_SYNTAX, message, (Label(holder.key_spans[self.keys[0]], label), head), help
        )


def slip(columns: Sequence[c.Column], row: Cell) -> Slip | None:
    """Finds the first lines of a row that are indented by too little or too much."""
    if not isinstance(row.value, Mapping):
        return None
    known = {column.name: column.type for column in columns}
    return _too_little(known, row) or _too_much(known, row.value)


def _too_little(known: Mapping[str, c.ColumnType], row: Cell) -> Slip | None:
    """Finds a column that may hold several and holds nothing, and what follows it, none of which is a column."""
    assert isinstance(row.value, Mapping)
    empty: str | None = None
    keys: list[str] = []
    for key in row.key_spans:
        if key not in known and empty is not None:
            keys.append(key)
        elif keys:
            break
        else:
            cell = row.value.get(key)
            nothing = cell is not None and cell.value is None and not cell.span.text
            empty = key if nothing and isinstance(known.get(key), c.MapColumn | c.EffectColumn) else None
    return Slip(empty, tuple(keys), too_deep=False) if empty is not None and keys else None


def _too_much(known: Mapping[str, c.ColumnType], row: Mapping[str, Cell]) -> Slip | None:
    """Finds columns that the row lacks within one that it has, on lines of their own."""
    for column, cell in row.items():
        if isinstance(known.get(column), c.MapColumn | c.EffectColumn) and not cell.span.text.startswith("{"):
            keys = tuple(key for key in list(cell.key_spans)[1:] if key in known and key not in row)
            if keys:
                return Slip(column, keys, too_deep=True)
    return None
