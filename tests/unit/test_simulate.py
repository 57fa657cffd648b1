"""Reports of many games, and the way from a seed to a game."""

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gekido_dsl.simulate import GameResult, data, summarise, text, wilson


def game(number: int, ranks: tuple[int, ...] = (1, 2), turns: int = 3, **more: object) -> GameResult:
    return GameResult(number, 100 + number, ranks, turns, 2 * turns, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("count", "of", "low", "high"),
    [
        (0, 10, 0.0, 0.2775328),
        (10, 10, 0.7224672, 1.0),
        (5, 10, 0.2365931, 0.7634069),
        (81, 263, 0.2553, 0.3662),
    ],
)
def test_wilson_interval_is_the_known_one(count: int, of: int, low: float, high: float) -> None:
    assert wilson(count, of) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(0, 500), st.integers(1, 500))
def test_wilson_interval_holds_the_share(count: int, of: int) -> None:
    count = min(count, of)
    low, high = wilson(count, of)
    assert 0.0 <= low <= count / of <= high <= 1.0


def test_nothing_counted_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)


def test_shares_are_of_finished_games() -> None:
    games = [game(0), game(1, (2, 1)), game(2, (1, 1)), game(3, ()), game(4, (), error="no"), game(5)]
    report = summarise(games, 2)
    assert [(share.count, share.of) for share in report.seats] == [(2, 4), (1, 4)]
    assert (report.ties.count, report.ties.of) == (1, 4)
    assert (report.unfinished.count, report.unfinished.of) == (1, 5)
    assert [each.number for each in report.errors] == [4]


def test_report_does_not_depend_on_the_order_of_games() -> None:
    games = [game(number, (1, 2) if number % 3 else (2, 1), 3 + number % 7) for number in range(50)]
    assert text(summarise(games, 2)) == text(summarise(games[::-1], 2))


def test_spread_is_that_of_a_sample() -> None:
    turns = summarise(
        [game(number, turns=turns) for number, turns in enumerate((2, 4, 4, 4, 5, 5, 7, 9))], 2
    ).turns
    assert turns is not None
    assert (turns.mean, turns.least, turns.most) == (5.0, 2, 9)
    assert turns.sd == pytest.approx(math.sqrt(32 / 7))


def test_things_are_counted_when_they_tell_players_apart() -> None:
    bots = ((("Bot", "Slicer"), ("Sheet", "Sheet")), (("Bot", "Pytron"), ("Sheet", "Sheet")))
    report = summarise([game(0, owned=bots), game(1, (2, 1), owned=bots)], 2)
    ((kind, shares),) = report.things
    assert kind == "Bot"
    assert [(share.name, share.count, share.of) for share in shares] == [("Pytron", 1, 2), ("Slicer", 1, 2)]


def test_things_of_which_a_player_has_several_are_not_counted() -> None:
    squads = ((("Bot", "Alpha"), ("Bot", "Bravo"), ("Home", "East")), (("Bot", "Kilo"), ("Home", "West")))
    report = summarise([game(0, owned=squads), game(1, (2, 1), owned=squads)], 2)
    assert [kind for kind, _ in report.things] == ["Home"]


def test_rule_errors_come_with_the_command_that_shows_them() -> None:
    report = summarise([game(0, (), error="a range is left"), game(1)], 2)
    said = text(report, lambda each: f"gdl simulate x --game {each.number}")
    assert "rule errors: 1 of 2 games" in said
    assert "game 0, seed 100: a range is left\n    gdl simulate x --game 0" in said
    assert data(report, lambda each: "show")["rule_errors"] == [
        {"game": 0, "seed": 100, "message": "a range is left", "command": "show"}
    ]


def test_a_result_can_be_sent_between_processes() -> None:
    assert pickle.loads(pickle.dumps(game(3))) == game(3)
