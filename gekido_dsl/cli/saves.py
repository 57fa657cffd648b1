"""Lines of a match become a file that grows, so that a killed process loses nothing.

Invariants:
    A file that exists is never overwritten; going on with one cuts off nothing but a torn last line.
    When the disk refuses, the match goes on without being saved, and that is said once.
"""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import BinaryIO

from gekido_dsl.cli.folders import data_folder
from gekido_dsl.play.record import MOST_BYTES, Reading, read

SUFFIX = ".jsonl"
_TITLE_LETTERS = 60
"""How much of a title the name of a file has."""


class SaveFile:
    """A file to which a match is appended."""

    def __init__(self, notice: Callable[[str], None]) -> None:
        """Begins without a file.

        Args:
            notice: takes a sentence about what went wrong.
        """
        self.path: Path | None = None
        self._stream: BinaryIO | None = None
        self._notice = notice

    def begin(self, path: Path, lines: Sequence[str] = ()) -> None:
        """Makes a new file, writes what there is so far, and goes on in it.

        Raises:
            OSError: it exists already, or cannot be made.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        stream = path.open("xb")
        self.close()
        self.path, self._stream = path, stream
        for line in lines:
            self.append(line)

    def go_on(self, path: Path, reading: Reading) -> None:
        """Goes on in the file that a reading came from, its torn last line cut off.

        Raises:
            OSError: it cannot be written.
        """
        stream = path.open("r+b")
        stream.truncate(reading.sound_bytes)
        stream.seek(0, 2)
        if reading.open_end:
            stream.write(b"\n")
            stream.flush()
        self.close()
        self.path, self._stream = path, stream

    def append(self, line: str) -> None:
        """Adds a line, and has it leave this process before it returns."""
        if self._stream is None:
            return
        try:
            self._stream.write(line.encode("ascii", "backslashreplace") + b"\n")
            self._stream.flush()
        except OSError as error:
            self._notice(
                f"{self.path} can no longer be written ({said(error)}); the match is not saved from here on"
            )
            self.close()
            self.path = None

    def close(self) -> None:
        """Lets go of the file; nothing is added any more."""
        if self._stream is not None:
            stream, self._stream = self._stream, None
            try:
                stream.close()
            except OSError:
                return


def said(error: OSError) -> str:
    """Words a refusal of the operating system."""
    if isinstance(error, FileExistsError):
        return "it exists already"
    return (error.strerror or str(error)).lower()


def read_file(path: Path) -> Reading:
    """Reads a saved match.

    Raises:
        OSError: it cannot be read.
    """
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
