"""A text is checked in a process of its own first, which is ended when that takes too much.

Invariants:
    What is counted is work, not time: the CPU seconds and the memory of the process. Where the system cannot count
    them, the process is ended after a time.
    A process that was ended is begun anew for the next text; one that lives has what did not change parsed already.
"""

import contextlib
import multiprocessing
import threading
from collections.abc import Mapping
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Final

from gekido_dsl.diagnostics import has_errors
from gekido_dsl.studio.drafts import Drafts
from gekido_dsl.studio.live_reload import Found, told_of

CPU_S: Final = 10
MEMORY_BYTES: Final = 1 << 30
_WAIT_S: Final = 600
"""However busy the machine is, nobody waits longer for a text."""


class Checker:
    """A process that checks texts, one after the other."""

    def __init__(self, cpu_s: int = CPU_S, memory_bytes: int = MEMORY_BYTES) -> None:
        """Begins no process yet."""
        self._limits = (cpu_s, memory_bytes)
        self._process: BaseProcess | None = None
        self._pipe: Connection | None = None
        self._one = threading.Lock()

    def check(self, drafts: Drafts) -> Found | None:
        """Gives what is found in a ruleset as it stands in the page; None when the process had to be ended."""
        asked = (drafts.folder, drafts.main, drafts.own, dict(drafts.texts))
        with self._one:
            pipe = self._ready()
            try:
                pipe.send(asked)
                found: Found | None = pipe.recv() if pipe.poll(_WAIT_S) else None
            except (EOFError, OSError):
                found = None
            if found is None:
                self._end()
            return found

    def close(self) -> None:
        """Ends the process."""
        with self._one:
            self._end()

    def _ready(self) -> Connection:
        if self._pipe is None or self._process is None or not self._process.is_alive():
            self._end()
            context = multiprocessing.get_context("spawn")
            self._pipe, theirs = context.Pipe()
            self._process = context.Process(target=_checking, args=(theirs, *self._limits), daemon=True)
            self._process.start()
            theirs.close()
        return self._pipe

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._pipe is not None:
            self._pipe.close()
        self._process = self._pipe = None


def _checking(pipe: Connection, cpu_s: int, memory_bytes: int) -> None:
    """Checks what comes, until nothing comes any more."""
    import gc

    from gekido_dsl.language.known import KnownFiles

    gc.set_threshold(50_000, 20, 100)
    known = KnownFiles(by_declaration=True)
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            folder, main, own, texts = pipe.recv()
            _limit(cpu_s, memory_bytes)
            drafts = _drafts(folder, main, own, texts)
            drafts.known = known
            made = drafts.compilation()
            good = made.game is not None and not has_errors(made.diagnostics)
            pipe.send((good, told_of(made.diagnostics)))


def _drafts(folder: Path, main: str, own: bool, texts: Mapping[str, str]) -> Drafts:
    made = Drafts(folder, main, own=own)
    made.texts.update(texts)
    return made


def _limit(cpu_s: int, memory_bytes: int) -> None:
    """Has the system end this process when it takes more for what comes now."""
    try:
        import resource
    except ImportError:  # Windows has no such limits; whoever asks ends the process after a time.
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime) + cpu_s + 1
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_CPU, (most, resource.getrlimit(resource.RLIMIT_CPU)[1]))
        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, resource.getrlimit(resource.RLIMIT_AS)[1]))
