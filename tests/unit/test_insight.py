"""Pages of many games stand alone, and what was never played is found beside its line."""

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from test_running import experiment

from gekido_dsl.compilation import load
from gekido_dsl.engine import Asked
from gekido_dsl.files import of_file
from gekido_dsl.insight import coverage_told, report_page
from gekido_dsl.insight.coverage import Coverage, Examples, coverage
from gekido_dsl.simulate import GameResult, Pace, Totals, data, made, report_of, text
from gekido_dsl.simulate.course import Course, Going
from gekido_dsl.simulate.courses import Courses
from gekido_dsl.simulate.figures import effects
from gekido_dsl.simulate.tallies import Tallies

RULESET = """\
edition 1

game "Luck"
  players 2
  limit 50 turns

die Luck Die of 1 to 6, 1 of them

box Table: all Luck Dice

kind Seat, 1 for each player
  Score: 0 to 300, starts 0

turn of each player
  Rolling

phase Rolling
  roll Luck Die
  if Luck Die's face is at least 7
    my Seat's Score gains 5
  otherwise
    my Seat's Score gains Luck Die's face

the game ends when some Seat is Rich
  the highest player by my Seat's Score wins

a Seat is Rich if its Score is at least 20
"""


@pytest.fixture(scope="module")
def totals() -> Totals:
    what = experiment("classics/goofspiel", kind="compiled", tallies=True)
    return made(what).play(0, 60, False, lambda: False).totals


def found_in(name: str, games: int) -> Coverage:
    asked, provider = of_file(name)
    compilation = load(asked, provider)
    played = made(experiment(name, tallies=True)).play(0, games, False, lambda: False).totals
    return coverage(compilation, played.tallies, {}, games, Examples(compilation))


def test_a_report_is_a_page_that_stands_alone(totals: Totals) -> None:
    report = report_of(totals, 2)
    page = report_page(report, "A <b> game", "two at random", "gdl simulate a --format html", "take <care>")
    assert "A &lt;b&gt; game" in page and "Take &lt;care&gt;" in page
    assert not re.search(r"(src|href)=(?!.data:,)|https?://(?!www\.w3\.org)|<script", page)
    for picture in re.findall(r"<svg.*?</svg>", page, re.S):
        ElementTree.fromstring(picture)
    assert page.count("<svg") >= 4


def test_figures_are_told_alike_as_text_and_data(totals: Totals) -> None:
    report = report_of(totals, 2, Pace(60.0, 30.0, 60.0, 0.0, 0.0))
    found = data(report)["figures"]
    real, quick = found["real_decisions"]["value"], found.get("quick_share", {"value": 0})["value"]
    assert found["minutes"]["value"] == pytest.approx(real * (1 - quick / 2))
    assert all(one["low"] <= one["value"] <= one["high"] for one in found.values())
    told = text(report)
    assert all(len(line) <= 80 for line in text(report, tallies=False).splitlines())
    assert re.search(rf"decisions with a choice +{real:.1f}", told)
    json.dumps(data(report))


def test_what_is_passed_repeated_and_done_together_takes_less_time() -> None:
    going, pace = Going(2), Pace(100.0, 10.0, 50.0, 1.0, 0.25)

    def seconds(since: int) -> int:
        return pace.seconds(going.course().numbers) - since

    going.asks(Asked(0, 1, "Roll"), 0, 1)  # no choice
    assert seconds(0) == 0
    going.asks(Asked(0, 3, "Roll"), 0, 1)
    assert seconds(0) == 100
    going.asks(Asked(0, 2, "Roll"), 1, 1)  # one more of the same
    assert seconds(100) == 10
    going.asks(Asked(1, 2, "Guard", window=True), 1, 1)  # passed
    going.asks(Asked(1, 2, "Guard", window=True), 0, 1)  # used
    assert seconds(110) == 10 + 50  # the window had asked before in this turn
    going.asks(Asked(0, 3, "Roll"), 0, 1)
    assert seconds(170) == 50
    going.asks(Asked(0, 3, "Roll"), 0, 2)  # the same rule in the next turn, with nobody in between
    assert seconds(220) == 10
    for work in ("moves", "moves", "moves", "throws", "moves"):
        going.handled(work)
    assert pace.seconds(going.course().numbers) == round(230 + 3 * 1.0 + 2 * 0.25)
    going.asks(Asked(1, 3, "Roll"), 0, 2)  # whoever thinks puts the dice down
    going.handled("moves")
    assert going.course().further == 2


