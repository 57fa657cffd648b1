"""Real servers for a browser: tables that others join, and the studio, each in a thread of the test at a free port."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

import uvicorn

from gekido_dsl.api import read
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.server.app import application
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.database import Database
from gekido_dsl.server.guard import Addresses
from gekido_dsl.server.tables import Tables
from gekido_dsl.table import plain_bots
from gekido_dsl.table.rules import Rules

KINDS = {"person": "Person", "random": "Bot"}
_START_S = 60


def _executor(made: Compilation, setting: Setting) -> Executor:
    return made.executor()


@contextmanager
def serving(app: Any, listening: socket.socket) -> Iterator[str]:
    """Serves an application; gives its address, without a `/` at its end."""
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", ws="websockets-sansio"))
    worker = threading.Thread(target=server.run, args=([listening],), daemon=True)
    worker.start()
    try:
        end = time.monotonic() + _START_S
        while not server.started:
            assert worker.is_alive() and time.monotonic() < end, "the server does not start"
            worker.join(0.025)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        server.should_exit = True
        worker.join(_START_S)


@contextmanager
def hosted(
    game: str, path: Path | None = None, playtest: tuple[str, ...] | None = None
) -> Iterator[tuple[Tables, str]]:
    """Hosts tables of a game."""
    rules = Rules(read(game).compilation, game, "test", KINDS, seed=lambda: 7, playtest=playtest)
    tables = Tables(rules, BotThreads(plain_bots, _executor, threads=2), Database(path), most=10, pace_s=0)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))  # it is held from now on, so that nobody else takes it
        port = int(listening.getsockname()[1])
        app = application(tables, Addresses.of(("127.0.0.1",), port), link=lambda: f"http://127.0.0.1:{port}")
        with serving(app, listening) as base:
            yield tables, base
