"""How often The Heir can be won at most by who does not see hidden cards, against players at random and `greedy`.

Run it as `python benchmarks/heir_ceiling.py`; it takes some ten minutes. Where it is known how the other chooses, what
its plays tell is how likely it holds each rank; the best answer to it would be known from such beliefs, of which there
are too many. So whoever answers is told a little more than by the rules: the other's hand, each time before the other
draws. With that beliefs are few, and the best answer is found exactly. Whoever is not told wins no more. Where both
hold the same rank in the end, it counts as won.

How often `greedy` chooses what follows from how often its playouts win, which is known exactly for each hand that it
may deal to the other. One thing is left out: playouts of one decision have the order of the deck in common. How little
that changes is seen by what `greedy` wins against the player at random, here and in games of the engine.

How much can be won without being told is at least what is won, in so many games, by taking at each choice what is best
if the other's hand were told from then on: with beliefs that the other's choices change, and with beliefs that rest on
the cards alone. How these differ is what it is worth to infer hands.

That the rules are those of the ruleset is seen by two players at random, here exactly and in games of the engine.
"""

import argparse
import math
import random
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple, Protocol

import numpy as np
from pig_ceiling import greedy as preferred

from gekido_dsl import api
from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.engine import Setting

RULESET = Path(__file__).resolve().parents[1] / "rulesets" / "classics" / "the_heir.gdl"
GUESS, LOOK, COMPARE, SHELTER, EVICT, SWAP, STAYS, FALLS = RANKS = range(1, 9)
"""Ranks, by what playing such a card does: to guess, to look, to compare, to be safe, to have a hand thrown away, to
change hands, nothing but that it must be played beside those two, and to lose."""
COPIES = (5, 2, 2, 2, 2, 1, 1, 1)
GUESSES = RANKS[1:]
STEPS = 400
"""Into so many steps chances are divided in the table of what `greedy` prefers."""

Pool = tuple[int, ...]
"""Of each rank, how many cards are in the other's hand, in the deck or aside."""
Belief = tuple[float, ...]
"""How likely the other holds each rank."""


class Place(NamedTuple):
    """Where a game stands for who answers, between two turns."""

    pool: Pool
    mine: int
    safe: bool
    """Whether who waits is safe."""
    known: bool
    """Whether the other knows what who answers holds."""
    belief: Belief


class Branch(NamedTuple):
    """What may come of a turn."""

    chance: float
    worth: float
    """What is won, where the game is over."""
    place: Place | None
    """Where it stands, where it goes on."""


class Other(Protocol):
    """Whom is answered: how often it chooses what, by the pool that it sees, and what it knows of the other's hand."""

    heeds: bool
    """Whether it makes a difference what it knows."""

    def first(self, pool: Pool, card: int, keeps: int, known: int, safe: bool) -> float:
        """Gives how often it plays one of two cards that may both be played."""

    def guesses(self, pool: Pool, keeps: int, known: int) -> Sequence[float]:
        """Gives how often it guesses each rank."""

    def itself(self, pool: Pool, keeps: int, known: int) -> float:
        """Gives how often it throws its own hand away, where it may choose."""


class AtRandom:
    """Chooses at random."""

    heeds = False

    def first(self, pool: Pool, card: int, keeps: int, known: int, safe: bool) -> float:
        """Plays each card as often."""
        return 0.5

    def guesses(self, pool: Pool, keeps: int, known: int) -> Sequence[float]:
        """Guesses each rank as often."""
        return (1 / len(GUESSES),) * len(GUESSES)

    def itself(self, pool: Pool, keeps: int, known: int) -> float:
        """Chooses both as often."""
        return 0.5


def without(pool: Pool, rank: int, put: int = 0) -> Pool:
    """Takes a card out of a pool; puts one in, if one is named."""
    found = list(pool)
    found[rank - 1] -= 1
    if put:
        found[put - 1] += 1
    return tuple(found)


@cache
def surely(rank: int) -> Belief:
    """The belief of who knows."""
    return tuple(float(one == rank) for one in RANKS)


@cache
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


def ends(chance: float, worth: float) -> Branch:
    """A branch in which the game is over."""
    return Branch(chance, worth, None)


def robbed(place: Place, chance: float) -> Iterator[Branch]:
    """Gives what comes of it that the other throws its hand away and takes a card."""
    for rank, share in held(place.belief):
        left = without(place.pool, rank)
        if rank == FALLS:
            yield ends(chance * share, 1.0)
        else:
            then = place._replace(pool=left, safe=False, belief=anything(left))
            yield Branch(chance * share, 0.0, then)


