"""Declarations are kept from one text of a file to the next, so that an editor has only those parsed that changed.

Invariants:
    What is kept of a file is what its last text held. A declaration is kept only if there was nothing to report of it.
    A declaration is the same object if neither its place nor the text up to the end of its last line changed; it keeps
    the source that it was first read from. Any other is a copy, with the source and the places that it has now. So up
    to there its source says what the text says, comments included.
"""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from gekido_dsl.grammar.lexer import in_common
from gekido_dsl.source import Source, Span
from gekido_dsl.syntax import nodes as s

_Known = dict[str, dict[int, s.Declaration]]
"""Declarations by what is written, and where it began."""


class Kept:
    """The declarations of one file as it was read last."""

    def __init__(self) -> None:
        """Begins with nothing."""
        self._before: _Known = {}
        self._now: _Known = {}
        self._text = ""
        self._same = 0
        """How far the last text and this one are the same."""

    def begin(self, source: Source) -> None:
        """Has what was read last looked up from here on, and what comes now kept for the next text."""
        self._before, self._now = self._now, {}
        self._same = in_common(self._text, source.text)
        self._text = source.text

    def find(self, source: Source, start: int, end: int) -> s.Declaration | None:
        """Gives the declaration that is written at a place, if it was written somewhere in the last text."""
        text = source.text[start:end]
        known = self._before.get(text)
        if not known:
            return None
        at = start if start in known else next(iter(known))
        found = known[at]
        if at != start or _line_end(source, end) >= self._same:
            found = moved(found, source, start - at)
        self._now.setdefault(text, {})[start] = found
        return found

    def keep(self, source: Source, start: int, end: int, declaration: s.Declaration) -> None:
        """Keeps a declaration for the next text."""
        self._now.setdefault(source.text[start:end], {})[start] = declaration


def _line_end(source: Source, offset: int) -> int:
    """Finds where the line of an offset ends."""
    line0, _ = source.position(offset)
    return source.offset(line0 + 1, 0)


def moved(node: s.Declaration, source: Source, by: int) -> s.Declaration:
    """Copies a declaration to where it stands in another text."""
    made: s.Declaration = _copied(node, source, by)
    return made


def _copied(value: Any, source: Source, by: int) -> Any:
    cls: type = type(value)
    return _copier(cls)(value, source, by)


@cache
def _copier(cls: type) -> Callable[[Any, Source, int], Any]:
    """Gives what copies values of a class; asked once for each class."""
    if cls is Span:
        return lambda span, source, by: Span(source, span.start + by, span.end + by)
    if issubclass(cls, tuple):
        return lambda several, source, by: tuple([_copied(one, source, by) for one in several])
    if is_dataclass(cls):
        names = [one.name for one in fields(cls)]
        return lambda node, source, by: cls(*[_copied(getattr(node, name), source, by) for name in names])
    if issubclass(cls, str | int | float | bool | type(None) | frozenset):
        return lambda value, source, by: value
    raise TypeError(f"{cls.__name__} is nothing that a declaration holds")
