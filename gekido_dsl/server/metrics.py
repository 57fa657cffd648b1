"""Numbers of a running server, for a Prometheus on the same computer, on a port of their own.

Invariants:
    No number names a table, a player, a key or an address.
    Whoever asks cannot hold up the tables: one short answer, then the connection is closed.

The format is a line for each number, so no library is needed for it: a dozen numbers without labels.
"""

import asyncio
import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from gekido_dsl.server.tables import Tables

LOCAL: Final = "127.0.0.1"
_HEAD_S: Final = 5.0
_MOST_HEAD_BYTES: Final = 8_000

Numbers = Callable[[], Iterator[tuple[str, str, str, float]]]
"""Gives of each number its name, its type, what it says, and itself."""


def numbers(tables: Tables, version: str, connections: Callable[[], int]) -> Numbers:
    """Makes what counts at a server of tables."""
    begun = time.time()

    def told() -> Iterator[tuple[str, str, str, float]]:
        entries = list(tables.entries.values())
        served = [entry.served for entry in entries if entry.served is not None]
        yield f'gekido_info{{version="{version}"}}', "gauge", "The version that runs.", 1
        yield "gekido_tables", "gauge", "Tables that exist.", len(entries)
        yield "gekido_tables_limit", "gauge", "Tables that may exist.", tables.most
        yield (
            "gekido_tables_over",
            "gauge",
            "Tables whose match is over.",
            sum(entry.over for entry in entries),
        )
        yield (
            "gekido_tables_paused",
            "gauge",
            "Tables that are paused.",
            sum(entry.paused for entry in entries),
        )
        stopped = sum(bool(one.stopped) for one in served)
        yield "gekido_tables_stopped", "gauge", "Tables that a fault or a full disk has stopped.", stopped
        pages = sum(len(one.connections) for one in served)
        yield "gekido_pages", "gauge", "Pages that show a table now.", pages
        yield "gekido_connections", "gauge", "Open connections of any kind.", connections()
        yield (
            "gekido_tables_unreadable",
            "gauge",
            "Tables in the file that cannot be read.",
            len(tables.database.broken),
        )
        yield "process_start_time_seconds", "gauge", "When the process began, since 1970.", begun
        yield "process_cpu_seconds_total", "counter", "Processor time used.", time.process_time()
        memory = _memory()
        if memory is not None:
            yield "process_resident_memory_bytes", "gauge", "Memory used.", memory

    return told


def _memory() -> int | None:
    """Tells how much memory this process holds; None where the system does not say it in this way."""
    if sys.platform != "linux":
        return None
    import resource

    with contextlib.suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * resource.getpagesize()
    return None


def written(told: Numbers) -> str:
    """Writes numbers as Prometheus reads them."""
    lines = []
    for name, sort, about, number in told():
        bare = name.partition("{")[0]
        lines += [f"# HELP {bare} {about}", f"# TYPE {bare} {sort}", f"{name} {number:.15g}"]
    return "\n".join(lines) + "\n"


async def serve(port: int, told: Numbers) -> asyncio.Server:
    """Answers `/metrics` and `/health` on a port of this computer alone.

    Raises:
        OSError: the port cannot be had.
    """

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(_HEAD_S):
                head = await reader.readuntil(b"\r\n\r\n")
            words = head.split(b"\r\n", 1)[0].split(b" ")
            writer.write(_answered(words, told))
            async with asyncio.timeout(_HEAD_S):
                await writer.drain()
        except (TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, ConnectionError):
            pass
        finally:
            writer.close()
            with contextlib.suppress(ConnectionError):
                await writer.wait_closed()

    return await asyncio.start_server(answer, LOCAL, port, limit=_MOST_HEAD_BYTES)


def _answered(words: list[bytes], told: Numbers) -> bytes:
    if len(words) != 3 or words[0] not in (b"GET", b"HEAD"):
        status, body = "405 Method Not Allowed", "only GET\n"
    elif words[1] == b"/metrics":
        status, body = "200 OK", written(told)
    elif words[1] == b"/health":
        status, body = "200 OK", "ok\n"
    else:
        status, body = "404 Not Found", "there is /metrics and /health\n"
    content = body.encode()
    head = f"HTTP/1.1 {status}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
    head += f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
    return head.encode() + (b"" if words[0] == b"HEAD" else content)
