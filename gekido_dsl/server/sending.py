"""The game as it stands in the studio becomes one file, which is sent to whoever is to try it.

Invariants:
    The match on the table is never kept waiting for it.
    One file is made at a time, and only the last one is kept.
"""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from starlette.responses import PlainTextResponse, Response

from gekido_dsl.source import SourceProvider
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.refusal import Refused

Say = Callable[[int, int, str], None]
"""Is told which step begins, of how many, and what is done in it."""
WritePage = Callable[[str, SourceProvider, Say], str]
"""Writes a ruleset as one page that plays by itself.

Raises:
    ValueError: it has errors; the text says which.
"""
Tell = Callable[[dict[str, Any]], Coroutine[Any, Any, None]]


@dataclass
class Sending:
    """The file of a game."""

    write: WritePage | None
    tell: Tell
    name: str = ""
    _page: bytes = b""
    _busy: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def make(self, drafts: Drafts) -> dict[str, Any]:
        """Writes the file of what is typed now; gives where it can be had, its name and size.

        Raises:
            Refused: another is being written, or the rules have errors.
        """
        write = self.write
        if write is None:
            raise Refused("No file can be written here.")
        if self._busy.locked():
            raise Refused("A file is being written already.")
        async with self._busy:
            loop, provider = asyncio.get_running_loop(), drafts.as_typed()

            def say(step: int, of: int, text: str) -> None:
                message = {"sending": {"step": step, "of": of, "text": text}}
                asyncio.run_coroutine_threadsafe(self.tell(message), loop)

            try:
                written = await loop.run_in_executor(None, write, drafts.main, provider, say)
            except ValueError as error:
                raise Refused(str(error)) from error
            self._page = written.encode()
            self.name = drafts.main.rpartition("/")[2].removesuffix(".gdl") + ".html"
        return {"url": "/studio/file", "name": self.name, "bytes": len(self._page)}

    def page(self) -> Response:
        """Gives the last file, to be kept on the disk and not shown."""
        if not self._page:
            return PlainTextResponse("No file was written yet.\n", 404)
        headers = {"content-disposition": "attachment", "cache-control": "no-store"}
        return Response(self._page, media_type="text/html", headers=headers)
