"""The table and its question, drawn by the room that there is."""

import codecs
import os
import pty
import re
import select
import struct
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from test_cli_play import crowded_view

from gekido_dsl.cli.fitting import fitted, height
from gekido_dsl.cli.screen import PRETTY


@pytest.mark.parametrize("width", [60, 80, 120])
def test_a_lower_screen_gets_a_lower_drawing_down_to_what_changes(width: int) -> None:
    view = crowded_view()
    highs = [height(fitted(view, width, rows, PRETTY), width) for rows in (60, 30, 20, 12)]
    assert highs == sorted(highs, reverse=True)
    assert all(high <= rows for high, rows in zip(highs, (60, 30, 20), strict=False))
    assert highs[-1] < highs[0]


def test_what_is_printed_is_left_out_before_what_changes() -> None:
    view = crowded_view()
    own, other = view.players
    robot = replace(own.things[0], printed=frozenset({"Symbol"}), facts={"Symbol": "Cross", "Heat": "4"})
    view = replace(view, players=(replace(own, things=(robot,)), other))
    full = height(fitted(view, 80, 99, PRETTY), 80)
    for rows, printed in ((99, True), (full - 1, False), (12, False)):
        told = text(view, 80, rows)
        assert "Heat 4" in told and ("Symbol" in told) is printed
        assert "[6][4]" in told and "Two Ready" in told and "r1c2" in told


def text(view: object, width: int, rows: int) -> str:
    from rich.console import Console

    console = Console(width=width, color_system=None)
    with console.capture() as captured:
        console.print(fitted(view, width, rows, PRETTY))  # type: ignore[arg-type]
    return captured.get()


# ---------------------------------------------------------------- in a real terminal


class Terminal:
    """A terminal of a size, with a match in it."""

    def __init__(self, descriptor: int, rows: int) -> None:
        self.descriptor = descriptor
        self.rows = rows
        self.said = ""

    def read(self, ending: str = "> ") -> str:
        """Reads up to the next prompt, and gives what was written since the line typed before it."""
        said, until = "", time.monotonic() + 300
        letters = codecs.getincrementaldecoder("utf-8")()  # what is read may end within a letter
        while not re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", said).endswith(ending):
            assert time.monotonic() < until, said
            if select.select([self.descriptor], [], [], 0.1)[0]:
                said += letters.decode(os.read(self.descriptor, 65536))
        return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", said).replace("\r", "")

    def type(self, line: str, ending: str = "> ") -> str:
        os.write(self.descriptor, f"{line}\n".encode())
        return self.read(ending)


@contextmanager
def terminal(columns: int, rows: int, folder: Path, *words: str) -> Iterator[Terminal]:
    import fcntl
    import termios

    pid, descriptor = pty.fork()
    if pid == 0:  # pragma: no cover - the child
        os.environ |= {"XDG_DATA_HOME": str(folder), "TERM": "xterm", "NO_COLOR": "1"}
        os.environ.pop("COLUMNS", None)
        os.environ.pop("LINES", None)
        while os.get_terminal_size(0) != (columns, rows):  # until it has the size given below
            time.sleep(0.01)
        os.execv(sys.executable, [sys.executable, "-m", "gekido_dsl", "play", "--seat", "2=greedy", *words])
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
    try:
        yield Terminal(descriptor, rows)
    finally:
        os.close(descriptor)
        os.waitpid(pid, 0)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_board_players_and_question_are_seen_at_once(size: tuple[int, int], tmp_path: Path) -> None:
    with terminal(*size, tmp_path, "gekido", "--seed", "3") as screen:
        screen.read()
        screen.type("1")
        seen = "\n".join(screen.type("1").splitlines()[-size[1] :])
    assert "r1c1 Energy Station" in seen and "P1 V-REX" in seen and "Structure" in seen
    assert "P2 Tetsubot" in seen and "Where does your Bot move" in seen


@pytest.mark.dear
def test_a_long_log_is_shown_page_by_page(tmp_path: Path) -> None:
    with terminal(80, 24, tmp_path, "gekido", "--seed", "3") as screen:
        screen.read()
        screen.type("1")
        screen.type("1")
        first = screen.type("log 60", "stops -- ")
        assert len(first.splitlines()) <= 25 and "Enter shows more" in first
        assert "40 P2" in screen.type("")
        screen.type("log 60", "stops -- ")
        assert "40 P1" not in screen.type("q")
