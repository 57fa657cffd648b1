"""What a page asks of a text: what a name means, what may come next, and the rest that `language` answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, assert_never

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Edit, has_errors
from gekido_dsl.files import LIBRARY_PREFIX
from gekido_dsl.format import format
from gekido_dsl.grammar.lexer import pieces
from gekido_dsl.language import grid
from gekido_dsl.language.cells import complete_cell
from gekido_dsl.language.colours import colours
from gekido_dsl.language.completion import complete
from gekido_dsl.language.hover import Notes
from gekido_dsl.language.mentions import Mention, Mentions
from gekido_dsl.language.outline import Symbol, outline, outline_of_table
from gekido_dsl.language.renaming import Refused as NotRenamed
from gekido_dsl.language.renaming import applied, rename
from gekido_dsl.language.sheet_grid import add_sheet_row, complete_sheet_cell, set_sheet_cell, sheet_grid
from gekido_dsl.source import Source, Span, is_sheet, is_table
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.studio.text_positions import code_point, place, units
from gekido_dsl.tables import columns as t
from gekido_dsl.tables.cells import Cell
from gekido_dsl.tables.columns import Table, expected, param_type
from gekido_dsl.templates.variant import row_like

_RULES: Final = ".gdl"


class LanguageAnswers:
    """Answers for one ruleset as it stands."""

    def __init__(self, drafts: Drafts) -> None:
        """Begins with nothing read."""
        self._drafts = drafts
        self._notes = Notes()
        self._made: Compilation | None = None
        self._mentions: Mentions | None = None
        self._good: Mentions | None = None

    def renew(self, made: Compilation) -> None:
        """Takes up the newest text; what its names mean is worked out when it is asked for."""
        self._made, self._mentions = made, None

    @property
    def mentions(self) -> Mentions:
        """What the names of the ruleset mean."""
        if self._mentions is None:
            self._mentions = Mentions(self._made or self._drafts.compilation())
            if self._mentions.game is not None:
                self._good = self._mentions
        return self._mentions

    def _asked(self, asked: Mapping[str, Any]) -> tuple[Source, int]:
        name = asked.get("name")
        if not isinstance(name, str):
            raise Refused("Name a file.")
        source = self._drafts.source(name)
        return source, code_point(source.text, asked.get("at"))

    def _at(self, asked: Mapping[str, Any]) -> Mention | None:
        source, at = self._asked(asked)
        return self.mentions.at(source.name, at)

    # ------------------------------------------------------------ names

    def hover(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Says what a name or a word means."""
        found = self._at(asked)
        source, at = self._asked(asked)
        if found is not None:
            note = self._notes.of_name(self.mentions, found)
        else:
            note = self._notes.of_word(source, at) if source.name.endswith(_RULES) else None
        return {} if note is None else {"text": note.text, **place(note.span)}

    def definition(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Finds where a name is declared, or a file that is named in quotes."""
        found = self._at(asked)
        if found is None:
            return self._file_at(asked)
        cells = self.mentions.cells_of(found.key) if found.declares else []
        span = cells[0].span if cells else self.mentions.place(found.key)
        return place(span) if span is not None else {}

    def _file_at(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        source, at = self._asked(asked)
        for piece in pieces(source.text) if source.name.endswith(_RULES) else ():
            if piece.kind == "string" and piece.start <= at <= piece.end:
                got = self._drafts.read(piece.text.strip('"'), source.name)
                return place(Span(got, 0, 0)) if isinstance(got, Source) else {}
        return {}

    def uses(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists where a name stands."""
        found = self._at(asked)
        return {"places": [place(one.span) for one in self.mentions.of(found.key)] if found else []}

    def rename(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Gives the changes that call something by another name.

        Raises:
            Refused: it cannot be called so.
        """
        found, new = self._at(asked), asked.get("to")
        if found is None or not isinstance(new, str):
            raise Refused("There is no name here.")
        edits = rename(self.mentions, found.key, new)
        if isinstance(edits, NotRenamed):
            raise Refused(f"{edits.why[:1].upper()}{edits.why[1:]}.")
        texts = dict(self._drafts.texts)
        for name in {one.span.source.name for one in edits}:
            here = [one for one in edits if one.span.source.name == name]
            texts[name] = applied(here[0].span.source.text, here)
        if self.mentions.game is not None and has_errors(self._drafts.compilation(texts).diagnostics):
            raise Refused("With this name the ruleset would have an error.")
        return {"edits": [{**place(one.span), "text": one.replacement} for one in edits]}

    # ------------------------------------------------------------ writing

    def complete(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists what may stand at a place."""
        source, at = self._asked(asked)
        known = self.mentions
        if known.game is None and self._good is not None:
            known = self._good  # as the text was a moment ago
        rules = source.name.endswith(_RULES)
        in_table = complete_sheet_cell if is_sheet(source.name) else complete_cell
        found = complete(source, at, known) if rules else in_table(source, at, known)
        return {
            "start": units(source.text, found[0].start) if found else units(source.text, at),
            "options": [
                {"label": one.label or one.text, "detail": one.what, "text": one.text} for one in found[:300]
            ],
        }

    def format(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Gives a text in the one standard layout.

        Raises:
            Refused: it has none.
        """
        source, _ = self._asked(asked)
        if not source.name.endswith(_RULES):
            raise Refused("Only rules have a standard layout.")
        made = format(source).value
        if made is None:
            raise Refused("A text with mistakes cannot be laid out.")
        return {"text": made}

    # ------------------------------------------------------------ whole files

    def outline(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists what a file has in it."""
        source, _ = self._asked(asked)
        made = outline(source) if source.name.endswith(_RULES) else outline_of_table(source)
        return {"symbols": [_symbol(one) for one in made]}

    def tokens(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Lists the pieces of a text that have a colour."""
        source, _ = self._asked(asked)
        if not source.name.endswith(_RULES):
            return {"tokens": []}
        counts = _Counts(source.text)
        return {
            "tokens": [
                [counts.units(one.start), counts.units(one.end), one.colour, one.declares]
                for one in colours(source, self._mentions or self._good)
            ]
        }

    # ------------------------------------------------------------ tables

    def cells(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Gives a table as columns and rows, with what each column may hold and where each cell stands."""
        source, root, tables = self._table(asked)
        found = sheet_grid(root, tables) if is_sheet(source.name) else grid.grid(root, tables)
        where = {column.name: number for number, column in enumerate(found.columns)}
        rows = []
        for row in found.rows:
            cells: list[dict[str, Any] | None] = [None] * len(found.columns)
            for name, cell in row.cells.items():
                cells[where[name]] = {**_lines(cell.span), "text": cell.text, "one_line": cell.one_line}
            rows.append({**_lines(row.span), "cells": cells})
        columns = [
            {
                "name": one.name, "required": one.required, "text": one.text or "",
                "says": expected(one.type) if one.type is not None else "", "type": _type(one.type),
            }
            for one in found.columns
        ]  # fmt: skip
        own = self._drafts.own and not source.name.startswith(LIBRARY_PREFIX)
        return {
            "name": source.name, "columns": columns, "rows": rows, "own": own,
            "can_add": bool(tables) and self._drafts.own, "into": "" if own else self._drafts.main,
        }  # fmt: skip

    def set_cell(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Gives the changes that write a cell anew; comments and layout stay.

        Raises:
            Refused: there is no such row, or the cell cannot be written in one line.
        """
        row, column, text = asked.get("row"), asked.get("column"), asked.get("text")
        if not isinstance(row, int) or isinstance(row, bool):
            raise Refused("row is a number from 0.")
        if not isinstance(column, str) or not isinstance(text, str) or not column.strip():
            raise Refused("column and text are texts.")
        return self._written(
            lambda source, root, tables: (
                set_sheet_cell(source, root, row, column, text)
                if is_sheet(source.name)
                else grid.set_cell(source, root, tables, row, column, text)
            ),
            asked,
        )

    def add_row(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Gives the changes that put a row at the end of a table, and where it is shown.

        A row of a table that is only read goes into the rules of the variant, made like one that the table has.

        Raises:
            Refused: no kind is read from it.
        """
        title = asked.get("title")
        if not isinstance(title, str) or not title.strip():
            raise Refused("title is the name of the new row.")
        source, _ = self._asked(asked)
        if source.name.startswith(LIBRARY_PREFIX):
            return self._added_by_variant(source, title.strip(), asked.get("like"))
        return self._written(
            lambda source, root, tables: (
                *(
                    add_sheet_row(source, root, tables, title.strip())
                    if is_sheet(source.name)
                    else grid.add_row(source, root, tables, title)
                ),
                *_one_more(tables),
            ),
            asked,
        )

    def _added_by_variant(self, source: Source, title: str, like: object) -> dict[str, Any]:
        made = self._made or self._drafts.compilation()
        if not self._drafts.own:
            raise Refused("This game is only read here; make it yours first.")
        if made.game is None:
            raise Refused("The rules have errors; mend them first.")
        if any(sign in title for sign in '"#:,\n'):
            raise Refused("A name has letters, digits and spaces.")
        kind = next(iter(grid.kinds_in(made, source.name)), None)
        if kind is None or not kind.rows:
            raise Refused("No kind of this game is read from this table.")
        names = [one.name for one in kind.rows]
        if title in names:
            raise Refused(f"There is a {title} already.")
        main = self._drafts.source(self._drafts.main)
        number = names.index(like) if isinstance(like, str) and like in names else 0
        end = len(main.text.rstrip())
        text = f"\n\n{row_like(made.game, kind, number, title)}"
        edit = {**place(Span(main, end, len(main.text))), "text": text}
        return {"edits": [edit], "shows": {"name": main.name, "line": main.text[:end].count("\n") + 3}}

    def _written(
        self, change: Callable[[Source, Cell | None, list[Table]], Sequence[Edit]], asked: Mapping[str, Any]
    ) -> dict[str, Any]:
        try:
            found = change(*self._table(asked))
        except grid.NotWritten as error:
            raise Refused(f"{str(error)[:1].upper()}{str(error)[1:]}.") from error
        return {"edits": [{**place(one.span), "text": one.replacement} for one in found]}

    def _table(self, asked: Mapping[str, Any]) -> tuple[Source, Cell | None, list[Table]]:
        source, _ = self._asked(asked)
        if not is_table(source.name):
            raise Refused(f"{source.name} is no table.")
        made = self._made or self._drafts.compilation()
        return source, self._drafts.known.parse_table(source).value, grid.tables_in(made, source.name)

    @property
    def answers(self) -> dict[str, Callable[[Mapping[str, Any]], dict[str, Any]]]:
        """What can be asked, by its name."""
        return {
            "hover": self.hover, "definition": self.definition, "uses": self.uses, "rename": self.rename,
            "complete": self.complete, "format": self.format, "outline": self.outline, "tokens": self.tokens,
            "cells": self.cells, "set_cell": self.set_cell, "add_row": self.add_row,
        }  # fmt: skip


def _one_more(tables: Sequence[Table]) -> list[Edit]:
    """Has the rules say one more where they say how many things a table lists: a new row is one of them."""
    at = {one.declared_at for one in tables if one.total is not None and one.declared_at is not None}
    return [
        Edit(span, str(int(span.text) + 1))
        for span in at
        if span.text.isdecimal() and not span.source.name.startswith(LIBRARY_PREFIX)
    ]


class _Counts:
    """Counts UTF-16 units from one place to the next, as places come in order."""

    def __init__(self, text: str) -> None:
        self._text, self._at, self._units = text, 0, 0

    def units(self, at: int) -> int:
        if at < self._at:
            return units(self._text, at)
        self._units += units(self._text[self._at : at], at - self._at)
        self._at = at
        return self._units


def _symbol(one: Symbol) -> dict[str, Any]:
    return {
        "title": one.name,
        "kind": one.word,
        **place(one.span),
        "inside": [_symbol(each) for each in one.parts],
    }


def _lines(span: Span) -> dict[str, Any]:
    """Says where something stands in a file that is known, and in which lines."""
    at = place(span)
    last = at["line"] + span.text.rstrip().count("\n")
    return {"start": at["start"], "end": at["end"], "line": at["line"], "last": last}


def _type(kind: t.ColumnType | None) -> dict[str, Any]:
    """Says what a cell may hold, as data."""
    match kind:
        case t.IntColumn(low=low, high=high):
            return {"kind": "number", "low": low, "high": high}
        case t.TextColumn(most=most):
            return {"kind": "text", "most": most}
        case t.BoolColumn():
            return {"kind": "yes_no", "values": ["true", "false"]}
        case t.ChoiceColumn(values=values, optional=optional):
            return {"kind": "choice", "values": [*values, *["none"] * optional], "open": not values}
        case t.EffectColumn(effects=effects, optional=optional):
            taken = {one.name: [_type(param_type(each)) for each in one.params] for one in effects}
            return {"kind": "effect", "values": [*taken, *["none"] * optional], "takes": taken}
        case t.ListColumn(most=most, item=item):
            return {"kind": "list", "most": most, "of": _type(item)}
        case t.MapColumn(keys=keys, item=item, partly=partly):
            return {"kind": "map", "keys": list(keys), "of": _type(item), "all_keys": not partly}
        case t.RowsColumn(columns=columns, most=most):
            inner = [{"name": one.name, "type": _type(one.type)} for one in columns]
            return {"kind": "rows", "most": most, "columns": inner}
        case t.DrawingColumn():
            return {"kind": "drawing"}
        case None:
            return {"kind": "any"}
        case _:
            assert_never(kind)
