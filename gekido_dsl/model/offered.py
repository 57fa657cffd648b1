"""The words of all choices that a game may offer, so that an example cannot rule out what there never is."""

import re
from collections.abc import Iterator
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.lies import LIES
from gekido_dsl.model.scope import Index

_WORD: Final = re.compile(r"[^\s,:→]+")
_JOINT: Final = re.compile(r": | to ")
_PLAIN: Final = re.compile(r"r\d+c\d+|-?\d+")
_ALWAYS: Final = frozenset(["to", "of", "and", "none", "nothing", "yes", "no", "pass", "done", "player"])
"""What choices are called without a declaration."""


def words_of(text: str) -> list[str]:
    """Lists the words of a label, in small letters."""
    return _WORD.findall(text.lower())


def is_offered(text: str, game: m.Game, index: Index) -> bool:
    """Tells whether a choice may have a text in its label."""
    parts = [part for part in _JOINT.split(text) if not index.meanings(part)]
    unknown = {word for part in parts for word in words_of(part) if not _PLAIN.fullmatch(word)} - _ALWAYS
    return not unknown or unknown <= {word for label in _labels(game, index) for word in words_of(label)}


def _labels(game: m.Game, index: Index) -> Iterator[str]:
    yield from index.names()
    if any(kind.lies is not None for kind in game.kinds.values()):
        yield from LIES
    for decl in walk.declarations(game):
        if isinstance(decl, m.Procedure):
            yield decl.title or ""
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                if isinstance(statement, m.Menu):
                    yield from statement.labels
