"""The parser's tables are kept in the user's cache folder, so that every run but the first starts at once.

Invariants:
    Nothing that goes wrong here is told: without the folder the tables are built, as they were.
    Only a file of this user is read.
"""

import os
from dataclasses import dataclass
from pathlib import Path

from gekido_dsl.cli.folders import cache_folder
from gekido_dsl.grammar import keep_tables_in


@dataclass(frozen=True, slots=True)
class CacheFolder:
    """A folder with a file for each version of the tables."""

    path: Path

    def read(self, key: str) -> bytes | None:
        """Gives the tables kept under a key."""
        file = self._file(key)
        try:
            if hasattr(os, "getuid") and file.stat().st_uid != os.getuid():
                return None
            return file.read_bytes()
        except OSError:
            return None

    def write(self, key: str, tables: bytes) -> None:
        """Keeps the tables; another process never sees half of them."""
        part = self.path / f"{key}.{os.getpid()}"
        try:
            self.path.mkdir(mode=0o700, parents=True, exist_ok=True)
            part.write_bytes(tables)
            part.replace(self._file(key))
        except OSError:
            return

    def _file(self, key: str) -> Path:
        return self.path / f"{key}.tables"


def keep() -> None:
    """Keeps the tables of this process and the next ones in the cache folder."""
    try:
        keep_tables_in(CacheFolder(cache_folder()))
    except RuntimeError:  # there is no home folder
        return
