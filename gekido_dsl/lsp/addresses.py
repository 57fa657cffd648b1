"""The addresses of files as the editor writes them.

A file may lie behind a symbolic link, and an address may be written in several ways. What an editor opened has the
address that it was opened under, and every other file the one that follows from the folder of what is open.
"""

from pathlib import Path

from pygls.uris import from_fs_path, to_fs_path

from gekido_dsl.lsp.rulesets import path_of


class Addresses:
    """The addresses that one editor uses."""

    def __init__(self) -> None:
        """Begins with nothing open."""
        self._files: dict[Path, str] = {}
        self._folders: dict[Path, Path] = {}
        """Folders as the editor calls them, by where they really lie."""

    def take(self, uri: str) -> Path | None:
        """Takes up the address of a document and gives its file; None for one that is no file."""
        named = _named(uri)
        if named is None:
            return None
        real = named.resolve()
        self._files[real] = uri
        here = named.parent
        while here != here.parent and (lies := here.resolve()) != here:
            self._folders[lies] = here
            here = here.parent
        return real

    def close(self, uri: str) -> Path | None:
        """Forgets the address of a document and gives its file; None for one that is no file."""
        path = path_in(uri)
        if path is not None:
            self._files.pop(path, None)
        return path

    def of(self, name: str) -> str:
        """Gives the address of a source."""
        real = path_of(name).resolve()
        if real in self._files:
            return self._files[real]
        above = next((folder for folder in real.parents if folder in self._folders), None)
        path = real if above is None else self._folders[above] / real.relative_to(above)
        return from_fs_path(str(path)) or ""


def path_in(uri: str) -> Path | None:
    """Gives the file of a document, where it really lies; None for one that is no file."""
    named = _named(uri)
    return named.resolve() if named is not None else None


def _named(uri: str) -> Path | None:
    path = to_fs_path(uri) if uri.startswith("file:") else None
    return Path(path) if path is not None else None
