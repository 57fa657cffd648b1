"""The parts of a page, compressed: Python, this package, the front end; and the page around them.

Invariants:
    A page runs what its policy names by digest, and what these parts hold; it fetches nothing but parts beside it.
    The same parts give the same bytes.
"""

import ast
import gzip
import io
import json
import re
import tokenize
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from html import escape
from html.parser import HTMLParser
from importlib.metadata import PackageNotFoundError, distribution
from importlib.resources import files
from typing import Any, Final

from gekido_dsl import store, web

RUNTIME: Final = {
    "loader": "pyodide.mjs.gz",
    "core": "pyodide.asm.mjs.gz",
    "wasm": "pyodide.asm.wasm.gz",
    "stdlib": "stdlib.zip.gz",
}
"""The parts of Python, and the files they are in."""
_LEFT_OUT: Final = (
    "api", "book", "cli", "diff", "exports", "files", "format", "graph", "insight", "language", "lockstep", "lsp",
    "pages", "perft", "printing", "rulesdoc", "server", "simulate", "stats", "web", "__main__", "_rulesets",
)  # fmt: skip
"""What of this package a page does not run."""
_DATA: Final = (".py", ".lark", ".json", ".md")
GAME: Final = "alone_page.js"
"""The module that a page with a game begins with."""
PLAYGROUND: Final = "alone_playground.js"
"""That of the playground."""
CHECKS: Final = (
    "lark", "interegular", "PyYAML", "jsonschema", "jsonschema-specifications", "referencing", "attrs",
    "typing-extensions", "networkx",
)  # fmt: skip
"""What reading and checking a ruleset needs, all pure Python; `persistent` stands in for what is not."""
_IMPORT: Final = re.compile(r'(?:from\s*|import\s*\(?\s*)"\./([\w./-]+)"')


def compressed(content: bytes) -> bytes:
    """Compresses a part."""
    return gzip.compress(content, 9, mtime=0)


@cache
def runtime() -> dict[str, bytes]:
    """Gives the parts of Python itself, compressed.

    Raises:
        FileNotFoundError: they are not installed.
    """
    folder = files("gekido_dsl.web").joinpath("vendor", "pyodide")
    found = {part: folder.joinpath(name).read_bytes() for part, name in RUNTIME.items()}
    return {**found, "lock": compressed(folder.joinpath("about.json").read_bytes())}


@cache
def program(libraries: tuple[str, ...] = ()) -> bytes:
    """Gives this package as a page runs it, with the libraries it needs, as an archive of texts.

    Args:
        libraries: distributions of pure Python that go along, as they are installed here.
    """
    return gzip.decompress(packed_program(libraries))


@cache
def packed_program(libraries: tuple[str, ...] = ()) -> bytes:
    """Gives the same compressed; from the store of this process, if it is there."""
    kept, version = store.current(), store.version()
    key = store.key("program", version, *libraries) if version is not None else ""
    found = kept.read(key) if kept is not None and key else None
    if found is None:
        found = compressed(_archived(libraries))
        if kept is not None and key:
            kept.write(key, found)
    return found


def _archived(libraries: tuple[str, ...]) -> bytes:
    texts = {**_own(), **dict(_of(libraries))}
    if libraries:
        texts["rpds.py"] = texts["gekido_dsl/standalone/persistent.py"]
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, content in sorted(texts.items()):
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), content)
    return made.getvalue()


