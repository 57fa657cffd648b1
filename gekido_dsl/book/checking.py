"""What is wrong with a book, and what in it is out of date."""

from gekido_dsl.book.reading import read
from gekido_dsl.book.writing import write
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, in_reading_order


def check(compilation: Compilation) -> list[Diagnostic]:
    """Lists what is wrong with the book of a ruleset; nothing for one without a book, or that has errors itself."""
    if compilation.game is None or read(compilation) is None:
        return []
    return list(dict.fromkeys(in_reading_order(write(compilation).diagnostics)))
