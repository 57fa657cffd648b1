"""What whoever runs a server sees of it: numbers on a port of their own, and events as lines of JSON."""

import asyncio
import json
import logging
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from at_table import Page, sit

from gekido_dsl.engine import Setting
from gekido_dsl.server import metrics
from gekido_dsl.server.quiet import AsJson

ROOT = Path(__file__).resolve().parents[2]
Opened = Callable[..., Any]


def values(told: str) -> dict[str, float]:
    lines = [line for line in told.splitlines() if not line.startswith("#")]
    return {name: float(number) for name, number in (line.rsplit(" ", 1) for line in lines)}


def test_numbers_follow_what_happens(opened: Opened) -> None:
    tables, client = opened()
    told = metrics.numbers(tables, "1.2.3", lambda: 5)
    assert values(metrics.written(told)).items() >= {"gekido_tables": 0, "gekido_pages": 0}.items()
    entry = tables.make_at_rest(Setting(2, 1), ["person", "person"])
    with ExitStack() as stack:
        for key in entry.keys["seats"]:
            Page(stack.enter_context(sit(client, entry, key)))
        text = metrics.written(told)
        found = values(text)
    assert found["gekido_tables"] == 1 and found["gekido_pages"] == 2 and found["gekido_connections"] == 5
    assert found['gekido_info{version="1.2.3"}'] == 1 and found["process_cpu_seconds_total"] > 0
    secret = [entry.id, tables.host_key, tables.guest_key, *entry.keys["seats"], entry.keys["join"]]
    assert not [one for one in secret if one in text]


def test_each_number_is_written_as_prometheus_reads_it(opened: Opened) -> None:
    tables, _ = opened()
    lines = metrics.written(metrics.numbers(tables, "1", lambda: 0)).splitlines()
    assert len(lines) % 3 == 0
    for about, sort, number in zip(lines[::3], lines[1::3], lines[2::3], strict=True):
        name = re.match(r"[a-z_]+", number)
        assert name is not None
        assert about.startswith(f"# HELP {name[0]} ") and sort in (
            f"# TYPE {name[0]} gauge",
            f"# TYPE {name[0]} counter",
        )
        assert re.fullmatch(r'[a-z_]+(\{version="1"\})? [0-9.e+]+', number)


@pytest.mark.parametrize(
    ("asked", "answered"),
    [
        (b"GET /metrics HTTP/1.1\r\n\r\n", b"HTTP/1.1 200 OK"),
        (b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n", b"HTTP/1.1 200 OK"),
        (b"HEAD /metrics HTTP/1.1\r\n\r\n", b"HTTP/1.1 200 OK"),
        (b"GET /other HTTP/1.1\r\n\r\n", b"HTTP/1.1 404"),
        (b"POST /metrics HTTP/1.1\r\n\r\n", b"HTTP/1.1 405"),
        (b"\x00\xff\r\n\r\n", b"HTTP/1.1 405"),
        (b"GET " + b"a" * 20_000 + b"\r\n\r\n", b""),
        (b"GET /metr", b""),
    ],
)
def test_whatever_is_asked_gets_a_short_answer(asked: bytes, answered: bytes) -> None:
    def told() -> Any:
        yield "one", "gauge", "One.", 1

    async def ask() -> bytes:
        server = await metrics.serve(0, told)
        async with server:
            reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.write(asked)
            writer.write_eof()
            try:
                return await reader.read()
            except ConnectionError:
                return b""
            finally:
                writer.close()

    got = asyncio.run(ask())
    assert got.startswith(answered) and (answered or not got)
    assert asked.startswith(b"HEAD") == (got.endswith(b"\r\n\r\n") and bool(got))


def test_an_event_is_one_line_of_json() -> None:
    try:
        raise ValueError("no\nsuch ü")
    except ValueError:
        record = logging.LogRecord("a", logging.ERROR, "f", 1, "line\n%s", ("two",), sys.exc_info())
    line = AsJson().format(record)
    assert "\n" not in line and line.isascii()
    read = json.loads(line)
    assert (read["level"], read["logger"], read["message"]) == ("error", "a", "line\ntwo")
    assert "ValueError: no" in read["traceback"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", read["time"])


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


@pytest.mark.slow
def test_a_hosted_game_tells_its_numbers_and_logs_json(tmp_path: Path) -> None:
    port, side = free_port(), free_port()
    words = [
        "play",
        "pig",
        "--host",
        "--no-open",
        "--bind",
        "127.0.0.1",
        "--port",
        str(port),
        "--save",
        "t.sqlite",
    ]
    command = [sys.executable, "-m", "gekido_dsl", *words, "--metrics", str(side), "--log", "json"]
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, cwd=tmp_path, env=env, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stderr is not None
        try:
            begun = json.loads(server.stderr.readline())
            assert begun["message"] == f"serving on port {port}" and begun["level"] == "info"
            with urllib.request.urlopen(f"http://127.0.0.1:{side}/metrics", timeout=30) as answer:
                assert values(answer.read().decode())["gekido_tables"] == 1
        finally:
            server.terminate()
        rest = [json.loads(line) for line in server.stderr.read().splitlines()]
    assert [one["message"] for one in rest][-1:] == ["stopped"]


@pytest.mark.slow
def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        side = taken.getsockname()[1]
        words = [
            "play",
            "pig",
            "--host",
            "--no-open",
            "--bind",
            "127.0.0.1",
            "--save",
            "t.sqlite",
            "--metrics",
            str(side),
        ]
        command = [sys.executable, "-m", "gekido_dsl", *words]
        env = os.environ | {"PYTHONPATH": str(ROOT)}
        done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, timeout=120)
    assert done.returncode == 2 and f"port {side} for --metrics cannot be had" in done.stderr
    assert "Traceback" not in done.stderr
