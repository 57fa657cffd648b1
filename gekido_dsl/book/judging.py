"""Whether a change of the rules makes a text look false: what an editor who knows both would look at again.

Invariants:
    A number that only became another one matters where a text says the old one of the same thing; what is taken from
    the rule by a directive follows by itself.
    A rule that says something else in words matters to what tells of it; where several passages do, to those that
    speak of what has changed.
"""

import difflib
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from gekido_dsl.book.rule_lines import nouns_of, numbers_in, sorted_words, without_numbers
from gekido_dsl.book.saying import Saying, words_of
from gekido_dsl.model.row_words import COPIES

_JUDGED: Final = frozenset(
    # a list of words reads best as a text
    """
    little much good better best bad worse worst strong stronger strongest weak weaker weakest high higher highest low
    lower lowest large larger largest small smaller smallest cheap cheaper cheapest dear dearer dearest worth rich poor
    fast faster fastest slow slower slowest hard harder hardest easy easier easiest most fewest longest shortest
    """.split()  # noqa: SIM905
)
_ALIKE: Final = 0.5
_UNLIMITED: Final = "any number"


@dataclass(frozen=True, slots=True)
class Change:
    """A line of a rule that is another one now; None for what was not there, or is not."""

    before: str | None
    after: str | None

    @property
    def numeric(self) -> bool:
        """Whether only numbers are others."""
        return (
            self.before is not None
            and self.after is not None
            and without_numbers(self.before) == without_numbers(self.after)
        )

    @property
    def gone(self) -> list[int]:
        """The numbers that it had and has no more, without their signs; none is not said."""
        left = Counter(numbers_in(self.before or "")) - Counter(numbers_in(self.after or ""))
        return [abs(number) for number in left if number]

    @property
    def words(self) -> frozenset[str]:
        """The words that came or went."""
        old, new = sorted_words(self.before or ""), sorted_words(self.after or "")
        left = (Counter(old) - Counter(new)) + (Counter(new) - Counter(old))
        return words_of(" ".join(left))

    @property
    def limits(self) -> bool:
        """Whether there may not be any number any more."""
        return _UNLIMITED in (self.before or "") and (self.before or "").count(_UNLIMITED) > (
            self.after or ""
        ).count(_UNLIMITED)


def changes(before: Sequence[str], after: Sequence[str]) -> list[Change]:
    """Pairs the lines that differ, those in which only numbers do first."""
    old = [line.strip() for line in before]
    new = [line.strip() for line in after]
    found: list[Change] = []
    for tag, low, high, start, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        left, right = old[low:high], new[start:end]
        for line in list(left):
            same = next((one for one in right if without_numbers(one) == without_numbers(line)), None)
            if same is not None:
                found.append(Change(line, same))
                left.remove(line)
                right.remove(same)
        for number in range(max(len(left), len(right))):
            found.append(
                Change(
                    left[number] if number < len(left) else None,
                    right[number] if number < len(right) else None,
                )
            )
    return found


def pieces(text: str) -> dict[str, list[str]]:
    """Parts the meaning of something at what belongs to it, by how each begins."""
    found: dict[str, list[str]] = {}
    for part in re.split(r"\n\s*\n", text.strip("\n")):
        lines = [line for line in part.splitlines() if line.strip()]
        if lines:
            found.setdefault(_head(lines[0]), []).extend(lines)
    return found


def _head(line: str) -> str:
    return re.split(r"[:,\d]| with | if ", line.strip())[0].strip()


