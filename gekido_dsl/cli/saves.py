"""Lines of a match become a file that grows, so that a killed process loses nothing.

Invariants:
    A file that exists is never overwritten; going on with one cuts off nothing but a torn last line.
    A file has one process that writes it: it is locked from before it is read until it is closed. The lock is a file
    beside it, which ends with the process, whatever becomes of that.
    A line is on the disk before `append` returns.
    When the disk refuses, the match goes on without being saved, and that is said once.
"""

import contextlib
import os
import socket
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

import filelock

from gekido_dsl.cli.folders import data_folder
from gekido_dsl.languages import text
from gekido_dsl.play.record import MOST_BYTES, Reading, read

SUFFIX = ".jsonl"
_TITLE_LETTERS = 60
"""How much of a title the name of a file has."""


_LOCK_SUFFIX = ".lock"


class Held(Exception):
    """A saved match that another process has; its text says which."""


class _Lock:
    """Keeps other processes from writing a file."""

    def __init__(self, path: Path) -> None:
        """Takes the lock of a file.

        Raises:
            Held: another process has it.
            OSError: no lock can be made there.
        """
        self._path = path.with_name(path.name + _LOCK_SUFFIX)
        self._lock = filelock.FileLock(self._path)
        try:
            self._lock.acquire(timeout=0)
        except filelock.Timeout:
            raise Held(f"it is being played by {_holder(self._path)}") from None
        # Who cannot be written down still has the lock.
        with contextlib.suppress(OSError):
            since = time.strftime("%Y-%m-%d %H:%M")
            self._path.write_text(
                f"process {os.getpid()} on {socket.gethostname()} since {since}",
                encoding="utf-8",
                newline="\n",
            )

    def release(self) -> None:
        """Gives the lock back, and takes its file away while nobody else can have it."""
        with contextlib.suppress(OSError):
            self._path.unlink()
        with contextlib.suppress(OSError):
            self._lock.release()


def _holder(lock: Path) -> str:
    """Tells who has a lock, as far as they wrote it down."""
    with contextlib.suppress(OSError):
        with lock.open("rb") as stream:
            told = stream.read(200).decode("utf-8", errors="replace").strip()
        if told.startswith("process "):
            return "".join(letter if letter.isprintable() else "?" for letter in told)
    return "another process"


class SaveFile:
    """A file to which a match is appended."""

    def __init__(self, notice: Callable[[str], None]) -> None:
        """Begins without a file.

        Args:
            notice: takes a sentence about what went wrong.
        """
        self.path: Path | None = None
        self._stream: BinaryIO | None = None
        self._lock: _Lock | None = None
        self._reserved: _Lock | None = None
        self._notice = notice

    def reserve(self, path: Path) -> None:
        """Locks a file that is about to be read, and that `go_on` may go on with.

        Raises:
            Held: another process has it.
            OSError: it cannot be locked.
        """
        self._reserved = _Lock(path)

    def begin(self, path: Path, lines: Sequence[str] = ()) -> None:
        """Makes a new file, writes what there is so far, and goes on in it.

        Raises:
            OSError: it exists already, or cannot be made.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = path.open("xb")
        try:
            lock = _Lock(path)
        except (Held, OSError) as error:
            stream.close()
            raise OSError(None, str(error)) from error
        self.close()
        self.path, self._stream, self._lock = path, stream, lock
        _keep_name(path)
        for line in lines:
            self._add(line)
        self._settle()

    def go_on(self, path: Path, reading: Reading) -> None:
        """Goes on in the reserved file that a reading came from, its torn last line cut off.

        Raises:
            OSError: it cannot be written.
        """
        os.truncate(path, reading.sound_bytes)
        stream = path.open("ab")
        lock, self._reserved = self._reserved, None
        self.close()
        self.path, self._stream, self._lock = path, stream, lock
        if reading.open_end:
            stream.write(b"\n")

    def rewrite(self, lines: Sequence[str]) -> None:
        """Puts other lines in place of those that are in the file, all of them or none, and goes on after them.

        Raises:
            OSError: they cannot be written; the file is as it was.
        """
        if self.path is None or self._stream is None:
            return
        new = self.path.with_name(f".{self.path.name}.new")
        new.write_bytes("".join(f"{line}\n" for line in lines).encode("ascii", "backslashreplace"))
        self._stream.close()
        try:
            new.replace(self.path)
        finally:
            self._stream = self.path.open("ab")

    def append(self, line: str) -> None:
        """Adds a line, and has it on the disk before it returns."""
        self._add(line)
        self._settle()

    def _add(self, line: str) -> None:
        if self._stream is not None:
            try:
                self._stream.write(line.encode("ascii", "backslashreplace") + b"\n")
            except OSError as error:
                self._give_up(error)

    def _settle(self) -> None:
        """Waits until everything is on the disk, which some file systems do not tell of."""
        if self._stream is not None:
            try:
                self._stream.flush()
            except OSError as error:
                self._give_up(error)
                return
            with contextlib.suppress(OSError):
                os.fsync(self._stream.fileno())

    def _give_up(self, error: OSError) -> None:
        self._notice(
            text(
                "{path} can no longer be written ({reason}); the match is not saved from here on",
                path=str(self.path),
                reason=said(error),
            )
        )
        self.close()
        self.path = None

    def close(self) -> None:
        """Lets go of the file; nothing is added any more."""
        stream, self._stream = self._stream, None
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
        for lock in (self._lock, self._reserved):
            if lock is not None:
                lock.release()
        self._lock = self._reserved = None


def _keep_name(path: Path) -> None:
    """Has the name of a new file on the disk, too, where a folder can be waited for."""
    with contextlib.suppress(OSError, AttributeError):
        folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def said(error: OSError) -> str:
    """Words a refusal of the operating system."""
    if isinstance(error, FileExistsError):
        return text("it exists already")
    return (error.strerror or str(error)).lower()


def read_file(path: Path) -> Reading:
    """Reads a saved match.

    Raises:
        OSError: it cannot be read.
    """
    size_bytes = path.stat().st_size
    if size_bytes > MOST_BYTES:
        raise OSError(None, f"it has {size_bytes:,} bytes, and the limit is {MOST_BYTES:,}")
    with path.open("rb") as stream:
        return read(stream.read(MOST_BYTES + 1))


def default_path(title: str, seed: int) -> Path:
    """Names a new file in the user's data folder after the game, the time and the seed."""
    words = "".join(letter if letter.isalnum() else " " for letter in title.casefold()).split()
    name = "-".join(["-".join(words)[:_TITLE_LETTERS], time.strftime("%Y%m%d-%H%M%S"), str(seed)])
    folder = data_folder() / "matches"
    path = folder / (name + SUFFIX)
    number = 2
    while path.exists():
        path = folder / f"{name}-{number}{SUFFIX}"
        number += 1
    return path
