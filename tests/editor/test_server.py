"""The language server as an editor has it: a process that is spoken to over its standard input and output."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

types = pytest.importorskip("lsprotocol.types")
pytest_lsp = pytest.importorskip("pytest_lsp")

WAIT_S = 120
GAME = """edition 1

game "Pörtchen 𝄞"
  players 2 to 2

kind Seat, 1 for each player
  Score: 0 to 9, starts 0

turn of each player
  Playing

phase Playing
  my Seat's Score gains 1

the game ends when some Seat is a Winner
  the highest player by my Seat's Score wins

a Seat is a Winner if its Score is at least 5
"""


class Editor:
    """An editor with a server of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = pytest_lsp.make_test_lsp_client()
        self.version = 0
        self.refreshed = 0

        @self.client.feature(types.WORKSPACE_CODE_LENS_REFRESH)
        def _(*_: object) -> None:
            self.refreshed += 1

    async def begin(self) -> None:
        await self.client.start_io(sys.executable, "-m", "gekido_dsl", "--no-cache", "lsp")
        await self.client.initialize_session(
            types.InitializeParams(
                capabilities=pytest_lsp.client_capabilities("visual-studio-code"),
                root_uri=self.folder.as_uri(),
            )
        )

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    async def open(self, name: str) -> list[object]:
        text = (self.folder / name).read_text(encoding="utf-8")
        self.client.text_document_did_open(
            types.DidOpenTextDocumentParams(types.TextDocumentItem(self.uri(name), "gdl", 1, text))
        )
        return await self.found(name)

    async def change(self, name: str, text: str) -> list[object]:
        self.version += 1
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(
                types.VersionedTextDocumentIdentifier(uri=self.uri(name), version=self.version + 1),
                [types.TextDocumentContentChangeWholeDocument(text)],
            )
        )
        return await self.found(name)

    async def found(self, name: str) -> list[object]:
        """Waits for what is found in a file; others of its ruleset may be told of before."""
        self.client.diagnostics.pop(self.uri(name), None)
        while self.uri(name) not in self.client.diagnostics:
            await asyncio.wait_for(
                self.client.wait_for_notification(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS), timeout=WAIT_S
            )
        return list(self.client.diagnostics[self.uri(name)])

    def at(self, name: str, text: str, word: str) -> dict[str, object]:
        before = text[: text.index(word)]
        line = before.count("\n")
        letters = before.rpartition("\n")[2]
        column = len(letters.encode("utf-16-le")) // 2
        return {
            "text_document": types.TextDocumentIdentifier(self.uri(name)),
            "position": types.Position(line, column),
        }


def session(folder: Path, talk: Callable[[Editor], Awaitable[None]]) -> None:
    async def run() -> None:
        editor = Editor(folder)
        await editor.begin()
        try:
            await talk(editor)
        finally:
            await editor.client.shutdown_session()
            await editor.client.stop()

    asyncio.run(asyncio.wait_for(run(), timeout=3 * WAIT_S))


@pytest.mark.dear
def test_a_ruleset_is_checked_as_it_is_typed(tmp_path: Path) -> None:
    (tmp_path / "game.gdl").write_text(GAME, encoding="utf-8")

    async def talk(editor: Editor) -> None:
        first = await editor.open("game.gdl")
        assert [one.message for one in first if one.severity == types.DiagnosticSeverity.Error] == []
        wrong = GAME.replace("Score gains", "Scroe gains")
        (found,) = [one for one in await editor.change("game.gdl", wrong) if one.code == "unknown-name"]
        line = wrong.splitlines().index("  my Seat's Scroe gains 1")
        assert found.range == types.Range(types.Position(line, 12), types.Position(line, 17))
        assert "did you mean `Score`?" in found.message
        assert [one.code for one in await editor.change("game.gdl", GAME)] == [one.code for one in first]

        told = await editor.client.text_document_hover_async(
            types.HoverParams(**editor.at("game.gdl", GAME, "Score is at"))
        )
        assert "**Score**: a fact of Seat" in told.contents.value
        place = await editor.client.text_document_definition_async(
            types.DefinitionParams(**editor.at("game.gdl", GAME, "Score is at"))
        )
        assert place.range.start == types.Position(6, 2)
        places = await editor.client.text_document_references_async(
            types.ReferenceParams(
                **editor.at("game.gdl", GAME, "Score: 0"), context=types.ReferenceContext(True)
            )
        )
        assert len(places) == 4
        made = await editor.client.text_document_document_symbol_async(
            types.DocumentSymbolParams(types.TextDocumentIdentifier(editor.uri("game.gdl")))
        )
        assert [one.name for one in made][:3] == ["Pörtchen 𝄞", "Seat", "turn of each player"]
        tokens = await editor.client.text_document_semantic_tokens_full_async(
            types.SemanticTokensParams(types.TextDocumentIdentifier(editor.uri("game.gdl")))
        )
        title = tokens.data[15:20]
        assert title[2] == len('"Pörtchen 𝄞"') + 1, "a clef is two units of UTF-16"

    session(tmp_path, talk)


