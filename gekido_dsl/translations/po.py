"""A `.po` file becomes its entries, each with its place; whatever is wrong with the file is a finding there.

Invariants:
    The text is read once from front to back; a hostile file costs no more than an honest one of its size.
    A string holds no character that commands a terminal or turns the direction of reading round.

Babel writes and brings up to date what translators work on (`translations.updating`). This reads it to play: Babel
neither tells the column of a mistake nor bounds what it reads, and the pages that play a game have no Babel.
"""

import gettext
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, Outcome, codes
from gekido_dsl.grammar.lexer import UNSEEN
from gekido_dsl.source import Source, Span

ENTRIES_LIMIT: Final = 20_000
"""How many entries a file may have."""
LETTERS_LIMIT: Final = 20_000
"""How many letters a string may have."""
FORMS_LIMIT: Final = 6
"""How many plural forms there may be; no language has more."""
FINDINGS_LIMIT: Final = 50
_LINE: Final = re.compile(
    r"(?P<word>msgctxt|msgid_plural|msgid|msgstr(?:\[(?P<form>\d{1,3})\])?)?[ \t]*(?P<rest>\".*)?"
)
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"[ \t]*')
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPES: Final = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}
_PLURALS: Final = re.compile(r"\s*nplurals\s*=\s*(\d+)\s*;\s*plural\s*=\s*(.*?)\s*;?\s*", re.DOTALL)
_FOLDED: Final = 100
_TWO_FORMS: Final = "10" + "1" * (2 * _FOLDED - 2)


@dataclass(slots=True)
class Entry:
    """One text and what it is in the other language."""

    context: str = ""
    text: str = ""
    plural: str = ""
    forms: dict[int, str] = field(default_factory=dict)
    """The translation; by the number of the form where there are several."""
    fuzzy: bool = False
    span: Span | None = None
    """Of its text."""
    told: Span | None = None
    """Of its translation."""

    @property
    def key(self) -> tuple[str, str]:
        """What tells it from all others."""
        return self.context, self.text

    @property
    def done(self) -> bool:
        """Whether it is translated, and its source has not changed since."""
        return not self.fuzzy and bool(self.forms) and all(self.forms.values())

    @property
    def place(self) -> Span:
        """Where it stands."""
        found = self.told or self.span
        assert found is not None
        return found


@dataclass(frozen=True, slots=True)
class Catalogue:
    """What a file says."""

    source: Source
    entries: Mapping[tuple[str, str], Entry]
    forms: int = 2
    numbers: str = _TWO_FORMS
    """Which of the forms each number takes, from 0 to 199, a digit each; from 100 on the last two digits count."""

    def form(self, number: int) -> int:
        """Tells which of the plural forms a number takes."""
        number = abs(number)
        return int(self.numbers[number if number < _FOLDED else number % _FOLDED + _FOLDED])

    def told(self, context: str, text: str) -> str | None:
        """Gives a translation that can be shown; None where there is none, or only a stale one."""
        entry = self.entries.get((context, text))
        return entry.forms[0] if entry is not None and entry.done else None


def read(source: Source) -> Outcome[Catalogue]:
    """Reads a file; what is right of a file with mistakes is read, too."""
    return _Reading(source).whole()


