"""What is paid is shared: against chips that go one layer of one chip after the other, and in lockstep."""

import random
from fractions import Fraction

from gekido_dsl.model import pots


def layer_by_layer(paid: list[int], best: dict[int, int]) -> list[Fraction]:
    """Gives each chip of a layer to the best of those who paid for it, in parts of a chip."""
    won, before = [Fraction(0)] * len(paid), list[int]()
    for level in range(1, max([*paid, 0]) + 1):
        payers = [seat for seat, number in enumerate(paid) if number >= level]
        may = [seat for seat in payers if seat in best]
        winners = [seat for seat in may if best[seat] == min(best[one] for one in may)] or before
        if not winners:
            return [Fraction(max(number, 0)) for number in paid]
        before = winners
        for seat in winners:
            won[seat] += Fraction(len(payers), len(winners))
    return won


def test_each_layer_goes_to_the_best_who_paid_for_it() -> None:
    stream = random.Random(5)
    for _ in range(3000):
        number = stream.randint(1, 6)
        paid = [stream.choice([0, 0, 1, 2, 5, 5, 9, 20, stream.randint(-2, 30)]) for _ in range(number)]
        among = [seat for seat in range(number) if stream.random() < 0.7]
        keys = {seat: (stream.randint(0, 2), stream.randint(0, 1)) for seat in among}
        won = pots.shares(paid, keys)
        exact = layer_by_layer(paid, {seat: key[0] for seat, key in keys.items()})
        assert sum(won) == sum(max(one, 0) for one in paid)
        # Each pot rounds by less than a chip, and there are no more pots than players.
        assert all(abs(one - other) < number for one, other in zip(won, exact, strict=True))


def test_odd_chips_go_one_by_one_in_order() -> None:
    assert pots.shares([5, 5, 5, 5], {0: (0, 3), 1: (0, 2), 3: (0, 1)}) == [6, 7, 0, 7]
    assert pots.shares([5, 5, 5, 5], {0: (0,), 1: (0,), 3: (0,)}) == [7, 7, 0, 6]


def test_folded_chips_part_no_pot_and_what_nobody_may_win_goes_back() -> None:
    assert pots.shares([5, 5, 1], {0: (0, 0), 1: (0, 1)}) == [6, 5, 0]
    assert pots.shares([3, 9, 9], {0: (0,)}) == [21, 0, 0]
    assert pots.shares([3, 9, 0], {2: (0,)}) == [3, 9, 0]
    assert pots.shares([], {}) == []
