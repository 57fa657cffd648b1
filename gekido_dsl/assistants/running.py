"""Runs a command of `gdl` in a process of its own.

Invariants:
    A command ends, at the latest when its time is up; whatever it began ends with it.
    What it says is cut where an assistant would have too much to read, and the cut is told.
"""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

MOST_CHARACTERS: Final = 24_000
MOST_SECONDS: Final = 300
_ENDS: Final = {3: "This is a fault of gdl, not of the ruleset. "}


@dataclass(frozen=True, slots=True)
class Ran:
    """How a command ended."""

    code: int | None
    """Its exit code; None where its time was up."""
    text: str
    """What it said."""


async def run(
    folder: Path, words: Sequence[str], *, typed: str = "", seconds: float = 60, tail: bool = False
) -> Ran:
    """Runs `gdl` with these words in a folder.

    Args:
        typed: what it reads as if typed, line by line.
        seconds: after which it is ended.
        tail: whether the end of what it says weighs most.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "gekido_dsl", *words),
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "110", "PYTHONIOENCODING": "utf-8"},
        start_new_session=True,  # ignored where there are no sessions
    )
    try:
        said, _ = await asyncio.wait_for(
            process.communicate(typed.encode()), min(max(seconds, 1), MOST_SECONDS)
        )
        code = process.returncode
    except TimeoutError:
        said, code = b"", None
    finally:
        await _end(process)
    text = said.decode("utf-8", "replace").strip()
    return Ran(code, _cut(text, tail=tail))


def _cut(text: str, *, tail: bool) -> str:
    more = len(text) - MOST_CHARACTERS
    if more <= 0:
        return text
    if tail:
        return f"({more:,} characters before this are left out)\n...{text[more:]}"
    return f"{text[:MOST_CHARACTERS]}\n... and {more:,} characters more"


def told(ran: Ran, seconds: float) -> str:
    """Says how a command ended, for an assistant."""
    if ran.code is None:
        return f"It took more than {min(seconds, MOST_SECONDS):.0f} seconds and was ended; ask for less."
    return f"{_ENDS.get(ran.code, '')}{ran.text or 'Done; there is nothing to tell.'}"


async def _end(process: asyncio.subprocess.Process) -> None:
    """Ends a process that still runs, with those that it began."""
    if process.returncode is not None:
        return
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if os.name == "posix":
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    await process.communicate()
