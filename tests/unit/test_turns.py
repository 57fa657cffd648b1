"""Cases that take turns all come to theirs."""

import pytest
from turns import turn


@pytest.mark.parametrize(("cases", "each"), [(1, 4), (3, 4), (4, 4), (23, 4), (7, 7), (10, 3)])
def test_every_case_has_its_turn(cases: int, each: int) -> None:
    rounds = [turn(cases, each, number) for number in range(100, 100 + max(cases, each))]
    assert set().union(*rounds) == set(range(cases))
    assert all(rounds)
    assert max(map(len, rounds)) <= cases // each + 1
