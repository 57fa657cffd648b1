"""How often Pig can be won: perfect answers to simple players, and perfect play, by value iteration.

Run it as `python benchmarks/pig_ceiling.py`. All is exact but for rounding: who rolls at random does so every other
time, and `greedy` takes what came out best in six random playouts, whose chances follow from those of random play.
Arrays are indexed by the score of whoever is on turn, that of the other, and what lies in the pot. Sides are exchanged:
half is what equals have.
"""

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

GOAL, POT = 100, 106
"""Who has so many points wins; with 100 in the pot nobody rolls, so that it holds at most 105."""
ROUNDS = 60
"""Passes over positions with the same sum of scores, which lead to each other when nothing is won."""
EXPLORES = 179 / 256
PLAYOUTS = 6

Table = NDArray[np.float64]
Chooses = Callable[[int, Table, Table, Table, Table], Table]
"""Is given a pot, the scores of who is on turn and of the other, and what rolling and holding are worth."""


def solve(own: Chooses, other: Table | None) -> tuple[Table, Table]:
    """Gives the chance to win of who is on turn, by scores and pot, and with the other's turn about to begin.

    Args:
        own: how a turn is played.
        other: how often the other rolls, by its score, that of who asks, and pot; None plays as `own`.
    """
    on_turn = np.zeros((GOAL, GOAL, POT + 6))
    waiting = np.zeros((GOAL, GOAL))
    gains = None if other is None else _gains(other)
    for total in range(2 * GOAL - 2, -1, -1):
        i = np.arange(max(0, total - GOAL + 1), min(total, GOAL - 1) + 1)
        j = total - i
        for _ in range(ROUNDS):
            before = waiting[i, j].copy()
            for pot in range(POT - 1, -1, -1):
                won = i + pot >= GOAL
                hold = np.where(won, 1.0, waiting[np.where(won, 0, i + pot), j])
                roll = (waiting[i, j] + on_turn[i, j, pot + 2 : pot + 7].sum(axis=1)) / 6
                on_turn[i, j, pot] = hold if pot >= GOAL else roll if not pot else own(pot, i, j, roll, hold)
            if gains is None:
                waiting[i, j] = 1 - on_turn[j, i, 0]
            else:
                gained = gains[j, i]
                new = gained[:, 0] * on_turn[i, j, 0]
                for gain in range(1, POT):
                    new += np.where(
                        j + gain < GOAL, gained[:, gain] * on_turn[i, np.minimum(j + gain, GOAL - 1), 0], 0
                    )
                waiting[i, j] = new
            if np.abs(waiting[i, j] - before).max() < 1e-9:
                break
    return on_turn, waiting


def _gains(rolls: Table) -> Table:
    """Gives the chances of what a turn brings, by the scores of who plays it and of the other."""
    gains = np.zeros((GOAL, GOAL, POT))
    here = np.zeros((GOAL, GOAL, POT + 6))
    here[..., 0] = 1.0
    for pot in range(POT):
        again = (
            np.ones((GOAL, GOAL)) if not pot else np.zeros((GOAL, GOAL)) if pot >= GOAL else rolls[..., pot]
        )
        gains[..., pot] += here[..., pot] * (1 - again)
        gains[..., 0] += here[..., pot] * again / 6
        for face in range(2, 7):
            here[..., pot + face] += here[..., pot] * again / 6
    return gains


def best(pot: int, i: Table, j: Table, roll: Table, hold: Table) -> Table:
    """Plays perfectly."""
    return np.maximum(roll, hold)


def at_random(pot: int, i: Table, j: Table, roll: Table, hold: Table) -> Table:
    """Rolls every other time."""
    return (roll + hold) / 2


def parts(on_turn: Table, waiting: Table) -> tuple[Table, Table]:
    """Gives what rolling and holding are worth everywhere."""
    rolls, holds = np.zeros((GOAL, GOAL, POT)), np.zeros((GOAL, GOAL, POT))
    scores = np.arange(GOAL)
    for pot in range(POT):
        rolls[..., pot] = (waiting + on_turn[..., pot + 2 : pot + 7].sum(axis=2)) / 6
        won = scores + pot >= GOAL
        holds[..., pot] = np.where(won[:, None], 1.0, waiting[np.where(won, 0, scores + pot)])
    return rolls, holds


def greedy(rolls: Table, holds: Table) -> Table:
    """Gives how often `greedy` rolls, from the chances that a random playout is won which begins so or so."""
    chance = np.zeros_like(rolls)
    for (tried, won, held, kept), weight in _ways().items():
        share = _rolls(tried, won, held, kept)
        chance += (
            share
            * weight
            * rolls**won
            * (1 - rolls) ** (tried - won)
            * holds**kept
            * (1 - holds) ** (held - kept)
        )
    return chance


def _rolls(tried: int, won: int, held: int, kept: int) -> float:
    """Gives 1 if rolling came out better, 0 if holding, and half if they are equal."""
    one, other = (tried, won / tried), (held, kept / held)
    return 0.5 if one == other else float(one > other)


@lru_cache
def _ways() -> dict[tuple[int, int, int, int], float]:
    """Gives how often six playouts are shared out so, by rolled, won of these, held, won of these."""
    found: dict[tuple[int, int, int, int], float] = {}

    def go(counts: tuple[int, int, int, int], opened: tuple[int, int], weight: float) -> None:
        tried, won, held, kept = counts
        if tried + held == PLAYOUTS:
            found[counts] = found.get(counts, 0.0) + weight
            return
        opened = (opened[0] + 1, opened[1] + 1)
        one, other = _bound(won, tried, opened[0]), _bound(kept, held, opened[1])
        # Of equal ones the first is taken, which is to roll.
        first = one >= other
        for win in (0, 1):
            after = (tried + 1, won + win, held, kept) if first else (tried, won, held + 1, kept + win)
            go(after, opened, weight)

    for a in (0, 1):
        for b in (0, 1):
            for opened in ((2, 1), (1, 2)):
                go((1, a, 1, b), opened, 0.5)
    return found


def _bound(won: int, times: int, opened: int) -> float:
    return won / times + EXPLORES * math.sqrt(math.log(opened + 1)) / math.sqrt(times)


def follow(rolls: Table) -> Chooses:
    """Gives who rolls as often as a table says."""
    return lambda pot, i, j, roll, hold: rolls[i, j, pot] * roll + (1 - rolls[i, j, pot]) * hold


def share(on_turn: Table, waiting: Table) -> float:
    """Gives the share of wins where each begins as often as the other."""
    return float(on_turn[0, 0, 0] + waiting[0, 0]) / 2


def main() -> None:
    """Prints the shares of wins."""
    random = np.full((GOAL, GOAL, POT), 0.5)
    rolls, holds = parts(*solve(at_random, None))
    looks = greedy(rolls, holds)
    perfect_rolls, perfect_holds = parts(*solve(best, None))
    perfect = (perfect_rolls > perfect_holds).astype(np.float64)
    scores, pots = np.ogrid[:GOAL, :POT]
    twenty = np.zeros_like(random)
    twenty += ((pots < 20) & (scores + pots < GOAL))[:, None]
    print("| Who | Against random | Against `greedy` | Against who holds at 20 |")
    print("| --- | --: | --: | --: |")
    for name, own in (
        ("The best answer", best),
        ("Perfect play", follow(perfect)),
        ("`greedy`", follow(looks)),
        ("Holds at 20", follow(twenty)),
    ):
        shares = (f"{100 * share(*solve(own, other)):.1f} %" for other in (random, looks, twenty))
        print(f"| {name} | {' | '.join(shares)} |", flush=True)


if __name__ == "__main__":
    main()
