"""Rows: tables and the ruling ledger are read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, codes, has_errors, suggest
from gekido_dsl.model import nodes as m
from gekido_dsl.model import pictures, row_patches
from gekido_dsl.model.drawings import Drawings
from gekido_dsl.model.scope import FINDINGS_LIMIT, RowName
from gekido_dsl.model.shapes import Shaper
from gekido_dsl.model.tables import Cells, signs_of, table_of
from gekido_dsl.model.types import (
    ThingType,
    item,
)
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables.columns import Table
from gekido_dsl.tables.schema import check
from gekido_dsl.tables.yaml import Cell

_SHOWN: Final = 6
"""How many rows that are dropped are named."""


class Reader(Shaper):
    """Reads tables."""

    def _read_rows(self, declarations: list[s.Declaration]) -> None:
        """Reads the tables: kinds whose columns name rows of another come after it."""
        waiting = [kind for kind in self.game.kinds.values() if kind.file is not None]
        done: set[str] = {
            kind.name for kind in self.game.kinds.values() if kind.file is None and not kind.column
        }
        nested = {kind.name: kind for kind in self.game.kinds.values() if kind.column}
        while waiting:
            ready = [
                kind for kind in waiting if not (self._needs(kind, nested) - done - {kind.name})
            ] or waiting[:1]
            for kind in ready:
                self._read_kind(kind, [x for x in nested.values() if x.parent is kind])
                done |= {kind.name} | {x.name for x in nested.values() if x.parent is kind}
                waiting.remove(kind)
        for kind in self.game.kinds.values():
            for row in kind.rows:
                if not kind.column and kind.faces is None and (kind.file is not None or kind.combined):
                    self.index.add(row.name, RowName(kind, row.name))
        for kind in self.game.kinds.values():
            if kind.board is not None and not kind.board.layout and kind.file is None and kind.legend is None:
                kind.rows = pictures.spaces(kind.board, kind)
                if kind.board.each_player and kind.parent is None:
                    kind.each_player = sum(row.copies for row in kind.rows)
                for name in dict.fromkeys(kind.board.names.values()):
                    self.index.add(name, RowName(kind, name))
            self._numbered(kind)
        for d in declarations:
            if isinstance(d, s.Rulings):
                self._rulings(d)
        if any(isinstance(d, s.Rulings) for d in declarations):
            self._marks()
            self._drop_rulings({one.text for d in declarations for one in getattr(d, "cites", ())})

    def _needs(self, kind: m.Kind, nested: dict[str, m.Kind]) -> set[str]:
        fields = [*kind.fields.values()]
        for inner in nested.values():
            if inner.parent is kind:
                fields += inner.fields.values()
        kinds = {item(field.type).kind.name for field in fields if isinstance(item(field.type), ThingType)}  # type: ignore[union-attr]
        return kinds | {field.index.name for field in fields if isinstance(field.index, m.Kind)}

    def _read_kind(self, kind: m.Kind, parts: list[m.Kind]) -> None:
        assert kind.file is not None
        got = self.read_table(kind.file, kind.span)
        if isinstance(got, Diagnostic):
            self.index.found.append(got)
            return
        source, outcome = got
        self.index.found += outcome.diagnostics
        if outcome.value is None:
            return
        self._replaced(kind, outcome.value)
        table, root = self._patched(kind, outcome.value)
        checked = check(table, root, source)
        self.index.found += checked.diagnostics
        cells = Cells(self.game)
        drawn = {part.name: self._legend(part) for part in parts if part.legend is not None}
        for number, row in enumerate(checked.value or ()):
            kind.rows.append(cells.row(kind, row))
            for part in parts:
                if part.legend is None:
                    part.rows += cells.parts(part, row, number)
                elif (drawings := drawn[part.name]) is not None:
                    part.rows += drawings.rows(row, number)
        for drawings in drawn.values():
            self.index.found += drawings.found[:FINDINGS_LIMIT] if drawings is not None else ()

    def _legend(self, kind: m.Kind) -> Drawings | None:
        """Reads the signs that the spaces of a kind are drawn with; without all of them no drawing can be read."""
        assert kind.legend is not None
        drawings = Drawings(self.game, kind)
        got = self.read_table(kind.legend, kind.span)
        if isinstance(got, Diagnostic):
            self.index.found.append(got)
            return None
        source, outcome = got
        self.index.found += outcome.diagnostics
        if outcome.value is None:
            return None
        checked = check(signs_of(kind, self.game), outcome.value, source)
        self.index.found += checked.diagnostics
        if checked.value is None or has_errors(checked.diagnostics):
            return None
        drawings.legend(checked.value)
        return drawings

    def _patched(self, kind: m.Kind, table: Cell) -> tuple[Table, Cell]:
        """Gives the table of a kind with the rows that variants add, change and remove."""
        before = row_patches.rows_in(table)
        rows = [row for row in before if not self._is_removed(row)]
        done = row_patches.Patched(table_of(kind, self.game), table)
        for one in self.row_patches:
            if one.kind != kind.name:
                continue
            match one.patch:
                case s.AddRow():
                    row_patches.add_row(done, rows, one)
                case s.ChangePart():
                    row_patches.change_row(done, rows, one)
                case s.AddTable(file=file, span=span):
                    rows += self._more_rows(file, span)
        self.index.found += done.found
        if tuple(rows) == before:
            return done.table, table
        made = row_patches.counted(done, row_patches.copies(before), rows)
        if kind.total is not None:
            kind.total = made.total
        elif kind.each_player is not None:
            kind.each_player = made.total
        elif kind.each_parent is not None:
            kind.each_parent = made.total
        return made, row_patches.with_rows(table, tuple(rows))

    def _replaced(self, kind: m.Kind, table: Cell) -> None:
        """Notes which rows are gone with tables that this one took the place of, and counts what there is now."""
        names = set(row_patches.names(table))
        added = {one.patch.row.text for one in self.row_patches if isinstance(one.patch, s.AddRow)}
        for old in self.other_tables:
            got = self.read_table(old.file, old.declared) if old.kind == kind.name else None
            if got is None or isinstance(got, Diagnostic) or got[1].value is None:
                continue
            before = got[1].value
            old.gone.update(set(row_patches.names(before)) - names - added)
            self.index.replaced |= old.gone - self.index.removed.keys()
            for name in old.gone:
                self.index.removed.setdefault(name, old.span)
            if old.drop is not None:
                self.index.found.append(_naming(old.drop, row_patches.names(before)))
            if not old.counts:
                self._counted(kind, row_patches.copies(row_patches.rows_in(before)), table)

    def _counted(self, kind: m.Kind, before: int, table: Cell) -> None:
        """Counts the rows of a table anew where those of the base were as many as it says."""
        total = row_patches.copies(row_patches.rows_in(table))
        if kind.total == before:
            kind.total = total
        elif kind.each_player == before:
            kind.each_player = total
        elif kind.each_parent == before:
            kind.each_parent = total

    def _more_rows(self, file: str, at: Span) -> tuple[Cell, ...]:
        """Reads a table that a variant adds."""
        got = self.read_table(file, at)
        if isinstance(got, Diagnostic):
            self.index.found.append(got)
            return ()
        self.index.found += got[1].diagnostics
        return row_patches.rows_in(got[1].value) if got[1].value is not None else ()

    def _is_removed(self, row: Cell) -> bool:
        """Tells whether a variant removes a row, and notes that it was found."""
        name = row.value.get("Name") if isinstance(row.value, Mapping) else None
        if name is None or name.value not in self.index.removed_rows:
            return False
        self.index.removed_rows[str(name.value)] = True
        return True

    def _rulings(self, d: s.Rulings) -> None:
        got = self.read_table(d.file, d.span)
        if isinstance(got, Diagnostic):
            self.index.found.append(got)
            return
        _, outcome = got
        self.index.found += outcome.diagnostics
        cell = outcome.value
        for row in cell.value if cell is not None and isinstance(cell.value, tuple) else ():
            given = row.value if isinstance(row.value, dict) or hasattr(row.value, "items") else {}
            text = {key: str(value.value or "") for key, value in given.items()}  # type: ignore[union-attr]
            other = given.get("Alternatives")  # type: ignore[union-attr]
            alternatives = (
                tuple(str(x.value) for x in other.value) if other and isinstance(other.value, tuple) else ()
            )
            ruling = m.Ruling(
                text.get("Ruling", ""),
                text.get("Question", ""),
                text.get("Default", ""),
                alternatives,
                text.get("Reason", ""),
                text.get("Source", ""),
                text.get("Option") or None,
                row.span,
            )
            self.game.rulings.append(ruling)
            if ruling.option is not None and ruling.option not in self.game.options:
                if ruling.option not in self.index.removed and not text.get("Variant"):
                    self.index.report(
                        codes.UNKNOWN_RULING,
                        f"the ruling {ruling.name} names the option `{ruling.option}`, which is not declared",
                        row.span,
                        "this ruling",
                        help=suggest.did_you_mean(ruling.option, list(self.game.options)),
                    )

    def _drop_rulings(self, cited: set[str]) -> None:
        """Leaves out the rulings whose option a variant takes away, as nobody asks any more; cited ones stay."""
        self.game.rulings = [
            one
            for one in self.game.rulings
            if one.option not in self.index.removed or f"ruling {one.name}" in cited
        ]

    def _marks(self) -> None:
        """Reports the marks that name no ruling of any ledger."""
        known = {ruling.name for ruling in self.game.rulings}
        for decl in self.game.declarations():
            if decl.ruling is not None and decl.ruling not in known:
                self.index.report(
                    codes.UNKNOWN_RULING,
                    f"the ledger has no ruling {decl.ruling}",
                    decl.name_span,
                    "cites it",
                    help=suggest.did_you_mean(decl.ruling, sorted(known)),
                )


def _naming(drop: Diagnostic, rows: Sequence[str]) -> Diagnostic:
    """Names rows that are dropped, the first ones at most."""
    shown = list(rows[:_SHOWN])
    if len(rows) > _SHOWN:
        shown[-1:] = [f"{len(rows) - _SHOWN + 1} more"]
    return replace(drop, message=f"{drop.message}: {', '.join(shown)}" if shown else drop.message)
