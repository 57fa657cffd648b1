"""Prints what generated rulesets reach of the kernel: `tools/generated_pairs.py [HOW MANY] [FIRST SEED]`."""

import sys

from gekido_dsl.compilation import load
from gekido_dsl.generated import pairs
from gekido_dsl.generated.making import NAME, make
from gekido_dsl.source import MemoryProvider


def main(many: int = 140, first: int = 0) -> None:
    """Makes rulesets, and counts pairs in those that are resolved."""
    reached = pairs.Reached()
    for seed in range(first, first + many):
        made = load(NAME, MemoryProvider(make(seed).all_files()))
        if made.model.ok and made.model.value is not None:
            reached.add(made.model.value)
    print(f"{many} rulesets, {reached.rulesets} of them resolved")
    print(f"operators {len(reached.operators)}, verbs {len(reached.verbs)}")
    print(f"not reached: {', '.join(pairs.missing(reached)) or 'nothing'}")
    print(f"pairs of a verb and an operator: {len(reached.phrases):,}")
    print(f"pairs of a statement and one in its block: {len(reached.nested):,}")
    print(f"pairs of a statement and the next one: {len(reached.following):,}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
