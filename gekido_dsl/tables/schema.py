"""Columns become a JSON Schema for editors; the cells of a table file become rows, or findings.

Invariants:
    What `check` accepts is what `json_schema` allows, and beyond it that names differ and copies add up.
    A row holds only cells that fit their columns; a row without a name, or not looked at, is left out.
    A file gives at most `FINDINGS_LIMIT` findings; rows after the last of them are not looked at.

Rows are validated one at a time, so that a file with many mistakes costs no more than its first ones.
"""

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, assert_never

from gekido_dsl.diagnostics import Diagnostic, Edit, Label, Missing, Outcome, codes, in_reading_order
from gekido_dsl.source import Source, Span
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import indentation, mismatch, same_name
from gekido_dsl.tables.cells import Cell, short
from gekido_dsl.tables.yaml import FINDINGS_LIMIT, parse

if TYPE_CHECKING:
    from jsonschema import ValidationError
    from jsonschema.protocols import Validator

Schema = dict[str, Any]

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
ROWS: Final = "rows"
SCHEMA_KEY: Final = "$schema"

_ROWS_LISTED: Final = 12


def json_schema(table: c.Table) -> Schema:
    """Makes the JSON Schema of a table file, for editors and for `check`.

    Returns:
        A schema of draft 2020-12 without an `$id`, with a description for each column.
    """
    rows: Schema = {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/row"}}
    total = "" if table.total is None else f", {table.total} in all"
    return {
        "$schema": DIALECT,
        "title": table.title,
        "description": f"The rows of {table.title}{total}.",
        "anyOf": [
            rows,
            {
                "type": "object",
                "properties": {SCHEMA_KEY: {"type": "string"}, ROWS: rows},
                "required": [ROWS],
                "additionalProperties": False,
            },
        ],
        "$defs": {"row": _row_schema(table)},
    }


def _row_schema(table: c.Table) -> Schema:
    schema = _map_schema(c.all_columns(table))
    schema["properties"][table.names_column]["minLength"] = 1
    return schema


def _map_schema(columns: tuple[c.Column, ...]) -> Schema:
    properties: Schema = {}
    for column in columns:
        words = c.expected(column.type)
        about = f"{words[:1].upper()}{words[1:]}."
        about = f"{column.text.rstrip()} {about}" if column.text else about
        properties[column.name] = {"description": about, **_type_schema(column.type)}
    return {
        "type": "object",
        "properties": properties,
        "required": [column.name for column in columns if column.required],
        "additionalProperties": False,
    }


def _type_schema(type: c.ColumnType) -> Schema:
    match type:
        case c.IntColumn(low=low, high=high):
            return {"type": "integer", "minimum": low, "maximum": high}
        case c.TextColumn(most=most):
            return {"type": "string", "maxLength": most}
        case c.BoolColumn():
            return {"type": "boolean"}
        case c.ChoiceColumn(values=(), optional=optional):
            return {"type": ["string", "null"] if optional else "string"}
        case c.ChoiceColumn(values=values, optional=optional):
            return {"enum": [*dict.fromkeys([*values, *_nothing(optional)])]}
        case c.ListColumn(most=most, item=item):
            return {"type": "array", "maxItems": most, "items": _type_schema(item)}
        case c.MapColumn(keys=keys, item=item, partly=partly, gone=gone):
            return {
                "type": "object",
                "properties": {key: _type_schema(item) for key in (*keys, *gone)},
                "required": [] if partly else list(keys),
                "additionalProperties": False,
            }
        case c.EffectColumn(effects=effects, optional=optional):
            return _effect_schema(effects, optional)
        case c.RowsColumn(columns=columns, most=most):
            return {"type": "array", "maxItems": most, "items": _map_schema(columns)}
        case c.DrawingColumn():
            text = {"type": "string", "minLength": 1}
            return {"anyOf": [text, {"type": "array", "minItems": 1, "items": text}]}
        case _:
            assert_never(type)


def _effect_schema(effects: tuple[c.EffectSpec, ...], optional: bool) -> Schema:
    alone = [effect.name for effect in effects if not effect.params]
    taking = {effect.name: _params_schema(effect.params) for effect in effects if effect.params}
    words: Schema = {"enum": [*dict.fromkeys([*alone, *_nothing(optional)])]}
    maps: Schema = {
        "type": "object",
        "properties": taking,
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": False,
    }
    return {"anyOf": [words, maps]} if taking else words


def _params_schema(params: tuple[c.Param, ...]) -> Schema:
    each = [_type_schema(c.param_type(param)) for param in params]
    if len(each) == 1:
        return each[0]
    return {"type": "array", "prefixItems": each, "minItems": len(each), "maxItems": len(each)}


def _nothing(optional: bool) -> tuple[str | None, ...]:
    return (mismatch.NONE, None) if optional else ()


def read(table: c.Table, source: Source) -> Outcome[tuple[c.Row, ...]]:
    """Reads a table file and checks it: `parse`, then `check`, with one limit for their findings."""
    parsed = parse(source)
    if parsed.value is None:
        return Outcome(None, parsed.diagnostics)
    checked = check(table, parsed.value, source)
    found = in_reading_order((*parsed.diagnostics, *checked.diagnostics))
    return Outcome(checked.value, found[:FINDINGS_LIMIT])


def check(table: c.Table, cell: Cell, source: Source) -> Outcome[tuple[c.Row, ...]]:
    """Checks the cells of a file against the columns of a table.

    Args:
        cell: the whole file, as `parse` gives it. What is damaged in it has been reported and is passed over.
        source: of the cell.
    Returns:
        The rows in the order of the file; None when the file holds no list of rows.
    """
    found: list[Diagnostic] = []
    holder = _rows_of(table, cell, found)
    if holder is None or not isinstance(holder.value, tuple):
        return Outcome(None, tuple(found))
    if not holder.value and not cell.damaged and not holder.damaged:
        found.append(
            Diagnostic(
                codes.EMPTY_FILE,
                f"`{source.name}` holds no rows",
                (Label(holder.span, "a list of none"),),
                help="begin the first row with `- ` and its name, as in `- Name: Ace`",
            )
        )
        return Outcome(None, tuple(found))
    checker = _Checker(table, found)
    for number, row in enumerate(holder.value, start=1):
        if len(found) >= FINDINGS_LIMIT:
            break
        checker.row(row, number)
    else:
        if checker.countable and not cell.damaged and not holder.damaged:
            _check_total(table, checker.rows, holder, found)
    return Outcome(tuple(checker.rows), in_reading_order(found[:FINDINGS_LIMIT]))


SAID_LIMIT, SAID_LETTERS = 20_000, 200
"""Of so many rows it is kept what they say, and how long that may be."""
SOUND_LIMIT: Final = 2_000
"""How many rows of tables with one schema are remembered."""


def _no_list(cell: Cell) -> Diagnostic:
    """Words a file whose rows are no list, once for all of them."""
    key, span = next((key, span) for key, span in cell.key_spans.items() if key != SCHEMA_KEY)
    return Diagnostic(
        codes.UNKNOWN_COLUMN,
        f"the rows of a table are a list, but `{short(key)}` begins none",
        (Label(span, "no `- ` before it"),),
        help="begin each row with `- ` and its name, as in `- Name: Ace`, and indent its columns by two spaces",
        missing=Missing("rows"),
    )


def _rows_of(table: c.Table, cell: Cell, found: list[Diagnostic]) -> Cell | None:
    """Finds the list of rows: the file itself, or what stands under `rows`."""
    holder = cell
    if isinstance(cell.value, Mapping):
        looks_like_row = table.names_column in cell.value
        if ROWS not in cell.value and not looks_like_row and len(cell.key_spans) > 1:
            found.append(_no_list(cell))
            return None
        for key, span in cell.key_spans.items():
            if key not in (ROWS, SCHEMA_KEY) and not looks_like_row:
                found.append(
                    Diagnostic(
                        codes.UNKNOWN_COLUMN,
                        f"beside its rows, a table file cannot hold `{short(key)}`",
                        (Label(span),),
                        help=f"write the rows as a list, each begun with `- `, or put them under `{ROWS}:`",
                    )
                )
        named = cell.value.get(SCHEMA_KEY)
        if named is not None and not isinstance(named.value, str) and not named.damaged:
            found.append(
                Diagnostic(
                    codes.CELL_TYPE,
                    f"`{SCHEMA_KEY}` must be text",
                    (Label(named.span, mismatch.what_is(named)),),
                )
            )
        if ROWS not in cell.value:
            if not cell.damaged and (looks_like_row or not found):
                found.append(_no_rows(looks_like_row, cell))
            return None
        holder = cell.value[ROWS]
    if isinstance(holder.value, tuple):
        return holder
    if not holder.damaged:
        found.append(
            Diagnostic(
                codes.CELL_TYPE,
                f"the table of {table.title} must be a list of rows",
                (Label(_beginning(holder.span), mismatch.what_is(holder)),),
                help="begin each row with `- `",
            )
        )
    return None


def _no_rows(looks_like_row: bool, cell: Cell) -> Diagnostic:
    if looks_like_row:
        message, help = "this row is not in a list", "begin each row with `- `"
    else:
        message, help = f"the file holds no `{ROWS}`", f"put the rows under `{ROWS}:`, each begun with `- `"
    first = next(iter(cell.key_spans.values()), cell.span)
    return Diagnostic(codes.CELL_TYPE, message, (Label(first),), help)


def _beginning(span: Span) -> Span:
    """Cuts a span to its first line, so that a whole file is not underlined."""
    line0, _ = span.start_position
    return span.source.span(
        span.start, min(span.end, span.source.offset(line0, len(span.source.line(line0))))
    )


class _Checker:
    """Goes through the rows, and remembers what later rows are compared with."""

    def __init__(self, table: c.Table, found: list[Diagnostic]) -> None:
        self.rows: list[c.Row] = []
        self.countable = True
        """Whether every row so far is in `rows`, with the copies that were meant."""
        self._table = table
        self._columns = c.all_columns(table)
        declared = {column.name for column in table.columns}
        self._declared = {column.name: column.type for column in self._columns if column.name in declared}
        self._rows = _checked_rows(json.dumps(_row_schema(table)))
        self._found = found
        self._span_by_name: dict[str, Span] = {}
        self._written: dict[str, list[tuple[object, Span]]] = {}
        """By name, what rows say, and where."""

    def row(self, cell: Cell, number: int) -> None:
        """Checks one row, and adds it to the rows if it has a name."""
        if cell.damaged:
            self.countable = False
            return
        errors = self._rows.errors(cell)
        paths = list(dict.fromkeys(tuple(error.absolute_path) for error in errors))
        found = mismatch.explain(self._columns, self._table, cell, number, paths)
        self._found.extend(islice(found, FINDINGS_LIMIT))
        faulty = {path[0] for path in paths if path}
        if errors and indentation.slip(self._columns, cell) is not None:
            self.countable = False
        name = self._name(cell, faulty)
        if name is None or len(errors) >= FINDINGS_LIMIT or not isinstance(cell.value, Mapping):
            self.countable = False
            return
        if self._table.duplicates:
            self._repeated(cell, str(name.value), name.span)
        good = {key: inner for key, inner in cell.value.items() if key not in faulty}
        self.countable = self.countable and c.COPIES not in faulty
        values = {
            key: _settled(self._declared[key], inner) for key, inner in good.items() if key in self._declared
        }
        copies = good[c.COPIES].value if self._table.total is not None and c.COPIES in good else 1
        self.rows.append(
            c.Row(
                name=str(name.value),
                values=MappingProxyType(values),
                copies=copies if isinstance(copies, int) else 1,
                text=_text(good.get(c.TEXT)),
                cite=_text(good.get(c.SOURCE)),
                reconstructed=c.RECONSTRUCTED in good and good[c.RECONSTRUCTED].value is True,
                span=cell.span,
                name_span=name.span,
                art=good.get(c.ART),
            )
        )

    def _name(self, cell: Cell, faulty: set[str | int]) -> Cell | None:
        """Gives the cell of the row's name if it is one, and reports a name that an earlier row has."""
        column = self._table.names_column
        if not isinstance(cell.value, Mapping) or column in faulty or column not in cell.value:
            return None
        name = cell.value[column]
        if not isinstance(name.value, str):
            return None
        first = self._span_by_name.setdefault(name.value, name.span)
        if first is not name.span and not self._table.duplicates:
            step = f", or say how many there are with `{c.COPIES}`" if self._table.total is not None else ""
            self._found.append(
                Diagnostic(
                    codes.ROW_DUPLICATE,
                    f"two rows are called `{short(name.value)}`",
                    (Label(name.span, "the second one"), Label(first, "the first one")),
                    help=f"give one of them another name{step}",
                )
            )
        return name

    def _repeated(self, cell: Cell, name: str, span: Span) -> None:
        """Reports a row that says what an earlier one has said, or that is called so and tells of something else."""
        said = _plain(cell)
        earlier = self._written.setdefault(name, [])
        found = same_name.compared(self._table, self._declared, short(name), said, span, earlier)
        earlier.append((said, span))
        if found is not None:
            self._found.append(found)


class _CheckedRows:
    """The rows that suit a schema, so that none is checked twice: an editor reads the same cells again and again."""

    def __init__(self, schema: Schema) -> None:
        self._validator: Validator = _strict()(schema)
        self._sound: dict[int, Cell] = {}
        """By their identities; the cells are held, so that no other comes to have the same."""
        self._said: set[str] = set()
        """What such rows say: what a table is converted from is read twice, and what it becomes once more."""

    def errors(self, cell: Cell) -> "list[ValidationError]":
        """Lists what is wrong with a row, up to a limit."""
        if id(cell) in self._sound:
            return []
        plain = _plain(cell)
        said = repr(plain)
        if said in self._said:
            return []
        found = list(islice(self._validator.iter_errors(plain), FINDINGS_LIMIT))
        if not found:
            if len(self._said) >= SAID_LIMIT:
                self._said.clear()
            if len(said) <= SAID_LETTERS:
                self._said.add(said)
            if len(self._sound) >= SOUND_LIMIT:
                self._sound.clear()
            self._sound[id(cell)] = cell
        return found


@lru_cache(maxsize=32)
def _checked_rows(schema: str) -> _CheckedRows:
    """Gives what is known of the rows of tables with a schema, which is given as JSON."""
    return _CheckedRows(json.loads(schema))


def _plain(cell: Cell) -> Any:
    """Gives a cell as jsonschema wants it. As deep as `parse` allows, and no deeper."""
    if isinstance(cell.value, tuple):
        return [_plain(inner) for inner in cell.value]
    if isinstance(cell.value, Mapping):
        return {key: _plain(inner) for key, inner in cell.value.items()}
    return cell.value


def _settled(type: c.ColumnType, cell: Cell) -> Cell:
    """Makes the word `none` null where it means that."""
    value = cell.value
    match type:
        case c.ChoiceColumn(values=values, optional=True) if value == mismatch.NONE and value not in values:
            return replace(cell, value=None)
        case c.EffectColumn(effects=effects, optional=True) if value == mismatch.NONE:
            return cell if any(effect.name == value for effect in effects) else replace(cell, value=None)
        case c.ListColumn(item=item) if isinstance(value, tuple):
            return replace(cell, value=tuple(_settled(item, inner) for inner in value))
        case c.MapColumn(item=item) if isinstance(value, Mapping):
            settled = {key: _settled(item, inner) for key, inner in value.items()}
            return replace(cell, value=MappingProxyType(settled))
        case c.RowsColumn(columns=columns) if isinstance(value, tuple):
            by_name = {column.name: column.type for column in columns}
            return replace(cell, value=tuple(_settled_map(by_name, inner) for inner in value))
        case _:
            return cell


def _settled_map(types: Mapping[str, c.ColumnType], cell: Cell) -> Cell:
    if not isinstance(cell.value, Mapping):
        return cell
    settled = {key: _settled(types[key], inner) for key, inner in cell.value.items()}
    return replace(cell, value=MappingProxyType(settled))


def _text(cell: Cell | None) -> str | None:
    return cell.value if cell is not None and isinstance(cell.value, str) else None


def _check_total(table: c.Table, rows: list[c.Row], holder: Cell, found: list[Diagnostic]) -> None:
    """Compares the copies with the number that the ruleset says, unless a row was left out."""
    copies = sum(row.copies for row in rows)
    if table.total is None or copies == table.total:
        return
    if any(one.code is codes.UNKNOWN_COLUMN and f"`{c.COPIES}`" in (one.help or "") for one in found):
        return
    first = rows[0].name_span if rows else _beginning(holder.span)
    at = table.declared_at
    labels = [Label(first, f"{len(rows)} {'row' if len(rows) == 1 else 'rows'} from here on")]
    if at is not None:
        labels.append(Label(at, f"{table.total} of them here"))
    counted = [f"`{short(row.name)}` {row.copies}" for row in rows[:_ROWS_LISTED]]
    if len(rows) > _ROWS_LISTED:
        counted.append(
            f"{sum(row.copies for row in rows[_ROWS_LISTED:])} in {len(rows) - _ROWS_LISTED} more rows"
        )
    found.append(
        Diagnostic(
            codes.TABLE_TOTAL,
            f"the copies of {table.title} add up to {copies}, and the ruleset says {table.total}",
            tuple(labels),
            help=f"write {copies} in the ruleset, or change `{c.COPIES}` of a row"
            if copies
            else f"change `{c.COPIES}` of a row",
            notes=(f"copies: {', '.join(counted)}",) if counted else (),
            edits=(Edit(at, str(copies)),)
            if at is not None and at.text == str(table.total) and copies
            else (),
        )
    )


@lru_cache(maxsize=1)
def _strict() -> Any:
    from jsonschema import Draft202012Validator
    from jsonschema.validators import extend

    make: Any = extend  # its types are not declared

    def is_whole(checker: object, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool)

    types = Draft202012Validator.TYPE_CHECKER.redefine("integer", is_whole)
    return make(Draft202012Validator, type_checker=types)
