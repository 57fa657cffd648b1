"""Prints what generated rulesets reach of the kernel: `tools/generated_pairs.py [HOW MANY] [FIRST SEED]`.

The table of `docs/design/soundness.md` comes from here; below it stands which verbs and operators are in most of the
pairs that were not reached, and the ways to write something, in the grammar's own words, that shipped rulesets have and
those that were made do not.
"""

import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gekido_dsl import grammar
from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider
from gekido_dsl.generated import pairs
from gekido_dsl.generated.making import NAME, make
from gekido_dsl.source import MemoryProvider

_LISTED = 12
RULESETS = Path(__file__).resolve().parent.parent / "rulesets"


class Ways:
    """Counts which ways of the grammar are taken, once each for what it is told of."""

    def __init__(self) -> None:
        """Listens to the parser, which says when something is read."""
        self.taken: Counter[str] = Counter()
        calls = grammar._parser().callbacks
        self.all = {_way(rule) for rule in calls}
        for rule, made in list(calls.items()):
            calls[rule] = self._counting(_way(rule), made)

    def _counting(self, way: str, made: Callable[[list[Any]], Any]) -> Callable[[list[Any]], Any]:
        def counted(read: list[Any]) -> Any:
            self.taken[way] += 1
            return made(read)

        return counted


def _way(rule: Any) -> str:
    return f"{rule.origin.name}: {' '.join(one.name for one in rule.expansion)}"


def main(many: int = 140, first: int = 0) -> None:
    """Makes rulesets, and counts pairs in those that are resolved."""
    reached, ways, made_ways = pairs.Reached(), Ways(), set[str]()
    for seed in range(first, first + many):
        ways.taken.clear()
        made = load(NAME, MemoryProvider(make(seed).all_files()))
        if made.model.ok and made.model.value is not None:
            reached.add(made.model.value)
            made_ways.update(ways.taken)
    print(f"{many:,} rulesets, {reached.rulesets:,} of them resolved")
    print(f"{len(reached.operators)} operators and {len(reached.verbs)} verbs reached, not reached: ", end="")
    print(", ".join(pairs.missing(reached)) or "nothing")
    print("\n| pairs of | reached | well typed | share |\n| --- | --- | --- | --- |")
    for share in pairs.shares(reached):
        known = len(share.reached & share.all)
        print(f"| {share.what} | {known:,} | {len(share.all):,} | {share.percent:.0f} % |")
    for share in pairs.shares(reached):
        left = share.all - share.reached
        print(f"\n{share.what}, not reached with:")
        for side in (0, 1):
            most = Counter(pair[side] for pair in left).most_common(_LISTED)
            print("  " + ", ".join(f"{name} {number}" for name, number in most))
    ways.taken.clear()
    for path in sorted(RULESETS.rglob("*.gdl")):
        made = load(path.name, FolderProvider(path.parent, library=RULESETS))
        assert made.model.value is not None, path
    shipped = set(ways.taken)
    print(
        f"\n{len(made_ways):,} of {len(ways.all):,} ways to write something; of the {len(shipped):,} of shipped",
        end="",
    )
    print(f" rulesets {len(shipped & made_ways):,}, and not:")
    for way in sorted(shipped - made_ways):
        print(f"  {way} ({ways.taken[way]})")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
