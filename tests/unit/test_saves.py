"""A saved match: one process writes it, and what was answered is on the disk."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from gekido_dsl.cli import saves
from gekido_dsl.cli.saves import Held, SaveFile, default_path
from gekido_dsl.play.record import Header, Taken, encode, encode_header

ROOT = Path(__file__).parents[2]
WAIT_S = 300.0
HEADER = encode_header(Header("abc", "duel", 1, 2, 7, {}, ("person", "person"), "0.1"))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    return tmp_path


def start(*words: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-m", "gekido_dsl", *words],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


def typed(process: "subprocess.Popen[str]", line: str) -> None:
    assert process.stdin is not None
    process.stdin.write(line + "\n")
    process.stdin.flush()


def wait_for(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_S
    while not holds():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.002)


def finished(process: "subprocess.Popen[str]", line: str = "") -> str:
    told = process.communicate(line, timeout=WAIT_S)[0]
    assert "Traceback" not in told and "internal error" not in told, told
    return told


def begun() -> None:
    """Begins a match of which one decision is saved."""
    words = ["play", "pig", "--seed", "3", "--seat", "2=random", "--no-auto", "--save", "m.jsonl"]
    finished(start(*words), "1\n")


def decisions(path: str = "m.jsonl") -> int:
    return len(re.findall('"choice"', Path(path).read_text()))


# ---------------------------------------------------------------- one process


@pytest.mark.slow
def test_of_two_processes_that_resume_a_match_the_second_is_told_of_the_first() -> None:
    begun()
    first = start("play", "--resume", "m.jsonl", "--no-auto")
    wait_for(lambda: Path("m.jsonl.lock").exists())
    second = start("play", "--resume", "m.jsonl", "--no-auto")
    told = finished(second, "2\nquit\n")
    assert second.returncode == 2
    assert f"`m.jsonl` cannot go on here: it is being played by process {first.pid} on" in told
    assert "--save FILE" in told
    before = decisions()
    typed(first, "1")
    wait_for(lambda: decisions() > before)
    finished(first, "quit\n")
    assert not Path("m.jsonl.lock").exists()
    assert "Resumed after" in finished(start("play", "--resume", "m.jsonl"), "quit\n")


@pytest.mark.dear
def test_a_match_goes_on_in_another_file_while_it_is_played() -> None:
    begun()
    first = start("play", "--resume", "m.jsonl", "--no-auto")
    wait_for(lambda: Path("m.jsonl.lock").exists())
    told = finished(start("play", "--resume", "m.jsonl", "--save", "n.jsonl"), "1\nquit\n")
    assert "saved in n.jsonl" in told and decisions("n.jsonl") > decisions()
    assert "1" in finished(start("replay", "m.jsonl"))
    finished(first, "quit\n")


@pytest.mark.slow
def test_a_lock_that_a_killed_process_has_left_holds_nobody_back() -> None:
    begun()
    first = start("play", "--resume", "m.jsonl", "--no-auto")
    wait_for(lambda: Path("m.jsonl.lock").exists())
    before = decisions()
    typed(first, "1")
    wait_for(lambda: decisions() > before)
    after = decisions()
    first.kill()
    first.communicate()
    assert f"Resumed after {after} decisions" in finished(start("play", "--resume", "m.jsonl"), "quit\n")


@pytest.mark.slow
def test_a_process_that_is_told_to_end_gives_its_lock_back() -> None:
    begun()
    process = start("play", "--resume", "m.jsonl", "--no-auto")
    lock = Path("m.jsonl.lock")
    wait_for(lambda: lock.exists() and lock.read_bytes() != b"")  # it says who holds it
    assert process.stdout is not None and process.stdout.read(1)  # and plays
    process.send_signal(signal.SIGTERM)
    assert "Traceback" not in process.communicate(timeout=WAIT_S)[0]
    assert process.returncode == 143
    assert not Path("m.jsonl.lock").exists()


def test_a_new_match_is_locked_too() -> None:
    one, other = SaveFile(print), SaveFile(print)
    one.begin(Path("m.jsonl"), [HEADER])
    with pytest.raises(Held, match=f"process {os.getpid()}"):
        other.reserve(Path("m.jsonl"))
    one.begin(Path("n.jsonl"), [HEADER])
    other.reserve(Path("m.jsonl"))
    one.close()
    other.close()
    assert sorted(path.name for path in Path().iterdir()) == ["m.jsonl", "n.jsonl"]


def test_whoever_holds_a_lock_and_does_not_say_so_is_another_process() -> None:
    one = SaveFile(print)
    one.begin(Path("m.jsonl"), [HEADER])
    Path("m.jsonl.lock").write_bytes(b"\xff" * 9)
    with pytest.raises(Held, match="played by another process"):
        SaveFile(print).reserve(Path("m.jsonl"))
    one.close()


# ---------------------------------------------------------------- on the disk


def test_a_line_is_on_the_disk_before_it_is_acknowledged(monkeypatch: pytest.MonkeyPatch) -> None:
    settled: list[bytes] = []
    monkeypatch.setattr(saves.os, "fsync", lambda handle: settled.append(Path("m.jsonl").read_bytes()))
    save = SaveFile(print)
    save.begin(Path("m.jsonl"), [HEADER])
    assert settled[-1].decode() == HEADER + "\n"
    line = encode(Taken(0, "pass"), HEADER)
    save.append(line)
    assert settled[-1].decode() == f"{HEADER}\n{line}\n"
    save.close()


def test_a_file_only_grows_and_a_torn_line_is_cut_off() -> None:
    line = encode(Taken(0, "pass"), HEADER)
    Path("m.jsonl").write_text(f"{HEADER}\n{line}\n{line[:20]}")
    save = SaveFile(print)
    save.reserve(Path("m.jsonl"))
    save.go_on(Path("m.jsonl"), saves.read_file(Path("m.jsonl")))
    with Path("m.jsonl").open("ab") as stranger:
        stranger.write(b"\n")
    save.append(line)
    save.close()
    assert Path("m.jsonl").read_text() == f"{HEADER}\n{line}\n\n{line}\n"


def test_the_name_of_a_file_has_only_the_beginning_of_a_long_title(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path = default_path("Word " * 1_000, 7)
    assert len(path.name) < 120
    save = SaveFile(print)
    save.begin(path, [HEADER])
    save.close()
    assert path.is_file()


# ---------------------------------------------------------------- signals


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="it cannot be seen when the program begins"
)
@pytest.mark.parametrize("after_s", [0.0, 0.05, 0.1, 0.2, 0.4])
def test_ctrl_c_during_start_up_shows_no_traceback(after_s: float) -> None:
    process = start("validate", "gekido")
    # Before this program runs, the signal is the business of Python, which catches it; then it is not caught.
    wait_for(lambda: _catches_ctrl_c(process.pid))
    wait_for(lambda: not _catches_ctrl_c(process.pid))
    time.sleep(after_s)
    process.send_signal(signal.SIGINT)
    told = process.communicate(timeout=WAIT_S)[0]
    assert "Traceback" not in told and "KeyboardInterrupt" not in told, told
    assert process.returncode in (0, 130, -signal.SIGINT)


def _catches_ctrl_c(pid: int) -> bool:
    caught = re.search(r"SigCgt:\s*([0-9a-f]+)", Path(f"/proc/{pid}/status").read_text())
    return caught is not None and bool(int(caught[1], 16) & 1 << (signal.SIGINT - 1))
