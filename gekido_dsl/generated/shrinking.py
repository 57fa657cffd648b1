"""A ruleset that shows a fault becomes a small one that shows the same.

Lines with what stands below them are left out, the largest first; blocks take the place of what they stand in; then
words are left out of lines, the longest runs first. What is kept shows a fault of the same kind.

Invariants:
    The same ruleset and the same answers give the same small ruleset.
    So many are tried at most as was said.
"""

import re
from collections.abc import Callable, Iterator
from typing import Final

Shows = Callable[[str], bool]
"""Tells whether a text shows the fault."""

TRIES: Final = 600
"""How many texts are tried at most, if nothing else is said."""
_WORD: Final = re.compile(r'"[^"\n]*"|\w+(?:\'s)?|\S')
_RUNS: Final = (12, 8, 5, 4, 3, 2, 1)
_KEPT: Final = ("edition", "game")


def shrink(text: str, shows: Shows, most: int = TRIES) -> str:
    """Makes a text small.

    Args:
        shows: tells of a text whether it still shows what is looked for.
        most: how many texts are tried at most.
    """
    return _Shrinker(shows, most).small(text)


class _Shrinker:
    def __init__(self, shows: Shows, most: int) -> None:
        self._shows = shows
        self._left = most
        self._known: set[str] = set()

    def small(self, text: str) -> str:
        before = ""
        while before != text and self._left > 0:
            before = text
            text = self._lines(text)
            text = self._raised(text)
            text = self._words(text)
        return text

    def _try(self, text: str) -> bool:
        if text in self._known or self._left <= 0:
            return False
        self._known.add(text)
        self._left -= 1
        return self._shows(text)

    def _lines(self, text: str) -> str:
        """Leaves out lines with what stands below them."""
        lines = text.split("\n")
        size = 8
        while size:
            at = len(lines) - 1
            while at >= 0:
                for end in _ends(lines, at, size):
                    if not lines[at].startswith(_KEPT) and self._try("\n".join(lines[:at] + lines[end:])):
                        del lines[at:end]
                        break
                at = min(at, len(lines)) - 1
            size //= 2
        return "\n".join(lines)

    def _raised(self, text: str) -> str:
        """Puts what stands below a line in its place."""
        lines = text.split("\n")
        at = 0
        while at < len(lines):
            end = _end(lines, at)
            if end > at + 1 and lines[at].startswith(" "):
                depth = _depth(lines[at + 1]) - _depth(lines[at])
                made = lines[:at] + [line[depth:] for line in lines[at + 1 : end]] + lines[end:]
                if self._try("\n".join(made)):
                    lines = made
                    continue
            at += 1
        return "\n".join(lines)

    def _words(self, text: str) -> str:
        """Leaves words out of lines, and puts what is short in the place of what stands in parentheses."""
        lines = text.split("\n")
        for at in range(len(lines) - 1, -1, -1):
            if lines[at].startswith(_KEPT) or not lines[at].strip():
                continue
            shorter = True
            while shorter and self._left > 0:
                shorter = False
                for made in _shorter(lines[at]):
                    if self._try("\n".join([*lines[:at], made, *lines[at + 1 :]])):
                        lines[at] = made
                        shorter = True
                        break
        return "\n".join(lines)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _end(lines: list[str], at: int) -> int:
    """Gives where what stands below a line ends."""
    end = at + 1
    while end < len(lines) and lines[end].strip() and _depth(lines[end]) > _depth(lines[at]):
        end += 1
    return end


def _ends(lines: list[str], at: int, size: int) -> Iterator[int]:
    """Gives where so many blocks of the same depth end that begin with a line; none where there are fewer."""
    end = at
    for _ in range(size):
        if end >= len(lines) or not lines[end].strip() or _depth(lines[end]) != _depth(lines[at]):
            return
        end = _end(lines, end)
    yield end


def _shorter(line: str) -> Iterator[str]:
    """Gives lines with fewer words."""
    margin = " " * _depth(line)
    found = [(one.start(), one.end()) for one in _WORD.finditer(line)]
    for first, last in _parenthesised(line):
        for word in ("", "me", "1", "none"):
            if line[first : last + 1] != word:
                yield (line[:first] + word + line[last + 1 :]).rstrip()
        yield line[:first] + line[first + 1 : last] + line[last + 1 :]
    for size in _RUNS:
        for at in range(len(found) - size, -1, -1):
            begin, end = found[at][0], found[at + size - 1][1]
            made = line[:begin].rstrip(" ") + " " + line[end:].lstrip(" ")
            if made.strip() and made.strip() != line.strip():
                yield margin + made.strip().replace(" ,", ",").replace(" 's", "'s")


def _parenthesised(line: str) -> Iterator[tuple[int, int]]:
    """Gives where parentheses open and close, outer ones first."""
    opened: list[int] = []
    found = []
    for at, sign in enumerate(line):
        if sign == "(":
            opened.append(at)
        elif sign == ")" and opened:
            found.append((opened.pop(), at))
    yield from sorted(found)
