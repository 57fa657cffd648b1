"""Games in several processes: none outlives its parent, none is lost, and none is changed by who plays it."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gekido_dsl.cli import workers

ROOT = Path(__file__).parents[2]
WAIT_S = 90.0
pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes cannot be seen here")


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{ROOT}{os.pathsep}{Path(__file__).parent}")


def start(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gekido_dsl", "simulate", "pig", "--seed", "4", *words],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
    )  # fmt: skip


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


def busy(pid: int) -> list[int]:
    """Lists those that have been working for a while."""
    found = []
    for child in children(pid):
        try:
            ticks = sum(map(int, Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[11:13]))
        except OSError:
            continue
        if ticks / os.sysconf("SC_CLK_TCK") > 3:
            found.append(child)
    return found


def wait_for(holds: Callable[[], object]) -> None:
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.05)


def report(process: "subprocess.Popen[str]") -> dict[str, object]:
    told, notes = process.communicate(timeout=WAIT_S)
    assert "Traceback" not in notes, notes
    made: dict[str, object] = json.loads(told)
    return made


def alone(games: int) -> dict[str, object]:
    return report(start("-n", str(games), "--jobs", "1", "--format", "json"))


def test_no_process_outlives_one_that_is_killed() -> None:
    process = start("-n", "1000000", "--jobs", "2")
    wait_for(lambda: len(busy(process.pid)) == 2)
    workers_ = children(process.pid)
    process.kill()
    process.communicate()
    wait_for(
        lambda: not any(Path(f"/proc/{pid}").exists() and b"spawn_main" in _words(pid) for pid in workers_)
    )


def _words(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.slow
def test_the_games_of_a_process_that_is_killed_are_played_again() -> None:
    process = start("-n", "800", "--jobs", "2", "--format", "json")
    wait_for(lambda: busy(process.pid))
    os.kill(busy(process.pid)[0], signal.SIGKILL)
    made = report(process)
    assert process.returncode == 0
    assert made == alone(800)


def test_ctrl_c_keeps_the_games_of_unfinished_chunks() -> None:
    process = start("-n", "1000000", "--jobs", "2", "--format", "json")
    wait_for(lambda: len(busy(process.pid)) == 2)
    os.killpg(process.pid, signal.SIGINT)
    told, notes = process.communicate(timeout=WAIT_S)
    assert process.returncode == 130 and "Traceback" not in notes, notes
    stopped = re.search(r"stopped after ([\d,]+) of", notes)
    assert stopped is not None
    assert json.loads(told)["games"] == int(stopped[1].replace(",", "")) > 0


@pytest.mark.slow
@pytest.mark.parametrize("after_s", [0.3, 0.8, 1.5])
def test_ctrl_c_while_processes_begin_shows_no_traceback(after_s: float) -> None:
    process = start("-n", "1000000", "--jobs", "2")
    wait_for(lambda: children(process.pid))
    time.sleep(after_s)
    os.killpg(process.pid, signal.SIGINT)
    _, notes = process.communicate(timeout=WAIT_S)
    assert process.returncode == 130 and "Traceback" not in notes, notes


@pytest.mark.slow
def test_a_process_that_is_told_to_end_takes_its_own_with_it() -> None:
    process = start("-n", "1000000", "--jobs", "2")
    wait_for(lambda: len(busy(process.pid)) == 2)
    workers_ = children(process.pid)
    process.terminate()
    _, notes = process.communicate(timeout=WAIT_S)
    assert process.returncode == 143 and "Traceback" not in notes, notes
    wait_for(lambda: not any(b"spawn_main" in _words(pid) for pid in workers_))


# ---------------------------------------------------------------- the processes themselves


def dying(folder: str) -> Callable[[int], int]:
    """Makes what dies at its third number, as long as nobody has died before."""

    def play(number: int) -> int:
        if number == 2 and not Path(folder, "died").exists():
            Path(folder, "died").touch()
            os._exit(9)
        return number * number

    return play


def dead() -> Callable[[int], int]:
    os._exit(9)


def unprepared() -> Callable[[int], int]:
    raise workers.Unprepared("the box is empty")


def test_every_number_is_kept_once(tmp_path: Path) -> None:
    kept: list[int] = []
    deaths: list[int] = []
    workers.run(60, 2, dying, (str(tmp_path),), kept.append, lambda: deaths.append(1))
    assert sorted(kept) == [number * number for number in range(60)]
    assert len(deaths) == 1


def test_processes_that_die_again_and_again_are_given_up() -> None:
    kept: list[int] = []
    with pytest.raises(workers.Given):
        workers.run(8, 2, dead, (), kept.append, lambda: None)
    assert not kept


def test_what_cannot_be_made_ready_is_said() -> None:
    with pytest.raises(workers.Unprepared, match="the box is empty"):
        workers.run(8, 2, unprepared, (), print, lambda: None)
