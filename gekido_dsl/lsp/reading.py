"""What an editor shows of a whole file: its outline, what can be folded, colours, words between the words."""

from lsprotocol import types

from gekido_dsl.language.colours import COLOURS, colours
from gekido_dsl.language.hints import hints
from gekido_dsl.language.outline import folds, outline, outline_of_table
from gekido_dsl.lsp.addresses import path_in
from gekido_dsl.lsp.server import TABLES, Server
from gekido_dsl.lsp.signs import symbol
from gekido_dsl.source import Source


def register(server: Server) -> None:
    """Has a server answer what is asked of a whole file."""

    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def outlined(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        uri = params.text_document.uri
        source = server.source(uri)
        found = outline_of_table(source) if uri.endswith(TABLES) else outline(source)
        return [symbol(server.convert, one) for one in found]

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    def folded(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        uri = params.text_document.uri
        return [
            types.FoldingRange(
                first, last, kind=types.FoldingRangeKind.Comment if comment else types.FoldingRangeKind.Region
            )
            for first, last, comment in folds(server.source(uri), table=uri.endswith(TABLES))
        ]

    @server.feature(
        types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensLegend(list(COLOURS), ["declaration"])
    )
    def coloured(params: types.SemanticTokensParams) -> types.SemanticTokens:
        uri = params.text_document.uri
        if not uri.endswith(".gdl"):
            return types.SemanticTokens([])
        path, source = path_in(uri), server.source(uri)
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

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    def hinted(params: types.InlayHintParams) -> list[types.InlayHint]:
        uri = params.text_document.uri
        for mentions, source in server.readings(uri) if uri.endswith(".gdl") else ():
            found = [(server.convert.position(source, one.at), one) for one in hints(source, mentions)]
            return [
                types.InlayHint(
                    place, one.text, types.InlayHintKind.Parameter, tooltip=one.note, padding_left=True
                )
                for place, one in found
                if params.range.start <= place <= params.range.end
            ]
        return []
