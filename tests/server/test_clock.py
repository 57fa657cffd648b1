"""Clocks of hosted tables: what they count, what others are told of them, and what happens at zero."""

import asyncio
import time
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

from at_table import Page, sit

from gekido_dsl.api import read
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.server.bot_threads import BotThreads
from gekido_dsl.server.clock import BOT, LEAVE, MATCH, MOVE, Clock, Terms, is_kept
from gekido_dsl.server.served_table import ServedTable
from gekido_dsl.table import Table, Viewer, opened, plain_bots


def _executor(made: Compilation, setting: Setting) -> Executor:
    return made.executor()


def test_a_choice_begins_with_all_its_time() -> None:
    clock = Clock(Terms(60))
    clock.follow(0, "one", 100.0)
    assert clock.left(0, 130.0) == 30.0
    clock.follow(1, "two", 130.0)
    clock.follow(0, "three", 150.0)
    assert clock.left(0, 150.0) == 60.0 and clock.left(0, 300.0) == 0.0


def test_a_match_has_its_time_once_and_a_pause_costs_none() -> None:
    clock = Clock(Terms(60, MATCH))
    clock.follow(0, "one", 0.0)
    clock.follow(None, None, 20.0)
    clock.follow(0, "one", 500.0)
    clock.follow(1, "two", 510.0)
    assert clock.left(0, 900.0) == 30.0


def test_who_decides_in_secret_is_told_by_no_clock_of_others() -> None:
    clock = Clock(Terms(60, MATCH))
    clock.follow(1, "one", 0.0)
    shown = clock.shown([True, True, False], 0, True, 30.0)
    assert shown["running"] is None and shown["left"] == [60.0, 60.0, None]
    assert clock.shown([True, True, False], 1, True, 30.0)["left"] == [60.0, 30.0, None]


def test_what_is_no_time_is_none() -> None:
    assert Terms.read({"seconds": "soon", "per": 7, "zero": None, "delay": "-3"}) == Terms()
    assert Terms.read(Terms(9, MATCH, LEAVE, 60).kept()) == Terms(9, MATCH, LEAVE, 60)
    assert Terms.read({"seconds": "99999999"}).seconds == 14 * 86_400


async def _nothing() -> AsyncIterator[dict[str, Any]]:
    await asyncio.Event().wait()
    yield {}


def _after_zero(zero: str) -> tuple[list[str], int, list[dict[str, Any]]]:
    """Lets the time of one person be over; gives who plays then, how many decided, and what the other was shown."""
    made = read("classics/tic_tac_toe").compilation
    table = Table(made, opened(made, Setting(2, 1), ("person", "person")), is_watched=True)
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    async def run() -> None:
        bots = BotThreads(plain_bots, _executor, threads=1)
        served = ServedTable(table, bots, {"person": "", "random": ""}, pace_s=0, terms=Terms(1, zero=zero))
        seats = [
            asyncio.create_task(served.attend(Viewer(frozenset({seat})), send, _nothing())) for seat in (0, 1)
        ]
        for _ in range(400):
            await asyncio.sleep(0.02)
            if len(table.session.steps) >= 1:
                await asyncio.sleep(0.5)  # until it is shown
                break
        for one in seats:
            one.cancel()
        await asyncio.gather(*seats, return_exceptions=True)
        await served.close()
        bots.close()

    asyncio.run(run())
    return table.seats, len(table.session.steps), sent


def test_at_zero_a_bot_takes_the_choice() -> None:
    seats, decisions, sent = _after_zero(BOT)
    assert seats == ["person", "person"] and decisions >= 1
    said = [one["text"] for message in sent for one in message.get("shown", {}).get("log", [])]
    assert any("time of player 1 was over, so a bot chose" in str(one) for one in said), said
    clocks = [one["shown"]["clock"] for one in sent if "shown" in one]
    assert clocks and clocks[-1]["per"] == "move" and all(0 <= left <= 1 for left in clocks[-1]["left"])


def test_at_zero_a_bot_takes_the_seat() -> None:
    seats, decisions, _ = _after_zero(LEAVE)
    assert seats[0] == "random" and decisions >= 1


def test_a_secret_choice_is_told_by_no_clock_however_often_it_is_looked_at() -> None:
    for per in (MATCH, MOVE):
        told = []
        for asked in (0, 1):
            clock, question = Clock(Terms(60, per)), object()
            clock.follow(2, object(), 0.0)
            clock.follow(None, None, 4.0)
            clock.follow(asked, question, 5.0, secret=True)
            clock.follow(asked, question, 9.0, secret=True)
            told.append([clock.shown([True] * 3, reader, True, 9.0) for reader in (2, None)])
        assert told[0] == told[1]


def test_what_was_used_is_kept_and_taken_up() -> None:
    clock = Clock(Terms(60, MATCH))
    clock.follow(0, "one", 0.0)
    clock.count(20.0)
    kept = clock.kept(4)
    assert is_kept(kept)
    again = Clock(Terms(60, MATCH))
    assert again.take_up(kept, 4) and not Clock(Terms(60)).take_up(kept, 5)
    again.follow(0, "one", 1_000.0)
    assert again.left(0, 1_005.0) == 35.0


