"""Hostile files are put through each command, under a limit of CPU seconds and memory, and how each ended is told.

    nice python tools/hostile_runs.py                      every class at its largest size, in every command
    nice python tools/hostile_runs.py --sizes 12           twelve sizes of each class
    nice python tools/hostile_runs.py --sizes 6 --sample 200   200 runs of those that six sizes make, drawn by chance
    nice python tools/hostile_runs.py --sizes 6 --mixed        all of them, in an order drawn by chance
    nice python tools/hostile_runs.py --only "deep"        the classes of which the name has this word
    nice python tools/hostile_runs.py --in validate,docs   these commands alone
    nice python tools/hostile_runs.py --out runs.jsonl     a line for each run; those that it has are not run again
    python tools/hostile_ledger.py runs.jsonl              keeps them in the repository; nor are those run again

A line for each run that does not come to a clear end, and a table of the worst of each class at the end. The exit code
is 1 if one did not. A run that did not end clearly is made again by another version of the program.

Where a ruleset is refused by what several commands do first (`cli.loading.compiled`), one of these commands is run, by
turns, and the others are noted as `alike`.
"""

import argparse
import contextlib
import io
import json
import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "tools")]

import hostile_ledger  # noqa: E402
from hostile import MAIN, Files  # noqa: E402
from hostile_files import classes, sizes_of  # noqa: E402

from gekido_dsl.cli.kept import code_of_program  # noqa: E402

CPU_S: Final = 10
MEMORY_BYTES: Final = 1 << 30
_REAL: Final = 60
"""How many times the CPU seconds a run may take by the clock, where a machine is busy or a run only waits."""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a run ended."""

    how: str
    """`clear`, or what was wrong."""
    cpu_s: float
    memory_mb: float
    told: str = ""


def gdl(*words: str, kept: bool = False) -> int:
    """Runs a command in this process.

    Args:
        kept: whether what every game needs, such as the program that an exported page holds, may be taken from before.
    """
    from gekido_dsl.cli.main import main

    return main([*(() if kept else ("--no-cache",)), *words])


def studio() -> int:
    """Types a text into the studio, which checks it."""
    from gekido_dsl.studio.drafts import MOST_TEXT_BYTES, Drafts
    from gekido_dsl.studio.language_answers import LanguageAnswers

    drafts = Drafts(Path.cwd(), MAIN)
    for one in drafts.files():
        if one.kind != "picture":
            text = Path(one.name).read_bytes().decode("utf-8", errors="replace")
            if len(text) < MOST_TEXT_BYTES:
                drafts.texts[one.name] = text
    made = drafts.compilation()
    print(len(made.diagnostics), [one.message[:200] for one in made.diagnostics[:2]])
    language = LanguageAnswers(drafts)
    language.renew(made)
    return 0


def language_server() -> int:
    """Opens the ruleset in an editor, and waits for what is found in it."""

    def framed(message: dict[str, Any]) -> bytes:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        return b"Content-Length: %d\r\n\r\n" % len(body) + body

    uri = Path(MAIN).resolve().as_uri()
    text = Path(MAIN).read_bytes().decode("utf-8", errors="replace")
    document = {"uri": uri, "languageId": "gdl", "version": 1, "text": text}
    asked = b"".join(
        framed(one)
        for one in (
            {
                "id": 1,
                "method": "initialize",
                "params": {"capabilities": {}, "processId": None, "rootUri": None},
            },
            {"method": "initialized", "params": {}},
            {"method": "textDocument/didOpen", "params": {"textDocument": document}},
            {"id": 2, "method": "textDocument/documentSymbol", "params": {"textDocument": {"uri": uri}}},
            {"id": 3, "method": "shutdown"},
            {"method": "exit"},
        )
    )
    Path("asked").write_bytes(asked)
    os.dup2(os.open("asked", os.O_RDONLY), 0)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False))
    answered = os.open("answered", os.O_RDWR | os.O_CREAT)
    terminal = os.dup(1)
    os.dup2(answered, 1)
    code = gdl("lsp")
    sys.stdout.flush()
    os.dup2(terminal, 1)
    told = Path("answered").read_text(encoding="utf-8", errors="replace")
    print(told[:3_000])
    return code if "publishDiagnostics" in told else 3


def assistant() -> int:
    """Sends an assistant's tools what stands in a file."""
    os.dup2(os.open("asked", os.O_RDONLY), 0)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False))
    return gdl("mcp", ".")