class Judge:
    """Tells whether changes matter to one text."""

    def __init__(self, saying: Saying) -> None:
        self._saying = saying

    def of_rule(self, change: Change, name: str = "", *, part: bool = False) -> bool:
        """Tells whether a text that tells of a rule says a number that is another one now.

        Args:
            name: what the rule is called, where the text speaks of several things.
            part: whether the text tells of what the rule is a part of.
        """
        if change.limits and self._saying.unlimited:
            return True
        before = change.before or ""
        for number in change.gone:
            nouns = nouns_of(None, before, number) or words_of(" ".join(re.findall(r"[A-Z][\w'-]*", before)))
            if not name or not (nouns or part):
                matters = self._saying.says(number)
            else:
                matters = self._saying.says_of(number, nouns | words_of(name.partition(" ")[2]))
            if matters:
                return True
        return False

    def of_touched(self, change: Change, name: str, done: str, bound: bool) -> bool:
        """Tells whether a text says a number of a line that it only touches on.

        Args:
            name: what the line is of.
            done: of a window, what the actions in the line apply.
            bound: whether the text tells of one of these actions.
        """
        if change.limits and bound and self._saying.unlimited:
            return True
        if done and any(self._saying.says_of(number, words_of(done)) for number in change.gone):
            return True
        own = words_of(name.partition(" ")[2]) if name[:1].islower() and " " in name else words_of(name)
        return any(
            self._saying.says_beside(
                number, nouns_of(None, change.before or "", number) | own | words_of(done)
            )
            for number in change.gone
        )

    def of_row_touched(self, change: Change, name: str) -> bool:
        """Tells whether a sentence that names a row says a number of it, or judges it."""
        row = words_of(name)
        sentences = self._saying.sentences
        for place, sentence in enumerate(sentences):
            if not row <= sentence.words:
                continue
            if numbers_in(change.before or "") and (sentence.words - row) & _JUDGED:
                return True
            said = [number for one in sentences[place : place + 2] for number in one.numbers]
            if any(one.kind != "article" and one.may_be(number) for number in change.gone for one in said):
                return True
        return False

    def of_cell(self, change: Change, effects: "set[str] | frozenset[str]") -> bool:
        """Tells whether a change of a cell matters to a text of its row."""
        cell, _, value = (change.before or change.after or "").partition(":")
        if cell.strip() == COPIES:
            return False
        value = value.strip()
        if not change.numeric and any(value.startswith(effect) for effect in effects):
            return True
        if any(self._saying.says(number) for number in change.gone):
            return True
        if change.numeric:
            spoken = words_of(cell)
            return any(not one.takes and spoken & one.words for one in self._saying.sentences)
        return (
            bool(value)
            and re.search(rf"\b{re.escape(value)}\b", self._saying.text, re.IGNORECASE) is not None
        )

    def of_cell_of_kind(self, change: Change, row: str, effects: "set[str] | frozenset[str]") -> bool:
        """Tells whether a change of a cell matters to a text that tells of the whole kind."""
        cell = (change.before or change.after or "").partition(":")[0]
        if cell.strip() == COPIES:
            return False
        if words_of(row) <= self._saying.words and row in self._saying.text:
            return self.of_row_touched(change, row) or (not change.numeric and self.of_cell(change, effects))
        nouns = words_of(f"{cell} {row}")
        return any(number > 1 and self._saying.says_of(number, nouns) for number in change.gone)

    def speaks_of(self, change: Change) -> bool:
        """Tells whether a text has a word that came or went."""
        return bool(change.words & self._saying.words) or (change.limits and self._saying.unlimited)

    @cached_property
    def unlimited(self) -> bool:
        """Whether the text says that there may be any number of something."""
        return self._saying.unlimited


def nearest(line: str, now: Sequence[str]) -> str | None:
    """Gives what a line has become: the same with other numbers, else the one most like it."""
    for one in now:
        if without_numbers(one) == without_numbers(line):
            return one.strip()
    best = difflib.get_close_matches(line, [one.strip() for one in now], 1, _ALIKE)
    return best[0] if best else None


def gone_lines(recorded: str) -> Iterator[tuple[str, str]]:
    """Gives the lines that a record has of what a text touches on: what each is of, and what it says."""
    for line in recorded.splitlines():
        name, mark, said = line.partition(": ")
        if mark:
            yield name, said
