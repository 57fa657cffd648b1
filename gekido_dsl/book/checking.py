"""What is wrong with a book, and what in it is out of date."""

from collections.abc import Iterable
from itertools import islice

from gekido_dsl.book import record
from gekido_dsl.book.bindings import Bindings
from gekido_dsl.book.findings import Checker
from gekido_dsl.book.naming import Naming
from gekido_dsl.book.nodes import Book
from gekido_dsl.book.reading import read
from gekido_dsl.book.spelling import mixed
from gekido_dsl.book.writing import write
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, in_reading_order
from gekido_dsl.diagnostics.ignore import split_ignored
from gekido_dsl.model.scope import FINDINGS_LIMIT


def is_own(compilation: Compilation) -> bool:
    """Tells whether a ruleset names a chapter itself; a variant that names none only has the book of its base."""
    own = compilation.own_files  # none for a game that is no variant
    return any(not own or written.span.source.name in own for written, _ in compilation.chapters)


def check(compilation: Compilation) -> list[Diagnostic]:
    """Lists what is wrong with the book of a ruleset and with its texts for players; nothing for one that has errors
    itself, or has neither a book nor a record of reviews."""
    game = compilation.game
    book = read(compilation)
    if game is None:
        return []
    checker, records = _checker(compilation, book or Book(()))
    if book is None and not records.exists:
        return []
    found = [
        *(write(compilation, drawn=False).diagnostics if book is not None else ()),
        *records.diagnostics,
        *islice(checker.stale(), FINDINGS_LIMIT),
        *islice(checker.examples(), FINDINGS_LIMIT),
        *(checker.untold() if book is not None else ()),
        *islice(checker.typed(), FINDINGS_LIMIT),
        *islice(checker.unbacked(), FINDINGS_LIMIT),
        *(islice(mixed(game, book), FINDINGS_LIMIT) if book is not None else ()),
    ]
    return list(split_ignored(dict.fromkeys(in_reading_order(found)))[0])


def review(compilation: Compilation, passages: Iterable[str] | None = None) -> tuple[str, str]:
    """Notes that passages have been looked at.

    Args:
        passages: their ids; None for all.
    Returns:
        The name of the record, as a source beside the chapters is called, and what it is to hold.
    Raises:
        ValueError: the ruleset has errors, or nothing that tells of rules goes by such an id.
    """
    book = read(compilation) or Book(())
    if compilation.game is None:
        raise ValueError(f"{compilation.name} has errors")
    checker, records = _checker(compilation, book)
    wanted = None if passages is None else set(passages)
    known = checker.known()
    for one in sorted((wanted or set()) - known):
        raise UnknownPassage(one, sorted(known))
    return records.file, record.text_of(checker.reviewed(wanted))


class UnknownPassage(ValueError):
    """No passage that tells of rules has such an id."""

    def __init__(self, passage: str, known: list[str]) -> None:
        super().__init__(f"no passage that tells of rules is called {passage!r}")
        self.passage = passage
        self.known = known


def _checker(compilation: Compilation, book: Book) -> tuple[Checker, record.Records]:
    game = compilation.game
    assert game is not None
    records = record.read(compilation, book)
    return Checker(compilation, book, Bindings(compilation, book, Naming(game)), records), records
