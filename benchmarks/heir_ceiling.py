"""How often The Heir can be won at most by who does not see hidden cards, against the player who chooses at random.

Run it as `python benchmarks/heir_ceiling.py`. Where the other chooses at random, all that its plays tell is how likely
it holds each rank; the best answer to it would be known from such beliefs, of which there are too many. So whoever
answers is told a little more than by the rules: the other's hand, each time before the other draws. With that beliefs
are few, and the best answer is found exactly, in a minute. Whoever is not told wins no more. Where both hold the same
rank in the end, it counts as won.

That the rules are those of the ruleset is seen by two players at random, here exactly and in games of the engine.
"""

import argparse
import math
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from gekido_dsl import api
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.engine import Setting

RULESET = Path(__file__).resolve().parents[1] / "rulesets" / "classics" / "the_heir.gdl"
GUESS, LOOK, COMPARE, SHELTER, EVICT, SWAP, STAYS, FALLS = RANKS = range(1, 9)
"""Ranks, by what playing such a card does: to guess, to look, to compare, to be safe, to have a hand thrown away, to
change hands, nothing but that it must be played beside those two, and to lose."""
COPIES = (5, 2, 2, 2, 2, 1, 1, 1)

Pool = tuple[int, ...]
"""Of each rank, how many cards are in the other's hand, in the deck or aside."""
Belief = tuple[float, ...]
"""How likely the other holds each rank."""


def without(pool: Pool, rank: int, put: int = 0) -> Pool:
    """Takes a card out of a pool; puts one in, if one is named."""
    found = list(pool)
    found[rank - 1] -= 1
    if put:
        found[put - 1] += 1
    return tuple(found)


def surely(rank: int) -> Belief:
    """The belief of who knows."""
    return tuple(float(one == rank) for one in RANKS)


def anything(pool: Pool) -> Belief:
    """The belief of who knows nothing but what is in the pool."""
    total = sum(pool)
    return tuple(one / total for one in pool)


def rated(weights: list[float]) -> tuple[float, Belief]:
    """Gives the sum of weights, and their shares of it."""
    total = sum(weights)
    return total, tuple(one / total for one in weights) if total else tuple(weights)


def held(belief: Belief) -> Iterator[tuple[int, float]]:
    """Gives what may be held, and how likely it is."""
    return ((rank, chance) for rank, chance in zip(RANKS, belief, strict=True) if chance)


def drawn(pool: Pool, belief: Belief) -> Iterator[tuple[int, float, Pool, Belief]]:
    """Gives what may be drawn by who has the belief, how likely it is, and what is then in the pool and believed."""
    for rank in RANKS:
        if pool[rank - 1]:
            weights = [
                chance * (pool[rank - 1] - (one == rank)) for one, chance in zip(RANKS, belief, strict=True)
            ]
            total, then = rated(weights)
            if total:
                yield rank, total / (sum(pool) - 1), without(pool, rank), then


def must_stay(card: int, other: int) -> bool:
    """Whether a card may not be played beside another one."""
    return card in (EVICT, SWAP) and other == STAYS


def is_over(pool: Pool) -> bool:
    """Whether the deck is empty: one card of the pool is in a hand, one aside."""
    return sum(pool) <= 2


