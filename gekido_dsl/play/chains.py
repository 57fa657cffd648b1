"""Steps of one value, or of one way, that follow one another are one step."""

import re
from collections.abc import Callable, Iterator, Sequence

_CHANGE = re.compile(r"(.+): (.+) → (.+)")
_WAY = re.compile(r"(\S+ to )(.+)")


def chained(told: Sequence[str]) -> Iterator[str]:
    """Joins the steps of one value: `HP: 10 → 9` and `HP: 9 → 8` are `HP: 10 → 9 → 8`."""

    def join(last: str, text: str) -> str | None:
        before, now = _CHANGE.fullmatch(last), _CHANGE.fullmatch(text)
        goes_on = before and now and before[1] == now[1] and last.endswith(f" → {now[2]}")
        return f"{last} → {now[3]}" if now and goes_on else None

    return _joined(told, join)


def ways_joined(told: Sequence[str]) -> Iterator[str]:
    """Joins the steps of one way, told without whose it is: `moves to r1c2, r1c3` for two of them."""

    def join(last: str, text: str) -> str | None:
        way = _WAY.fullmatch(text)
        return f"{last}, {way[2]}" if way and last.startswith(way[1]) else None

    return _joined(told, join)


def _joined(told: Sequence[str], join: Callable[[str, str], str | None]) -> Iterator[str]:
    """Joins each text to the one before it, where the two are one."""
    last = ""
    for text in told:
        both = join(last, text)
        if both is None and last:
            yield last
        last = text if both is None else both
    if last:
        yield last
