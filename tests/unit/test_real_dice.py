"""Dice and cards of a real table, as people type them."""

from dataclasses import replace
from typing import Any

import click
from click.testing import CliRunner

from gekido_dsl.cli.real_dice import Stopped, TypedChance
from gekido_dsl.cli.screen import Screen
from gekido_dsl.engine import ChanceRequest
from gekido_dsl.interpreter import randomness
from gekido_dsl.rng import Rng

FACES = ("Sun", "Moon", "Star")


def typed(lines: str, requests: list[ChanceRequest]) -> tuple[list[int | None], str]:
    """Answers requests with lines; gives the outcomes and what the person read."""
    found: list[int | None] = []

    def ask() -> None:
        chance = TypedChance(Screen())
        found.extend(chance.draw(request) for request in requests)

    result = CliRunner().invoke(click.Command("ask", callback=ask), input=lines)
    assert result.exception is None, result.exception
    return found, result.output


def rolls(count: int) -> list[ChanceRequest]:
    return [
        ChanceRequest("roll", "Sky Die", 3, FACES.__getitem__, f"{number} of {count}", count - number)
        for number in range(1, count + 1)
    ]


def test_several_dice_are_told_apart_and_answered_one_by_one() -> None:
    found, said = typed("moon\n3\nsu\n", rolls(3))
    assert found == [1, 2, 0]
    assert "Roll Sky Die 1 of 3 (1 Sun, 2 Moon, 3 Star)" in said and "Roll Sky Die 3 of 3" in said


def test_several_dice_are_answered_in_one_line() -> None:
    for line in ("2 3 1 1 2\n", "moon, star, sun, 1, m\n", "mo st su 1 2\n"):
        found, said = typed(line, rolls(5))
        assert found == [1, 2, 0, 0, 1] and said.count("Roll Sky Die") == 1


def test_a_line_with_a_slip_is_not_taken_in_part() -> None:
    found, said = typed("2 7\n2 3 1\n1 1\n", rolls(2))
    assert found == [0, 0]
    assert "`7` is not one of its outcomes" in said and "You gave 3, but 2 are needed." in said


def test_a_small_shuffle_says_which_space_and_a_large_one_is_left_to_the_program() -> None:
    seen: list[ChanceRequest] = []

    class Spy:
        def draw(self, request: ChanceRequest) -> int | None:
            names = [request.labels(k) for k in range(request.count)]
            seen.append(replace(request, labels=names.__getitem__))
            return None

    def shuffled(count: int, goal: Any = None) -> list[ChanceRequest]:
        state: Any = type("S", (), {})()
        state.program = type("P", (), {"evaluator": type("E", (), {"work": 0})()})()
        state.chance, state.rng = Spy(), Rng(1)
        seen.clear()
        randomness.shuffle(state, list(range(count)), "Board", str, goal)
        return list(seen)

    spaces = ["r1c1", "r1c2", "r1c3"]
    _, said = typed("2\n1\n", shuffled(3, spaces.__getitem__))
    assert "Shuffle Board, r1c3 (1 0, 2 1, 3 2)" in said and "Shuffle Board, r1c2" in said
    found, said = typed("", shuffled(40))
    assert set(found) == {None} and "Shuffle" not in said


def test_a_beginning_of_several_names_says_which_they_are() -> None:
    request = replace(rolls(1)[0], count=2, labels=("Circle", "Cross").__getitem__)
    found, said = typed("C\nci\n", [request])
    assert found == [0]
    assert "`C` can be Circle or Cross; type more of it, or its number." in said


def test_who_types_quit_for_a_die_stops() -> None:
    def ask() -> None:
        TypedChance(Screen()).draw(rolls(1)[0])

    result = CliRunner().invoke(click.Command("ask", callback=ask), input="quit\n")
    assert isinstance(result.exception, Stopped)
