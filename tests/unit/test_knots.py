"""Circles in what calls what, against a plain way to find them."""

from hypothesis import given
from hypothesis import strategies as st

from gekido_dsl.model.checks.cycle_without_decision import _knots


@given(st.dictionaries(st.integers(0, 9), st.lists(st.integers(0, 11), max_size=4), max_size=10))
def test_the_parts_are_those_that_lead_to_one_another(calls: dict[int, list[int]]) -> None:
    def led_to(start: int) -> set[int]:
        found: set[int] = set()
        todo = list(calls.get(start, ()))
        while todo:
            one = todo.pop()
            if one not in found:
                found.add(one)
                todo += calls.get(one, ())
        return found

    reach = {one: led_to(one) for one in calls}
    expected = {
        frozenset(other for other in calls if one in reach[other] and other in reach[one])
        for one in calls
        if one in reach[one]
    }
    found = list(_knots(calls))  # type: ignore[arg-type]
    assert {frozenset(part) for part in found} == expected
    assert len(found) == len(expected)


def test_a_long_chain_needs_no_recursion() -> None:
    calls = {number: [number + 1] for number in range(5_000)} | {5_000: [0]}
    (part,) = _knots(calls)  # type: ignore[arg-type]
    assert len(part) == 5_001