def test_what_is_no_clock_is_none() -> None:
    for garbled in (
        [],
        {"used": 7},
        {"used": [[0]]},
        {"used": [["0", 1]]},
        {"open": [[0, -1]]},
        {"used": [[0, 1e300]]},
    ):
        assert not is_kept(garbled), garbled
    assert is_kept({}) and is_kept({"used": [[0, 1.5]], "open": [], "step": 3})


def test_a_server_that_is_started_anew_gives_nobody_their_time_back(opened: Any, tmp_path: Path) -> None:
    file = tmp_path / "tables.sqlite"
    for per in (MATCH, MOVE):
        tables, client = opened(path=file)
        entry = tables.make_at_rest(Setting(2, 1), ["person", "person"], Terms(600, per))
        with (
            sit(client, entry, entry.keys["seats"][0]) as one,
            sit(client, entry, entry.keys["seats"][1]) as other,
        ):
            Page(one), Page(other)
            clock = entry.served.clock
            while clock.asked is None:
                time.sleep(0.01)
            clock.since -= 100
            clock.count(clock.since + 100)
            tables._keep(entry)
        again, _ = opened(path=file)
        found = again.entries[entry.id]
        table = ServedTable(
            again._reopened(found), again.bot_threads, {}, terms=found.terms, used=found.clock
        )
        asked = table.table.session.decision
        table.clock.follow(asked.seat, asked, 0.0)
        assert 480 < table.clock.left(asked.seat, 0.0) <= 500.5
        table.clock.follow(1 - asked.seat, object(), 0.0)
        assert table.clock.left(1 - asked.seat, 0.0) == 600


def test_nothing_is_written_while_no_clock_runs() -> None:
    made = read("classics/tic_tac_toe").compilation
    table = Table(made, opened(made, Setting(2, 1), ("person", "person")), is_watched=True)
    kept: list[float] = []

    async def run() -> tuple[int, int]:
        bots = BotThreads(plain_bots, _executor, threads=1)
        served = ServedTable(
            table, bots, {"person": ""}, lambda: kept.append(0), pace_s=0, terms=Terms(600, MATCH)
        )
        for _ in range(8):  # nobody has come yet
            served.wake()
            await asyncio.sleep(0.02)
        idle = len(kept)
        seats = [
            asyncio.create_task(served.attend(Viewer(frozenset({seat})), _ignored, _nothing()))
            for seat in (0, 1)
        ]
        while served.clock.asked is None:
            await asyncio.sleep(0.02)
        for _ in range(500):
            await asyncio.sleep(0.02)
            if kept:
                break
        runs = len(kept)
        for one in seats:
            one.cancel()
        await asyncio.gather(*seats, return_exceptions=True)
        await served.close()
        bots.close()
        return idle, runs

    idle, runs = asyncio.run(run())
    assert idle == 0 and runs >= 1


def test_who_decides_in_secret_loses_the_seat_when_nobody_does_any_more() -> None:
    made = read("classics/estate_sale").compilation
    table = Table(made, opened(made, Setting(3, 1), ("person",) * 3), is_watched=True)
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    def told() -> str:
        logs = [one["shown"]["log"] for one in sent if "shown" in one]
        return str([line["text"] for log in logs for line in log])

    async def run() -> None:
        bots = BotThreads(plain_bots, _executor, threads=1)
        served = ServedTable(table, bots, {"person": "", "random": ""}, pace_s=0, terms=Terms(1, zero=LEAVE))
        people = [Viewer(frozenset({seat})) for seat in range(3)]
        seats = [
            asyncio.create_task(served.attend(viewer, send if seat else _ignored, _nothing()))
            for seat, viewer in enumerate(people)
        ]
        decision = table.session.decision
        assert decision is not None and decision.secret and decision.seat == 0
        while not table.session.steps:
            await asyncio.sleep(0.02)
        served.clock.terms = Terms(600, zero=LEAVE)  # the others have time
        served.wake()
        await asyncio.sleep(0.2)
        assert table.seats == ["person"] * 3 and len(table.session.steps) == 1
        assert "time of player" not in told()  # the others learn nothing of it
        for seat in (1, 2):
            choice = {"do": "choose", "step": 0, "choice": 0}
            assert not await served.do(partial(table.do, choice, people[seat]))
            served.wake()
        for _ in range(500):
            await asyncio.sleep(0.02)
            if "plays on there" in told():
                break
        assert table.session.decision is not None and not table.session.decision.secret
        assert table.seats == ["random", "person", "person"]
        assert "time of player 1 was over, so a bot plays on there" in told()
        for one in seats:
            one.cancel()
        await asyncio.gather(*seats, return_exceptions=True)
        await served.close()
        bots.close()

    asyncio.run(run())


async def _ignored(message: dict[str, Any]) -> None:
    """Shows nothing."""
