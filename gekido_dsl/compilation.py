"""The stages, in order and on demand: files, syntax, model, executor.

The one place that knows the order of the stages. A tool asks for the stage it needs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from gekido_dsl.collecting import no_collecting
from gekido_dsl.diagnostics import Diagnostic, Outcome, codes, has_errors, in_reading_order
from gekido_dsl.diagnostics.ignore import split_ignored
from gekido_dsl.diagnostics.reading import too_many, unreadable
from gekido_dsl.loading import FILES_LIMIT, RulesetFiles
from gekido_dsl.source import ReadFailure, Source, SourceProvider, Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from gekido_dsl.drawing.look import Look
    from gekido_dsl.interpreter import Interpreter
    from gekido_dsl.model import nodes as m
    from gekido_dsl.model.draft import Draft
    from gekido_dsl.model.open_questions import OpenQuestions
    from gekido_dsl.syntax import nodes as s
    from gekido_dsl.tables.yaml import Cell


@dataclass(eq=False)
class Compilation(RulesetFiles):
    """One ruleset on its way from files to a game that can be played."""

    _draft: Draft | None = None
    is_resumed: bool = False
    """Whether the game was not made here, so that nothing knows what its words mean."""

    @cached_property
    @no_collecting()
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
        outcome, self._draft = build(declarations, self._read_table, patches, start, lost)
        from gekido_dsl.model.cascades import explained, settled
        from gekido_dsl.model.repeated import repeated
        from gekido_dsl.model.written_small import with_capitals

        texts = [source for source, _ in self.files]
        read = with_capitals(self._found, declarations, outcome.value)
        found = settled((*read, *repeated(self.files), *outcome.diagnostics), texts, lost)
        if self._gaps:
            found = explained(found)
        return Outcome(outcome.value, found)

    @property
    def cells(self) -> Mapping[str, Outcome[Cell]]:
        """What every table holds, as written, by its name."""
        _ = self.model
        return self._read

    @cached_property
    @no_collecting()
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
    def open_questions(self) -> OpenQuestions:
        """Which questions of a game that can be played offer what everybody can work out."""
        from gekido_dsl.model import open_questions

        game = self.game
        assert game is not None
        return open_questions.of(game)

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
            one
            for one in self.syntax
            if isinstance(one, s.Exception_) and decl.name in (name.text for name in one.names)
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
    def translations(self) -> tuple[tuple[s.Translation, Source | Diagnostic], ...]:
        """The files of translations, in order; they are read when they are asked for, not to play."""
        from gekido_dsl.syntax import nodes as s

        found: list[tuple[s.Translation, Source | Diagnostic]] = []
        for number, one in enumerate(one for one in self.syntax if isinstance(one, s.Translation)):
            if number >= FILES_LIMIT:
                found.append((one, too_many(f"a ruleset has at most {FILES_LIMIT} translations", one.span)))
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
    def draft(self) -> Draft:
        """What gives names and phrases of the game their meaning, after the game itself has got its own."""
        _ = self.model
        if self.is_resumed:
            raise ValueError(f"{self.name} was made earlier; begin its compilation anew")
        if self._draft is None:
            raise ValueError(f"{self.name} has no declaration")
        return self._draft

    def resume(
        self, model: Outcome[m.Game], found: tuple[tuple[Diagnostic, ...], ...], identity: str
    ) -> None:
        """Takes up a compilation of the same files, what it `checked` and its `diagnostics`; it has no `draft`."""
        self.is_resumed = True
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
        made = Interpreter(self.game, trace=trace)
        made.share_layouts(self._ready)
        return made

    @cached_property
    def _ready(self) -> Interpreter:
        """Keeps what all executors of the game may share."""
        from gekido_dsl.interpreter import Interpreter

        assert self.game is not None
        return Interpreter(self.game)

    @cached_property
    def shared_executor(self) -> Interpreter:
        """An executor for whatever shows the game: it tells events, and is made ready once for all who ask."""
        return self.executor()


def load(name: str, provider: SourceProvider) -> Compilation:
    """Begins the compilation of a ruleset; nothing is read yet."""
    return Compilation(name, provider)
