"""A page around its parts.

Invariants:
    A page runs what its policy names by digest, and what these parts hold; it fetches nothing but parts beside it.
    The same parts give the same bytes.
"""

import gzip
import json
import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape, unescape
from html.parser import HTMLParser
from typing import Any, Final

from gekido_dsl.standalone import letters

_POLICY: Final = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)">')


@dataclass(frozen=True, slots=True)
class Shell:
    """What stands around the parts of a page."""

    boot: str
    """The script that starts them."""
    style: str


@dataclass(frozen=True, slots=True)
class Later:
    """A part that is written into the page later, in place of a mark; see `mark`."""

    size: int
    """In bytes."""


@dataclass(frozen=True, slots=True)
class Beside:
    """A part that lies beside the page."""

    place: str
    size: int
    """In bytes."""


def compressed(content: bytes) -> bytes:
    """Compresses a part."""
    return gzip.compress(content, 9, mtime=0)


def mark(name: str) -> str:
    """Gives what stands in a page where a part is written later; no part has it in it."""
    return f"<!{name}!>"


def digest(text: str) -> str:
    """Names a script or style in a policy."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


def page(
    title: str,
    about: Mapping[str, Any],
    parts: "Mapping[str, bytes | Beside | Later]",
    shell: Shell,
    books: Sequence[str] = (),
    *,
    fetches: bool = False,
    head: str = "",
) -> str:
    """Writes the page.

    Args:
        about: what it says before Python is there.
        parts: compressed bytes by name, or where they lie beside the page.
        shell: the script that starts it, and its style.
        books: pages that it may show; what styles them is named, too, and what runs in them as far as their own
            policies name it.
        fetches: whether it may fetch from elsewhere, as the studio does a ruleset that its user names.
        head: what else stands in its head, naming files beside it: a manifest, say.
    """
    scripts, styles = [digest(shell.boot)], [digest(shell.style)]
    for one in books:
        more_scripts, more_styles = _inline(one)
        said = _POLICY.search(one)
        allowed = unescape(said[1]) if said is not None else ""
        scripts += [named for text in more_scripts if (named := digest(text)) in allowed]
        styles += [digest(text) for text in more_styles]
    own = " 'self'" if head else ""
    beside = any(isinstance(part, Beside) for part in parts.values())
    policy = "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(dict.fromkeys(scripts))} 'wasm-unsafe-eval' blob:",
            f"style-src {' '.join(dict.fromkeys(styles))}",
            f"worker-src blob:{own}",
            " ".join(
                (
                    "connect-src blob:",
                    *(["'self'"] if beside else []),
                    *(["https:"] if fetches else []),
                )
            ),
            f"img-src data: blob:{own}",
            *([f"manifest-src{own}"] if own else []),
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
        f"<title>{escape(title)}</title>",
        head or '<link rel="icon" href="data:,">',
        f"<style>{shell.style}</style></head>",
        f'<body><div id="table"><p class="loading" id="starting">{escape(title)} is being unpacked…</p></div>',
        f"<noscript><p>{escape(title)} needs JavaScript.</p></noscript>",
        f'<script type="application/json" id="about">{_json(about)}</script>',
        *(_part(name, part) for name, part in parts.items()),
        f"<script>{shell.boot}</script>",
        "</body></html>",
    ]
    return "\n".join(lines) + "\n"


def _part(name: str, part: "bytes | Beside | Later") -> str:
    if isinstance(part, Later):
        return f'<script type="text/plain" data-part="{name}" data-size="{part.size}">{mark(name)}</script>'
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