def renewed(place: Place, chance: float) -> Iterator[Branch]:
    """Gives what comes of it that who answers throws its hand away and takes a card."""
    if place.mine == FALLS:
        yield ends(chance, 0.0)
        return
    for rank, share, left, believed in drawn(place.pool, place.belief):
        yield Branch(chance * share, 0.0, Place(left, rank, False, False, believed))


def met(card: int, place: Place, chance: float) -> Iterator[Branch]:
    """Gives what comes of it that either plays a card by which hands are compared or changed."""
    for rank, share in held(place.belief):
        if card == COMPARE and rank != place.mine:
            yield ends(chance * share, float(rank < place.mine))
        elif card == SWAP:
            pool = without(place.pool, rank, place.mine)
            yield Branch(chance * share, 0.0, Place(pool, rank, False, True, surely(place.mine)))
        else:
            yield Branch(chance * share, 0.0, place._replace(known=True, belief=surely(rank)))


def own_plays(place: Place, drew: int) -> Iterator[list[list[Branch]]]:
    """Gives for each card that who answers may play, having drawn one, what may come of each guess or target."""
    hand = place.mine
    for card, keeps, drawn_goes in ((hand, drew, False), (drew, hand, True)):
        if not must_stay(card, keeps):
            # What the other knows is at most the card that was in the hand before.
            then = place._replace(mine=keeps, safe=card == SHELTER, known=place.known and drawn_goes)
            yield list(own_choices(card, then, exposed=not place.safe))


def own_choices(card: int, then: Place, exposed: bool) -> Iterator[list[Branch]]:
    """Gives what may come of each guess or target with a card that is played against who is exposed, or is not."""
    if card == FALLS:
        yield [ends(1.0, 0.0)]
    elif card == EVICT:
        yield list(renewed(then, 1.0))
        if exposed:
            yield list(robbed(then, 1.0))
    elif card in (SHELTER, STAYS) or not exposed:
        yield [Branch(1.0, 0.0, then)]
    elif card == GUESS:
        for guess in GUESSES:
            others = [0.0 if rank == guess else one for rank, one in zip(RANKS, then.belief, strict=True)]
            total, left = rated(others)
            yield [ends(then.belief[guess - 1], 1.0), Branch(total, 0.0, then._replace(belief=left))]
    elif card == LOOK:
        yield [Branch(share, 0.0, then._replace(belief=surely(rank))) for rank, share in held(then.belief)]
    else:
        yield list(met(card, then, 1.0))


def others_plays(other: Other, place: Place) -> Iterator[Branch]:
    """Gives what may come of a turn of the other, as far as who answers sees it."""
    pool, mine, safe, known, belief = place
    knows = mine if known else 0
    kept: dict[int, list[float]] = {card: [0.0] * len(RANKS) for card in RANKS}
    for hand, likely in held(belief):
        for rank, chance, left, _ in drawn(pool, surely(hand)):
            seen = without(left, hand, mine)
            if must_stay(hand, rank):
                share = 0.0
            elif must_stay(rank, hand):
                share = 1.0
            else:
                share = other.first(seen, hand, rank, knows, safe)
            kept[hand][rank - 1] += likely * chance * share
            kept[rank][hand - 1] += likely * chance * (1 - share)
    for card, weights in kept.items():
        total, kept_belief = rated(weights)
        if total:
            then = Place(without(pool, card), mine, card == SHELTER, known, kept_belief)
            yield from _other_plays(other, card, then, safe, total)


def _other_plays(other: Other, card: int, then: Place, safe: bool, chance: float) -> Iterator[Branch]:
    """Gives what may come of a card that the other plays."""
    knows = then.mine if then.known else 0

    def seen(keeps: int) -> Pool:
        return without(then.pool, keeps, then.mine)

    if card == FALLS:
        yield ends(chance, 1.0)
    elif card == EVICT:
        itself = [
            share * (1.0 if safe else other.itself(seen(rank), rank, knows)) if share else 0.0
            for rank, share in zip(RANKS, then.belief, strict=True)
        ]
        for weights, goes in (
            (itself, robbed),
            ([a - b for a, b in zip(then.belief, itself, strict=True)], renewed),
        ):
            total, believed = rated(weights)
            if total:
                yield from goes(then._replace(belief=believed), chance * total)
    elif card in (SHELTER, STAYS) or safe:
        yield Branch(chance, 0.0, then)
    elif card == GUESS:
        tables = {rank: other.guesses(seen(rank), rank, knows) for rank, _ in held(then.belief)}
        for guess in GUESSES:
            total, believed = rated(
                [share * tables[rank][guess - 2] if share else 0.0
                 for rank, share in zip(RANKS, then.belief, strict=True)]
            )  # fmt: skip
            if total and guess == then.mine:
                yield ends(chance * total, 0.0)
            elif total:
                yield Branch(chance * total, 0.0, then._replace(belief=believed))
    elif card == LOOK:
        yield Branch(chance, 0.0, then._replace(known=True))
    else:
        yield from met(card, then, chance)


