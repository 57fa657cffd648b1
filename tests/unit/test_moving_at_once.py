"""Of several that move at once, it is settled who moves; the spaces are numbers, the things are letters."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gekido_dsl.interpreter.moving_at_once import movers


def moved(spots: dict[str, int], goals: dict[str, int], first: str = "", room: int = 1) -> str:
    """Tells who moves, as letters in order."""
    found = movers(
        {ord(one): goal for one, goal in goals.items()},
        {ord(one): spot for one, spot in spots.items()},
        room,
        frozenset(map(ord, first)),
    )
    return "".join(sorted(map(chr, found)))


@pytest.mark.parametrize(
    ("spots", "goals", "first", "expected"),
    [
        pytest.param({"a": 1}, {"a": 2}, "", "a", id="alone"),
        pytest.param({"a": 1}, {"a": 1}, "", "", id="to where it stands"),
        pytest.param({"a": 1, "b": 3}, {"a": 2, "b": 2}, "", "", id="contested"),
        pytest.param({"a": 1, "b": 3}, {"a": 2, "b": 2}, "b", "b", id="contested, one goes first"),
        pytest.param({"a": 1, "b": 3}, {"a": 2, "b": 2}, "ab", "", id="contested, both go first"),
        pytest.param(
            {"a": 1, "b": 3, "c": 5}, {"a": 2, "b": 2, "c": 2}, "c", "c", id="three, one goes first"
        ),
        pytest.param({"a": 1, "b": 2}, {"a": 2}, "", "", id="stationary blocker"),
        pytest.param({"a": 1, "b": 2}, {"a": 2}, "a", "", id="who goes first is blocked as well"),
        pytest.param({"a": 1, "b": 2, "c": 3}, {"a": 2, "b": 3}, "", "", id="train behind a blocker"),
        pytest.param({"a": 1, "b": 2, "c": 3}, {"a": 2, "b": 3, "c": 4}, "", "abc", id="train that moves"),
        pytest.param({"a": 1, "b": 2, "c": 3}, {"a": 2, "b": 3, "c": 1}, "", "abc", id="ring"),
        pytest.param({"a": 1, "b": 2}, {"a": 2, "b": 1}, "", "", id="head-on"),
        pytest.param({"a": 1, "b": 2}, {"a": 2, "b": 1}, "a", "", id="head-on, one goes first"),
        pytest.param({"a": 1, "b": 2, "c": 0}, {"a": 2, "b": 1, "c": 1}, "", "", id="behind a head-on"),
        pytest.param(
            {"a": 1, "b": 2, "c": 3, "d": 9},
            {"a": 2, "b": 3, "c": 4, "d": 4},
            "",
            "",
            id="a contest at the head holds up the train",
        ),
        pytest.param(
            {"a": 1, "b": 2, "c": 3, "d": 9},
            {"a": 2, "b": 3, "c": 4, "d": 4},
            "c",
            "abc",
            id="the train goes first",
        ),
        pytest.param(
            {"a": 1, "b": 2, "c": 3, "d": 9, "e": 4},
            {"a": 2, "b": 3, "c": 4, "d": 4},
            "c",
            "",
            id="first, but blocked: nobody gets the space",
        ),
        pytest.param(
            {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5},
            {"a": 2, "b": 3, "c": 1, "d": 2, "e": 4},
            "",
            "",
            id="one that pushes into a ring stops it",
        ),
        pytest.param(
            {"a": 1, "b": 2, "c": 3, "d": 4, "e": 5},
            {"a": 2, "b": 3, "c": 1, "d": 2, "e": 4},
            "a",
            "abc",
            id="the ring goes first",
        ),
        pytest.param({"b": 2}, {"a": 2, "b": 3}, "", "ab", id="from nowhere onto a space that is left"),
        pytest.param({"b": 2}, {"a": 2}, "", "", id="from nowhere onto a space that is taken"),
    ],
)
def test_room_for_one(spots: dict[str, int], goals: dict[str, int], first: str, expected: str) -> None:
    assert moved(spots, goals, first) == expected


def test_room_for_two() -> None:
    spots = {"a": 1, "b": 3, "c": 5, "d": 2}
    assert moved({"a": 1, "b": 3}, {"a": 2, "b": 2}, room=2) == "ab"
    assert moved(spots, {"a": 2}, room=2) == "a"
    assert moved(spots, {"a": 2, "b": 2}, room=2) == ""
    assert moved(spots, {"a": 2, "b": 2}, "a", room=2) == "a"
    assert moved(spots, {"a": 2, "b": 2, "c": 2, "d": 7}, "ab", room=2) == "abd"


THINGS = st.integers(0, 11)
SPACES = st.integers(100, 108)


@given(
    st.dictionaries(THINGS, SPACES),
    st.dictionaries(THINGS, SPACES),
    st.integers(1, 3),
    st.frozensets(THINGS),
)
def test_no_space_gets_too_full_and_no_order_counts(
    spots: dict[int, int], goals: dict[int, int], room: int, first: frozenset[int]
) -> None:
    found = movers(goals, spots, room, first)
    assert found <= goals.keys()
    before = Counter(spots.values())
    after = Counter((spots | {one: goals[one] for one in found}).values())
    for space, number in after.items():
        assert number <= room or number <= before[space]
    for one in found:
        assert after[goals[one]] <= room
        assert not any(
            spots.get(one) == goals[other] and spots.get(other) == goals[one] for other in found - {one}
        )
    turned = dict(reversed(goals.items())), dict(reversed(spots.items()))
    assert movers(*turned, room, first) == found
    by_name = dict(sorted(goals.items())), dict(sorted(spots.items()))
    assert movers(*by_name, room, first) == found


@given(st.dictionaries(THINGS, SPACES), st.dictionaries(THINGS, SPACES), st.frozensets(THINGS))
def test_who_stays_has_a_reason(spots: dict[int, int], goals: dict[int, int], first: frozenset[int]) -> None:
    """With room for one: nobody stays unless the goal is taken, is wanted by others, or its holder wants to swap."""
    found = movers(goals, spots, 1, first)
    for one in goals.keys() - found:
        goal = goals[one]
        taken = any(spot == goal and other not in found for other, spot in spots.items())
        wanted = any(other != one and there == goal for other, there in goals.items())
        assert taken or wanted
