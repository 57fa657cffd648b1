"""A match becomes lines of JSON, and lines become a match again.

The first line is the header. Then there is one line for the set-up if chance was typed in there, one for
each decision, and between them undo records and notes. Nothing is ever rewritten: undoing is an entry like
another, so saving is appending, and a killed process loses at most the line it was writing.

Invariants:
    `read` never raises on account of its data; what is wrong comes back as problems.
    A line is pure ASCII without a line end inside, so a file that is cut anywhere is still readable.
    A line ends with a checksum of the rest of it and of the checksum before, so that no line can be left out, put
    in or moved unnoticed. Files from before that are read as they are: each line by itself, or without any.
    `read` gives back what `encode` was given.

What chance brought is stored only where a person or a script said it. All other chance follows from the seed,
which the header holds.
"""

import hashlib
import json
import re
import zlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, assert_never

from gekido_dsl.engine import Seat, Setting
from gekido_dsl.languages import Said, kept
from gekido_dsl.play.kinds import named

FORMAT = "gekido-match"
VERSION = 1

MOST_PLAYERS = 100
MOST_BYTES = 64_000_000
"""A larger file is not read: it is no match that somebody played."""


@dataclass(frozen=True, slots=True)
class Header:
    """What a match started from."""

    identity: str
    """The identity of the ruleset: a hash of its meaning."""
    ruleset: str
    """How the ruleset was named when the match began."""
    edition: int
    players: int
    seed: int
    options: Mapping[str, str] = field(default_factory=dict)
    """The answers that were chosen, by the names of their options."""
    seats: tuple[str, ...] = ()
    """Who plays each seat: `person`, `hard`, `search:2s`, `greedy` and so on."""
    engine: str = ""
    """The version of the program."""
    example: str = ""
    """The title of the example whose position the match began from; empty for the set-up of the game."""

    @property
    def setting(self) -> Setting:
        """What the executor starts from."""
        return Setting(self.players, self.seed, dict(self.options))


@dataclass(frozen=True, slots=True)
class Draw:
    """One question to a source of chance and its answer."""

    kind: str
    what: str
    count: int
    outcome: int | None
    """None where the source left it to the seeded stream."""


@dataclass(frozen=True, slots=True)
class Start:
    """The set-up, kept only if its chance did not all come from the seed."""

    draws: tuple[Draw, ...]


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision that was taken."""

    seat: Seat
    choice: str
    """The identity of the choice."""
    draws: tuple[Draw, ...] = ()


@dataclass(frozen=True, slots=True)
class Undo:
    """The last `count` decisions that still stood were taken back."""

    count: int


@dataclass(frozen=True, slots=True)
class Note:
    """Something worth keeping that does not change the match."""

    kind: str
    text: str
    """One that the program said remembers what of, so that it can be told in another language."""


Entry = Start | Taken | Undo | Note


@dataclass(frozen=True, slots=True)
class Record:
    """A whole match."""

    header: Header
    entries: tuple[Entry, ...] = ()
    lines: tuple[str, ...] = field(default=(), compare=False)
    """The lines that it was read from; empty where it was not."""

    @property
    def start_draws(self) -> tuple[Draw, ...]:
        """What chance brought in the set-up, as far as it was stored."""
        return next((entry.draws for entry in self.entries if isinstance(entry, Start)), ())

    @property
    def standing(self) -> tuple[Taken, ...]:
        """The decisions that were not taken back."""
        kept: list[Taken] = []
        for entry in self.entries:
            if isinstance(entry, Taken):
                kept.append(entry)
            elif isinstance(entry, Undo):
                del kept[max(0, len(kept) - entry.count) :]
        return tuple(kept)

    @property
    def notes(self) -> list[tuple[int, Note]]:
        """The notes, each with the number of decisions that stand before it; what is taken back takes it along."""
        kept: list[tuple[int, Note]] = []
        standing = 0
        for entry in self.entries:
            if isinstance(entry, Taken):
                standing += 1
            elif isinstance(entry, Undo):
                standing = max(0, standing - entry.count)
                kept = [(min(after, standing), note) for after, note in kept]
            elif isinstance(entry, Note):
                kept.append((standing, entry))
        return kept


@dataclass(frozen=True, slots=True)
class Problem:
    """Something about a record that its reader should know."""

    message: str
    line: int
    """The line of the file, from 1."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What a file held."""

    record: Record | None
    """None if the file is no match, or of a format that is not known."""
    problems: tuple[Problem, ...]
    sound_bytes: int
    """How much of the file is whole; whoever appends cuts it to this length first."""
    open_end: bool = False
    """Whether the last whole line still lacks its line end."""
    damaged: bool = False
    """Whether more than an incomplete last line was left out; nobody should append to such a file."""


# ---------------------------------------------------------------- writing


