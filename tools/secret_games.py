"""Plays games of secrets that are made by chance in pairs of matches, and tells what a seat learnt that it must not.

python tools/secret_games.py HOW_MANY FIRST_SEED
"""

import sys

from gekido_dsl.compilation import load
from gekido_dsl.generated.alike import Compared, compared
from gekido_dsl.generated.secret_games import NAME, secret_game
from gekido_dsl.lockstep import Differs
from gekido_dsl.source import MemoryProvider


def main() -> int:
    """Plays them, prints what was found, and gives 1 if anything was."""
    many, first = int(sys.argv[1]), int(sys.argv[2])
    found, refused, leaks = Compared(), 0, 0
    for seed in range(first, first + many):
        game = secret_game(seed)
        made = load(NAME, MemoryProvider({NAME: game.text}))
        if made.game is None:
            refused += 1
            continue
        try:
            compared(made, game.players, seed, found)
        except Differs as leak:
            leaks += 1
            print(f"seed {seed}: {leak.args[0]}\n{leak.args[-1]}\n\n{game.text}")
    print(
        f"{many} rulesets, {refused} refused by the checks, {leaks} leaks; what a seat was told was compared "
        f"{found.moments} times, {found.apart} times in matches that differed in hidden things"
    )
    return 1 if leaks else 0


if __name__ == "__main__":
    sys.exit(main())
