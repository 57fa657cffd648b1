"""A ruleset becomes counts: how long it is, what it consists of, and how much of it is statements.

Invariants:
    A line counts when it holds more than space and comment. Lines of scenarios are counted apart, and tables
    by their rows.
    A statement counts once, in the line where it begins; only statements in the body of a phase, rule,
    effect, action, trigger, set-up, exception or end of the game count.

The share of statements tells how much of a game is told step by step. What is declared can be checked and
drawn; a ruleset with a small share says more with its nouns.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Final

from gekido_dsl.grammar.lexer import logical_lines
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Source
from gekido_dsl.syntax import nodes as s

__all__ = ["FileStats", "Stats", "TableStats", "data", "measure", "text"]

SCHEMA_VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class FileStats:
    """Counts of one file, or of several together."""

    name: str
    lines: int
    """Without blank lines, comments and scenarios."""
    declarations: int
    """Without scenarios."""
    statements: int
    scenarios: int
    scenario_lines: int

    @property
    def share(self) -> float:
        """Statements for each line, from 0 to 1; 0 when there is no line."""
        return self.statements / self.lines if self.lines else 0.0


@dataclass(frozen=True, slots=True)
class TableStats:
    """Counts of one kind that has printed rows."""

    kind: str
    file: str
    """Empty when the rows are parts of another kind's, or drawn there."""
    rows: int
    things: int
    """With every copy."""


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of a ruleset."""

    files: tuple[FileStats, ...]
    total: FileStats
    declarations: tuple[tuple[str, int], ...]
    """How many there are of each sort, the most frequent first."""
    tables: tuple[TableStats, ...]
    options: int
    rulings: int


def measure(files: Sequence[tuple[Source, s.File]], game: m.Game | None) -> Stats:
    """Counts what a ruleset is made of.

    Args:
        files: every file of the ruleset, as it was written.
        game: what they mean together; None when they have errors, and then tables count nothing.
    """
    counted = tuple(_file(source, file) for source, file in files)
    sorts = Counter(_sort(each) for _, file in files for each in file.declarations)
    ranked = sorted(sorts.items(), key=lambda item: (-item[1], item[0]))
    return Stats(
        counted,
        _sum(counted),
        tuple(ranked),
        _tables(game) if game is not None else (),
        len(game.options) if game is not None else sorts["option"],
        len(game.rulings) if game is not None else 0,
    )


def _file(source: Source, file: s.File) -> FileStats:
    lines, _ = logical_lines(source.text)
    code = {source.position(piece.start)[0] for line in lines for piece in line.pieces}
    scenarios = [each for each in file.declarations if isinstance(each, s.Scenario)]
    told = {line0 for each in scenarios for line0 in _lines_of(each) if line0 in code}
    begun = {
        statement.span.start_position[0]
        for declaration in file.declarations
        for statement in _statements(_bodies(declaration))
    }
    return FileStats(
        source.name,
        len(code - told),
        len(file.declarations) - len(scenarios),
        len(begun),
        len(scenarios),
        len(told),
    )


def _lines_of(node: s.Node) -> range:
    last_line0, last_col0 = node.span.end_position
    return range(node.span.start_position[0], last_line0 + (1 if last_col0 else 0))


def _sum(counted: Sequence[FileStats]) -> FileStats:
    return FileStats(
        "total",
        sum(each.lines for each in counted),
        sum(each.declarations for each in counted),
        sum(each.statements for each in counted),
        sum(each.scenarios for each in counted),
        sum(each.scenario_lines for each in counted),
    )


def _sort(declaration: s.Declaration) -> str:
    """Names what is declared, in the words of the language."""
    match declaration:
        case s.Change(declaration=inner, how=how):
            return f"{how} {_sort(inner)}"
        case s.Procedure(word=word):
            return word
        case s.Place(word=word):
            return word
        case s.Exception_():
            return "exception"
        case s.GameEnd():
            return "end of the game"
        case s.Replacement():
            return "replacement"
        case _:
            return type(declaration).__name__.lower()


def _bodies(declaration: s.Declaration) -> tuple[s.Statement, ...]:
    """Gives the statements that a declaration holds."""
    match declaration:
        case s.Change(declaration=inner):
            return _bodies(inner)
        case (
            s.Setup(body=body)
            | s.Phase(body=body)
            | s.Procedure(body=body)
            | s.Action(body=body)
            | s.Trigger(body=body)
            | s.Replacement(body=body)
            | s.Exception_(body=body)
            | s.GameEnd(body=body)
        ):
            return body
        case _:
            return ()


_STATEMENT: Final = (
    s.Sentence,
    s.Nothing,
    s.If,
    s.Each,
    s.InTurn,
    s.Auction,
    s.Betting,
    s.ShareOut,
    s.Pay,
    s.LayDown,
    s.Offer,
    s.Together,
    s.Repeat,
    s.ChooseOne,
    s.May,
)


def _statements(found: Iterable[Any]) -> Iterator[s.Node]:
    """Lists the statements among some nodes and inside them."""
    for node in found:
        if isinstance(node, _STATEMENT):
            yield node
        if isinstance(node, tuple):
            yield from _statements(node)
        elif is_dataclass(node) and isinstance(node, s.Node):
            yield from _statements(getattr(node, each.name) for each in fields(node))


def _tables(game: m.Game) -> tuple[TableStats, ...]:
    found = []
    for kind in game.kinds.values():
        if kind.rows and (kind.file is not None or kind.column):
            things = sum(row.copies for row in kind.rows)
            found.append(TableStats(kind.name, kind.file or "", len(kind.rows), things))
        if kind.legend is not None:
            found.append(TableStats(f"signs of {kind.plural}", kind.legend, len(kind.signs), 0))
    return tuple(found)


# ---------------------------------------------------------------- writing


def data(stats: Stats) -> dict[str, Any]:
    """Gives the counts as plain data."""
    return {
        "schema_version": SCHEMA_VERSION,
        "files": [_plain(each) for each in stats.files],
        "total": _plain(stats.total),
        "declarations": dict(stats.declarations),
        "tables": [
            {"kind": each.kind, "file": each.file, "rows": each.rows, "things": each.things}
            for each in stats.tables
        ],
        "rows": sum(each.rows for each in stats.tables),
        "scenarios": stats.total.scenarios,
        "options": stats.options,
        "rulings": stats.rulings,
    }


def _plain(each: FileStats) -> dict[str, Any]:
    return {
        "name": each.name,
        "lines": each.lines,
        "declarations": each.declarations,
        "statements": each.statements,
        "statement_share": round(each.share, 4),
        "scenarios": each.scenarios,
        "scenario_lines": each.scenario_lines,
    }


def text(stats: Stats) -> str:
    """Writes the counts as tables for people."""
    heads = ("file", "lines", "declarations", "statements", "share", "scenario lines")
    rows = [_row(each) for each in stats.files]
    if len(rows) > 1:
        rows.append(_row(stats.total))
    parts = [_table(heads, rows)]
    if stats.tables:
        listed = [
            (each.kind, f"{each.rows:,}", f"{each.things:,}", each.file or "listed by another")
            for each in stats.tables
        ]
        listed.append(("total", f"{sum(each.rows for each in stats.tables):,}", "", ""))
        parts.append(_table(("table", "rows", "things", "file"), listed, left=(0, 3)))
    parts.append(
        _table(("declaration", "number"), [(name, f"{number:,}") for name, number in stats.declarations])
    )
    parts.append(
        f"scenarios {stats.total.scenarios:,}, options {stats.options:,}, rulings {stats.rulings:,}\n"
    )
    return "\n".join(parts)


def _row(each: FileStats) -> tuple[str, ...]:
    numbers = (f"{number:,}" for number in (each.lines, each.declarations, each.statements))
    return (each.name, *numbers, f"{each.share:.0%}", f"{each.scenario_lines:,}")


def _table(heads: Sequence[str], rows: Sequence[Sequence[str]], left: Sequence[int] = (0,)) -> str:
    widths = [max(len(row[column]) for row in [heads, *rows]) for column in range(len(heads))]
    lines = []
    for row in [heads, *rows]:
        cells = [
            f"{cell:<{width}}" if column in left else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip() + "\n")
    return "".join(lines)
