"""What is asked of a name: what it means, where it is declared and used, and what it is to be called."""

from lsprotocol import types

from gekido_dsl.language.renaming import Refused, rename
from gekido_dsl.lsp.addresses import path_in
from gekido_dsl.lsp.server import Server, refused


def register(server: Server) -> None:
    """Has a server answer what is asked of a name."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def hovered(params: types.HoverParams) -> types.Hover | None:
        uri = params.text_document.uri
        found = server.at(uri, params.position)
        if found is not None:
            note = server.notes.of_name(*found)
        else:
            source = server.source(uri)
            rules = uri.endswith(".gdl")
            note = (
                server.notes.of_word(source, server.convert.offset(source, params.position))
                if rules
                else None
            )
        if note is None:
            return None
        content = types.MarkupContent(types.MarkupKind.Markdown, note.text)
        return types.Hover(content, server.convert.range(note.span))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    def defined(params: types.DefinitionParams) -> types.Location | list[types.Location] | None:
        found = server.at(params.text_document.uri, params.position)
        if found is None:
            return server.file_at(params.text_document.uri, params.position)
        mentions, mention = found
        cells = mentions.cells_of(mention.key) if mention.declares else []
        if cells:
            return [server.location(one.span) for one in cells]
        place = mentions.place(mention.key)
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

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    def asked_to_rename(params: types.PrepareRenameParams) -> types.Range | None:
        found = server.at(params.text_document.uri, params.position)
        if found is None or not any(one.declares for one in found[0].of(found[1].key)):
            return None
        return server.convert.range(found[1].span)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    def renamed(params: types.RenameParams) -> types.WorkspaceEdit:
        path = path_in(params.text_document.uri)
        found = server.at(params.text_document.uri, params.position)
        if path is None or found is None:
            raise refused("there is no name here")
        edits = rename(found[0], found[1].key, params.new_name)
        if isinstance(edits, Refused):
            raise refused(edits.why)
        server.try_out(path, edits)
        return server.workspace_edit(edits)
