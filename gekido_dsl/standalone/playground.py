"""What runs in the playground: a text is checked as one types, and played.

Messages are those of `page_table`, and `check` with the texts, answered by `checked`. Texts with errors leave the last
good game on the table; good ones take the match over, as far as its decisions fit.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics.render import json as rendered
from gekido_dsl.engine import RuleError
from gekido_dsl.play import record
from gekido_dsl.play.session import described
from gekido_dsl.source import MemoryProvider, ReadFailure, Source, join_name
from gekido_dsl.standalone.games import about_of
from gekido_dsl.standalone.page_table import PageTable

LIBRARY: Final = "<library>/"
"""How names of files of shipped games begin."""


@dataclass(frozen=True)
class Texts:
    """Reads what one has written, and from the shipped games what is not there."""

    own: Mapping[str, str]
    library: Mapping[str, str]

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        asks_library = relative_to is not None and relative_to.startswith(LIBRARY)
        if not asks_library and not name.startswith(LIBRARY):
            got = MemoryProvider(self.own).read(name, relative_to)
            if isinstance(got, Source) or got.kind != "missing":
                return got
        inside = relative_to.removeprefix(LIBRARY) if asks_library and relative_to else None
        full = join_name(name.removeprefix(LIBRARY), None if name.startswith(LIBRARY) else inside)
        if isinstance(full, ReadFailure):
            return full
        text = self.library.get(full)
        return (
            Source(LIBRARY + full, text)
            if text is not None
            else ReadFailure("there is no such file", "missing")
        )


class Playground:
    """Holds the texts of a playground, and the match of their last good game."""

    def __init__(self, library: Mapping[str, str], clock: Callable[[], float]) -> None:
        self.library = library
        self.clock = clock
        self.table: PageTable | None = None
        self.made: Compilation | None = None
        self._texts: tuple[str, dict[str, str]] | None = None

    def take(self, text: str) -> str:
        """Does what a message asks; gives a list of messages as JSON."""
        message = json.loads(text)
        if message.get("do") == "check":
            files = {str(name): str(one) for name, one in (message.get("files") or {}).items()}
            return json.dumps(self._check(str(message.get("main") or ""), files), ensure_ascii=False)
        if message.get("do") == "prepare" and self.made is not None and self.table is None:
            self.table = PageTable(self.made, self.clock)
        if message.get("do") in ("begin", "resume") and self.made is not None:
            self.table = PageTable(self.made, self.clock)
        if self.table is None:
            return json.dumps([{"refused": "There is no game yet: the text has errors."}])
        return self.table.take(text)

    def think(self, pause_ms: float) -> float | None:
        """See `PageTable.think`."""
        return self.table.think(pause_ms) if self.table is not None else None

    def tick(self) -> str | None:
        """Has one bot choose; None when no bot is to choose."""
        return self.table.tick() if self.table is not None else None

    @property
    def waits(self) -> bool:
        """Whether nothing goes on before the page says something."""
        return self.table is None or self.table.waits

    @property
    def unprepared(self) -> bool:
        """See `PageTable.unprepared`."""
        return self.table is not None and self.table.unprepared

    def prepare(self) -> None:
        """See `PageTable.prepare`."""
        if self.table is not None:
            self.table.prepare()

    def _check(self, main: str, files: dict[str, str]) -> list[dict[str, Any]]:
        made = load(main, Texts(files, self.library))
        found = rendered.data(made.diagnostics)["diagnostics"]
        fine = made.game is not None and all(one["severity"] != "error" for one in found)
        answers: list[dict[str, Any]] = [
            {"checked": {"findings": found, "about": about_of(made, ()) if fine else None}}
        ]
        if fine and (main, files) != self._texts:
            self.made, self._texts = made, (main, files)
            answers += self._carried_over(made)
        return answers

    def _carried_over(self, made: Compilation) -> list[dict[str, Any]]:
        """Plays the match that lies on the table again, under the new rules."""
        before = self.table.table if self.table is not None else None
        if before is None:
            return []
        session = before.session
        reading = record.read("".join(f"{line}\n" for line in session.log).encode())
        after = PageTable(made, self.clock)
        if reading.record is None:
            return []
        header = replace(session.header, identity=made.identity)
        try:
            answers = [*after.go_on(header, reading.record, list(before.seats)), *after.news()]
        except (RuleError, ValueError) as error:
            why = described(error) if isinstance(error, RuleError) else str(error)
            return [{"refused": f"The match cannot be played under this text: {why}"}]
        self.table = after
        return answers


def opened_from(content: bytes, clock: Callable[[], float]) -> Playground:
    """Opens the playground with the texts of the shipped games, a JSON object."""
    return Playground(json.loads(bytes(content)), clock)
