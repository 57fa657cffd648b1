"""The tables of a server in this process, asked as a browser would ask."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx2")

from starlette.testclient import TestClient

from gekido_dsl.api import read
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.server.app import application
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.database import Database
from gekido_dsl.server.guard import OPEN, Addresses, Limits
from gekido_dsl.server.tables import Tables
from gekido_dsl.table import plain_bots
from gekido_dsl.table.rules import Rules

BASE = "http://127.0.0.1:8000"
KINDS = {"person": "Person", "random": "Bot", "greedy": "Better bot"}


def searcher(made: Compilation, setting: Setting) -> Executor:
    return made.executor()


def tables_of(name: str, path: Path | None = None, most: int = 10) -> Tables:
    rules = Rules(read(name).compilation, name, "test", KINDS, seed=lambda: 7)
    return Tables(rules, BotThreads(plain_bots, searcher, threads=2), Database(path), most=most, pace_s=0)


def client_of(
    tables: Tables, limits: Limits = OPEN, *, forwarded: bool = False, alone: bool = False
) -> TestClient:
    addresses = Addresses.of(("127.0.0.1", "localhost"), 8000, forwarded=forwarded)
    app = application(tables, addresses, limits, link=lambda: BASE, alone=alone)
    return TestClient(app, base_url=BASE)


@pytest.fixture
def opened() -> Iterator[Callable[..., tuple[Tables, TestClient]]]:
    """Opens tables of a game, with a client that talks to it."""
    clients: list[TestClient] = []

    def make(
        name: str = "classics/tic_tac_toe", path: Path | None = None, most: int = 10, **how: object
    ) -> tuple[Tables, TestClient]:
        tables = tables_of(name, path, most)
        client = client_of(tables, **how)  # type: ignore[arg-type]
        client.__enter__()
        clients.append(client)
        return tables, client

    yield make
    for one in clients:
        one.__exit__(None, None, None)