@pytest.mark.dear
def test_a_slip_is_mended_a_word_completed_and_a_name_changed(tmp_path: Path) -> None:
    wrong = GAME.replace("Score gains", "Scroe gains")
    (tmp_path / "game.gdl").write_text(wrong, encoding="utf-8")

    async def talk(editor: Editor) -> None:
        await editor.open("game.gdl")
        at = editor.at("game.gdl", wrong, "Scroe")["position"]
        here = types.TextDocumentIdentifier(editor.uri("game.gdl"))
        (action,) = await editor.client.text_document_code_action_async(
            types.CodeActionParams(here, types.Range(at, at), types.CodeActionContext([]))
        )
        assert action.title == "Replace with `Score`"
        ((edit,),) = action.edit.changes.values()
        assert edit.new_text == "Score" and edit.range.start == at

        await editor.change("game.gdl", GAME)
        edit = await editor.client.text_document_rename_async(
            types.RenameParams(new_name="Gain", **editor.at("game.gdl", GAME, "Score: 0"))
        )
        ((*edits,),) = edit.changes.values()
        assert len(edits) == 4 and {one.new_text for one in edits} == {"Gain"}
        with pytest.raises(Exception, match="something else is called `Seat`"):
            await editor.client.text_document_rename_async(
                types.RenameParams(new_name="Seat", **editor.at("game.gdl", GAME, "Score: 0"))
            )
        found = await editor.client.text_document_completion_async(
            types.CompletionParams(**editor.at("game.gdl", GAME, "ayer by"))
        )
        assert "player" in [one.label for one in found]

    session(tmp_path, talk)


@pytest.mark.slow
def test_a_table_is_checked_with_the_ruleset_that_uses_it(tmp_path: Path) -> None:
    game = GAME + '\nkind Card from "cards.yaml"\n  Worth: 1 to 9\n\ndeck Stock: all Cards\n'
    (tmp_path / "game.gdl").write_text(game, encoding="utf-8")
    (tmp_path / "cards.yaml").write_text("- Name: Herald\n  Worth: 3\n", encoding="utf-8")

    async def talk(editor: Editor) -> None:
        first = await editor.open("cards.yaml")
        assert [one for one in first if one.severity == types.DiagnosticSeverity.Error] == []
        (found,) = [
            one
            for one in await editor.change("cards.yaml", "- Name: Herald\n  Worth: 30\n")
            if one.severity == types.DiagnosticSeverity.Error
        ]
        assert found.range.start == types.Position(1, 9)
        await editor.change("cards.yaml", "- Name: Herald\n  Worth: 4\n")
        place = await editor.client.text_document_definition_async(
            types.DefinitionParams(
                types.TextDocumentIdentifier(editor.uri("cards.yaml")), types.Position(1, 3)
            )
        )
        assert place.uri == editor.uri("game.gdl")
        await editor.open("game.gdl")
        place = await editor.client.text_document_definition_async(
            types.DefinitionParams(**editor.at("game.gdl", game, "cards.yaml"))
        )
        assert place.uri == editor.uri("cards.yaml")

    session(tmp_path, talk)


@pytest.mark.slow
def test_a_file_is_laid_out(tmp_path: Path) -> None:
    (tmp_path / "game.gdl").write_text(GAME.replace("  my Seat", "     my Seat"), encoding="utf-8")

    async def talk(editor: Editor) -> None:
        await editor.open("game.gdl")
        (edit,) = await editor.client.text_document_formatting_async(
            types.DocumentFormattingParams(
                types.TextDocumentIdentifier(editor.uri("game.gdl")), types.FormattingOptions(2, True)
            )
        )
        assert edit.new_text == GAME

    session(tmp_path, talk)
