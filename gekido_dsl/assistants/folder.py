"""The folder in which an assistant works.

Invariants:
    Nothing outside of it is read or written, through symbolic links neither.
    Only files that rulesets are made of are written.
"""

from pathlib import Path
from typing import Final

from gekido_dsl.source import is_sheet

LIMIT_BYTES: Final = 1_000_000
_MOST_FILES: Final = 500
_MOST_PATH: Final = 1_000
_MOST_NAME: Final = 100
"""So that no system refuses a name, and no answer is full of one."""
_TEXTS: Final = (".gdl", ".yaml", ".md", ".svg", ".po")


class Refused(ValueError):
    """What is not read or not written; the text says why, and what can be done."""


class Folder:
    """A folder of rulesets."""

    def __init__(self, root: Path) -> None:
        """Confines all to a folder, which is there."""
        self.root = root.resolve()

    def find(self, name: str) -> Path:
        """Gives the path of a file, which need not be there.

        Raises:
            Refused: it would lie outside.
        """
        if not name.strip() or "\0" in name:
            raise Refused("a file needs a name, such as `my-game.gdl`")
        if len(name.encode("utf-8", "replace")) > _MOST_PATH or max(map(len, name.split("/"))) > _MOST_NAME:
            raise Refused(
                f"a file's name has at most {_MOST_NAME} letters, and {_MOST_PATH:,} bytes with its folders"
            )
        try:
            path = (self.root / name).resolve()
        except (OSError, RuntimeError) as error:
            raise Refused(f"`{name}` cannot be a file") from error
        if path == self.root or not path.is_relative_to(self.root):
            raise Refused(f"`{name}` lies outside of the folder; name a file inside, such as `my-game.gdl`")
        return path

    def files(self) -> list[str]:
        """Lists the files that rulesets are made of, at most some hundred."""
        found = [
            path.relative_to(self.root).as_posix()
            for path in sorted(self.root.rglob("*"))
            if _known(path.name) and path.is_file() and not _hidden(path.relative_to(self.root))
        ]
        return found[:_MOST_FILES]

    def read(self, name: str) -> str:
        """Reads a text.

        Raises:
            Refused: it cannot be read.
        """
        path = self.find(name)
        if not path.is_file():
            raise Refused(f"there is no file `{name}`; `list_files` tells which there are")
        try:
            with path.open("rb") as file:
                held = file.read(LIMIT_BYTES + 1)
            if len(held) > LIMIT_BYTES:
                raise Refused(f"`{name}` is larger than {LIMIT_BYTES:,} bytes")
            return held.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Refused(f"`{name}` is no text in UTF-8") from error
        except OSError as error:
            raise Refused(f"`{name}` cannot be read: {error.strerror}") from error

    def write(self, name: str, text: str) -> None:
        """Writes a text, in place of what stood there.

        Raises:
            Refused: it is no file of a ruleset, too large, or cannot be written.
        """
        path = self.find(name)
        if not _known(path.name) or _hidden(path.relative_to(self.root)):
            kinds = ", ".join((*_TEXTS, ".csv", ".tsv"))
            raise Refused(f"`{name}` is no file of a ruleset; these are written: {kinds}")
        held = text.encode("utf-8", "replace")
        if len(held) > LIMIT_BYTES:
            raise Refused(f"a file has at most {LIMIT_BYTES:,} bytes")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(held)
        except OSError as error:
            raise Refused(f"`{name}` cannot be written: {error.strerror}") from error


def _known(name: str) -> bool:
    return name.endswith(_TEXTS) or (is_sheet(name) and name.endswith((".csv", ".tsv")))


def _hidden(path: Path) -> bool:
    return any(part.startswith(".") for part in path.parts)
