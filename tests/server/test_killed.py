"""A real server on a real socket is killed in the middle of a match, and has lost nothing that it acknowledged."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
WAIT_S = 120
"""So long something is waited for that has to come."""


@contextmanager
def server(tmp_path: Path, *words: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Starts `gdl play`, and gives what it said until it was ready."""
    env = {
        **os.environ,
        "PYTHONPATH": str(ROOT),
        "XDG_DATA_HOME": str(tmp_path),
        "LOCALAPPDATA": str(tmp_path),
    }
    command = [sys.executable, "-m", "gekido_dsl", "play", *words, "--no-open", "--port", "0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
    assert process.stdout is not None
    said = ""
    try:
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        yield process, said
    finally:
        process.kill()
        process.wait()


def shown(socket: Any) -> dict[str, Any]:
    while "shown" not in (message := json.loads(socket.recv(timeout=WAIT_S))):
        pass
    found: dict[str, Any] = message["shown"]
    return found


def links(said: str) -> tuple[str, str]:
    """Gives the address of the host's page, and its socket's."""
    found = re.findall(r"http://127\.0\.0\.1:\d+/\S+", said)
    assert found, said
    return found[-1], found[-1].replace("http", "ws").replace("/?key", "/socket?key")


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no kill -9 here")
def test_what_was_acknowledged_is_kept_by_a_server_that_is_killed(tmp_path: Path) -> None:
    kept = tmp_path / "tables.sqlite"
    words = ("classics/pig", "--host", "--save", str(kept), "--bind", "127.0.0.1")
    key, table, acknowledged = "", "", 0
    for round_ in range(4):
        more = ("--players", "2", "--seat", "2=person", "--seed", "4") if not round_ else ()
        with server(tmp_path, *words, *more) as (process, said):
            if not round_:
                table, key, base = _seat(links(said)[0])
            else:
                base = re.search(r"ws?://|http://127\.0\.0\.1:\d+", said)[0]  # type: ignore[index]
            url = f"{base.replace('http', 'ws')}/t/{table}/socket?key="
            with connect(url + key.split()[0]) as one, connect(url + key.split()[1]) as two:
                now = [shown(one), shown(two)]
                assert now[0]["step"] >= acknowledged, "an acknowledged decision is gone"
                assert now[0]["step"] <= acknowledged + 1
                for _ in range(7 + 3 * round_):
                    seat = 0 if now[0]["question"] is not None else 1
                    step = now[seat]["step"]
                    (one, two)[seat].send(json.dumps({"do": "choose", "step": step, "choice": step % 3 // 2}))
                    now = [
                        _until(socket, before, step) for socket, before in zip((one, two), now, strict=True)
                    ]
                    acknowledged = now[seat]["step"]
                last = now[0] if now[0]["question"] is not None else now[1]
                choice = {"do": "choose", "step": last["step"], "choice": 0}
                (one if last is now[0] else two).send(json.dumps(choice))  # under way as it is killed
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
                with suppress(WebSocketException, OSError, TimeoutError):
                    acknowledged = max(acknowledged, shown(one)["step"])
    assert acknowledged >= 40


def _until(socket: Any, before: dict[str, Any], step: int) -> dict[str, Any]:
    while before["step"] <= step:
        before = shown(socket)
    return before


def _seat(page: str) -> tuple[str, str, str]:
    """Reads the host's page: the table, the keys of both seats, and the server."""
    with urlopen(page, timeout=WAIT_S) as answer:
        text = answer.read().decode()
    base = re.match(r"http://[^/]+", page)[0]  # type: ignore[index]
    found = re.findall(r"/t/(\w+)/\?key=([\w-]+)", text)
    own = next(one for one in found if one[1] in text.split("Go to the table")[0])
    second = re.search(r"<h2>Player 2</h2>.*?/t/\w+/\?key=([\w-]+)", text, re.DOTALL)
    assert second is not None
    return own[0], f"{own[1]} {second[1]}", base


@pytest.mark.slow
def test_ctrl_c_saves_a_match_that_goes_on_in_the_terminal(tmp_path: Path) -> None:
    with server(tmp_path, "classics/pig", "--web", "--seat", "2=random", "--seed", "3") as (process, said):
        url = links(said)[1]
        with connect(url) as socket:
            now = shown(socket)
            while now["step"] < 6:
                if now["question"] is not None:
                    socket.send(json.dumps({"do": "choose", "step": now["step"], "choice": now["step"] % 2}))
                now = shown(socket)
            step = now["step"]
            process.send_signal(signal.SIGINT)
            rest = process.communicate(timeout=WAIT_S)[0]
        assert process.returncode == 130
        saved = re.search(r"Go on with: gdl play --resume (\S+)", rest)
        assert saved is not None, rest
        assert "Traceback" not in rest
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(tmp_path)}
    again = subprocess.run(
        [sys.executable, "-m", "gekido_dsl", "play", "--resume", saved[1]],
        input="quit\n", capture_output=True, text=True, env=env, check=False,
    )  # fmt: skip
    kept = re.search(r"Resumed after (\d+) decisions", again.stdout)
    assert kept is not None, again.stdout
    assert int(kept[1]) >= step
