"""A store in a folder: a file for each key.

Invariants:
    Only files of this user in a folder that nobody else can write to are read. Where the system does not tell
    (Windows), the folder lies in the user's own part of the disk.
    A file begins with a digest of its key and its content; one that does not match is as good as none.
    A file appears whole or not at all: it is written beside its place and moved there.
    The folder stays below its limit: what has not been used for longest goes first.
    Nothing that goes wrong with a file is told; what is missing is worked out.
    Nothing but files of a cache is ever deleted, whatever else lies in the folder.
"""

import contextlib
import hashlib
import os
import re
import stat
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

LIMIT_BYTES: Final = 256_000_000
"""What the files may take together."""
ENTRY_LIMIT_BYTES: Final = 64_000_000
"""What one file may have."""

_WRITERS: Final = 8
"""Of the room that is left, what a process takes before it looks again: others write at the same time."""

_MAGIC: Final = b"gdl cache 1\n"
_HEAD: Final = len(_MAGIC) + 32
_SUFFIX: Final = ".kept"
_FILE: Final = re.compile(r"([a-z]+)-[0-9a-f]{40}\.kept|[0-9a-f]{32}\.tables|\.gdl-[\w-]+\.part")
_DAY_S: Final = 86_400


@dataclass(frozen=True, slots=True)
class Entry:
    """A file of the folder."""

    path: Path
    kind: str
    """What is kept there, as in `ruleset`; empty for what an interrupted process or an older version left."""
    size_bytes: int
    used: float
    """When it was last used, to the day, in seconds since 1970."""


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """Keeps bytes in files of a folder, which is made when it is needed."""

    path: Path
    limit_bytes: int = LIMIT_BYTES
    _room: list[int] = field(default_factory=lambda: [0], compare=False, repr=False)
    """What may yet be written before the folder is looked through again."""

    def read(self, key: str) -> bytes | None:
        """Gives what was written under a key; None when there is nothing that can be trusted."""
        try:
            if not self.is_own:
                return None
            with self._file(key).open("rb") as stream:
                about = os.fstat(stream.fileno())
                if not _is_own(about) or not stat.S_ISREG(about.st_mode) or about.st_size > ENTRY_LIMIT_BYTES:
                    return None
                whole = stream.read(ENTRY_LIMIT_BYTES)
            if time.time() - about.st_mtime > _DAY_S:
                os.utime(self._file(key))
        except OSError:
            return None
        data = whole[_HEAD:]
        return data if whole[:_HEAD] == _head(key, data) else None

    def write(self, key: str, data: bytes) -> None:
        """Keeps bytes under a key, if that can be done."""
        if len(data) + _HEAD > ENTRY_LIMIT_BYTES:
            return
        import tempfile  # what it brings along takes longer to load than a small ruleset

        part: str | None = None
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not self.is_own:
                return
            handle, part = tempfile.mkstemp(prefix=".gdl-", suffix=".part", dir=self.path)
            with os.fdopen(handle, "wb") as stream:
                stream.write(_head(key, data))
                stream.write(data)
            os.replace(part, self._file(key))
            part = None
            self._room[0] -= len(data)
            if self._room[0] < 0:
                self._make_room()
        except OSError:
            return
        finally:
            if part is not None:
                with contextlib.suppress(OSError):
                    os.unlink(part)

    @property
    def is_own(self) -> bool:
        """Whether the folder is this user's, and nobody else can write to it.

        Raises:
            OSError: there is no such folder.
        """
        return _is_own(self.path.stat())

    def entries(self) -> list[Entry]:
        """Lists the files of the cache, the last used first; none where there is no folder."""
        try:
            return sorted(self._entries(), key=lambda one: one.used, reverse=True)
        except OSError:
            return []

    def clear(self) -> list[Entry]:
        """Deletes the files of the cache, and gives those that are gone."""
        return [one for one in self.entries() if _deleted(one)]

    def _entries(self) -> Iterator[Entry]:
        with os.scandir(self.path) as found:
            for one in found:
                match = _FILE.fullmatch(one.name)
                if match is None or not one.is_file(follow_symlinks=False):
                    continue
                with contextlib.suppress(OSError):
                    about = one.stat(follow_symlinks=False)
                    yield Entry(Path(one.path), match[1] or "", about.st_size, about.st_mtime)

    def _make_room(self) -> None:
        """Deletes what was used longest ago once the folder is over its limit, and what interrupted writers left."""
        entries = self.entries()
        for one in entries:
            if not one.kind and time.time() - one.used > _DAY_S:
                _deleted(one)
        room = self.limit_bytes - sum(one.size_bytes for one in entries)
        self._room[0] = room // _WRITERS
        if room >= 0:
            return
        room = self.limit_bytes * 3 // 4
        for one in entries:
            room -= one.size_bytes
            if room < 0:
                _deleted(one)

    def _file(self, key: str) -> Path:
        return self.path / (key + _SUFFIX)


def _head(key: str, data: bytes) -> bytes:
    digest = hashlib.sha256(key.encode())
    digest.update(data)
    return _MAGIC + digest.digest()


def _is_own(about: os.stat_result) -> bool:
    if not hasattr(os, "getuid"):
        return True
    return about.st_uid == os.getuid() and not about.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


def _deleted(one: Entry) -> bool:
    try:
        one.path.unlink()
    except OSError:
        return False
    return True
