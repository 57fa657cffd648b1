"""What a text for players says: its numbers with the words beside them, and the words of its sentences.

Invariants:
    A number in words counts as one in digits; `a fourth roll` speaks of what makes three rolls as well as four.
    What stands in a directive is not said by the text; where it stood, a sign for private use marks the place.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, Literal

from gekido_dsl.book.expand import WORDS
from gekido_dsl.grammar.words import ORDINALS

TAKEN: Final = "\ue002"
"""Where a directive stood."""
_CARDINALS: Final = {word: number for number, word in enumerate(WORDS)} | {
    "once": 1, "single": 1, "twice": 2, "both": 2,
}  # fmt: skip
_TIMES: Final = ("once", "twice", "both")
_SHORT: Final = 2
_ARTICLES: Final = ("a", "an", "another")
_PARTS: Final = re.compile(r"(?:[.!?:;](?=\s|$|[*”)])|\n\s*\n|\||\n\s*[-*\d]+[.)]?\s)")
_TOKEN: Final = re.compile(rf"[^\W_]+(?:['’-][^\W_]+)*|{TAKEN}")
_BEFORE: Final = 1
_AFTER: Final = 4
"""How many words before and behind a number tell what is counted."""
_ANY: Final = re.compile(r"\bany number\b", re.IGNORECASE)
_BEYOND: Final = re.compile(r"\b(?:above|over|more than|beyond)\s+(\d+|[a-z]+)", re.IGNORECASE)
_BELOW: Final = re.compile(r"\b(?:below|under|less than|fewer than)\s+(\d+|[a-z]+)", re.IGNORECASE)
_PLAIN: Final = frozenset(
    # a list of words reads best as a text
    """
    a an and any are as at be been becomes being but by can do does each either else every for from gain gains get
    give given gives had has have her him his how if in instead into is it its itself least less loses may me more
    most must my no none not number of off on one only onto or other otherwise out over own player players set so
    some starts such than that the their them then there they thing this those though to too under until up use used
    uses was were what when where which while who whose will with without you your yours add subtract times plus
    minus all two three four five six seven eight nine ten
    """.split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number that a text says."""

    value: int
    kind: Literal["cardinal", "ordinal", "article"]
    near: frozenset[str]
    """The words around it, as `stem` has them."""
    times: bool = False
    """Whether it says how often, or that there are two, and counts nothing by a noun."""

    def may_be(self, number: int, *, more: bool = False) -> bool:
        """Tells whether it may be said of a number of the rules.

        Args:
            more: whether one more than the number counts as well.
        """
        if self.kind == "ordinal":
            return self.value in (number, number + 1) and self.value > 1
        return self.value == number or (more and self.value == number + 1)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence, an item of a list or a cell of a table."""

    numbers: tuple[Number, ...]
    words: frozenset[str]
    takes: int
    """How many directives stand in it."""


class Saying:
    """What one text says."""

    def __init__(self, text: str, hidden: "re.Pattern[str] | None" = None) -> None:
        """Reads a text.

        Args:
            hidden: names that have a number in them, which is none.
        """
        self.text = text
        self._shown = (
            hidden.sub(lambda match: re.sub(r"\S", "_", match[0]), text) if hidden is not None else text
        )
        self._whole = text

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The sentences, in order."""
        found = []
        start = 0
        for match in (*_PARTS.finditer(self._shown), None):
            end = match.start() if match is not None else len(self._shown)
            if self._shown[start:end].strip():
                found.append(_sentence(self._shown[start:end], self._whole[start:end]))
            start = match.end() if match is not None else end
        return tuple(found)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word that says something."""
        return frozenset(word for one in self.sentences for word in one.words)

    @cached_property
    def numbers(self) -> tuple[Number, ...]:
        """Every number."""
        return tuple(number for one in self.sentences for number in one.numbers)

    @cached_property
    def unlimited(self) -> bool:
        """Whether it says that there may be any number of something."""
        return _ANY.search(self.text) is not None

    def says(self, number: int) -> bool:
        """Tells whether it says a number, of whatever, or what lies beyond the next one."""
        if any(one.kind != "article" and one.may_be(number) for one in self.numbers):
            return True
        beyond = {_value(one) for one in _BEYOND.findall(self._shown)}
        below = {_value(one) for one in _BELOW.findall(self._shown)}
        return number - 1 in beyond or number + 1 in below

    def says_of(self, number: int, nouns: frozenset[str]) -> bool:
        """Tells whether a sentence on some things says a number; `a`, `an` and `third` only beside one of them."""
        return any(
            one.may_be(number)
            and (bool(sentence.words & nouns) if one.kind == "cardinal" else bool(one.near & nouns))
            for sentence in self.sentences
            for one in sentence.numbers
        )

    def says_beside(self, number: int, nouns: frozenset[str]) -> bool:
        """Tells whether it says a number, or one more, right beside one of some things."""
        return any(
            one.kind != "article" and one.near & nouns and one.may_be(number, more=one.value > 1)
            for one in self.numbers
        )


def _sentence(shown: str, whole: str) -> Sentence:
    tokens = _TOKEN.findall(shown)
    numbers = []
    for place, token in enumerate(tokens):
        said = token.casefold()
        kind: Literal["cardinal", "ordinal", "article"] = "cardinal"
        if token.isdecimal():
            value = int(token[:6])
        elif said in _CARDINALS:
            value = _CARDINALS[said]
        elif said in ORDINALS:
            value, kind = ORDINALS.index(said) + 1, "ordinal"
        elif said in _ARTICLES:
            value, kind = 1, "article"
        else:
            continue
        around = tokens[max(place - _BEFORE, 0) : place] if kind == "cardinal" else []
        after = _AFTER if kind == "cardinal" else _SHORT
        behind = tokens[place + 1 : place + 1 + after]
        if said in _TIMES:  # `twice` and `once` count nothing
            around, behind = [], [one for one in behind if meaningful([one])][: said == "both"]
        near = meaningful((*around, *behind))
        numbers.append(Number(value, kind, near, said in _TIMES))
    words = meaningful(_TOKEN.findall(whole))
    return Sentence(tuple(numbers), words, tokens.count(TAKEN))


def _value(said: str) -> int:
    return int(said[:6]) if said.isdecimal() else _CARDINALS.get(said.casefold(), -9)


def words_of(line: str) -> frozenset[str]:
    """Gives the words of a line of a rule that say something."""
    return meaningful(_TOKEN.findall(line))


def meaningful(tokens: Sequence[str]) -> frozenset[str]:
    """Gives the words that say something, each in one form."""
    return frozenset(
        stem(word)
        for word in tokens
        if not word.isdecimal() and word != TAKEN and word.casefold() not in _PLAIN
    )


@lru_cache(maxsize=20_000)
def stem(word: str) -> str:
    """Gives one form of a word for one and several."""
    said = word.casefold().removesuffix("'s").removesuffix("’s")
    if said == "dice":
        return "die"
    if said.endswith("ies") and len(said) > 4:
        return f"{said[:-3]}y"
    if said.endswith(("ses", "xes", "zes", "ches", "shes")):
        return said[:-2]
    if said.endswith("s") and not said.endswith("ss") and len(said) > 3:
        return said[:-1]
    return said
