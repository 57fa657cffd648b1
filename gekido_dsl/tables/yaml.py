"""Text of a table becomes cells: strict YAML, with the place of every value and of every key.

Invariants:
    The span of a cell is what was written for it, quotes and brackets included, blanks and comments not.
    A map keeps the first of several equal keys, and its order; all keys are text.
    Letters with accents are composed, however the file has them, so that a rule finds the rows that it names.
    Work is bounded by the length of the text and by the limits below, and nothing recurses.

YAML 1.1 reads `no` as false, `1:30` as 90 and `017` as 15. Here a word is a word: a plain scalar is a value
of JSON or text. What others would take for something else, such as `on`, is refused and never guessed at.

PyYAML's events are read rather than its nodes, since an event is made only when it is asked for: reading
stops at the limits, however deep or long the rest is. After an error of syntax it goes on at the next row.
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from gekido_dsl.diagnostics import Code, Diagnostic, Edit, Label, Outcome, codes
from gekido_dsl.source import Source, Span
from gekido_dsl.tables import yaml_errors
from gekido_dsl.tables.cells import Cell, short

if TYPE_CHECKING:
    from yaml import Event

__all__ = ["DEPTH_LIMIT", "FINDINGS_LIMIT", "NODE_LIMIT", "SIZE_LIMIT", "Cell", "parse"]

SIZE_LIMIT: Final = 1_000_000
"""The longest text that is read, in code points."""
DEPTH_LIMIT: Final = 20
"""How many lists and maps may lie inside one another."""
NODE_LIMIT: Final = 200_000
"""How many values and keys are read."""
FINDINGS_LIMIT: Final = 50
"""How many findings a file gives."""

_ATTEMPTS_LIMIT: Final = 2 * FINDINGS_LIMIT

_INT: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,17})")
_DECIMAL: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}")
_NULLS: Final = frozenset({"", "~", "null", "Null", "NULL"})
_SWITCHES: Final = frozenset({"yes", "no", "on", "off", "y", "n"})
_UNREADABLE: Final = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
_ROW_AT_MARGIN: Final = re.compile(r"^-(?=[ \r\n])", re.MULTILINE)
_WORD: Final = re.compile(r"[^\s,\[\]{}]+")


def parse(source: Source) -> Outcome[Cell]:
    """Reads a table file as far as it can be read.

    Returns:
        All that the file holds, in one cell; after an error of syntax, a damaged one with the rows that could
        be read, or None.
    """
    if len(source.text) > SIZE_LIMIT:
        message = f"`{source.name}` is longer than {SIZE_LIMIT} characters"
        return Outcome(None, (_found(codes.FILE_TOO_LARGE, message, source.span(0, 0)),))
    unreadable = list(_unreadable(source))
    if unreadable:
        return Outcome(None, tuple(unreadable))
    reader = _Reader(source)
    try:
        reader.read_all()
    except _TooFarAhead:
        reader = _Reader(source, in_python=True)
        reader.read_all()
    if reader.root is None and not reader.found:
        empty = _found(codes.EMPTY_FILE, f"`{source.name}` holds no rows", source.span(0, 0))
        return Outcome(None, (empty,))
    root = reader.root
    if root is not None and reader.broken:
        root = replace(root, damaged=True)
    return Outcome(root, tuple(reader.found))


def _unreadable(source: Source) -> Iterator[Diagnostic]:
    """Finds characters that YAML does not allow, or that only YAML takes for the end of a line."""
    for count, found in enumerate(_UNREADABLE.finditer(source.text)):
        if count == FINDINGS_LIMIT:
            return
        yield _found(
            codes.YAML_SYNTAX,
            f"the invisible character U+{ord(found.group()):04X} is not allowed in a table",
            source.span(*found.span()),
            help="remove it; it often comes with copied text",
        )


def _found(
    code: Code, message: str, span: Span, help: str | None = None, edits: tuple[Edit, ...] = ()
) -> Diagnostic:
    return Diagnostic(code, message, (Label(span),), help, edits)


@dataclass(slots=True)
class _Open:
    """A list or map whose end has not been read."""

    start: int
    end: int
    is_map: bool
    flow: bool
    as_key: bool
    """It stands where a key must stand, and is left out."""
    items: list[Cell] = field(default_factory=list)
    cells: dict[str, Cell] = field(default_factory=dict)
    key_spans: dict[str, Span] = field(default_factory=dict)
    key: str | None = None
    """The key whose value comes next; None when the value is to be left out."""
    awaits_value: bool = False
    run_on: bool = False
    """A row that lacks its `- ` runs on in it."""

    def close(self, source: Source, damaged: bool = False) -> Cell:
        span = source.span(self.start, max(self.start, self.end))
        if self.is_map:
            cells, key_spans = MappingProxyType(self.cells), MappingProxyType(self.key_spans)
            return Cell(cells, span, key_spans, damaged=damaged)
        return Cell(tuple(self.items), span, damaged=damaged)


class _Stop(Exception):
    """Nothing more of this file is read; the reason has been reported."""


class _TooFarAhead(Exception):
    """libyaml (0.2.6 and later) met its own limit of depth, ahead of what it has told of the file."""


class _Reader:
    """Builds the tree from events, over as many attempts as there are errors of syntax."""

    def __init__(self, source: Source, *, in_python: bool = False) -> None:
        self.source = source
        self.in_python = in_python
        """Whether PyYAML's reader in Python reads, which is slower than the one in C."""
        self.root: Cell | None = None
        self.found: list[Diagnostic] = []
        self.broken = False
        """Whether reading broke off anywhere."""
        self._attempts = 0
        self._last = 0
        self._nodes = 0
        self._documents = 0
        self._open: list[_Open] = []

    def read_all(self) -> None:
        """Reads the file, and goes on after errors of syntax where that can tell more."""
        at: int | None = 0
        while at is not None:
            at = self._read(at)

    def _read(self, at: int) -> int | None:
        """Reads from an offset to the end or to an error of syntax; gives where to go on after one."""
        import yaml

        loader: Any = yaml.SafeLoader if self.in_python else getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        earlier, self.root = self.root, None
        self._open.clear()
        after: int | None = None
        try:
            for event in yaml.parse(self.source.text[at:], Loader=loader):
                self._event(event, at)
        except yaml.MarkedYAMLError as error:
            if yaml_errors.is_depth(error):
                raise _TooFarAhead from None
            finding, resume = yaml_errors.explain(error, self.source, at)
            if all(finding.span != known.span for known in self.found):
                self._report(finding)
            self._rescue()
            after = self._next_row(resume, at)
        except _Stop:
            self._rescue()
        except (ValueError, OverflowError):
            # The reader in Python turns `"\\UFFFFFFFF"` and endless version numbers into these.
            place = self.source.span(self._last, self._last)
            self._error(codes.YAML_SYNTAX, "what follows here cannot be read", place)
            self._rescue()
        if earlier is not None:
            self.root = _joined(earlier, self.root)
        return after

    def _report(self, finding: Diagnostic) -> None:
        if len(self.found) < FINDINGS_LIMIT:
            self.found.append(finding)

    def _error(
        self, code: Code, message: str, span: Span, help: str | None = None, edits: tuple[Edit, ...] = ()
    ) -> None:
        self._report(_found(code, message, span, help, edits))

    def _rescue(self) -> None:
        """Makes a damaged root of the rows that were complete when reading broke off."""
        self.broken = True
        if not self._open:
            return
        top = self._open[0]
        if top.is_map and len(self._open) > 1 and not self._open[1].is_map and top.key is not None:
            rows = self._open[1].close(self.source, damaged=True)
            top.cells[top.key] = rows
            top.end = rows.span.end
        self.root = top.close(self.source)

    def _next_row(self, resume: int, at: int) -> int | None:
        """Finds the next row at the margin, if rows are what the file holds and more may be reported."""
        text = self.source.text
        holds_rows = self.root is None or isinstance(self.root.value, tuple)
        self._attempts += 1
        if not holds_rows or len(self.found) >= FINDINGS_LIMIT or self._attempts > _ATTEMPTS_LIMIT:
            return None
        # The row of the error is tried too, as it may be the row before that lacks a bracket.
        line_start = max(text.rfind("\n", 0, resume), text.rfind("\r", 0, resume)) + 1
        row = _ROW_AT_MARGIN.search(text, max(line_start, at + 1))
        return row.start() if row else None

    def _event(self, event: "Event", at: int) -> None:
        import yaml

        if event.start_mark is None or event.end_mark is None:
            return
        start, end = event.start_mark.index + at, event.end_mark.index + at
        self._last = end
        match event:
            case yaml.ScalarEvent():
                self._count(start)
                self._scalar(event, *self._properties(event, start, end))
            case yaml.AliasEvent():
                self._count(start)
                span = self.source.span(start, end)
                self._error(
                    codes.YAML_ALIAS,
                    f"`{short(span.text)}` is an alias, and tables do not allow aliases",
                    span,
                    help="write the value out",
                )
                self._place(Cell(None, span, damaged=True), None)
            case yaml.MappingStartEvent() | yaml.SequenceStartEvent():
                self._count(start)
                is_map = isinstance(event, yaml.MappingStartEvent)
                self._begin(is_map, bool(event.flow_style), *self._properties(event, start, end)[:2])
            case yaml.CollectionEndEvent():
                closed = self._open.pop()
                if closed.flow:
                    closed.end = end
                self._place(closed.close(self.source), None, dropped=closed.as_key)
            case yaml.DocumentStartEvent():
                self._document(event, start, end)

    def _count(self, start: int) -> None:
        self._nodes += 1
        if self._nodes > NODE_LIMIT:
            message = f"`{self.source.name}` holds more than {NODE_LIMIT} values"
            self._error(codes.FILE_TOO_LARGE, message, self.source.span(start, start))
            raise _Stop

    def _document(self, event: Any, start: int, end: int) -> None:
        self._documents += event.explicit or self._documents == 0
        if self._documents > 1:
            self._error(
                codes.YAML_SYNTAX,
                "a table file holds one table, and here a second one begins",
                self.source.span(start, end),
                help="remove the line `---`, or move what follows to a file of its own",
            )
            raise _Stop
        if event.tags:
            line0 = self.source.position(start)[0]
            begin = next(
                (
                    self.source.offset(line, 0)
                    for line in range(line0 + 1)
                    if self.source.line(line).startswith("%TAG")
                ),
                start,
            )
            self._error(
                codes.YAML_TAG,
                "`%TAG` declares tags, and tables do not allow them",
                self.source.span(begin, begin + len("%TAG")),
                help="remove this line",
            )

    def _properties(self, event: Any, start: int, end: int) -> tuple[int, int, bool]:
        """Reports an anchor and a tag; gives the range without them, and whether there was a tag."""
        text = self.source.text
        tagged = False
        while start < end and text[start] in "&!" and (event.anchor is not None or event.tag is not None):
            word = _WORD.match(text, start, end)
            if word is None:
                break
            span = self.source.span(start, word.end())
            if text[start] == "&":
                message = f"`{short(span.text)}` names a value for later, and tables do not allow that"
                code, help = codes.YAML_ALIAS, "remove it, and write the value out where it is needed again"
            else:
                tagged = True
                message = f"`{short(span.text)}` is a tag, and tables do not allow tags"
                code, help = codes.YAML_TAG, "remove it; put quotes around a text that begins with `!`"
            self._error(code, message, span, help=help)
            start = word.end()
            while start < end and text[start] in " \t\r\n":
                start += 1
        return start, max(start, end), tagged

    def _begin(self, is_map: bool, flow: bool, start: int, end: int) -> None:
        if len(self._open) >= DEPTH_LIMIT:
            self._error(
                codes.TOO_DEEP,
                f"lists and maps lie more than {DEPTH_LIMIT} deep inside one another",
                self.source.span(start, min(start + 1, len(self.source.text))),
            )
            raise _Stop
        holder = self._open[-1] if self._open else None
        as_key = holder is not None and holder.is_map and not holder.awaits_value
        if as_key and not any(outer.as_key for outer in self._open):
            self._error(
                codes.YAML_SYNTAX,
                "a list or a map cannot be a key",
                self.source.span(start, max(end, min(start + 1, len(self.source.text)))),
                help="write a text before the `:`, in quotes if it begins with a bracket",
            )
        self._open.append(_Open(start, end, is_map, flow, as_key))

    def _scalar(self, event: Any, start: int, end: int, tagged: bool) -> None:
        plain = not event.style
        if event.style in ("|", ">"):
            end = start + len(self.source.text[start:end].rstrip())
        span = self.source.span(start, end)
        text = unicodedata.normalize("NFC", event.value)
        escaped = _UNREADABLE.search(text)
        if escaped:
            self._error(
                codes.YAML_SYNTAX,
                f"the invisible character U+{ord(escaped.group()):04X} is not allowed in a table",
                span,
                help="remove the backslash and what follows it",
            )
        refused = plain and not tagged and self._refuse_switch(text, span)
        value = text if not plain or tagged else _plain(text)
        self._place(
            Cell(value, span, quoted=not plain, damaged=tagged or refused or escaped is not None), text
        )

    def _refuse_switch(self, text: str, span: Span) -> bool:
        """Reports a plain word that some readers of YAML take for true or false; tells whether it is one."""
        if text.lower() in _SWITCHES:
            holder = self._open[-1] if self._open else None
            is_key = holder is not None and holder.is_map and not holder.awaits_value
            self._error(
                codes.YAML_BOOLEAN,
                f"some programs read `{text}` without quotes as true or false, others as a word",
                span,
                help=f'put quotes around it, as in `"{text}"`'
                + ("" if is_key else ", or write true or false"),
                edits=(Edit(span, f'"{text}"'),) if is_key else (),
            )
        elif text.lower() in ("true", "false") and not text.islower():
            self._error(
                codes.YAML_BOOLEAN,
                f"`{text}` is written with a capital letter, and true and false are not",
                span,
                help=f"write `{text.lower()}`, or put quotes around it if it is a word",
                edits=(Edit(span, text.lower()),),
            )
        else:
            return False
        return True

    def _place(self, cell: Cell, text: str | None, dropped: bool = False) -> None:
        """Hands a complete cell to what holds it: as an item, as a key when it is its turn, or as a value.

        Args:
            text: of a scalar, which is what a key is made of.
            dropped: whether it is a key that has been refused.
        """
        if not self._open:
            self.root = cell
            return
        holder = self._open[-1]
        holder.end = max(holder.end, cell.span.end)
        if not holder.is_map:
            holder.items.append(cell)
        elif not holder.awaits_value:
            holder.awaits_value = True
            holder.key = None if text is None or dropped else self._key(holder, text, cell)
        else:
            holder.awaits_value = False
            if holder.key is not None:
                holder.cells[holder.key] = cell

    def _key(self, holder: _Open, text: str, cell: Cell) -> str | None:
        """Takes a key in; None when it is one too many or a merge key."""
        if text == "<<" and not cell.quoted:
            self._error(
                codes.YAML_ALIAS,
                "`<<` copies what is written elsewhere, and tables do not allow that",
                cell.span,
                help="write the values out",
            )
            return None
        if text in holder.key_spans:
            if self._row_without_dash(holder, text, cell):
                return None
            self._report(
                Diagnostic(
                    codes.YAML_DUPLICATE_KEY,
                    f"`{short(text)}` is given twice",
                    (Label(cell.span, "given again"), Label(holder.key_spans[text], "given first")),
                    help="keep one of the two",
                )
            )
            return None
        holder.key_spans[text] = cell.span
        return text

    def _row_without_dash(self, holder: _Open, text: str, cell: Cell) -> bool:
        """Reports a row that lacks its `- `, once: all its columns seem to be given twice in the row above."""
        if text == next(iter(holder.key_spans)) and len(self._open) == 2 and not holder.flow:
            holder.run_on = True
            self.broken = True
            number, column = self.source.position(cell.span.start)
            start = self.source.offset(number, max(column - 2, 0))
            blank = self.source.text[start : cell.span.start].isspace()
            self._report(
                Diagnostic(
                    codes.YAML_SYNTAX,
                    "a row begins here without its `- `",
                    (
                        Label(cell.span, "begins a row"),
                        Label(holder.key_spans[text], "the row above has one already"),
                    ),
                    help=f"write `- ` before `{short(text)}`",
                    edits=(Edit(self.source.span(start, cell.span.start), "- "),) if blank else (),
                )
            )
        return holder.run_on


def _plain(text: str) -> bool | int | float | str | None:
    """Reads a scalar without quotes."""
    if text in _NULLS:
        return None
    if text in ("true", "false"):
        return text == "true"
    if _INT.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    return text


def _joined(earlier: Cell, later: Cell | None) -> Cell:
    """Puts the rows from after an error of syntax behind those from before it."""
    if later is None or not isinstance(earlier.value, tuple) or not isinstance(later.value, tuple):
        return earlier
    return Cell(earlier.value + later.value, earlier.span.cover(later.span))
