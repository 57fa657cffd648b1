"""Games in several processes: none outlives its parent, none is lost, and none is changed by who plays it.

What is done to a run is done once it has kept its first games, so that it does not matter how fast the machine is.
"""

import json
import os
import re
import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl import store
from gekido_dsl.cli import caching, workers
from gekido_dsl.compilation import load
from gekido_dsl.engine import Decision, Executor, Setting, State
from gekido_dsl.files import of_file
from gekido_dsl.rng import bot_seed, game_seed
from gekido_dsl.simulate import Chunk, Experiment, Run, Totals, WorkersDie, batch, data, gaps, report_of
from gekido_dsl.source import Recording

ROOT = Path(__file__).parents[2]
WAIT_S = 300.0
GAME = "classics/tic_tac_toe"
SEED = 4
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes cannot be seen here")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{Path(__file__).parent}")


def start(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gekido_dsl", "simulate", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


def begin(jobs: int, *words: str) -> "subprocess.Popen[str]":
    """Begins a run that lasts for hours, and waits until it has kept games."""
    process = start(
        GAME, "--seed", str(SEED), "-n", "1000000000", "--jobs", str(jobs), "--out", "games.sqlite",
        "--seat", "random", "--brief", *words,
    )  # fmt: skip
    wait_for(lambda: kept())
    return process


def kept() -> list[tuple[int, int]]:
    """Gives the chunks that a run has kept so far."""
    if not Path("games.sqlite").exists():
        return []
    try:
        with closing(sqlite3.connect("file:games.sqlite?mode=rw", uri=True)) as db:
            return list(db.execute("SELECT first, end FROM chunks ORDER BY first"))
    except sqlite3.OperationalError:
        return []


def goes_on_exactly(*words: str) -> None:
    """Cuts a run down to a few games more than it has kept, goes on with it, and compares."""
    games = max(end for _, end in kept()) + 5
    with closing(sqlite3.connect("games.sqlite")) as db, db:
        db.execute("UPDATE experiment SET value = ? WHERE key = 'games'", (str(games),))
    process = start("--resume", "games.sqlite", "--jobs", "1", "--format", "json", *words)
    told, notes = process.communicate(timeout=WAIT_S)
    assert process.returncode == 0 and "Traceback" not in notes, notes
    made = json.loads(told)
    expected = data(report_of(totals(games), 2))
    assert {key: made[key] for key in expected} == expected
    assert gaps(kept(), games) == []
    with closing(sqlite3.connect("games.sqlite")) as db:
        assert db.execute("SELECT count(*), max(number) FROM games").fetchone() == (games, games - 1)


def totals(games: int) -> Totals:
    return batch(experiment()).play(0, games, False, lambda: False).totals


def experiment(*seats: Any) -> Experiment:
    name, provider = of_file(GAME)
    texts = Recording(provider)
    assert load(name, texts).game is not None
    return Experiment(name, texts.recorded(without=".md"), Setting(2, SEED), seats or (None, None))


def children(pid: int) -> list[int]:
    """Lists the processes that play games for another one."""
    found = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = path.read_text().rpartition(")")[2].split()[:2]
            words = (path.parent / "cmdline").read_bytes()
        except OSError:
            continue
        if int(parent) == pid and state != "Z" and b"spawn_main" in words:
            found.append(int(path.parent.name))
    return found


def wait_for(holds: Callable[[], object]) -> None:
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def gone(pids: list[int]) -> bool:
    return not any(b"spawn_main" in _words(pid) for pid in pids)


def _words(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.slow
def test_no_process_outlives_one_that_is_killed_and_its_run_goes_on() -> None:
    process = begin(2)
    wait_for(lambda: len(children(process.pid)) == 2)
    workers_ = children(process.pid)
    process.kill()
    process.communicate()
    wait_for(lambda: gone(workers_))
    goes_on_exactly()


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.slow
def test_ctrl_c_keeps_the_games_that_are_over_and_the_run_goes_on(jobs: int) -> None:
    process = begin(jobs, "--format", "json")
    os.killpg(process.pid, signal.SIGINT)
    told, notes = process.communicate(timeout=WAIT_S)
    assert process.returncode == 130 and "Traceback" not in notes, notes
    stopped = re.search(r"stopped after ([\d,]+) of", notes)
    assert stopped is not None and "--resume games.sqlite" in notes
    played = int(stopped[1].replace(",", ""))
    assert json.loads(told)["games"] == played == sum(end - first for first, end in kept())
    goes_on_exactly()


@pytest.mark.slow
def test_the_games_of_a_process_that_is_killed_are_played_again() -> None:
    process = begin(2, "--format", "json")
    wait_for(lambda: len(children(process.pid)) == 2)
    before = set(children(process.pid))
    os.kill(min(before), signal.SIGKILL)
    # Both are begun anew; what those before had sent is kept meanwhile.
    wait_for(lambda: set(children(process.pid)) - before)
    count = len(kept())
    wait_for(lambda: len(kept()) > count + 4)
    os.killpg(process.pid, signal.SIGINT)
    _, notes = process.communicate(timeout=WAIT_S)
    assert process.returncode == 130 and "killed from outside" in notes and "Traceback" not in notes, notes
    goes_on_exactly()


@pytest.mark.slow
@pytest.mark.parametrize("after_s", [0.3, 0.8, 1.5])
@pytest.mark.in_turn(3)
def test_ctrl_c_while_processes_begin_shows_no_traceback(after_s: float) -> None:
    process = start(GAME, "-n", "1000000000", "--jobs", "2")
    wait_for(lambda: children(process.pid))
    time.sleep(after_s)
    os.killpg(process.pid, signal.SIGINT)
    _, notes = process.communicate(timeout=WAIT_S)
    assert process.returncode == 130 and "Traceback" not in notes, notes


@pytest.mark.slow
def test_a_process_that_is_told_to_end_takes_its_own_with_it() -> None:
    process = begin(2)
    wait_for(lambda: len(children(process.pid)) == 2)
    workers_ = children(process.pid)
    process.terminate()
    _, notes = process.communicate(timeout=WAIT_S)
    assert process.returncode == 143 and "Traceback" not in notes, notes
    wait_for(lambda: gone(workers_))


# ---------------------------------------------------------------- the processes themselves


class Deadly:
    """Kills the process that asks it in some games; once in each of them, or always."""

    def __init__(self, folder: str, games: tuple[int, ...], always: bool, seed: int) -> None:
        seeds = {bot_seed(game_seed(SEED, game), 0): game for game in games}
        died = Path(folder, f"died {seeds.get(seed)}")
        if seed in seeds and (always or not died.exists()):
            died.touch()
            os._exit(9)

    def choose(self, executor: Executor, state: State, decision: Decision, taken: int) -> int:
        return taken % len(decision.choices)


def spread(*seats: Any, games: int = 60) -> tuple[list[int], Run]:
    chunks: list[Chunk] = []
    run = Run(experiment(*seats), [range(games)], chunks.append, time.perf_counter, wanted=True)
    run.over(workers.processes(2))
    return sorted(game.number for one in chunks for game in one.games), run


@pytest.mark.slow
def test_every_game_is_kept_once_though_processes_die(tmp_path: Path) -> None:
    numbers, run = spread(partial(Deadly, str(tmp_path), (2, 40), False), None)
    assert numbers == list(range(60)) and not run.left_out
    assert {path.name for path in tmp_path.glob("died *")} == {"died 2", "died 40"}


@pytest.mark.slow
def test_a_game_that_kills_again_and_again_is_left_out(tmp_path: Path) -> None:
    numbers, run = spread(partial(Deadly, str(tmp_path), (7,), True), None, games=20)
    assert numbers == [number for number in range(20) if number != 7]
    assert run.left_out == [7]


@pytest.mark.slow
def test_processes_that_die_of_nothing_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "_begin", dead)
    with pytest.raises(WorkersDie):
        spread()


def dead(stop: object) -> None:
    os._exit(9)


def test_a_process_keeps_what_it_works_out_where_the_first_one_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = workers.processes(1)
    for said, keeps in ((str(tmp_path), True), ("off", False)):
        monkeypatch.setenv(caching.VARIABLE, said)
        executor = pool.open()
        assert (executor.submit(store.current).result(WAIT_S) is not None) == keeps
        pool.close(executor, True)
