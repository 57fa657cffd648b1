"""An unknown name becomes the known names that may have been meant.

Invariants:
    The work is bounded: at most `MOST_NAMES` names of at most `MOST_LETTERS` letters are looked at.
    The result depends on nothing but the arguments; equally near names keep the order given.

Distances count a swap of neighbours as one change (optimal string alignment), as it is the commonest slip.
"""

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

MOST_NAMES = 2_000
MOST_LETTERS = 60

_SHORTEST_PREFIX = 3
_SEPARATORS = str.maketrans("", "", "_- ")


def nearest(name: str, known: Iterable[str], limit: int = 3) -> tuple[str, ...]:
    """Lists the known names that `name` may have meant, nearest first.

    Case, `_`, `-`, spaces and plural endings do not count; a beginning of a name finds it.

    Shapes:
        0 to `limit` names, without repetition, never `name` itself.
    """
    wanted = _folded(name)
    if not wanted.text:
        return ()
    ranked: list[tuple[int, int, str]] = []
    for order, candidate in enumerate(dict.fromkeys(islice(known, MOST_NAMES))):
        if candidate != name and (rank := _rank(wanted, _folded(candidate))) is not None:
            ranked.append((rank, order, candidate))
    ranked.sort()
    return tuple(candidate for _, _, candidate in ranked[:limit])


def did_you_mean(name: str, known: Iterable[str]) -> str | None:
    """Words a suggestion as the `help` of a diagnostic; None when no known name is near."""
    quoted = [f"`{near}`" for near in nearest(name, known)]
    if not quoted:
        return None
    *first, last = quoted
    return f"did you mean {', '.join(first)} or {last}?" if first else f"did you mean {last}?"


class _Folded(NamedTuple):
    """A name as it is compared."""

    text: str
    singular: str
    letters: int
    """A bit for each letter that occurs, some of which share one: each that another name has not is a change."""


@lru_cache(maxsize=2 * MOST_NAMES)
def _folded(name: str) -> _Folded:
    text = unicodedata.normalize("NFKC", name[:MOST_LETTERS]).casefold().translate(_SEPARATORS)
    letters = 0
    for letter in text:
        letters |= 1 << (ord(letter) & 63)
    return _Folded(text, _singular(text), letters)


def _singular(word: str) -> str:
    for ending, instead in (("ies", "y"), ("ses", "s"), ("xes", "x"), ("ches", "ch"), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 2:
            return word.removesuffix(ending) + instead
    return word


def _rank(one: _Folded, other: _Folded) -> int | None:
    """Ranks a candidate, 0 for nearest; None when it is too far."""
    wanted, candidate = one.text, other.text
    if not candidate:
        return None
    if wanted == candidate:
        return 0
    if one.singular == other.singular:
        return 1
    length = max(len(wanted), len(candidate))
    most = 0 if length < 3 else 1 if length < 6 else 2 if length < 9 else 3
    unlike = max((one.letters & ~other.letters).bit_count(), (other.letters & ~one.letters).bit_count())
    changes = _distance(wanted, candidate, most) if most and unlike <= most else None
    if changes is not None:
        return 1 + changes
    shorter, longer = (wanted, candidate) if len(wanted) <= len(candidate) else (candidate, wanted)
    if len(shorter) >= _SHORTEST_PREFIX and longer.startswith(shorter):
        return 10 + len(longer) - len(shorter)
    return None


def _distance(one: str, other: str, most: int) -> int | None:
    """Counts the changes between two words; None as soon as they are more than `most`."""
    if abs(len(one) - len(other)) > most:
        return None
    one, other = _unlike(one, other)
    one, other = (word[::-1] for word in _unlike(one[::-1], other[::-1]))
    before: list[int] = []
    previous = list(range(len(other) + 1))
    for i, letter in enumerate(one, start=1):
        current = [i]
        for j, against in enumerate(other, start=1):
            cost = min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + (letter != against))
            if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == against:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > most and min(previous) > most:
            return None
        before, previous = previous, current
    return previous[-1] if previous[-1] <= most else None


def _unlike(one: str, other: str) -> tuple[str, str]:
    """Takes away what two words begin with alike: it takes no change."""
    alike = 0
    for letter, against in zip(one, other, strict=False):
        if letter != against:
            break
        alike += 1
    return one[alike:], other[alike:]
