"""Connections that never ask, never end, never read or never stop are let go, and others are answered meanwhile."""

import asyncio
import logging
import struct
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

pytest.importorskip("uvicorn")

import uvicorn

from gekido_dsl.server import doors as doors_module
from gekido_dsl.server.doors import Doors, WatchedConfig
from gekido_dsl.server.quiet import Quiet
from gekido_dsl.server.running import bound

Reader, Writer = asyncio.StreamReader, asyncio.StreamWriter
KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
UPGRADE = (
    b"GET /s HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + b"\r\n\r\n"
)


FAULTS: list[Exception] = []
"""What the application could not send."""


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers, and notes where that fails."""
    try:
        await answer(scope, receive, send)
    except Exception as error:
        FAULTS.append(error)
        raise


async def answer(scope: Any, receive: Any, send: Any) -> None:
    """Answers with a page that is larger than what a socket takes at once, or takes messages."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        while (await receive())["type"] == "websocket.receive":
            pass
        return
    while scope["path"] != "/early" and (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(400 if scope["path"] == "/much" else 1):
        await send({"type": "http.response.body", "body": b"x" * 100_000, "more_body": True})
    while scope["path"] == "/early" and (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.body", "body": b""})


@asynccontextmanager
async def served(doors: Doors) -> AsyncIterator[int]:
    listening = bound("127.0.0.1", 0)
    port = listening.getsockname()[1]
    server = uvicorn.Server(
        WatchedConfig(
            app,
            doors,
            lifespan="off",
            log_level="critical",
            timeout_keep_alive=1,
            timeout_graceful_shutdown=1,
        )
    )
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    while not server.started:
        await asyncio.sleep(0.01)
    try:
        yield port
    finally:
        server.should_exit = True
        await serving


async def opened(port: int, data: bytes = b"") -> tuple[Reader, Writer]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(data)
    await writer.drain()
    return reader, writer


async def ends(reader: Reader) -> None:
    """Waits until the other side is gone."""
    try:
        while await asyncio.wait_for(reader.read(100_000), 20):
            pass
    except ConnectionError:
        pass


async def is_answered(port: int) -> None:
    reader, writer = await opened(port, b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    assert (await asyncio.wait_for(reader.readline(), 20)).startswith(b"HTTP/1.1 200")
    writer.close()


def run(attack: Callable[[int, Doors], Awaitable[None]], doors: Doors | None = None) -> None:
    watched = doors or Doors(100)

    async def whole() -> None:
        async with served(watched) as port:
            await attack(port, watched)
            await is_answered(port)

    asyncio.run(whole())


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"GET / HTTP/1.1\r\nHo",
        b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nabc",
        b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
    ],
)
@pytest.mark.dear
def test_who_never_ends_a_request_is_let_go(monkeypatch: pytest.MonkeyPatch, sent: bytes) -> None:
    monkeypatch.setattr(doors_module, "HEAD_S", 0.2)
    monkeypatch.setattr(doors_module, "BODY_S", 0.2)

    async def attack(port: int, doors: Doors) -> None:
        reader, writer = await opened(port, sent)
        await ends(reader)
        writer.close()

    run(attack)


def test_slow_headers_do_not_gain_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors_module, "HEAD_S", 0.5)

    async def attack(port: int, doors: Doors) -> None:
        reader, writer = await opened(port, b"GET / HTTP/1.1\r\n")
        gone = asyncio.ensure_future(ends(reader))
        for _ in range(200):
            if gone.done():
                break
            writer.write(b"a: b\r\n")
            await asyncio.sleep(0.1)
        assert gone.done()

    run(attack)


def test_who_does_not_read_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors_module, "STUCK_S", 0.3)

    async def attack(port: int, doors: Doors) -> None:
        _, writer = await opened(port, b"GET /much HTTP/1.1\r\nHost: x\r\n\r\n")
        while not doors.open:
            await asyncio.sleep(0.02)
        while doors.open:
            await asyncio.sleep(0.05)
        writer.transport.abort()

    run(attack)


