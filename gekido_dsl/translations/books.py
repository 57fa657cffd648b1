"""The book of a ruleset in another language, and what of it is not translated."""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gekido_dsl.book.nodes import ChapterText
from gekido_dsl.book.reading import read
from gekido_dsl.compilation import Compilation
from gekido_dsl.model.told_texts import Text
from gekido_dsl.source import Source
from gekido_dsl.translations.chapters import EXAMPLE, texts_of, translated
from gekido_dsl.translations.whole import telling, translations

Telling = Callable[[str, str], str | None]
"""Gives the translation of a text by its context."""


@dataclass(frozen=True, slots=True)
class Told:
    """A ruleset whose chapters are in another language."""

    compilation: Compilation
    missing: tuple[Text, ...]
    """The headings and paragraphs that are not translated."""

    @property
    def places(self) -> list[tuple[str, int]]:
        """The passages in which something is not translated, each with how much, in the order of reading."""
        counted: dict[str, int] = {}
        for one in self.missing:
            counted[one.passage] = counted.get(one.passage, 0) + 1
        return list(counted.items())


def in_language(compilation: Compilation, language: str) -> Told:
    """Gives a ruleset with its chapters in a language; its rules and names stay what they are."""
    book = read(compilation)
    if book is None:
        return Told(compilation, ())
    tell = telling(translations(compilation).of(language))
    chapters = {chapter.source.name: chapter for chapter in book.files}
    made = copy.copy(compilation)
    vars(made)["chapters"] = tuple(
        (declared, _translated(source, chapters, tell) if isinstance(source, Source) else source)
        for declared, source in compilation.chapters
    )
    return Told(made, tuple(_missing(book.files, tell)))


def _translated(source: Source, chapters: dict[str, ChapterText], tell: Telling) -> Source:
    chapter = chapters.get(source.name)
    return translated(source, chapter, tell) if chapter is not None else source


def _missing(chapters: Sequence[ChapterText], tell: Telling) -> list[Text]:
    texts = [text for chapter in chapters for text in texts_of(chapter)]
    return [one for one in texts if one.context != EXAMPLE and tell(one.context, one.text) is None]
