"""The rulebook of a ruleset: Markdown written by people, bound to the rules and kept true by the program.

`read` gives the passages as written, `check` what is wrong or out of date, `write` the finished chapters.
"""

from gekido_dsl.book.checking import check
from gekido_dsl.book.nodes import Book, Chapter, ChapterText, Directive, Link, Passage, Picture, Told, Written
from gekido_dsl.book.reading import read
from gekido_dsl.book.writing import write

__all__ = [
    "Book", "Chapter", "ChapterText", "Directive", "Link", "Passage", "Picture", "Told", "Written", "check", "read",
    "write",
]  # fmt: skip
