"""A save that was damaged is read as far as it is whole, or not at all, and never as another match."""

import random
import re
import zlib
from collections.abc import Callable

import pytest

from gekido_dsl.play import record
from gekido_dsl.play.record import Draw, Entry, Header, Note, Start, Taken, Undo

Damage = Callable[[random.Random, bytes], bytes]


def a_match(chance: random.Random) -> tuple[Header, list[Entry]]:
    """Makes up a match. Lines that are alike are frequent in it, as in real ones."""
    header = Header(
        "abc", "duel", 1, 2, chance.randrange(2**32), {"Speed": "Fast"}, ("person", "hard"), "0.1"
    )
    entries: list[Entry] = [Start((Draw("roll", "die", 6, 2),))] if chance.random() < 0.3 else []
    taken = 0
    for _ in range(chance.randrange(4, 30)):
        if taken > 2 and chance.random() < 0.1:
            entries.append(Undo(2))
            taken -= 2
        elif chance.random() < 0.1:
            entries.append(Note("rule-error", "a note"))
        else:
            draws = (Draw("roll", "die", 6, chance.randrange(6)),) if chance.random() < 0.3 else ()
            entries.append(Taken(chance.randrange(2), chance.choice(["roll", "hold", "play 12"]), draws))
            taken += 1
    return header, entries


def written(header: Header, entries: list[Entry]) -> bytes:
    return "".join(line + "\n" for line in record.encode_all(header, entries)).encode()


def by_themselves(saved: bytes) -> bytes:
    """Gives a save with the checksums that there once were, of each line by itself."""
    made = []
    for line in saved.splitlines():
        bare = re.sub(rb', "sum": "[0-9a-f]{12}"(?=\}$)', b"", line)
        made.append(bare[:-1] + f', "crc32": "{zlib.crc32(bare):08x}"}}\n'.encode())
    return b"".join(made)


def _bytes(chance: random.Random, saved: bytes) -> bytes:
    made = bytearray(saved)
    for _ in range(chance.choice((1, 1, 2, 5))):
        made[chance.randrange(len(made))] = chance.randrange(256)
    return bytes(made)


def _bit(chance: random.Random, saved: bytes) -> bytes:
    made = bytearray(saved)
    made[chance.randrange(len(made))] ^= 1 << chance.randrange(8)
    return bytes(made)


def _stretch(chance: random.Random, saved: bytes) -> bytes:
    at = chance.randrange(len(saved))
    return saved[:at] + saved[at + chance.randrange(1, 300) :]


def _zeros(chance: random.Random, saved: bytes) -> bytes:
    at, count = chance.randrange(len(saved)), chance.randrange(1, 500)
    return saved[:at] + bytes(min(count, len(saved) - at)) + saved[at + count :]


def _a_line_less(chance: random.Random, saved: bytes) -> bytes:
    lines = saved.splitlines(keepends=True)
    del lines[chance.randrange(len(lines))]
    return b"".join(lines)


def _swapped(chance: random.Random, saved: bytes) -> bytes:
    lines = saved.splitlines(keepends=True)
    one, two = chance.randrange(len(lines)), chance.randrange(len(lines))
    lines[one], lines[two] = lines[two], lines[one]
    return b"".join(lines)


def _twice(chance: random.Random, saved: bytes) -> bytes:
    lines = saved.splitlines(keepends=True)
    lines.insert(chance.randrange(len(lines) + 1), chance.choice(lines))
    return b"".join(lines)


def _end_of_another(chance: random.Random, saved: bytes) -> bytes:
    """Has a match go on as another one did."""
    lines, other = saved.splitlines(keepends=True), written(*a_match(chance)).splitlines(keepends=True)
    return b"".join(lines[: chance.randrange(1, len(lines))] + other[chance.randrange(1, len(other)) :])


def _word(chance: random.Random, saved: bytes) -> bytes:
    """Changes a word that matters, and not the checksum."""
    old, new = chance.choice(
        [(b"roll", b"hold"), (b'"seat": 0', b'"seat": 1'), (b"Fast", b"Slow"), (b"sum", b"som")]
    )
    found = [match.start() for match in re.finditer(re.escape(old), saved)]
    if not found:
        return saved
    at = chance.choice(found)
    return saved[:at] + new + saved[at + len(old) :]


DAMAGES: tuple[Damage, ...] = (
    _bytes, _bit, _stretch, _zeros, _a_line_less, _swapped, _twice, _end_of_another, _word,
)  # fmt: skip


def read_differently(count: int, seed: int) -> list[bytes]:
    """Damages so many saves; lists those that are read as a match that was not played, without a word of it."""
    chance = random.Random(seed)
    found = []
    for number in range(count):
        header, entries = a_match(chance)
        saved = written(header, entries)
        damaged = DAMAGES[number % len(DAMAGES)](chance, saved)
        reading = record.read(damaged)
        if reading.record is None:
            assert reading.problems
            continue
        kept = list(reading.record.entries)
        told = bool(reading.problems) or kept == entries or damaged == saved[: len(damaged)]
        if reading.record.header != header or kept != entries[: len(kept)] or not told:
            found.append(damaged)
    return found


def test_no_damaged_save_is_read_as_another_match() -> None:
    assert not read_differently(600, 1)


@pytest.mark.slow
def test_of_many_damaged_saves_none_is_read_as_another_match() -> None:
    assert not read_differently(12_000, 2)


@pytest.mark.parametrize("damage", [_a_line_less, _swapped, _twice])
def test_saves_from_before_lines_were_chained_are_read_and_go_on_chained(damage: Damage) -> None:
    chance = random.Random(3)
    header, entries = a_match(chance)
    old = by_themselves(written(header, entries))
    reading = record.read(old)
    assert reading.record == record.Record(header, tuple(entries)) and not reading.problems
    more: list[Entry] = [Taken(0, "roll"), Taken(1, "hold"), Taken(1, "roll")]
    lines = list(reading.record.lines)
    for entry in more:
        lines.append(record.encode(entry, lines[-1]))
    longer = "".join(line + "\n" for line in lines).encode()
    assert longer.startswith(old)
    found = record.read(longer)
    assert found.record == record.Record(header, (*entries, *more)) and not found.problems
    added = b"".join(longer.splitlines(keepends=True)[-3:])
    while (changed := damage(chance, added)) in (added, b"".join(added.splitlines(keepends=True)[:2])):
        pass
    assert record.read(longer.removesuffix(added) + changed).problems
