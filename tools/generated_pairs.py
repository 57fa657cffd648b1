"""Prints what generated rulesets reach of the kernel: `tools/generated_pairs.py [HOW MANY] [FIRST SEED]`.

The table of `docs/design/soundness.md` comes from here; below it stands which verbs and operators are in most of the
pairs that were not reached.
"""

import sys
from collections import Counter

from gekido_dsl.compilation import load
from gekido_dsl.generated import pairs
from gekido_dsl.generated.making import NAME, make
from gekido_dsl.source import MemoryProvider

_LISTED = 12


def main(many: int = 140, first: int = 0) -> None:
    """Makes rulesets, and counts pairs in those that are resolved."""
    reached = pairs.Reached()
    for seed in range(first, first + many):
        made = load(NAME, MemoryProvider(make(seed).all_files()))
        if made.model.ok and made.model.value is not None:
            reached.add(made.model.value)
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


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