def messages() -> int:
    """Sends the language server what stands in a file, sound or not."""
    os.dup2(os.open("asked", os.O_RDONLY), 0)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False))
    return gdl("lsp")


def project() -> int:
    """Opens an archive in the studio, and checks what was in it."""
    from gekido_dsl.compilation import load
    from gekido_dsl.source import MemoryProvider
    from gekido_dsl.studio.archives import unpacked
    from gekido_dsl.studio.refusal import Refused

    try:
        files = unpacked(Path("project.zip").read_bytes())
    except Refused as why:
        print("error:", why)
        return 1
    texts = {name: data.decode("utf-8", errors="replace") for name, data in files.items()}
    if MAIN in texts:
        print(len(load(MAIN, MemoryProvider(texts)).diagnostics))
    return 0


def table() -> int:
    """Sends a table what stands in a file, line for line: as an exported page takes it, and a server."""
    from gekido_dsl.compilation import load
    from gekido_dsl.engine import Setting
    from gekido_dsl.files import FolderProvider
    from gekido_dsl.server.guard import Unreadable, read_object
    from gekido_dsl.standalone.page_table import PageTable
    from gekido_dsl.table import Table, Viewer, opened

    made = load(MAIN, FolderProvider(Path.cwd()))
    page = PageTable(made, time.monotonic)
    served = Table(made, opened(made, Setting(2, 1), ("person", "person")))
    viewer = Viewer(frozenset({0, 1}), is_host=True)
    page.take('{"do":"begin","players":2,"seed":1,"seats":["person","person"]}')
    for line in Path("asked").read_bytes().split(b"\n"):
        try:
            message = read_object(line, 1 << 24)
        except Unreadable as why:
            print("error:", why)
            continue
        if message.get("do") == "resume":
            print(page.take(json.dumps(message))[:300])
        else:
            print(
                json.dumps(page.take(json.dumps(message)))[:300], json.dumps(served.do(message, viewer))[:300]
            )
            json.dumps(served.shown(viewer))
    return 0


def cells() -> int:
    """Has the studio write cells of a workbook."""
    from gekido_dsl.tables.workbook_cells import NotChanged, changed

    try:
        made = changed(
            Path("a.xlsx").read_bytes(), "a.xlsx", "Kaaaa", Path("edited").read_text(encoding="utf-8")
        )
    except (NotChanged, UnicodeDecodeError) as why:
        print("error:", why)
        return 1
    print(len(made))
    return 0


def converted(end: str) -> Callable[[], int]:
    """Writes a table in another form."""
    return lambda: gdl("table", "convert", "a.csv", f"b.{end}")


def begun() -> int:
    """Begins a ruleset under a name that stands in a file."""
    return gdl("new", Path("asked").read_text(encoding="utf-8"))


def exported(form: str) -> Callable[[], int]:
    """Writes a game for another table."""
    return lambda: gdl("export", MAIN, "--format", form, "-o", f"out-{form}")


