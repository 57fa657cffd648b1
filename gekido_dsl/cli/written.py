"""Pages go to the disk: into a folder that knows which of its files are ours, or into a single file.

Invariants:
    A file that the command did not write is neither deleted nor, without `--force`, written over.
"""

from collections.abc import Mapping
from pathlib import Path

import click


def folder(target: Path, files: Mapping[str, str | bytes], *, force: bool) -> None:
    """Writes files into a folder; those of an earlier time that are no longer made are deleted.

    Raises:
        click.UsageError: others have files there.
        click.FileError: a file cannot be written.
    """
    place = Folder(target, force=force)
    for name, text in files.items():
        place.put(name, text)
    place.done()


class Folder:
    """A folder that files are written into one by one."""

    def __init__(self, target: Path, *, force: bool, by: str = "docs") -> None:
        """Looks whether it may be written into.

        Args:
            by: the command that writes.

        Raises:
            click.UsageError: others have files there.
        """
        self.target, self._by = target, by
        self._list = f".gdl-{by}"
        self._before = _ours(target, self._list)
        self._names: set[str] = set()
        if not force:
            for path in sorted(target.rglob("*")) if target.is_dir() else ():
                name = path.relative_to(target).as_posix()
                if path.is_file() and name != self._list and name not in self._before:
                    raise click.UsageError(
                        f"the folder `{target.as_posix()}` holds `{name}`, which `gdl {by}` did not write; name "
                        "another folder with -o, or --force writes beside it"
                    )

    def put(self, name: str, text: str | bytes) -> None:
        """Writes a file.

        Raises:
            click.FileError: it cannot be written.
        """
        put(self.target / name, text)
        self._names.add(name)

    def done(self) -> None:
        """Deletes what was written at an earlier time and is no longer made, and notes what there is.

        Raises:
            click.FileError: a file cannot be written or deleted.
        """
        for name in sorted(self._before - self._names):
            _delete(self.target, name)
        put(self.target / self._list, "".join(f"{name}\n" for name in sorted(self._names)))


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


def _ours(target: Path, listed: str) -> set[str]:
    """Lists the files that were written before, as far as they lie in the folder."""
    try:
        names = (target / listed).read_text(encoding="utf-8").splitlines()
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
