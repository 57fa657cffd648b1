"""A variant becomes a whole game: its patches are applied to the declarations of its base.

Works on what is written, before any name is resolved, so that the result is checked like a game that was written in
one piece.

Invariants:
    A patch names something of the base; what does not exist is reported, with the nearest that does.
    Nothing of the base is dropped without a word that says so: `replace` or `remove`.
    What a variant removes is remembered, so that everything that still refers to it can be listed.
    A declaration into which lines are put is read once, however many patches there are.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Final

from gekido_dsl.diagnostics import Code, Diagnostic, Label, codes, suggest
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.model import merging, stale_text, variant_sides
from gekido_dsl.model import written as w
from gekido_dsl.model.blame import Cause, names_in_lines
from gekido_dsl.model.english import plural
from gekido_dsl.model.variant_findings import PLACES, drops, drops_rows, unclear
from gekido_dsl.model.variant_lines import Lines, begins, said
from gekido_dsl.model.variant_parts import SIGNS, OtherTable, RowPatch, Touch
from gekido_dsl.model.variant_weave import beside_lines, put_in
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.syntax.parse import FINDINGS_LIMIT, LINES_LIMIT
from gekido_dsl.syntax.splice import Texts

_FACTS: Final = {s.SHEET: ("players", "each player has"), s.TABLE: ("the game", "the game has")}
"""What keeps the facts of players and of the game: whose they are, and how that is written."""
PATCHES_LIMIT: Final = 1_000
"""How many changes a variant may have."""


def _redrawn(base: s.Declaration, changed: s.Declaration) -> bool:
    """Tells whether a board is given another picture, where nothing but the picture stands below it."""
    if not isinstance(base, s.Board) or not isinstance(changed, s.Board):
        return False
    return bool(base.drawing and changed.drawing) and not (base.layout or base.listed or base.sides)


def _one_line(declaration: s.Declaration) -> bool:
    """Tells whether a declaration may be said in a line: then a change says all of it, and nothing is lost."""
    return isinstance(declaration, s.Definition | s.Property | s.Amount)


def _unnumbered(line: Line) -> str:
    """Gives a line with its numbers left out: where nothing else differs, a change of it loses nothing."""
    said = " ".join(piece.text for piece in line.pieces).removeprefix("change ")
    return re.sub(r"(?<![\w-])\d+(?![\w-])", "", said)


def _more_facts(written: w.Written, name: s.Name) -> s.AddLines:
    """Gives what `each player has` means where the base has facts of players, too: more of them."""
    section = s.Section(name.span, "kind", name)
    return s.AddLines(written.declaration.span, section, None, (), written.lines[1:])


class Patched:
    """A base with the patches of one or more variants."""

    def __init__(self, base: Sequence[w.Written], found: list[Diagnostic]) -> None:
        self.removed: dict[str, Span] = {}
        """Every name that is removed, and where."""
        self.removed_rows: set[str] = set()
        """The names that are removed and no declaration: they are rows of tables."""
        self.rows: list[RowPatch] = []
        self.tables: list[OtherTable] = []
        self.touches: list[Touch] = []
        self.causes: list[Cause] = []
        self.lost: set[str] = set()
        """Names in lines that were put in and could not be read."""
        self.woven: list[list[tuple[Source, Line]]] = []
        """The lines of each declaration that lines were put into, with the text that each is from."""
        self._found = found
        self._texts = Texts()
        self._parts = [
            w.Part(one.declaration, one)
            for one in base
            if not isinstance(one.declaration, s.Scenario | s.Claim)
        ]
        self._game = ""
        self._sides: Span | None = None
        """Where players are given sides that the base does not have."""

    def apply(self, game: str, variant: Sequence[w.Written]) -> None:
        """Applies the patches of a variant and adds its own declarations.

        Args:
            game: the file of the variant.
        """
        self._game = game
        self._parts = [one for one in self._parts if not isinstance(one.node, s.Scenario | s.Claim)]
        patches = 0
        for written in variant:
            self._first = w.first_line(written)
            patches += isinstance(written.declaration, s.Patch)
            if patches > PATCHES_LIMIT:
                self._report(
                    codes.TOO_LARGE,
                    f"a variant has at most {PATCHES_LIMIT:,} changes",
                    self._first,
                    "one too many",
                    "replace whole declarations",
                )
                break
            match written.declaration:
                case s.Remove(names=names):
                    for name in names:
                        self._remove(name)
                case s.Change(how=how, declaration=inner):
                    self._change(written, how, inner)
                case s.AddLines() | s.RemoveLine() | s.ChangePart() as patch:
                    self._patch_lines(written, patch)
                case s.AddValues() as patch:
                    self._add_values(written, patch)
                case s.AddRow(kind=kind) | s.AddTable(kind=kind) as patch:
                    self._patch_row(written, patch, kind)
                case s.AddToField() as patch:
                    self._add_to_field(written, patch)
                case s.ChangeSpot() as patch:
                    self._change_spot(written, patch)
                case s.PatchSign() as patch:
                    self._patch_sign(written, patch)
                case s.ReplaceTable() as patch:
                    self._replace_table(written, patch)
                case s.Game() | s.Edition() as declaration:
                    self._head(written, declaration)
                case s.Turn() | s.Setup() | s.Aim() | s.Position() as declaration:
                    self._only_one(written, declaration)
                case s.Kind(name=name) if name.text in _FACTS and self._kind(name.text) is not None:
                    self._patch_lines(written, _more_facts(written, name))
                case _:
                    self._parts.append(w.Part(written.declaration, written))

    @property
    def all_causes(self) -> list[Cause]:
        """What may be the cause of a finding; rows that are gone are known once tables are read."""
        gone = [Cause(one.span, dropped=frozenset(one.gone)) for one in self.tables if one.gone]
        return [*self.causes, *gone]

    def finish(self) -> list[w.Written]:
        """Reads what lines were put into, and gives every declaration of the game."""
        made = []
        if self._sides is not None:
            self._found += variant_sides.check(self._sides, self._parts, self._texts)
        for part in self._parts:
            node = part.node
            if part.lines is not None:
                if len(part.lines) > LINES_LIMIT:
                    self._report(
                        codes.TOO_LARGE,
                        f"a declaration may have at most {LINES_LIMIT:,} lines",
                        w.first_line(part.written),
                        "has more with what is added",
                        "keep what is alike in a table, or split it",
                    )
                    self.lost.add(w.name_of(part.node) or "")
                    continue
                self.woven.append([self._texts.taken_back(line) for line in part.lines])
                node = self._texts.read(part.lines, self._found, self.lost, FINDINGS_LIMIT)
                for edit in part.edits if node is not None else ():
                    node = edit.beside(node)
            own = part.written
            told = [one for one in stale_text.texts(own.source, own.lines) if one[0] in w.told(node)]
            for gone, span in part.numbers:
                self._found += stale_text.stale(gone, told, span)
            if node is not None:
                made.append(replace(part.written, declaration=node))
        return made

    # ------------------------------------------------------------ whole declarations

    def _head(self, written: w.Written, declaration: s.Game | s.Edition) -> None:
        """Puts the head of the variant in the place of the base's; what it does not say stays."""
        bases = [one.node for one in self._parts if type(one.node) is type(declaration)]
        self._parts = [one for one in self._parts if type(one.node) is not type(declaration)]
        if isinstance(declaration, s.Game):
            for line in declaration.lines:
                if not isinstance(line, s.SourceLine):
                    self._touch("the game", type(line).__name__, line.span)
            games = [one for one in bases if isinstance(one, s.Game)]
            self._sides = self._sides or variant_sides.given(games, declaration)
            declaration = merging.head(games, declaration)
        self._parts.append(w.Part(declaration, written))

    def _only_one(self, written: w.Written, declaration: s.Declaration) -> None:
        """Takes what a game has once; where the base has it, it has to be said that it is replaced."""
        meant = [one for one in self._parts if type(one.node) is type(declaration)]
        if meant:
            self._found.append(drops(self._first, "", meant[0]))
            self._cause([meant[0]], meant[0].written.lines, written.lines)
            self._parts.remove(meant[0])
        self._parts.append(w.Part(declaration, written))

    def _remove(self, name: s.Name) -> None:
        text = name.text
        gone = [one for one in self._parts if w.name_of(one.node) == text or w.excepts(one.node, text)]
        self._parts = [one for one in self._parts if one not in gone]
        narrowed = [one for one in self._parts if one.without(text)]
        inside = any(
            piece.text == text
            for one in self._parts
            if one.lines is not None
            for line in one.lines
            for piece in line.pieces
        )
        if not gone and not narrowed and not inside:
            self.removed_rows.add(text)
        self.removed[text] = name.span
        lines = [line for one in gone for line in one.written.lines]
        self.causes.append(Cause(name.span, dropped=frozenset({text} | names_in_lines(lines))))
        for one in gone:
            self._touch(w.called(one.node), "", name.span)
        for one in narrowed:
            self._touch(w.called(one.node), text, name.span)
        if not gone and not narrowed:
            self._touch(text, "", name.span)

    def _change(self, written: w.Written, how: str, inner: s.Declaration) -> None:
        name = w.name_of(inner)
        alike = [
            one
            for one in self._parts
            if type(one.node) is type(inner) and not isinstance(one.node, s.Exception_)
        ]
        meant = [one for one in alike if w.key_of(one.node) == w.key_of(inner)]
        if len(meant) > 1 and name is None:
            self._found.append(unclear(inner.span, meant))
        elif meant:
            part = meant[0]
            if isinstance(inner, s.NamedNumber) and isinstance(part.node, s.NamedNumber):
                inner = replace(inner, once=max(part.node.once, part.node.number))
            place = self._parts.index(part)
            what = w.called(inner)
            if how == "replace":
                self._touch(what, "", inner.span)
                rest = self._parts[place + 1 :]
                gone = [one for one in rest if name is not None and w.excepts(one.node, name)]
                lines = [line for one in gone for line in one.written.lines]
                self._cause([part, *gone], [*(part.lines or part.written.lines), *lines], written.lines)
                if isinstance(inner, s.Kind):
                    self._other_table(part.node, self._first, inner.total is not None)
                rest = [one for one in rest if one not in gone]
                self._parts = [*self._parts[:place], w.Part(inner, written), *rest]
                return
            base = part.lines or part.written.lines
            alone = len(written.lines) == len(base) == 1
            same = alone and (_one_line(inner) or _unnumbered(written.lines[0]) == _unnumbered(base[0]))
            if same or _redrawn(part.node, inner):
                self._touch(what, "", inner.span)
                self._cause([part], part.lines or part.written.lines, written.lines)
                self._parts[place] = w.Part(inner, written)
                return
            if not self._merges(part, inner, written):
                self._parts[place] = w.Part(inner, written)
                return
            if isinstance(inner, s.Kind) and merging.has_other_table(part.node, inner):
                drop = drops_rows(self._first, part, inner)
                self._other_table(part.node, self._first, inner.total is not None, drop)
            part.edit(
                partial(merging.merge, change=inner),
                lambda lines: put_in(lines, self._placed(written.lines, written)),
                partial(merging.merge, change=beside_lines(inner)),
            )
            self._numbers_of(part, written)
            self._cause([part], (), written.lines)
            for key, span in merging.parts_of(inner):
                self._touch(what, key, span)
        elif isinstance(inner, s.Kind) and inner.name.text in _FACTS:
            self._no_facts(inner)
        else:
            self._missing(name, inner.span, alike if name is None else self._parts, "`replace` or `change`")

    def _no_facts(self, inner: s.Kind) -> None:
        """Reports a change of facts of players or of the game that the base has not."""
        whose, head = _FACTS[inner.name.text]
        kinds = [one.node for one in self._parts if isinstance(one.node, s.Kind)]
        wanted = {field.name.text for field in inner.fields}
        owner = next((kind for kind in kinds if wanted & {field.name.text for field in kind.fields}), None)
        self._report(
            codes.VARIANT_MISMATCH,
            f"{whose} of the base {'has' if head == 'the game has' else 'have'} no facts of their own",
            self._first,
            "nothing to change",
            f"write `{head}` without `change`"
            if owner is None
            else f"`{next(f.name.text for f in owner.fields if f.name.text in wanted)}` is a fact of "
            f"`{owner.name.text}`: write `change kind {owner.name.text}`",
        )

    def _merges(self, part: w.Part, inner: Any, written: w.Written) -> bool:
        """Tells whether a change keeps what it does not name; one that would drop it is reported."""
        match inner:
            case s.Kind() if inner.listed and (part.node.rows is not None or not part.node.listed):
                self._found.append(drops(self._first, "change", part))
                return False
            case s.Kind() | s.Patterns() | s.Die() | s.NamedNumber():
                return True
            case s.Phase() if not inner.body:
                return True
            case s.Turn() if (inner.together, inner.first) == (part.node.together, part.node.first):
                return True
            case _:
                self._found.append(drops(self._first, "change", part))
                return False

    # ------------------------------------------------------------ lines

    def _patch_lines(self, written: w.Written, patch: s.AddLines | s.RemoveLine | s.ChangePart) -> None:
        section = patch.section
        if isinstance(patch, s.ChangePart) and not section.word and section.name is not None:
            kind = self._kind(section.name.text)
            if kind is not None:
                self._patch_row(written, patch, section.name)
                return
        if isinstance(patch, s.AddLines) and self._begins(written, patch):
            return
        part = self._section(section)
        if part is None:
            return
        what = w.called(part.node)
        if isinstance(patch, s.RemoveLine) and patch.whole:
            self._touch(what, "", patch.part.span)
            self._cause([part], part.lines or part.written.lines, ())
            self._parts.remove(part)
            return
        if part.lines is None:
            own = part.written
            own_lines = self._placed(own.lines, own)
            if own_lines[0].pieces[0].text in ("replace", "change"):
                own_lines[0] = replace(own_lines[0], pieces=own_lines[0].pieces[1:])
            part.open(own_lines)
        lines = Lines(self._texts, part.lines or [], self._found)
        match patch:
            case s.AddLines(spot=spot):
                lines.add(self._placed(patch.lines, written), spot)
                line = spot.line if spot is not None else None
                self._touch(
                    what, line.text if line is not None else "its lines", patch.section.span, adds=True
                )
            case s.ChangePart(part=named):
                lines.change(named, self._placed(patch.lines, written))
                self._touch(what, named.text, named.span)
            case s.RemoveLine(part=named):
                lines.remove(named)
                self._touch(what, named.text, named.span)
        self._cause([part], lines.gone, lines.come)
        part.numbers.append((stale_text.numbers(lines.gone) - stale_text.numbers(lines.come), self._first))

    def _begins(self, written: w.Written, patch: s.AddLines) -> bool:
        """Adds a set-up, or facts of players or of the game, where the base has none to add them to."""
        section = patch.section
        name = section.name.text if section.name is not None else ""
        if section.word == "setup":
            lacks = not any(isinstance(one.node, s.Setup) for one in self._parts)
        else:
            lacks = name in _FACTS and self._kind(name) is None
        if not lacks or patch.spot is not None:
            return False
        first = replace(written.lines[0], pieces=written.lines[0].pieces[len(("add", "to")) :])
        lines = self._placed([first, *patch.lines], written)
        node = self._texts.read(lines, self._found, self.lost, FINDINGS_LIMIT)
        if node is not None:
            self._parts.append(w.Part(node, written, lines))
        return True

    def _placed(self, lines: Sequence[Line], written: w.Written) -> list[Line]:
        """Gives lines of a declaration with offsets that tell which text they are from."""
        return self._texts.place(lines, written.source, written.renamed)

    def _section(self, section: s.Section) -> w.Part | None:
        """Finds the declaration that a patch speaks of, or reports that there is none or more than one."""
        meant = [one for one in self._parts if w.is_meant(one, section)]
        if len(meant) == 1:
            return meant[0]
        if meant:
            self._found.append(unclear(section.span, meant))
        else:
            name = section.name.text if section.name is not None else None
            sort = w.SORTS.get(section.word, s.Place)
            alike = [one for one in self._parts if not section.word or type(one.node) is sort]
            if name is None and section.text is not None:
                self._report(
                    codes.VARIANT_MISMATCH,
                    f"no declaration of the base begins with `{section.text}`",
                    section.span,
                    "nothing to change",
                    self._first_lines(section.text)
                    or self._inner_lines(section.text)
                    or "copy the beginning of its first line from the base",
                )
            else:
                self._missing(name, section.span, alike, "`add`, `change` or `remove`")
        return None

    def _inner_lines(self, text: str) -> str | None:
        """Names the declaration in which a line begins so."""
        holders = [one for one in self._parts if any(begins(line, text) for line in one.written.lines[1:])]
        if len(holders) != 1:
            return None
        first = said(holders[0].written.lines[0].pieces).rstrip(":")
        name = w.called(holders[0].node) if w.name_of(holders[0].node) is not None else f'"{first}"'
        return f'that line stands further in: `"{text}" of {name}`'

    def _first_lines(self, text: str) -> str | None:
        """Names the declarations whose first line begins nearly so."""
        firsts = [said(one.written.lines[0].pieces) for one in self._parts if one.written.lines]
        words = len(text.split())
        return suggest.did_you_mean(text, [" ".join(one.split()[:words]).rstrip(":,") for one in firsts])

    def _add_values(self, written: w.Written, patch: s.AddValues) -> None:
        sort = w.SORTS[patch.word]
        alike = [one for one in self._parts if type(one.node) is sort]
        meant = [one for one in alike if w.name_of(one.node) == patch.name.text]
        if not meant:
            self._missing(patch.name.text, patch.name.span, alike, "`add to`")
            return
        if isinstance(meant[0].node, s.Values) and bool(meant[0].node.glyphs) != bool(patch.glyphs):
            drawn = bool(meant[0].node.glyphs)
            self._report(
                codes.VARIANT_MISMATCH,
                f"the values of `{patch.name.text}` are {'' if drawn else 'not '}drawn as signs",
                patch.span,
                "these are not" if drawn else "these are",
                "write `drawn as` and a sign for each after them" if drawn else "leave out `drawn as`",
                Label(meant[0].node.name.span, "the list"),
            )
            return
        meant[0].edit(lambda node: merging.with_values(node, patch))
        self._cause(meant, (), written.lines)
        self._touch(w.called(meant[0].node), "its values", patch.span, adds=True)

    def _add_to_field(self, written: w.Written, patch: s.AddToField) -> None:
        """Adds values to those that a field lists in place."""
        kind = self._kind(patch.kind.text)
        if kind is None:
            known = [one.node.name.text for one in self._parts if isinstance(one.node, s.Kind)]
            self._report(
                codes.VARIANT_MISMATCH,
                f"the base has no kind of things called `{patch.kind.text}`",
                patch.kind.span,
                "nothing to add to",
                suggest.did_you_mean(patch.kind.text, known),
            )
            return
        fields = {one.name.text: one for one in kind.fields}
        found = fields.get(patch.field.text)
        if found is None or not isinstance(found.type, s.ValuesType):
            lists = [name for name, one in fields.items() if isinstance(one.type, s.ValuesType)]
            listed = ", ".join(f"`{name}`" for name in lists)
            named = isinstance(getattr(getattr(found, "type", None), "name", None), s.Name)
            self._report(
                codes.VARIANT_MISMATCH,
                f"`{patch.field.text}` of `{kind.name.text}` "
                + ("is not declared" if found is None else "lists no values in place"),
                patch.field.span,
                "nothing to add to",
                f"`add to values {found.type.name.text}: ...`"  # type: ignore[union-attr]
                if named
                else f"these do: {listed}"
                if lists
                else "values are listed in a field, as in `Colour: Red or Green`",
                *([] if found is None else [Label(found.span, "declared here")]),
            )
            return
        part = next(one for one in self._parts if one.node is kind)
        part.edit(partial(merging.with_members, field=patch.field.text, members=patch.members))
        self._cause([part], (), written.lines)
        self._touch(w.called(kind), patch.field.text, patch.span, adds=True)

    # ------------------------------------------------------------ rows

    def _kind(self, name: str) -> s.Kind | None:
        """Finds a kind by its name or plural."""
        kinds = (one.node for one in self._parts if isinstance(one.node, s.Kind))
        return next((one for one in kinds if name in (one.name.text, plural(one.name.text))), None)

    def _table(self, name: s.Name, *, adds: bool = False) -> s.Kind | None:
        """Finds a kind that has a table, or reports that there is none; to a thing for each value more are added."""
        kind = self._kind(name.text)
        if kind is None:
            known = [plural(one.node.name.text) for one in self._parts if isinstance(one.node, s.Kind)]
            self._report(
                codes.VARIANT_MISMATCH,
                f"the base has no kind of things called `{name.text}`",
                name.span,
                "no such table",
                suggest.did_you_mean(name.text, known) or "rows are added to kinds that have a table",
            )
            return None
        combined = adds and kind.total is not None and bool(kind.total.each)
        if not combined and (kind.rows is None or kind.rows.file is None):
            self._report(
                codes.VARIANT_MISMATCH,
                f"`{kind.name.text}` has no table",
                name.span,
                "no rows to add to or to change",
                f"write how many there are: `change kind {kind.name.text}, ... of them`",
                Label(kind.name.span, "declared here"),
            )
            return None
        return kind

    def _patch_row(
        self, written: w.Written, patch: s.AddRow | s.AddTable | s.ChangePart, name: s.Name
    ) -> None:
        kind = self._table(name, adds=isinstance(patch, s.AddRow))
        if kind is None:
            return
        self._cause([], (), written.lines)
        if isinstance(patch, s.AddRow) and not patch.lines:
            return  # reported where it is read; no column of it is missed until something stands there
        self.rows.append(RowPatch(patch, kind.name.text, written.source, written.renamed))
        match patch:
            case s.AddRow(row=row):
                self._touch(row.text, "", row.span)
            case s.ChangePart(part=row, lines=lines):
                for line in lines:
                    cell = " ".join(piece.text for piece in line.pieces).split(" :")[0]
                    self._touch(row.text, cell, Span(written.source, line.start, line.end))
            case _:
                pass

    def _change_spot(self, written: w.Written, patch: s.ChangeSpot) -> None:
        """Changes what is drawn on a space of a row; which kind the row is of, tables tell."""
        self._cause([], (), written.lines)
        if patch.lines:
            self.rows.append(RowPatch(patch, "", written.source, written.renamed))
        self._touch(patch.row.text, patch.spot.text, patch.spot.span)

    def _patch_sign(self, written: w.Written, patch: s.PatchSign) -> None:
        """Adds a sign to those that spaces are drawn with, or changes what one means."""
        kind = self._kind(patch.kind.text)
        if kind is None or kind.rows is None or kind.rows.signs is None:
            drawn = [
                one.node.name.text
                for one in self._parts
                if isinstance(one.node, s.Kind)
                and one.node.rows is not None
                and one.node.rows.signs is not None
            ]
            listed = ", ".join(f"`{name}`" for name in drawn)
            self._report(
                codes.VARIANT_MISMATCH,
                f"the base draws nothing called `{patch.kind.text}` with signs",
                patch.kind.span,
                "no signs",
                f"signs have: {listed}" if drawn else "signs belong to a kind that is `drawn as` a column",
            )
            return
        self._cause([], (), written.lines)
        if patch.lines:
            name = kind.name.text
            self.rows.append(RowPatch(patch, SIGNS + name, written.source, written.renamed))
        self._touch(f"{SIGNS}{kind.name.text}", patch.sign.text, patch.sign.span)

    def _replace_table(self, written: w.Written, patch: s.ReplaceTable) -> None:
        """Puts a table in the place of the base's; what else the base says of the kind stays."""
        kind = self._table(patch.kind)
        if kind is None:
            return
        part = next(one for one in self._parts if one.node is kind)
        rows = s.RowsFrom(patch.span, patch.file)
        self._other_table(kind, patch.span, patch.total is not None)
        part.edit(lambda node: replace(node, rows=rows, total=patch.total or node.total, span=patch.span))
        self._cause([part], (), written.lines)
        self._touch(w.called(kind), "its table", patch.span)

    def _other_table(self, kind: s.Kind, at: Span, counts: bool, drop: Diagnostic | None = None) -> None:
        """Notes the table that another takes the place of."""
        if kind.rows is not None and kind.rows.file is not None:
            old = OtherTable(kind.name.text, kind.rows.file, kind.rows.span, at, counts, drop)
            self.tables.append(old)

    # ------------------------------------------------------------ findings

    def _touch(self, what: str, part: str, span: Span, *, adds: bool = False) -> None:
        self.touches.append(Touch(self._game, what, part, span, adds))

    def _numbers_of(self, part: w.Part, change: w.Written) -> None:
        """Notes the numbers of parts that are changed by their names."""
        said = {line.pieces[0].text: line for line in change.lines[1:]}
        old = [line for line in part.written.lines if line.pieces[0].text in said]
        part.numbers.append((stale_text.numbers(old) - stale_text.numbers(said.values()), self._first))

    def _cause(self, parts: Sequence[w.Part], before: Iterable[Line], after: Iterable[Line]) -> None:
        """Notes what a patch does, for findings that come of it."""
        old, new = names_in_lines(before), names_in_lines(after)
        touched = tuple(w.whole(one.written) for one in parts)
        names = frozenset(name for one in parts if (name := w.name_of(one.node)) is not None)
        gone, come = frozenset(old - new), frozenset(new - old)
        self.causes.append(Cause(self._first, touched, names, gone, come))

    def _report(
        self, code: Code, message: str, span: Span, label: str, help: str | None, *more: Label
    ) -> None:
        self._found.append(Diagnostic(code, message, (Label(span, label), *more), help))

    def _missing(self, name: str | None, span: Span, parts: Sequence[w.Part], words: str) -> None:
        known = [text for text in (w.name_of(one.node) for one in parts) if text is not None]
        if name is not None:
            named, step = f"`{name}` of this sort", suggest.did_you_mean(name, known)
        elif known:
            labels = " or ".join(f"`{text}:`" for text in known[:PLACES])
            named, step = "such declaration without a label", f"say which: {labels}"
        else:
            named, step = "such declaration", f"write it without {words}"
        gone = self.removed.get(name) if name is not None else None
        more = [] if gone is None else [Label(gone, "removed here")]
        self._report(
            codes.VARIANT_MISMATCH, f"the base has no {named}", span, "nothing to change", step, *more
        )
