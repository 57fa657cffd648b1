"""The front end of a table in a browser: pages, styles and modules, as they lie in the package.

Invariants:
    Nothing here is made while it runs: a server, an exported page and a site give out the same files.
    A page needs no other network: no font, script or picture comes from elsewhere.
"""

from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Final, Protocol

_TYPES: Final = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
    "json": "application/json",
    "txt": "text/plain; charset=utf-8",
    "woff2": "font/woff2",
    "wasm": "application/wasm",
}


class _Entry(Protocol):
    @property
    def name(self) -> str: ...
    def is_dir(self) -> bool: ...
    def iterdir(self) -> "Iterator[_Entry]": ...
    def read_bytes(self) -> bytes: ...


@lru_cache(maxsize=1)
def assets() -> dict[str, bytes]:
    """Gives every file by its name, folders with `/`: `table.html`, `vendor/editor.js`."""
    return dict(_found(files("gekido_dsl.web").joinpath("static"), ""))


def media_type(name: str) -> str:
    """Tells what kind of file a name stands for, as the header `Content-Type` says it."""
    return _TYPES.get(name.rpartition(".")[2], "application/octet-stream")


def _found(folder: _Entry, under: str) -> Iterator[tuple[str, bytes]]:
    for entry in sorted(folder.iterdir(), key=lambda one: one.name):
        if entry.is_dir():
            yield from _found(entry, f"{under}{entry.name}/")
        else:
            yield under + entry.name, entry.read_bytes()
