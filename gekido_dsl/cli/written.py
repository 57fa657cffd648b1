"""Pages go to the disk: into a folder that knows which of its files are ours, or into a single file.

Invariants:
    A file that `gdl docs` did not write is neither deleted nor, without `--force`, written over.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import click

_LIST: Final = ".gdl-docs"
"""Lists, in a folder, the files that were written into it."""


def folder(target: Path, files: Mapping[str, str | bytes], *, force: bool) -> None:
    """Writes files into a folder; those of an earlier time that are no longer made are deleted.

    Raises:
        click.UsageError: others have files there.
        click.FileError: a file cannot be written.
    """
    before = _ours(target)
    if not force:
        for path in sorted(target.rglob("*")) if target.is_dir() else ():
            name = path.relative_to(target).as_posix()
            if path.is_file() and name != _LIST and name not in before:
                raise click.UsageError(
                    f"the folder `{target.as_posix()}` holds `{name}`, which `gdl docs` did not write; name "
                    "another folder with -o, or --force writes beside it"
                )
    for name, text in files.items():
        put(target / name, text)
    for name in sorted(before - set(files)):
        _delete(target, name)
    put(target / _LIST, "".join(f"{name}\n" for name in sorted(files)))


def file(target: Path, text: str | bytes, *, force: bool) -> None:
    """Writes a file.

    Raises:
        click.UsageError: it exists.
        click.FileError: it cannot be written.
    """
    if target.exists() and not force:
        raise click.UsageError(f"the file `{target.as_posix()}` exists; --force writes over it")
    put(target, text)


def put(path: Path, text: str | bytes) -> None:
    """Writes a file, and the folders on the way to it."""
    data = text if isinstance(text, bytes) else text.encode("utf-8")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    except OSError as error:
        raise click.FileError(path.as_posix(), error.strerror or "it cannot be written") from error


def _ours(target: Path) -> set[str]:
    """Lists the files that were written before, as far as they lie in the folder."""
    try:
        names = (target / _LIST).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        return set()
    return {name for name in names if name and not name.startswith("/") and ".." not in name.split("/")}


def _delete(target: Path, name: str) -> None:
    path = target / name
    if path.is_file() and not path.is_symlink() and path.resolve().is_relative_to(target.resolve()):
        try:
            path.unlink()
        except OSError as error:
            raise click.FileError(path.as_posix(), error.strerror or "it cannot be deleted") from error
