"""Intervals are those that are published."""

import pytest

from gekido_dsl.simulate import intervals


def test_a_difference_of_shares_is_newcombe_s() -> None:
    # Newcombe 1998, table II, case (a): 56/70 less 48/80.
    assert intervals.difference(56, 70, 48, 80) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    # Case (f): 10/10 less 0/20.
    assert intervals.difference(10, 10, 0, 20) == pytest.approx((0.6791, 1.0), abs=5e-5)


def test_nothing_counted_says_nothing() -> None:
    assert intervals.difference(0, 0, 3, 4) == (-1.0, 1.0)
    assert intervals.mean(1, 4.0, 0.0) == (4.0, 4.0)


def test_a_mean_is_known_better_with_more_games() -> None:
    low, high = intervals.mean(100, 10.0, 2.0)
    assert (low, high) == pytest.approx((9.608, 10.392), abs=5e-4)