def encode_header(header: Header) -> str:
    """Writes the first line, without its line end."""
    example = {"example": header.example} if header.example else {}
    return _line(
        {
            "format": FORMAT,
            "version": VERSION,
            "ruleset": header.ruleset,
            "identity": header.identity,
            "edition": header.edition,
            "options": dict(header.options),
            "players": header.players,
            "seed": header.seed,
            "seats": list(header.seats),
            "engine": header.engine,
            **example,
        }
    )


def encode(entry: Entry, before: str) -> str:
    """Writes one line, without its line end.

    Args:
        before: the line that stands before it.
    """
    return _line(_values(entry), before)


def encode_all(header: Header, entries: Iterable[Entry]) -> list[str]:
    """Writes all lines of a match."""
    lines = [encode_header(header)]
    for entry in entries:
        lines.append(encode(entry, lines[-1]))
    return lines


def _values(entry: Entry) -> dict[str, Any]:
    match entry:
        case Start(draws=draws):
            return {"start": True, "chance": _draws_out(draws)}
        case Taken(seat=seat, choice=choice, draws=draws):
            return {"seat": seat, "choice": choice, "chance": _draws_out(draws)}
        case Undo(count=count):
            return {"undo": count}
        case Note(kind=kind, text=text):
            said = {"said": kept.written(text)} if isinstance(text, Said) else {}
            return {"note": kind, "text": text, **said}
        case _:
            assert_never(entry)


def _line(values: dict[str, Any], before: str | None = None) -> str:
    line = json.dumps(values, ensure_ascii=True, separators=(", ", ": "))
    after = b"" if before is None else _link(before.encode())
    return f'{line[:-1]}, "sum": "{_sum(after, line.encode())}"}}'


def _sum(after: bytes, line: bytes) -> str:
    """Gives the checksum of a line that has none yet.

    Args:
        after: what the line before hands on.
    """
    return hashlib.blake2b(after + line, digest_size=6).hexdigest()


def _link(line: bytes) -> bytes:
    """Gives what a line hands on to the next: its checksum, or one of the whole if it has none."""
    found = _SUM.search(line)
    return found[2] if found is not None else _sum(b"", line.rstrip()).encode()


def _draws_out(draws: tuple[Draw, ...]) -> list[list[str | int | None]]:
    return [[draw.kind, draw.what, draw.count, draw.outcome] for draw in draws]


# ---------------------------------------------------------------- reading


_SUM = re.compile(rb', "(crc32|sum)": "([0-9a-f]{8}|[0-9a-f]{12})"\}\s*\Z')
_SUMS = (None, b"crc32", b"sum")
"""How a line may be checked; no line less strictly than the one before."""


class _Unreadable(ValueError):
    """A line that does not mean anything; its text says why."""


def read(data: bytes, identity: str | None = None) -> Reading:
    """Reads a saved match.

    A last line that was cut off, its line end with it, is left out. Another line that means nothing ends the
    reading: what came before is kept.

    Args:
        identity: of the ruleset in use; a header that names another one is reported.
    """
    if len(data) > MOST_BYTES:
        return _nothing(f"the file has {len(data):,} bytes, and the limit is {MOST_BYTES:,}")
    lines = data.split(b"\n")
    if not data.strip():
        return _nothing("the file is empty")
    try:
        chain = _Chain()
        header = _header_in(chain.object(lines[0]))
    except _Unreadable as error:
        return _nothing(str(error))
    problems: list[Problem] = []
    entries: list[Entry] = []
    kept = [lines[0]]
    decisions = 0
    damaged = False
    sound_bytes = min(len(lines[0]) + 1, len(data))
    last_content = max(number for number, line in enumerate(lines) if line.strip())
    for number, line in enumerate(lines[1:], start=1):
        if line.strip():
            try:
                entry = _entry_in(chain.object(line), header)
                if isinstance(entry, Undo) and entry.count > decisions:
                    raise _Unreadable(f"it takes back {entry.count} of {decisions} decisions")
            except _Unreadable as error:
                if not entries and _SUM.search(lines[0]) is None is not _SUM.search(line):
                    return _nothing("it was changed after it was written: its checksum is missing")
                if number == last_content == len(lines) - 1:
                    problems.append(
                        Problem(f"the last record is incomplete and was left out: {error}", number + 1)
                    )
                else:
                    damaged = True
                    left = last_content - number + 1
                    problems.append(
                        Problem(
                            f"this record means nothing: {error}; the last {left} lines were left out",
                            number + 1,
                        )
                    )
                break
            entries.append(entry)
            kept.append(line)
            if isinstance(entry, Taken):
                decisions += 1
            elif isinstance(entry, Undo):
                decisions -= entry.count
        sound_bytes = min(sound_bytes + len(line) + 1, len(data))
    if identity is not None and header.identity != identity:
        problems.insert(0, Problem("the match was played with another version of the ruleset", 1))
    open_end = data[sound_bytes - 1 : sound_bytes] != b"\n"
    record = Record(header, tuple(entries), tuple(line.decode().rstrip() for line in kept))
    return Reading(record, tuple(problems), sound_bytes, open_end, damaged)


