"""What rules read of a printed field is what the table says: each table is read a second time, by other means.

The tables are read here by PyYAML alone, and what stands in a cell is compared with what an expression of a rule gives
for it, in words. Both executors share the loader, so that a cell it loses would be lost in silence.
"""

import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Severity
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.model import types as t

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = (
    "rulesets",
    "rulesets/classics",
    "tests/games/beginner",
    "tests/docs_hosts",
    "tests/corpus/tables/good",
)
RULESETS = sorted(
    path
    for folder in FOLDERS
    for path in (ROOT / folder).glob("*.gdl")
    if ' from "' in path.read_text(encoding="utf-8") and not path.stem.endswith(("_base", "_options"))
)
CELLS_AT_LEAST = 1500
"""How many cells the shipped tables have, so that the comparison does not become one of nothing."""


class Reader:
    """What rules read in a match of one game."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        interpreter = Interpreter(game)
        self.program = interpreter.program(game.most_players, interpreter.option_numbers({}))
        self.state = interpreter.blank(Setting(game.most_players, 1))
        self.layout = self.program.layout

    def read(self, field: m.Field, thing: int, *at: m.Expr) -> Any:
        """Gives what `its FIELD` is for a thing, in words."""
        its = m.ops.Local(t.ThingType(field.owner), field.span, value=1)  # type: ignore[arg-type]
        found = self.program.evaluator.make(m.made("field", field.type, field.span, (its, *at), field))
        return self.words(field.type, found(self.state, [0, thing]))

    def words(self, kind: t.Type, value: Any) -> Any:
        """Says a value of a match as a table does."""
        match kind:
            case t.ListType(item=item):
                return [self.words(item, one) for one in value]
            case t.BoolType():
                return bool(value)
            case _ if value == t.NONE and not isinstance(kind, t.IntType | t.TextType):
                return None
            case t.EnumType(enum=enum):
                return enum.members[value]
            case t.ThingType(kind=other):
                return other.rows[self.layout.row_of[value]].name
            case t.EffectType():
                effect, given = self.game.effect_calls[value]
                return effect.name, [
                    self.words(param.type, one) for param, one in zip(effect.params, given, strict=True)
                ]
            case _:
                return value

    def places(self, field: m.Field) -> Iterator[tuple[str, m.Expr]]:
        """Lists what an indexed field is asked with, by the key of the table."""
        match field.index:
            case m.Kind() as kind:
                for number, row in enumerate(kind.rows):
                    first = self.layout.first_of_row[kind.name, number]
                    yield row.name, m.ops.Const(t.ThingType(kind), field.span, value=first)
            case m.Numbers() as numbers:
                for number, name in enumerate(numbers.members):
                    yield name, m.ops.Const(t.INT, field.span, value=numbers.low + number)
            case m.Enum() as enum:
                for number, name in enumerate(enum.members):
                    yield name, m.ops.Const(t.EnumType(enum), field.span, value=number)


def plain(kind: t.Type, cell: Any) -> Any:
    """Says what a cell holds, as the reference of the language has it."""
    if isinstance(kind, t.ListType):
        return [plain(kind.item, one) for one in cell or ()]
    if isinstance(kind, t.EffectType) and isinstance(cell, dict):
        ((name, given),) = cell.items()
        return name, given if isinstance(given, list) else [given]
    if isinstance(kind, t.EffectType) and cell not in (None, "none"):
        return cell, []
    return None if cell == "none" else cell


@cache
def compared(path: Path) -> list[tuple[str, Any, Any]]:
    """Lists every cell of the tables of a ruleset: where it is, what the table says, what rules read."""
    made = load(path.name, FolderProvider(path.parent, library=ROOT / "rulesets"))
    assert [one.message for one in made.diagnostics if one.severity is Severity.ERROR] == []
    game = made.game
    assert game is not None
    reader, found = Reader(game), []
    for kind in game.kinds.values():
        parent = kind.parent if kind.column and kind.legend is None else None
        if kind.file is None and parent is None:
            continue
        for number, row in enumerate(kind.rows):
            if row.span.source.name.endswith(".gdl"):
                continue  # a row that a variant adds
            given = cell_of(kind, number, path.parent / row.span.source.name)
            thing = reader.layout.first_of_row.get((kind.name, number))
            if given is None or thing is None:
                continue
            for field in kind.fields.values():
                if field.kept:
                    continue
                cell, where = given.get(field.name), f"{kind.name} {row.name}: {field.name}"
                if field.index is None:
                    found.append((where, plain(field.type, cell), reader.read(field, thing)))
                    continue
                for key, place in reader.places(field):
                    said = plain(field.type, (cell or {}).get(key, (cell or {}).get(as_number(key))))
                    found.append((f"{where} for {key}", said, reader.read(field, thing, place)))
    return found


def as_number(key: str) -> Any:
    return int(key) if key.lstrip("-").isdigit() else key


def cell_of(kind: m.Kind, number: int, file: Path) -> dict[str, Any] | None:
    """Finds a row in its file: of a nested kind, in the row of its parent; None where a variant changed the table."""
    outer = kind if kind.file is not None else kind.parent
    assert isinstance(outer, m.Kind)
    rows = table(file)
    if [row.get("Name") for row in rows] != [row.name for row in outer.rows]:
        return None
    if outer is kind:
        return rows[number]
    row = kind.rows[number]
    before = sum(one.parent == row.parent for one in kind.rows[:number])
    if kind.lies is not None:  # its rows are the squares of a drawing, which a test of shapes reads
        return None
    inner: dict[str, Any] = rows[row.parent][kind.column][before]
    return inner


@cache
def table(file: Path) -> list[dict[str, Any]]:
    if file.suffix == ".csv":
        with file.open(encoding="utf-8", newline="") as opened:
            return [{key: as_number(cell) for key, cell in row.items()} for row in csv.DictReader(opened)]
    read = yaml.safe_load(file.read_text(encoding="utf-8"))
    rows: list[dict[str, Any]] = read["rows"] if isinstance(read, dict) else read
    return rows


@pytest.mark.parametrize("path", RULESETS, ids=lambda path: path.stem)
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_rules_read_what_the_table_says(path: Path) -> None:
    assert [one for one in compared(path) if one[1] != one[2]] == []


@pytest.mark.dear
def test_all_shipped_tables_are_compared() -> None:
    assert sum(len(compared(path)) for path in RULESETS if "rulesets" in path.parts) > CELLS_AT_LEAST
