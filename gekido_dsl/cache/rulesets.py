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
from collections.abc import Callable, Mapping, Sequence
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
Asked = tuple[str, str, str | None]
"""How something was read, its name, and the file that asked for it."""


@dataclass(slots=True)
class _Noted:
    """Reads through another provider and notes what is asked for."""

    provider: SourceProvider
    asked: dict[Asked, str] = field(default_factory=dict)
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
    return _load(name, provider, whole)[0]


def _load(name: str, provider: SourceProvider, whole: bool) -> "tuple[Compilation, Sequence[Asked]]":
    """Does what `load` does, and says what was asked of the provider, if anything is kept."""
    from gekido_dsl.compilation import Compilation

    place = _place("ruleset", name, provider)
    if place is None:
        return Compilation(name, provider), ()
    checks = _Place(place.store, store.key("checks", place.key), provider)
    found = (checks if whole else place).find()
    if found is not None:
        kept, asked = found
        if whole:
            made = Compilation(name, provider, parse=_parse)
            made.resume_findings(*kept)
        else:
            made = Compilation(name, provider)
            made.resume(*kept)
        return made, asked
    noted = _Noted(provider)
    made = Compilation(name, noted, parse=_parse)
    if made.game is not None:
        findings = (made.checked, made.diagnostics)
        place.keep((made.model, findings, made.identity), noted)
        checks.keep(findings, noted)
    made.provider = provider
    return made, [*noted.asked]


def kept(name: str, provider: SourceProvider) -> "Compilation | None":
    """Gives a ruleset with its look as both are in the store; None where they are not, or were of other files."""
    from gekido_dsl.compilation import Compilation

    place = _place("ruleset", name, provider)
    found = place.find() if place is not None else None
    if place is None or found is None:
        return None
    made = Compilation(name, provider)
    made.resume(*found[0])
    seen = _place("look", name, provider, made.identity)
    look_of = seen.find() if seen is not None else None
    if look_of is not None:
        vars(made)["look"] = look_of[0][0]
    return made


def hand_on(
    name: str, provider: SourceProvider, other: SourceProvider, place: store.Store, version: str
) -> None:
    """Keeps a game and its look elsewhere, too, as if they had been loaded there, through a provider of the same files.

    No syntax is kept there, as nothing that plays asks for it. Where nothing is kept here, nothing is there.
    """
    made, asked = _load(name, provider, False)
    if not asked or made.game is None:
        return
    seen, asked_to_see = _look(made, name, provider)
    kept = (made.model, (made.checked, made.diagnostics), made.identity)
    with store.kept_in(place, lambda: version):
        _keep_again(_place("ruleset", name, other), kept, asked)
        _keep_again(_place("look", name, other, made.identity), (seen,), asked_to_see)


def _keep_again(place: "_Place | None", kept: tuple[object, ...], asked: Sequence[Asked]) -> None:
    if place is None:
        return
    noted = _Noted(place.provider)
    for how, name, relative_to in asked:
        (noted.read if how == _TEXT else noted.read_bytes)(name, relative_to)
    place.keep(kept, noted)


def remembered(
    kind: str, name: str, provider: SourceProvider, work: Callable[[SourceProvider], T], *given: str
) -> T:
    """Gives what some work on a ruleset comes to, from the store if it is there.

    Args:
        kind: what it is; see `store.key`.
        work: reads through the provider that it is given and depends on nothing else but what is given; its result
            is plain data.
    """
    return _remembered(kind, name, provider, work, *given)[0]


def _remembered(
    kind: str, name: str, provider: SourceProvider, work: Callable[[SourceProvider], T], *given: str
) -> tuple[T, Sequence[Asked]]:
    """Does what `remembered` does, and says what was asked of the provider, if anything is kept."""
    place = _place(kind, name, provider, *given)
    if place is None:
        return work(provider), ()
    found = place.find()
    if found is not None:
        kept, asked = found
        return kept[0], asked
    noted = _Noted(provider)
    result = work(noted)
    place.keep((result,), noted)
    return result, [*noted.asked]


def look(made: "Compilation", name: str, provider: SourceProvider) -> "Outcome[Look]":
    """Gives how the pictures of a game look that was loaded, from the store if it is there."""
    return _look(made, name, provider)[0]


def _look(
    made: "Compilation", name: str, provider: SourceProvider
) -> "tuple[Outcome[Look], Sequence[Asked]]":
    from gekido_dsl.compilation import Compilation

    def work(read: SourceProvider) -> "Outcome[Look]":
        # The game is there, and what its files say is kept: neither is read anew but to note what it depends on.
        again = Compilation(name, read, parse=_parse)
        again.resume(made.model, (made.checked, made.diagnostics), made.identity)
        return again.look

    return _remembered("look", name, provider, work, made.identity)


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something made of one ruleset is kept."""

    store: store.Store
    key: str
    provider: SourceProvider

    def find(self) -> tuple[tuple[Any, ...], Sequence[Asked]] | None:
        """Gives what was kept, if every file is still what it was, and what it was that was asked for."""
        data = self.store.read(self.key)
        if data is None:
            return None
        try:
            head, _, body = data.partition(b"\n")
            sources: dict[Source, None] = {}
            asked: list[Asked] = []
            for how, name, relative_to, digest in json.loads(head):
                got = (self.provider.read if how == _TEXT else self._read_bytes)(name, relative_to)
                if _digest(got) != digest:
                    return None
                asked.append((how, name, relative_to))
                if isinstance(got, Source):
                    sources[got] = None
            kept = loads(body, list(sources))
        except (Unkeepable, ValueError, TypeError):
            return None
        return (kept, asked) if isinstance(kept, tuple) else None

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
