"""Counting, on games small enough to count by hand."""

from dataclasses import dataclass
from typing import Any

import pytest

from gekido_dsl.engine import Chance, ChanceRequest, Choice, Decision, Event, Setting
from gekido_dsl.perft import UsesChance, count, divide

SETTING = Setting(2, 0)


@dataclass
class Heap:
    """A state of `Nim`."""

    left: int

    def copy(self) -> "Heap":
        return Heap(self.left)


class Nim:
    """Take one or two of a heap until it is gone; a heap of `rolls_at` is followed by a roll."""

    def __init__(self, heap: int, rolls_at: int = -1, rolls_first: bool = False) -> None:
        self.heap = heap
        self.rolls_at = rolls_at
        self.rolls_first = rolls_first

    def _roll(self, chance: Chance | None, count: int = 6) -> None:
        if chance is not None:
            chance.draw(ChanceRequest("roll", "Die", count, str))

    def initial(self, setting: Setting, chance: Chance | None = None) -> tuple[Any, list[Event]]:
        if self.rolls_first:
            self._roll(chance)
        return Heap(self.heap), []

    def decision(self, state: Any) -> Decision | None:
        if state.left == 0:
            return None
        choices = tuple(Choice(f"take-{number}", "") for number in (1, 2) if number <= state.left)
        return Decision(0, "", choices, "", None)

    def apply(self, state: Any, choice: int, chance: Chance | None = None) -> list[Event]:
        state.left -= choice + 1
        self._roll(chance, 6 if state.left == self.rolls_at else 1)
        return []

    def __getattr__(self, name: str) -> Any:
        raise AssertionError(f"counting has no use for {name}")


def test_positions_are_counted_by_ply_and_ends_have_no_children() -> None:
    counts = count(Nim(4), SETTING, 5)
    assert counts.positions == (1, 2, 4, 4, 1, 0)
    assert counts.ended == (0, 0, 1, 3, 1, 0)
    assert not counts.set_up_by_chance


def test_depth_nothing_is_the_start() -> None:
    assert count(Nim(4), SETTING, 0).positions == (1,)
    assert divide(Nim(4), SETTING, 0) == []


def test_parts_add_up() -> None:
    parts = divide(Nim(6), SETTING, 4)
    assert [name for name, _ in parts] == ["take-1", "take-2"]
    assert sum(number for _, number in parts) == count(Nim(6), SETTING, 4).positions[4]


def test_chance_in_play_is_refused_with_the_line_that_leads_there() -> None:
    with pytest.raises(UsesChance) as found:
        count(Nim(4, rolls_at=1), SETTING, 3)
    assert (found.value.what, found.value.line) == ("Die", ("take-1", "take-1", "take-1"))


def test_chance_beyond_the_depth_and_in_the_set_up_is_allowed() -> None:
    assert count(Nim(4, rolls_at=0), SETTING, 1).positions == (1, 2)
    assert count(Nim(4, rolls_first=True), SETTING, 1).set_up_by_chance


def test_progress_is_told() -> None:
    told: list[int] = []
    count(Nim(14), SETTING, 14, told.append)
    assert told and all(number % 1_000 == 0 for number in told)


class Rounds(Nim):
    """A turn goes on until two or more are gone."""

    def turn(self, state: Any) -> tuple[int, int]:
        return (self.heap - state.left) // 2, 0


def test_a_ply_can_be_a_whole_turn() -> None:
    # From 4, a turn takes 2 at once or 1; after 1, the same turn goes on with 1 or 2: 4 -> 2, 2 -> 0, 1 -> 2 or 1.
    assert count(Rounds(4), SETTING, 3).positions == (1, 2, 4, 4)
    turns = count(Rounds(4), SETTING, 3, ply="turn")
    # Whole turns from 4: {2}, {1, 1}, {1, 2}; from 2 each: {2}, {1, 1}; from 1: {1}.
    assert turns.positions == (1, 3, 5, 0)
    assert turns.ended == (0, 0, 5, 0)
    assert sum(number for _, number in divide(Rounds(4), SETTING, 2, ply="turn")) == 5
