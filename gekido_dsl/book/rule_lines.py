"""The lines of the rules, to be found by the names and the numbers in them.

Invariants:
    A line is one of `Meanings.own`; what only serves the machine has none.
    What is found of one name or number is bounded, so that a book with many texts takes no longer than one reads it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gekido_dsl.book.meaning import Meanings
from gekido_dsl.book.naming import Naming
from gekido_dsl.book.parts import Parts
from gekido_dsl.book.saying import Number, words_of
from gekido_dsl.model import nodes as m

_NUMBER: Final = re.compile(r"(?<![\w-])(?<!thing )-?\d+(?![\w-])")
_DOES: Final = re.compile(r"\bdo(?:es)? (?P<name>[A-Z][\w'-]*(?: (?:Of |The |A )?[A-Z][\w'-]*)*)")
_NAME: Final = r"[A-Z][\w'-]*(?: [A-Z][\w'-]*)*"
_MOST: Final = 12
"""How many lines with a name are taken for what tells of it."""
_FEW: Final = 3
"""In how many lines a number may stand beside a word for one of them to be meant."""


@dataclass(frozen=True, slots=True)
class RuleLine:
    """A line of a declaration."""

    decl: m.Decl
    place: int
    text: str

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers in it."""
        return numbers_in(self.text)


class RuleLines:
    """The lines of the rules of one game."""

    def __init__(self, naming: Naming, parts: Parts, meanings: Meanings) -> None:
        self.naming = naming
        self._parts = parts
        self._meanings = meanings
        self._now: dict[str, tuple[str, ...]] = {}

    @cached_property
    def _of(self) -> dict[m.Decl, list[str]]:
        return {
            decl: [line for line in self._meanings.own(decl).splitlines() if line.strip()]
            for decl in self._parts.whole
            if decl not in self._parts.machine
        }

    @cached_property
    def _by_word(self) -> dict[str, list[RuleLine]]:
        found: dict[str, list[RuleLine]] = {}
        for decl, lines in self._of.items():
            for place, line in enumerate(lines):
                for word in dict.fromkeys(re.findall(r"[A-Z0-9][\w'-]*", line)):
                    found.setdefault(word.removesuffix("'s").removesuffix("s"), []).append(
                        RuleLine(decl, place, line)
                    )
        return found

    @cached_property
    def _by_number(self) -> dict[int, list[RuleLine]]:
        found: dict[int, list[RuleLine]] = {}
        for decl, lines in self._of.items():
            if isinstance(decl, m.Option):
                continue
            for place, line in enumerate(lines):
                one = RuleLine(decl, place, line)
                for number in dict.fromkeys(one.numbers):
                    found.setdefault(number, []).append(one)
        return found

    def now(self, called: str) -> tuple[str, ...]:
        """Gives the lines of what goes by a name now; none for what there is not."""
        if called not in self._now:
            keys = self.naming.find(called)
            self._now[called] = tuple(
                line for key in keys for line in self._meanings.own(key).splitlines() if line.strip()
            )
        return self._now[called]

    def naming_it(self, name: str) -> list[RuleLine]:
        """Lists the lines that speak of something by its name."""
        first = name.split()[0].removesuffix("'s").removesuffix("s") if name.split() else ""
        pattern = re.compile(rf"(?<![\w'-]){re.escape(name)}(?:'s|s)?(?![\w-])(?! [A-Z])")
        found = [one for one in self._by_word.get(first, ()) if pattern.search(one.text)]
        return found if len(found) <= _MOST else []

    def block(self, line: RuleLine) -> list[str]:
        """Gives a line with what stands beneath it."""
        lines = self._of[line.decl]
        depth = _depth(line.text)
        made = [line.text.strip()]
        for one in lines[line.place + 1 : line.place + _MOST]:
            if _depth(one) <= depth:
                break
            made.append(one[depth:])
        return made

    def of(self, decl: m.Decl) -> list[str]:
        """Gives all lines of a declaration."""
        return self._of.get(decl, [])

    def done(self, lines: list[str]) -> Iterator[m.Procedure]:
        """Gives the rules that lines have done."""
        for line in lines:
            for match in _DOES.finditer(line):
                rule = self._parts.game.rules.get(match["name"])
                if rule is not None:
                    yield rule

    def behind(self, number: Number) -> list[RuleLine]:
        """Lists the lines that a number of a text seems to be taken from: they say it of the same thing.

        `A sixth die` speaks of five dice sooner than of six.
        """
        if number.value < 2 or number.kind == "article" or (number.times and number.value != 2):
            return []
        made = []
        for value in (number.value - 1, number.value) if number.kind == "ordinal" else (number.value,):
            found = [
                line
                for line in self._by_number.get(value, ())
                if number.near & nouns_of(line.decl, line.text, value)
            ]
            if len(found) <= _FEW:
                made += found
        return made


def nouns_of(decl: m.Decl | None, line: str, number: int) -> frozenset[str]:
    """Gives the words that say what a number in a line counts: what is behind it, before it, or declared."""
    digits = rf"(?<![\w-])-?{abs(number)}(?![\w-])"
    said = re.findall(
        rf"{digits}(?: (?:each|of|more|less|at|most))* ((?:{_NAME}(?:,? (?:and |or |of )?)?)+)", line
    )
    limit = "(?: (?:at least|at most|more than|less than))?"
    said += re.findall(rf"({_NAME})(?:'s \w+)? (?:is|has|gains|loses|minus|plus|times){limit} {digits}", line)
    said += re.findall(
        rf"number of ({_NAME})[^,]* is (?:at least |at most |more than |less than )?{digits}", line
    )
    said += re.findall(rf"^\s*({_NAME})(?: for each [^:]*)?: .*{digits}", line)
    if decl is not None and decl.name[:1].isupper():
        said.append(decl.name)
    return words_of(" ".join(said))


def numbers_in(line: str) -> tuple[int, ...]:
    """Gives the numbers in a line of a rule, in their order."""
    return tuple(int(one) for one in _NUMBER.findall(line))


def without_numbers(line: str) -> str:
    """Gives a line of a rule with its numbers left out, one or several of a thing alike."""
    return " ".join(sorted_words(_NUMBER.sub("0", line)))


def sorted_words(line: str) -> list[str]:
    """Gives the words of a line in their order, each in one form, without articles."""
    from gekido_dsl.book.saying import stem

    return [stem(one) for one in re.findall(r"[\w'-]+", line) if one not in ("a", "an", "the")]


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def called_line(naming: Naming, line: RuleLine) -> str:
    """Writes a line with the name of its declaration, as a record has it."""
    return f"{naming.called(line.decl)}: {line.text.strip()}"
