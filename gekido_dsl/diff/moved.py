"""Lines of a declaration that only stand in another order become a sentence: what now comes before what."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from gekido_dsl.model.canonical import ReadLine

_FEW: Final = 12
"""Up to how many lines of one depth are told in their whole order."""


def told(old: Sequence[ReadLine], new: Sequence[ReadLine]) -> str:
    """Says which line now comes before which; empty where something else is different, too."""
    before, after = ([(line.depth, line.meaning) for line in side] for side in (old, new))
    if before == after or Counter(before) != Counter(after):
        return ""
    start = next(place for place, one in enumerate(before) if one != after[place])
    depth = min(old[start].depth, new[start].depth)
    ours, theirs = _blocks(old, depth, start), _blocks(new, depth, start)
    names = [one[0] for one in theirs]
    if sorted(one[1] for one in ours) != sorted(one[1] for one in theirs) or len(set(names)) != len(names):
        return ""
    place = {block: number for number, (_, block) in enumerate(ours)}
    order = [place[block] for _, block in theirs]
    for number, (name, _) in enumerate(theirs):
        rest = order[:number] + order[number + 1 :]
        if rest == sorted(rest):
            if number + 1 < len(theirs):
                return f"{name} now comes before {theirs[number + 1][0]}"
            return f"{name} now comes after {theirs[number - 1][0]}"
    return f"the order is now {', '.join(names)}" if len(names) <= _FEW else ""


def _blocks(lines: Sequence[ReadLine], depth: int, start: int) -> list[tuple[str, tuple[str, ...]]]:
    """Parts the lines under one head at those of a depth, each named, with what stands beneath it."""
    begin = start
    while begin > 0 and lines[begin - 1].depth >= depth:
        begin -= 1
    found: list[tuple[str, tuple[str, ...]]] = []
    for line in lines[begin:]:
        if line.depth < depth:
            break
        if line.depth == depth or not found:
            found.append((_named(line.text), (line.meaning,)))
        else:
            found[-1] = (found[-1][0], (*found[-1][1], line.meaning))
    return found


def _named(line: str) -> str:
    """Gives a phase of a turn by its name, and any other line in quotation marks."""
    name = line.partition(":")[0].partition(" if ")[0].strip()
    capital = all(word[:1].isupper() or word in ("of", "the", "and", "or") for word in name.split())
    return name if name and capital else f"“{line.strip()}”"
