"""Text of a table file becomes rows: strict YAML with places, checked against declared columns."""

from gekido_dsl.tables.cells import Cell
from gekido_dsl.tables.columns import (
    BoolColumn,
    ChoiceColumn,
    Column,
    ColumnType,
    DrawingColumn,
    EffectColumn,
    EffectSpec,
    IntColumn,
    ListColumn,
    MapColumn,
    Param,
    Row,
    RowsColumn,
    Table,
    TextColumn,
    expected,
)
from gekido_dsl.tables.mismatch import effect_parts
from gekido_dsl.tables.schema import check, json_schema, read
from gekido_dsl.tables.yaml import parse

__all__ = [
    "BoolColumn",
    "Cell",
    "ChoiceColumn",
    "Column",
    "ColumnType",
    "DrawingColumn",
    "EffectColumn",
    "EffectSpec",
    "IntColumn",
    "ListColumn",
    "MapColumn",
    "Param",
    "Row",
    "RowsColumn",
    "Table",
    "TextColumn",
    "check",
    "effect_parts",
    "expected",
    "json_schema",
    "parse",
    "read",
]
