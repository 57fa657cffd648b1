"""How often Goofspiel can be won against who bids at random: by the best answer, perfect play, and a simple rule.

Run it as `python benchmarks/goofspiel_ceiling.py`. With few cards the best answer is found exactly, over all that may
lie in hands and deck, the points so far and the prizes that wait. Perfect play does not know whom it plays: each bid is
a matrix game, of which the mixture is found that wins most against the best reply. Where several are as good, one of
those that win most against random bids is taken, or of those that win least.

With thirteen cards all that is too much; there the simple rule is played many times, which bids what the prizes on
offer are worth together, or the next higher card: against a player at random it gains most points on average where no
prize waits (Ross 1971). A tie counts half.
"""

import argparse
import math
import random
from collections.abc import Iterator, Sequence
from functools import cache

Cards = frozenset[int]
TINY = 1e-12
NUDGE = 1e-6
"""So much of what is won against random bids counts among mixtures that are as good; perfect play is off by no more."""


def bid(mine: Cards, offered: int) -> int:
    """Gives the lowest card that is worth as much as what is offered, or else the highest."""
    return min((card for card in mine if card >= offered), default=max(mine))


class Answer:
    """What is won against bids at random, exactly.

    Args:
        rule: whether the simple rule is followed, in place of the best bid.
    """

    def __init__(self, rule: bool) -> None:
        self.rule = rule
        self.worth = cache(self._worth)

    def _worth(self, mine: Cards, theirs: Cards, prizes: Cards, ahead: int, waiting: int) -> float:
        """Gives what is won from here on, before the next prize is turned over."""
        if not prizes:
            return 0.5 if not ahead else float(ahead > 0)
        total = 0.0
        for prize in prizes:
            offered, left = prize + waiting, prizes - {prize}
            bids = [bid(mine, offered)] if self.rule else mine
            total += max(sum(self._after(mine, theirs, left, ahead, offered, own)) for own in bids)
        return total / (len(prizes) * len(theirs))

    def _after(
        self, mine: Cards, theirs: Cards, left: Cards, ahead: int, offered: int, own: int
    ) -> Iterator[float]:
        """Gives what is won after a bid, by the card that the other bids."""
        for other in theirs:
            gain = offered * ((own > other) - (own < other))
            yield self.worth(mine - {own}, theirs - {other}, left, ahead + gain, 0 if gain else offered)


def mixture(matrix: Sequence[Sequence[float]]) -> list[float]:
    """Gives how often each row of a matrix game of positive numbers is to be picked, by the simplex method."""
    rows, columns = len(matrix), len(matrix[0])
    table = [[*row, *(float(i == k) for k in range(rows)), 1.0] for i, row in enumerate(matrix)]
    costs = [-1.0] * columns + [0.0] * (rows + 1)
    while True:
        enters = min(range(columns + rows), key=costs.__getitem__)
        if costs[enters] > -TINY:
            return [share / costs[-1] for share in costs[columns:-1]]
        _, leaves = min((row[-1] / row[enters], i) for i, row in enumerate(table) if row[enters] > TINY)
        pivot = [one / table[leaves][enters] for one in table[leaves]]
        for row in (*table, costs):
            times = row[enters]
            row[:] = [one - times * other for one, other in zip(row, pivot, strict=True)]
        table[leaves] = pivot


class Perfect:
    """What perfect play wins, against itself and against bids at random.

    Args:
        nudge: how much it counts among mixtures that are as good what they win against bids at random.
    """

    def __init__(self, nudge: float) -> None:
        self.nudge = nudge
        self.worth = cache(self._worth)

    def _worth(
        self, mine: Cards, theirs: Cards, prizes: Cards, ahead: int, waiting: int
    ) -> tuple[float, float]:
        """Gives what is won from here on, before the next prize is turned over: at least, and against random bids."""
        if not prizes or abs(ahead) > sum(prizes) + waiting:
            decided = 0.5 if not ahead else float(ahead > 0)
            return decided, decided
        least = randomly = 0.0
        for prize in prizes:
            offered, left = prize + waiting, prizes - {prize}
            after = [list(self._after(mine, theirs, left, ahead, offered, own)) for own in mine]
            against = [sum(random for _, random in row) / len(theirs) for row in after]
            lifted = [
                [1 + worth + self.nudge * more for worth, _ in row]
                for row, more in zip(after, against, strict=True)
            ]
            shares = mixture(lifted)
            least += min(
                sum(share * row[k][0] for share, row in zip(shares, after, strict=True))
                for k in range(len(theirs))
            )
            randomly += sum(share * more for share, more in zip(shares, against, strict=True))
        return least / len(prizes), randomly / len(prizes)

    def _after(
        self, mine: Cards, theirs: Cards, left: Cards, ahead: int, offered: int, own: int
    ) -> Iterator[tuple[float, float]]:
        """Gives what is won after a bid, by the card that the other bids."""
        for other in theirs:
            gain = offered * ((own > other) - (own < other))
            yield self.worth(mine - {own}, theirs - {other}, left, ahead + gain, 0 if gain else offered)


def played(number: int, games: int) -> float:
    """Gives what the simple rule wins in games."""
    chance, won = random.Random(1), 0.0
    cards = range(1, number + 1)
    for _ in range(games):
        prizes, theirs = chance.sample(cards, number), chance.sample(cards, number)
        mine, ahead, waiting = frozenset(cards), 0, 0
        for prize, other in zip(prizes, theirs, strict=True):
            waiting += prize
            own = bid(mine, waiting)
            mine -= {own}
            if own != other:
                ahead += waiting if own > other else -waiting
                waiting = 0
        won += 0.5 if not ahead else float(ahead > 0)
    return won / games


def main() -> None:
    """Prints a table."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument(
        "--most", type=int, default=5, help="cards of a hand for which all is counted, at most"
    )
    asked.add_argument("--games", type=int, default=100_000, help="games of the rule with thirteen cards")
    given = asked.parse_args()
    print("| Cards | The best answer | Perfect play | The rule |")
    print("| --: | --: | --: | --: |")
    for number in range(3, given.most + 1):
        cards = frozenset(range(1, number + 1))
        best, rule = (Answer(rule).worth(cards, cards, cards, 0, 0) for rule in (False, True))
        low, high = (Perfect(nudge).worth(cards, cards, cards, 0, 0)[1] for nudge in (-NUDGE, NUDGE))
        perfect = f"{100 * low:.1f} to {100 * high:.1f} %"
        print(f"| {number} | {100 * best:.1f} % | {perfect} | {100 * rule:.1f} % |", flush=True)
    share = played(13, given.games)
    half = 1.96 * math.sqrt(share * (1 - share) / given.games)
    print(f"| 13 | | | {100 * share:.1f} % (± {100 * half:.1f}) |")


if __name__ == "__main__":
    main()
