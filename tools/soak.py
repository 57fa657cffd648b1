"""Serves tables to honest people and to bad guests at once, and measures how long the honest wait; or kills the server.

python tools/soak.py                    # 50 tables, 30 s without guests and 60 s with them
python tools/soak.py --kills 30         # kill -9 at random moments: what was acknowledged has to be there again
python tools/soak.py --half-open 1100   # connections that never ask, and a phone with an old key, at one address
python tools/soak.py --half-open 1100 --addresses 100

The guests are half open, slow, flooding, lying and not reading; some of them are at the address of the honest, and some
have a right key. They run in a process of their own.

Beside the answers it measures what the machine makes people wait: a process that sends back what it is sent,
asked five times a second by whoever plays; and what the server has used of the processor.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ROOT = Path(__file__).resolve().parents[1]
WAIT_S = 120
PING = b"\x89\xe4\0\0\0\0" + b"x" * 100
UPGRADE = (
    "GET {} HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
LIES = tuple(
    lie.replace(b"\n", b"\r\n")
    for lie in (
        b"\x16\x03\x01\x02\x00\x01\x00" * 20,
        b"GET / HTTP/9.9\n\n",
        b"GET /%00/../../etc/passwd HTTP/1.1\nHost: {}\n\n",
        b"GET / HTTP/1.1\nHost: evil.example\n\n",
        b"GET / HTTP/1.1\nHost: {}\nHost: evil.example\n\n",
        b"POST /tables HTTP/1.1\nHost: {}\nContent-Length: 5\nTransfer-Encoding: chunked\n\n0\n\nGET / HTTP/1.1\n\n",
        b"POST /tables HTTP/1.1\nHost: {}\nContent-Length: 999999999999\n\nx",
        b"POST /tables HTTP/1.1\nHost: {}\nContent-Length: -1\n\n",
        b"GET / HTTP/1.1\nHost: {}\nUpgrade: h2c\nConnection: Upgrade\n\n",
        b"GET /t/nowhere/?key=of-the-last-match HTTP/1.1\nHost: {}\n\n",
        b"GET /t/nowhere/socket HTTP/1.1\nHost: {}\nOrigin: http://evil.example\n"
        b"Connection: Upgrade\nUpgrade: websocket\n\n",
        b"GET / HTTP/1.1\nHost: {}\nX: " + b"x" * 100_000 + b"\n\n",
    )
)


@contextmanager
def served(kept: Path, told: Path, *more: str) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Starts `gdl play --host`; gives the process, where it listens, and the host's key."""
    env = {**os.environ, "PYTHONPATH": str(ROOT), "XDG_DATA_HOME": str(kept.parent)}
    words = [
        "play",
        "classics/pig",
        "--host",
        "--bind",
        "127.0.0.1",
        "--port",
        "0",
        "--no-open",
        "--save",
        str(kept),
    ]
    command = [sys.executable, "-m", "gekido_dsl", *words, *more]
    with told.open("ab") as errors:
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=env)
    assert process.stdout is not None
    said = ""
    try:
        for line in process.stdout:
            said += line
            if "Ctrl-C" in line:
                break
        own = re.findall(r"http://(127\.0\.0\.1:\d+)/\S*key=([\w-]+)", said)
        yield process, own[-1][0], own[-1][1]
    finally:
        process.kill()
        process.wait()


def new_table(host: str, key: str) -> tuple[str, list[str], str]:
    """Makes a table for two people; gives its name, the keys of its seats, and the key to look on."""
    asked = Request(
        f"http://{host}/tables?key={key}",
        data=urlencode({"players": 2, "seat1": "person", "seat2": "person"}).encode(),
    )
    with urlopen(asked, timeout=WAIT_S) as answer:
        page = answer.read().decode()
        name = re.search(r"/tables/(\w+)", answer.url)[1]  # type: ignore[index]
    keys = [
        re.search(rf"<h2>{who}</h2>.*?\?key=([\w-]+)", page, re.DOTALL)[1]  # type: ignore[index]
        for who in ("Player 1", "Player 2", "Who looks on")
    ]
    return name, keys[:2], keys[2]


async def shown(page: ClientConnection, after: int = -1) -> dict[str, Any]:
    """Waits until something is shown of a later moment than one."""
    while True:
        message = json.loads(await asyncio.wait_for(page.recv(), WAIT_S))
        if message.get("shown", {}).get("step", -1) > after:
            found: dict[str, Any] = message["shown"]
            return found


