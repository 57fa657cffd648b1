"""Documents are opened, changed, saved and closed, and the rulesets that they belong to are checked."""

import gc

from lsprotocol import types

from gekido_dsl.lsp.server import Server


def register(server: Server) -> None:
    """Has a server follow what an editor has open."""

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        path = server.take(params.text_document.uri)
        server.rulesets.forget_owners()
        if path is not None:
            server.check(path)
            server.rest(path)
            gc.freeze()  # the grammar, the program itself

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        path = server.take(params.text_document.uri)
        server.rulesets.changed()
        if path is not None:
            for ruleset in server.rulesets.of(path):
                server.ran.pop(ruleset, None)
            server.check_soon(path)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        path = server.take(params.text_document.uri)
        server.rulesets.forget_owners()
        if path is not None:
            server.check(path)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        path = server.addresses.close(params.text_document.uri)
        if path is not None:
            server.rulesets.open.close(path)
            server.rulesets.forget_owners()