def spare(text: str) -> str:
    """Leaves out comments and docstrings, which nobody reads in a page. Every line keeps its number."""
    lines = text.splitlines(keepends=True)
    cuts: list[tuple[int, int, int, int, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            cuts.append((*token.start, *token.end, ""))
    for node in ast.walk(ast.parse(text)):
        if (
            isinstance(node, ast.Expr)
            and isinstance(node.value, ast.Constant)
            and isinstance(node.value.value, str)
        ):
            start = len(lines[node.lineno - 1].encode()[: node.col_offset].decode())
            end = len(lines[(node.end_lineno or 0) - 1].encode()[: node.end_col_offset].decode())
            cuts.append((node.lineno, start, node.end_lineno or 0, end, '""'))
    for first, start, last, end, instead in sorted(cuts, reverse=True):
        tail = lines[last - 1][end:]
        lines[first - 1] = (
            lines[first - 1][:start] + instead + (tail if first == last else "\n" * (last - first) + tail)
        )
        for between in range(first, last):
            lines[between] = ""
    return "".join(lines)


def version_of(content: bytes) -> str:
    """Identifies a program; what is kept for one is of no use to another."""
    return store.key("page", content)


@cache
def _own() -> dict[str, bytes]:
    found: dict[str, bytes] = {}
    for entry in files("gekido_dsl").iterdir():
        if entry.name.removesuffix(".py") not in _LEFT_OUT:
            found.update(_under(entry, f"gekido_dsl/{entry.name}"))
    return found


def _under(entry: Any, name: str) -> Iterator[tuple[str, bytes]]:
    if entry.is_dir():
        if entry.name != "__pycache__":
            for inner in entry.iterdir():
                yield from _under(inner, f"{name}/{inner.name}")
    elif entry.name.endswith(_DATA):
        content = entry.read_bytes()
        yield name, spare(content.decode()).encode() if name.endswith(".py") else content


def _of(libraries: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for library in libraries:
        try:
            listed = distribution(library).files or []
        except PackageNotFoundError:  # what needs it in an older Python does not here
            continue
        for one in listed:
            if one.suffix in (".py", ".json", ".lark") and ".." not in one.parts and "tests" not in one.parts:
                yield one.as_posix(), one.read_binary()


@cache
def front(main: str = GAME) -> tuple[bytes, str]:
    """Gives the modules of the page as a part, and its style.

    Args:
        main: the module that begins.
    """
    found = web.assets()
    order: dict[str, str] = {}

    def follow(name: str) -> None:
        text = found[name].decode()
        for other in _IMPORT.findall(text):
            if other not in order:
                follow(other)
        order[name] = text

    follow(main)
    content = {"modules": list(order.items()), "main": main, "worker": found["alone_worker.js"].decode()}
    style = (found["table.css"] + found["alone.css"]).decode()
    return json.dumps(content, ensure_ascii=False).encode(), style


def digest(text: str) -> str:
    """Names a script or style in a policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def page(
    title: str, about: Mapping[str, Any], parts: Mapping[str, bytes | str], books: Sequence[str] = ()
) -> str:
    """Writes the page.

    Args:
        about: what it says before Python is there.
        parts: compressed bytes by name, or where they lie beside the page.
        books: pages that it may show; what runs and styles them has to be named, too.
    """
    boot = web.assets()["alone_boot.js"].decode()
    _, style = front()
    scripts, styles = [digest(boot)], [digest(style)]
    for one in books:
        more_scripts, more_styles = _inline(one)
        scripts += [digest(text) for text in more_scripts]
        styles += [digest(text) for text in more_styles]
    beside = any(isinstance(part, str) for part in parts.values())
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(dict.fromkeys(scripts))} 'wasm-unsafe-eval' blob:",
            f"style-src {' '.join(dict.fromkeys(styles))}",
            "worker-src blob:",
            f"connect-src blob:{' ' + chr(39) + 'self' + chr(39) if beside else ''}",
            "img-src data: blob:",
            "font-src data:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    lines = [
        "<!doctype html>",
        '<html lang="en">',
        '<head><meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<title>{escape(title)}</title><link rel="icon" href="data:,">',
        f"<style>{style}</style></head>",
        f'<body><div id="table"><p class="loading" id="starting">{escape(title)} is being unpacked…</p></div>',
        f"<noscript><p>{escape(title)} needs JavaScript.</p></noscript>",
        f'<script type="application/json" id="about">{_json(about)}</script>',
        *(_part(name, part) for name, part in parts.items()),
        f"<script>{boot}</script>",
        "</body></html>",
    ]
    return "\n".join(lines) + "\n"


def _part(name: str, part: bytes | str) -> str:
    if isinstance(part, str):
        return f'<script type="text/plain" data-part="{name}" data-src="{escape(part)}"></script>'
    return f'<script type="text/plain" data-part="{name}">{b64encode(part).decode()}</script>'


def _json(about: Mapping[str, Any]) -> str:
    """Writes data into a page; no text in it can end the element."""
    return json.dumps(about, ensure_ascii=False).replace("<", "\\u003c")


class _Inline(HTMLParser):
    """Finds the scripts and styles that stand in a page."""

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[str]] = {"script": [], "style": []}
        self._in: str | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in self.found:
            self._in = tag
            self.found[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._in:
            self._in = None

    def handle_data(self, data: str) -> None:
        if self._in is not None:
            self.found[self._in][-1] += data


def _inline(text: str) -> tuple[list[str], list[str]]:
    reader = _Inline()
    reader.feed(text)
    reader.close()
    return reader.found["script"], reader.found["style"]
