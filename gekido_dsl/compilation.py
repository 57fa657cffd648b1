"""The stages, in order and on demand: files, syntax, model, executor.

The one place that knows the order of the stages. A tool asks for the stage it needs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from gekido_dsl.diagnostics import Diagnostic, Label, Outcome, codes, has_errors, in_reading_order, suggest
from gekido_dsl.diagnostics.ignore import split_ignored
from gekido_dsl.diagnostics.reading import circle, too_many, unreadable
from gekido_dsl.source import ReadFailure, Source, SourceProvider, Span, join_name

if TYPE_CHECKING:
    from gekido_dsl.drawing.look import Look
    from gekido_dsl.grammar.lexer import Line
    from gekido_dsl.interpreter import Interpreter
    from gekido_dsl.model import nodes as m
    from gekido_dsl.model.meanings import Resolver
    from gekido_dsl.model.variant import Patched
    from gekido_dsl.model.variants import Layer
    from gekido_dsl.model.written import Written
    from gekido_dsl.syntax import nodes as s
    from gekido_dsl.tables.yaml import Cell

FILES_LIMIT = 64
"""How many files a ruleset may have, tables included."""


def _parse(source: Source, renamed: Mapping[str, str]) -> Outcome[s.File]:
    """Parses a file; the parser is loaded for the first one, and not for a game that was made earlier."""
    from gekido_dsl.syntax.parse import parse

    return parse(source, renamed)


@dataclass(eq=False)
class Compilation:
    """One ruleset on its way from files to a game that can be played."""

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
    _missed: frozenset[str] = frozenset()
    """Names that a file was to have and does not."""
    _resolver: Resolver | None = None
    _read: dict[str, Outcome[Cell]] = field(default_factory=dict)
    """Every table that was read, so that a name that comes twice is no work."""
    _resumed: bool = False
    """Whether the game was not made here, so that nothing knows what its words mean."""

    @cached_property
    def syntax(self) -> list[s.Declaration]:
        """The declarations of the whole ruleset: files that it uses, and patches of variants, applied."""
        return [one.declaration for one in self._whole(self.name, self.relative_to, None, (), {})]

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
        if len(self.files) >= FILES_LIMIT:
            self._found.append(too_many(f"a ruleset has at most {FILES_LIMIT} files", at))
            return [], None
        outcome = self._parsed.get(got) if not renamed else None
        if outcome is None:
            outcome = self.parse(got, renamed)
            if not renamed:
                self._parsed[got] = outcome
        self._found += outcome.diagnostics
        if outcome.value is None:
            self._gaps.append(name)
            return [], None
        self.files.append((got, outcome.value))
        from gekido_dsl.model.written import Written
        from gekido_dsl.syntax import nodes as s

        own: list[Written] = []
        file = outcome.value
        for declaration, lines in zip(file.declarations, file.lines, strict=True):
            if isinstance(declaration, s.Use):
                own += self._use(declaration, got.name, (*path, got.name), renamed)
            else:
                own.append(Written(declaration, lines, got, renamed))
        return own, got

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
                    )
                )
        return found

    def _read_table(self, name: str, at: Span) -> tuple[Source, Outcome[Cell]] | Diagnostic:
        from gekido_dsl.tables import yaml

        parse = self.parse_table or yaml.parse
        got = self.provider.read(name, at.source.name)
        if isinstance(got, ReadFailure):
            return unreadable(name, got, at)
        if got.name not in self._read:
            if any(at == old.declared for one in self._patched for old in one.tables):
                return got, parse(got)  # read for the names that are gone; no part of the ruleset
            if len(self.tables) >= FILES_LIMIT:
                return too_many(f"a ruleset has at most {FILES_LIMIT} tables", at)
            self.tables.append(got)
            self._read[got.name] = parse(got)
        return got, self._read[got.name]

    @cached_property
    def unchanged(self) -> frozenset[int]:
        """The ids of the declarations that stand in a file as they are, under the names that they have there."""
        _ = self.syntax
        renaming = {name for name, renamed in self._loaded if renamed}
        return frozenset(
            id(one) for source, file in self.files if source.name not in renaming for one in file.declarations
        )

    @property
    def cells(self) -> Mapping[str, Outcome[Cell]]:
        """What every table holds, as written, by its name."""
        _ = self.model
        return self._read

    @property
    def renamings(self) -> dict[str, dict[str, str]]:
        """What names of a file are called in the ruleset, by the file; of one that is used several times, once."""
        _ = self.syntax
        return dict(self._loaded)

    @property
    def woven(self) -> list[list[tuple[Source, Line]]]:
        """The lines of each declaration that a variant puts lines into, with the text that each is from."""
        _ = self.syntax
        return [lines for one in self._patched for lines in one.woven]

    @cached_property
    def model(self) -> Outcome[m.Game]:
        """The resolved game, as complete as the mistakes allow."""
        declarations = self.syntax
        if not declarations:
            return Outcome(None, tuple(self._found))
        from gekido_dsl.model.from_syntax import build

        lost = self._missed.union(
            *(file.lost for _, file in self.files), *(one.lost for one in self._patched)
        )
        whole = self.files[-1][1].span if self.files else declarations[0].span
        main = next(
            (file for source, file in self.files if source.name.endswith(self.name.split("/")[-1])), None
        )
        anchor = main.span if main is not None else whole
        start = Span(anchor.source, 0, 0)
        from gekido_dsl.model.variants import Patches

        patches = Patches.of(self._patched, self._own)
        outcome, self._resolver = build(declarations, self._read_table, patches, start, lost)
        from gekido_dsl.model.cascades import explained, settled

        texts = [source for source, _ in self.files]
        found = settled((*self._found, *outcome.diagnostics), texts, lost)
        if self._gaps:
            found = explained(found)
        return Outcome(outcome.value, found)

    @cached_property
    def checked(self) -> tuple[Diagnostic, ...]:
        """What the checks of a whole game find; empty when the game could not be resolved."""
        if not self.model.ok or self.model.value is None:
            return ()
        from gekido_dsl.model.checks import check_all

        return tuple(check_all(self.model.value))

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Every finding, in reading order, those that a comment ignores left out."""
        found = in_reading_order((*self.model.diagnostics, *self.checked))
        kept = self._settled(tuple(dict.fromkeys(split_ignored(found)[0])))
        if not self._patched or self._top is None:
            return kept
        from gekido_dsl.model.blame import blamed

        head = next((one.span for one in self._top.bases), Span(self.files[0][0], 0, 0))
        causes = [cause for one in self._patched for cause in one.all_causes]
        moved = blamed(kept, self._own, causes, head, self._of_base)
        return tuple(dict.fromkeys(split_ignored(in_reading_order(moved))[0]))

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

    @cached_property
    def bases(self) -> tuple[Compilation, ...]:
        """The games that a variant changes, each by itself; none for a game that changes none."""
        _ = self.syntax
        if self._top is None:
            return ()
        bases = [
            Compilation(one.text, self.provider, self._top.game, self.parse, self.parse_table)
            for one in self._top.bases
        ]
        for one in bases:
            one._parsed = self._parsed
        return tuple(bases)

    @property
    def base(self) -> Compilation | None:
        """The game that a variant changes: of several variants together, the game that all of them change."""
        found: Compilation | None = next(iter(self.bases), None)
        while len(self.bases) > 1 and found is not None and found.bases:
            found = found.bases[0]
        return found

    def _of_base(self) -> list[Diagnostic]:
        """Gives what is found in the games alone that a variant changes."""
        return [each for one in self.bases for each in (*one.model.diagnostics, *one.checked)]

    def _settled(self, found: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
        """Looks for matches that show what the checks could not tell, as long as the game can be played at all."""
        overlaps = (codes.OVERLAPPING_EXCEPTIONS, codes.POSSIBLE_OVERLAP)
        others = [one for one in found if one.code not in overlaps]
        game = self.model.value
        if len(others) == len(found) or has_errors(others) or game is None:
            return found
        from gekido_dsl.witness import settle

        return settle(game, found)

    @property
    def game(self) -> m.Game | None:
        """The game, when it can be played."""
        return self.model.value if self.model.ok and not has_errors(self.diagnostics) else None

    @cached_property
    def identity(self) -> str:
        """Hash of what the ruleset means: its declarations without text, citations, places and scenarios."""
        from gekido_dsl.model.canonical import identity

        _ = self.model
        rows = [row.meaning for patched in self._patched for row in patched.rows]
        return identity(self.syntax, rows, [table.text for table in self.tables])

    def declared(self, decl: m.Decl) -> tuple[s.Node, ...]:
        """Gives what is written of something that is named: its declaration, or its line in one, and the exceptions
        to it; nothing for what the language itself has."""
        from gekido_dsl.model import nodes as m
        from gekido_dsl.syntax import nodes as s

        written = self._written.get(decl.span)
        if written is None:
            return ()
        exceptions = [
            one for one in self.syntax if isinstance(one, s.Exception_) and one.name.text == decl.name
        ]
        return (written, *exceptions) if not isinstance(decl, m.Field) else (written,)

    @cached_property
    def _written(self) -> dict[Span, s.Node]:
        """Every declaration, and every column and fact, by where it stands."""
        found: dict[Span, s.Node] = {}
        for one in self.syntax:
            found.setdefault(one.span, one)
            for column in getattr(one, "fields", ()):
                found.setdefault(column.span, column)
        return found

    @property
    def own_files(self) -> frozenset[str]:
        """The files of a variant itself, its tables included; empty for a game that changes none."""
        _ = self.syntax
        return self._own

    @cached_property
    def chapters(self) -> tuple[tuple[s.Book, Source | Diagnostic], ...]:
        """The chapters of the rulebook, in order; they are read when they are asked for, not to play."""
        from gekido_dsl.syntax import nodes as s

        named = [one for one in self.syntax if isinstance(one, s.Book)]
        found: list[tuple[s.Book, Source | Diagnostic]] = []
        for number, one in enumerate(named):
            if number >= FILES_LIMIT:
                found.append((one, too_many(f"a book has at most {FILES_LIMIT} chapters", one.span)))
                break
            got = self.provider.read(one.file, one.span.source.name)
            found.append((one, unreadable(one.file, got, one.span) if isinstance(got, ReadFailure) else got))
        return tuple(found)

    @cached_property
    def look(self) -> Outcome[Look]:
        """How the pictures of the game look; themes and artwork are read when they are asked for, not to play."""
        from gekido_dsl.drawing.look import PLAIN
        from gekido_dsl.drawing.theme_file import look
        from gekido_dsl.syntax import nodes as s

        game = self.model.value
        if game is None:
            return Outcome(PLAIN, ())
        named = [(one.file, one.span) for one in self.syntax if isinstance(one, s.Theme)]
        return look(game, named[:FILES_LIMIT], self.provider)

    @cached_property
    def resolver(self) -> Resolver:
        """What gives names and phrases of the game their meaning, after the game itself has got its own."""
        _ = self.model
        if self._resumed:
            raise ValueError(f"{self.name} was made earlier; begin its compilation anew")
        if self._resolver is None:
            raise ValueError(f"{self.name} has no declaration")
        return self._resolver

    def resume(
        self, model: Outcome[m.Game], found: tuple[tuple[Diagnostic, ...], ...], identity: str
    ) -> None:
        """Takes up a compilation of the same files, what it `checked` and its `diagnostics`; it has no `resolver`."""
        self._resumed = True
        vars(self).update(model=model, checked=found[0], diagnostics=found[1], identity=identity)

    def resume_findings(self, checked: tuple[Diagnostic, ...], diagnostics: tuple[Diagnostic, ...]) -> None:
        """Takes up what it `checked` and its `diagnostics` from a compilation of the same files."""
        vars(self).update(checked=checked, diagnostics=diagnostics)

    @property
    def option_names(self) -> dict[str, list[str]]:
        """Answers by option, the default first."""
        game = self.model.value
        return {} if game is None else {x.name: list(x.answers.members) for x in game.options.values()}

    def executor(self, *, trace: bool = True) -> Interpreter:
        """Gives an executor for the game.

        Args:
            trace: whether events are told; bulk work does without.
        Raises:
            ValueError: the ruleset has errors.
        """
        from gekido_dsl.interpreter import Interpreter

        if self.game is None:
            raise ValueError(f"{self.name} has errors and cannot be played")
        return Interpreter(self.game, trace=trace)

    @cached_property
    def shared_executor(self) -> Interpreter:
        """An executor for whatever shows the game: it tells events, and is made ready once for all who ask."""
        return self.executor()


def load(name: str, provider: SourceProvider) -> Compilation:
    """Begins the compilation of a ruleset; nothing is read yet."""
    return Compilation(name, provider)
