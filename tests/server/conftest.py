"""A hall of tables in this process, asked as a browser would ask."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pytest.importorskip("starlette")
pytest.importorskip("httpx")

from starlette.testclient import TestClient

from gekido_dsl.api import read
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.server.app import application
from gekido_dsl.server.guard import OPEN, Addresses, Limits
from gekido_dsl.server.hall import Hall, Rules
from gekido_dsl.server.keeping import Keeper
from gekido_dsl.server.thinking import Thinkers
from gekido_dsl.table import plain_bots

BASE = "http://127.0.0.1:8000"
KINDS = {"person": "Person", "random": "Bot", "greedy": "Better bot"}


def searcher(made: Compilation, setting: Setting) -> Executor:
    return made.executor()


def hall_of(name: str, path: Path | None = None, most: int = 10) -> Hall:
    rules = Rules(read(name).compilation, name, "test", KINDS, seed=lambda: 7)
    return Hall(rules, Thinkers(plain_bots, searcher, threads=2), Keeper(path), most=most, pace_s=0)


def client_of(
    hall: Hall, limits: Limits = OPEN, *, forwarded: bool = False, alone: bool = False
) -> TestClient:
    addresses = Addresses.of(("127.0.0.1", "localhost"), 8000, forwarded=forwarded)
    app = application(hall, addresses, limits, link=lambda: BASE, alone=alone)
    return TestClient(app, base_url=BASE)


@pytest.fixture
def opened() -> Iterator[Callable[..., tuple[Hall, TestClient]]]:
    """Opens a hall for a game, with a client that talks to it."""
    clients: list[TestClient] = []

    def make(
        name: str = "classics/tic_tac_toe", path: Path | None = None, most: int = 10, **how: object
    ) -> tuple[Hall, TestClient]:
        hall = hall_of(name, path, most)
        client = client_of(hall, **how)  # type: ignore[arg-type]
        client.__enter__()
        clients.append(client)
        return hall, client

    yield make
    for one in clients:
        one.__exit__(None, None, None)