_FEW: Final = ("--games", "1", "--jobs", "1", "--seed", "1")
COMMANDS: Final[dict[str, Callable[[], int]]] = {
    "validate": lambda: gdl("validate", MAIN, "--format", "concise"),
    "fmt": lambda: gdl("fmt", "--diff", MAIN),
    "docs": lambda: gdl("docs", MAIN, "-o", "site"),
    "pdf": lambda: gdl("docs", MAIN, "--format", "pdf", "-o", "book.pdf"),
    "simulate": lambda: gdl("simulate", MAIN, "-n", "1", "--jobs", "1", "--seed", "1", "--seat", "random"),
    "play": lambda: gdl("play", MAIN, "--seat", "1=random", "--seat", "2=random", "--seed", "1"),
    "export": lambda: gdl("export", MAIN, "-o", "page.html", kept=True),
    "print": lambda: gdl("print", MAIN, "-o", "print.pdf"),
    "diff": lambda: gdl("diff", "small/" + MAIN, MAIN),
    "graph": lambda: gdl("graph", MAIN),
    "odds": lambda: gdl("odds", MAIN),
    "test": lambda: gdl("test", MAIN),
    "stats": lambda: gdl("stats", MAIN),
    "translate": lambda: gdl("translate", "check", MAIN),
    "train": lambda: gdl(
        "train",
        MAIN,
        *_FEW[2:],
        "--games",
        "2",
        "--rounds",
        "1",
        "--decisions",
        "10",
        "--playouts",
        "2",
        "--measure",
        "2",
    ),
    "exploits": lambda: gdl("exploits", MAIN, *_FEW, "--limit", "60", "--with", "random", "--seat", "random"),
    "sensitivity": lambda: gdl("sensitivity", MAIN, *_FEW, "--seat", "random", "--time", "2"),
    "sweep": lambda: gdl("sweep", MAIN, f"{MAIN}:4=8..9", *_FEW, "--seat", "random"),
    "coverage": lambda: gdl("coverage", MAIN, *_FEW, "--players", "2"),
    "compare": lambda: gdl("compare", "small/" + MAIN, MAIN, *_FEW, "--seat", "random"),
    "lockstep": lambda: gdl("lockstep", MAIN, *_FEW),
    "quick": lambda: gdl("simulate", MAIN, *_FEW, "--seat", "quick"),
    "publish": lambda: gdl("publish", MAIN, "--games", "1", "-o", "site", kept=True),
    "replay": lambda: gdl("replay", "m.save", "--ruleset", MAIN),
    "report": lambda: gdl("playtest", "report", "m.save", "--ruleset", MAIN),
    "resume": lambda: gdl("play", MAIN, "--resume", "m.save", "--seat", "1=random", "--seat", "2=random"),
    "tts": exported("tts"),
    "virtualtabletop": exported("virtualtabletop"),
    "cgs": exported("cgs"),
    "images": exported("images"),
    "convert": converted("yaml"),
    "convert-ods": converted("ods"),
    "convert-xlsx": converted("xlsx"),
    "pull": lambda: gdl("table", "pull", MAIN, "--check"),
    "new": begun,
    "project": project,
    "table": table,
    "cells": cells,
    "rpc": messages,
    "perft": lambda: gdl("perft", MAIN, "--depth", "2"),
    "solve": lambda: gdl("solve", MAIN, "--positions", "200"),
    "mcp": assistant,
    "lsp": language_server,
    "studio": studio,
}
ALIKE: Final = (
    (
        "docs",
        "pdf",
        "print",
        "stats",
        "diff",
        "translate",
        "export",
        "tts",
        "virtualtabletop",
        "cgs",
        "images",
        "publish",
    ),
    (
        "simulate",
        "play",
        "graph",
        "odds",
        "perft",
        "solve",
        "replay",
        "report",
        "train",
        "exploits",
        "sensitivity",
        "sweep",
        "coverage",
        "compare",
        "lockstep",
        "quick",
    ),
)
"""Commands that begin alike: with the whole ruleset, and with what it takes to play."""
REFUSED: Final = "has errors; `gdl validate"
"""What they tell when they end there."""
_SAID: Final = ("error", "warning", "fail", "@@", "Stopped after", "Not done")
"""One of these is told by whatever ends with findings."""


def run(folder: Path, command: str, cpu_s: int = CPU_S) -> Ended:
    """Runs a command on the files of a folder, in a process that is ended when it takes too much."""
    told = folder.parent / "told"
    began = time.monotonic()
    child = os.fork()
    if child == 0:
        _in_child(folder, told, COMMANDS[command], cpu_s)
    while True:
        ended, status, used = os.wait4(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() - began > cpu_s * _REAL:
            os.killpg(child, signal.SIGKILL)
        time.sleep(0.01)
    text = told.read_text(encoding="utf-8", errors="replace")
    return _ended(status, used, text)


def _in_child(folder: Path, told: Path, work: Callable[[], int], cpu_s: int) -> None:
    os.setsid()
    os.chdir(folder)
    output = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(output, 1)
    os.dup2(output, 2)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False))
    sys.stdout = io.TextIOWrapper(io.FileIO(1, "w", closefd=False), encoding="utf-8")
    sys.stderr = io.TextIOWrapper(io.FileIO(2, "w", closefd=False), encoding="utf-8", line_buffering=True)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY_BYTES, MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_s, cpu_s + 1))
    signal.signal(signal.SIGXCPU, signal.SIG_DFL)
    code = 3
    try:
        code = work()
        sys.stdout.flush()
    except BaseException:
        import traceback

        traceback.print_exc()
    os._exit(code)


