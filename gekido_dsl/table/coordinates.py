"""What players read and ask calls spaces as the board does: `e4` for `r4c5`, `Point 6` for `r1c6` of the only row."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.drawing.look import Look, column_name, column_number
from gekido_dsl.languages import authored, told_in
from gekido_dsl.model import nodes as m
from gekido_dsl.table.viewer import Viewer

_SPACE: Final = re.compile(r"\br(\d{1,3})c(\d{1,3})\b")
_CALLED: Final = re.compile(r"\b([a-z]{1,2})([1-9]\d{0,2})\b", re.IGNORECASE)
_AS_THEY_ARE: Final = frozenset({"spots", "picture", "place", "sheet", "person"})
"""What a page finds things by, what it draws, and what people call themselves."""


def lettered(message: Any) -> Any:
    """Gives a message with spaces called by a letter and a number."""
    return _renamed(message, lambda found: f"{column_name(int(found[2]))}{int(found[1])}")


def unlettered(asked: str) -> str:
    """Gives what somebody asks with the spaces called as the rules do."""
    return _CALLED.sub(lambda found: f"r{int(found[2])}c{column_number(found[1])}", asked)


@dataclass(frozen=True)
class Coordinates:
    """How one game calls its spaces."""

    letters: bool
    row_of: str
    """What the spaces of the only board are, if it is a single row; else empty."""

    def told(self, message: Any, viewer: Viewer) -> Any:
        """Gives a message, in the language of who reads it, with its spaces called so."""
        if self.letters:
            return lettered(message)
        if not self.row_of:
            return message
        kind = told_in(viewer.language, authored(self.row_of))
        return _renamed(message, lambda found: f"{kind} {found[2]}" if found[1] == "1" else found[0])

    def asked(self, name: str) -> str:
        """Gives what somebody asks with the spaces called as the rules do."""
        if self.letters:
            return unlettered(name)
        if not self.row_of:
            return name
        return re.sub(rf"\b{re.escape(self.row_of)} (\d{{1,3}})\b", r"r1c\1", name, flags=re.IGNORECASE)


def coordinates(game: m.Game, look: Look) -> Coordinates:
    """Finds how a game calls its spaces."""
    boards = list(game.boards.values())
    row = len(boards) == 1 and not boards[0].is_map and boards[0].shape.rows == 1 and not boards[0].names
    bare = row and all(one.name == boards[0].space.name for one in boards[0].space.rows)
    return Coordinates(look.has_letters(game), boards[0].space.name if bare else "")


def _renamed(message: Any, name: Callable[[re.Match[str]], str]) -> Any:
    """Gives a message with other names for its spaces; what is no text for people stays as it is."""
    match message:
        case str():
            return _SPACE.sub(name, message)
        case list():
            return [_renamed(one, name) for one in message]
        case dict():
            return {key: one if key in _AS_THEY_ARE else _renamed(one, name) for key, one in message.items()}
        case _:
            return message
