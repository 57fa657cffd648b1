"""What an editor helps to write: completion, quick fixes, layout."""

from pathlib import Path

from lsprotocol import types

from gekido_dsl.format import format
from gekido_dsl.language.cells import complete_cell
from gekido_dsl.language.completion import complete
from gekido_dsl.language.examples import examples
from gekido_dsl.language.fixes import fixes
from gekido_dsl.language.sheet_grid import complete_sheet_cell
from gekido_dsl.lsp.addresses import path_in
from gekido_dsl.lsp.examples import commands
from gekido_dsl.lsp.rulesets import path_of
from gekido_dsl.lsp.server import TABLES, Server
from gekido_dsl.lsp.signs import sign
from gekido_dsl.source import Source, Span, is_sheet


def register(server: Server) -> None:
    """Has a server help to write."""

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

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[" "]))
    def completed(params: types.CompletionParams) -> list[types.CompletionItem]:
        uri = params.text_document.uri
        path = path_in(uri)
        if path is None:
            return []
        source = server.source(uri)
        mentions = next((server.rulesets.latest(one) for one in server.rulesets.of(path)), None)
        table = uri.endswith(TABLES)
        if table and mentions is not None:
            name = next((one for one in mentions.sources if path_of(one).resolve() == path), source.name)
            source = Source(name, source.text)
        at = server.convert.offset(source, params.position)
        if table:
            complete_in = complete_sheet_cell if is_sheet(source.name) else complete_cell
            found = complete_in(source, at, mentions) if mentions is not None else []
        else:
            found = complete(source, at, mentions)
        return [
            types.CompletionItem(
                one.label or one.text,
                kind=sign(one),
                detail=one.what or None,
                sort_text=f"{number:05}",
                filter_text=source.text[one.start : at] if one.label else one.text,
                text_edit=types.TextEdit(server.convert.range(Span(source, one.start, at)), one.text),
            )
            for number, one in enumerate(found)
        ]

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, types.CodeActionOptions([types.CodeActionKind.QuickFix]))
    def mended(params: types.CodeActionParams) -> list[types.CodeAction]:
        path = path_in(params.text_document.uri)
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
        if path is not None and params.text_document.uri.endswith(".gdl") and not params.context.only:
            actions += _doing(server, path, params)
        return [one for number, one in enumerate(actions) if one not in actions[:number]]


def _doing(server: Server, path: Path, params: types.CodeActionParams) -> list[types.CodeAction]:
    """Offers to run an example, for editors that show nothing above its line."""
    uri = params.text_document.uri
    return [
        types.CodeAction(command.title, command=command)
        for one in examples(server.source(uri))
        if server.convert.range(one.title_span).start.line == params.range.start.line
        for command in commands(server, path, uri, one)
    ]


def _meet(one: types.Range, other: types.Range) -> bool:
    """Tells whether two ranges have a place in common, their ends included."""
    return one.start <= other.end and other.start <= one.end
