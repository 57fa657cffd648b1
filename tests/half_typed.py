"""Texts as they stand on a screen while they are being written, and everything that looks at them then.

A text is cut off at its end, as when it is typed from top to bottom, or in one of its lines while the rest stands
below, as when a line is added or changed. Whatever stands there, `gdl validate`, the language server and the studio
answer.
"""

import atexit
import contextlib
import random
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import test_language_docs
from lsprotocol import types
from pygls.workspace import Workspace

from gekido_dsl import book
from gekido_dsl.cli.paths import is_ruleset, owners
from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider, shipped_folder
from gekido_dsl.grammar.lexer import Piece, pieces
from gekido_dsl.language.examples import examples as examples_of
from gekido_dsl.language.known import KnownFiles
from gekido_dsl.lsp import documents, examples, naming, reading, writing
from gekido_dsl.lsp.server import Server
from gekido_dsl.source import ReadFailure, Source, read_bytes
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.language_answers import LanguageAnswers
from gekido_dsl.studio.live_reload import finding
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.studio.text_positions import units

ROOT = Path(__file__).resolve().parent.parent
RULESETS = ROOT / "rulesets"
_WORD = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True)
class Text:
    """A text that may be half typed, in the folder of the ruleset that is checked with it."""

    folder: Path
    main: str
    """The ruleset that is checked, from the folder."""
    name: str
    """The file that is being typed, from the folder."""
    whole: str
    begin: int = 0
    """Where what is typed begins; what stands above it is there."""
    label: str = ""

    def __str__(self) -> str:
        return self.label or self.name


@dataclass(frozen=True)
class Cut:
    """A text as far as it is typed."""

    text: str
    at: int
    """Where the cursor stands."""
    how: str


def at_the_end(whole: str, at: int) -> Cut:
    """Gives what is typed of a text that is written from top to bottom."""
    return Cut(whole[:at], at, f"the first {at} characters")


def in_the_middle(whole: str, at: int, block: bool) -> Cut:
    """Gives a text in which one line is cut off.

    Args:
        block: whether what is indented below the line stands there already.
    """
    rest = whole[at:].partition("\n")[2]
    if not block:
        start = whole.rfind("\n", 0, at) + 1
        indent = len(whole[start:at]) - len(whole[start:at].lstrip(" "))
        lines = rest.splitlines(keepends=True)
        while lines and lines[0].strip() and len(lines[0]) - len(lines[0].lstrip(" ")) > indent:
            del lines[0]
        rest = "".join(lines)
    return Cut(f"{whole[:at]}\n{rest}", at, f"cut at {at}, {'with' if block else 'without'} the block below")


