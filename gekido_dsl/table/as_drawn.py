"""What players read and ask calls things as they are drawn.

A space is `e4` for `r4c5`, or `Point 6` for `r1c6` of the only row; a playing card is `Q♥` for `Hearts 12`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Final

from gekido_dsl.drawing.look import Look, column_name, column_number
from gekido_dsl.drawing.playing_cards import faces_of
from gekido_dsl.engine import View
from gekido_dsl.languages import authored, text, told_in
from gekido_dsl.model import nodes as m
from gekido_dsl.table.viewer import Viewer
from gekido_dsl.telling import signs

_SPACE: Final = re.compile(r"\br(\d{1,3})c(\d{1,3})\b")
_CALLED: Final = re.compile(r"\b([a-z]{1,2})([1-9]\d{0,2})\b", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\b\d+\b")
_AS_THEY_ARE: Final = frozenset({"spots", "picture", "place", "sheet", "person"})
"""What a page finds things by, what it draws, and what people call themselves."""


def lettered(message: Any) -> Any:
    """Gives a message with spaces called by a letter and a number."""
    return _renamed(message, _SPACE, lambda found: f"{column_name(int(found[2]))}{int(found[1])}")


def unlettered(asked: str) -> str:
    """Gives what somebody asks with the spaces called as the rules do."""
    return _CALLED.sub(lambda found: f"r{int(found[2])}c{column_number(found[1])}", asked)


@dataclass(frozen=True)
class AsDrawn:
    """How one game calls its spaces and playing cards."""

    letters: bool
    row_of: str
    """What the spaces of the only board are, if it is a single row; else empty."""
    cards: Mapping[str, str] = field(default_factory=dict)
    """What playing cards show whose names are numbers, by these names."""

    def told(self, message: Any, viewer: Viewer) -> Any:
        """Gives a message, in the language of who reads it, with things called so."""
        if self.letters:
            message = lettered(message)
        elif self.row_of:
            kind = told_in(viewer.language, authored(self.row_of))
            message = _renamed(
                message, _SPACE, lambda found: f"{kind} {found[2]}" if found[1] == "1" else found[0]
            )
        return (
            _renamed(message, _any(self.cards), lambda found: self.cards[found[0]]) if self.cards else message
        )

    def asked(self, name: str) -> str:
        """Gives what somebody asks with things called as the rules do."""
        if self.letters:
            name = unlettered(name)
        elif self.row_of:
            pattern = rf"\b{re.escape(self.row_of)} (\d{{1,3}})\b"
            name = re.sub(pattern, r"r1c\1", name, flags=re.IGNORECASE)
        for card, shown in self.cards.items():
            name = name.replace(shown, card)
        return name


def as_drawn(game: m.Game, look: Look) -> AsDrawn:
    """Finds how a game calls its spaces and playing cards."""
    boards = list(game.boards.values())
    row = len(boards) == 1 and not boards[0].is_map and boards[0].shape.rows == 1 and not boards[0].names
    bare = row and all(one.name == boards[0].space.name for one in boards[0].space.rows)
    cards = {name: face.said for name, face in faces_of(game).items() if _NUMBER.search(name)}
    return AsDrawn(look.has_letters(game), boards[0].space.name if bare else "", cards)


def pieces(game: m.Game, view: View) -> dict[str, str]:
    """Calls pieces on boards by the fact that pictures tell them apart by, `Pawn r2c1` for `Piece r2c1`.

    Args:
        view: shows them, to whoever is asked.
    """
    facts = {kind.name: one.fact for kind, one in signs.of(game).items() if one.fact.seen == "everyone"}
    found: dict[str, str] = {}
    for space in (one for board in view.boards for one in board.spaces):
        standing = [thing for thing in space.things if thing.kind in facts]
        for thing in standing:
            alike = [one for one in standing if one.kind == thing.kind]
            value = thing.facts.get(facts[thing.kind].name)
            if value and len(alike) == 1:
                called = text("{thing} {space}", thing=value, space=space.label)
                found[f"{thing.kind} {space.label}"] = called
    return found


@lru_cache(maxsize=8)
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")


def _any(names: Mapping[str, str]) -> re.Pattern[str]:
    """Finds any of some names."""
    return _pattern(tuple(names))


def _renamed(message: Any, pattern: re.Pattern[str], name: Callable[[re.Match[str]], str]) -> Any:
    """Gives a message with other names for what a pattern finds; what is no text for people stays as it is."""
    match message:
        case str():
            return pattern.sub(name, message)
        case list():
            return [_renamed(one, pattern, name) for one in message]
        case dict():
            return {
                key: one if key in _AS_THEY_ARE else _renamed(one, pattern, name)
                for key, one in message.items()
            }
        case _:
            return message
