"""Texts of a spreadsheet become what the columns of a table hold: numbers, lists, maps, effects.

Invariants:
    A cell that does not fit its column stays as it is written, so that the check of tables reports it at its place.
    What is wrong with a whole column is reported once, at its header.
    Rows of a table that is no spreadsheet come back as they are.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final

from gekido_dsl.diagnostics import Diagnostic, Edit, Label, Missing, Outcome, codes
from gekido_dsl.diagnostics.suggest import did_you_mean, nearest
from gekido_dsl.source import Source, Span, is_sheet, is_workbook, shown_file
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import yaml
from gekido_dsl.tables.cells import Cell, short
from gekido_dsl.tables.dates import is_date
from gekido_dsl.tables.sheets import FINDINGS_LIMIT, folded
from gekido_dsl.tables.workbooks import UNSAVED

_WHOLE: Final = re.compile(r"([+-]?[0-9]{1,18})(?:[.,](?:0{1,2}|0{4,}))?")
"""A whole number; with three digits after the point it may be thousands, and is not."""
_YES: Final = frozenset(
    [
        "true",
        "yes",
        "y",
        "x",
        "1",
        "✓",
        "✔",
        "☑",
        "wahr",
        "ja",
        "vrai",
        "oui",
        "verdadero",
        "sí",
        "si",
        "vero",
        "sì",
        "verdadeiro",
        "sim",
    ]
)
_NO: Final = frozenset("false no n 0 - – — ☐ ✗ falsch nein faux non falso não".split())  # noqa: SIM905
_DASHES: Final = frozenset(["-", "–", "—", "none", "null", "n/a"])
_ISO: Final = re.compile(r"\d{4}-\d{2}-\d{2}(?:[ T][\d:.]+)?")
_ERROR: Final = re.compile(
    r"#(?:DIV/0!|N/A|NAME\?|NULL!|NUM!|REF!|VALUE!|SPILL!|CALC!|ERROR!|UNSAVED!|GETTING_DATA)"
)
"""What a program shows where a formula comes to nothing."""
_LIST_SEPARATORS: Final = ("\n", ";", "|", ",")
_NOTES: Final = re.compile(r"(?:notes?|comments?|remarks?)\b.*|[#_].*", re.IGNORECASE | re.DOTALL)
"""The columns that a designer keeps for themselves."""
_QUANTITIES: Final = frozenset(
    ["quantity", "qty", "count", "number", "amount", "anzahl", "menge", "quantité", "cantidad"]
)
"""What people call the column of `Copies`."""
_NUMBERED: Final = re.compile(r"\s*(\d{1,2})\s*(?::\s*(.+))?")

_Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class _Target:
    """What the cells below a header fill."""

    header: str
    path: _Path
    type: c.ColumnType
    required: bool


@dataclass(slots=True)
class _Shaping:
    table: c.Table
    found: list[Diagnostic] = field(default_factory=list)
    about: str = ""
    """The row that is shaped."""


def shaped(table: c.Table, root: Cell, source: Source) -> Outcome[Cell]:
    """Gives a table with its cells as its columns hold them."""
    rows = root.value
    if not is_sheet(source.name) or not isinstance(rows, tuple) or not rows:
        return Outcome(root)
    work = _Shaping(table)
    targets, missing = _targets(work, rows[0].key_spans, source)
    if all(target.path != (table.names_column,) for target in targets):
        work.found.append(_no_names(table, rows[0].key_spans, source))
        return Outcome(None, tuple(work.found))
    types = {one.name: one for one in c.all_columns(table)}
    names = next(one.header for one in targets if one.path == (table.names_column,))
    made = tuple(_row(work, targets, missing, types, names, row) for row in rows)
    return Outcome(replace(root, value=made), tuple(work.found[:FINDINGS_LIMIT]))


def shaped_cell(table: c.Table, type: c.ColumnType, cell: Cell, name: str) -> Cell | None:
    """Gives one cell as its column holds it, whatever table it stands in; None where it says nothing that fits."""
    work = _Shaping(table)
    made = _cell(work, type, cell, True, name)
    return None if work.found else made


# ---------------------------------------------------------------- headers


def _no_names(table: c.Table, headers: Mapping[str, Span], source: Source) -> Diagnostic:
    return Diagnostic(
        codes.SHEET_HEADER,
        f"no column of `{shown_file(source.name)}` is called `{table.names_column}`",
        (Label(next(iter(headers.values())), f"no `{table.names_column}` among these"),),
        help=f"call the column that holds the names of the rows `{table.names_column}`",
        missing=Missing("column", table.names_column),
    )


def _targets(
    work: _Shaping, headers: Mapping[str, Span], source: Source
) -> tuple[list[_Target], list[c.Column]]:
    """Finds what each header means, and the columns that none fills; reports both once."""
    columns = c.all_columns(work.table)
    targets: list[_Target] = []
    unknown: dict[str, Span] = {}
    for header, span in headers.items():
        target = _target(columns, header, header)
        if target is None:
            unknown[header] = span
        else:
            targets.append(target)
    filled = {target.path[0] for target in targets}
    absent = [one for one in columns if one.required and one.name not in filled]
    own = [one for one in absent if one.name != work.table.names_column]
    meant: set[str] = set()
    for header, span in list(unknown.items()):
        near = nearest(header, [one.name for one in own], 1)
        if near or header == c.COPIES:
            meant.update(near)
            del unknown[header]
            help = (
                did_you_mean(header, [one.name for one in own])
                or f"only a table whose number the ruleset says, as in `9 of them`, has `{c.COPIES}`"
            )
            work.found.append(
                Diagnostic(
                    codes.UNKNOWN_COLUMN,
                    f"{work.table.title} has no column `{short(header)}`",
                    (Label(span, "not a column"),),
                    help,
                    (Edit(span, near[0]),) if near else (),
                    missing=Missing("column", header, work.table.title),
                )
            )
    first = next(iter(headers.values()))
    lacking = {one.name: one.type for one in own if one.name not in meant}
    for column in columns:
        if isinstance(column.type, c.MapColumn) and not column.type.partly:
            keys = {one.path[1] for one in targets if one.path[0] == column.name and len(one.path) > 1}
            if keys:
                absent_keys = (key for key in column.type.keys if key not in keys)
                lacking |= {f"{column.name}: {key}": column.type.item for key in absent_keys}
    if lacking:
        step = f"add a column `{next(iter(lacking))}`; a cell of it holds {c.expected(next(iter(lacking.values())))}"
        work.found.append(
            Diagnostic(
                codes.MISSING_COLUMN,
                f"`{shown_file(source.name)}` has no column for {c.listed([*lacking])}",
                (Label(first, "not among these headers"),),
                help=step if len(lacking) == 1 else "add a column for each",
                missing=Missing("column", next(iter(lacking))),
            )
        )
    unknown = {key: span for key, span in unknown.items() if not _NOTES.fullmatch(key)}
    copies = None
    if c.COPIES in {one.name for one in columns} - filled:
        copies = next((header for header in unknown if folded(header) in _QUANTITIES), None)
    _note(work, unknown, copies, source)
    return targets, own


def headers_of(table: c.Table, headers: Iterable[str]) -> set[str]:
    """Gives those headers of a sheet that mean a column of a table."""
    columns = c.all_columns(table)
    return {header for header in headers if _target(columns, header, header) is not None}


def column_of(table: c.Table, header: str) -> tuple[c.Column, c.ColumnType] | None:
    """Gives the column that a header means, and what a cell below it holds; None where it means none."""
    columns = c.all_columns(table)
    found = _target(columns, header, header)
    if found is None:
        return None
    return next(one for one in columns if one.name == found.path[0]), found.type


def order_of(table: c.Table, header: str) -> tuple[int, ...] | None:
    """Gives the place of what a header means among all that a row may have; None where it means nothing."""
    columns = c.all_columns(table)
    found = _target(columns, header, header)
    if found is None:
        return None
    order: list[int] = []
    inner: Sequence[c.Column] = columns
    keys: Sequence[str] = ()
    for step in found.path:
        if isinstance(step, int):
            order.append(step)
        elif step in keys:
            order.append(keys.index(step))
        else:
            at = next((at for at, one in enumerate(inner) if one.name == step), len(inner))
            order.append(at)
            type = inner[at].type if at < len(inner) else None
            keys = type.keys if isinstance(type, c.MapColumn) else ()
            inner = type.columns if isinstance(type, c.RowsColumn) else ()
    return tuple(order)


def _note(work: _Shaping, unknown: Mapping[str, Span], copies: str | None, source: Source) -> None:
    """Says which columns are left to the designer, and which of them seems to say how many there are of a row."""
    if not unknown:
        return
    help = "declare it if rules need it; call your own column `Notes`, or start its name with `#`"
    if copies is not None:
        help = f"call `{short(copies)}` `{c.COPIES}` if it says how many there are of a row"
    is_one = len(unknown) == 1
    work.found.append(
        Diagnostic(
            codes.SHEET_COLUMN,
            f"{work.table.title} does not declare {c.listed([*unknown])}, so "
            f"{'this column is' if is_one else 'these columns are'} left out",
            (Label(unknown[copies or next(iter(unknown))], "left out"),),
            help,
        )
    )


def _target(columns: Iterable[c.Column], header: str, text: str) -> _Target | None:
    wanted = folded(text)
    listed = sorted(columns, key=lambda one: -len(one.name))
    for column in listed:
        if folded(column.name) == wanted:
            return _Target(header, (column.name,), column.type, column.required)
    for column in listed:
        if not wanted.startswith(folded(column.name)):
            continue
        rest = " ".join(text.split())[len(column.name) :]
        match column.type:
            case c.MapColumn(keys=keys, item=item, partly=partly) if rest.lstrip().startswith(":"):
                key = rest.lstrip()[1:].strip()
                alike = {folded(one): one for one in keys}
                return _Target(header, (column.name, alike.get(folded(key), key)), item, not partly)
            case c.ListColumn(item=item) if (number := _NUMBERED.fullmatch(rest)) and not number.group(2):
                return _Target(header, (column.name, int(number.group(1))), item, False)
            case c.RowsColumn(columns=inner) if (number := _NUMBERED.fullmatch(rest)) and number.group(2):
                within = _target(inner, header, number.group(2))
                if within is not None:
                    path = (column.name, int(number.group(1)), *within.path)
                    return replace(within, path=path)
            case _:
                pass
    return None


# ---------------------------------------------------------------- rows


def _row(
    work: _Shaping,
    targets: Sequence[_Target],
    missing: Sequence[c.Column],
    types: Mapping[str, c.Column],
    names: str,
    row: Cell,
) -> Cell:
    assert isinstance(row.value, Mapping)
    tree: dict[str | int, Any] = {}
    spans: dict[str, Span] = {}
    work.about = f"`{short(str(row.value[names].value))}`"
    for target in targets:
        cell = row.value[target.header]
        at = tree
        for step in target.path[:-1]:
            inner = at.setdefault(step, {})
            if not isinstance(inner, dict):
                inner = at[step] = {}
            at = inner
        if not isinstance(at.get(target.path[-1]), dict):
            at[target.path[-1]] = (target, cell)
        spans.setdefault(str(target.path[0]), _inside(row.key_spans[target.header], str(target.path[0])))
    cells = dict(_columns(work, tree, types, row))
    for column in missing:
        cells[column.name] = Cell(None, row.span, damaged=True)
        spans[column.name] = next(iter(row.key_spans.values()))
    kept = {name: spans[name] for name in cells}
    return replace(row, value=MappingProxyType(cells), key_spans=MappingProxyType(kept))


def _columns(
    work: _Shaping, tree: Mapping[str | int, Any], columns: Mapping[str, c.Column], row: Cell
) -> Iterator[tuple[str, Cell]]:
    for name, part in tree.items():
        column = columns[str(name)]
        made = _part(work, column.type, part, column.required, str(name), row)
        if made is not None:
            yield column.name, made


def _part(work: _Shaping, type: c.ColumnType, part: Any, required: bool, name: str, row: Cell) -> Cell | None:
    """Makes one cell of a column that stands in one column of the sheet, or in several."""
    if not isinstance(part, dict):
        _, cell = part
        return _cell(work, type, cell, required, name)
    span = row.span
    match type:
        case c.MapColumn(keys=keys, item=item, partly=partly):
            lacking = () if partly else keys
            given = {key: Cell(None, span, damaged=True) for key in lacking if key not in part}
            spans = dict.fromkeys(given, span)
            for key, inner in part.items():
                made = _part(work, item, inner, not partly, f"{name}: {key}", row)
                if made is not None:
                    given[str(key)] = made
                    spans[str(key)] = _inside(row.key_spans[inner[0].header], str(key), last=True)
            return Cell(MappingProxyType(given), span, MappingProxyType(spans)) if given or required else None
        case c.ListColumn(item=item):
            items = (_part(work, item, part[n], False, f"{name} {n}", row) for n in sorted(part))
            listed = tuple(one for one in items if one is not None and one.value is not None)
            return Cell(listed, span) if listed or required else None
        case c.RowsColumn(columns=columns):
            by_name = {one.name: one for one in columns}
            inner_rows = tuple(_inner(work, part, by_name, row))
            return Cell(inner_rows, span) if inner_rows or required else None
        case _:
            return Cell(None, span, damaged=True)


def _inner(
    work: _Shaping, part: Mapping[int, Any], columns: Mapping[str, c.Column], row: Cell
) -> Iterator[Cell]:
    """Makes the rows that a row lists, those left out whose cells are all empty."""
    for number in sorted(part):
        raw = [cell for _, cell in _leaves(part[number])]
        if any(cell.value for cell in raw):
            given = dict(_columns(work, part[number], columns, row))
            span = raw[0].span.cover(raw[-1].span) if raw[0].span.start <= raw[-1].span.start else raw[0].span
            spans = MappingProxyType({key: one.span for key, one in given.items()})
            yield Cell(MappingProxyType(given), span, spans)


def _inside(span: Span, text: str, *, last: bool = False) -> Span:
    """Finds a text in what a span covers, the first or the last time; the whole where it is written otherwise."""
    at = span.text.rfind(text) if last else span.text.find(text)
    return span if at < 0 else span.source.span(span.start + at, span.start + at + len(text))


def _leaves(part: Any) -> Iterator[tuple[_Target, Cell]]:
    if isinstance(part, dict):
        for inner in part.values():
            yield from _leaves(inner)
    else:
        yield part


# ---------------------------------------------------------------- cells


def _cell(work: _Shaping, type: c.ColumnType, cell: Cell, required: bool, name: str) -> Cell | None:
    """Gives what stands in a cell as its column holds it; None where the cell is left out."""
    text = str(cell.value)
    if not text:
        return _empty(type, cell, required)
    if text[0] == "#" and _ERROR.fullmatch(text):
        return _failed(work, cell, name)
    match type:
        case c.TextColumn() if _is_made_date(work, cell, name):
            return _other(work, cell, name)
        case c.TextColumn():
            return replace(cell, value=" ".join(text.split()) if _is_name(work, name) else text, quoted=True)
        case c.IntColumn():
            whole = _WHOLE.fullmatch(text)
            return replace(cell, value=int(whole.group(1))) if whole else _other(work, cell, name)
        case c.BoolColumn():
            word = folded(text)
            known = word in _YES or word in _NO
            return replace(cell, value=word in _YES) if known else _other(work, cell, name)
        case c.ChoiceColumn():
            return _choice(work, type, cell, name)
        case c.EffectColumn():
            return _effect(work, type, cell)
        case c.ListColumn() | c.MapColumn() | c.RowsColumn() if text[0] in "[{":
            return _as_yaml(cell)
        case c.DrawingColumn() if text.startswith('["'):
            return _as_yaml(cell)
        case c.ListColumn(item=item):
            items = _pieces(cell) if not _is_one(item, text) else [cell]
            made = (_cell(work, item, one, False, name) for one in items)
            return replace(cell, value=tuple(one for one in made if one is not None))
        case c.MapColumn(keys=keys, item=item):
            return _map(work, keys, item, cell, name)
        case _:
            return replace(cell, quoted=True)


def _failed(work: _Shaping, cell: Cell, name: str) -> Cell:
    """Reports a formula that came to no value."""
    unsaved = cell.value == UNSAVED
    why = "has no saved value" if unsaved else f"gives the error `{cell.value}`"
    how = (
        "open the file in your spreadsheet program, which computes it, and save it"
        if unsaved
        else ("fix the formula in your spreadsheet program")
    )
    work.found.append(
        Diagnostic(
            codes.SHEET_FORMULA,
            f"the formula for `{name}` of {work.about} {why}",
            (Label(cell.span, "no value"),),
            help=f"{how}, or write the value itself",
        )
    )
    return replace(cell, damaged=True)


def _is_made_date(work: _Shaping, cell: Cell, name: str) -> bool:
    """Tells whether a name was made a date of, which in a workbook is certain."""
    return (
        name == work.table.names_column
        and is_workbook(cell.span.source.name)
        and _ISO.fullmatch(str(cell.value)) is not None
    )


def _is_name(work: _Shaping, name: str) -> bool:
    return name in (work.table.names_column, c.ART)


def _empty(type: c.ColumnType, cell: Cell, required: bool) -> Cell | None:
    """Gives what an empty cell means."""
    match type:
        case _ if not required:
            return None
        case c.BoolColumn():
            return replace(cell, value=False)
        case c.ListColumn() | c.RowsColumn():
            return replace(cell, value=())
        case c.TextColumn():
            return cell
        case _:
            return replace(cell, value=None)


def _other(work: _Shaping, cell: Cell, name: str) -> Cell:
    """Keeps a text that its column cannot hold; reports one that a program has made a date of."""
    text = str(cell.value)
    if not is_date(text):
        return cell
    work.found.append(
        Diagnostic(
            codes.SHEET_DATE,
            f"`{name}` of {work.about} is a date, `{short(text)}`",
            (Label(cell.span, "a spreadsheet makes such a date of a text like `1-2`"),),
            help="format the column as text, and type the value again",
        )
    )
    return replace(cell, damaged=True)


def _choice(work: _Shaping, type: c.ChoiceColumn, cell: Cell, name: str) -> Cell:
    text = " ".join(str(cell.value).split())
    if text in type.values:
        return replace(cell, value=text)
    if type.optional and folded(text) in _DASHES:
        return replace(cell, value=None)
    alike = [one for one in type.values if folded(one) == folded(text)]
    if len(alike) == 1:
        return replace(cell, value=alike[0])
    whole = _WHOLE.fullmatch(text)
    if whole and whole.group(1) in type.values:
        return replace(cell, value=whole.group(1))
    return _other(work, replace(cell, value=text), name)


def _effect(work: _Shaping, type: c.EffectColumn, cell: Cell) -> Cell:
    """Reads an effect as people write it: its name, then what it takes."""
    text = " ".join(str(cell.value).split())
    if text[0] in "[{":
        return _as_yaml(cell)
    if type.optional and folded(text) in _DASHES:
        return replace(cell, value=None)
    for effect in sorted(type.effects, key=lambda one: -len(one.name)):
        rest = text[len(effect.name) :]
        if folded(text[: len(effect.name)]) != folded(effect.name) or (rest and rest[0].isalnum()):
            continue
        rest = rest.lstrip(" :(").rstrip(") ")
        if not rest:
            return replace(cell, value=effect.name)
        given = [one.strip() for one in re.split(r"[;,]", rest)]
        if len(given) != len(effect.params):
            given = _split(rest, effect.params) or given
        types = [c.param_type(one) for one in effect.params]
        cells = [
            _cell(work, kind, part, True, effect.name) or part
            for kind, one in zip(types, given, strict=False)
            for part in [replace(cell, value=one, span=_inside(cell.span, one, last=len(given) == 1))]
        ]
        cells += [replace(cell, value=one) for one in given[len(types) :]]
        inner = cells[0] if len(cells) == 1 else replace(cell, value=tuple(cells))
        spans = MappingProxyType({effect.name: _inside(cell.span, effect.name)})
        return replace(cell, value=MappingProxyType({effect.name: inner}), key_spans=spans)
    return replace(cell, value=text)


def _split(text: str, params: Sequence[c.Param]) -> list[str] | None:
    """Splits what an effect is given at blanks, each part one of its words or a number."""
    if not params:
        return [] if not text else None
    words = text.split()
    for count in range(len(words) - len(params) + 1, 0, -1):
        first, rest = " ".join(words[:count]), " ".join(words[count:])
        kind = c.param_type(params[0])
        fits = _WHOLE.fullmatch(first) if isinstance(kind, c.IntColumn) else _is_one(kind, first)
        if fits and (after := _split(rest, params[1:])) is not None:
            return [first, *after]
    return None


def _is_one(type: c.ColumnType, text: str) -> bool:
    """Tells whether a text as a whole is one of the words of a column."""
    return isinstance(type, c.ChoiceColumn) and any(folded(one) == folded(text) for one in type.values)


def _map(work: _Shaping, keys: Sequence[str], item: c.ColumnType, cell: Cell, name: str) -> Cell:
    """Reads a map in one cell, as in `Two Pairs: 3; Straight: 5`."""
    alike = {folded(one): one for one in keys}
    given: dict[str, Cell] = {}
    for piece in _pieces(cell):
        key, colon, value = str(piece.value).rpartition(":")
        if not colon:
            return cell
        key = alike.get(folded(key), key.strip())
        made = _cell(work, item, replace(piece, value=value.strip()), True, name)
        if made is not None:
            given[key] = made
    spans = MappingProxyType({key: one.span for key, one in given.items()})
    return replace(cell, value=MappingProxyType(given), key_spans=spans)


def _pieces(cell: Cell) -> list[Cell]:
    """Takes a cell apart that holds several values, each at its own place where it can be told."""
    text = str(cell.value)
    separator = next((one for one in _LIST_SEPARATORS if one in text), None)
    if separator is None:
        return [cell]
    is_plain = cell.span.text == text
    made: list[Cell] = []
    at = 0
    for piece in text.split(separator):
        inner = piece.strip()
        if inner:
            begin = cell.span.start + at + len(piece) - len(piece.lstrip())
            span = cell.span.source.span(begin, begin + len(inner)) if is_plain else cell.span
            made.append(Cell(inner, span))
        at += len(piece) + len(separator)
    return made


def _as_yaml(cell: Cell) -> Cell:
    """Reads a cell that is written as a table in YAML would have it."""
    text = " ".join(str(cell.value).split("\n"))
    got = yaml.parse(Source(cell.span.source.name, f"- {text}\n"))
    rows = got.value.value if got.value is not None else None
    if got.diagnostics or not isinstance(rows, tuple) or len(rows) != 1:
        return cell
    return _placed(rows[0], cell.span)


def _placed(cell: Cell, span: Span) -> Cell:
    """Gives a cell, and all inside it, the place of the one that it is written in."""
    value = cell.value
    if isinstance(value, tuple):
        value = tuple(_placed(one, span) for one in value)
    elif isinstance(value, Mapping):
        value = MappingProxyType({key: _placed(one, span) for key, one in value.items()})
    spans = MappingProxyType(dict.fromkeys(cell.key_spans, span))
    return replace(cell, value=value, span=span, key_spans=spans)