def places(text: Text) -> list[int]:
    """Gives the places that differ in what is read: at both ends of each word and sign, and within it."""
    if text.name.endswith(".gdl"):
        spans = [(one.start, one.end) for one in pieces(text.whole)]
    else:
        spans = [one.span() for one in _WORD.finditer(text.whole)]
    found = {place for start, end in spans for place in (start, (start + end) // 2, end)}
    return sorted(place for place in found if place >= text.begin)


def prefixes(text: Text) -> Iterator[Cut]:
    """Gives the text as far as it is typed, at each place that reads differently."""
    return (at_the_end(text.whole, at) for at in places(text))


def every_cut(text: Text) -> Iterator[Cut]:
    """Gives every way in which a text may be half typed that reads differently."""
    for at in places(text):
        yield at_the_end(text.whole, at)
        yield in_the_middle(text.whole, at, block=True)
        yield in_the_middle(text.whole, at, block=False)


def any_cut(text: Text, chance: random.Random) -> Cut:
    """Gives one of the ways in which a text may be half typed, at any character."""
    at = chance.randint(text.begin, len(text.whole))
    how = chance.randrange(3)
    return at_the_end(text.whole, at) if how == 0 else in_the_middle(text.whole, at, block=how == 1)


def sorts(text: Text) -> Iterator[tuple[tuple[object, ...], int]]:
    """Gives the places of a text, each with what it is like: places that are alike are likely to fail alike.

    Alike are places at the same word or sign, after the same one, before the same one, in a declaration that begins
    alike. Names, numbers and texts in quotes are alike among themselves.
    """
    written = text.name.endswith(".gdl")
    head, before, line = "", "", -1
    found = list(pieces(text.whole)) if written else [_table_piece(one) for one in _WORD.finditer(text.whole)]
    found = [one for one in found if one.kind not in ("space", "comment")]
    for number, one in enumerate(found):
        sort = one.text if one.kind in ("word", "punct") else one.kind
        start = text.whole.rfind("\n", 0, one.start) + 1
        if start != line:
            line, before = start, ""
            head = sort if one.start == start else head
        after = found[number + 1] if number + 1 < len(found) else None
        last = after is None or "\n" in text.whole[one.end : after.start]
        then = "" if last or after is None else after.text if after.kind == "word" else after.kind
        for place, how in (
            (one.start, "before"),
            ((one.start + one.end) // 2, "within"),
            (one.end, "behind"),
        ):
            if place >= text.begin and (how != "within" or one.end - one.start > 1):
                yield (text.name.rpartition(".")[2], head, before, sort, then, how), place
        before = sort


def _table_piece(one: re.Match[str]) -> Piece:
    kind = "name" if one[0][0].isalpha() else "number" if one[0].isdigit() else "punct"
    return Piece(kind, one[0], *one.span())


def of_each_sort(texts: Iterable[Text], chance: random.Random) -> Iterator[tuple[Text, Cut]]:
    """Gives one place of each sort, in the first text that has one, cut off in one of the ways."""
    seen = set[tuple[object, ...]]()
    for text in texts:
        for sort, place in sorts(text):
            if sort not in seen:
                seen.add(sort)
                how, whole = chance.randrange(3), text.whole
                yield (
                    text,
                    at_the_end(whole, place) if how == 0 else in_the_middle(whole, place, block=how == 1),
                )


# ---------------------------------------------------------------- which texts there are


def shipped_names() -> list[str]:
    """Lists every file of rules and every table of the shipped rulesets; what `gdl docs` writes itself is left out."""
    found = (
        path
        for end in ("gdl", "yaml", "csv")
        for path in RULESETS.rglob(f"*.{end}")
        if not path.name.endswith("reviewed.yaml")
    )
    return sorted(path.relative_to(RULESETS).as_posix() for path in found)


@cache
def shipped(name: str) -> Text:
    """Gives a file of the shipped rulesets, under a ruleset that it belongs to."""
    path = RULESETS / name
    whole = path.read_text(encoding="utf-8")
    main = path if is_ruleset(whole) else owners(path)[0]
    return Text(RULESETS, main.relative_to(RULESETS).as_posix(), name, whole)


@cache
def of_docs() -> tuple[Text, ...]:
    """Gives every example of the docs as a ruleset in a folder of its own, with the files that its page names."""
    folders: dict[tuple[tuple[str, str], ...], Path] = {}
    root = Path(tempfile.mkdtemp(prefix="gdl-half-typed-"))
    atexit.register(shutil.rmtree, root, ignore_errors=True)
    found: list[Text] = []
    for block in test_language_docs.gdl_blocks():
        key = tuple(sorted(block.files.items()))
        if key not in folders:
            folders[key] = root / str(len(folders))
            _lay_out(folders[key], block.files)
        host = ""
        if not block.whole:
            above = test_language_docs.Pages({}).read(f"{block.marks['in']}.gdl", None)
            assert isinstance(above, Source)
            host = test_language_docs.joined(above.text, block.text).removesuffix(block.text)
        name = f"page_{len(found)}.gdl"
        (folders[key] / name).write_text(host + block.text, encoding="utf-8")
        found.append(Text(folders[key], name, name, host + block.text, len(host), str(block)))
    return tuple(found)


def _lay_out(folder: Path, files: Mapping[str, str]) -> None:
    """Lays what pages may name into a folder: the hosts of fragments, and the shipped rulesets."""
    for host in reversed(test_language_docs.HOSTS):
        for path in host.rglob("*"):
            if path.suffix in (".gdl", ".yaml", ".csv", ".svg") and path.name != "reviewed.yaml":
                copy = folder / path.relative_to(host)
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")


class Overlay:
    """Reads the files of a folder, one of them as it is typed."""

    def __init__(self, text: Text, typed: str) -> None:
        self._files = FolderProvider(text.folder, library=shipped_folder())
        self._path, self._typed = text.folder / text.name, typed

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        got = self._files.read(name, relative_to)
        if isinstance(got, ReadFailure):
            return got
        return Source(got.name, self._typed) if Path(got.name) == self._path else got

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        return read_bytes(self._files, name, relative_to)


@cache
def _known(folder: Path, main: str) -> KnownFiles:
    """Keeps what was read of the files of a ruleset, so that only the one that is typed is read again."""
    return KnownFiles()


def validated(text: Text, cut: Cut) -> None:
    """Does what `gdl validate` does."""
    made = load(text.main, Overlay(text, cut.text))
    known = _known(text.folder, text.main)
    made.parse, made.parse_table = known.parse, known.parse_table
    _ = [*made.diagnostics, *book.check(made), *made.look.diagnostics]
    _ = made.identity


class Reader:
    """Reads a text as it is typed; of what was read before, only what is new is read again."""

    def __init__(self, text: Text) -> None:
        self.text, self.known = text, KnownFiles(by_declaration=True)

    def read(self, cut: Cut) -> None:
        """Reads what is typed, as every tool does before it asks what that means."""
        source = Source(self.text.name, cut.text)
        if self.text.name.endswith(".gdl"):
            _ = self.known.parse(source, {}).diagnostics
            examples_of(source)
        elif self.text.name.endswith(".yaml"):
            _ = self.known.parse_table(source).diagnostics


class Desk:
    """An editor and a studio that have one file of a ruleset open, and ask of it what both ask while somebody types."""

    def __init__(self, text: Text) -> None:
        self.text = text
        self.path = text.folder / text.name
        self.uri = self.path.as_uri()
        self.server = _Server("test", lambda path: [text.folder / text.main] * (path == self.path))
        for part in (documents, examples, naming, reading, writing):
            part.register(self.server)
        self.server.protocol._workspace = Workspace(None, types.TextDocumentSyncKind.Full)
        self.drafts = Drafts(text.folder, text.main)
        self.language = LanguageAnswers(self.drafts)

    def edited(self, cut: Cut) -> None:
        """Has the language server answer what an editor asks after a change."""
        said = types.TextDocumentItem(self.uri, "gdl", 1, cut.text)
        self.server.workspace.put_text_document(said)
        self.server.take(self.uri)
        self.server.rulesets.forget_owners()
        self.server.check(self.path)
        place = self.server.convert.position(Source(self.uri, cut.text), cut.at)
        document = types.TextDocumentIdentifier(self.uri)
        whole = types.Range(types.Position(0, 0), types.Position(cut.text.count("\n") + 1, 0))
        here = types.Range(types.Position(place.line, 0), types.Position(place.line, 999))
        self._ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(document, place))
        self._ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(document))
        for ruleset in self.server.rulesets.of(self.path):
            self.server.rulesets.mentions(ruleset)
        self._ask(types.TEXT_DOCUMENT_COMPLETION, types.CompletionParams(document, place))
        self._ask(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, types.SemanticTokensParams(document))
        self._ask(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, types.DocumentSymbolParams(document))
        self._ask(types.TEXT_DOCUMENT_FOLDING_RANGE, types.FoldingRangeParams(document))
        self._ask(types.TEXT_DOCUMENT_INLAY_HINT, types.InlayHintParams(document, whole))
        self._ask(types.TEXT_DOCUMENT_CODE_LENS, types.CodeLensParams(document))
        self._ask(
            types.TEXT_DOCUMENT_CODE_ACTION,
            types.CodeActionParams(document, here, types.CodeActionContext([])),
        )
        self._ask(
            types.TEXT_DOCUMENT_FORMATTING,
            types.DocumentFormattingParams(document, types.FormattingOptions(2, True)),
        )
        for position in (place, types.Position(place.line, max(0, place.character - 2))):
            self._ask(types.TEXT_DOCUMENT_HOVER, types.HoverParams(document, position))
            self._ask(types.TEXT_DOCUMENT_DEFINITION, types.DefinitionParams(document, position))
            self._ask(
                types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, types.DocumentHighlightParams(document, position)
            )
            self._ask(types.TEXT_DOCUMENT_PREPARE_RENAME, types.PrepareRenameParams(document, position))
            self._ask(
                types.TEXT_DOCUMENT_REFERENCES,
                types.ReferenceParams(types.ReferenceContext(True), document, position),
            )

    def _ask(self, what: str, asked: object) -> None:
        self.server.protocol.fm.features[what](asked)

    def typed(self, cut: Cut) -> None:
        """Has the studio answer what its page asks after a change."""
        name = self.text.name
        self.drafts.texts[name] = cut.text
        made = self.drafts.compilation()
        for found in made.diagnostics[:100]:
            _ = finding(found)
        self.language.renew(made)
        at = units(cut.text, cut.at)
        asked = {"name": name, "at": at}
        for what in ("complete", "tokens", "hover", "definition", "uses", "complete", "outline"):
            self.language.answers[what](asked)
        if name.endswith(".gdl"):
            with contextlib.suppress(Refused):
                self.language.format(asked)
            return
        table = self.language.cells(asked)
        with contextlib.suppress(Refused):
            self.language.add_row({**asked, "title": "Another"})
        if table["rows"] and table["columns"]:
            with contextlib.suppress(Refused):
                self.language.set_cell(
                    {**asked, "row": 0, "column": table["columns"][-1]["name"], "text": "3"}
                )


class _Server(Server):
    """A language server that speaks to nobody."""

    def text_document_publish_diagnostics(self, params: object) -> None:
        pass
