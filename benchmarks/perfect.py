"""How a bot that searches plays Connect Four, beside perfect play.

Run it as `python benchmarks/perfect.py`. Positions from some way into games between bots and chance are solved to the
end, and it is counted how often the bot takes a choice that gives away nothing. The opening is known: the middle column
wins, those beside it draw, all others lose (Allis 1988).
"""

import argparse
from functools import lru_cache
from pathlib import Path

from gekido_dsl import api
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import Setting
from gekido_dsl.play.search import SearchBot
from gekido_dsl.rng import Rng

RULESET = Path(__file__).resolve().parents[1] / "rulesets" / "classics" / "connect_four.gdl"
WIDE, HIGH = 7, 6
UP = HIGH + 1
"""A column has a bit more than spaces, which stays empty."""
FULL = sum(((1 << HIGH) - 1) << (UP * column) for column in range(WIDE))
BOTTOM = sum(1 << (UP * column) for column in range(WIDE))


def four(discs: int) -> bool:
    """Tells whether four stand in a row."""
    for step in (1, UP, UP - 1, UP + 1):
        pairs = discs & discs >> step
        if pairs & pairs >> 2 * step:
            return True
    return False


def drop(all_discs: int, column: int) -> int:
    """Gives the space that a disc falls to; 0 where the column is full."""
    lane = ((1 << HIGH) - 1) << (UP * column)
    return (all_discs + (1 << (UP * column))) & lane


@lru_cache(maxsize=1 << 20)
def value(own: int, all_discs: int) -> int:
    """Solves a position for whoever is on turn: 1 is won, 0 drawn, -1 lost."""
    if all_discs == FULL:
        return 0
    spaces = [space for column in (3, 2, 4, 1, 5, 0, 6) if (space := drop(all_discs, column))]
    if any(four(own | space) for space in spaces):
        return 1
    other = own ^ all_discs
    threats = [space for space in spaces if four(other | space)]
    if len(threats) > 1:
        return -1
    best = -1
    for space in threats or spaces:
        best = max(best, -value(other, all_discs | space))
        if best == 1:
            break
    return best


def after(own: int, all_discs: int, column: int) -> int:
    """Gives what a choice is worth to whoever takes it."""
    space = drop(all_discs, column)
    return 1 if four(own | space) else -value(own ^ all_discs, all_discs | space)


def main() -> None:
    """Prints how often the bot gives nothing away."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--positions", type=int, default=100)
    asked.add_argument("--discs", type=int, default=22, help="how many are on the board at least")
    asked.add_argument("--playouts", type=int, nargs="*", default=[100, 600, 5_000, 50_000])
    given = asked.parse_args()
    executor = CompiledExecutor(api.read(RULESET).game, searches=True)
    start, _ = executor.initial(Setting(2, 1, {}))
    decision = executor.decision(start)
    assert decision is not None
    for playouts in given.playouts:
        bot = SearchBot(1, playouts)
        chosen = decision.choices[bot.choose(executor, start, decision, 0)].label
        right = asked_ = 0
        random = Rng(11)
        while asked_ < given.positions:
            state, own, other = start.copy(), 0, 0
            taken = 0
            while (decision_ := executor.decision(state)) is not None and asked_ < given.positions:
                columns = [int(choice.label.rpartition("c")[2]) - 1 for choice in decision_.choices]
                if taken >= given.discs:
                    worth = [after(own, own | other, column) for column in columns]
                    if min(worth) < max(worth):
                        asked_ += 1
                        right += worth[bot.choose(executor, state, decision_, taken)] == max(worth)
                # Whoever is asked for playing at random would seldom come so far.
                quiet = [k for k, c in enumerate(columns) if not four(own | drop(own | other, c))]
                choice = (quiet or [0])[random.below(len(quiet) or 1)]
                space = drop(own | other, columns[choice])
                executor.apply(state, choice)
                own, other, taken = other, own | space, taken + 1
        print(
            f"{playouts:,} playouts: opens {chosen}; gives nothing away in {right} of {asked_} positions",
            flush=True,
        )


if __name__ == "__main__":
    main()
