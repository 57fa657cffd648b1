"""Kinds as tables: the columns that a kind declares, and the rows that a file gives for them."""

from collections.abc import Iterator, Mapping
from typing import Any

from gekido_dsl.diagnostics import Diagnostic, Label, codes, suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import (
    NONE,
    BoolType,
    EffectType,
    EnumType,
    IntType,
    ListType,
    TextType,
    ThingType,
    Type,
)
from gekido_dsl.tables import columns as t
from gekido_dsl.tables import drawing, effect_parts
from gekido_dsl.tables.yaml import Cell

ROWS_LIMIT = 64
"""How many parts a row of a parent may list."""


def table_of(kind: m.Kind, game: m.Game) -> t.Table:
    """Gives the table that a kind is read from."""
    columns = [_column(field, game) for field in kind.fields.values() if not field.kept]
    for other in game.kinds.values():
        if other.parent is kind and other.column and (other.legend is not None or other.lies is not None):
            columns.append(t.Column(other.column, t.DrawingColumn(), text=f"Its {other.plural}."))
        elif other.parent is kind and other.column:
            inner = tuple(_column(field, game) for field in other.fields.values() if not field.kept)
            columns.append(
                t.Column(other.column, t.RowsColumn(inner, ROWS_LIMIT), text=f"Its {other.plural}.")
            )
    totals = (kind.total, kind.each_player, kind.each_parent)
    total = next((number for number in totals if number is not None), None)
    return t.Table(
        kind.name, tuple(columns), total, duplicates=True, declared_at=kind.total_at or kind.name_span
    )


def signs_of(kind: m.Kind, game: m.Game) -> t.Table:
    """Gives the table of the signs that the spaces of a kind are drawn with."""
    columns = tuple(_column(field, game) for field in kind.fields.values() if is_drawn(field))
    return drawing.signs_table(kind.name, columns, tuple(field.name for field in edges_of(kind)))


def is_drawn(field: m.Field) -> bool:
    """Tells whether a sign may set a field: what is printed, and where a fact that a match keeps starts."""
    return not field.kept or isinstance(field.type, IntType | BoolType | EnumType)


def edges_of(kind: m.Kind) -> list[m.Field]:
    """Lists the fields that a sign between two spaces may set."""
    return [field for field in kind.fields.values() if field.on_edges and isinstance(field.type, BoolType)]


def _column(field: m.Field, game: m.Game) -> t.Column:
    kind = _column_type(field.type, field.optional, game)
    if field.index is not None:
        index = field.index
        keys = index.members if isinstance(index, m.Enum) else tuple(row.name for row in index.rows)
        gone = index.gone if isinstance(index, m.Numbers) else ()
        kind = t.MapColumn(tuple(keys), kind, partly=field.usual is not None, gone=gone)
    return t.Column(field.name, kind, field.usual is None, field.text)


def _column_type(kind: Type, optional: bool, game: m.Game) -> t.ColumnType:
    match kind:
        case IntType(low=low, high=high):
            return t.IntColumn(low or 0, high or 0)
        case BoolType():
            return t.BoolColumn()
        case EnumType(enum=enum):
            return t.ChoiceColumn(enum.members, optional)
        case ThingType(kind=other):
            return t.ChoiceColumn(tuple(dict.fromkeys(row.name for _, row in named(other))), optional)
        case EffectType():
            specs = tuple(
                t.EffectSpec(effect.name, tuple(_param(param.type) for param in effect.params))
                for effect in game.effects.values()
            )
            return t.EffectColumn(specs, optional)
        case ListType(item=item, most=most):
            return t.ListColumn(most, _column_type(item, False, game))
        case _:
            return t.TextColumn()


def _param(kind: Type) -> t.Param:
    if isinstance(kind, EnumType):
        return kind.enum.members
    if isinstance(kind, IntType):
        return (kind.low or 0, kind.high or 0)
    return (0, 0)


def named(kind: m.Kind) -> Iterator[tuple[int, m.Row]]:
    """Gives the rows of a kind that a cell can name, with their numbers; spaces without a name have none."""
    for number, row in enumerate(kind.rows):
        if kind.board is None or row.name != kind.name:
            yield number, row