class Answer:
    """What is won at most, or by choosing at random, too.

    Args:
        ties: what the same rank in both hands is worth in the end.
        other: whom is answered.
        randomly: whether who answers chooses at random.
    """

    def __init__(self, ties: float, other: Other, randomly: bool = False) -> None:
        self.ties, self.other, self.randomly = ties, other, randomly
        self._own, self._others = cache(self._own_worth), cache(self._others_worth)

    def worth(self, branches: Iterable[Branch], mine: bool) -> float:
        """Gives what a turn is worth, by what may come of it; `mine` if it was that of who answers."""
        then = self.given_over if mine else self.taken_over
        return sum(
            chance * (over if place is None else then(place)) for chance, over, place in branches if chance
        )

    def in_the_end(self, place: Place) -> float:
        """Gives what a hand wins when the deck is empty."""
        return sum(
            chance * (self.ties if rank == place.mine else rank < place.mine)
            for rank, chance in held(place.belief)
        )

    def given_over(self, place: Place) -> float:
        """Gives what it is worth that the other is on turn; who answers is told its hand."""
        if is_over(place.pool):
            return self.in_the_end(place)
        place = place._replace(known=place.known and self.other.heeds)
        return sum(
            chance * self._others(place._replace(belief=surely(rank))) for rank, chance in held(place.belief)
        )

    def taken_over(self, place: Place) -> float:
        """Gives what it is worth to be on turn."""
        if is_over(place.pool):
            return self.in_the_end(place)
        return self._own(place._replace(known=place.known and self.other.heeds))

    def _own_worth(self, place: Place) -> float:
        worth = 0.0
        for rank, chance, left, believed in drawn(place.pool, place.belief):
            plays = own_plays(place._replace(pool=left, belief=believed), rank)
            worth += chance * self.picked([self.picked(self.worths(one)) for one in plays])
        return worth

    def _others_worth(self, place: Place) -> float:
        return self.worth(others_plays(self.other, place), mine=False)

    def worths(self, choices: list[list[Branch]]) -> list[float]:
        """Gives what each choice is worth, by what may come of it."""
        return [self.worth(one, mine=True) for one in choices]

    def picked(self, worths: list[float]) -> float:
        """Gives what it is worth to choose."""
        return sum(worths) / len(worths) if self.randomly else max(worths)

    def sides(self) -> tuple[float, float]:
        """Gives what is won by who begins, and by who does not."""
        first = second = 0.0
        for card in RANKS:
            chance, place = COPIES[card - 1] / sum(COPIES), begun(card)
            first += chance * self.taken_over(place)
            second += chance * self.given_over(place)
        return first, second


class Greedy:
    """Chooses by six playouts, in a world that it deals to itself."""

    heeds = True

    def __init__(self) -> None:
        self.playouts = Answer(0.5, AtRandom(), randomly=True)
        """What is won by who goes on at random, as its playouts do."""
        steps = np.linspace(0, 1, STEPS + 1)
        self.table = preferred(*np.meshgrid(steps, steps, indexing="ij"))
        self.first, self.guesses, self.itself = cache(self._first), cache(self._guesses), cache(self._itself)

    def _preferred(self, one: float, other: float) -> float:
        """Gives how often the first of two choices is taken, by how often a playout wins that begins so or so."""
        return float(self.table[round(one * STEPS), round(other * STEPS)])

    def _worlds(
        self, pool: Pool, mine: int, known: int, safe: bool = False
    ) -> Iterator[tuple[float, int, Place]]:
        """Gives what the other may hold, and how likely that is dealt."""
        for rank, chance in held(surely(known) if known else anything(pool)):
            yield chance, rank, Place(pool, mine, safe, False, surely(rank))

    def _first(self, pool: Pool, card: int, keeps: int, known: int, safe: bool) -> float:
        share = 0.0
        for chance, _, place in self._worlds(pool, card, known, safe):
            plays = own_plays(place, keeps)
            one, other = (self.playouts.picked(self.playouts.worths(choices)) for choices in plays)
            share += chance * self._preferred(one, other)
        return share

    def _guesses(self, pool: Pool, keeps: int, known: int) -> Sequence[float]:
        """Each guess has one playout; the right one wins it, and of those that win one is taken."""
        shares = [0.0] * len(GUESSES)
        for chance, rank, place in self._worlds(pool, keeps, known):
            wins, many = self.playouts.given_over(place), len(GUESSES)
            right = (1 - (1 - wins) ** many) / (many * wins) if wins else 1.0
            for at, guess in enumerate(GUESSES):
                wrong = (1 - right) / (many - 1)
                shares[at] += chance * (1 / many if rank == GUESS else right if guess == rank else wrong)
        return shares

    def _itself(self, pool: Pool, keeps: int, known: int) -> float:
        share = 0.0
        for chance, _, place in self._worlds(pool, keeps, known):
            one, other = self.playouts.worths([list(renewed(place, 1.0)), list(robbed(place, 1.0))])
            share += chance * self._preferred(one, other)
        return share


