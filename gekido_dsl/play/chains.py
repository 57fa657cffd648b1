"""Steps of one value, or of one way, that follow one another are one step."""

import re
from collections.abc import Iterator, Sequence

_CHANGE = re.compile(r"(.+): (.+) → (.+)")
_WAY = re.compile(r"(\S+ to )(.+)")


def chained(told: Sequence[str]) -> Iterator[str]:
    """Joins the steps of one value: `HP: 10 → 9` and `HP: 9 → 8` are `HP: 10 → 9 → 8`."""
    last = ""
    for text in told:
        before, now = _CHANGE.fullmatch(last), _CHANGE.fullmatch(text)
        if before and now and before[1] == now[1] and last.endswith(f" → {now[2]}"):
            last = f"{last} → {now[3]}"
            continue
        if last:
            yield last
        last = text
    if last:
        yield last


def ways_joined(told: Sequence[str]) -> Iterator[str]:
    """Joins the steps of one way, told without whose it is: `moves to r1c2, r1c3` for two of them."""
    last = ""
    for text in told:
        way = _WAY.fullmatch(text)
        if way and last.startswith(way[1]):
            last = f"{last}, {way[2]}"
            continue
        if last:
            yield last
        last = text
    if last:
        yield last
