"""Plays games of deduction that are made by chance, and tells how many worlds agree with what a seat was told in them.

python tools/deductions.py HOW_MANY [apart]

With `apart` worlds are drawn thing by thing, as where nothing is answered.
"""

import sys
import time

from gekido_dsl.generated.agreed import agrees, match
from gekido_dsl.generated.deductions import deduction

_WORLDS = 10


def main() -> None:
    """Plays them and prints what was found."""
    worlds = agreed = 0
    seconds = 0.0
    for seed in range(int(sys.argv[1])):
        played = match(deduction(seed), seed)
        if played is None:
            continue
        if "apart" in sys.argv:
            played.state.past = None
        for number in range(_WORLDS):
            begun = time.perf_counter()
            world = played.executor.sample(played.state, played.seat, number)
            seconds += time.perf_counter() - begun
            worlds += 1
            agreed += agrees(played, world)
    print(f"{worlds} worlds, {agreed} agree, {1000 * seconds / max(worlds, 1):.1f} ms each")


if __name__ == "__main__":
    main()
