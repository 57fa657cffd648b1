"""What pages are made of, as it lies in this package: Python, the front end, and the script that starts them.

Invariants:
    The same package gives the same bytes.
"""

import json
import posixpath
import re
from functools import cache
from importlib.resources import files
from typing import Final

from gekido_dsl import web
from gekido_dsl.languages.pages import every_page
from gekido_dsl.standalone.packing import Shell, compressed

RUNTIME: Final = {
    "loader": "pyodide.mjs.gz",
    "core": "pyodide.asm.mjs.gz",
    "wasm": "pyodide.asm.wasm.gz",
    "stdlib": "stdlib.zip.gz",
}
"""The parts of Python, and the files they are in."""
MORE: Final = "more.zip.gz"
"""What of its standard library a game does not import, but who checks a ruleset may."""
WORKBOOKS: Final = "workbooks.zip.gz"
"""What opens workbooks; the studio loads it with the first of them."""
GAME: Final = "alone_page.js"
"""The module that a page with a game begins with."""
STUDIO: Final = "alone_studio.js"
"""That of the studio."""
_IMPORT: Final = re.compile(r'((?:from|import)\s*")(\.\.?/[\w./-]+)"')
"""Modules begin with all that they import; `import("...")` stands in comments alone, where it names a type."""


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
def workbooks() -> bytes:
    """Gives what opens workbooks in a page, as a part."""
    return files("gekido_dsl.web").joinpath("vendor", "pyodide", WORKBOOKS).read_bytes()


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


def shell(main: str = GAME) -> Shell:
    """Gives what stands around the parts of a page.

    Args:
        main: the module that begins.
    """
    return Shell(web.assets()["alone_boot.js"].decode(), front(main)[1])


def sending() -> bytes:
    """Gives what the studio as a page needs to write a game as a file of its own, as a part."""
    content, style = front()
    text = json.dumps({"front": content.decode(), "boot": shell().boot, "style": style}, ensure_ascii=False)
    return compressed(text.encode())
