"""Drawings become the rows of a kind: a row for each space, with what its signs and its borders say."""

from collections.abc import Mapping, Sequence
from typing import Any

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.blank import default_of
from gekido_dsl.model.compass import COMPASS
from gekido_dsl.model.lain import lain
from gekido_dsl.model.tables import Cells, is_drawn
from gekido_dsl.model.variant_parts import RowPatch
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables import columns as t
from gekido_dsl.tables import drawing
from gekido_dsl.tables.cells import Cell

Values = dict[tuple[str, int], Any]
"""By field and place in its index; of a field without one, place 0."""

Set = dict[tuple[str, int], tuple[Any, drawing.Mark]]
"""What is set of a space so far, and by which sign."""


class Drawings:
    """Reads the drawings of one kind."""

    def __init__(self, game: m.Game, kind: m.Kind) -> None:
        self.kind = kind
        self.found: list[Diagnostic] = []
        self._cells = Cells(game)
        self._cells.found = self.found
        self._signs: dict[str, m.Sign] = {}

    def legend(self, rows: tuple[t.Row, ...]) -> None:
        """Takes up the signs."""
        for row in rows:
            wrong = drawing.check_sign(row)
            if wrong is not None:
                self.found.append(wrong)
                continue
            name, edge = row.values.get(drawing.NAME), row.values.get(drawing.EDGE)
            sign = m.Sign(row.name, str(name.value) if name else row.name, row.name_span, {}, None, row.text)
            sign.cite, sign.reconstructed = row.cite, row.reconstructed
            sign.edge = self.kind.fields.get(str(edge.value)) if edge is not None else None
            for field in self.kind.fields.values():
                cell = row.values.get(field.name)
                if cell is not None:
                    sign.values[field.name] = self._value(field, cell)
            if sign.edge is not None and sign.values:
                self.found.append(
                    Diagnostic(
                        codes.WRONG_DRAWING,
                        f"the edge sign `{row.name}` sets something of a space, too",
                        (Label(row.values[next(iter(sign.values))].span, "set here"),),
                        "an edge sign goes between spaces; add a second sign for what is on a space",
                    )
                )
                continue
            self.kind.signs.append(sign)
            self._signs[sign.sign] = sign

    def _value(self, field: m.Field, cell: Cell) -> Any:
        if field.index is None:
            return self._cells.value(field.type, cell)
        given: Any = cell.value
        return {
            place: self._cells.value(field.type, given[key])
            for place, key in enumerate(keys_of(field))
            if key in given
        }

    def rows(self, row: t.Row, parent: int, patches: Sequence[RowPatch] = ()) -> list[m.Row]:
        """Makes the rows of the spaces that a row of the parent draws.

        Args:
            patches: what variants change in the drawing.
        """
        cell = row.values.get(self.kind.column)
        if cell is None:
            return []
        legend = {sign.sign: sign.edge is not None for sign in self._signs.values()}
        blank = frozenset(sign.sign for sign in self._signs.values() if sign.edge is None and not sign.values)
        read = drawing.read_drawing(cell, legend, blank, f"`{row.name}`")
        if isinstance(read, list):
            self.found += read
            return []
        for patch in patches:
            read = self._redrawn(read, patch, legend)
        wrong = self._too_large(read, row)
        if wrong is not None:
            self.found.append(wrong)
            return []
        self.kind.drawings[parent] = m.Drawing(read.lines, read.rows, read.columns)
        for mark in (mark for spot in (*read.spaces, *read.upright, *read.level) for mark in spot.marks):
            self._signs[mark.sign].used = True
        rows = self._spaces(read, parent)
        plan = self.kind.drawings[parent]
        return [one for lie in self.kind.lain for one in lain(rows, self.kind, plan, lie)]

    def _redrawn(self, read: drawing.Drawn, patch: RowPatch, legend: Mapping[str, bool]) -> drawing.Drawn:
        """Draws a space anew, as a variant says it: its signs, and edge signs before or behind it."""
        said = patch.patch
        assert isinstance(said, s.ChangeSpot)
        row, column = (int(number) for number in said.spot.text[1:].split("c"))
        bottom = self.kind.board is not None and self.kind.board.from_bottom
        at = (read.rows - row if bottom else row - 1, column - 1)
        pieces = [piece for line in said.lines for piece in line.pieces]
        span = Span(patch.source, said.lines[0].start, said.lines[-1].end)
        if not (0 <= at[0] < read.rows and 0 <= at[1] < read.columns):
            self.found.append(
                Diagnostic(
                    codes.VARIANT_MISMATCH,
                    f"the drawing of `{said.row.text}` has no space {said.spot.text}",
                    (Label(said.spot.span, "no such space"),),
                    f"it has {read.rows} by {read.columns} spaces",
                )
            )
            return read
        if len(pieces) != 1 or pieces[0].kind != "string":
            self.found.append(
                Diagnostic(
                    codes.SYNTAX_ERROR,
                    "a space is drawn by its signs",
                    (Label(span, "no drawing"),),
                    'write one text with the signs that stand there now, as in `"P"`, or `"."` for nothing',
                )
            )
            return read
        cell = Cell(pieces[0].text[1:-1], span, quoted=True)
        made = drawing.redrawn(read, at, cell, legend)
        if isinstance(made, list):
            self.found += made
            return read
        return made

    def _too_large(self, read: drawing.Drawn, row: t.Row) -> Diagnostic | None:
        board = self.kind.board
        if board is None or (read.rows <= board.shape.rows and read.columns <= board.shape.columns):
            return None
        beyond = next(
            spot for spot in read.spaces if spot.row >= board.shape.rows or spot.column >= board.shape.columns
        )
        size = f"{board.shape.rows} by {board.shape.columns}"
        return Diagnostic(
            codes.WRONG_DRAWING,
            f"`{row.name}` is larger than `{board.name}`: {read.rows} by {read.columns} spaces, not {size}",
            (Label(beyond.span, "the first space too many"), Label(board.name_span, f"{size} here")),
        )

    def _spaces(self, read: drawing.Drawn, parent: int) -> list[m.Row]:
        set_by: dict[tuple[int, int], Set] = {(spot.row, spot.column): {} for spot in read.spaces}
        for spot in read.spaces:
            for mark in spot.marks:
                for key, value in _flat(self._signs[mark.sign].values).items():
                    self._set(set_by, (spot.row, spot.column), key, value, mark)
        for borders, steps in ((read.upright, ((0, -1), (0, 1))), (read.level, ((-1, 0), (1, 0)))):
            for spot in borders:
                for mark in spot.marks:
                    self._border(set_by, spot, steps, mark)
        defaults = {
            field.name: None if field.kept else default_of(field)
            for field in self.kind.fields.values()
            if is_drawn(field)
        }
        """Of a fact that a match keeps, none: it starts as declared."""
        made = []
        for spot in read.spaces:
            values = set_by[spot.row, spot.column]
            row = m.Row(
                self.kind.name, spot.span, parent=parent, spot=(spot.row, spot.column), drawn=spot.text
            )
            row.values = {
                field.name: _settled(field, values, defaults[field.name])
                for field in self.kind.fields.values()
                if is_drawn(field)
            }
            made.append(row)
        return made

    def _border(
        self,
        set_by: dict[tuple[int, int], Set],
        spot: drawing.Spot,
        steps: tuple[tuple[int, int], tuple[int, int]],
        mark: drawing.Mark,
    ) -> None:
        """Sets what an edge sign says, on the side of the space after the border, else on that of the one before."""
        field = self._signs[mark.sign].edge
        assert field is not None
        headings = COMPASS.get(len(keys_of(field)), ())
        if not headings:
            return  # a compass of another number of directions was reported
        after, before = (spot.row, spot.column), (spot.row + steps[0][0], spot.column + steps[0][1])
        for space, step in ((after, steps[0]), (before, steps[1])):
            if space in set_by:
                self._mark(set_by[space], (field.name, headings.index(step)), 1, mark)

    def _set(
        self,
        set_by: dict[tuple[int, int], Set],
        space: tuple[int, int],
        key: tuple[str, int],
        value: Any,
        mark: drawing.Mark,
    ) -> None:
        """Sets what a sign says of a space, and of the other side of a border where that is the same."""
        self._mark(set_by[space], key, value, mark)
        field = self.kind.fields[key[0]]
        if field.both_sides and field.on_edges:
            headings = COMPASS.get(len(keys_of(field)), ())
            if not headings:
                return
            down, right = headings[key[1]]
            other = set_by.get((space[0] + down, space[1] + right))
            if other is not None:
                back = (key[1] + len(headings) // 2) % len(headings)
                self._mark(other, (key[0], back), value, mark)

    def _mark(self, values: Set, key: tuple[str, int], value: Any, mark: drawing.Mark) -> None:
        before, by = values.setdefault(key, (value, mark))
        if before != value:
            self.found.append(_clash(key[0], by, mark.sign, mark.span))


def _clash(field: str, by: drawing.Mark, sign: str, span: Span) -> Diagnostic:
    return Diagnostic(
        codes.WRONG_DRAWING,
        f"`{by.sign}` and `{sign}` say something else of `{field}` of the same space",
        (Label(span, "this one"), Label(by.span, "and this one")),
        "leave one of them out, or make a sign that says both",
    )


def _flat(values: dict[str, Any]) -> Values:
    """Lists what a sign sets, the values of an indexed field one by one."""
    made: Values = {}
    for name, value in values.items():
        made |= (
            {(name, place): one for place, one in value.items()}
            if isinstance(value, dict)
            else {(name, 0): value}
        )
    return made


def _settled(field: m.Field, values: Set, default: Any) -> Any:
    if field.index is None:
        return values[field.name, 0][0] if (field.name, 0) in values else default
    places = range(len(keys_of(field)))
    return tuple(
        values[field.name, place][0] if (field.name, place) in values else default for place in places
    )


def keys_of(field: m.Field) -> tuple[str, ...]:
    """Names the places of an indexed field."""
    index = field.index
    if index is None:
        return ()
    return tuple(index.members if isinstance(index, m.Enum) else (row.name for row in index.rows))
