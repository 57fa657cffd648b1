"""A against B: intervals that hold at all times, pairs of games, and what is said of them."""

import math
import random
from dataclasses import replace

import pytest

from gekido_dsl.insight import comparing, sequences, verdicts
from gekido_dsl.insight.comparing import Verdict
from gekido_dsl.insight.pairs import Pairs
from gekido_dsl.simulate import GameResult


def result(number: int, winner: int, turns: int = 10, rows: tuple[str, str] = ("Ape", "Bear")) -> GameResult:
    owned = tuple((("Fighter", row),) for row in rows)
    return GameResult(number, number, (1, 2) if winner == 0 else (2, 1), turns, 3 * turns, owned)


@pytest.mark.dear
def test_interval_of_a_share_holds_at_all_times() -> None:
    wrong = 0
    for run in range(300):
        chance = random.Random(run)
        count = 0
        for of in range(1, 301):
            count += chance.random() < 0.3
            if of % 10 == 0:
                low, high = sequences.share(count, of, 0.1)
                if not low <= 0.3 <= high:
                    wrong += 1
                    break
    assert wrong <= 40  # 30 are allowed in the mean; by far fewer than an interval that holds once


def test_interval_of_a_mean_holds_at_all_times() -> None:
    wrong = 0
    for run in range(300):
        chance = random.Random(1_000 + run)
        total = squares = 0.0
        for games in range(1, 401):
            value = chance.gauss(0, 2)
            total, squares = total + value, squares + value * value
            if games >= 100 and games % 10 == 0:
                mean = total / games
                deviation = math.sqrt(squares / games - mean * mean)
                if abs(mean) > deviation * sequences.radius(games, 0.1):
                    wrong += 1
                    break
    assert wrong <= 40


def test_share_of_nothing_is_anything_and_of_much_is_known() -> None:
    assert sequences.share(0, 0, 0.05) == (0.0, 1.0)
    low, high = sequences.share(500, 1000, 0.05)
    assert 0.43 < low < 0.5 < high < 0.57
    assert sequences.share(0, 1000, 0.05)[1] < 0.012
    assert sequences.share(1000, 1000, 0.05)[0] > 0.988


def test_games_for_is_the_first_number_that_is_enough() -> None:
    games = sequences.games_for(0.1, 2.0, 0.05)
    assert games is not None
    assert 2.0 * sequences.radius(games, 0.05) <= 0.1 < 2.0 * sequences.radius(games - 1, 0.05)
    assert sequences.games_for(0.0, 2.0, 0.05) is None


def test_looks_cover_all_games_once() -> None:
    parts = comparing.looks(5_000)
    assert [number for part in parts for number in part] == list(range(5_000))
    assert len(parts) < 25


def test_what_is_the_same_game_by_game_is_known_early() -> None:
    pairs = Pairs()
    for number in range(2_000):
        game = result(number, number % 2)
        pairs.add(game, replace(game))
    found = comparing.compare(pairs, 0.95, 0.01)
    assert found.alike == 2_000
    assert all(one.verdict is Verdict.SAME for one in found.differences)
    assert verdicts.sentences(found)[0].startswith("How often each Fighter wins does not change, within 0.")


def test_a_change_is_seen_with_its_size() -> None:
    chance, pairs = random.Random(1), Pairs()
    for number in range(4_000):
        luck = chance.random()
        pairs.add(result(number, luck > 0.5), result(number, luck > 0.6, 12))
    found = comparing.compare(pairs, 0.95, 0.01)
    by_name = {one.name: one for one in found.differences}
    assert by_name["Ape"].verdict is Verdict.CHANGED
    assert by_name["Ape"].low <= 0.1 <= by_name["Ape"].high
    assert by_name["Ape"].high - by_name["Ape"].low < 0.06  # unpaired it would be twice as wide
    assert by_name["turns"].verdict is Verdict.CHANGED
    said = verdicts.sentences(found)
    assert any(one.startswith("Ape wins ") and " of 100 more (" in one for one in said)
    assert any(one.startswith("A game takes 2.0 turns more (") for one in said)


def test_what_is_not_settled_says_how_many_games_more() -> None:
    chance, pairs = random.Random(1), Pairs()
    for number in range(300):
        pairs.add(result(number, chance.random() > 0.5), result(number, chance.random() > 0.52))
    found = comparing.compare(pairs, 0.95, 0.01)
    assert not found.settled
    assert found.more is not None and found.more > 300
    assert any(one.startswith("Not settled: Ape (") for one in verdicts.sentences(found))


def test_pairs_that_differ_in_length_alone_are_not_alike() -> None:
    pairs = Pairs()
    pairs.add(result(0, 0), result(0, 0, 11))
    assert pairs.alike == 0


def test_a_row_that_only_b_has_is_never_settled_by_chance() -> None:
    pairs = Pairs()
    for number in range(500):
        pairs.add(result(number, number % 2), result(number, number % 2, rows=("Ape", "Cat")))
    by_name = {one.name: one for one in comparing.compare(pairs, 0.95, 0.01).differences}
    assert by_name["Cat"].verdict is Verdict.OPEN and by_name["Cat"].more is None


@pytest.mark.parametrize("order", [1, -1])
def test_sums_do_not_depend_on_the_order(order: int) -> None:
    parts = []
    for number in range(20):
        part = Pairs()
        part.add(result(number, number % 2), result(number, number % 3 == 0, 9 + number % 4))
        parts.append(part)
    whole = Pairs()
    for part in parts[::order]:
        whole.merge(part)
    other = Pairs()
    for number in range(20):
        other.add(result(number, number % 2), result(number, number % 3 == 0, 9 + number % 4))
    assert verdicts.data(comparing.compare(whole, 0.95, 0.01)) == verdicts.data(
        comparing.compare(other, 0.95, 0.01)
    )
