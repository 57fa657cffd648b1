"""The extension for VS Code is packed from what is here, and is as current as the language."""

import hashlib
import importlib.util
import json
import re
import zipfile
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest

from gekido_dsl import __version__
from gekido_dsl.grammar.lexer import pieces
from gekido_dsl.language.colours import COLOURS
from gekido_dsl.pages.code import GdlLexer

pytest.importorskip("lsprotocol")

from gekido_dsl.lsp.examples import PLAY

ROOT = Path(__file__).resolve().parents[2]
EXTENSION = ROOT / "editors" / "vscode"


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, ROOT / "tools" / f"{name}.py")
    assert spec is not None and spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def about() -> dict[str, object]:
    return dict(json.loads((EXTENSION / "package.json").read_text(encoding="utf-8")))


def _patterns() -> list[tuple[str, re.Pattern[str]]]:
    made = json.loads((EXTENSION / "syntaxes" / "gdl.tmLanguage.json").read_text(encoding="utf-8"))
    return [(one["name"], re.compile(one["match"])) for one in made["patterns"]]


PATTERNS = _patterns()


def test_the_grammar_for_colours_is_that_of_the_language() -> None:
    written = (EXTENSION / "syntaxes" / "gdl.tmLanguage.json").read_text(encoding="utf-8")
    assert written == tool("textmate").grammar(), "run `python tools/textmate.py`"


@pytest.mark.parametrize("path", sorted((ROOT / "rulesets").rglob("*.gdl")), ids=lambda path: path.name)
def test_the_grammar_for_colours_reads_every_ruleset_as_the_language_does(path: Path) -> None:
    scopes = {"comment": "comment", "string": "string.quoted", "cite": "string.other", "name": "entity.name"}
    text = path.read_text(encoding="utf-8")
    for line in text.splitlines():
        at = 0
        for piece in pieces(line):
            if piece.start < at or piece.kind not in scopes:
                continue
            found = next((name for name, one in PATTERNS if one.match(line, piece.start)), "")
            assert found.startswith(scopes[piece.kind]), (line, piece.text, found)
            at = piece.end


def test_a_word_that_begins_a_declaration_looks_otherwise_than_one_in_a_line() -> None:
    def scope(line: str, at: int) -> str:
        return next(name for name, one in PATTERNS if one.match(line, at))

    assert scope("phase Move", 0) == scope("exception to Walk", 0) == "storage.type.declaration.gdl"
    assert scope("  the window is Now", 6) == "keyword.control.gdl"
    assert scope("  discards 2 Cards", 2) == "support.function.verb.gdl"
    assert scope("  if it is next to it", 11) == "keyword.other.phrase.gdl"
    assert all(not one.match("phases", 0) for name, one in PATTERNS if "declaration" in name)


def test_the_package_has_all_that_its_manifest_names(tmp_path: Path) -> None:
    first, second = tmp_path / "a.vsix", tmp_path / "b" / "b.vsix"
    packing = tool("vsix")
    packing.pack(first)
    packing.pack(second)
    assert first.read_bytes() == second.read_bytes()
    with zipfile.ZipFile(first) as packed:
        names = set(packed.namelist())
        types = ElementTree.fromstring(packed.read("[Content_Types].xml"))
        manifest = packed.read("extension.vsixmanifest").decode()
        inside = json.loads(packed.read("extension/package.json"))
    endings = {one.attrib["Extension"] for one in types}
    assert {f".{name.rpartition('.')[2]}" for name in names - {"[Content_Types].xml"}} == endings
    assert f'Version="{inside["version"]}"' in manifest
    root = ElementTree.fromstring(manifest)
    assets = [one.attrib["Path"] for one in root.iter() if one.tag.endswith("Asset")]
    named = [inside["main"], *(one["path"] for one in inside["contributes"]["grammars"])]
    named += [one["configuration"] for one in inside["contributes"]["languages"]]
    assert {*assets, *(f"extension/{name.removeprefix('./')}" for name in named)} <= names


def test_the_bundle_is_made_of_the_source_that_is_here() -> None:
    begin = (EXTENSION / "dist" / "extension.js").read_text(encoding="utf-8").partition("\n")[0]
    for name in ("src/extension.js", "package-lock.json"):
        made = hashlib.sha256((EXTENSION / name).read_bytes()).hexdigest()[:16]
        assert f"{name} {made}" in begin, "run `npm ci && npm run bundle` in editors/vscode"


def test_what_the_extension_is_named_and_takes_over_is_what_there_is() -> None:
    source = (EXTENSION / "src" / "extension.js").read_text(encoding="utf-8")
    assert f"'{PLAY}'" in source
    contributed = about()["contributes"]
    assert isinstance(contributed, dict)
    commands = {one["command"] for one in contributed["commands"]}
    assert commands == set(re.findall(r"registerCommand\('([\w.]+)'", source))
    assert set(contributed["semanticTokenScopes"][0]["scopes"]) <= set(COLOURS)
    language = contributed["languages"][0]
    assert [f"*{one}" for one in language["extensions"]] == GdlLexer.filenames
    assert about()["version"] == __version__


def test_blocks_are_indented_where_they_begin() -> None:
    rules = json.loads((EXTENSION / "language-configuration.json").read_text(encoding="utf-8"))
    pattern = rules["indentationRules"]["increaseIndentPattern"]
    studio = (ROOT / "web" / "editor.js").read_text(encoding="utf-8")
    assert f"const OPENS = /{pattern}/;" in studio
    more = re.compile(pattern)
    for line in (
        "phase Walk",
        "  each Card",
        '  may "Go on"',
        "  otherwise",
        "change kind Bot",
        "a Bot is Weak if any of",
    ):
        assert more.fullmatch(line), line
    for line in (
        "edition 1",
        "  draw 2 Cards",
        "aim of each player: the highest Score",
        "  my Seat's Score gains 1",
    ):
        assert not more.fullmatch(line), line
