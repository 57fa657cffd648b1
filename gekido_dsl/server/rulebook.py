"""The rulebook beside the table: it is written when somebody looks at it, and told by rule where it is read.

Invariants:
    Its pages stand behind a key in their path, so that links between them keep it.
    The game on the table is never kept waiting for it.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from html import escape
from typing import Final

from starlette.responses import PlainTextResponse, Response

from gekido_dsl.compilation import Compilation
from gekido_dsl.server.guard import BOOK_POLICY, no_entry, same_key
from gekido_dsl.studio.anchors import rules_of, told_at
from gekido_dsl.web import media_type

WriteBook = Callable[[Compilation], Mapping[str, str | bytes]]
"""Writes the pages of a rulebook.

Raises:
    Exception: its text says why it cannot be written.
"""
_FIRST: Final = "index.html"


class Rulebook:
    """The pages of the book of one game after another."""

    def __init__(self, write: WriteBook) -> None:
        """Begins with nothing written."""
        self._write = write
        self._key = secrets.token_urlsafe(16)
        self._pages: Mapping[str, str | bytes] = {}
        self._told_at: Mapping[str, str] = {}
        self._of: object = None
        self._writing: asyncio.Task[None] | None = None

    def is_of(self, made: Compilation) -> bool:
        """Tells whether what is written is the book of this game."""
        return self._of == made.identity

    def url(self, rule: str | None) -> str:
        """Gives the address of the place that tells of a rule, as far as one is known; otherwise that of the book."""
        return f"/studio/book/{self._key}/{self._told_at.get(rule or '', _FIRST)}"

    def write(self, made: Compilation, written: Callable[[], Awaitable[None]]) -> None:
        """Has the book of a game be written, unless one is being written; in the loop of the server."""
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._go(made, written))

    async def _go(self, made: Compilation, written: Callable[[], Awaitable[None]]) -> None:
        await asyncio.get_running_loop().run_in_executor(None, self._write_now, made)
        await written()

    def _write_now(self, made: Compilation) -> None:
        try:
            pages = self._write(made)
        except Exception as error:  # whatever it is, the page is told why there is no book
            pages = {_FIRST: f"<!doctype html><title>No book</title><p>{escape(str(error))}"}
        self._pages, self._told_at, self._of = pages, told_at(pages, rules_of(made)), made.identity

    def page(self, key: str, name: str) -> Response:
        """Gives a page."""
        if not same_key(self._key, key):
            return no_entry()
        name = f"{name}{_FIRST}" if not name or name.endswith("/") else name
        found = self._pages.get(name)
        if found is None:
            return PlainTextResponse("The rulebook has no such page, or is being written.\n", 404)
        # The frame has no origin, so to the browser its own styles and scripts are those of another one.
        headers = {"content-security-policy": BOOK_POLICY, "cross-origin-resource-policy": "cross-origin"}
        return Response(found, media_type=media_type(name), headers=headers)