class _Reading:
    """Reads one file."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.found: list[Diagnostic] = []
        self.entries: dict[tuple[str, str], Entry] = {}
        self.entry = Entry()
        self.word = ""
        self.form = 0
        self.begun: int = 0
        self.parts: list[str] = []
        self.letters = 0

    def whole(self) -> Outcome[Catalogue]:
        for start, text in self._lines():
            if len(self.found) >= FINDINGS_LIMIT or not self._line(text, start):
                break
        self._end_string(len(self.source.text))
        self._end_entry()
        head = self.entries.pop(("", ""), None)
        forms, numbers = self._plurals(head)
        for entry in self.entries.values():
            if entry.plural and entry.done and set(entry.forms) != set(range(forms)):
                self._report(
                    f"`{_short(entry.text)}` has {len(entry.forms)} plural forms, and the header says {forms}",
                    entry.place,
                    f"write `msgstr[0]` to `msgstr[{forms - 1}]`",
                )
        return Outcome(Catalogue(self.source, self.entries, forms, numbers), tuple(self.found))

    def _lines(self) -> Iterator[tuple[int, str]]:
        for line0 in range(self.source.line_count):
            yield self.source.offset(line0, 0), self.source.line(line0)

    def _line(self, text: str, start: int) -> bool:
        """Reads a line; tells whether to go on."""
        stripped = text.strip()
        if not stripped or stripped.startswith("#"):
            if self.word.startswith("msgstr"):
                self._end_string(start)
                self._end_entry()
            if stripped.startswith("#,") and "fuzzy" in [one.strip() for one in stripped[2:].split(",")]:
                self.entry.fuzzy = True
            return True
        lead = len(text) - len(text.lstrip())
        match = _LINE.fullmatch(stripped)
        if match is None or (match["word"] is None and match["rest"] is None):
            return self._wrong("this is no line of a .po file", start + lead, start + len(text))
        if match["word"] is not None:
            self._end_string(start)
            if not self._begin(match["word"], match["form"], start + lead):
                return False
        elif not self.word:
            return self._wrong(
                "a string is not preceded by `msgid` or `msgstr`", start + lead, start + len(text)
            )
        if match["rest"] is None:
            return self._wrong(f"there is no string behind `{self.word}`", start + lead, start + len(text))
        return self._string(match["rest"], start + lead + match.start("rest"))

    def _begin(self, word: str, form: str | None, at: int) -> bool:
        sort = word.partition("[")[0]
        entry = self.entry
        if sort == "msgctxt" or (sort == "msgid" and entry.span is not None):
            self._end_entry()
            entry = self.entry
        if sort == "msgid":
            entry.span = self.source.span(at, at)
        if sort in ("msgid_plural", "msgstr") and entry.span is None:
            return self._wrong(f"`{sort}` has no `msgid` before it", at, at + len(word))
        if sort == "msgstr":
            self.form = int(form or 0)
            if self.form >= FORMS_LIMIT:
                return self._wrong(f"there are at most {FORMS_LIMIT} plural forms", at, at + len(word))
            if self.form in entry.forms:
                return self._wrong("this translation appears twice", at, at + len(word))
            if entry.told is None:
                entry.told = self.source.span(at, at)
        self.word, self.begun, self.parts, self.letters = sort, at, [], 0
        return True

    def _string(self, rest: str, at: int) -> bool:
        match = _STRING.fullmatch(rest)
        if match is None:
            return self._wrong("this string is not closed, or is followed by something", at, at + len(rest))
        unknown = next((one for one in _ESCAPE.finditer(match[1]) if one[1] not in _ESCAPES), None)
        if unknown is not None:
            begin = at + 1 + unknown.start()
            return self._wrong(f"`{unknown[0]}` means nothing here", begin, begin + 2)
        text = _ESCAPE.sub(lambda one: _ESCAPES[one[1]], match[1])
        unseen = UNSEEN.search(text)
        if unseen is not None:
            return self._wrong(
                f"the invisible character U+{ord(unseen[0]):04X} is not allowed in texts",
                at,
                at + len(rest),
            )
        self.letters += len(text)
        if self.letters > LETTERS_LIMIT:
            return self._wrong(f"a text may have at most {LETTERS_LIMIT:,} letters", at, at + len(rest))
        self.parts.append(text)
        return True

    def _end_string(self, end: int) -> None:
        text, entry = "".join(self.parts), self.entry
        span = self.source.span(self.begun, min(max(self.begun, end), len(self.source.text)))
        span = Span(span.source, span.start, span.start + len(span.text.rstrip()))
        match self.word:
            case "msgctxt":
                entry.context = text
            case "msgid":
                entry.text, entry.span = text, span
            case "msgid_plural":
                entry.plural = text
            case "msgstr":
                entry.forms[self.form] = text
                entry.told = span if self.form == 0 else entry.told
            case _:
                pass
        self.word, self.parts = "", []

    def _end_entry(self) -> None:
        entry, self.entry = self.entry, Entry()
        if entry.span is None:
            self.entry.fuzzy = entry.fuzzy
            return
        if entry.key in self.entries:
            self._report(
                f"`{_short(entry.text)}` appears twice with the same context",
                entry.span,
                "leave one of the two out",
            )
        elif len(self.entries) >= ENTRIES_LIMIT:
            self._report(f"a translation has at most {ENTRIES_LIMIT:,} entries", entry.span)
        else:
            self.entries[entry.key] = entry

    def _plurals(self, head: Entry | None) -> tuple[int, str]:
        """Reads how many plural forms the language has, and which of them a number takes."""
        said = head.forms.get(0, "") if head is not None else ""
        line = next((one for one in said.split("\n") if one.lower().startswith("plural-forms:")), None)
        if line is None or head is None:
            return 2, _TWO_FORMS
        match = _PLURALS.fullmatch(line.partition(":")[2])
        try:
            if match is None or not 1 <= int(match[1]) <= FORMS_LIMIT:
                raise ValueError(line)
            number = int(match[1])
            rule = gettext.c2py(match[2])  # bounds the text and its depth itself
            numbers = [int(rule(one)) for one in range(2 * _FOLDED)]
            if not all(0 <= one < number for one in numbers):
                raise ValueError(line)
        except (ValueError, ArithmeticError, RecursionError, MemoryError):
            self._report(
                "`Plural-Forms` in the header cannot be read",
                head.place,
                "write it as in `Plural-Forms: nplurals=2; plural=(n != 1);`",
            )
            return 2, _TWO_FORMS
        return number, "".join(map(str, numbers))

    def _wrong(self, message: str, start: int, end: int) -> bool:
        """Reports a line that cannot be read; nothing behind it is."""
        self._report(message, self.source.span(start, end))
        return False

    def _report(self, message: str, span: Span, help: str | None = None) -> None:
        if len(self.found) < FINDINGS_LIMIT:
            self.found.append(Diagnostic(codes.WRONG_TRANSLATION, message, (Label(span),), help))


def _short(text: str) -> str:
    """Gives the beginning of a text, to be named in a message."""
    first = " ".join(text.split()).replace("`", "'")
    return first if len(first) <= 40 else f"{first[:39].rstrip()}…"
