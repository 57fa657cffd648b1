"""What a compiled module counts in its games is what the interpreter counts, in every ruleset."""

from pathlib import Path
from typing import Any

import pytest
from test_running import experiment

from gekido_dsl.backend import batch, counting, making
from gekido_dsl.simulate import Chunk, Courses, Experiment, Tallies, made
from gekido_dsl.simulate import game as one_game
from gekido_dsl.simulate.compiled import CompiledBatch

RULESETS = Path(__file__).parent.parent.parent / "rulesets"
CLASSICS = sorted(f"classics/{path.stem}" for path in (RULESETS / "classics").glob("*.gdl"))
OTHERS = sorted(path.stem for path in RULESETS.glob("*.gdl"))
LONG = {
    "classics/backgammon",
    "classics/chess",
    "classics/draughts",
    "classics/go",
    "classics/nine_mens_morris",
    "aimbots",
    "botwars",
    "geeko",
    "gekido",
    "gekido_duel",
}
"""Too long for every day; Gekido is counted with four players below."""


def chunk(what: Experiment, games: int) -> Chunk:
    player = made(what)
    assert isinstance(player, CompiledBatch) == (what.kind == "compiled")
    return player.play(0, games, True, lambda: False)


def both(name: str, games: int, **more: Any) -> Chunk:
    """Plays games on both executors, and gives what both made of them."""
    compiled, interpreted = (
        chunk(experiment(name, kind=kind, tallies=True, **more), games)
        for kind in ("compiled", "interpreter")
    )
    assert compiled == interpreted
    return compiled


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow) if one in LONG else one for one in CLASSICS + OTHERS]
)
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(6)
@pytest.mark.dear
def test_both_executors_count_the_same(name: str) -> None:
    played = both(name, 2)
    decisions = sum(game.decisions for game in played.games)
    assert sum(one.decisions for one in played.totals.tallies.askings) == decisions


@pytest.mark.slow
def test_four_players_and_their_things_are_counted() -> None:
    played = both("gekido", 1, players=4)
    seats = {one.seat for one in played.totals.tallies.happenings}
    assert seats >= {0, 1, 2, 3}
    sources = [one for one in played.totals.tallies.happenings if one.what == "deals damage"]
    assert sources and all(one.amount >= one.times for one in sources)


def test_parts_of_a_ruleset_are_counted_when_they_begin() -> None:
    played = both("classics/pig", 20)
    quick = played.totals.courses.moments.total({"quick": 1})
    assert quick > 0, "whoever rolls once more is asked by the same rule once more"
    parts = {(one.what, one.name): one for one in played.totals.tallies.coverage}
    begun = [one for one in played.totals.tallies.happenings if one.what == "begin"]
    for name in {one.name for one in begun}:
        assert parts["phase", name].times == sum(one.times for one in begun if one.name == name)
    ways = [one for one in played.totals.tallies.coverage if one.what == "way"]
    assert all(one.label and one.at.endswith(tuple("0123456789")) for one in ways)


def test_parts_that_were_never_played_are_listed() -> None:
    tallies = both("classics/goofspiel", 1).totals.tallies
    assert Tallies.from_plain(tallies.plain()) == tallies
    more = Tallies({}, {}, dict.fromkeys(tallies.reached, 1))
    more.merge(tallies)
    assert [one.times for one in more.coverage] == [one.times + 1 for one in tallies.coverage]
    assert list(more.reached) == list(tallies.reached)


@pytest.mark.dear
def test_games_of_bots_that_search_are_counted() -> None:
    played = [
        chunk(experiment("classics/pig", kind="interpreter", tallies=True, searches=searches), 3)
        for searches in (False, True)
    ]
    assert played[0] == played[1]


def test_games_without_an_end_are_counted_as_not_won(monkeypatch: pytest.MonkeyPatch) -> None:
    for place in (batch, making):
        monkeypatch.setattr(place, "DECISIONS", 6)
    monkeypatch.setattr(one_game, "DECISIONS_LIMIT", 6)
    played = both("classics/tic_tac_toe", 40)
    ended = [game for game in played.games if game.finished]
    assert 0 < len(ended) < 40
    entered = [one for one in played.totals.tallies.happenings if one.what == "is entered"]
    assert sum(one.times for one in entered) == sum(game.decisions for game in played.games)
    assert sum(one.games for one in entered) == sum(game.decisions for game in ended)


