"""What those see who look on later: nothing before its time, and no more waits than may."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from gekido_dsl.api import read
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.clock import Terms
from gekido_dsl.server.delayed import MOST, Delayed
from gekido_dsl.server.series import Series
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


@pytest.mark.dear
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


DELAY_S = 1_000
_APART_S = 30
"""So far apart choices are that none takes the place of the one before among what waits."""


class _Clock(asyncio.SelectorEventLoop):
    """A loop whose time can be put forward."""

    skipped = 0.0

    def time(self) -> float:
        return super().time() + self.skipped


class _Looks:
    """A table that is looked on at later, and what those were shown who looked on."""

    def __init__(self, loop: _Clock) -> None:
        made = read("classics/tic_tac_toe").compilation
        self.loop = loop
        self.table = Table(made, opened(made, Setting(2, 1), ("person", "person")), is_watched=True)
        self.bots = BotThreads(plain_bots, _executor, threads=1)
        terms = Terms(seconds=100_000, delay=DELAY_S)
        self.served = ServedTable(
            self.table, self.bots, {"person": ""}, pace_s=0, terms=terms, series=Series(3)
        )
        self.people = [Viewer(frozenset({seat}), is_host=seat == 0) for seat in (0, 1)]
        self.told: list[tuple[float, dict[str, Any]]] = []
        """What somebody would have been shown at once, and from when on."""
        self.sent: list[tuple[float, dict[str, Any]]] = []
        self.looking: list[asyncio.Task[None]] = []

    @property
    def shown(self) -> list[dict[str, Any]]:
        return [shown for _, shown in self.sent]

    async def do(self, seat: int = 0, **message: Any) -> None:
        """Has something be done, a while after what was done before."""
        self.loop.skipped += _APART_S
        since = self.loop.time()
        if message["do"] == "choose":
            decision = self.table.session.decision
            assert decision is not None
            seat, message["step"] = decision.seat, len(self.table.session.steps)
        assert await self.served.do(lambda: self.table.do(message, self.people[seat])) == []
        self.served.wake()
        await self.until(lambda: self.served._recorded_change == self.table.change)
        self.told.append((since, self.table.shown(Viewer())["shown"]))

    async def until(self, comes: Callable[[], bool]) -> None:
        for _ in range(3_000):
            if comes():
                return
            await asyncio.sleep(0.01)
        raise AssertionError(self.shown[-1:])

    def look(self) -> None:
        async def send(message: dict[str, Any]) -> None:
            if "shown" in message:
                self.sent.append((self.loop.time(), message["shown"]))

        self.looking.append(asyncio.create_task(self.served.attend(Viewer(), send, _nothing())))

    async def sees(self, later_s: float, step: int) -> None:
        """Waits until those who look on come to so many decisions, some time later."""
        self.loop.skipped += later_s
        for one in self.served.connections:
            one.changed.set()  # the loop does not notice by itself that time was put forward
        await self.until(lambda: bool(self.sent) and self.shown[-1]["step"] == step)

    async def close(self) -> None:
        for one in self.looking:
            one.cancel()
        await asyncio.gather(*self.looking, return_exceptions=True)
        await self.served.close()
        self.bots.close()

    def check(self) -> None:
        """Nothing that was shown says more than what was shown at once a delay before."""
        for at, shown in self.sent:
            lines = {line["text"] for line in shown["log"]}
            may = [
                one
                for since, one in self.told
                if since <= at - DELAY_S
                and all(one[name] == shown[name] for name in ("step", "heading", "outcome", "taking_back"))
                and one["picture"]["text"] == shown["picture"]["text"]
                and {line["text"] for line in one["log"]} >= lines
            ]
            assert may, (at, shown["step"], lines)
            assert shown["series"]
            assert shown["outcome"] or shown["clock"]


def _looked_at(script: Callable[[_Looks], Awaitable[None]]) -> list[dict[str, Any]]:
    """Plays a script at a table; gives what those were shown who came to look on in it."""

    async def run() -> list[dict[str, Any]]:
        loop = asyncio.get_running_loop()
        assert isinstance(loop, _Clock)
        looks = _Looks(loop)
        try:
            await script(looks)
            looks.check()
        finally:
            await looks.close()
        return looks.shown

    with asyncio.Runner(loop_factory=_Clock) as runner:
        return runner.run(run())


def test_what_is_taken_back_is_shown_as_it_was_until_its_time_comes() -> None:
    async def script(at: _Looks) -> None:
        for _ in range(3):
            await at.do(do="choose", choice=0)
        at.loop.skipped += DELAY_S
        await at.do(do="undo", anyway=True)
        for _ in range(2):
            await at.do(do="choose", choice=1)
        at.look()
        await at.sees(0, 3)
        await at.sees(DELAY_S - 2 * _APART_S + 10, 2)
        await at.sees(_APART_S, 3)
        await at.sees(_APART_S, 4)

    shown = _looked_at(script)
    told = ["takes back" in str([line["text"] for line in one["log"]]) for one in shown]
    assert [one["step"] for one in shown] == [3, 2, 3, 4] and told == [False, True, False, False]
    assert shown[0]["picture"] != shown[2]["picture"]


def test_another_match_is_seen_when_its_time_comes() -> None:
    async def script(at: _Looks) -> None:
        while at.table.session.decision is not None:
            await at.do(do="choose", choice=0)
        over = len(at.table.session.steps)
        at.loop.skipped += DELAY_S
        await at.do(do="again")
        at.look()
        await at.sees(0, over)
        await at.do(do="choose", choice=0)
        await at.sees(DELAY_S - _APART_S + 10, 0)
        await at.sees(_APART_S, 1)

    shown = _looked_at(script)
    assert [bool(one["outcome"]) for one in shown] == [True, False, False]


def test_a_remark_of_later_stands_at_no_moment_before() -> None:
    async def script(at: _Looks) -> None:
        for _ in range(2):
            await at.do(do="choose", choice=0)
        await at.do(do="undo", anyway=True)
        at.loop.skipped += DELAY_S - 3 * _APART_S + 10
        await at.do(do="pause")  # which says nothing of what was chosen
        at.look()
        await at.sees(0, 1)

    (shown,) = _looked_at(script)
    assert not any("take" in str(line["text"]) for line in shown["log"])
