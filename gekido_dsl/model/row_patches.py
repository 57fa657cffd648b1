"""Rows of tables that a variant adds, and cells that it changes: lines of the ruleset become cells of the table.

Invariants:
    A cell is checked like one of the table, and reported where the variant says it.
    Where the table of the base has as many copies as the base says, what a variant adds and removes is counted in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.grammar.lexer import Line, Piece
from gekido_dsl.model import stale_text, variant_findings
from gekido_dsl.model.variant_parts import RowPatch
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax import numbered
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import drawing
from gekido_dsl.tables.schema import ROWS
from gekido_dsl.tables.yaml import Cell

_WORDS: dict[str, Any] = {"yes": True, "no": False, "true": True, "false": False, "none": "none"}


@dataclass(slots=True)
class Patched:
    """The rows of a table after what variants did to them."""

    table: c.Table
    root: Cell
    found: list[Diagnostic] = field(default_factory=list)


def rows_in(root: Cell) -> tuple[Cell, ...]:
    """Gives the rows of a table file; none where it holds no list."""
    holder = root.value.get(ROWS, root) if isinstance(root.value, Mapping) else root
    return holder.value if isinstance(holder.value, tuple) else ()


def names(root: Cell, column: str = "Name") -> list[str]:
    """Gives the names of the rows of a table."""
    return [name for row in rows_in(root) if (name := _name(row, column)) is not None]


def copies(rows: Sequence[Cell]) -> int:
    """Adds up the copies of rows."""
    total = 0
    for row in rows:
        said = row.value.get(c.COPIES) if isinstance(row.value, Mapping) else None
        total += said.value if said is not None and type(said.value) is int else 1
    return total


def with_rows(root: Cell, rows: tuple[Cell, ...]) -> Cell:
    """Gives a table file with other rows."""
    if isinstance(root.value, Mapping) and ROWS in root.value:
        inner = replace(root.value[ROWS], value=rows)
        return replace(root, value=MappingProxyType({**root.value, ROWS: inner}))
    return replace(root, value=rows) if isinstance(root.value, tuple) else root


def change_row(done: Patched, rows: list[Cell], patch: RowPatch) -> None:
    """Changes cells of the row that a patch names."""
    said = patch.patch
    assert isinstance(said, s.ChangePart | s.PatchSign)
    name = said.part if isinstance(said, s.ChangePart) else said.sign
    column = done.table.names_column
    named = [(number, _name(row, column)) for number, row in enumerate(rows)]
    at = [number for number, known in named if known == name.text]
    if len(at) != 1:
        known = [known for _, known in named if known is not None]
        message = (
            f"{len(at)} rows of `{patch.kind}` are called `{name.text}`"
            if at
            else (f"no row of `{patch.kind}` is called `{name.text}`")
        )
        labels = [Label(name.span, "which of them?" if at else "no such row")]
        labels += [Label(rows[number].span, "this one?") for number in at[:3]]
        step = None if at else variant_findings.named(name.text, known, "its rows")
        done.found.append(Diagnostic(codes.VARIANT_MISMATCH, message, tuple(labels), step))
        return
    old = rows[at[0]]
    assert isinstance(old.value, Mapping)
    cells, spans = _Reader(done, patch).cells(said.lines, old.value)
    told = old.value.get(c.TEXT)
    if told is not None and isinstance(told.value, str) and c.TEXT not in cells:
        before = {number for column in cells if column in old.value for number in _numbers(old.value[column])}
        after = {number for cell in cells.values() for number in _numbers(cell)}
        done.found += stale_text.stale(before - after, [(told.value, told.span)], name.span)
    rows[at[0]] = replace(
        old,
        value=MappingProxyType({**old.value, **cells}),
        key_spans=MappingProxyType({**old.key_spans, **spans}),
    )


def add_row(done: Patched, rows: list[Cell], patch: RowPatch) -> None:
    """Adds a row."""
    said = patch.patch
    assert isinstance(said, s.AddRow | s.PatchSign)
    column = done.table.names_column
    cells, spans = _Reader(done, patch).cells(said.lines, {})
    called = said.row if isinstance(said, s.AddRow) else said.sign
    name = Cell(called.text, called.span)
    first = {column: name}
    if isinstance(said, s.PatchSign):
        first[drawing.NAME] = name
    rows.append(
        Cell(
            MappingProxyType({**first, **cells}),
            called.span,
            MappingProxyType({**dict.fromkeys(first, called.span), **spans}),
        )
    )


def counted(done: Patched, before: int, rows: Sequence[Cell]) -> c.Table:
    """Gives the table with the number of copies that rows of a variant make of it."""
    total = done.table.total
    if total is None or total != before:
        return done.table
    return replace(done.table, total=total + copies(rows) - before)


def _numbers(cell: Cell) -> set[int]:
    """Gives the numbers in a cell."""
    if isinstance(cell.value, tuple):
        return {number for inner in cell.value for number in _numbers(inner)}
    if isinstance(cell.value, Mapping):
        return {number for inner in cell.value.values() for number in _numbers(inner)}
    return {cell.value} if type(cell.value) is int else set()


def _name(row: Cell, column: str) -> str | None:
    cell = row.value.get(column) if isinstance(row.value, Mapping) else None
    return cell.value if cell is not None and isinstance(cell.value, str) else None


class _Reader:
    """Reads the cells of one patch."""

    def __init__(self, done: Patched, patch: RowPatch) -> None:
        self._found = done.found
        self._source: Source = patch.source
        self._renamed = patch.renamed
        self._numbers = numbered.numbers_among(patch.renamed)
        self._types = {column.name: column.type for column in c.all_columns(done.table)}

    def cells(
        self, lines: Sequence[Line], old: Mapping[str, Cell]
    ) -> tuple[dict[str, Cell], dict[str, Span]]:
        """Reads lines such as `Colour: Red`, `Damage for Full House: 8`.

        Args:
            old: the cells that the row has, for maps of which one value is changed.
        """
        made: dict[str, Cell] = {}
        spans: dict[str, Span] = {}
        at = 0
        while at < len(lines):
            line = lines[at]
            end = at + 1
            while end < len(lines) and lines[end].indent > line.indent:
                end += 1
            read = self._line(line, lines[at + 1 : end])
            if read is not None:
                name, key, cell = read
                spans[name.text] = name.span
                if key is not None:
                    before = made.get(name.text) or old.get(name.text)
                    given = before.value if before is not None and isinstance(before.value, Mapping) else {}
                    kept = before.key_spans if before is not None else {}
                    cell = Cell(
                        MappingProxyType({**given, key.text: cell}),
                        name.span,
                        MappingProxyType({**kept, key.text: key.span}),
                    )
                elif name.text in made:
                    self._report(f"`{name.text}` is given twice", name.span, "given again here")
                made[name.text] = cell
            at = end
        return made, spans

    def _line(self, line: Line, block: Sequence[Line]) -> tuple[s.Name, s.Name | None, Cell] | None:
        pieces = list(line.pieces)
        colon = next((at for at, piece in enumerate(pieces) if piece.text == ":"), None)
        head = pieces[:colon] if colon is not None else pieces
        named = bool(head) and (head[0].kind == "name" or head[0].text in self._types)
        indexed = len(head) == 3 and head[1].text == "for" and head[2].kind in ("name", "number")
        if colon is None or not named or (len(head) != 1 and not indexed):
            self._report(
                "change a row cell by cell",
                self._span(pieces),
                "no cell",
                "write `Column: value`, or `Column for Something: value` where a column has several",
            )
            return None
        name = s.Name(self._span(head[:1]), self._text(head[0]))
        key = s.Name(self._span(head[2:]), self._text(head[2])) if indexed else None
        type_ = self._types.get(name.text)
        if indexed and isinstance(type_, c.MapColumn):
            type_ = type_.item
        value = pieces[colon + 1 :]
        if value and block:
            self._report("a cell has a value or lines below it", self._span(value), "and lines below it, too")
        cell = self._block(type_, block, name.span) if block else self._cell(type_, value, name.span)
        return None if cell is None else (name, key, cell)

    def _block(self, type_: c.ColumnType | None, block: Sequence[Line], at: Span) -> Cell | None:
        """Reads a cell that is told on several lines: a list with a line for each, or a map."""
        if isinstance(type_, c.MapColumn):
            keys: dict[str, Cell] = {}
            for line in block:
                for name, value in self._pairs(line):
                    cell = self._cell(type_.item, value, name.span)
                    if cell is not None:
                        keys[name.text] = cell
            return Cell(MappingProxyType(keys), at)
        made: list[Cell] = []
        for line in block:
            span = self._span(line.pieces)
            if isinstance(type_, c.RowsColumn):
                types = {column.name: column.type for column in type_.columns}
                cells: dict[str, Cell] = {}
                for name, value in self._pairs(line):
                    cell = self._cell(types.get(name.text), value, name.span)
                    if cell is not None:
                        cells[name.text] = cell
                made.append(Cell(MappingProxyType(cells), span, MappingProxyType(dict.fromkeys(cells, span))))
            else:
                item = type_.item if isinstance(type_, c.ListColumn) else None
                cell = self._cell(item, list(line.pieces), span)
                if cell is not None:
                    made.append(cell)
        return Cell(tuple(made), at)

    def _pairs(self, line: Line) -> list[tuple[s.Name, list[Piece]]]:
        """Takes `Power: Claw, Maximum: 2` apart."""
        found: list[tuple[s.Name, list[Piece]]] = []
        pieces = line.pieces
        for at, piece in enumerate(pieces):
            if piece.kind in ("name", "number") and at + 1 < len(pieces) and pieces[at + 1].text == ":":
                found.append((s.Name(self._span([piece]), self._text(piece)), []))
            elif found and piece.text != ":":
                found[-1][1].append(piece)
        if not found:
            self._report("these are no cells", self._span(pieces), "no cell", "write `Column: value`")
        for _, value in found:
            if value and value[-1].text == ",":
                value.pop()
        return found

    def _cell(self, type_: c.ColumnType | None, pieces: Sequence[Piece], at: Span) -> Cell | None:
        """Reads one value, or several with commas between them where the column holds a list."""
        if not pieces:
            self._report(
                "a cell has no value", at, "nothing is written here", "write its value after the `:`"
            )
            return None
        parts: list[list[Piece]] = [[]]
        for piece in pieces:
            if piece.text == ",":
                parts.append([])
            else:
                parts[-1].append(piece)
        if isinstance(type_, c.ListColumn):
            if len(parts) == 1 and [piece.text for piece in parts[0]] == ["none"]:
                return Cell((), self._span(pieces))
            item = type_.item
            if isinstance(item, c.ListColumn):
                row = self._cell(item, pieces, at)
                return None if row is None else Cell((row,), self._span(pieces))
            cells = [self._value(part, at) for part in parts]
            made = tuple(cell for cell in cells if cell is not None)
            return Cell(made, self._span(pieces)) if len(made) == len(cells) else None
        if len(parts) > 1:
            self._report("this column holds one value", self._span(pieces), "several values")
            return None
        return self._value(parts[0], at)

    def _value(self, pieces: Sequence[Piece], at: Span) -> Cell | None:
        """Reads a number, a name, a text, `yes`, `no`, `none`, or an effect with what it takes."""
        if len(pieces) == 1:
            return self._scalar(pieces[0])
        if len(pieces) > 2 and pieces[0].kind == "name" and pieces[1].text == "with":
            given = [self._scalar(piece) for piece in pieces[2::2]]
            joined = all(piece.text == "and" for piece in pieces[3::2])
            cells = [cell for cell in given if cell is not None]
            if joined and len(pieces) % 2 and len(cells) == len(given):
                span = self._span(pieces[2:])
                inner = cells[0] if len(cells) == 1 else Cell(tuple(cells), span)
                name = self._text(pieces[0])
                key = MappingProxyType({name: self._span(pieces[:1])})
                return Cell(MappingProxyType({name: inner}), self._span(pieces), key)
        self._report(
            "this is no value of a cell",
            self._span(pieces) if pieces else at,
            "no value",
            "write a number, a name, a text in quotes, `yes`, `no`, `none`, or `Effect with 2 and 3`",
        )
        return None

    def _scalar(self, piece: Piece) -> Cell | None:
        span = self._span([piece])
        match piece.kind:
            case "number":
                return Cell(int(piece.text), span)
            case "name" if piece.text in self._numbers:
                return Cell(int(self._numbers[piece.text]), span)
            case "name":
                return Cell(self._text(piece), span)
            case "string":
                return Cell(piece.text[1:-1], span, quoted=True)
            case "word" if piece.text in _WORDS:
                return Cell(_WORDS[piece.text], span)
        self._report(
            f"`{piece.text}` is no value of a cell",
            span,
            "no value",
            "write a number, a name, a text in quotes, `yes`, `no` or `none`",
        )
        return None

    def _text(self, piece: Piece) -> str:
        return self._renamed.get(piece.text, piece.text)

    def _span(self, pieces: Sequence[Piece]) -> Span:
        return Span(self._source, pieces[0].start, pieces[-1].end)

    def _report(self, message: str, span: Span, label: str, help: str | None = None) -> None:
        self._found.append(Diagnostic(codes.SYNTAX_ERROR, message, (Label(span, label),), help))
