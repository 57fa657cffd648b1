"""Facts become diagnostics, and a stage's result becomes an outcome.

Invariants:
    A diagnostic is data: it holds spans and words, and knows nothing of screens, colours or formats.
    The first label is where to look; later labels say why, and may lie in other files.
    A user's mistake is never an exception; a stage gives an `Outcome` and goes on.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from gekido_dsl.source import Span, is_workbook

T_co = TypeVar("T_co", covariant=True)


class Severity(Enum):
    """How much a finding matters. The value is the word that readers see."""

    ERROR = "error"
    """The ruleset does not mean anything until this is settled."""
    WARNING = "warning"
    """The ruleset means something, though perhaps not what was intended."""
    NOTE = "note"
    """Worth knowing; nothing needs to be done."""


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding. Made only by `codes.code`."""

    slug: str
    """Says what is wrong, in kebab case; also the name of the explain page and its address. Never reused."""
    severity: Severity
    summary: str
    """The kind in one sentence, lower case, without a full stop, naming no particular thing."""


@dataclass(frozen=True, slots=True)
class Label:
    """A place and what to see there."""

    span: Span
    text: str = ""
    """A few words, lower case; empty when the headline has said it."""


@dataclass(frozen=True, slots=True)
class Edit:
    """A change to a text that would settle a finding. Edits of one diagnostic do not overlap."""

    span: Span
    replacement: str


@dataclass(frozen=True, slots=True)
class Missing:
    """What a finding does not find, as data: it decides what follows from what, however the finding is worded."""

    sort: str
    """`kind`, `thing`, `place` and their like for a name that is declared nowhere; `member` of something; `value` of a
    list; `space`, `player`, `column`, `source`; `where`, a place that a sentence has to name; `text`; `row`, where one
    is none; `rows`, where a table is no list; `word`, where a name could stand."""
    name: str = ""
    of: str = ""
    """What it would belong to; empty for what stands alone."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding."""

    code: Code
    message: str
    """One sentence, lower case, without a full stop; names the thing in backticks and stands alone."""
    labels: tuple[Label, ...] = ()
    """Where to look, then why. Empty only when no place in a text is concerned, as with a missing file."""
    help: str | None = None
    """A step to take; None when none is known."""
    edits: tuple[Edit, ...] = ()
    """The same step as changes that a tool can apply together; empty when a person must decide."""
    notes: tuple[str, ...] = ()
    """What else helps to understand, a sentence each."""
    missing: Missing | None = field(default=None, compare=False, repr=False)
    """What is not there; None when nothing is missed by its name."""

    @property
    def severity(self) -> Severity:
        """The severity of the code."""
        return self.code.severity

    @property
    def text_edits(self) -> tuple[Edit, ...]:
        """The edits, if all are in texts; what stands in a workbook is changed by a person."""
        return () if any(is_workbook(one.span.source.name) for one in self.edits) else self.edits

    @property
    def span(self) -> Span | None:
        """Where to look; None when no place in a text is concerned."""
        return self.labels[0].span if self.labels else None


@dataclass(frozen=True, slots=True)
class Outcome(Generic[T_co]):
    """What a stage made, and what it found while making it."""

    value: T_co | None
    """As much as could be made, so that later stages and editors can go on; None when nothing could."""
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether there is a value and no error was found; warnings are allowed."""
        return self.value is not None and not has_errors(self.diagnostics)


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Tells whether any of the diagnostics is an error."""
    return any(found.severity is Severity.ERROR for found in diagnostics)


def in_reading_order(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sorts by file name, then place, equal places in the order given; those without a place come first."""

    def key(found: Diagnostic) -> tuple[str, int, int]:
        span = found.span
        return ("", 0, 0) if span is None else (span.source.name, span.start, span.end)

    return tuple(sorted(diagnostics, key=key))