def begun(card: int) -> Place:
    """Gives where it stands at the start for who holds a card."""
    pool = without(COPIES, card)
    return Place(pool, card, False, False, anything(pool))


def won(answer: Answer, infers: bool, begins: bool, dice: random.Random) -> float:
    """Gives what is won of a game without being told, choosing as if the other's hand were told from now on.

    Args:
        infers: whether the choices of the other change what is believed; else the cards alone do.
    """
    place, mine = begun(dice.choices(RANKS, COPIES)[0]), begins
    while not is_over(place.pool):
        if mine:
            turned = list(drawn(place.pool, place.belief))
            rank, _, pool, belief = dice.choices(turned, [chance for _, chance, _, _ in turned])[0]
            place = place._replace(pool=pool, belief=belief)
            thought = place if infers or max(belief) > 1 - 1e-9 else place._replace(belief=anything(pool))
            worths = [worth for one in own_plays(thought, rank) for worth in answer.worths(one)]
            plays = [choice for one in own_plays(place, rank) for choice in one]
            branches = plays[worths.index(max(worths))]
        else:
            branches = list(others_plays(answer.other, place))
        came = dice.choices(branches, [one.chance for one in branches])[0]
        if came.place is None:
            return came.worth
        place, mine = came.place, not mine
    return sum(chance for rank, chance in held(place.belief) if rank < place.mine)


def untold(answer: Answer, infers: bool, games: int) -> str:
    """Words what is won without being told."""
    dice = random.Random(1)
    found = [won(answer, infers, bool(number % 2), dice) for number in range(games)]
    mean = sum(found) / games
    return f"{100 * mean:.1f} % (± {196 * math.sqrt(mean * (1 - mean) / games):.1f})"


def in_games(number: int, first: Policy | None) -> str:
    """Words how often who begins wins in games of the engine, against the player at random."""
    player = PolicyGames(api.read(RULESET).game, Setting(2, 1, {}), [first, None])
    wins = 0.0
    for game in range(number):
        outcome = player.play(game).outcome
        ranks = outcome.ranks if outcome is not None else (1, 1)
        wins += 0.5 if ranks[0] == ranks[1] else float(ranks[0] == 1)
    share = wins / number
    half = 1.96 * math.sqrt(share * (1 - share) / number)
    return f"in {number} games {100 * share:.2f} % (± {100 * half:.2f})"


def main() -> None:
    """Prints what can be won at most, and what shows that the rules and `greedy` are the same."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument(
        "--games", type=int, default=20_000, help="games of the engine, and without being told"
    )
    given = asked.parse_args()
    sys.setrecursionlimit(100_000)
    looks = Greedy()
    share = looks.playouts.sides()[0]
    print(f"Who begins, both at random: {100 * share:.2f} %; {in_games(given.games, None)}", flush=True)
    share = 1 - Answer(0.5, looks, randomly=True).sides()[1]
    print(
        f"`greedy`, who begins, against random: {100 * share:.2f} %; {in_games(given.games, GREEDY)}",
        flush=True,
    )
    for name, other in (("the player at random", AtRandom()), ("`greedy`", looks)):
        answer = Answer(1.0, other)
        first, second = answer.sides()
        print(f"Against {name} at most: {50 * (first + second):.1f} %, {100 * first:.1f} % of those who begin and "
              f"{100 * second:.1f} % of the others", flush=True)  # fmt: skip
        print(f"Without being told at least: {untold(answer, True, given.games)}; without inferring hands: "
              f"{untold(answer, False, given.games)}", flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
