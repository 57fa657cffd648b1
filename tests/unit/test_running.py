"""The playing of an experiment in chunks: every game once, whatever the workers do; a game that kills is left out."""

import pickle
import random
import subprocess
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gekido_dsl.backend import limits
from gekido_dsl.backend.runtime import NoRuntime
from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import of_file
from gekido_dsl.play.bots import GreedyBot, RandomBot
from gekido_dsl.simulate import Chunk, Experiment, Pool, Run, Totals, WorkersDie, batch, gaps, made, report_of
from gekido_dsl.simulate.compiled import CompiledBatch
from gekido_dsl.source import Recording


def experiment(
    name: str = "classics/tic_tac_toe", seed: int = 3, players: int = 0, **more: Any
) -> Experiment:
    asked, provider = of_file(name)
    texts = Recording(provider)
    game = load(asked, texts).game
    assert game is not None
    setting = Setting(players or max(game.least_players, 2), seed)
    seats = more.pop("seats", (None,) * setting.players)
    return Experiment(asked, texts.recorded(without=".md"), setting, seats, **more)


@pytest.fixture(scope="module")
def noughts() -> Experiment:
    return experiment(tallies=True)


@cache
def whole(what: Experiment, games: int) -> Totals:
    return batch(what).play(0, games, False, lambda: False).totals


