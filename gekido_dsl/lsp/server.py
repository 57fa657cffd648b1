"""The server of one editor: what is open, the rulesets that it belongs to, and what is found in them.

The texts are sent whole at each change, as they are small, so that lines end where `source` says they end.
"""

import asyncio
import gc
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Edit, Label, Severity, codes
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.files import within_limit
from gekido_dsl.grammar.lexer import pieces
from gekido_dsl.language.examples import Ran
from gekido_dsl.language.hover import Notes
from gekido_dsl.language.mentions import Mention, Mentions
from gekido_dsl.language.renaming import applied
from gekido_dsl.lsp.addresses import Addresses, path_in
from gekido_dsl.lsp.convert import Converter
from gekido_dsl.lsp.rulesets import Owners, Rulesets, path_of
from gekido_dsl.source import Source, Span

PAUSE_S: Final = 0.02
"""How long after a change the ruleset is checked: what the editor asks meanwhile is answered first."""
REST_S: Final = 0.4
"""How long typing has to pause before what names mean is worked out unasked."""
CHECKS_KEPT: Final = 8
"""After how many checks without a rest what they left is thrown away."""

_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_UNUSED: Final = frozenset({codes.UNUSED_DECLARATION.slug})
TABLES: Final = (".yaml", ".yml", ".csv", ".tsv")


class Server(LanguageServer):
    """The server of one editor."""

    def __init__(self, version: str, owners: Owners) -> None:
        """Begins with nothing open.

        Args:
            owners: finds the rulesets that a part belongs to.
        """
        super().__init__("gdl", version, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.rulesets = Rulesets(owners)
        self._checks = 0
        self._waiting: asyncio.Task[None] | None = None
        self._told: dict[Path, dict[str, list[types.Diagnostic]]] = {}
        """What was told last, by ruleset and file; a part of several has the findings of all of them."""
        self.ran: dict[Path, dict[str, Ran]] = {}
        """How examples came out since the last change, by ruleset and title."""
        self.notes = Notes()
        self.addresses = Addresses()

    @property
    def convert(self) -> Converter:
        """Converts places for this editor."""
        return Converter(str(getattr(self.workspace.position_encoding, "value", "utf-16")))

    # ------------------------------------------------------------ texts

    def take(self, uri: str) -> Path | None:
        """Takes up the text of a document; None for one that is no file."""
        path = self.addresses.take(uri)
        if path is not None:
            self.rulesets.open.set(path, self.workspace.get_text_document(uri).source)
        return path

    def source(self, uri: str) -> Source:
        """Gives a document as a source of its own; one that is longer than a file may be has nothing to tell of."""
        made = Source(uri, self.workspace.get_text_document(uri).source)
        return made if isinstance(within_limit(made), Source) else Source(uri, "")

    def at(self, uri: str, position: types.Position) -> tuple[Mentions, Mention] | None:
        """Finds the name at a position, in the first ruleset that knows one there."""
        for mentions, source in self.readings(uri):
            found = mentions.at(source.name, self.convert.offset(source, position))
            if found is not None:
                return mentions, found
        return None

    def readings(self, uri: str) -> list[tuple[Mentions, Source]]:
        """Lists the rulesets that a document belongs to, with the source that it is there."""
        path = path_in(uri)
        found: list[tuple[Mentions, Source]] = []
        for ruleset in self.rulesets.of(path) if path is not None else ():
            mentions = self.rulesets.mentions(ruleset)
            for name, source in mentions.sources.items():
                if path is not None and path_of(name).resolve() == path.resolve():
                    found.append((mentions, source))
        return found

    def file_at(self, uri: str, position: types.Position) -> types.Location | None:
        """Finds the file that is named in quotes at a position."""
        for mentions, source in self.readings(uri):
            at = self.convert.offset(source, position)
            for piece in pieces(source.text) if uri.endswith(".gdl") else ():
                if piece.kind == "string" and piece.start <= at <= piece.end:
                    got = mentions.compilation.provider.read(piece.text.strip('"'), source.name)
                    return self.location(Span(got, 0, 0)) if isinstance(got, Source) else None
        return None

    def location(self, span: Span) -> types.Location:
        """Gives a place in a file."""
        return types.Location(self.addresses.of(span.source.name), self.convert.range(span))

    # ------------------------------------------------------------ findings

    def check_soon(self, path: Path) -> None:
        """Checks the rulesets of a file as soon as the editor has no question, and gets ready for more at rest."""
        if self._waiting is not None:
            self._waiting.cancel()

        async def wait() -> None:
            await asyncio.sleep(PAUSE_S)
            self.check(path)
            await asyncio.sleep(REST_S)
            self.rest(path)

        self._waiting = asyncio.get_running_loop().create_task(wait())

    def check(self, path: Path) -> None:
        """Tells the editor what is found in the rulesets of a file."""
        # What is worked out lives until the next text: to look through it again and again takes as long as the check.
        gc.disable()
        try:
            for ruleset in self.rulesets.of(path):
                self.publish(ruleset, self.rulesets.compilation(ruleset))
        finally:
            gc.enable()
        self._checks += 1
        if self._checks % CHECKS_KEPT == 0:
            gc.collect()

    def rest(self, path: Path) -> None:
        """Works out what the names of the rulesets mean, while nobody waits for it."""
        for ruleset in self.rulesets.of(path):
            self.rulesets.mentions(ruleset)
        self._checks = 0
        gc.collect()

    def publish(self, ruleset: Path, made: Compilation) -> None:
        """Tells the findings of a ruleset, file by file, and takes back those that are settled."""
        shown = {
            self.addresses.of(str(path))
            for path in self.rulesets.open.texts
            if ruleset in self.rulesets.of(path)
        }
        by_file: dict[str, list[types.Diagnostic]] = {uri: [] for uri in sorted(shown)}
        for found in (*made.diagnostics, *_of_translations(made)):
            found = _in_text(found, made)
            span = found.span
            uri = self.addresses.of(span.source.name) if span is not None else self.addresses.of(str(ruleset))
            by_file.setdefault(uri, []).append(self.diagnostic(found))
        for one in self.ran.get(ruleset, {}).values():
            if not one.passed and one.span is not None:
                by_file.setdefault(self.addresses.of(one.span.source.name), []).append(
                    self.failure(one, one.span)
                )
        before = self._told.get(ruleset, {})
        self._told[ruleset] = by_file
        for uri in {**by_file, **before}:
            several = [one for told in self._told.values() for one in told.get(uri, [])]
            alone = [one for number, one in enumerate(several) if one not in several[:number]]
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, alone))

    def diagnostic(self, found: Diagnostic) -> types.Diagnostic:
        """Gives a finding as the protocol has it: its step to take with the message, the other places as related."""
        span = found.span
        place = self.convert.range(span) if span is not None else types.Range(_START, _START)
        more = [found.help] if found.help else []
        return types.Diagnostic(
            place,
            "\n".join((found.message, *(f"help: {one}" for one in more), *found.notes)),
            severity=_SEVERITIES[found.severity],
            code=found.code.slug,
            source="gdl",
            related_information=[
                types.DiagnosticRelatedInformation(self.location(one.span), one.text or found.message)
                for one in found.labels[1:]
            ],
            tags=[types.DiagnosticTag.Unnecessary] if found.code.slug in _UNUSED else None,
        )

    def failure(self, one: Ran, span: Span) -> types.Diagnostic:
        """Gives the line at which an example failed as a finding."""
        return types.Diagnostic(
            self.convert.range(span),
            f"{one.title}: {one.message}",
            severity=types.DiagnosticSeverity.Error,
            source="gdl test",
        )

    def workspace_edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """Gives changes to any number of files."""
        changes: dict[str, list[types.TextEdit]] = {}
        for edit in edits:
            made = types.TextEdit(self.convert.range(edit.span), edit.replacement)
            changes.setdefault(self.addresses.of(edit.span.source.name), []).append(made)
        return types.WorkspaceEdit(changes)

    def try_out(self, path: Path, edits: Iterable[Edit]) -> None:
        """Reads every ruleset of a file with changes to it.

        Raises:
            JsonRpcException: one has errors then, so that the changes would break it.
        """
        by_file: dict[Path, list[Edit]] = {}
        for edit in edits:
            by_file.setdefault(path_of(edit.span.source.name).resolve(), []).append(edit)
        texts = {one: applied(found[0].span.source.text, found) for one, found in by_file.items()}
        for ruleset in {one for file in by_file for one in self.rulesets.of(file)} | {
            *self.rulesets.of(path)
        }:
            if self.rulesets.compilation(ruleset).game is None:
                continue
            made = self.rulesets.with_texts(ruleset, {**self.rulesets.open.texts, **texts})
            wrong = next((one for one in made.diagnostics if one.severity is Severity.ERROR), None)
            if wrong is not None:
                raise refused(f"{ruleset.name} would have an error: {wrong.message}")


