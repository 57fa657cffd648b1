"""The server: requests of an editor are answered with what `language` finds.

The texts are sent whole at each change, as they are small, so that lines end where `source` says they end.
"""

import asyncio
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Edit, Severity, codes
from gekido_dsl.format import format
from gekido_dsl.grammar.lexer import pieces
from gekido_dsl.language.cells import complete_cell
from gekido_dsl.language.colours import COLOURS, colours
from gekido_dsl.language.completion import complete
from gekido_dsl.language.fixes import fixes
from gekido_dsl.language.hover import hover
from gekido_dsl.language.mentions import Mention, Mentions
from gekido_dsl.language.odds import odds_of
from gekido_dsl.language.outline import folds, outline, outline_of_table
from gekido_dsl.language.renaming import Refused, applied, rename
from gekido_dsl.lsp.convert import Converter
from gekido_dsl.lsp.rulesets import Owners, Rulesets, path_of
from gekido_dsl.lsp.signs import sign, symbol
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import Source, Span

PAUSE_S: Final = 0.1
"""How long typing has to pause before the ruleset is checked."""

_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_UNUSED: Final = frozenset({codes.UNUSED_DECLARATION.slug})
_TABLES: Final = (".yaml", ".yml")


class Server(LanguageServer):
    """The server of one editor."""

    def __init__(self, version: str, owners: Owners) -> None:
        """Begins with nothing open.

        Args:
            owners: finds the rulesets that a part belongs to.
        """
        super().__init__("gdl", version, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.rulesets = Rulesets(owners)
        self._waiting: asyncio.Task[None] | None = None
        self._told: dict[Path, dict[str, list[types.Diagnostic]]] = {}
        """What was told last, by ruleset and file; a part of several has the findings of all of them."""
        self._odds: dict[str, tuple[str, ...]] = {}

    @property
    def convert(self) -> Converter:
        """Converts places for this editor."""
        return Converter(str(getattr(self.workspace.position_encoding, "value", "utf-16")))

    # ------------------------------------------------------------ texts

    def take(self, uri: str) -> Path | None:
        """Takes up the text of a document; None for one that is no file."""
        path = _path(uri)
        if path is not None:
            self.rulesets.open.set(path, self.workspace.get_text_document(uri).source)
        return path

    def source(self, uri: str) -> Source:
        """Gives a document as a source of its own."""
        return Source(uri, self.workspace.get_text_document(uri).source)

    def at(self, uri: str, position: types.Position) -> tuple[Mentions, Mention] | None:
        """Finds the name at a position, in the first ruleset that knows one there."""
        for mentions, source in self.readings(uri):
            found = mentions.at(source.name, self.convert.offset(source, position))
            if found is not None:
                return mentions, found
        return None

    def readings(self, uri: str) -> list[tuple[Mentions, Source]]:
        """Lists the rulesets that a document belongs to, with the source that it is there."""
        path = _path(uri)
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
        return types.Location(_uri(span.source.name), self.convert.range(span))

    # ------------------------------------------------------------ findings

    def check_soon(self, path: Path) -> None:
        """Checks the rulesets of a file as soon as typing pauses."""
        if self._waiting is not None:
            self._waiting.cancel()

        async def wait() -> None:
            await asyncio.sleep(PAUSE_S)
            self.check(path)

        self._waiting = asyncio.get_running_loop().create_task(wait())

    def check(self, path: Path) -> None:
        """Tells the editor what is found in the rulesets of a file."""
        for ruleset in self.rulesets.of(path):
            self.publish(ruleset, self.rulesets.compilation(ruleset))
            self.rulesets.mentions(ruleset)  # while nobody waits for it

    def publish(self, ruleset: Path, made: Compilation) -> None:
        """Tells the findings of a ruleset, file by file, and takes back those that are settled."""
        shown = {_uri(str(path)) for path in self.rulesets.open.texts if ruleset in self.rulesets.of(path)}
        by_file: dict[str, list[types.Diagnostic]] = {uri: [] for uri in sorted(shown)}
        for found in made.diagnostics:
            span = found.span
            uri = _uri(span.source.name) if span is not None else _uri(str(ruleset))
            by_file.setdefault(uri, []).append(self.diagnostic(found))
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

    def workspace_edit(self, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """Gives changes to any number of files."""
        changes: dict[str, list[types.TextEdit]] = {}
        for edit in edits:
            made = types.TextEdit(self.convert.range(edit.span), edit.replacement)
            changes.setdefault(_uri(edit.span.source.name), []).append(made)
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
                raise _refused(f"{ruleset.name} would have an error: {wrong.message}")

    def odds(self, mentions: Mentions, key: Key) -> tuple[str, ...]:
        """Says how likely a pattern is; counted once for a ruleset as it stands."""
        game = mentions.compilation.game
        if game is None:
            return ()
        asked = f"{mentions.compilation.identity} {key[1] if isinstance(key, tuple) else key}"
        if asked not in self._odds:
            self._odds[asked] = odds_of(game, key)
        return self._odds[asked]


_START: Final = types.Position(0, 0)


def make(version: str, owners: Owners) -> Server:
    """Makes a server with everything that it answers."""
    server = Server(version, owners)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        path = server.take(params.text_document.uri)
        server.rulesets.forget_owners()
        if path is not None:
            server.check(path)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        path = server.take(params.text_document.uri)
        server.rulesets.changed()
        if path is not None:
            server.check_soon(path)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        path = server.take(params.text_document.uri)
        server.rulesets.forget_owners()
        if path is not None:
            server.check(path)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        path = _path(params.text_document.uri)
        if path is not None:
            server.rulesets.open.close(path)
            server.rulesets.forget_owners()

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        found = server.at(params.text_document.uri, params.position)
        if found is None:
            return None
        mentions, mention = found
        text = hover(mentions, mention.key)
        odds = server.odds(mentions, mention.key)
        if odds:
            text += "\n\nOdds, kept and rolled again as serves best:\n\n" + "\n".join(
                f"- {one}" for one in odds
            )
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, server.convert.range(mention.span)) if text else None

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(params: types.DefinitionParams) -> types.Location | None:
        found = server.at(params.text_document.uri, params.position)
        if found is None:
            return server.file_at(params.text_document.uri, params.position)
        place = found[0].place(found[1].key)
        return server.location(place) if place is not None else None

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    def referred(params: types.ReferenceParams) -> list[types.Location]:
        found = server.at(params.text_document.uri, params.position)
        if found is None:
            return []
        wanted = [
            one for one in found[0].of(found[1].key) if params.context.include_declaration or not one.declares
        ]
        return [server.location(one.span) for one in wanted]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT)
    def highlighted(params: types.DocumentHighlightParams) -> list[types.DocumentHighlight]:
        found = server.at(params.text_document.uri, params.position)
        if found is None:
            return []
        here = found[1].span.source.name
        return [
            types.DocumentHighlight(server.convert.range(one.span))
            for one in found[0].of(found[1].key)
            if one.span.source.name == here
        ]

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri = params.text_document.uri
        source = server.source(uri)
        found = outline_of_table(source) if uri.endswith(_TABLES) else outline(source)
        return [symbol(server.convert, one) for one in found]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        uri = params.text_document.uri
        return [
            types.FoldingRange(
                first, last, kind=types.FoldingRangeKind.Comment if comment else types.FoldingRangeKind.Region
            )
            for first, last, comment in folds(server.source(uri), table=uri.endswith(_TABLES))
        ]

    @server.feature(types.TEXT_DOCUMENT_FORMATTING)
    def formatted(params: types.DocumentFormattingParams) -> list[types.TextEdit]:
        uri = params.text_document.uri
        source = server.source(uri)
        if not uri.endswith(".gdl"):
            return []
        made = format(source).value
        if made is None or made == source.text:
            return []
        return [types.TextEdit(server.convert.range(source.whole), made)]

    @server.feature(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensLegend(list(COLOURS), ["declaration"])
    )
    def coloured(params: types.SemanticTokensParams) -> types.SemanticTokens:
        uri = params.text_document.uri
        if not uri.endswith(".gdl"):
            return types.SemanticTokens([])
        path, source = _path(uri), server.source(uri)
        mentions = (
            next((server.rulesets.latest(one) for one in server.rulesets.of(path)), None) if path else None
        )
        if path is not None:
            source = Source(path.as_posix(), source.text)
        data: list[int] = []
        line = column = 0
        for piece in colours(source, mentions):
            at = server.convert.position(source, piece.start)
            length = server.convert.length(source.text[piece.start : piece.end])
            step = at.character - column if at.line == line else at.character
            data += (at.line - line, step, length, COLOURS.index(piece.colour), int(piece.declares))
            line, column = at.line, at.character
        return types.SemanticTokens(data)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" "]))
    def completed(params: types.CompletionParams) -> list[types.CompletionItem]:
        uri = params.text_document.uri
        path = _path(uri)
        if path is None:
            return []
        source = server.source(uri)
        mentions = next((server.rulesets.latest(one) for one in server.rulesets.of(path)), None)
        table = uri.endswith(_TABLES)
        if table and mentions is not None:
            name = next((one for one in mentions.sources if path_of(one).resolve() == path), source.name)
            source = Source(name, source.text)
        at = server.convert.offset(source, params.position)
        if table:
            found = complete_cell(source, at, mentions) if mentions is not None else []
        else:
            found = complete(source, at, mentions)
        return [
            types.CompletionItem(
                one.text,
                kind=sign(one),
                detail=one.what or None,
                sort_text=f"{number:05}",
                filter_text=one.text,
                text_edit=types.TextEdit(server.convert.range(Span(source, one.start, at)), one.text),
            )
            for number, one in enumerate(found)
        ]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def mended(params: types.CodeActionParams) -> list[types.CodeAction]:
        path = _path(params.text_document.uri)
        actions: list[types.CodeAction] = []
        for ruleset in server.rulesets.of(path) if path is not None else ():
            for found in server.rulesets.compilation(ruleset).diagnostics:
                told = server.diagnostic(found)
                here = found.span is not None and path_of(found.span.source.name).resolve() == path
                if not here or not _meet(told.range, params.range):
                    continue
                actions += [
                    types.CodeAction(
                        fix.title,
                        types.CodeActionKind.QuickFix,
                        [told],
                        is_preferred=fix.alone,
                        edit=server.workspace_edit(fix.edits),
                    )
                    for fix in fixes(found)
                ]
        return [one for number, one in enumerate(actions) if one not in actions[:number]]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def asked_to_rename(params: types.PrepareRenameParams) -> types.Range | None:
        found = server.at(params.text_document.uri, params.position)
        if found is None or not any(one.declares for one in found[0].of(found[1].key)):
            return None
        return server.convert.range(found[1].span)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(params: types.RenameParams) -> types.WorkspaceEdit:
        path = _path(params.text_document.uri)
        found = server.at(params.text_document.uri, params.position)
        if path is None or found is None:
            raise _refused("there is no name here")
        edits = rename(found[0], found[1].key, params.new_name)
        if isinstance(edits, Refused):
            raise _refused(edits.why)
        server.try_out(path, edits)
        return server.workspace_edit(edits)

    return server


def _refused(why: str) -> JsonRpcException:
    return JsonRpcException(f"this is not renamed: {why}", types.LSPErrorCodes.RequestFailed)


def _meet(one: types.Range, other: types.Range) -> bool:
    """Tells whether two ranges have a place in common, their ends included."""
    return one.start <= other.end and other.start <= one.end


def _path(uri: str) -> Path | None:
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path).resolve() if path is not None else None


def _uri(name: str) -> str:
    return from_fs_path(str(path_of(name).resolve())) or ""