def _ended(status: int, used: resource.struct_rusage, text: str) -> Ended:
    cpu_s, memory_mb = used.ru_utime + used.ru_stime, used.ru_maxrss / 1024
    if cpu_s > CPU_S and not os.WIFSIGNALED(status):
        how = "time"
    elif os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        how = "time" if number in (signal.SIGXCPU, signal.SIGKILL) else f"signal {number}"
    elif "MemoryError" in text or "out of memory" in text or "memory allocation" in text:
        how = "memory"
    elif "Traceback" in text or "internal error" in text or os.WEXITSTATUS(status) not in (0, 1, 2):
        how = f"fault (exit {os.WEXITSTATUS(status)})"
    elif os.WEXITSTATUS(status) != 0 and not any(word in text for word in _SAID):
        how = "silent"
    else:
        how = "clear"
    return Ended(how, cpu_s, memory_mb, text[-3_000:])


def written(files: Files, folder: Path) -> None:
    """Writes files into a folder."""
    for name, data in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data.encode("utf-8", "surrogatepass") if isinstance(data, str) else data)


Run = tuple[str, int, str]
"""Class, size and command."""


def runs_of(
    names: Sequence[str], commands: Sequence[str], sizes: int, sample: int, seed: int, mixed: bool = False
) -> list[Run]:
    """Lists the runs, file by file; or so many of them, drawn by chance."""
    files = [(name, size) for name in names for size in sizes_of(classes()[name], sizes)]
    if mixed:
        random.Random(seed).shuffle(files)
    found = [
        (name, size, command)
        for name, size in files
        for command in classes()[name].commands
        if not commands or command in commands
    ]
    return random.Random(seed).sample(found, min(sample, len(found))) if sample else found


def kept(out: Path | None) -> set[Run]:
    """Gives the runs that the ledger and a file tell of already."""
    program = code_of_program()
    found = hostile_ledger.read()
    if out is not None and out.exists():
        hostile_ledger.add(found, out.read_text(encoding="utf-8").splitlines())
    return {run for run, end in found.items() if end.how in hostile_ledger.CLEAR or end.program == program}


def tried(runs: Sequence[Run]) -> Iterator[tuple[Run, Ended]]:
    """Carries the runs out, and gives how each ended."""
    base = Path(tempfile.mkdtemp(prefix="hostile-"))
    os.environ["GDL_CACHE"] = str(base / "kept")
    try:
        for dear in {command for _, _, command in runs} & {"export", "publish"}:
            written(classes()["cards"].files(9), base / "first")
            run(base / "first", dear, 100)
            shutil.rmtree(base / "first")
        for (name, size), found in groupby(runs, key=lambda one: one[:2]):
            yield from _of_one_file(name, size, [command for _, _, command in found], base)
    finally:
        shutil.rmtree(base, ignore_errors=True)


def _of_one_file(name: str, size: int, commands: list[str], base: Path) -> Iterator[tuple[Run, Ended]]:
    """Gives a file to commands; which of those that begin alike is the first changes from file to file."""
    made, folder = classes()[name], base / "files"
    small_too = {"diff", "compare"} & {*commands}
    random.Random(f"{name} {size}").shuffle(commands)
    files, small = made.files(size), made.files(made.sizes[0]) if small_too else {}
    refused: dict[tuple[str, ...], Ended] = {}
    for command in commands:
        group = next((one for one in ALIKE if command in one), ())
        if group in refused:
            yield (name, size, command), replace(refused[group], how="alike")
            continue
        written(files, folder)
        if command in ("diff", "compare"):
            written(small, folder / "small")
        ended = run(folder, command)
        shutil.rmtree(folder)
        if group and ended.how == "clear" and REFUSED in ended.told:
            refused[group] = ended
        yield (name, size, command), ended