def test_the_lead_is_followed() -> None:
    going = Going(3)
    for aims in ([0, 0, 0], [2, 1, 0], [2, 2, 0], [1, 2, 0], [1, 2, 2], [5, None, 2]):
        going.measures(aims)
    course = going.course()
    assert (course.leader, course.since, course.changes, course.measured) == (0, 6, 2, 6)
    assert [seat[4] for seat in course.seats] == [5, 6, 4]


def test_when_a_game_is_settled_and_who_comes_back() -> None:
    courses = Courses()
    going = Going(2)
    for aims in ([1, 0], [1, 0], [1, 0], [0, 1]):
        going.measures(aims)
    courses.add(going.course(), 4, 9, (1,))
    courses.add(going.course(), 4, 9, (0,))
    assert courses.decided == {15: 1, 20: 1}
    assert courses.comebacks == 2
    assert courses.changes.mean == 1


def test_a_ratio_has_an_interval_that_shrinks() -> None:
    few, many = Courses(), Courses()
    for number in range(400):
        course = Course(
            (10 + number % 5, 40 + number % 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 2, 0, 5, 5, 5, 2, 0)
        )
        many.add(course, 10, 12, ())
        if number < 25:
            few.add(course, 10, 12, ())
    wide, narrow = (one.moments.ratio({"choices": 1}, {"real": 1}) for one in (few, many))
    assert wide.low < narrow.low < narrow.value < narrow.high < wide.high
    assert narrow.value == pytest.approx(43 / 12, abs=0.01)


def test_what_comes_with_winning_counts_each_player_of_a_game_once() -> None:
    tallies = Tallies({("Use", "Card", "Axe", 0): [9, 0, 4, 3], ("Use", "Card", "Axe", 1): [1, 0, 1, 1]})
    (one,) = effects(tallies, 2, 10, 10)
    assert (one.used, one.won, one.others, one.others_won, one.times) == (5, 4, 15, 6, 10)
    assert one.gain.value == pytest.approx(0.4)
    assert one.gain.low < 0.4 < one.gain.high


def test_what_was_never_played_is_found(tmp_path: Path) -> None:
    path = tmp_path / "luck.gdl"
    path.write_text(RULESET)
    found = found_in(str(path), 20)
    (missed,) = [one for one in found.parts if one.mark == "never"]
    assert (missed.what, missed.line) == ("if", RULESET.splitlines().index("    my Seat's Score gains 5") + 1)
    ((name, lines),) = found.files
    assert [line.number for line in lines if line.mark == "never"] == [missed.line]
    assert "".join(line.text + "\n" for line in lines) == RULESET
    assert coverage_told.whole(found) == (len(found.parts) - 1, len(found.parts))
    page = coverage_told.page(found, "Luck", "nobody", "gdl coverage luck")
    assert f'<li class="never"><span class="number">{missed.line}</span>' in page
    assert coverage_told.data(found)["lines"][name]
    assert f"! {missed.line:4}" in coverage_told.text(found, "nobody", lines=True)


def test_examples_play_what_games_do_not() -> None:
    found = found_in("classics/goofspiel", 1)
    assert found.games == 1
    assert {one.mark for one in found.parts} <= {"games", "examples", "never"}


def test_a_game_without_a_course_leaves_none() -> None:
    totals = Totals()
    totals.add(GameResult(0, 1, (1, 2), 3, 4))
    report = report_of(totals, 2)
    assert not report.figures and not report.effects
    assert data(report)["figures"] == {}


def test_chance_may_choose_before_the_first_turn() -> None:
    from gekido_dsl.cli.bots import FromTheFirstTurn, Searching, maker_of

    maker = maker_of("search:20", random_setup=True)
    assert isinstance(maker, FromTheFirstTurn)
    assert maker.policy is not None and not maker.policy.set_up and maker.policy.playouts == 20
    assert maker_of("search:1s", random_setup=True) == FromTheFirstTurn(Searching(None, 1.0))
    assert FromTheFirstTurn(Searching(None, 1.0)).policy is None
    assert maker_of("random", random_setup=True) is None
