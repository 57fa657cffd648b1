"""Claims: what games show of them, and strategies that win more than they allow."""

import math
import random
from dataclasses import replace

import pytest

from gekido_dsl.compilation import Compilation
from gekido_dsl.diff import compare as differences
from gekido_dsl.ground.course import EACH, FURTHER, HANDED, HEAD, REAL
from gekido_dsl.ground.pace import Pace
from gekido_dsl.insight import claims, exploits, sensitivity, sequences
from gekido_dsl.insight.claims import Counts, Verdict
from gekido_dsl.insight.exploits import ALL, Tally
from gekido_dsl.insight.numbers import Number
from gekido_dsl.model import nodes as m
from gekido_dsl.simulate import Course, GameResult
from gekido_dsl.source import MemoryProvider, Source

RULES = """edition 1

game "Coin"
  players 2 to 3
  limit 50 turns

die Coin of 1 to 2
box Table: all Coins

turn of each player
  Throw

phase Throw
  roll Coin
  do Finish if Coin's face is 2

rule Finish
  me wins

claim "Even"
  then each player wins 45 to 55 of 100 games
  then at most 1 of 100 games lasts more than 20 turns
  then a game lasts 9 to 11 turns on average
"""


def compiled(text: str = RULES) -> Compilation:
    return Compilation("coin.gdl", MemoryProvider({"coin.gdl": text}))


def claim_of(lines: str) -> m.Claim:
    game = compiled(RULES.partition('claim "')[0] + f'claim "One"\n{lines}').game
    assert game is not None
    return game.claims[0]


def result(number: int, winner: int, turns: int = 10, error: str | None = None) -> GameResult:
    ranks = (1, 2) if winner == 0 else (2, 1)
    owned = ((("Fighter", "Ape"),), (("Fighter", "Bear"),))
    return GameResult(number, number, () if error else ranks, turns, 2 * turns, owned, error)


def judged(claim: m.Claim, games: list[GameResult]) -> claims.Result:
    counts = Counts()
    for game in games:
        counts.add(game, claim.lines)
    return claims.judge(claim, counts, 2, 0.95)


def games(share: float, number: int) -> list[GameResult]:
    chance = random.Random(3)
    return [result(at, int(chance.random() > share), chance.choice((8, 10, 12))) for at in range(number)]


def test_a_claim_holds_fails_and_stays_open() -> None:
    even = compiled().game
    assert even is not None
    assert judged(even.claims[0], games(0.5, 12_000)).verdict is Verdict.HOLDS
    assert judged(even.claims[0], games(0.7, 1_000)).verdict is Verdict.FAILS
    few = judged(even.claims[0], games(0.5, 100))
    assert few.verdict is Verdict.OPEN and few.more is not None and few.more > 100


def test_few_games_do_not_ask_for_ten_thousands_more() -> None:
    claim = claim_of("  then the first player wins 15 to 35 of 100 games\n")
    lucky = [result(at, int(at % 25 >= 9)) for at in range(25)]  # 36 of 100, just out of the range
    more = judged(claim, lucky).more
    assert more is not None and 100 < more < 1_000


@pytest.mark.parametrize(("low", "verdict"), [(45, "holds"), (50, "not settled"), (55, "fails")])
def test_the_ends_of_a_range_decide(low: int, verdict: str) -> None:
    claim = claim_of(f"  then the first player wins at least {low} of 100 games\n")
    assert judged(claim, games(0.5, 10_000)).verdict.value == verdict


def test_games_with_a_rule_error_count_for_nothing() -> None:
    claim = claim_of("  then at most 1 of 100 games is not finished\n")
    found = judged(claim, [result(at, 0, error="no") for at in range(500)])
    assert (found.games, found.failed, found.verdict) == (0, 500, Verdict.OPEN)


def test_false_verdicts_are_as_rare_as_they_say_however_often_it_is_looked() -> None:
    claim, wrong = claim_of("  then the first player wins at most 50 of 100 games\n"), 0
    for run in range(40):
        chance, counts = random.Random(run), Counts()
        for at in range(400):
            counts.add(result(at, int(chance.random() > 0.5)), claim.lines)
            if at % 40 == 39 and claims.judge(claim, counts, 2, 0.9).verdict is Verdict.FAILS:
                wrong += 1
                break
    assert wrong <= 8  # 4 are allowed in the mean


