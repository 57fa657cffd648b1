"""A file that is opened through a symbolic link is spoken of under the address that the editor opened."""

from pathlib import Path

import pytest

pytest.importorskip("lsprotocol")

from lsprotocol import types
from pygls.workspace import Workspace

from gekido_dsl.lsp.addresses import Addresses
from gekido_dsl.lsp.making import make
from gekido_dsl.lsp.server import Server

GAME = """edition 1

game "A"
  players 2
  limit 5 turns

use "parts/more.gdl"

turn of each player
  Play

phase Play
  frobnicate
  do Cheer

the game ends when the Turn is 3
  nobody wins
"""
MORE = 'rule Cheer\n  announce "hurrah"\n  frobnicate\n'


@pytest.fixture
def link(tmp_path: Path) -> Path:
    (tmp_path / "real" / "parts").mkdir(parents=True)
    (tmp_path / "real" / "a.gdl").write_text(GAME, encoding="utf-8")
    (tmp_path / "real" / "parts" / "more.gdl").write_text(MORE, encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    return tmp_path / "link"


def opened(uri: str, text: str) -> tuple[Server, dict[str, int]]:
    """Opens a document; gives how many findings were told under which address."""
    server = make("test", lambda path: [])
    server.protocol._workspace = Workspace(None, types.TextDocumentSyncKind.Full)
    told: dict[str, int] = {}
    server.text_document_publish_diagnostics = (  # type: ignore[method-assign]
        lambda params: told.update({params.uri: len(params.diagnostics)})
    )
    server.workspace.put_text_document(types.TextDocumentItem(uri, "gdl", 1, text))
    path = server.take(uri)
    assert path is not None
    server.check(path)
    return server, told


def test_findings_come_under_the_address_of_the_editor(link: Path) -> None:
    uri = (link / "a.gdl").as_uri()
    _, told = opened(uri, GAME)
    assert told == {uri: 1, (link / "parts" / "more.gdl").as_uri(): 1}


def test_an_address_is_kept_as_it_is_written(link: Path) -> None:
    uri = (link / "a.gdl").as_uri().replace("/a.gdl", "/%61.gdl")
    _, told = opened(uri, GAME)
    assert uri in told


def test_edits_and_places_have_the_address_of_the_editor(link: Path) -> None:
    text = GAME.replace("  frobnicate\n", "")
    (link / "a.gdl").write_text(text, encoding="utf-8")
    (link / "parts" / "more.gdl").write_text(MORE.replace("  frobnicate\n", ""), encoding="utf-8")
    uri = (link / "a.gdl").as_uri()
    server, told = opened(uri, text)
    assert sum(told.values()) == 0
    line = text[: text.index("do Cheer")].count("\n")
    document, place = types.TextDocumentIdentifier(uri), types.Position(line, 6)
    features = server.protocol.fm.features
    found = features[types.TEXT_DOCUMENT_DEFINITION](types.DefinitionParams(document, place))
    assert found.uri == (link / "parts" / "more.gdl").as_uri()
    edit = features[types.TEXT_DOCUMENT_RENAME](types.RenameParams(document, place, "Applaud"))
    assert set(edit.changes) == {uri, (link / "parts" / "more.gdl").as_uri()}


def test_a_linked_file_has_its_own_address(tmp_path: Path, link: Path) -> None:
    other = tmp_path / "other.gdl"
    other.symlink_to(link / "a.gdl")
    addresses = Addresses()
    assert addresses.take(other.as_uri()) == (tmp_path / "real" / "a.gdl").resolve()
    assert addresses.of(str(tmp_path / "real" / "a.gdl")) == other.as_uri()
    addresses.close(other.as_uri())
    assert addresses.of(str(tmp_path / "real" / "a.gdl")) == (tmp_path / "real" / "a.gdl").as_uri()
