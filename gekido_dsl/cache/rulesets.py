"""A ruleset that did not change is taken from the store: its game with all findings, or each file's syntax.

Invariants:
    What is kept holds for exactly what was read: the text of the ruleset's own file is part of the key, every other
    file that was asked for, there or not, is compared by its digest, and the version of the program is part of the
    key. So a change of a table, of a picture that was checked, or of this program is never overlooked.
    With or without a store everything is the same but the time.
"""

import contextlib
import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, TypeVar

from gekido_dsl import store
from gekido_dsl.records import Unkeepable, dumps, loads
from gekido_dsl.source import ReadFailure, Source, SourceProvider, read_bytes

if TYPE_CHECKING:
    from gekido_dsl.compilation import Compilation
    from gekido_dsl.diagnostics import Outcome
    from gekido_dsl.drawing.look import Look
    from gekido_dsl.syntax import nodes as s

T = TypeVar("T")

_TEXT: Final = "text"
_BYTES: Final = "bytes"


@dataclass(slots=True)
class _Noted:
    """Reads through another provider and notes what is asked for."""

    provider: SourceProvider
    asked: dict[tuple[str, str, str | None], str] = field(default_factory=dict)
    """What came of each question, by how it was asked, the name, and the file that asked."""
    sources: dict[Source, None] = field(default_factory=dict)

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        got = self.provider.read(name, relative_to)
        self.asked[_TEXT, name, relative_to] = _digest(got)
        if isinstance(got, Source):
            self.sources[got] = None
        return got

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text."""
        got = read_bytes(self.provider, name, relative_to)
        self.asked[_BYTES, name, relative_to] = _digest(got)
        return got


def load(name: str, provider: SourceProvider, *, whole: bool = False) -> "Compilation":
    """Begins the compilation of a ruleset, with its game taken from the store if it is there.

    Args:
        whole: whether more is wanted than to play: what is written, and what its words mean. Then only the syntax of
            each file and what was found in the game are taken from the store.
    """
    from gekido_dsl.compilation import Compilation

    place = _place("ruleset", name, provider)
    if place is None:
        return Compilation(name, provider)
    checks = _Place(place.store, store.key("checks", place.key), provider)
    kept = (checks if whole else place).find()
    if kept is not None:
        if whole:
            made = Compilation(name, provider, parse=_parse)
            made.resume_findings(*kept)
        else:
            made = Compilation(name, provider)
            made.resume(*kept)
        return made
    noted = _Noted(provider)
    made = Compilation(name, noted, parse=_parse)
    if made.game is not None:
        findings = (made.checked, made.diagnostics)
        place.keep((made.model, findings, made.identity), noted)
        checks.keep(findings, noted)
    made.provider = provider
    return made


def remembered(
    kind: str, name: str, provider: SourceProvider, work: Callable[[SourceProvider], T], *given: str
) -> T:
    """Gives what some work on a ruleset comes to, from the store if it is there.

    Args:
        kind: what it is; see `store.key`.
        work: reads through the provider that it is given and depends on nothing else but what is given; its result
            is plain data.
    """
    place = _place(kind, name, provider, *given)
    if place is None:
        return work(provider)
    kept = place.find()
    if kept is not None:
        found: T = kept[0]
        return found
    noted = _Noted(provider)
    result = work(noted)
    place.keep((result,), noted)
    return result


def look(made: "Compilation", name: str, provider: SourceProvider) -> "Outcome[Look]":
    """Gives how the pictures of a game look that was loaded, from the store if it is there."""
    from gekido_dsl.compilation import Compilation

    def work(read: SourceProvider) -> "Outcome[Look]":
        # The game is there, and what its files say is kept: neither is read anew but to note what it depends on.
        again = Compilation(name, read, parse=_parse)
        again.resume(made.model, (made.checked, made.diagnostics), made.identity)
        return again.look

    return remembered("look", name, provider, work, made.identity)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something made of one ruleset is kept."""

    store: store.Store
    key: str
    provider: SourceProvider

    def find(self) -> tuple[Any, ...] | None:
        """Gives what was kept, if every file is still what it was."""
        data = self.store.read(self.key)
        if data is None:
            return None
        try:
            head, _, body = data.partition(b"\n")
            sources: dict[Source, None] = {}
            for how, name, relative_to, digest in json.loads(head):
                got = (self.provider.read if how == _TEXT else self._read_bytes)(name, relative_to)
                if _digest(got) != digest:
                    return None
                if isinstance(got, Source):
                    sources[got] = None
            kept = loads(body, list(sources))
        except (Unkeepable, ValueError, TypeError):
            return None
        return kept if isinstance(kept, tuple) else None

    def keep(self, value: tuple[object, ...], noted: _Noted) -> None:
        """Keeps something, if it can be written down."""
        try:
            body = dumps(value, list(noted.sources))
        except Unkeepable:
            return
        head = json.dumps([[*asked, digest] for asked, digest in noted.asked.items()])
        self.store.write(self.key, head.encode() + b"\n" + body)

    def _read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        return read_bytes(self.provider, name, relative_to)


def _place(kind: str, name: str, provider: SourceProvider, *given: str) -> _Place | None:
    """Finds where something made of a ruleset is kept; None when nothing is kept, or there is no such file."""
    kept, version = store.current(), store.version()
    if kept is None or version is None:
        return None
    main = provider.read(name, None)
    if isinstance(main, ReadFailure):
        return None
    return _Place(kept, store.key(kind, version, name, main.name, main.text, *given), provider)


def _parse(source: Source, renamed: Mapping[str, str]) -> "Outcome[s.File]":
    """Parses a file, or takes what that came to from the store."""
    from gekido_dsl.syntax.parse import parse

    kept, version = store.current(), store.version()
    if kept is None or version is None:
        return parse(source, renamed)
    names = json.dumps(sorted(renamed.items()))
    key = store.key("syntax", version, source.name, source.text, names)
    data = kept.read(key)
    if data is not None:
        with contextlib.suppress(Unkeepable):
            found: Outcome[s.File] = loads(data, [source])
            return found
    outcome = parse(source, renamed)
    with contextlib.suppress(Unkeepable):
        kept.write(key, dumps(outcome, [source]))
    return outcome


def _digest(got: Source | bytes | ReadFailure) -> str:
    """Identifies what came of reading: a text with its name, bytes, or why there is none."""
    match got:
        case Source(name=name, text=text):
            said = [b"text", name.encode("utf-8", "surrogatepass"), text.encode("utf-8", "surrogatepass")]
        case ReadFailure(reason=reason, kind=kind):
            said = [b"none", kind.encode(), reason.encode()]
        case data:
            said = [b"bytes", data]
    return hashlib.sha256(b"\0".join(said)).hexdigest()