def frame(opcode: int, data: bytes, *, fin: bool = True, masked: bool = True) -> bytes:
    """Writes a frame of a client."""
    length = bytes([len(data) | (128 if masked else 0)]) if len(data) < 126 else (
        bytes([126 | 128]) + struct.pack(">H", len(data))
    )  # fmt: skip
    return bytes([opcode | (128 if fin else 0)]) + length + (b"\0\0\0\0" if masked else b"") + data


FLOODS = {
    "pings": frame(9, b"x" * 100) * 200_000,
    "pongs": frame(10, b"") * 500_000,
    "parts of nothing": frame(1, b"", fin=False) + frame(0, b"", fin=False) * 500_000,
    "messages": frame(1, b"{}") * 500_000,
    "one endless message": frame(1, b"", fin=False) + frame(0, b"x" * 60_000, fin=False) * 300,
    "no mask": frame(1, b"{}", masked=False),
    "an opcode that is none": frame(5, b""),
    "a ping in parts": frame(9, b"x", fin=False),
    "a long ping": frame(9, b"x" * 200),
    "bytes that are no text": frame(1, b"\xff\xfe"),
    "a part of nothing": frame(0, b"x"),
    "noise": bytes(range(255, 0, -1)) * 100,
}


@pytest.mark.parametrize("what", FLOODS)
def test_a_socket_that_floods_is_closed(what: str) -> None:
    async def attack(port: int, doors: Doors) -> None:
        reader, writer = await opened(port, UPGRADE)
        await reader.readuntil(b"\r\n\r\n")

        async def write() -> None:
            try:
                data = FLOODS[what]
                for at in range(0, len(data), 50_000):
                    writer.write(data[at : at + 50_000])
                    await writer.drain()
            except ConnectionError:
                pass

        writing = asyncio.ensure_future(write())
        await is_answered(port)
        while doors.open > 1:
            await asyncio.sleep(0.02)
        writer.transport.abort()
        await writing

    run(attack)


def test_a_page_that_is_open_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doors_module, "HEAD_S", 0.2)
    monkeypatch.setattr(doors_module, "BODY_S", 0.2)

    async def attack(port: int, doors: Doors) -> None:
        reader, writer = await opened(port, UPGRADE)
        await reader.readuntil(b"\r\n\r\n")
        held = [await opened(port, b"GET /") for _ in range(30)]
        await asyncio.sleep(0.5)
        writer.write(frame(9, b"ping"))
        assert (await asyncio.wait_for(reader.readexactly(6), 20))[2:] == b"ping"
        for _, other in [*held, (reader, writer)]:
            other.transport.abort()

    run(attack, Doors(100, most_asking=10, while_s=0))


def test_half_open_connections_of_one_address_give_way_to_each_other() -> None:
    async def attack(port: int, doors: Doors) -> None:
        held = [await opened(port, b"GET /") for _ in range(60)]
        await is_answered(port)
        assert doors.open <= doors.most_asking
        for _, writer in held:
            writer.transport.abort()

    run(attack, Doors(100, most_asking=10, while_s=0))


def test_many_pages_that_open_at_once_at_one_address_are_all_answered() -> None:
    async def attack(port: int, doors: Doors) -> None:
        await asyncio.gather(*(is_answered(port) for _ in range(60)))

    run(attack, Doors(100, most_asking=10))


class Fake:
    """A connection of an address."""

    def __init__(self, address: str) -> None:
        self.address, self.gone = address, False

    def get_extra_info(self, name: str) -> Any:
        return (self.address, 1)

    def abort(self) -> None:
        self.gone = True

    def is_closing(self) -> bool:
        return self.gone


