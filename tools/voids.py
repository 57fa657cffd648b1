"""Tells how many worlds of bots agree with what others chose before, as who cannot follow suit has none of it.

python tools/voids.py GAME HOW_MANY [apart]

With `apart` worlds are drawn as if nothing followed from that. Matches go on past the first deal; what was chosen
counts since things were shuffled last, as a world says nothing of how they lay before.
"""

import sys
import time

from gekido_dsl.api import read
from gekido_dsl.engine import Setting
from gekido_dsl.generated.agreed import offered
from gekido_dsl.interpreter import Interpreter, secret_part
from gekido_dsl.interpreter.state import State
from gekido_dsl.rng import Rng

_WORLDS = 10


def main() -> None:
    """Plays matches by chance and prints what was found."""
    game = read(sys.argv[1]).compilation.game
    assert game is not None
    x = Interpreter(game)
    worlds = agreed = 0
    seconds = 0.0
    for seed in range(int(sys.argv[2])):
        rng, (state, _) = Rng(seed), x.initial(Setting(game.least_players, seed))
        past = list[tuple[State, int]]()
        wanted = 10 + rng.below(90)
        for _ in range(wanted):
            if state.question is None:
                break
            choice = rng.below(x.count(state))
            past.append((state.copy(), choice))
            if any(event.kind == "shuffle" for event in x.apply(state, choice)):
                past.clear()
        if state.question is None or secret_part.of(state) is not None:
            continue
        if "apart" in sys.argv:
            state.past = None
        for number in range(_WORLDS):
            begun = time.perf_counter()
            world = x.sample(state, state.question.seat, number)
            seconds += time.perf_counter() - begun
            worlds += 1
            agreed += offered(x, past, state, world)
    print(f"{worlds} worlds, {agreed} agree, {1000 * seconds / max(worlds, 1):.1f} ms each")


if __name__ == "__main__":
    main()
