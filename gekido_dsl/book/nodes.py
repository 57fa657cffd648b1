"""What a book is made of: chapters, passages, what they tell of, and the directives in them.

Invariants:
    Every part keeps the span it was written at, in its Markdown file.
    The ids of the passages of a book are unique; a second one is reported and numbered.
"""

from dataclasses import dataclass, field

from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.rulesdoc.pictures import Picture
from gekido_dsl.source import Source, Span


@dataclass(frozen=True, slots=True)
class Told:
    """A name in the line that says what a passage tells of."""

    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Directive:
    """`{{list of Symbols}}`"""

    text: str
    """What stands between the braces, without blanks around it."""
    span: Span
    """With the braces."""
    inside: Span
    """Of the text alone."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A heading and what follows it, up to the next heading; the first of a chapter may have no heading."""

    id: str
    title: str
    level: int
    """1 to 6; 0 for what stands before the first heading."""
    heading: Span
    body: Span
    """What follows the heading."""
    told: tuple[Told, ...] = ()
    binding: tuple[Span, ...] = ()
    """The comments that say what it tells of."""
    directives: tuple[Directive, ...] = ()
    inherited: bool = False
    """Whether a game that this one changes has it."""

    @property
    def source(self) -> Source:
        """The file that it stands in."""
        return self.heading.source


@dataclass(frozen=True, slots=True)
class ChapterText:
    """A file of the book, as written."""

    source: Source
    slug: str
    title: str
    passages: tuple[Passage, ...]
    inherited: bool = False
    directives: tuple[Directive, ...] = ()
    """All of the file, those of passages that others take the place of included."""


@dataclass(frozen=True, slots=True)
class Book:
    """The book of a ruleset, that of its base included."""

    chapters: tuple[ChapterText, ...]
    diagnostics: tuple[Diagnostic, ...] = ()
    """What could not be read."""

    files: tuple[ChapterText, ...] = ()
    """The chapters as their files have them, before passages of a variant take the place of others."""

    @property
    def passages(self) -> tuple[Passage, ...]:
        """All passages, in the order of reading."""
        return tuple(one for chapter in self.chapters for one in chapter.passages)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter that is written: Markdown without directives."""

    slug: str
    title: str
    markdown: str


@dataclass(frozen=True, slots=True)
class Link:
    """A passage of the book, as the reference refers to it."""

    title: str
    chapter: str
    """Slug of its chapter."""
    passage: str
    """Id of the passage."""
    paragraphs: tuple[str, ...] = ()
    """Ids of the paragraphs in it that speak of the rule themselves."""


@dataclass(slots=True)
class Written:
    """A book that is written."""

    title: str
    chapters: tuple[Chapter, ...] = ()
    pictures: dict[str, Picture] = field(default_factory=dict)
    """By the name that the Markdown refers to: `pictures/NAME.svg`."""
    told: dict[str, list[Link]] = field(default_factory=dict)
    """By the address of a declaration on the pages of the reference: the passages that tell of it."""
    mentioned: dict[str, list[Link]] = field(default_factory=dict)
    """The same: passages that tell of something else, and have paragraphs that take a number or a name from it."""
    diagnostics: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Listed:
    """Declarations whose passages are items of a list."""

    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Untitled:
    """A declaration whose passage needs no heading of its own."""

    key: Key
