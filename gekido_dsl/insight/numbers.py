"""The numbers of a ruleset that a designer may turn: cells of tables and numbers in sentences, by name and by place.

A number of a table is called as a rule would call it, `Ape's Power for Fist`; any number by its place, `game.gdl:12`
or, where a line has several, `game.gdl:12:8`. To turn one is to write another in its place in the text; the ruleset is
then read and checked like any other.

Invariants:
    A number is a whole number that is written in digits; what is a name, a citation, a text or an example is none.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gekido_dsl.diagnostics import suggest
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.source import ReadFailure, Source, SourceProvider, Span, read_bytes
from gekido_dsl.tables import Cell, parse

if TYPE_CHECKING:
    from gekido_dsl.compilation import Compilation

_NUMBER: Final = re.compile(r"(?<![\w.\"'])-?\d{1,9}(?![\w\"'])")
_SKIPPED: Final = re.compile(r'"[^"\n]*"|\[[^\]\n]*\]|#[^\n]*')
_NO_RULE: Final = ("edition", "scenario", "claim", "source", "use", "book", "theme", "rulings", "players")
"""How lines begin whose numbers no sentence of a rule has; a block below one of them, too."""
_PLACE: Final = re.compile(r"(?P<file>[^:]+):(?P<line>[0-9]+)(?::(?P<column>[0-9]+))?")


@dataclass(frozen=True, slots=True)
class Number:
    """A number of a ruleset."""

    name: str
    """What a rule calls it, or else its place."""
    value: int
    span: Span
    excerpt: str
    """The line that it stands in, without its margins."""

    @property
    def place(self) -> str:
        """The file and the line, and the column."""
        return _place(self.span)


class UnknownNumber(Exception):
    """There is no such number, or several; the text says what there is."""


def numbers(made: "Compilation") -> list[Number]:
    """Lists the numbers of a ruleset: those of its tables, then those of its sentences."""
    _ = made.model
    found = [number for table in made.tables for number in _of_table(table)]
    for source, _file in made.files:
        found += _of_rules(source)
    return found


def _of_table(source: Source) -> Iterator[Number]:
    root = parse(source).value
    if root is None or not isinstance(root.value, tuple):
        return
    for row in root.value:
        if not isinstance(row.value, Mapping):
            continue
        head = next(iter(row.value.values()), None)
        name = str(head.value) if head is not None and isinstance(head.value, str) else ""
        for column, cell in row.value.items():
            yield from _of_cell(cell, f"{name}'s {column}", source)


def _of_cell(cell: Cell, name: str, source: Source) -> Iterator[Number]:
    value = cell.value
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _of_cell(inner, f"{name} for {key}", source)
    elif isinstance(value, tuple):
        for at, inner in enumerate(value, 1):
            yield from _of_cell(inner, f"{name} {at}", source)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield Number(name, value, cell.span, _line_of(cell.span))


def _of_rules(source: Source) -> Iterator[Number]:
    """Gives the numbers of sentences. Lines below one that says no rule are passed over with it."""
    skipping = False
    at = 0
    for line in source.text.splitlines(keepends=True):
        word = line.split(maxsplit=1)[0] if line.strip() else ""
        if line[:1] not in (" ", "\t", "\r", "\n", ""):
            skipping = word in _NO_RULE or word == "game"
        if not skipping or word == "limit":
            plain = _SKIPPED.sub(lambda found: " " * len(found.group()), line)
            for found in _NUMBER.finditer(plain):
                span = source.span(at + found.start(), at + found.end())
                yield Number(_place(span), int(found.group()), span, _line_of(span))
        at += len(line)


def _place(span: Span) -> str:
    at = place(span)
    return f"{at.file}:{at.line}:{at.column}"


def _line_of(span: Span) -> str:
    return span.source.line(span.start_position[0]).strip()


def find(asked: str, known: Iterable[Number]) -> Number:
    """Finds a number by its name or place.

    Raises:
        UnknownNumber: there is none, or there are several.
    """
    known = list(known)
    found = [one for one in known if _folded(one.name) == _folded(asked)]
    written = _PLACE.fullmatch(asked.strip())
    if not found and written is not None:
        found = [one for one in known if _is_at(one, written)]
        if not found:
            raise UnknownNumber(f"no number stands at `{asked.strip()}`")
    if len(found) == 1:
        return found[0]
    if found:
        places = ", ".join(one.place for one in found)
        raise UnknownNumber(f"`{asked.strip()}` is {len(found)} numbers; name one by its place: {places}")
    near = suggest.did_you_mean(asked.strip(), [one.name for one in known])
    listed = near or "`gdl sensitivity RULESET --list` lists them"
    raise UnknownNumber(f"no number of the rules is called `{asked.strip()}`; {listed}")


def _is_at(number: Number, written: re.Match[str]) -> bool:
    line, column = number.span.start_position
    name = number.span.source.name
    if name != written["file"] and not name.endswith("/" + written["file"]):
        return False
    return line + 1 == int(written["line"]) and written["column"] in (None, str(column + 1))


def _folded(name: str) -> str:
    return re.sub(r"[\s_-]+", " ", name.strip().casefold())


_EXAMPLE: Final = re.compile(r"^scenario\b[^\n]*\n?(?:[ \t][^\n]*\n?|[ \t]*\n)*", re.MULTILINE)
_USE: Final = re.compile(r'^use "(?P<file>[^"\n]+)"[ \t]*$', re.MULTILINE)
_COMMENT: Final = re.compile(r"#[^\n]*")


def _blank(found: re.Match[str]) -> str:
    """Gives as many blanks, so that everything else keeps its place."""
    return re.sub(r"[^\n]", " ", found.group())


@dataclass(frozen=True)
class Turned:
    """Reads sources with some numbers turned; examples, which would no longer be right, are left out."""

    others: SourceProvider
    changes: tuple[tuple[str, int, int, str], ...]
    """The name of a source, where a number begins and ends, and what is written in its place; from the end on."""

    def read(self, name: str, relative_to: str | None) -> Source | ReadFailure:
        """Reads one source; see `SourceProvider.read`."""
        got = self.others.read(name, relative_to)
        if isinstance(got, ReadFailure):
            return got
        text = got.text
        for source, start, end, written in self.changes:
            if source == got.name:
                text = text[:start] + written + text[end:]
        return Source(got.name, self._without_examples(text, got.name))

    def _without_examples(self, text: str, name: str) -> str:
        """Blanks examples, which show what the numbers were, and lines that use files with nothing else."""
        if not name.endswith(".gdl"):
            return text
        text = _EXAMPLE.sub(_blank, text)

        def used(line: re.Match[str]) -> str:
            got = self.others.read(line["file"], name)
            rest = "" if isinstance(got, ReadFailure) else _COMMENT.sub("", _EXAMPLE.sub("", got.text))
            return line.group() if isinstance(got, ReadFailure) or rest.strip() else _blank(line)

        return _USE.sub(used, text)

    def read_bytes(self, name: str, relative_to: str | None) -> bytes | ReadFailure:
        """Reads a file that need not be text."""
        return read_bytes(self.others, name, relative_to)


def turned(provider: SourceProvider, values: Iterable[tuple[Number, int]]) -> Turned:
    """Gives a ruleset with some of its numbers turned."""
    changes = sorted(
        ((one.span.source.name, one.span.start, one.span.end, str(value)) for one, value in values),
        reverse=True,
    )
    return Turned(provider, tuple(changes))
