"""What is different in the rows of tables becomes sentences and tables for players."""

import re
from collections.abc import Sequence
from typing import Final

from gekido_dsl.diff.nodes import Change, Value
from gekido_dsl.diff.wording import listed
from gekido_dsl.model.row_words import COPIES, LISTED, NOTHING, PLAIN

_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>|#~])")
_PART: Final = re.compile(r"(?:(?P<list>.+) of (?P<column>[^:]+)|(?P<of>.+) for (?P<one>.+))")
"""A cell of a list in a row, or one of the values that a column has for each of something."""
_ROWS: Final = 3
"""From how many rows of a kind on they stand in a table."""
_CELLS: Final = 6
"""And from how many cells."""


def rows(changes: Sequence[Change]) -> list[str]:
    """Tells of rows that are new or say something else."""
    found = []
    by_kind: dict[tuple[str, str], list[Change]] = {}
    for change in changes:
        by_kind.setdefault((kind_of(change), change.how), []).append(change)
    for (kind, how), group in by_kind.items():
        if how == "added":
            found += _new_table(kind, group) if len(group) >= _ROWS else [_new(one) for one in group]
        elif len(group) >= _ROWS or sum(len(one.values) for one in group) >= _CELLS:
            found += _table(kind, group)
        else:
            for change in group:
                found.append(f"- **{plain(change.name)}**: {plain(', '.join(map(_value, change.values)))}.")
    return found


def kind_of(change: Change) -> str:
    """Gives the kind that a row belongs to, in the plural."""
    return change.what.removeprefix(f"{change.name} of ")


def _new(change: Change) -> str:
    """Tells of a row that is new, by its text or else by its values."""
    about = change.sentence.partition(" is new ")[2].partition(":")[0].rstrip(".")
    copies = next((one.new for one in change.values if one.part == COPIES), "")
    many = f", {copies} of them" if copies else ""
    said = change.text or change.sentence.partition(": ")[2]
    lead = f"- **{plain(change.name)}** is new {plain(about)}{many}"
    return f"{lead}: {plain(said)}" if said else f"{lead}."


def _new_table(kind: str, changes: Sequence[Change]) -> list[str]:
    """Tells of several rows that are new: those without a text side by side, a column for each value."""
    silent = [one for one in changes if not one.text]
    found = [_new(one) for one in changes if one.text]
    parts = list(dict.fromkeys(value.part for one in silent for value in one.values if _says(value.new)))
    if not silent:
        return found
    if not parts:
        return [*found, f"- New among the {plain(kind)}: {plain(listed([one.name for one in silent]))}."]
    if len(parts) > _CELLS:
        return [*found, *map(_new, silent)]
    heads = " | ".join(map(plain, parts))
    found += [f"- New {plain(kind)}:", "", f"| | {heads} |", f"| --- |{' --- |' * len(parts)}"]
    for one in silent:
        values = {value.part: value.new for value in one.values if _says(value.new)}
        cells = " | ".join(_cell(values.get(part, "")) for part in parts)
        found.append(f"| **{plain(one.name)}** | {cells} |")
    return [*found, ""]


def _says(value: str) -> bool:
    return value not in ("", "none", PLAIN, NOTHING)


def _table(kind: str, changes: Sequence[Change]) -> list[str]:
    """Sets what was and what is side by side, a line for each column."""
    found = [f"- Other values of {plain(kind)}:", "", "| | | Now | Before |", "| --- | --- | --- | --- |"]
    for change in changes:
        for number, value in enumerate(_together(change.values)):
            name = f"**{plain(change.name)}**" if number == 0 else ""
            found.append(f"| {name} | {plain(value.part)} | {_cell(value.new)} | {_cell(value.old)} |")
    return [*found, ""]


def _together(values: Sequence[Value]) -> list[Value]:
    """Puts the values of one column together, in the place of the first."""
    groups: dict[str, list[tuple[str, bool, Value]]] = {}
    for value in values:
        part = _PART.fullmatch(value.part)
        column, label, is_listed = value.part, "", False
        if part is not None:
            column = part["column"] or part["of"]
            label = part["list"] or part["one"]
            is_listed = part["list"] is not None and not label.startswith("row ")
            label = label.removeprefix("row ")
        groups.setdefault(column, []).append((label, is_listed, value))
    found = []
    for column, group in groups.items():
        if len(group) == 1 and not group[0][1]:
            found.append(group[0][2])
            continue
        old = "; ".join(filter(None, (_labelled(label, inside, one.old) for label, inside, one in group)))
        new = "; ".join(filter(None, (_labelled(label, inside, one.new) for label, inside, one in group)))
        found.append(Value(column, old, new))
    return found


def _labelled(label: str, is_listed: bool, value: str) -> str:
    """Writes a value with what it is of; of something that a list does not have it is said so."""
    if value == LISTED:
        return label
    return f"{label}: {value}" if value else f"no {label}" if is_listed else ""


def _cell(text: str) -> str:
    return plain(text) if text else "–"


def _value(value: Value) -> str:
    if value.old and value.new:
        return f"{value.part} is {value.new} instead of {value.old}"
    said = value.new or value.old
    more = f" ({said})" if said not in (LISTED, NOTHING) else ""
    return f"{value.part} is {'new' if value.new else 'gone'}{more}"


def plain(words: str) -> str:
    """Writes words so that nothing in them is taken for Markdown."""
    return _MARKUP.sub(r"\\\1", words)
