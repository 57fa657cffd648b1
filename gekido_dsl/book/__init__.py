"""The rulebook of a ruleset: Markdown written by people, bound to the rules and kept true by the program.

`read` gives the passages as written, `check` what is wrong or out of date, `write` the finished chapters.
"""

from gekido_dsl.book.checking import UnknownPassage, check, is_own, review
from gekido_dsl.book.nodes import Book, Chapter, ChapterText, Directive, Link, Passage, Told, Written
from gekido_dsl.book.reading import read
from gekido_dsl.book.writing import GENERATED_CLASS, RULES_CLASS, expand, write
from gekido_dsl.rulesdoc.pictures import Picture

__all__ = [
    "GENERATED_CLASS",
    "RULES_CLASS",
    "Book",
    "Chapter",
    "ChapterText",
    "Directive",
    "Link",
    "Passage",
    "Picture",
    "Told",
    "UnknownPassage",
    "Written",
    "check",
    "expand",
    "is_own",
    "read",
    "review",
    "write",
]
