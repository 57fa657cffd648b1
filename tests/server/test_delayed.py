"""What those see who look on later: nothing before its time, and no more waits than may."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

from gekido_dsl.api import read
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.clock import Terms
from gekido_dsl.server.delayed import MOST, Delayed
from gekido_dsl.server.served_table import ServedTable
from gekido_dsl.table import Table, Viewer, opened, plain_bots


def test_what_waits_is_bounded_and_nothing_comes_before_its_time() -> None:
    waits: Delayed[int] = Delayed(100.0)
    shown = []
    for made in range(10_000):
        now = made / 10
        waits.put(now, made)
        assert len(waits) <= 2 * MOST + 2
        if (found := waits.due(now)) is not None:
            assert found / 10 <= now - 100.0
            shown.append(found)
    assert shown == sorted(shown) and len(shown) > 200
    assert waits.due(2_000.0) == 9_999 and waits.next_at() is None


def _executor(made: Compilation, setting: Setting) -> Executor:
    return made.executor()


async def _nothing() -> AsyncIterator[dict[str, Any]]:
    await asyncio.Event().wait()
    yield {}


def test_who_looks_on_later_sees_the_match_as_it_stood() -> None:
    made = read("classics/tic_tac_toe").compilation
    table = Table(made, opened(made, Setting(2, 1), ("person", "person")), is_watched=True)
    sent: list[tuple[float, dict[str, Any]]] = []
    taken: list[float] = []

    async def send(message: dict[str, Any]) -> None:
        if "shown" in message:
            sent.append((time.monotonic(), message["shown"]))

    async def run() -> None:
        bots = BotThreads(plain_bots, _executor, threads=1)
        served = ServedTable(table, bots, {"person": ""}, pace_s=0, terms=Terms(delay=1))
        people = [Viewer(frozenset({seat})) for seat in (0, 1)]

        async def choose() -> None:
            seat = table.session.decision.seat  # type: ignore[union-attr]
            message = {"do": "choose", "step": len(table.session.steps), "choice": 0}
            assert await served.do(lambda: table.do(message, people[seat])) == []
            served.wake()
            taken.append(time.monotonic())

        served.wake()
        for _ in range(2):
            await choose()
        await asyncio.sleep(1.1)
        await choose()
        looks = asyncio.create_task(served.attend(Viewer(), send, _nothing()))
        await asyncio.sleep(0.3)
        first = [one for _, one in sent]
        assert [one["step"] for one in first] == [2] and first[0]["live"] and first[0]["picture"], first
        await choose()
        await asyncio.sleep(1.6)
        looks.cancel()
        await asyncio.gather(looks, return_exceptions=True)
        await served.close()
        bots.close()

    asyncio.run(run())
    assert sent[-1][1]["step"] == 4
    for at, shown in sent:
        if shown["step"]:
            assert at - taken[shown["step"] - 1] >= 0.99, (at, shown["step"])
    assert 3 in [shown["step"] for _, shown in sent]