def test_a_false_range_is_said_to_hold_as_rarely_as_it_may_be() -> None:
    """Looked at after each tenth thing, the evidence comes to the mark in no more than a tenth of all runs."""
    wrong = 0
    for run in range(200):
        chance, count = random.Random(run), 0
        for at in range(1, 601):
            count += chance.random() < 0.5
            if at % 10 == 0 and sequences.evidence(count, at, 0.5, 0.3) >= math.log(10):
                wrong += 1
                break
    assert wrong <= 30  # 20 are allowed in the mean


def test_many_lines_do_not_make_a_claim_hold_later() -> None:
    """To hold, each has to; so none needs a share of the chance to be wrong."""
    needed = {}
    for rows in (1, 8):
        lines = "".join(f"  then at most {4 + row} of 100 games are drawn\n" for row in range(rows))
        claim, counts = claim_of(lines), Counts()
        while claims.judge(claim, counts, 2, 0.95).verdict is not Verdict.HOLDS:
            for game in games(0.5, 10):
                counts.add(game, claim.lines)
        needed[rows] = counts.games
    assert needed[1] == needed[8] < 200


def test_counts_are_the_same_in_any_order() -> None:
    claim = claim_of(
        "  then each player wins 45 to 55 of 100 games\n  then a game lasts 9 to 11 turns on average\n"
    )
    parts = []
    for game in games(0.5, 30):
        parts.append(Counts())
        parts[-1].add(game, claim.lines)
    one, other = Counts(), Counts()
    for part in parts:
        one.merge(part)
    for part in reversed(parts):
        other.merge(part)
    assert claims.judge(claim, one, 2, 0.95) == claims.judge(claim, other, 2, 0.95)


def test_minutes_are_judged_by_what_people_do_and_how_fast() -> None:
    """Forty decisions and sixty operations, half of them further ones, are 5 minutes and 15 seconds as people play."""
    claim = claim_of(
        "  then a game lasts 5 to 6 minutes on average\n  then at most 1 of 100 games lasts more than 5 minutes\n"
    )
    assert claims.follows(claim) and not claims.follows(
        claim_of("  then a game lasts 1 to 2 turns on average\n")
    )
    numbers = [0] * (HEAD + 2 * EACH)
    numbers[REAL], numbers[HANDED], numbers[FURTHER] = 40, 60, 30
    game = replace(result(1, 0), course=Course(tuple(numbers)))
    counts, slow = Counts(), Counts()
    for _ in range(300):
        counts.add(game, claim.lines)
        slow.add(game, claim.lines, Pace(decision_s=60.0))
    mean, late = claims.judge(claim, counts, 2, 0.95).lines
    assert (mean.verdict, mean.shown[0].value, late.verdict) == (Verdict.HOLDS, 5.25, Verdict.FAILS)
    assert claims.judge(claim, slow, 2, 0.95).lines[0].verdict is Verdict.FAILS


def test_a_claim_changes_no_match_and_a_changed_one_is_told() -> None:
    for changed in ("45 to 55", "40 to 60"), ('claim "Even"\n', 'claim "Even"\n  given a random setup\n'):
        old, new = compiled(), compiled(RULES.replace(*changed))
        assert old.identity == new.identity
        found = differences(old, new)
        assert any("the claim “Even”" in str(change) for change in found.changes)


def test_what_wins_more_than_a_claim_allows_is_found() -> None:
    claim = claim_of("  then each player wins 40 to 60 of 100 games\n")
    allowed = exploits.limits([claim], 2, {}, False)
    assert allowed[ALL].share == 0.6
    for given in ("3 players", "a random setup"):
        other = claim_of(f"  given {given}\n  then each player wins 1 to 60 of 100 games\n")
        assert exploits.limits([other], 2, {}, False) == {}
    assert exploits.limits([claim, other], 2, {}, True)[ALL].share == 0.6
    strong = exploits.judge("x", {ALL: Tally(150, 200, [1])}, allowed, 0.95)
    weak = exploits.judge("x", {ALL: Tally(122, 200, [1])}, allowed, 0.95)
    assert [one.beats for one in strong + weak] == [True, False]


@pytest.mark.parametrize(("value", "steps"), [(9, (8, 10)), (0, (0, 1)), (100, (90, 110)), (-2, (-3, -1))])
def test_steps_of_a_number(value: int, steps: tuple[int, int]) -> None:
    assert sensitivity.steps(Number("x", value, Source("a", "1").whole, ""), 10) == steps