class Answer:
    """What is won at most, or by choosing at random, too.

    Args:
        ties: what the same rank in both hands is worth in the end.
        randomly: whether who answers chooses at random.
    """

    def __init__(self, ties: float, randomly: bool = False) -> None:
        self.ties, self.randomly = ties, randomly
        self.own, self.others = cache(self._own), cache(self._others)

    def chosen(self, worth: list[float]) -> float:
        """Gives what a choice among options is worth."""
        return sum(worth) / len(worth) if self.randomly else max(worth)

    def in_the_end(self, mine: int, belief: Belief) -> float:
        """Gives what a hand wins when the deck is empty."""
        return sum(chance * (self.ties if rank == mine else rank < mine) for rank, chance in held(belief))

    def given_over(self, pool: Pool, mine: int, safe: bool, belief: Belief) -> float:
        """Gives what it is worth that the other is on turn; who answers is told its hand."""
        if is_over(pool):
            return self.in_the_end(mine, belief)
        return sum(chance * self.others(pool, mine, safe, rank) for rank, chance in held(belief))

    def taken_over(self, pool: Pool, mine: int, safe: bool, belief: Belief) -> float:
        """Gives what it is worth to be on turn while the other is safe, or is not."""
        return self.in_the_end(mine, belief) if is_over(pool) else self.own(pool, mine, safe, belief)

    def renewed(
        self, pool: Pool, belief: Belief, then: Callable[[Pool, int, bool, Belief], float], safe: bool = False
    ) -> float:
        """Gives what it is worth to throw one's hand away and to take a card, of the deck or from aside."""
        over = is_over(pool)
        return sum(
            chance * (self.in_the_end(rank, believed) if over else then(left, rank, safe, believed))
            for rank, chance, left, believed in drawn(pool, belief)
        )

    def robbed(
        self, pool: Pool, mine: int, belief: Belief, then: Callable[[Pool, int, bool, Belief], float]
    ) -> float:
        """Gives what it is worth that the other throws its hand away and takes a card."""
        worth = 0.0
        for rank, chance in held(belief):
            if rank == FALLS:
                worth += chance
                continue
            left = without(pool, rank)
            believed = anything(left)
            worth += chance * (
                self.in_the_end(mine, believed) if is_over(pool) else then(left, mine, False, believed)
            )
        return worth

    def _own(self, pool: Pool, hand: int, safe: bool, belief: Belief) -> float:
        """Gives what is won by who is about to draw, while the other is safe or is not."""
        worth = 0.0
        for rank, chance, left, believed in drawn(pool, belief):
            plays = [(hand, rank), (rank, hand)]
            options = [self.played(left, *one, safe, believed) for one in plays if not must_stay(*one)]
            worth += chance * self.chosen(options)
        return worth

    def played(self, pool: Pool, card: int, mine: int, safe: bool, belief: Belief) -> float:
        """Gives what is won by who plays a card and keeps another one."""
        if card == FALLS:
            return 0.0
        if card == EVICT:
            options = [0.0 if mine == FALLS else self.renewed(pool, belief, self.given_over)]
            if not safe:
                options.append(self.robbed(pool, mine, belief, self.given_over))
            return self.chosen(options)
        if card in (SHELTER, STAYS) or safe:
            return self.given_over(pool, mine, card == SHELTER, belief)
        if card == GUESS:
            return self.chosen([self.guessed(pool, mine, guess, belief) for guess in RANKS[1:]])
        worth = 0.0
        for rank, chance in held(belief):
            if card == COMPARE and rank != mine:
                worth += chance * (rank < mine)
            elif card == SWAP:
                worth += chance * self.given_over(without(pool, rank, mine), rank, False, surely(mine))
            else:
                worth += chance * self.given_over(pool, mine, False, surely(rank))
        return worth

    def guessed(self, pool: Pool, mine: int, guess: int, belief: Belief) -> float:
        """Gives what is won by who guesses a rank."""
        right = belief[guess - 1]
        total, then = rated([0.0 if rank == guess else one for rank, one in zip(RANKS, belief, strict=True)])
        return right + (total * self.given_over(pool, mine, False, then) if total else 0.0)

    def _others(self, pool: Pool, mine: int, safe: bool, hand: int) -> float:
        """Gives what is won by who waits, safe or not, while the other, who holds a card, draws and plays at random."""
        kept: dict[int, list[float]] = {card: [0.0] * len(RANKS) for card in RANKS}
        for rank, chance, _, _ in drawn(pool, surely(hand)):
            plays = [one for one in ((hand, rank), (rank, hand)) if not must_stay(*one)]
            for card, keeps in plays:
                kept[card][keeps - 1] += chance / len(plays)
        worth = 0.0
        for card, weights in kept.items():
            chance, belief = rated(weights)
            if chance:
                worth += chance * self.answered(without(pool, card), card, mine, safe, belief)
        return worth

    def answered(self, pool: Pool, card: int, mine: int, safe: bool, belief: Belief) -> float:
        """Gives what is won by who waits when the other has played a card."""
        if card == FALLS:
            return 1.0
        if card == EVICT:
            worth = self.robbed(pool, mine, belief, self.taken_over)
            if safe:
                return worth
            own = 0.0 if mine == FALLS else self.renewed(pool, belief, self.taken_over)
            return (worth + own) / 2
        if card in (SHELTER, STAYS, LOOK) or safe:
            return self.taken_over(pool, mine, card == SHELTER, belief)
        if card == GUESS:
            missed = 1.0 if mine == GUESS else 1 - 1 / len(RANKS[1:])
            return missed * self.taken_over(pool, mine, False, belief)
        worth = 0.0
        for rank, chance in held(belief):
            if card == COMPARE and rank != mine:
                worth += chance * (rank < mine)
            elif card == SWAP:
                worth += chance * self.taken_over(without(pool, rank, mine), rank, False, surely(mine))
            else:
                worth += chance * self.taken_over(pool, mine, False, surely(rank))
        return worth

    def sides(self) -> tuple[float, float]:
        """Gives what is won by who begins, and by who does not."""
        first = second = 0.0
        for card in RANKS:
            chance = COPIES[card - 1] / sum(COPIES)
            pool = without(COPIES, card)
            first += chance * self.own(pool, card, False, anything(pool))
            second += chance * self.given_over(pool, card, False, anything(pool))
        return first, second


def in_games(number: int) -> tuple[float, float]:
    """Gives how often who begins wins in games of the engine, both at random, and half the interval of 95 %."""
    player = PolicyGames(api.read(RULESET).game, Setting(2, 1, {}), [None, None])
    won = 0.0
    for game in range(number):
        outcome = player.play(game).outcome
        ranks = outcome.ranks if outcome is not None else (1, 1)
        won += 0.5 if ranks[0] == ranks[1] else float(ranks[0] == 1)
    share = won / number
    return share, 1.96 * math.sqrt(share * (1 - share) / number)


def main() -> None:
    """Prints what can be won at most, and what shows that the rules are the same."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--games", type=int, default=20_000, help="games of the engine at random")
    given = asked.parse_args()
    sys.setrecursionlimit(100_000)
    least, most = (Answer(ties, randomly=True).sides()[0] for ties in (0.0, 1.0))
    share, half = in_games(given.games)
    print(f"Who begins, both at random: {100 * least:.2f} % to {100 * most:.2f} %; in {given.games} games "
          f"{100 * share:.2f} % (± {100 * half:.2f})")  # fmt: skip
    first, second = Answer(1.0).sides()
    print(f"At most against the random player: {50 * (first + second):.1f} %, {100 * first:.1f} % of those who begin "
          f"and {100 * second:.1f} % of the others")  # fmt: skip


if __name__ == "__main__":
    main()
