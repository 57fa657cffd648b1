"""What a page has to bring along of one game: every file that was read, and what was worked out of it.

The same code asks the same questions here and in the page: here a provider and a store note what they give, and in the
page they give it again. What was not asked here is not there.
"""

import json
from dataclasses import dataclass, field
from typing import Any, cast

from gekido_dsl.source import ReadFailure, Source, SourceProvider, read_bytes

Asked = tuple[str, str, str | None]
"""`text` or `bytes`, a name, and the file that names it."""


@dataclass
class Carried:
    """Gives what another provider gave, and a store what was kept. Plain data, but for where it comes from."""

    provider: SourceProvider | None = None
    """Where it is asked first; None in the page."""
    given: dict[Asked, Source | bytes | ReadFailure] = field(default_factory=dict)
    kept: dict[str, bytes] = field(default_factory=dict)

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        got = self._known("text", name, relative_to)
        if got is None and self.provider is not None:
            got = self.given["text", name, relative_to] = self.provider.read(name, relative_to)
        return got if isinstance(got, Source | ReadFailure) else _MISSING

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text."""
        got = self._known("bytes", name, relative_to)
        if got is None and self.provider is not None:
            got = self.given["bytes", name, relative_to] = read_bytes(self.provider, name, relative_to)
        return got if isinstance(got, bytes | ReadFailure) else _MISSING

    def _known(self, how: str, name: str, relative_to: str | None) -> Source | bytes | ReadFailure | None:
        return self.given.get((how, name, relative_to))

    @property
    def key_store(self) -> "MemoryStore":
        """The store that goes with it."""
        return MemoryStore(self.kept)

    def dumps(self) -> bytes:
        """Writes it down: a line of JSON, and behind it the bytes that it speaks of, one piece after the other."""
        pieces: list[bytes] = []
        given = [[*asked, *_written(got, pieces)] for asked, got in self.given.items()]
        head = {"given": given, "kept": list(self.kept), "sizes": [*map(len, [*pieces, *self.kept.values()])]}
        return b"".join((json.dumps(head).encode(), b"\n", *pieces, *self.kept.values()))


@dataclass(frozen=True, slots=True)
class MemoryStore:
    """A store in memory; see `store.Store`."""

    kept: dict[str, bytes]

    def read(self, key: str) -> bytes | None:
        """Gives what was written under a key."""
        return self.kept.get(key)

    def write(self, key: str, data: bytes) -> None:
        """Keeps something under a key."""
        self.kept[key] = data


def loads(data: bytes) -> Carried:
    """Reads what `Carried.dumps` wrote."""
    line, _, rest = data.partition(b"\n")
    head: dict[str, Any] = json.loads(line)
    pieces: list[bytes] = []
    at = 0
    for size in head["sizes"]:
        pieces.append(rest[at : at + size])
        at += size
    made = Carried()
    for how, name, relative_to, kind, first, second in head["given"]:
        made.given[how, name, relative_to] = _read(kind, first, second, pieces)
    made.kept = dict(zip(head["kept"], pieces[len(pieces) - len(head["kept"]) :], strict=True))
    return made


_MISSING = ReadFailure("there is no such file", "missing")


def _written(got: Source | bytes | ReadFailure, pieces: list[bytes]) -> tuple[str, str, str | int]:
    match got:
        case Source(name=name, text=text):
            return "source", name, text
        case ReadFailure(reason=reason, kind=kind):
            return "failure", reason, kind
        case data:
            pieces.append(data)
            return "data", "", len(pieces) - 1


def _read(kind: str, first: str, second: str | int, pieces: list[bytes]) -> Source | bytes | ReadFailure:
    if isinstance(second, int):
        return pieces[second]
    return Source(first, second) if kind == "source" else ReadFailure(first, cast(Any, second))
