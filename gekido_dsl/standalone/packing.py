"""The parts of a page, compressed: Python, this package, the front end; and the page around them.

Invariants:
    A page runs what its policy names by digest, and what these parts hold; it fetches nothing but parts beside it.
    The same parts give the same bytes.
"""

import gzip
import json
import posixpath
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from html import escape, unescape
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any, Final

from gekido_dsl import web
from gekido_dsl.languages.pages import every_page
from gekido_dsl.standalone import letters

RUNTIME: Final = {
    "loader": "pyodide.mjs.gz",
    "core": "pyodide.asm.mjs.gz",
    "wasm": "pyodide.asm.wasm.gz",
    "stdlib": "stdlib.zip.gz",
}
"""The parts of Python, and the files they are in."""
MORE: Final = "more.zip.gz"
"""What of its standard library a game does not import, but who checks a ruleset may."""
GAME: Final = "alone_page.js"
"""The module that a page with a game begins with."""
PLAYGROUND: Final = "alone_playground.js"
"""That of the playground."""
_POLICY: Final = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')
STUDIO: Final = "alone_studio.js"
"""That of the studio."""
_IMPORT: Final = re.compile(r'((?:from\s*|import\s*\(?\s*)")(\.\.?/[\w./-]+)"')


@dataclass(frozen=True, slots=True)
class Beside:
    """A part that lies beside the page."""

    place: str
    size: int
    """In bytes."""


def compressed(content: bytes) -> bytes:
    """Compresses a part."""
    return gzip.compress(content, 9, mtime=0)


@cache
def runtime(checks: bool = False) -> dict[str, bytes]:
    """Gives the parts of Python itself, compressed.

    Args:
        checks: whether rulesets are read and checked in the page.
    Raises:
        FileNotFoundError: they are not installed.
    """
    folder = files("gekido_dsl.web").joinpath("vendor", "pyodide")
    names = {**RUNTIME, "more": MORE} if checks else RUNTIME
    found = {part: folder.joinpath(name).read_bytes() for part, name in names.items()}
    return {**found, "lock": compressed(folder.joinpath("about.json").read_bytes())}


@cache
def front(main: str = GAME) -> tuple[bytes, str]:
    """Gives the modules of the page as a part, and its style.

    Args:
        main: the module that begins.
    """
    found = web.assets()
    order: dict[str, str] = {}

    def follow(name: str) -> None:
        def whole(named: re.Match[str]) -> str:
            """Names another module from the top, as the page knows it."""
            other = posixpath.normpath(posixpath.join(posixpath.dirname(name), named[2]))
            if other not in order:
                follow(other)
            return f'{named[1]}./{other}"'

        order[name] = ""  # one that imports what imports it would not begin anyway
        text = _IMPORT.sub(whole, found[name].decode())
        del order[name]
        order[name] = text

    follow(main)
    content = {
        "modules": list(order.items()),
        "main": main,
        "worker": found["alone_worker.js"].decode(),
        "words": every_page(),
    }
    more = found["studio/studio.css"] if main == STUDIO else b""
    style = (found["table.css"] + found["alone.css"] + more).decode()
    return json.dumps(content, ensure_ascii=False).encode(), style


def digest(text: str) -> str:
    """Names a script or style in a policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def page(
    title: str,
    about: Mapping[str, Any],
    parts: "Mapping[str, bytes | Beside]",
    books: Sequence[str] = (),
    *,
    main: str = GAME,
) -> str:
    """Writes the page.

    Args:
        main: the module that begins. The studio may fetch a ruleset that its user names.
        about: what it says before Python is there.
        parts: compressed bytes by name, or where they lie beside the page.
        books: pages that it may show; what styles them is named, too, and what runs in them as far as their own
            policies name it.
    """
    boot = web.assets()["alone_boot.js"].decode()
    _, style = front(main)
    scripts, styles = [digest(boot)], [digest(style)]
    for one in books:
        more_scripts, more_styles = _inline(one)
        said = _POLICY.search(one)
        allowed = unescape(said[1]) if said is not None else ""
        scripts += [named for text in more_scripts if (named := digest(text)) in allowed]
        styles += [digest(text) for text in more_styles]
    beside = any(isinstance(part, Beside) for part in parts.values())
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(dict.fromkeys(scripts))} 'wasm-unsafe-eval' blob:",
            f"style-src {' '.join(dict.fromkeys(styles))}",
            "worker-src blob:",
            " ".join(
                (
                    "connect-src blob:",
                    *(["'self'"] if beside else []),
                    *(["https:"] if main == STUDIO else []),
                )
            ),
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


def _part(name: str, part: "bytes | Beside") -> str:
    if isinstance(part, Beside):
        given, text = f' data-src="{escape(part.place)}" data-size="{part.size}"', ""
    else:
        given, text = f' data-size="{len(part)}"', letters.written(part)
    return f'<script type="text/plain" data-part="{name}"{given}>{text}</script>'


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