def _warm() -> None:
    """Loads the program once for all runs, and what commands load when they begin: a run costs its own work alone."""
    import gc
    import importlib
    import pkgutil

    import gekido_dsl
    import gekido_dsl.cli.main as cli

    for module in pkgutil.walk_packages(gekido_dsl.__path__, "gekido_dsl."):
        if not module.name.endswith("__main__"):
            with contextlib.suppress(ImportError):  # of a page, where there is no page
                importlib.import_module(module.name)

    for name in cli.COMMANDS:
        cli.gdl.get_command(None, name)  # type: ignore[arg-type]
    from gekido_dsl.compilation import load
    from gekido_dsl.files import FolderProvider, shipped_folder

    made = load("classics/pig.gdl", FolderProvider(shipped_folder()))
    assert made.game is not None
    del made
    gc.collect()
    gc.freeze()


def main() -> int:
    """Runs what is asked for, and tells it."""
    asked = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    asked.add_argument(
        "--sizes", type=int, default=1, help="how many sizes of each class; 1 for the largest alone"
    )
    asked.add_argument(
        "--only", default="", help="classes of which the name has one of these words, with commas"
    )
    asked.add_argument("--in", dest="commands", default="", help="these commands alone, with commas")
    asked.add_argument("--sample", type=int, default=0, help="so many runs, drawn by chance; 0 for all")
    asked.add_argument("--mixed", action="store_true", help="in an order drawn by chance")
    asked.add_argument(
        "--seconds", type=float, default=0, help="begin no run after so many seconds; 0 for all"
    )
    asked.add_argument("--seed", type=int, default=1, help="for the sample")
    asked.add_argument("--again", action="store_true", help="run also what has been run")
    asked.add_argument("--list", action="store_true", help="list the classes")
    asked.add_argument("--told", action="store_true", help="show what each run said")
    asked.add_argument(
        "--out", type=Path, help="write a line of JSON for each run, and go on after those in it"
    )
    given = asked.parse_args()
    words = [word for word in given.only.split(",") if word]
    names = [name for name in classes() if not words or any(word in name for word in words)]
    if given.list:
        print("\n".join(f"{name}: {', '.join(map(str, classes()[name].sizes))}" for name in names))
        return 0
    _warm()
    worst: dict[str, list[tuple[Ended, int, str]]] = {}
    bad = runs = 0
    files = set()
    commands = [one for one in given.commands.split(",") if one]
    program, before = code_of_program(), set() if given.again else kept(given.out)
    asked_for = runs_of(names, commands, given.sizes, given.sample, given.seed, given.mixed)
    until = time.monotonic() + (given.seconds or 1e9)
    for (name, size, command), ended in tried([one for one in asked_for if one not in before]):
        runs += ended.how != "alike"
        files.add((name, size))
        worst.setdefault(name, []).append((ended, size, command))
        line = f"{ended.how:16} {name} {size} {command}: {ended.cpu_s:.1f} s, {ended.memory_mb:.0f} MB"
        clear = ended.how in hostile_ledger.CLEAR
        bad += not clear
        if not clear or given.told or ended.cpu_s > CPU_S / 2:
            print(line, flush=True)
        if given.told or ended.how.startswith(("fault", "silent", "signal", "memory")):
            print("    " + ended.told[-600:].replace("\n", "\n    "), flush=True)
        if given.out:
            with given.out.open("a", encoding="utf-8") as stream:
                told = [
                    name,
                    size,
                    command,
                    program,
                    ended.how,
                    round(ended.cpu_s, 1),
                    round(ended.memory_mb),
                ]
                stream.write(json.dumps(told) + "\n")
        if time.monotonic() > until:
            break
    print("\n| class | sizes | worst CPU s | in | worst MB | in |\n| --- | --- | --- | --- | --- | --- |")
    for name, found in worst.items():
        slow = max(found, key=lambda one: one[0].cpu_s)
        large = max(found, key=lambda one: one[0].memory_mb)
        sizes = sorted({size for _, size, _ in found})
        print(
            f"| {name} | {sizes[0]:,} to {sizes[-1]:,} | {slow[0].cpu_s:.1f} | `{slow[2]}` "
            f"| {large[0].memory_mb:.0f} | `{large[2]}` |"
        )
    print(f"\n{len(files)} files of {len(worst)} classes, {runs} runs, {bad} without a clear end")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