def test_what_is_touched_is_noted_for_no_more_games_than_there_is_room_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plenty = chunk(experiment("classics/tic_tac_toe", kind="compiled", tallies=True), 100)
    monkeypatch.setattr(counting, "_LOG", 1)
    assert chunk(experiment("classics/tic_tac_toe", seed=3, kind="compiled", tallies=True), 100) == plenty


def test_too_many_counters_are_left_to_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(counting, "MOST", 10)
    by = made(experiment(tallies=True)).play(0, 1, False, lambda: False).by
    assert "things would be counted, and 10 is the most" in by.why


def test_the_course_of_a_game_is_followed() -> None:
    played = both("classics/goofspiel", 5)
    for game in played.games:
        assert game.course is not None
        assert game.course.real == sum(seat[0] for seat in game.course.seats) <= game.decisions
        assert 0 < game.course.measured <= game.turns
        assert game.course.since <= game.course.measured
    courses = played.totals.courses
    assert Courses.from_plain(courses.plain()) == courses
    assert courses.moments.mean({"turns": 1}).value == played.totals.turns.mean


def test_an_aim_that_cannot_be_asked_measures_no_lead(tmp_path: Path) -> None:
    source = (RULESETS / "classics/pig.gdl").read_text()
    aim = "aim of each player: the highest Worth"
    worth = "amount Worth of a player\n  starts at 100\n  divide by my Score rounded up"
    path = tmp_path / "pig.gdl"
    path.write_text(f"{source}\n{aim}\n\n{worth}\n")
    played = both(str(path), 5)
    for game in played.games:
        assert game.course is not None and game.course.real > 0
        assert game.course.measured == 0
    assert not played.totals.courses.changes.count


EXCEPTIONS = """edition 1
game "Moods"
  players 2
  limit 12 turns
values Mood: Calm, Angry
kind Bot, 1 for each player
  Mood: a Mood, starts Calm
  Rage: 0 to 9, starts 0
kind Spot
board Field: 3 by 3 Spot, touching in 4 directions
  "1.."
  "..."
  "..2"
  "1" is a Bot of the first player
  "2" is a Bot of the second player
turn of each player
  Walk
phase Walk
  choose one
    "Rest"
      my Bot's Rage gains 1 if possible
    "Move"
      move my Bot to a Spot that is Free for my Bot, asking "Where?"
        otherwise stop
    "Swap"
      set my Bot's Mood to Angry
    "Hold" if my Bot is Strong and my Pull is at least 1 and my Goal is at most 3
      set my Bot's Mood to Calm
a Spot is Free for a Bot as the walker if it is empty and it is next to the walker
exception to Free when the walker's Mood is Angry
  a Spot is Free for a Bot as the walker if it is empty
exception to Free when the walker's Mood is Calm and the walker's Rage is at least 3
  a Spot is Free for a Bot as the walker if it is corner
a Bot is Strong if its Rage is at least 1
exception to Strong when its Mood is Angry
  a Bot is Strong if its Rage is at least 3
the Goal of a player is its Bot's Rage
exception to Goal when no friendly Bot is Strong, as Walk began
  the Goal of a player is 3
amount Pull of a player
  starts at 0
  add my Bot's Rage
exception to Pull when my Bot's Mood is Angry
  starts at 5
the game ends when my Bot's Rage is 9
  nobody wins
"""


def test_exceptions_to_what_is_asked_count_where_they_are_in_force(tmp_path: Path) -> None:
    path = tmp_path / "moods.gdl"
    path.write_text(EXCEPTIONS)
    played = both(str(path), 10)
    found = [(one.name, one.times) for one in played.totals.tallies.coverage if one.what == "exception"]
    assert [name for name, _ in found] == ["Free", "Free", "Strong", "Goal", "Pull"]
    angry, calm, strong, goal, pull = (times for _, times in found)
    decisions = sum(game.decisions for game in played.games)
    # That of the Pull is in force for the player who is asked, those before it for anybody.
    assert 0 < calm < pull < angry == strong < decisions
    assert 0 < goal < decisions
