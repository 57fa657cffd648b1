"""Steps of one value, or of one way, that follow one another are one step."""

import re
from collections.abc import Callable, Iterator, Sequence

_CHANGE = re.compile(r"(.+): (.+) → (.+)")
_WAY = re.compile(r"(\S+) (?:from (\S+) )?to (.+)")


def chained(told: Sequence[str]) -> Iterator[str]:
    """Joins the steps of one value: `HP: 10 → 9` and `HP: 9 → 8` are `HP: 10 → 9 → 8`."""

    def join(last: str, text: str) -> str | None:
        before, now = _CHANGE.fullmatch(last), _CHANGE.fullmatch(text)
        goes_on = before and now and before[1] == now[1] and last.endswith(f" → {now[2]}")
        return f"{last} → {now[3]}" if now and goes_on else None

    return _joined(told, join)


def ways_joined(told: Sequence[str]) -> Iterator[str]:
    """Joins the steps of one way, told without whose it is: `moves to r1c2, r1c3` for two of them."""
    return _joined(told, steps_joined)


def steps_joined(last: str, text: str) -> str | None:
    """Joins a step to those before it, if it goes on with them: where they end, and in the same words."""
    before, now = _WAY.fullmatch(last), _WAY.fullmatch(text)
    if before is None or now is None or before[1] != now[1] or (before[2] is None) is not (now[2] is None):
        return None
    return f"{last}, {now[3]}" if now[2] is None or last.endswith((f" to {now[2]}", f", {now[2]}")) else None


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