async def honest(
    host: str, table: tuple[str, list[str], str], end: float, pause_s: float, waited: list[float]
) -> None:
    """Plays a table as two people, and notes how long each waits until both see a choice."""
    name, keys, _ = table
    url = f"ws://{host}/t/{name}/socket?key="
    async with connect(url + keys[0]) as one, connect(url + keys[1]) as two:
        now = [await shown(one), await shown(two)]
        while time.monotonic() < end:
            await asyncio.sleep(random.uniform(0.5, 1.5) * pause_s)
            asked = next((seat for seat in (0, 1) if now[seat]["question"] is not None), None)
            if asked is None:
                return
            began, step = time.monotonic(), now[asked]["step"]
            await (one, two)[asked].send(json.dumps({"do": "choose", "step": step, "choice": step % 3 // 2}))
            now = list(await asyncio.gather(shown(one, step), shown(two, step)))
            waited.append(time.monotonic() - began)


async def newcomer(host: str, table: tuple[str, list[str], str], end: float, waited: list[float]) -> None:
    """Opens a page by its link again and again, as somebody does who comes to the table."""
    name, keys, _ = table
    while time.monotonic() < end:
        began = time.monotonic()
        async with connect(f"ws://{host}/t/{name}/socket?key={keys[0]}") as page:
            await shown(page)
        waited.append(time.monotonic() - began)
        await asyncio.sleep(1)


@contextmanager
def echo() -> Iterator[int]:
    """Starts a process that sends back what it is sent; gives its port."""
    code = (
        "import asyncio, sys\n"
        "async def answer(reader, writer):\n"
        "    while line := await reader.readline():\n        writer.write(line)\n"
        "async def serve():\n"
        "    server = await asyncio.start_server(answer, '127.0.0.1', 0)\n"
        "    print(server.sockets[0].getsockname()[1], flush=True)\n"
        "    await server.serve_forever()\n"
        "asyncio.run(serve())"
    )
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


async def echoes(port: int, end: float, waited: list[float]) -> None:
    """Asks a process that does nothing else, and notes how long its answers take."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.monotonic() < end:
        await asyncio.sleep(0.2)
        began = time.monotonic()
        writer.write(b"?\n")
        await reader.readline()
        waited.append(time.monotonic() - began)
    writer.close()


async def measured(
    host: str, tables: list[tuple[str, list[str], str]], seconds: float, pause_s: float, idle_port: int
) -> tuple[list[float], list[float]]:
    """Plays all tables for a while; gives how long each answer took, and each of a process that does nothing."""
    waited: list[float] = []
    bare: list[float] = []
    end = time.monotonic() + seconds
    people = [honest(host, table, end, pause_s, waited) for table in tables]
    await asyncio.gather(*people, newcomer(host, tables[0], end, waited), echoes(idle_port, end, bare))
    return waited, bare


def cpu_s(pid: int) -> float:
    """Tells how long a process has computed."""
    if sys.platform != "linux":
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# ---------------------------------------------------------------- guests


async def _opened(
    port: int, address: str, data: bytes = b""
) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    local = (address, 0) if sys.platform == "linux" else None
    found = await asyncio.wait_for(
        asyncio.open_connection("127.0.0.1", port, local_addr=local, limit=4_096), 5
    )
    found[1].write(data)
    return found


async def half_open(port: int, address: str, path: str) -> None:
    """Opens connections and asks for nothing."""
    held: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []
    with suppress(OSError, TimeoutError):
        while len(held) < 300:
            held.append(await _opened(port, address, b"GET / HTTP/1.1\r\nHo"))
            await asyncio.sleep(0.01)
    await asyncio.sleep(2)
    for _, writer in held:
        writer.transport.abort()


async def slow(port: int, address: str, path: str) -> None:
    """Writes its headers a letter at a time."""
    _, writer = await _opened(port, address, b"GET / HTTP/1.1\r\nX: ")
    for _ in range(30):
        writer.write(b"x")
        await writer.drain()
        await asyncio.sleep(0.5)
    writer.transport.abort()


async def flooding(port: int, address: str, path: str) -> None:
    """Asks for pages without end, and reads none of them."""
    _, writer = await _opened(port, address)
    for _ in range(500):
        writer.write(f"GET /static/table.js HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode() * 10)
        await asyncio.wait_for(writer.drain(), 5)
    writer.transport.abort()


async def pinging(port: int, address: str, path: str) -> None:
    """Has a right key to look on, floods its socket with pings, and reads nothing."""
    _, writer = await _opened(port, address, UPGRADE.format(path, f"127.0.0.1:{port}").encode())
    await asyncio.sleep(0.1)
    for _ in range(200):
        writer.write(PING * 500)
        await asyncio.wait_for(writer.drain(), 5)
    writer.transport.abort()


async def unread(port: int, address: str, path: str) -> None:
    """Has a right key to look on, and never reads what is shown."""
    _, writer = await _opened(port, address, UPGRADE.format(path, f"127.0.0.1:{port}").encode())
    await asyncio.sleep(20)
    writer.transport.abort()


async def lying(port: int, address: str, path: str) -> None:
    """Says what is not so, or makes no sense."""
    for lie in LIES:
        _, writer = await _opened(port, address, lie.replace(b"{}", f"127.0.0.1:{port}".encode()))
        await asyncio.sleep(0.05)
        writer.transport.abort()


GUESTS: tuple[Callable[[int, str, str], Awaitable[None]], ...] = (
    half_open,
    slow,
    flooding,
    pinging,
    unread,
    lying,
)


async def _guests(port: int, path: str, seconds: float, each: int) -> Counter[str]:
    done: Counter[str] = Counter()
    end = time.monotonic() + seconds

    async def again(kind: Callable[[int, str, str], Awaitable[None]], address: str) -> None:
        while time.monotonic() < end:
            with suppress(OSError, TimeoutError, asyncio.IncompleteReadError):
                await kind(port, address, path)
            done[kind.__name__] += 1
            await asyncio.sleep(0.05)

    places = [f"127.0.0.{1 + number % 8}" for number in range(each * len(GUESTS))]
    tasks = [
        asyncio.create_task(again(kind, places[number * each + one]))
        for number, kind in enumerate(GUESTS)
        for one in range(each)
    ]
    await asyncio.sleep(seconds)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return done


def guests(port: int, path: str, seconds: float, each: int) -> None:
    """Sends guests for a while, in a process of its own."""
    print("guests:", dict(asyncio.run(_guests(port, path, seconds, each))), flush=True)


def soak(tables: int, idle_s: float, seconds: float, each: int, pause_s: float, most_s: float) -> bool:
    """Measures without guests and with them; tells whether nobody honest waited too long."""
    with tempfile.TemporaryDirectory() as folder, echo() as idle_port:
        told = Path(folder) / "told"
        with served(Path(folder) / "tables.sqlite", told, "--tables", str(tables + 5)) as (
            process,
            host,
            key,
        ):
            made = [new_table(host, key) for _ in range(tables)]

            def phase(name: str, length_s: float) -> tuple[list[float], list[float]]:
                before = cpu_s(process.pid)
                waited, bare = asyncio.run(measured(host, made, length_s, pause_s, idle_port))
                used = cpu_s(process.pid) - before
                print(f"{name}: {_worded(waited)}")
                print(f"  of a process that does nothing: {_worded(bare)}")
                print(f"  the server computed {used:.1f} s in {length_s:.0f}", flush=True)
                return waited, bare

            idle, _ = phase("without guests", idle_s)
            path = f"/t/{made[-1][0]}/socket?key={made[-1][2]}"
            bad = multiprocessing.Process(
                target=guests, args=(int(host.partition(":")[2]), path, seconds, each)
            )
            bad.start()
            attacked, bare = phase("with guests", seconds)
            bad.join()
            time.sleep(1)
            alive = process.poll() is None
            files = len(os.listdir(f"/proc/{process.pid}/fd")) if sys.platform == "linux" else 0
        written = told.read_bytes()
        print(
            f"open files after it: {files}; told in the terminal: {len(written):,} bytes; serves on: {alive}"
        )
        print(written.decode(errors="replace")[:2_000], end="")
    quick = max(attacked) <= max(most_s + max(bare), 3 * max(idle))
    return alive and b"Traceback" not in written and quick


def _worded(waited: list[float]) -> str:
    found = sorted(waited)
    at = [found[int(len(found) * share)] for share in (0.5, 0.95, 0.99)]
    shares = f"half within {at[0]:.3f} s, 95 of 100 {at[1]:.3f}, 99 {at[2]:.3f}, the last {found[-1]:.3f}"
    return f"{len(found)} answers; {shares}"


# ---------------------------------------------------------------- half open


def page(host: str, path: str) -> tuple[int, float]:
    """Asks for a page of the server; gives the code of the answer and how long it took."""
    began = time.monotonic()
    try:
        with urlopen(f"http://{host}{path}", timeout=WAIT_S) as answer:
            answer.read()
            code = answer.status
    except HTTPError as error:
        code = error.code
    return code, time.monotonic() - began


async def _held(port: int, count: int, addresses: int) -> list[asyncio.StreamWriter]:
    held: list[asyncio.StreamWriter] = []
    for number in range(count):
        with suppress(OSError, TimeoutError):
            place = f"127.0.0.{1 + number % addresses}"
            held.append((await _opened(port, place, b"GET / HTTP/1.1\r\nX: "))[1])
    return held


def half_opened(count: int, addresses: int) -> bool:
    """Holds connections that never ask, beside who asks in turn with a right key and an old one."""
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, hard))  # for the server
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told"
        with served(Path(folder) / "tables.sqlite", told) as (process, host, key):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192), hard))
            name, keys, _ = new_table(host, key)

            async def asked() -> tuple[list[tuple[int, float]], int, int]:
                held = await _held(int(host.partition(":")[2]), count, addresses)
                own = [await asyncio.to_thread(page, host, f"/t/{name}/?key={keys[0]}") for _ in range(10)]
                files = len(os.listdir(f"/proc/{process.pid}/fd"))
                await asyncio.sleep(12)
                later = len(os.listdir(f"/proc/{process.pid}/fd"))
                for writer in held:
                    writer.transport.abort()
                return own, files, later

            own, files, later = asyncio.run(asked())
            old = Counter(page(host, f"/t/{name}/?key=of-the-last-match")[0] for _ in range(500))
            after = [page(host, f"/t/{name}/?key={keys[1]}") for _ in range(10)]
            alive = process.poll() is None
        written = told.read_bytes()
    waits = ", ".join(f"{wait_s:.2f}" for _, wait_s in own)
    print(f"{count} half open from {addresses} addresses; pages with a right key after {waits} s")
    print(f"open files {files}, 12 s later {later}; told in the terminal: {len(written):,} bytes")
    print(
        f"500 pages with an old key: {dict(old)}; then with the right one: {dict(Counter(code for code, _ in after))}"
    )
    right = all(code == 200 for code, _ in (*own, *after))
    return alive and right and b"Traceback" not in written


# ---------------------------------------------------------------- kills


async def _play(
    host: str, name: str, keys: list[str], process: subprocess.Popen[str], after_s: float, known: int
) -> int:
    """Plays as fast as it goes until the server is killed; gives the last step that somebody was shown."""
    url = f"ws://{host}/t/{name}/socket?key="
    with suppress(WebSocketException, OSError, TimeoutError):
        async with connect(url + keys[0]) as one, connect(url + keys[1]) as two:
            now = [await shown(one), await shown(two)]
            asyncio.get_running_loop().call_later(after_s, process.send_signal, signal.SIGKILL)
            if now[0]["step"] < known:
                raise SystemExit(f"LOST: {known} decisions were acknowledged, and {now[0]['step']} are there")
            while True:
                known = max(known, *(one["step"] for one in now))
                asked = next((seat for seat in (0, 1) if now[seat]["question"] is not None), None)
                if asked is None:  # the match is over; the server still has to be killed
                    await one.wait_closed()
                    break
                step = now[asked]["step"]
                await (one, two)[asked].send(
                    json.dumps({"do": "choose", "step": step, "choice": step % 3 // 2})
                )
                now[asked] = await shown((one, two)[asked], step)
                known = max(known, now[asked]["step"])
                now[1 - asked] = await shown((one, two)[1 - asked], step)
    return known


def kills(count: int) -> bool:
    """Kills a server again and again in the middle of a match; tells whether all was there each time."""
    known, table = 0, None
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(count):
            with served(Path(folder) / "tables.sqlite", Path(folder) / "told", "--tables", "400") as (
                process,
                host,
                key,
            ):
                if table is None:
                    table = new_table(host, key)
                before = known
                known = asyncio.run(
                    _play(host, table[0], table[1], process, random.uniform(0.05, 2.5), known)
                )
                process.wait(WAIT_S)
                print(f"killed after {known - before} further decisions, {known} in all", flush=True)
                if known > 20:  # a match is soon over
                    known, table = 0, None
        told = (Path(folder) / "told").read_text(errors="replace")
    print(f"{count} kills; what was acknowledged was there each time")
    return "Traceback" not in told


def main() -> int:
    """Runs what the command line asks for."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--tables", type=int, default=50)
    asked.add_argument("--idle", type=float, default=30, help="seconds without guests")
    asked.add_argument("--seconds", type=float, default=60, help="seconds with guests")
    asked.add_argument("--guests", type=int, default=8, help="of each of the six kinds")
    asked.add_argument("--pause", type=float, default=3, help="seconds that an honest player thinks")
    asked.add_argument(
        "--most",
        type=float,
        default=1,
        help="seconds an answer may take beyond what the machine itself takes, or thrice as long as before",
    )
    asked.add_argument("--kills", type=int, default=0)
    asked.add_argument("--half-open", type=int, default=0, metavar="CONNECTIONS")
    asked.add_argument("--addresses", type=int, default=1, help="from which they come")
    given = asked.parse_args()
    random.seed(7)
    if given.half_open:
        return 0 if half_opened(given.half_open, given.addresses) else 1
    if given.kills:
        return 0 if kills(given.kills) else 1
    return 0 if soak(given.tables, given.idle, given.seconds, given.guests, given.pause, given.most) else 1


if __name__ == "__main__":
    sys.exit(main())