def bare(row: t.Row) -> m.Row:
    """Makes a row with nothing in its cells yet."""
    made = m.Row(row.name, row.span, row.copies, {}, row.text, row.cite, row.reconstructed)
    if row.art is not None and isinstance(row.art.value, str):
        made.art, made.art_span = row.art.value, row.art.span
    return made


def bare_parts(kind: m.Kind, row: t.Row, parent: int) -> list[tuple[m.Row, Mapping[str, Cell]]]:
    """Makes the rows of a nested kind that a row of its parent lists, and gives the cells of each."""
    cell = row.values.get(kind.column)
    made = []
    for part in cell.value if cell is not None and isinstance(cell.value, tuple) else ():
        given = part.value if isinstance(part.value, Mapping) else {}
        made.append((m.Row(_part_name(kind, given), part.span, parent=parent), given))
    return made


def part_names(kind: m.Kind, row: Cell) -> list[str]:
    """Gives the names of the rows of a nested kind that a row of a table lists, before it is checked."""
    cell = row.value.get(kind.column) if isinstance(row.value, Mapping) else None
    parts = cell.value if cell is not None and isinstance(cell.value, tuple) else ()
    return [_part_name(kind, part.value) for part in parts if isinstance(part.value, Mapping)]


def _part_name(kind: m.Kind, given: Mapping[str, Cell]) -> str:
    return str(next((inner.value for inner in given.values() if isinstance(inner.value, str)), kind.name))


class Cells:
    """Turns cells into the numbers that a match works with."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.found: list[Diagnostic] = []
        """Cells that name a row which is not there."""

    def fill(self, kind: m.Kind, row: m.Row, given: Mapping[str, Cell]) -> None:
        """Gives a row the values of its cells. All rows that a cell may name have to be there."""
        row.values = {
            field.name: self._field(field, given) for field in kind.fields.values() if not field.kept
        }

    def _field(self, field: m.Field, values: Mapping[str, Cell]) -> Any:
        cell = values.get(field.name)
        if cell is None and field.index is None:
            cell = field.usual
        if cell is None and (field.usual is None or field.index is None):
            return () if isinstance(field.type, ListType) else NONE
        if field.index is not None:
            index = field.index
            keys = index.members if isinstance(index, m.Enum) else [row.name for row in index.rows]
            given = cell.value if cell is not None and isinstance(cell.value, Mapping) else {}
            cells = [given.get(key, field.usual) for key in keys]
            return tuple(NONE if one is None else self.value(field.type, one) for one in cells)
        assert cell is not None
        return self.value(field.type, cell)

    def value(self, kind: Type, cell: Cell) -> Any:
        """Gives what a match works with for a cell of a type."""
        value = cell.value
        match kind:
            case IntType():
                return value if isinstance(value, int) else 0
            case BoolType():
                return int(bool(value))
            case EnumType(enum=enum):
                if value in enum.members:
                    enum.used_members.add(enum.members.index(str(value)))
                    return enum.members.index(str(value))
                return NONE
            case ThingType(kind=other):
                for number, row in named(other):
                    if row.name == value:
                        row.used = True
                        return number
                if value is not None and other.rows:
                    self.found.append(
                        Diagnostic(
                            codes.CELL_VALUE,
                            f"no {other.name} is called `{value}`",
                            (
                                Label(cell.span, "no such row"),
                                Label(other.name_span, "its rows have other names"),
                            ),
                            suggest.did_you_mean(str(value), [row.name for _, row in named(other)])
                            or f"name one of the {other.plural}, or give one of them this name",
                        )
                    )
                return NONE
            case EffectType():
                return self._effect(cell)
            case ListType(item=item):
                return tuple(self.value(item, part) for part in value) if isinstance(value, tuple) else ()
            case TextType():
                return str(value)
            case _:
                return NONE

    def _effect(self, cell: Cell) -> int:
        value = cell.value
        if value is None:
            return NONE
        parts = effect_parts(cell)
        if parts is None:
            return NONE
        name, cells = parts
        effect = self.game.effects.get(name)
        if effect is None:
            return NONE
        effect.used = True
        args = tuple(self.value(param.type, arg) for param, arg in zip(effect.params, cells, strict=False))
        call = (effect, args)
        if call not in self.game.effect_calls:
            self.game.effect_calls.append(call)
        return self.game.effect_calls.index(call)