CHUNKED = b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n"
WRONG = {
    "a body of a hundred thousand parts": CHUNKED + b"1\r\nx\r\n" * 100_000,
    "ten thousand headers": b"GET / HTTP/1.1\r\nHost: x\r\n" + b"a:\r\n" * 5_000 + b"\r\n",
    "a length that is none": CHUNKED + b"1\r\nx\r\nzz\r\n",
    "a part with more to it than fits": CHUNKED + b"1;" + b"x" * 200_000,
    "headers without end": b"GET / HTTP/1.1\r\nX: " + b"x" * 200_000,
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_no_request_is_told_so_and_let_go(what: str) -> None:
    FAULTS.clear()

    async def attack(port: int, doors: Doors) -> None:
        reader, writer = await opened(port)
        writer.write(WRONG[what])
        try:
            first = await asyncio.wait_for(reader.readline(), 20)
            assert first.startswith(b"HTTP/1.1 400") or not first
        except ConnectionError:
            pass
        while doors.open:
            await asyncio.sleep(0.02)
        writer.transport.abort()

    run(attack)
    assert not FAULTS


def test_a_body_in_many_parts_of_the_size_of_packets_is_taken() -> None:
    async def attack(port: int, doors: Doors) -> None:
        reader, writer = await opened(port)
        part = b"400\r\n" + b"x" * 1024 + b"\r\n"
        writer.write(CHUNKED + part * 2_000 + b"0\r\n\r\n")
        first = await asyncio.wait_for(reader.readline(), 20)
        assert first.startswith(b"HTTP/1.1 200"), first
        writer.transport.abort()

    run(attack)


def test_a_request_is_broken_off_after_its_answer_began() -> None:
    FAULTS.clear()

    async def attack(port: int, doors: Doors) -> None:
        reader, writer = await opened(port, CHUNKED.replace(b"POST /", b"POST /early"))
        assert (await asyncio.wait_for(reader.readline(), 20)).startswith(b"HTTP/1.1 200")
        writer.write(b"zz\r\n")
        while doors.open:
            await asyncio.sleep(0.02)
        writer.transport.abort()

    run(attack)
    assert not FAULTS


def test_pages_of_many_addresses_leave_room_for_one_more() -> None:
    doors: Any = Doors(6, while_s=0)
    many = [Fake(f"6.6.6.{number // 2}") for number in range(6)]
    for one in many:
        assert doors.comes(one)
        doors.is_served(one)
    honest = Fake("1.1.1.1")
    assert doors.comes(honest), "three addresses have two each"
    assert [one.gone for one in many] == [False, True, False, False, False, False]
    doors.is_served(honest)
    assert doors.comes(Fake("1.1.1.2")) and doors.open == 6
    assert not honest.gone


def test_what_asks_for_nothing_goes_first() -> None:
    doors: Any = Doors(6, most_asking=4, most_of_one=4, while_s=0)
    bad, good = [Fake("6.6.6.6") for _ in range(5)], [Fake(f"1.1.1.{number}") for number in range(3)]
    for one in good[:2]:
        assert doors.comes(one)
        doors.is_served(one)
    assert all(doors.comes(one) for one in bad)
    assert [one.gone for one in bad] == [True, False, False, False, False]
    assert doors.open == 6 and doors.comes(good[2]) and doors.open == 6
    assert [one.gone for one in bad] == [True, True, False, False, False] and not any(
        one.gone for one in good
    )
    for one in [*bad[2:], good[2]]:
        doors.is_served(one)
    assert doors.comes(Fake("7.7.7.7")), "one address has three"
    assert [one.gone for one in bad] == [True, True, False, False, True]
    assert doors.comes(Fake("6.6.6.6")) and doors.open == 6
    doors.asks(bad[3])
    assert doors.comes(Fake("7.7.7.7")) and doors.open == 6


def test_addresses_of_one_network_are_one() -> None:
    assert doors_module._address(Fake("2001:db8:1:2:3:4:5:6")) == "2001:db8:1:2"  # type: ignore[arg-type]
    assert doors_module._address(Fake("::1")) == "::1"  # type: ignore[arg-type]


def test_the_terminal_is_told_once_a_minute() -> None:
    now = [0.0]
    quiet = Quiet(lambda: now[0])

    def told(text: str, error: Exception | None = None) -> str | None:
        info = (type(error), error, None) if error else None
        record = logging.LogRecord("asyncio", logging.ERROR, "", 1, text, (), info)
        return f"{record.getMessage()}{'!' if record.exc_info else ''}" if quiet.filter(record) else None

    assert told("accept failed\nsocket: 1", OSError(24, "too many")) == "accept failed: [Errno 24] too many"
    assert [told(f"accept failed\nsocket: {number}") for number in range(50)] == [None] * 50
    assert told("fault", KeyError("x")) == "fault!"
    now[0] = 61.0
    assert told("accept failed") == "accept failed (and 50 times more since)"
    for number in range(1_000):
        told(f"kind {number}")
    assert len(quiet._told) <= 200
