"""`gdl docs --serve` shows the newest good book, says what is wrong with the newest text, and ends cleanly."""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.cli import serving
from gekido_dsl.cli.main import main

ROOT = Path(__file__).resolve().parent.parent
PIG = (ROOT / "rulesets" / "classics" / "pig.gdl").read_text(encoding="utf-8")
DEADLINE_S = 120


@contextmanager
def served(shown: serving.Shown) -> Iterator[int]:
    server = serving.server(shown, 0)
    worker = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    worker.start()
    yield server.server_address[1]
    shown.end()
    server.shutdown()
    server.server_close()
    worker.join(DEADLINE_S)
    assert not worker.is_alive()


def got(port: int, path: str, **headers: str) -> tuple[int, str]:
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE_S)
    asked.request("GET", path, headers=headers)
    answer = asked.getresponse()
    text = answer.read().decode("utf-8")
    asked.close()
    return answer.status, text


class Events:
    """Listens to what pages are told."""

    def __init__(self, port: int) -> None:
        self.asked = http.client.HTTPConnection("127.0.0.1", port, timeout=DEADLINE_S)
        self.asked.request("GET", serving.EVENTS)
        self.answer = self.asked.getresponse()

    def next(self) -> dict[str, Any]:
        until = time.monotonic() + DEADLINE_S
        while True:
            line = self.answer.readline().decode("utf-8")
            assert line, "the stream has ended"
            assert time.monotonic() < until, "nothing new was told"
            if line.startswith("data: "):
                told: dict[str, Any] = json.loads(line.removeprefix("data: "))
                return told


def test_pages_come_with_the_newest_files_and_hear_of_newer_ones() -> None:
    shown = serving.Shown()
    with served(shown) as port:
        assert got(port, "/")[0] == 200, "there is something to look at before the first good book"
        shown.show({"index.html": "<body>one</body>", "a/b c.html": "<body>two</body>"})
        assert "one" in got(port, "/?x=1")[1]
        assert f'<script src="{serving.CLIENT}">' in got(port, "/a/b%20c.html")[1]
        assert serving.EVENTS in got(port, serving.CLIENT)[1]
        assert got(port, "/no.html")[0] == 404
        assert got(port, "/../index.html")[0] == 404
        assert got(port, "/", Host="elsewhere.example:80")[0] == 403
        events = Events(port)
        assert events.next() == {"version": 1, "trouble": ""}
        shown.fail("it is wrong")
        assert events.next() == {"version": 1, "trouble": "it is wrong"}
        assert "one" in got(port, "/")[1], "the last good book stays"
        shown.show({"index.html": "<body>new</body>"})
        assert events.next() == {"version": 2, "trouble": ""}
        assert "new" in got(port, "/")[1]


@pytest.mark.slow
def test_a_book_follows_its_files(tmp_path: Path) -> None:
    ruleset = tmp_path / "pig.gdl"
    ruleset.write_text(PIG, encoding="utf-8")
    running = subprocess.Popen(
        [sys.executable, "-m", "gekido_dsl", "docs", str(ruleset), "--serve"],
        stderr=subprocess.PIPE,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    try:
        assert running.stderr is not None
        said = ""
        while "http" not in said:
            said = running.stderr.readline()
            assert said
        port = int(re.findall(r":([0-9]+)/", said)[0])
        events = Events(port)
        assert events.next() == {"version": 1, "trouble": ""}
        ruleset.write_text(PIG.replace('"Pig"', '"Hog"'), encoding="utf-8")
        assert events.next()["version"] == 2
        assert "<h1>Hog</h1>" in got(port, "/")[1]
        ruleset.write_text(PIG.replace("players 2", "plyers 2"), encoding="utf-8")
        told = events.next()
        assert told["version"] == 2 and "pig.gdl:4:3" in told["trouble"]
        assert "<h1>Hog</h1>" in got(port, "/")[1]
        (tmp_path / "book.md").write_text("# Pig\n\n{{Nonsense}}\n", encoding="utf-8")
        booked = PIG.replace("\ndie ", '\nbook from "book.md"\n\ndie ', 1)
        ruleset.write_text(booked, encoding="utf-8")
        assert "Nonsense" in events.next()["trouble"], "mistakes of the book are told, too"
        (tmp_path / "book.md").write_text("# Pig\n\nRoll, or stop.\n", encoding="utf-8")
        assert events.next() == {"version": 3, "trouble": ""}
        (tmp_path / "book.md").write_text("# Pig\n\nRoll again, or stop.\n", encoding="utf-8")
        assert events.next() == {"version": 4, "trouble": ""}
        assert "Roll again" in got(port, "/book/book.html")[1]
        ruleset.write_text(PIG, encoding="utf-8")
        assert events.next() == {"version": 5, "trouble": ""}
        assert sorted(path.name for path in tmp_path.iterdir()) == ["book.md", "pig.gdl"]
        running.send_signal(signal.SIGINT)
        assert running.wait(DEADLINE_S) == 0
        assert "Stopped." in running.stderr.read()
    finally:
        running.kill()
        running.wait()
        if running.stderr is not None:
            running.stderr.close()


def test_a_port_that_is_taken_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["docs", "pig", "--serve", "--port", str(taken.getsockname()[1])]) == 2
    assert "--port" in capsys.readouterr().err


@pytest.mark.parametrize("more", [["-o", "x"], ["--format", "html"]])
def test_serving_writes_nothing(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["docs", "pig", "--serve", *more]) == 2
    assert main(["docs", "pig", "--port", "8000"]) == 2
    assert "--serve" in capsys.readouterr().err
