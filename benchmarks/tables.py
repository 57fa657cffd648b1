"""200 hosted tables on two cores: decisions a second, how long a person waits for an answer, and memory.

The server is a process of its own with real sockets and a database on the disk; every page is a socket that is shown
whole pictures, as a browser is.

    python benchmarks/tables.py [--tables 200] [--seconds 20] [--ruleset gekido]
"""

import argparse
import asyncio
import json
import math
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

PORT = 8791
THINKS_S = 1.0
"""How long somebody at a page thinks."""


def serve(ruleset: str, count: int, file: Path, seats: list[str], pace_s: float) -> None:
    """Serves tables, and prints the keys of their first seats."""
    from gekido_dsl.api import read
    from gekido_dsl.engine import Setting
    from gekido_dsl.server.app import application
    from gekido_dsl.server.bot_threads import BotThreads
    from gekido_dsl.server.database import Database
    from gekido_dsl.server.guard import Addresses, Limits
    from gekido_dsl.server.running import bound
    from gekido_dsl.server.running import serve as listen
    from gekido_dsl.server.tables import Tables
    from gekido_dsl.table import plain_bots
    from gekido_dsl.table.rules import Rules

    made = read(ruleset).compilation
    bot_threads = BotThreads(plain_bots, lambda made, setting: made.executor())
    tables = Tables(Rules(made, ruleset, "", {}), bot_threads, Database(file), most=count, pace_s=pace_s)
    entries = [tables.make_at_rest(Setting(2, seed), seats) for seed in range(count)]
    limits = Limits(requests_per_s=1e6, requests_at_once=10**6, sockets=10**6)
    app = application(tables, Addresses.of(("127.0.0.1",), PORT), limits, link=str)
    keys = [[entry.id, entry.keys["seats"][0]] for entry in entries]
    listen(app, bound("127.0.0.1", PORT), lambda: print(json.dumps(keys), flush=True))


def started(
    ruleset: str, tables: int, file: Path, seats: str, pace_s: float
) -> tuple[subprocess.Popen[str], Any]:
    """Starts a server, and gives it with its keys."""
    words = [sys.executable, __file__, "--serve", str(file), "--ruleset", ruleset, "--tables", str(tables)]
    process = subprocess.Popen(
        [*words, "--seats", seats, "--pace", str(pace_s)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    return process, json.loads(process.stdout.readline())


def decisions(file: Path) -> int:
    """Counts the decisions that are kept."""
    with sqlite3.connect(file) as db:
        return int(db.execute("select count(*) from lines where number > 0").fetchone()[0])


def cpu_s(process: subprocess.Popen[str]) -> float:
    """Gives the time that a process has computed so far, where the system tells it."""
    stat = Path(f"/proc/{process.pid}/stat")
    if not stat.exists():
        return math.nan
    ticks = stat.read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def memory_mb(process: subprocess.Popen[str]) -> float:
    """Gives the memory that a process has now, where the system tells it."""
    statm = Path(f"/proc/{process.pid}/statm")
    if not statm.exists():
        return math.nan
    return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def play(
    table: str, key: str, until: float, waits_s: list[float], sizes: list[int], rng: random.Random
) -> None:
    """Sits at a table and chooses at random."""
    from websockets.asyncio.client import connect

    await asyncio.sleep(rng.random() * THINKS_S * 2)
    async with connect(f"ws://127.0.0.1:{PORT}/t/{table}/socket?key={key}", max_size=None) as socket:
        sent: tuple[int, float] | None = None
        while time.perf_counter() < until:
            text = await socket.recv()
            message = json.loads(text)
            if "shown" not in message:
                continue
            shown = message["shown"]
            sizes.append(len(text))
            if sent is not None and shown["step"] > sent[0]:
                waits_s.append(time.perf_counter() - sent[1])
                sent = None
            if shown["outcome"] is not None:
                return
            if shown["question"] is not None and sent is None:
                await asyncio.sleep(THINKS_S * (0.5 + rng.random()))
                forward = [one["number"] for one in shown["question"]["choices"] if not one["takes_back"]]
                sent = shown["step"], time.perf_counter()
                await socket.send(
                    json.dumps({"do": "choose", "step": sent[0], "choice": rng.choice(forward)})
                )


def main() -> None:
    """Measures both."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--ruleset", default="gekido")
    parser.add_argument("--serve", type=Path)
    parser.add_argument("--seats", default="random,random")
    parser.add_argument("--pace", type=float, default=0.0)
    given = parser.parse_args()
    if given.serve is not None:
        serve(given.ruleset, given.tables, given.serve, given.seats.split(","), given.pace)
        return
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "bots.sqlite"
        process, _ = started(given.ruleset, given.tables, file, "random,random", 0.0)
        try:
            time.sleep(2)
            begun, before, busy = time.perf_counter(), decisions(file), cpu_s(process)
            time.sleep(given.seconds)
            made, busy = decisions(file) - before, cpu_s(process) - busy
            rate = made / (time.perf_counter() - begun)
            memory = memory_mb(process)
        finally:
            process.terminate()
            process.wait()
        print(f"{given.tables} tables of bots, as fast as they can: {rate:,.0f} decisions a second")
        print(f"  {1000 * busy / max(made, 1):.1f} ms of the processor for each, {memory:.0f} MB in all")

        file = Path(folder) / "people.sqlite"
        process, keys = started(given.ruleset, given.tables, file, "person,random", 0.6)
        waits_s: list[float] = []
        sizes: list[int] = []

        async def all_of_them() -> None:
            until = time.perf_counter() + given.seconds
            tasks = [
                asyncio.create_task(play(table, key, until, waits_s, sizes, random.Random(number)))
                for number, (table, key) in enumerate(keys)
            ]
            await asyncio.wait(tasks, timeout=given.seconds + 5)
            for one in tasks:
                one.cancel()

        try:
            before, busy = decisions(file), cpu_s(process)
            asyncio.run(all_of_them())
            made, busy = decisions(file) - before, cpu_s(process) - busy
            rate, memory = made / given.seconds, memory_mb(process)
        finally:
            process.terminate()
            process.wait()
        waits_s.sort()
        told = ", ".join(
            f"p{share} {1000 * waits_s[min(len(waits_s) - 1, len(waits_s) * share // 100)]:.0f} ms"
            for share in (50, 90, 95, 99)
        )
        mean = sum(sizes) / len(sizes) / 1000
        print(
            f"{given.tables} tables with a page at each: {rate:,.0f} decisions a second, {len(waits_s)} choices; {told}"
        )
        print(
            f"  {1000 * busy / max(made, 1):.1f} ms of the processor each, with its page; {memory:.0f} MB in all"
        )
        print(f"a message has {mean:.0f} kB before it is packed")


if __name__ == "__main__":
    main()