class Ticking:
    """A clock by which everything takes as long."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


@pytest.mark.parametrize(("game_s", "games", "by"), [(0.01, 9, ["a"]), (3.0, 1, ["a"]), (0.3, 9, ["a", "b"])])
@pytest.mark.quick_in_turn(3)
def test_few_games_that_take_long_are_played_on_by_what_is_faster(
    noughts: Experiment, game_s: float, games: int, by: list[str]
) -> None:
    class Named:
        def __init__(self, name: str) -> None:
            self.name, self.player = name, made(noughts)

        def play(self, first: int, end: int, keep: bool, stop: Any) -> Chunk:
            nonlocal now
            now += game_s * (end - first)
            played.append(self.name)
            return self.player.play(first, end, keep, stop)

    now, played, totals = 0.0, list[str](), Totals()
    run = Run(noughts, [range(games)], lambda chunk: totals.merge(chunk.totals), lambda: now)
    run.here(Named("a"), lambda: Named("b"))
    assert sorted(set(played)) == by and played == sorted(played)
    assert totals == whole(noughts, games)


class Faulty(Executor):
    """Does at once what it is given, unless a worker dies of it; then it is broken."""

    def __init__(self, deadly: set[int], bad_luck: list[int], lifeless: bool = False) -> None:
        self.deadly = deadly
        """Games that kill the worker."""
        self.bad_luck = bad_luck
        """Numbers of submissions at which somebody kills the worker."""
        self.lifeless = lifeless
        self.broken = False

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> "Future[Any]":
        if self.broken:
            raise BrokenProcessPool("it was broken before")
        future: Future[Any] = Future()
        games = range(args[1], args[2]) if len(args) > 1 else range(0)
        self.bad_luck[:] = [number - 1 for number in self.bad_luck]
        if self.lifeless or 0 in self.bad_luck or any(game in self.deadly for game in games):
            self.broken = True
            future.set_exception(BrokenProcessPool("its worker died"))
        else:
            future.set_result(fn(*args, **kwargs))
        return future


def played(what: Experiment, games: int, make: Any, **more: Any) -> tuple[list[Chunk], Run, int]:
    chunks: list[Chunk] = []
    deaths = []
    run = Run(
        what, [range(games)], chunks.append, Ticking(), wanted=True, died=lambda: deaths.append(1), **more
    )
    run.over(Pool(make, lambda executor, done: executor.shutdown(), 2))
    return chunks, run, len(deaths)


def numbers(chunks: list[Chunk]) -> list[int]:
    assert all([game.number for game in one.games] == list(range(one.first, one.end)) for one in chunks)
    return sorted(game.number for one in chunks for game in one.games)


def added(chunks: list[Chunk]) -> Totals:
    found = Totals()
    for one in chunks:
        found.merge(one.totals)
    return found


def test_how_the_games_are_parted_changes_nothing(noughts: Experiment) -> None:
    player = batch(noughts)
    parts = [player.play(first, end, False, lambda: False) for first, end in ((0, 1), (1, 17), (17, 40))]
    for order in (parts, parts[::-1]):
        assert added(order) == whole(noughts, 40)


def test_totals_come_back_from_a_file_and_from_another_process(noughts: Experiment) -> None:
    totals = whole(noughts, 20)
    assert totals.tallies
    assert Totals.from_plain(totals.plain()) == totals
    assert pickle.loads(pickle.dumps(totals)) == totals


def test_every_game_is_handed_over_once(noughts: Experiment) -> None:
    chunks, run, deaths = played(noughts, 50, lambda: ThreadPoolExecutor(2))
    assert numbers(chunks) == list(range(50))
    assert added(chunks) == whole(noughts, 50)
    assert (deaths, run.left_out, run.stopped) == (0, [], False)
    assert max(len(one.games) for one in chunks) > 1, "chunks grow"


@settings(max_examples=12, deadline=None)
@given(st.sets(st.integers(1, 20), max_size=2))
def test_what_dies_of_bad_luck_is_played_again(noughts: Experiment, bad_luck: set[int]) -> None:
    luck = sorted(bad_luck)
    chunks, run, deaths = played(noughts, 30, lambda: Faulty(set(), luck))
    assert numbers(chunks) == list(range(30))
    assert added(chunks) == whole(noughts, 30)
    assert run.left_out == [] and deaths <= len(bad_luck)


@pytest.mark.parametrize("deadly", [{0}, {29}, {7, 8, 21}])
def test_games_that_kill_their_worker_are_left_out(noughts: Experiment, deadly: set[int]) -> None:
    chunks, run, _ = played(noughts, 30, lambda: Faulty(deadly, []))
    assert set(run.left_out) == deadly
    assert numbers(chunks) == [game for game in range(30) if game not in deadly]


def test_workers_that_die_of_nothing_are_given_up(noughts: Experiment) -> None:
    with pytest.raises(WorkersDie):
        played(noughts, 30, lambda: Faulty(set(), [], lifeless=True))


def test_a_game_that_always_kills_is_given_up_after_some(noughts: Experiment) -> None:
    with pytest.raises(WorkersDie):
        played(noughts, 30, lambda: Faulty(set(range(30)), []))


def test_stopping_keeps_what_was_played(noughts: Experiment) -> None:
    chunks: list[Chunk] = []
    run = Run(noughts, [range(10**9)], chunks.append, Ticking(), stop=lambda: len(chunks) >= 4)
    run.here()
    assert run.stopped and len(chunks) == 4
    end = max(one.end for one in chunks)
    assert gaps([(one.first, one.end) for one in chunks], end + 3) == [range(end, end + 3)]
    assert added(chunks) == whole(noughts, end)


def test_a_chunk_ends_between_games_once_it_is_to_stop() -> None:
    asked = iter([False, False, True])
    chunk = batch(experiment(kind="interpreter")).play(5, 100, True, lambda: next(asked))
    assert (chunk.first, chunk.end, len(chunk.games)) == (5, 8, 3)


@given(st.sets(st.integers(0, 60)), st.integers(0, 60))
def test_gaps_are_what_was_not_played(games: set[int], most: int) -> None:
    spans = [(game, game + 1) for game in games]
    random.Random(most).shuffle(spans)
    assert [game for part in gaps(spans, most) for game in part] == [
        game for game in range(most) if game not in games
    ]


@pytest.mark.slow
def test_bots_and_random_seats_play_the_same_games_in_other_chunks() -> None:
    mixed = experiment("classics/pig", seats=(GreedyBot, None))
    assert pickle.loads(pickle.dumps(mixed)) == mixed
    chunks, _, _ = played(mixed, 3, lambda: ThreadPoolExecutor(2))
    assert added(chunks) == whole(mixed, 3)


@pytest.mark.parametrize(
    "name", ["classics/tic_tac_toe", "classics/pig", pytest.param("gekido", marks=pytest.mark.slow)]
)
def test_a_compiled_module_plays_the_same_games(name: str) -> None:
    parts = []
    for kind in ("interpreter", "compiled"):
        what = experiment(name, seed=8, kind=kind)
        player = made(what)
        assert isinstance(player, CompiledBatch) == (kind == "compiled")
        rows, folded = (player.play(3, 12, keep, lambda: False) for keep in (True, False))
        assert rows.totals == folded.totals
        parts.append(rows)
    assert parts[0] == parts[1]


def test_what_no_module_plays_is_played_by_the_interpreter_and_says_why(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    by = made(experiment(seats=(RandomBot, None))).play(0, 1, False, lambda: False).by
    assert str(by) == "interpreted, because its bots are asked choice by choice"
    monkeypatch.setattr("gekido_dsl.backend.runtime._wasmtime", missing)
    chunk = made(experiment()).play(0, 30, False, lambda: False)
    assert str(chunk.by) == "interpreted, because wasmtime cannot be loaded: it is not there"
    assert chunk.totals == whole(experiment(kind="interpreter"), 30)


def test_a_program_that_is_too_large_is_played_by_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FUNCTIONS", 1)
    chunk = made(experiment()).play(0, 5, False, lambda: False)
    assert "1 is the most" in chunk.by.why
    assert chunk.totals == whole(experiment(kind="interpreter"), 5)


@pytest.mark.skipif(sys.platform != "linux", reason="addresses are limited in this way on Linux alone")
@pytest.mark.slow
def test_a_module_plays_where_a_process_may_have_few_addresses() -> None:
    words = (
        "import resource; resource.setrlimit(resource.RLIMIT_AS, (1_500_000_000,) * 2)\n"
        "from test_running import experiment, made\n"
        "print(made(experiment(kind='compiled')).play(0, 40, False, lambda: False).totals.games)"
    )
    told = subprocess.run(
        [sys.executable, "-c", words], cwd=Path(__file__).parent, capture_output=True, text=True, check=False
    )
    assert told.stdout == "40\n", told.stderr


def missing() -> None:
    raise NoRuntime("wasmtime cannot be loaded: it is not there")


def test_a_module_stops_between_games() -> None:
    chunk = made(experiment(kind="compiled")).play(0, 10_000, True, lambda: True)
    assert chunk.end == len(chunk.games) == 64
    assert chunk.totals == whole(experiment(kind="interpreter"), 64)


def test_tallies_say_what_happened_to_whom(noughts: Experiment) -> None:
    games = batch(noughts).play(0, 30, True, lambda: False)
    tallies = games.totals.tallies
    entered = [one for one in tallies.happenings if one.what == "is entered"]
    assert len({one.name for one in entered}) == 9, "each space has a name of its own"
    decisions = sum(game.decisions for game in games.games)
    assert sum(one.times for one in entered) == decisions
    assert sum(one.decisions for one in tallies.askings) == decisions
    assert max(one.most for one in tallies.askings) == 9
    won = [sum(seat in game.won for game in games.games) for seat in range(2)]
    wins = {one.seat: one for one in tallies.happenings if one.what == "win"}
    assert [wins[seat].times for seat in range(2)] == [wins[seat].won for seat in range(2)] == won


@pytest.mark.dear
def test_what_a_bot_tries_is_not_counted() -> None:
    for seats in ((None, None), (GreedyBot, None)):
        pig = experiment("classics/pig", seats=seats, tallies=True)
        chunk = batch(pig).play(0, 2, True, lambda: False)
        asked = sum(one.decisions for one in chunk.totals.tallies.askings)
        assert asked == sum(game.decisions for game in chunk.games)
        begun = sum(one.times for one in chunk.totals.tallies.happenings if one.what == "begin")
        assert begun <= sum(game.turns for game in chunk.games)


def test_a_report_of_totals_is_that_of_the_games(noughts: Experiment) -> None:
    chunk = batch(noughts).play(0, 25, True, lambda: False)
    report = report_of(chunk.totals, 2)
    assert [share.count for share in report.seats] == [
        sum(seat in game.won for game in chunk.games) for seat in range(2)
    ]
