"""The files of a ruleset are read: what it uses, under the names that it has there, the games that a variant changes,
and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING

from gekido_dsl.collecting import no_collecting
from gekido_dsl.diagnostics import Diagnostic, Label, Missing, Outcome, codes, suggest
from gekido_dsl.diagnostics.reading import circle, too_many, unreadable
from gekido_dsl.source import ReadFailure, Source, SourceProvider, Span, is_table, is_workbook, join_name

if TYPE_CHECKING:
    from gekido_dsl.grammar.lexer import Line
    from gekido_dsl.model.variant import Patched
    from gekido_dsl.model.variants import Layer
    from gekido_dsl.model.written import Written
    from gekido_dsl.syntax import nodes as s
    from gekido_dsl.tables.yaml import Cell

FILES_LIMIT = 64
"""How many files of rules, tables and chapters a ruleset may have, of each."""
LETTERS_LIMIT = 1_000_000
"""How many letters the files of rules of a ruleset may have together, and its tables."""


def _parse(source: Source, renamed: Mapping[str, str]) -> Outcome[s.File]:
    """Parses a file; the parser is loaded for the first one, and not for a game that was made earlier."""
    from gekido_dsl.syntax.parse import parse

    return parse(source, renamed)


@dataclass(eq=False)
class RulesetFiles:
    """The files of one ruleset, which are read when its declarations are asked for."""

    name: str
    provider: SourceProvider
    relative_to: str | None = None
    """The file that asks for it, if one does."""
    parse: Callable[[Source, Mapping[str, str]], Outcome[s.File]] = _parse
    """Parses one file, with what its names are called; a caller may know what came of it before."""
    parse_table: Callable[[Source], Outcome[Cell]] | None = None
    """Parses one table; None for the parser of the tables itself."""
    files: list[tuple[Source, s.File]] = field(default_factory=list)
    """Every `.gdl` file that was read, the base of a variant first."""
    _loaded: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    """Every file that was read, and what its names are called."""
    tables: list[Source] = field(default_factory=list)
    """Every table that was read."""
    _found: list[Diagnostic] = field(default_factory=list)
    _patched: list[Patched] = field(default_factory=list)
    """What variants have changed."""
    _top: Layer | None = None
    """The game itself, without those that it changes."""
    _names: dict[tuple[str, str | None], str] = field(default_factory=dict)
    """What files are called, by how they are named and where."""
    _known: dict[str, set[str]] = field(default_factory=dict)
    """By the file of a game, those that it changes, however far."""
    _gaps: list[str] = field(default_factory=list)
    """Files of the ruleset that could not be read; what is not declared may be declared there."""
    _parsed: dict[Source, Outcome[s.File]] = field(default_factory=dict)
    """Every file that was parsed, shared with the games that a variant changes."""
    _no_more: bool = False
    """Whether so much was read that no other file is."""
    _missed: frozenset[str] = frozenset()
    """Names that a file was to have and does not."""
    _read: dict[str, Outcome[Cell]] = field(default_factory=dict)
    """Every table that was read, so that a name that comes twice is no work."""

    @cached_property
    @no_collecting()
    def syntax(self) -> list[s.Declaration]:
        """The declarations of the whole ruleset: files that it uses, and patches of variants, applied."""
        made = [one.declaration for one in self._whole(self.name, self.relative_to, None, (), {})]
        from gekido_dsl.syntax import nodes as s

        numbers = [one for one in made if isinstance(one, s.NamedNumber)]
        if not numbers:
            return made
        # What stands before a number was named in another file, or that a variant names anew, is read again.
        again = RulesetFiles(self.name, self.provider, self.relative_to, self.parse, self.parse_table)
        taken = _taken(made, numbers)
        named = {one.name.text: str(one.number) for one in numbers if one.name.text not in taken}
        made = [one.declaration for one in again._whole(self.name, self.relative_to, None, (), named)]
        for field_ in fields(RulesetFiles):
            setattr(self, field_.name, getattr(again, field_.name))
        self._found += [
            *taken.values(),
            *self._unused([one for one in numbers if one.name.text not in taken]),
        ]
        return made

    def _unused(self, numbers: list[s.NamedNumber]) -> list[Diagnostic]:
        """Reports numbers whose names nothing uses."""
        from gekido_dsl.syntax import numbered

        used = {name for _, file in self.files for lines in file.lines for name in numbered.used(lines)}
        return [
            Diagnostic(
                codes.UNUSED_DECLARATION,
                f"the number `{one.name.text}` is never used",
                (Label(one.name.span, "nothing asks for it"),),
                "use its name instead of the number, or remove it",
            )
            for one in numbers
            if one.name.text not in used
        ]

    def _whole(
        self,
        name: str,
        relative_to: str | None,
        at: Span | None,
        path: tuple[str, ...],
        renamed: Mapping[str, str],
    ) -> list[Written]:
        """Reads a game with everything that it uses, and the games that it changes."""
        layers = self._layers(name, relative_to, at, path, renamed)
        if not layers:
            return []
        if not path:
            self._top = layers[-1]
        if len(layers) == 1:
            return layers[0].own
        from gekido_dsl.model.variants import combined

        return combined(layers, self._patched, self._found)

    def _layers(
        self,
        name: str,
        relative_to: str | None,
        at: Span | None,
        path: tuple[str, ...],
        renamed: Mapping[str, str],
    ) -> list[Layer]:
        """Reads a game and those that it changes, each once, the one that changes nothing first."""
        before = len(self.files)
        own, source = self._load(name, relative_to, at, path, renamed)
        if source is None:
            return []
        files = {one.name for one, _ in self.files[before:]}
        from gekido_dsl.model.variants import Layer
        from gekido_dsl.syntax import nodes as s

        found: list[Layer] = []
        bases = [
            name for one in own if isinstance(one.declaration, s.Game) for name in one.declaration.changes
        ]
        for base in bases:
            found += self._layers(base.text, source.name, base.span, (*path, source.name), renamed)
        games = {self._names.get((base.text, source.name), base.text) for base in bases}
        self._known[source.name] = known = games.union(*(self._known.get(game, ()) for game in games))
        return [*found, Layer(source.name, own, tuple(bases), frozenset(known), frozenset(files))]

    def _load(
        self,
        name: str,
        relative_to: str | None,
        at: Span | None,
        path: tuple[str, ...],
        renamed: Mapping[str, str],
    ) -> tuple[list[Written], Source | None]:
        """Reads a file and everything it uses; gives its text, too, if it is read now.

        Args:
            renamed: what names of the file are called in the ruleset.
        """
        got = self.provider.read(name, relative_to)
        if isinstance(got, ReadFailure):
            self._found.append(unreadable(name, got, at))
            self._gaps.append(name)
            return [], None
        self._names[name, relative_to] = got.name
        if got.name in path:
            self._gaps.append(name)
            self._found.append(circle([*path[path.index(got.name) :], got.name], at))
            return [], None
        if (got.name, dict(renamed)) in self._loaded:
            return [], None
        self._loaded.append((got.name, dict(renamed)))
        if self._no_more:
            self._gaps.append(name)
            return [], None
        if len(self.files) >= FILES_LIMIT:
            self._found.append(too_many(f"a ruleset has at most {FILES_LIMIT} files", at))
            return [], None
        if sum(len(source.text) for source, _ in self.files) + len(got.text) > LETTERS_LIMIT:
            return self._full(name, f"the files of a ruleset have at most {LETTERS_LIMIT:,} letters", at)
        outcome = self._parsed.get(got) if not renamed else None
        if outcome is None:
            outcome = self.parse(got, renamed)
            if not renamed:
                self._parsed[got] = outcome
        self._found += outcome.diagnostics
        if outcome.value is None:
            self._gaps.append(name)
            return [], None
        from gekido_dsl.model.written import Written
        from gekido_dsl.syntax import nodes as s
        from gekido_dsl.syntax.parse import WORDS_LIMIT, words_of

        if sum(words_of(file) for _, file in self.files) + words_of(outcome.value) > WORDS_LIMIT:
            return self._full(name, f"a ruleset may have at most {WORDS_LIMIT:,} words and signs", at)
        self.files.append((got, outcome.value))

        own: list[Written] = []
        file = outcome.value
        for declaration, lines in zip(file.declarations, file.lines, strict=True):
            if isinstance(declaration, s.Use):
                own += self._use(declaration, got.name, (*path, got.name), renamed)
            else:
                own.append(Written(declaration, lines, got, renamed))
        return own, got

    def _full(self, name: str, message: str, at: Span | None) -> tuple[list[Written], None]:
        """Reports that the files have more than is read; no other file is read after it."""
        self._no_more = True
        self._gaps.append(name)
        self._found.append(too_many(message, at))
        return [], None

    def _use(
        self, use: s.Use, within: str, path: tuple[str, ...], renamed: Mapping[str, str]
    ) -> list[Written]:
        """Reads a file that another uses, under the names that it has there."""
        if not use.renamed:
            return self._whole(use.file, within, use.span, path, renamed)
        from gekido_dsl.model.english import plural

        inner = dict(renamed)
        for one in use.renamed:
            inner[one.old.text] = new = renamed.get(one.new.text, one.new.text)
            inner[plural(one.old.text)] = plural(new)
        from gekido_dsl.syntax.parse import names_in

        before, gaps = len(self.files), len(self._gaps)
        found = self._whole(use.file, within, use.span, path, inner)
        names = {name for source, _ in self.files[before:] for name in names_in(source)}
        whole = len(self.files) > before and len(self._gaps) == gaps
        for one in use.renamed:
            if whole and names.isdisjoint((one.old.text, plural(one.old.text))):
                self._missed |= {one.new.text}
                self._found.append(
                    Diagnostic(
                        codes.UNKNOWN_NAME,
                        f"nothing in `{use.file}` is called `{one.old.text}`",
                        (Label(one.old.span, "not a name of that file"),),
                        suggest.did_you_mean(one.old.text, sorted(names)),
                        missing=Missing("renamed", one.old.text),
                    )
                )
        return found

    def _read_table(self, name: str, at: Span) -> tuple[Source, Outcome[Cell]] | Diagnostic:
        from gekido_dsl.tables import reading

        parse = self.parse_table or reading.parse
        got = self.provider.read(name, at.source.name)
        if isinstance(got, ReadFailure):
            file, _, sheet = name.rpartition("/")
            if is_table(file) and not is_workbook(name):
                why = "only a workbook, .xlsx or .ods, has sheets"
                got = ReadFailure(why, "workbook", f'leave out `sheet "{sheet}"`')
                name = file
            return unreadable(name, got, at)
        if not is_table(name) and got.text.lstrip().startswith("<"):
            return unreadable(name, ReadFailure("it is a page or XML, and no table", "binary"), at)
        if got.name not in self._read:
            if any(at == old.declared for one in self._patched for old in one.tables):
                return got, parse(got)  # read for the names that are gone; no part of the ruleset
            if len(self.tables) >= FILES_LIMIT:
                return too_many(f"a ruleset has at most {FILES_LIMIT} tables", at)
            if sum(len(source.text) for source in self.tables) + len(got.text) > LETTERS_LIMIT:
                return too_many(f"the tables of a ruleset have at most {LETTERS_LIMIT:,} letters", at)
            self.tables.append(got)
            self._read[got.name] = parse(got)
        return got, self._read[got.name]

    @cached_property
    def unchanged(self) -> frozenset[int]:
        """The ids of the declarations that stand in a file as they are, under the names that they have there."""
        _ = self.syntax
        from gekido_dsl.syntax.numbered import numbers_among

        renaming = {name for name, renamed in self._loaded if len(renamed) > len(numbers_among(renamed))}
        return frozenset(
            id(one) for source, file in self.files if source.name not in renaming for one in file.declarations
        )

    @property
    def renamings(self) -> dict[str, dict[str, str]]:
        """What names of a file are called in the ruleset, by the file; of one that is used several times, once."""
        _ = self.syntax
        from gekido_dsl.syntax.numbered import numbers_among

        return {
            file: {name: other for name, other in renamed.items() if name not in numbers_among(renamed)}
            for file, renamed in self._loaded
        }

    @property
    def woven(self) -> list[list[tuple[Source, Line]]]:
        """The lines of each declaration that a variant puts lines into, with the text that each is from."""
        _ = self.syntax
        return [lines for one in self._patched for lines in one.woven]

    @property
    def _own(self) -> frozenset[str]:
        """The files of a variant itself, its tables included; empty for a game that changes none."""
        if self._top is None or not self._top.bases:
            return frozenset()
        from gekido_dsl.model.written import tables_of

        tables = [
            join_name(name, one.source.name) for one in self._top.own for name in tables_of(one.declaration)
        ]
        return self._top.files.union(table for table in tables if isinstance(table, str))

    @property
    def own_files(self) -> frozenset[str]:
        """The files of a variant itself, its tables included; empty for a game that changes none."""
        _ = self.syntax
        return self._own


def _taken(declarations: Sequence[s.Declaration], numbers: Sequence[s.NamedNumber]) -> dict[str, Diagnostic]:
    """Reports numbers that are called like something else: their names would not mean that any more."""
    from gekido_dsl.model.english import plural
    from gekido_dsl.model.written import name_of
    from gekido_dsl.syntax import nodes as s

    known: dict[str, Span] = {}
    first: dict[str, Span] = {}
    for one in declarations:
        name = name_of(one)
        match one:
            case s.NamedNumber(name=own):
                if own.text in first:
                    known[own.text] = first[own.text]
                first.setdefault(own.text, own.span)
                continue
            case s.Kind(fields=fields) | s.Phase(fields=fields):
                if isinstance(one, s.Kind):
                    known[plural(one.name.text)] = one.span
                known |= {field.name.text: field.span for field in fields}
            case s.Values(members=members) | s.Option(answers=members):
                known |= {member.text: member.span for member in members}
            case _:
                pass
        if name is not None:
            known[name] = one.span
    return {
        one.name.text: Diagnostic(
            codes.DUPLICATE_NAME,
            f"`{one.name.text}` is the name of a number, and declared already",
            (Label(one.name.span, "a number"), Label(known[one.name.text], "declared here")),
            "give one of them another name",
        )
        for one in numbers
        if one.name.text in known
    }
