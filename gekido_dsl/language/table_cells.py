"""What stands in one cell of a table: as people write it in a sheet, and as YAML has it in a line.

Invariants:
    What is written is read again as what was meant; it is in quotes or brackets only where it has to be.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from gekido_dsl.source import Source
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import yaml
from gekido_dsl.tables.cells import Cell

_PLAIN: Final = re.compile(r"[A-Za-z]+(?:[ -][A-Za-z0-9]+)*[.!?]?")
"""Words that YAML never reads as anything but text, but for the special ones."""
_SPECIAL: Final = frozenset(["y", "n", "yes", "no", "true", "false", "on", "off", "null", "none"])
_SEPARATORS: Final = {",": ";|,", ";": ";", "|": ";|"}
"""What separates the entries of a list, and what no entry may hold then."""


def text_of(kind: c.ColumnType, cell: Cell | None) -> str:
    """Writes a value as a cell of a sheet has it."""
    value = None if cell is None else cell.value
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case tuple() if isinstance(kind, c.DrawingColumn):
            lines = [str(one.value) for one in value]
            return _drawing(lines) or _flow(value)
        case tuple():
            return _list(kind, value)
        case Mapping() if isinstance(kind, c.EffectColumn):
            return _effect(value)
        case Mapping():
            item = kind.item if isinstance(kind, c.MapColumn) else c.TextColumn()
            pieces = [(key, text_of(item, one)) for key, one in value.items()]
            plain = all(piece and not set(piece) & set(";,|:\n") for _, piece in pieces)
            plain = plain and not any(set(key) & set(";|\n") for key, _ in pieces)
            return "; ".join(f"{key}: {piece}" for key, piece in pieces) if plain and pieces else _flow(value)
        case str() if isinstance(kind, c.DrawingColumn):
            return _drawing(value.splitlines()) or _flow(value.splitlines())
        case _:
            return str(value)


def _drawing(lines: Sequence[str]) -> str:
    """Joins the lines of a drawing, unless blanks at its edge would be lost."""
    text = "\n".join(moved_left(lines))
    return text if text == text.strip() and not text.startswith('["') else ""


def _list(kind: c.ColumnType, items: Sequence[Cell]) -> str:
    if isinstance(kind, c.RowsColumn):
        return _flow(items) if items else ""
    item = kind.item if isinstance(kind, c.ListColumn) else c.TextColumn()
    pieces = [text_of(item, one) for one in items]
    if any(not one or one[0] in "[{" or "\n" in one for one in pieces):
        return _flow(items)
    if len(pieces) == 1 and not set(pieces[0]) & set(";|,"):
        return pieces[0]
    for separator, others in _SEPARATORS.items():
        if len(pieces) > 1 and not any(set(one) & set(others) for one in pieces):
            return f"{separator} ".join(pieces)
    return _flow(items) if pieces else ""


def _effect(value: Mapping[str, Cell]) -> str:
    """Writes an effect as people do: its name, and what it takes."""
    name, given = next(iter(value.items()))
    taken = given.value if isinstance(given.value, tuple) else (given,)
    words = [str(one.value) for one in taken]
    if any(
        isinstance(one.value, tuple | Mapping | bool) or set(str(one.value)) & set(";,|:()\n")
        for one in taken
    ):
        return _flow(value)
    return f"{name} {words[0]}" if len(words) == 1 else f"{name}: {', '.join(words)}"


def _flow(value: Any) -> str:
    """Writes a value as YAML has it in one line."""
    return json.dumps(_bare(value), ensure_ascii=False)


def _bare(value: Any) -> Any:
    if isinstance(value, Cell):
        return _bare(value.value)
    if isinstance(value, Mapping):
        return {key: _bare(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [_bare(one) for one in value]
    return value


def moved_left(lines: Sequence[str]) -> list[str]:
    """Takes away the margin that all lines of a drawing have."""
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[margin:].rstrip() for line in lines]


# ---------------------------------------------------------------- YAML


def yaml_of(cell: Cell, *, outside: bool = False) -> str:
    match cell.value:
        case None:
            return "none"
        case bool():
            return "true" if cell.value else "false"
        case tuple():
            return f"[{', '.join(yaml_of(one) for one in cell.value)}]"
        case Mapping():
            pairs = (f"{scalar(key)}: {yaml_of(one)}" for key, one in cell.value.items())
            return f"{{{', '.join(pairs)}}}"
        case str():
            return scalar(cell.value, inside=not outside)
        case _:
            return str(cell.value)


@lru_cache(4096)
def scalar(text: str, *, inside: bool = True) -> str:
    """Writes a text so that it is read as one; in quotes where it has to be."""
    if _PLAIN.fullmatch(text) and text.casefold() not in _SPECIAL:
        return text
    if "\n" in text or text != " ".join(text.split()):
        return json.dumps(text, ensure_ascii=False)
    return written(text, c.TextColumn(), inside=inside)


def written(text: str, kind: c.ColumnType | None, *, inside: bool = False) -> str:
    """Writes a value so that it is read as it was meant: as it is where that is enough, otherwise in quotes.

    Args:
        inside: whether it stands in brackets, where a comma ends it.
    """
    bare = " ".join(text.split())
    for tried in (bare, json.dumps(bare, ensure_ascii=False)):
        found = yaml.parse(Source("cell", f"- {{X: {tried}}}\n" if inside else f"- X: {tried}\n"))
        rows = found.value.value if found.value is not None else None
        row = rows[0].value if isinstance(rows, tuple) and len(rows) == 1 else None
        cell = row.get("X") if isinstance(row, Mapping) and len(row) == 1 else None
        if found.diagnostics or cell is None or cell.span.text != tried or cell.holds_damage:
            continue
        if not isinstance(kind, c.TextColumn) or cell.value == bare:
            return tried
    return json.dumps(bare)
