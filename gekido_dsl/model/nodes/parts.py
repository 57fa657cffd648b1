"""What every declaration has: a name, its text, its citations."""

from dataclasses import dataclass, field

from gekido_dsl.source import Span


@dataclass(frozen=True, slots=True)
class Citation:
    """A source and its pages: `GB p5, p16`."""

    source: str
    pages: str
    span: Span = field(compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.source} {self.pages}".strip()


@dataclass(slots=True)
class Word:
    """A word that an author gave to something, `as the rival`; what says it notes that it is used."""

    word: str
    span: Span = field(repr=False)
    used: bool = False


@dataclass(slots=True, eq=False)
class Decl:
    """Anything that a ruleset names."""

    name: str
    span: Span = field(repr=False)
    """Of the whole declaration."""
    name_span: Span = field(repr=False)
    cites: tuple[Citation, ...] = ()
    ruling: str | None = None
    reconstructed: bool = False
    text: str | None = None
    """What players read; None when the ruleset gives none."""
    used: bool = False
    """Whether anything refers to it."""

    def __init_subclass__(cls) -> None:
        """Keeps what is shown in a traceback short: declarations refer to each other, and so to the whole game."""
        cls.__repr__ = Decl.__repr__  # type: ignore[method-assign]

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"