def _nothing(why: str) -> Reading:
    return Reading(None, (Problem(why, 1),), 0)


class _Chain:
    """Reads lines one after the other, and compares their checksums."""

    def __init__(self) -> None:
        self._strict = 0
        self._after = b""

    def object(self, line: bytes) -> dict[str, Any]:
        """Reads the next line."""
        found = _SUM.search(line)
        strict = _SUMS.index(found[1] if found is not None else None)
        if strict < self._strict:
            raise _Unreadable("its checksum is missing")
        if found is not None:
            bare = line[: found.start()] + b"}"
            fits = _crc32(bare) if found[1] == b"crc32" else _sum(self._after, bare)
            if fits.encode() != found[2]:
                raise _Unreadable(
                    "it was changed after it was written, or does not follow the line before: "
                    "its checksum does not fit"
                )
        values = _json(line)
        if found is None and ("crc32" in values or "sum" in values):
            raise _Unreadable("its checksum cannot be read")
        self._strict, self._after = strict, _link(line)
        return values


def _crc32(line: bytes) -> str:
    """Gives the checksum that a line by itself had once."""
    return f"{zlib.crc32(line):08x}"


def _json(line: bytes) -> dict[str, Any]:
    try:
        found = json.loads(line.decode("utf-8"))
    except UnicodeDecodeError:
        raise _Unreadable("it is not text") from None
    except (ValueError, RecursionError):
        raise _Unreadable("it is not a line of JSON") from None
    if not isinstance(found, dict):
        raise _Unreadable("it is not a JSON object")
    return found


def _header_in(found: dict[str, Any]) -> Header:
    if found.get("format") != FORMAT:
        raise _Unreadable("the file is not a saved match")
    if found.get("version") != VERSION:
        raise _Unreadable(
            f"it is saved in version {found.get('version')!r} of the format, and {VERSION} is known here"
        )
    players = _number(found, "players")
    if not 1 <= players <= MOST_PLAYERS:
        raise _Unreadable(f"a match of {players} players is not possible")
    options = found.get("options", {})
    if not isinstance(options, dict) or not all(isinstance(answer, str) for answer in options.values()):
        raise _Unreadable("`options` is not a list of answers by name")
    seats = found.get("seats", [])
    if not isinstance(seats, list) or not all(isinstance(seat, str) for seat in seats):
        raise _Unreadable("`seats` is not a list of names")
    if len(seats) != players:
        raise _Unreadable(f"`seats` names {len(seats)} of {players} players")
    return Header(
        identity=_text(found, "identity"),
        ruleset=_text(found, "ruleset"),
        edition=_number(found, "edition"),
        players=players,
        seed=_number(found, "seed"),
        options=options,
        seats=tuple(named(seat) for seat in seats),
        engine=_text(found, "engine"),
        example=_text(found, "example") if "example" in found else "",
    )


def _entry_in(found: dict[str, Any], header: Header) -> Entry:
    if "choice" in found:
        seat = _number(found, "seat")
        if not 0 <= seat < header.players:
            raise _Unreadable(f"there is no seat {seat}")
        return Taken(seat, _text(found, "choice"), _draws_in(found.get("chance", [])))
    if "undo" in found:
        count = _number(found, "undo")
        if count < 1:
            raise _Unreadable(f"it takes back {count} decisions")
        return Undo(count)
    if "note" in found:
        text = _text(found, "text")
        said = kept.read(found.get("said"))
        return Note(_text(found, "note"), said if said is not None and said == text else text)
    if "start" in found:
        return Start(_draws_in(found.get("chance", [])))
    raise _Unreadable("it is no decision, undo or note")


def _draws_in(found: object) -> tuple[Draw, ...]:
    if not isinstance(found, list):
        raise _Unreadable("`chance` is not a list")
    draws = []
    for one in found:
        match one:
            case [str() as kind, str() as what, int() as count, int() | None as outcome] if (
                not isinstance(count, bool)
                and not isinstance(outcome, bool)
                and (outcome is None or 0 <= outcome < count)
            ):
                draws.append(Draw(kind, what, count, outcome))
            case _:
                raise _Unreadable("`chance` holds something that is no draw")
    return tuple(draws)


def _number(found: dict[str, Any], name: str) -> int:
    value = found.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise _Unreadable(f"`{name}` is not a whole number")
    return value


def _text(found: dict[str, Any], name: str) -> str:
    value = found.get(name)
    if not isinstance(value, str):
        raise _Unreadable(f"`{name}` is not a text")
    return value
