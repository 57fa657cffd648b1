#!/usr/bin/env python3
"""Copies the tables of a server while it runs, and puts a copy back while it does not. Needs nothing but Python.

python3 hosting/tables.py backup TABLES.sqlite FOLDER [KEEP]    the newest KEEP copies stay, 14 by default
python3 hosting/tables.py restore COPY.sqlite TABLES.sqlite     what was there stays as TABLES.sqlite.before
"""

import contextlib
import os
import shutil
import sqlite3
import sys
import time
from collections.abc import Iterator
from pathlib import Path


class Failed(Exception):
    """It cannot be done; the text says why."""


def backup(tables: Path, folder: Path, keep: int = 14) -> Path:
    """Copies the tables into a folder, under the time, and takes old copies away."""
    if not tables.is_file():
        raise Failed(f"there is no file {tables}")
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    target = folder / f"tables-{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}.sqlite"
    _copy(tables, target)
    for old in sorted(folder.glob("tables-*.sqlite"), reverse=True)[max(1, keep) :]:
        old.unlink()
    return target


def restore(copy: Path, tables: Path) -> Path:
    """Puts a copy back and gives the file that holds what was there."""
    if not copy.is_file():
        raise Failed(f"there is no file {copy}")
    before = tables.with_name(f"{tables.name}.before")
    with _unused(tables):
        if tables.exists():
            try:
                _copy(tables, before)
            except Failed:  # a damaged file is why somebody restores: it is kept as it is
                shutil.copyfile(tables, before)
        like = tables if tables.exists() else tables.parent
        new = tables.with_name(f"{tables.name}.new")
        _copy(copy, new)
        if hasattr(os, "chown"):
            with contextlib.suppress(PermissionError):
                os.chown(new, like.stat().st_uid, like.stat().st_gid)
        for left in ("-wal", "-shm"):  # they belong to the file that goes
            tables.with_name(tables.name + left).unlink(missing_ok=True)
        os.replace(new, tables)
    return before


def _copy(source: Path, target: Path) -> None:
    """Copies a database whole, whoever writes it meanwhile, and looks whether the copy is sound."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # the keys of all seats are in it
    try:
        with (
            contextlib.closing(
                sqlite3.connect(f"{source.absolute().as_uri()}?mode=rw", uri=True, timeout=30)
            ) as old,
            contextlib.closing(sqlite3.connect(part)) as new,
        ):
            old.backup(new)
            new.execute("pragma journal_mode=delete")
            sound = new.execute("pragma integrity_check").fetchone()[0]
        if sound != "ok":
            raise Failed(f"{source} is damaged: {sound}")
        os.replace(part, target)
    except sqlite3.Error as error:
        raise Failed(f"{source} cannot be read: {error}") from error
    finally:
        part.unlink(missing_ok=True)


@contextlib.contextmanager
def _unused(tables: Path) -> Iterator[None]:
    """Makes sure that no server has the tables, by the lock that it would hold."""
    lock = tables.with_name(f"{tables.name}.lock")
    if sys.platform == "win32" or not lock.exists():
        yield  # on Windows, a file that a server has open cannot be replaced
        return
    import fcntl

    with lock.open("r+b") as held:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise Failed(f"a server uses {tables}; stop it first") from error
        yield


def main(words: list[str]) -> int:
    """Does what the command line says and returns the exit code."""
    try:
        match words:
            case ["backup", tables, folder]:
                print(backup(Path(tables), Path(folder)))
            case ["backup", tables, folder, keep] if keep.isdecimal():
                print(backup(Path(tables), Path(folder), int(keep)))
            case ["restore", copy, tables]:
                before = restore(Path(copy), Path(tables))
                print(f"{tables} holds the tables of {copy}; what it held before is in {before}")
            case _:
                print(__doc__, file=sys.stderr)
                return 2
    except (Failed, OSError) as failed:
        print(f"error: {failed}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
