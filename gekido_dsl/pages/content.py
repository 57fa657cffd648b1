"""What a site is made of: chapters, pages of the reference, pictures, and what tells of what."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal

Part = Literal["book", "reference", "source"]
BOOK: Final[Part] = "book"
REFERENCE: Final[Part] = "reference"
SOURCE: Final[Part] = "source"


@dataclass(frozen=True, slots=True)
class Page:
    """A chapter, or a page of the reference."""

    part: Part
    slug: str
    title: str
    markdown: str

    @property
    def path(self) -> str:
        """Where its text lies beside the others; links in Markdown are seen from here."""
        return f"{self.part}/{self.slug}.md"


@dataclass(frozen=True, slots=True)
class Told:
    """A passage of the book that tells of a rule."""

    title: str
    chapter: str
    """The slug of its chapter."""
    passage: str
    """Its anchor."""
    paragraphs: Sequence[str] = ()
    """Anchors of the paragraphs in it that speak of the rule themselves."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A place of the reference that a line of the ruleset leads to."""

    title: str
    page: str
    """The slug of its page."""
    anchor: str


@dataclass(frozen=True)
class SourceFile:
    """A file of the ruleset, shown with its lines."""

    name: str
    slug: str
    text: str
    rules: Mapping[int, Sequence[Rule]] = field(default_factory=dict)
    """By line, from 1: the rules that begin there."""

    @property
    def page(self) -> Page:
        """Its page, which is written without Markdown."""
        return Page(SOURCE, self.slug, self.name, "")


@dataclass(frozen=True, slots=True)
class Front:
    """What the cover of a printed book shows besides its title and facts."""

    arts: Sequence[str] = ()
    """Artwork of the game, as SVG."""
    filled: bool = False
    """Whether the artwork is a picture for the whole cover."""
    credits: Sequence[str] = ()
    edition: str = ""
    """The version of the rules and its date."""
    colours: Mapping[str, str] = field(default_factory=dict)
    """Of the theme, by what they are for."""


@dataclass(frozen=True)
class Content:
    """A book with its reference."""

    title: str
    chapters: Sequence[Page]
    reference: Sequence[Page]
    facts: Sequence[str] = ()
    """What stands beneath the title: for how many players, for instance."""
    pictures: Mapping[str, str] = field(default_factory=dict)
    """SVG by the path that it would have as a file: `book/pictures/arena.svg`."""
    told: Mapping[str, Sequence[Told]] = field(default_factory=dict)
    """By the anchor of a declaration in the reference: the passages that tell of it."""
    sheet: str = ""
    """The style that all pictures share."""
    cover: str | None = None
    """The path of the picture on the first page."""
    front: Front = Front()
    aid: Page | None = None
    """The player aid, which is no chapter."""
    sources: Sequence[SourceFile] = ()
    """The files of the ruleset; paper leaves them out."""
    language: str = "en"
    """The code of the language of the book; what is generated is English."""

    @property
    def pages(self) -> Sequence[Page]:
        """All pages, in the order of reading."""
        return (*self.chapters, *self.reference)
