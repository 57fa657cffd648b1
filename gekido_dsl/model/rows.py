"""Rows: tables and the ruling ledger are read."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes, has_errors, suggest
from gekido_dsl.model import maps, meshes, pictures, pieces, row_patches, variant_findings
from gekido_dsl.model import nodes as m
from gekido_dsl.model.draft import Draft
from gekido_dsl.model.drawings import Drawings
from gekido_dsl.model.english import plural
from gekido_dsl.model.scope import FINDINGS_LIMIT, RowName, describe
from gekido_dsl.model.shapes import numbered
from gekido_dsl.model.tables import ROWS_LIMIT, Cells, bare, bare_parts, part_names, signs_of, table_of
from gekido_dsl.model.types import (
    TextType,
    ThingType,
    item,
)
from gekido_dsl.model.variant_parts import SIGNS, RowPatch
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables.columns import Column, ListColumn, Row, Table, TextColumn
from gekido_dsl.tables.schema import check
from gekido_dsl.tables.shaping import shaped
from gekido_dsl.tables.yaml import Cell

Part = tuple[m.Kind, m.Row, Mapping[str, Cell]]
"""A row of a nested kind, its kind, and what stands in its cells."""

LEDGER: Final = Table(
    "ruling",
    tuple(
        Column(
            name,
            ListColumn(ROWS_LIMIT, TextColumn()) if name in ("Alternatives", "Answers") else TextColumn(),
            False,
        )
        for name in (
            "Question",
            "Default",
            "Alternatives",
            "Reason",
            "Source",
            "Option",
            "Answers",
            "Variant",
        )
    ),
    names_column="Ruling",
)
"""The columns of a ruling ledger that a spreadsheet holds."""
_SHOWN: Final = 6
"""How many rows that are dropped are named."""


def read_rows(draft: Draft, declarations: list[s.Declaration]) -> None:
    """Reads the tables, first all names and then all cells: a cell may name any row, of any table."""
    for kind in draft.game.kinds.values():
        board = _spaces_of_board(kind)
        if board is not None:
            kind.rows = pictures.spaces(board, kind)
        elif kind.board is not None and kind in kind.board.sides:
            kind.rows = meshes.rows_of(kind.board, kind)
    nested = {kind.name: kind for kind in draft.game.kinds.values() if kind.column}
    files = [
        (kind, [x for x in nested.values() if x.parent is kind], got)
        for kind in _in_order(draft, nested)
        if (got := _file(draft, kind)) is not None
    ]
    for kind, parts, (source, root) in files:
        _names(draft, kind, parts, _in_shape(draft, kind, source, root) or root)
    # The spaces that ways below a board join have names now, and cells may name the ways.
    for kind in draft.game.kinds.values():
        if kind.name in draft.listed_ways:
            kind.rows = maps.rows_of(draft, kind)
    checked = [
        (kind, parts, _checked(draft, kind, root, source) or ()) for kind, parts, (source, root) in files
    ]
    cells = Cells(draft.game)
    for kind in draft.game.kinds.values():
        if kind.combined:
            _beside(draft, cells, kind)
    made = [(kind, parts, rows, *_bare(kind, parts, rows)) for kind, parts, rows in checked]
    for kind, parts, rows, own, inner in made:
        _fill(draft, cells, kind, parts, rows, own, inner)
    _no_drawing(draft)
    if not has_errors(draft.index.found):
        # A row with a mistake is left out, and what names it is right.
        draft.index.found += cells.found[:FINDINGS_LIMIT]
        for _, parts, _, _, _ in made:
            for part in parts:
                _some(draft, part)
    several: list[tuple[str, m.Kind, m.Row]] = []
    for kind in draft.game.kinds.values():
        for row in kind.rows:
            if (
                not kind.column
                and kind.faces is None
                and (kind.file is not None or kind.combined or kind.listed)
            ):
                _called_like(draft, kind, row)
                draft.index.add(row.name, RowName(kind, row.name))
                several.append((plural(row.name), kind, row))
    taken = {*draft.index.names(), *(row.name for _, _, row in several)}
    for name, kind, row in several:
        if row.copies > 1 and (kind.listed or name not in taken):
            draft.index.add(name, RowName(kind, row.name))
    for kind in draft.game.kinds.values():
        board = _spaces_of_board(kind)
        if board is not None:
            if board.each_player and kind.parent is None:
                kind.each_player = sum(row.copies for row in kind.rows)
            for name in dict.fromkeys(board.names.values()):
                draft.index.add(name, RowName(kind, name))
        elif kind.board is not None and kind in kind.board.sides:
            for row in kind.rows:
                draft.index.add(row.name, RowName(kind, row.name))
        numbered(draft, kind)
    if not has_errors(draft.index.found):
        for kind in draft.game.kinds.values():
            _unprinted(draft, kind)
    for d in declarations:
        if isinstance(d, s.Rulings):
            _rulings(draft, d)
    if any(isinstance(d, s.Rulings) for d in declarations):
        _marks(draft)
        _drop_rulings(draft, {one.text for d in declarations for one in getattr(d, "cites", ())})


def _some(draft: Draft, part: m.Kind) -> None:
    """Reports parts of which no row lists any."""
    if not part.rows:
        draft.index.report(
            codes.VALUE_OUT_OF_RANGE,
            f"there are 0 {part.plural}",
            part.name_span,
            f"no row has any in its `{part.column}`",
            help="give one of the rows some, or remove the kind",
        )


def _unprinted(draft: Draft, kind: m.Kind) -> None:
    """Reports the facts of a kind without a table that nothing gives a value: they would be none for ever."""
    if kind.file is not None or kind.column or kind.faces is not None:
        return
    for field in kind.fields.values():
        silent = (field.optional and field.index is None) or isinstance(field.type, TextType)
        if field.kept or silent or any(field.name in row.values for row in kind.rows):
            continue
        draft.index.report(
            codes.WRONG_TYPE,
            f"`{field.name}` is a fact of each {kind.name}, and starts at nothing",
            field.name_span,
            "what is it at first?",
            help="say what it starts at, such as `starts 0` or `starts no`, or have a table print it: "
            f'`kind {kind.name} from "{kind.plural.lower()}.yaml"`',
        )


def _called_like(draft: Draft, kind: m.Kind, row: m.Row) -> None:
    """Reports a row whose name is that of a declaration which rules would always mean instead."""
    for other in draft.index.meanings(row.name):
        alone = isinstance(other, m.Place | m.Board | m.Option) or (
            isinstance(other, m.Kind) and other is not kind
        )
        if alone and kind.file is not None:
            draft.index.report(
                codes.DUPLICATE_NAME,
                f"`{row.name}` is a row of `{kind.name}`, and {describe(other)} already",
                row.span,
                "a row with this name",
                Label(other.name_span, f"already {describe(other)}"),
                help=f"rename one of them; otherwise rules always mean the {type(other).__name__.lower()}",
            )
            return


def _in_order(draft: Draft, nested: dict[str, m.Kind]) -> list[m.Kind]:
    """Lists the kinds that are read from tables, those whose columns name rows of another after it."""
    ordered: list[m.Kind] = []
    waiting = [kind for kind in draft.game.kinds.values() if kind.file is not None]
    done: set[str] = {
        kind.name for kind in draft.game.kinds.values() if kind.file is None and not kind.column
    }
    while waiting:
        ready = [
            kind for kind in waiting if not (_needs(draft, kind, nested) - done - {kind.name})
        ] or waiting[:1]
        for kind in ready:
            ordered.append(kind)
            done |= {kind.name} | {x.name for x in nested.values() if x.parent is kind}
            waiting.remove(kind)
    return ordered


def _needs(draft: Draft, kind: m.Kind, nested: dict[str, m.Kind]) -> set[str]:
    fields = [*kind.fields.values()]
    for inner in nested.values():
        if inner.parent is kind:
            fields += inner.fields.values()
    kinds = {item(field.type).kind.name for field in fields if isinstance(item(field.type), ThingType)}  # type: ignore[union-attr]
    return kinds | {field.index.name for field in fields if isinstance(field.index, m.Kind)}


def _file(draft: Draft, kind: m.Kind) -> tuple[Source, Cell] | None:
    """Reads the table of a kind; reports one that cannot be read."""
    assert kind.file is not None
    got = draft.read_table(kind.file, kind.table_at or kind.span)
    if isinstance(got, Diagnostic):
        draft.index.found.append(got)
        return None
    source, outcome = got
    draft.index.found += outcome.diagnostics
    if outcome.value is None:
        return None
    _replaced(draft, kind, _in_shape(draft, kind, source, outcome.value) or outcome.value)
    return source, outcome.value


def _in_shape(draft: Draft, kind: m.Kind, source: Source, root: Cell, *, told: bool = False) -> Cell | None:
    """Gives the table of a kind with the cells of a spreadsheet as its columns hold them.

    Args:
        told: whether findings are reported; before all rows have names, cells that name one cannot be judged.
    """
    made = shaped(table_of(kind, draft.game), root, source)
    if told:
        draft.index.found += made.diagnostics
    return made.value


def _names(draft: Draft, kind: m.Kind, parts: list[m.Kind], root: Cell) -> None:
    """Gives a kind and its parts rows that have a name alone: what a cell of any table may name."""
    rows = [*row_patches.rows_in(root)]
    names = [name for name in row_patches.names(root) if name not in draft.index.removed_rows]
    for one in draft.row_patches:
        if one.kind == kind.name and isinstance(one.patch, s.AddRow):
            names.append(one.patch.row.text)
        elif one.kind == kind.name and isinstance(one.patch, s.AddTable):
            got = draft.read_table(one.patch.file, one.patch.span)
            if not isinstance(got, Diagnostic) and got[1].value is not None:
                more = _in_shape(draft, kind, got[0], got[1].value) or got[1].value
                names += row_patches.names(more)
                rows += row_patches.rows_in(more)
    kind.rows = [m.Row(name, kind.span) for name in names]
    for part in parts:
        if part.legend is None and part.lies is None:
            part.rows = [m.Row(name, part.span) for row in rows for name in part_names(part, row)]


def _checked(draft: Draft, kind: m.Kind, root: Cell, source: Source) -> tuple[Row, ...] | None:
    """Patches and checks the table of a kind; of one that is too large, nothing was read that is worth it."""
    if any(
        one.code is codes.FILE_TOO_LARGE and one.span is not None and one.span.source is source
        for one in draft.index.found
    ):
        return None
    whole = _in_shape(draft, kind, source, root, told=True)
    if whole is None:
        return None
    table, patched = _patched(draft, kind, whole)
    checked = check(table, patched, source)
    draft.index.found += checked.diagnostics
    return checked.value


def _beside(draft: Draft, cells: Cells, kind: m.Kind) -> None:
    """Gives a kind with a thing for each combination of values the rows that variants add."""
    added = [one for one in draft.row_patches if one.kind == kind.name and isinstance(one.patch, s.AddRow)]
    if not added:
        return
    table, root = replace(table_of(kind, draft.game), total=0), Cell((), kind.span)
    done, rows = row_patches.Patched(table, root), list[Cell]()
    for one in added:
        row_patches.add_row(done, rows, one)
    draft.index.found += done.found
    table = replace(table, total=row_patches.copies(rows))
    checked = check(table, row_patches.with_rows(root, tuple(rows)), added[0].source)
    draft.index.found += checked.diagnostics
    for row in checked.value or ():
        kind.rows.append(bare(row))
        cells.fill(kind, kind.rows[-1], row.values)


def _fill(
    draft: Draft,
    cells: Cells,
    kind: m.Kind,
    parts: list[m.Kind],
    rows: tuple[Row, ...],
    own: list[m.Row],
    inner: list[list[Part]],
) -> None:
    """Gives the rows of a kind and of its parts what stands in their cells."""
    drawn = {part.name: _legend(draft, part) for part in parts if part.legend is not None}
    for number, row in enumerate(rows):
        cells.fill(kind, own[number], row.values)
        for part in parts:
            if part.lies is not None:
                part.rows += pieces.rows_of(part, row, number, draft.index.found)
            elif part.legend is None:
                for of, made, given in inner[number]:
                    if of is part:
                        cells.fill(part, made, given)
            elif (drawings := drawn[part.name]) is not None:
                part.rows += drawings.rows(row, number, _redrawn(draft, row.name))
    for drawings in drawn.values():
        draft.index.found += drawings.found[:FINDINGS_LIMIT] if drawings is not None else ()


def _redrawn(draft: Draft, row: str) -> list[RowPatch]:
    """Lists what variants change in the drawing of a row."""
    return [
        one for one in draft.row_patches if isinstance(one.patch, s.ChangeSpot) and one.patch.row.text == row
    ]


def _no_drawing(draft: Draft) -> None:
    """Reports the rows whose drawing a variant changes, and that have none."""
    drawn = [kind.parent for kind in draft.game.kinds.values() if kind.legend is not None and kind.parent]
    known = [row.name for kind in drawn for row in kind.rows]
    for one in draft.row_patches:
        if isinstance(one.patch, s.ChangeSpot) and one.patch.row.text not in known and not draft.index.lost:
            draft.index.report(
                codes.VARIANT_MISMATCH,
                f"nothing that is drawn is called `{one.patch.row.text}`",
                one.patch.row.span,
                "no drawing",
                help=variant_findings.named(one.patch.row.text, known, "drawings are"),
            )


def _legend(draft: Draft, kind: m.Kind) -> Drawings | None:
    """Reads the signs that the spaces of a kind are drawn with; without all of them no drawing can be read."""
    assert kind.legend is not None
    drawings = Drawings(draft.game, kind)
    got = draft.read_table(kind.legend, kind.table_at or kind.span)
    if isinstance(got, Diagnostic):
        draft.index.found.append(got)
        return None
    source, outcome = got
    draft.index.found += outcome.diagnostics
    if outcome.value is None:
        return None
    signs = signs_of(kind, draft.game)
    made = shaped(signs, outcome.value, source)
    draft.index.found += made.diagnostics
    if made.value is None:
        return None
    checked = check(signs, _with_signs(draft, kind, signs, made.value), source)
    draft.index.found += checked.diagnostics
    if checked.value is None or has_errors(checked.diagnostics):
        return None
    drawings.legend(checked.value)
    return drawings


def _with_signs(draft: Draft, kind: m.Kind, signs: Table, root: Cell) -> Cell:
    """Gives the table of signs with those that variants add and change."""
    rows = [*row_patches.rows_in(root)]
    done = row_patches.Patched(signs, root)
    for one in draft.row_patches:
        if one.kind == SIGNS + kind.name and isinstance(one.patch, s.PatchSign):
            (row_patches.add_row if one.patch.adds else row_patches.change_row)(done, rows, one)
    draft.index.found += done.found
    return (
        root
        if not done.found and tuple(rows) == row_patches.rows_in(root)
        else row_patches.with_rows(root, tuple(rows))
    )


def _patched(draft: Draft, kind: m.Kind, table: Cell) -> tuple[Table, Cell]:
    """Gives the table of a kind with the rows that variants add, change and remove."""
    before = row_patches.rows_in(table)
    rows = [row for row in before if not _is_removed(draft, row)]
    done = row_patches.Patched(table_of(kind, draft.game), table)
    for one in draft.row_patches:
        if one.kind != kind.name:
            continue
        match one.patch:
            case s.AddRow():
                row_patches.add_row(done, rows, one)
            case s.ChangePart():
                row_patches.change_row(done, rows, one)
            case s.AddTable(file=file, span=span):
                rows += _more_rows(draft, kind, file, span)
    draft.index.found += done.found
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


def _replaced(draft: Draft, kind: m.Kind, table: Cell) -> None:
    """Notes which rows are gone with tables that this one took the place of, and counts what there is now."""
    names = set(row_patches.names(table))
    added = {one.patch.row.text for one in draft.row_patches if isinstance(one.patch, s.AddRow)}
    for old in draft.other_tables:
        got = draft.read_table(old.file, old.declared) if old.kind == kind.name else None
        if got is None or isinstance(got, Diagnostic) or got[1].value is None:
            continue
        before = _in_shape(draft, kind, got[0], got[1].value) or got[1].value
        old.gone.update(set(row_patches.names(before)) - names - added)
        draft.index.replaced |= old.gone - draft.index.removed.keys()
        for name in old.gone:
            draft.index.removed.setdefault(name, old.span)
        if old.drop is not None:
            draft.index.found.append(_naming(old.drop, row_patches.names(before)))
        if not old.counts:
            _counted(draft, kind, row_patches.copies(row_patches.rows_in(before)), table)


def _counted(draft: Draft, kind: m.Kind, before: int, table: Cell) -> None:
    """Counts the rows of a table anew where those of the base were as many as it says."""
    total = row_patches.copies(row_patches.rows_in(table))
    if kind.total == before:
        kind.total = total
    elif kind.each_player == before:
        kind.each_player = total
    elif kind.each_parent == before:
        kind.each_parent = total


def _more_rows(draft: Draft, kind: m.Kind, file: str, at: Span) -> tuple[Cell, ...]:
    """Reads a table that a variant adds."""
    got = draft.read_table(file, at)
    if isinstance(got, Diagnostic):
        draft.index.found.append(got)
        return ()
    draft.index.found += got[1].diagnostics
    if got[1].value is None:
        return ()
    made = _in_shape(draft, kind, got[0], got[1].value, told=True)
    return row_patches.rows_in(made) if made is not None else ()


def _is_removed(draft: Draft, row: Cell) -> bool:
    """Tells whether a variant removes a row, and notes that it was found."""
    name = row.value.get("Name") if isinstance(row.value, Mapping) else None
    if name is None or name.value not in draft.index.removed_rows:
        return False
    draft.index.removed_rows[str(name.value)] = True
    return True


def _rulings(draft: Draft, d: s.Rulings) -> None:
    got = draft.read_table(d.file, d.span)
    if isinstance(got, Diagnostic):
        draft.index.found.append(got)
        return
    source, outcome = got
    draft.index.found += outcome.diagnostics
    ledger = shaped(LEDGER, outcome.value, source) if outcome.value is not None else outcome
    draft.index.found += ledger.diagnostics if ledger is not outcome else ()
    cell = ledger.value
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
        draft.game.rulings.append(ruling)
        if ruling.option is not None and ruling.option not in draft.game.options:
            if ruling.option not in draft.index.removed and not text.get("Variant"):
                draft.index.report(
                    codes.UNKNOWN_RULING,
                    f"the ruling {ruling.name} names the option `{ruling.option}`, which is not declared",
                    row.span,
                    "this ruling",
                    help=suggest.did_you_mean(ruling.option, list(draft.game.options)),
                )


def _drop_rulings(draft: Draft, cited: set[str]) -> None:
    """Leaves out the rulings whose option a variant takes away, as nobody asks any more; cited ones stay."""
    draft.game.rulings = [
        one
        for one in draft.game.rulings
        if one.option not in draft.index.removed or f"ruling {one.name}" in cited
    ]


def _marks(draft: Draft) -> None:
    """Reports the marks that name no ruling of any ledger."""
    known = {ruling.name for ruling in draft.game.rulings}
    for decl in draft.game.declarations():
        if decl.ruling is not None and decl.ruling not in known:
            draft.index.report(
                codes.UNKNOWN_RULING,
                f"the ledger has no ruling {decl.ruling}",
                decl.name_span,
                "cites it",
                help=suggest.did_you_mean(decl.ruling, sorted(known)),
            )


def _spaces_of_board(kind: m.Kind) -> m.Board | None:
    """Gives the board whose picture makes the spaces of a kind; None where a table or a drawing makes them."""
    board = kind.board
    made = (
        board is not None
        and kind is board.space
        and not board.is_map
        and not board.layout
        and kind.file is None
        and kind.legend is None
        and not kind.listed
        and (kind.each_player is None or board.each_player)
    )
    return board if made else None


def _bare(kind: m.Kind, parts: list[m.Kind], rows: tuple[Row, ...]) -> tuple[list[m.Row], list[list[Part]]]:
    """Makes the rows of a kind and of its parts, with nothing in their cells yet."""
    kind.rows = [bare(row) for row in rows]
    listed = [part for part in parts if part.legend is None and part.lies is None]
    inner = [
        [(part, *one) for part in listed for one in bare_parts(part, row, number)]
        for number, row in enumerate(rows)
    ]
    for part in listed:
        part.rows = [made for one in inner for of, made, _ in one if of is part]
    return kind.rows, inner


def _naming(drop: Diagnostic, rows: Sequence[str]) -> Diagnostic:
    """Names rows that are dropped, the first ones at most."""
    shown = list(rows[:_SHOWN])
    if len(rows) > _SHOWN:
        shown[-1:] = [f"{len(rows) - _SHOWN + 1} more"]
    return replace(drop, message=f"{drop.message}: {', '.join(shown)}" if shown else drop.message)
