"""Which rules a paragraph tells of: those of its passage that it names, and those that its numbers are taken from.

Invariants:
    Where a paragraph names none of these, it tells of what else it names; of what its passage tells of, if nothing.
    What stands in for a rule inside a text is a pair of signs for private use; none is left in what is written.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final

from gekido_dsl.book.naming import Naming
from gekido_dsl.book.paragraphs import MARK_CLASS, marked
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.rulesdoc.passage import REFERENCE

MOST: Final = 3
"""How many rules a mark leads to."""
_SIGN: Final = re.compile("\ue000(\\d+)\ue001")
_LINKED: Final = re.compile(rf"\]\({re.escape(REFERENCE)}[\w-]+\.md#(?P<slug>[\w-]+)\)")
_ADDRESS: Final = re.compile(r"\]\([^)\s]*\)")
_WHOLE_LINK: Final = re.compile(r"\[[^\]]*\]\([^)\s]*\)")
_LEADS: Final = re.compile(
    r"(?:the )?(?:number of|list of|choice of|table of|picture of|odds of|name of|lowest|highest|rule|\w+ number in|"
    r"number of rows of) "
)
_ENDS: Final = re.compile(r"\s+in [wW]ords$|:.*$|\s+(?:where|with) .*$", re.DOTALL)
_NAMES: Final = re.compile(r"[A-Z][\w'-]*(?: (?:of |the |And |Or )?[A-Z0-9][\w'-]*)*")


class Signs:
    """Remembers where a text is taken from a rule without naming it."""

    def __init__(self) -> None:
        self._keys: list[Key] = []

    def sign(self, keys: Iterable[Key]) -> str:
        """Writes what stands for some rules inside a text."""
        made = ""
        for key in keys:
            made += f"\ue000{len(self._keys)}\ue001"
            self._keys.append(key)
        return made

    def keys(self, text: str) -> list[Key]:
        """Gives the rules that a text is taken from."""
        return [self._keys[int(one)] for one in _SIGN.findall(text) if int(one) < len(self._keys)]


def without_signs(text: str) -> str:
    """Takes out what stands for rules."""
    return _SIGN.sub("", text)


def taken_from(naming: Naming, text: str) -> tuple[Key, ...]:
    """Tells which rules a directive takes something from."""
    rest = _ENDS.sub("", _LEADS.sub("", text, count=1)).strip()
    found = naming.find(rest)
    if found:
        return found[:1]
    owner, mark, part = rest.rpartition("'s ")
    if mark:
        return (*naming.find(part)[:1], *naming.find(owner)[:1])
    return tuple(dict.fromkeys(key for name in _NAMES.findall(rest) for key in naming.find(name)[:1]))


class Marking:
    """Marks the paragraphs of one passage."""

    def __init__(
        self, naming: Naming, signs: Signs, passage: str, keys: Sequence[Key], link: Callable[[Key], str]
    ) -> None:
        """Begins with no mark.

        Args:
            passage: its id; those of its paragraphs begin with it.
            keys: what it tells of, or what is told around it where it says nothing of that.
            link: writes a link to a rule.
        """
        self._naming = naming
        self._signs = signs
        self._passage = passage
        self._keys = tuple(dict.fromkeys(keys))
        self._link = link
        self._slugs = {naming.target(key).slug: key for key in self._keys}
        self._words = [(key, _spoken(naming, key)) for key in self._keys]
        self.places: dict[str, list[str]] = {}
        """By the address of a rule: the paragraphs that tell of it themselves, by their ids."""
        self._number = 0

    def marked(self, body: str) -> str:
        """Puts marks behind the paragraphs."""
        return without_signs(marked(body, self._own, self._mark))

    def _mark(self, own: Sequence[Key]) -> str:
        """Writes a mark for what a paragraph tells of; for the passage where that is nothing."""
        keys = own or self._keys[: MOST if len(self._keys) <= MOST else 1]
        self._number += 1
        name = f"{self._passage}--{self._number}"
        for key in own:
            self.places.setdefault(self._naming.target(key).slug, []).append(name)
        made = []
        for number, key in enumerate(keys[:MOST]):
            place = f"#{name} " if not number else ""
            made.append(f"{self._link(key)}{{ {place}.{MARK_CLASS} }}")
        return "".join(made)

    def _own(self, text: str) -> tuple[Key, ...]:
        """Tells which rules a paragraph tells of by itself, those of its passage first."""
        names = self._naming
        signed = self._signs.keys(text)
        plain = _ADDRESS.sub("]", without_signs(text))
        linked = (names.by_slug.get(match["slug"]) for match in _LINKED.finditer(text))
        mine = [
            *(key for key in linked if key is not None and self._mine(key)),
            *(key for key, words in self._words if words is not None and words.search(plain)),
            *(key for key in signed if self._mine(key)),
        ]
        found: dict[str, Key] = {}
        others = signed or (() if mine else names.within(_WHOLE_LINK.sub("", text)))
        for key in (*self._together(mine), *others):
            found.setdefault(names.target(key).slug, key)
        return tuple(found.values())

    def _together(self, keys: Sequence[Key]) -> list[Key]:
        """Puts what is told of in the place of several of its parts."""
        parts: dict[Key, set[Key]] = {}
        for key in keys:
            whole = self._naming.target(key).of
            if whole is not None:
                parts.setdefault(whole, set()).add(key)
        several = {whole for whole, inner in parts.items() if len(inner) > 1 or whole in keys}
        made = []
        for key in keys:
            whole = self._naming.target(key).of
            made.append(whole if whole is not None and whole in several else key)
        return made

    def _mine(self, key: Key) -> bool:
        """Tells whether the passage tells of something, or of what it is a part of."""
        target = self._naming.target(key)
        if target.slug in self._slugs:
            return True
        return target.of is not None and target.of in self._keys


@lru_cache(maxsize=4_000)
def _pattern(words: tuple[str, ...]) -> re.Pattern[str]:
    """Makes what finds a name: one of several words however it is written, one of a single word with its capital."""
    several = [re.escape(word) for word in words if " " in word]
    single = [re.escape(word) for word in words if " " not in word]
    parts = [f"(?i:{'|'.join(several)})"] if several else []
    return re.compile(rf"\b(?:{'|'.join([*parts, *single])})\b")


def _spoken(naming: Naming, key: Key) -> re.Pattern[str] | None:
    if isinstance(key, m.Game):
        return None
    words = naming.spoken_as(key)
    return _pattern(words) if words else None