_START: Final = types.Position(0, 0)


def _of_translations(made: Compilation) -> list[Diagnostic]:
    """Lists what is wrong with the translations of a ruleset; most have none."""
    if made.game is None or not made.translations:
        return []
    from gekido_dsl.translations import checking

    return checking.check(made)


def _in_text(found: Diagnostic, made: Compilation) -> Diagnostic:
    """Moves a finding in a workbook, which no editor shows as text, to where a rule names the workbook."""
    if not any(one.span.cell is not None for one in found.labels):
        return found
    labels: list[Label] = []
    notes: list[str] = []
    for label in found.labels:
        span = label.span
        if span.cell is not None:
            at = place(span)
            notes.append(f"{at.shown}: {label.text}" if label.text else at.shown)
            named = at.file.rpartition("/")[2] + '"'
            texts = ((one, one.text.find(named)) for one, _ in made.files)
            found_at = (one.span(start, start + len(named) - 1) for one, start in texts if start >= 0)
            span = next(found_at, span)
        if span.cell is None:
            labels.append(Label(span, label.text))
    return replace(found, labels=tuple(labels), notes=(*notes, *found.notes))


def refused(why: str) -> JsonRpcException:
    """Gives the answer to a renaming that cannot be."""
    return JsonRpcException(f"this is not renamed: {why}", types.LSPErrorCodes.RequestFailed)
