"""All that can be translated of a ruleset, and its translations: those of its bases, and its own.

Invariants:
    A variant has the translations of its base; its own stand above them, and need only what the base does not say.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.languages.language import CONTEXT, FORMS
from gekido_dsl.model.told_texts import Text, texts
from gekido_dsl.syntax import nodes as s
from gekido_dsl.translations import po
from gekido_dsl.translations.forms import needed, role_of
from gekido_dsl.translations.tags import canonical

SEVERAL: Final = 3
"""The number whose form stands for several where nothing is counted: two have a form of their own in some languages."""


@dataclass(frozen=True, slots=True)
class Translation:
    """One file of translations, as a ruleset names it."""

    language: str
    declared: s.Translation
    catalogue: po.Catalogue
    own: bool
    """Whether the ruleset names it itself, and not a game that it changes."""


@dataclass(frozen=True, slots=True)
class Translations:
    """Every file of translations of a ruleset, those of its base first."""

    files: tuple[Translation, ...]
    diagnostics: tuple[Diagnostic, ...] = ()

    @property
    def languages(self) -> tuple[str, ...]:
        """The codes of the languages, each once, in order."""
        return tuple(dict.fromkeys(one.language for one in self.files))

    def of(self, language: str) -> tuple[po.Catalogue, ...]:
        """Gives the files of a language, the nearest first."""
        return tuple(one.catalogue for one in reversed(self.files) if one.language == language)


def translations(compilation: Compilation) -> Translations:
    """Reads the translations of a ruleset."""
    files: list[Translation] = []
    found: list[Diagnostic] = []
    own = compilation.own_files
    for declared, source in compilation.translations:
        if isinstance(source, Diagnostic):
            found.append(source)
            continue
        language = canonical(declared.language)
        if language is None:
            found.append(
                Diagnostic(
                    codes.WRONG_TRANSLATION,
                    f"`{declared.language}` is no code of a language",
                    (Label(declared.span),),
                    "write it as in `de`, `fr` or `pt-BR`",
                )
            )
            continue
        outcome = po.read(source)
        found += outcome.diagnostics
        if outcome.value is not None:
            mine = not own or declared.span.source.name in own
            files.append(Translation(language, declared, outcome.value, mine))
    return Translations(tuple(files), tuple(found))


def all_texts(compilation: Compilation) -> list[Text]:
    """Lists every text of a ruleset that can be translated: those of the game, then those of its book."""
    game = compilation.model.value
    found = texts(game) if game is not None else []
    if game is not None and compilation.look.value is not None:
        labels = dict.fromkeys(mark.label for mark in compilation.look.value.marks.values())
        found += [Text("label of the theme", one, game.span) for one in labels if _WORD.search(one)]
    if compilation.chapters:
        from gekido_dsl.book.reading import read
        from gekido_dsl.translations.chapters import rulings_of, texts_of

        book = read(compilation)
        files = book.files if book is not None else ()
        found += [one for chapter in files for one in texts_of(chapter)]
        found += rulings_of(files, game.rulings if game is not None else ())
    return list({one.key: one for one in reversed(found)}.values())[::-1]


def own_texts(compilation: Compilation, language: str | None = None) -> list[Text]:
    """Lists the texts that a translation of the ruleset itself needs: for a variant, what its base does not say.

    Args:
        language: the language; a base that is not translated to it leaves all to the variant.
    """
    found = all_texts(compilation)
    said: set[tuple[str, str]] = set()
    for base in compilation.bases:
        there = {canonical(one.language) for one, _ in base.translations}
        if there and (language is None or language in there):
            said |= {one.key for one in all_texts(base)}
    own = [one for one in found if one.key not in said]
    return [*own, *needed(language, own)] if language is not None else own


def telling(catalogues: Sequence[po.Catalogue]) -> Callable[[str, str], str | None]:
    """Gives what translates a text by its context; None for what has no translation."""

    def tell(context: str, text: str) -> str | None:
        for one in catalogues:
            told = one.told(context, text)
            if told is not None:
                return told
        return None

    return tell


def _single(entry: po.Entry, catalogue: po.Catalogue) -> str:
    return entry.forms[catalogue.form(1) if entry.plural else 0]


def names(catalogues: Sequence[po.Catalogue]) -> dict[str, str]:
    """Gives the translation of each text by itself; of one that has several, that of the first context.

    Names that lie on the table come before those that are read once, as answers of options are. Where another context
    tells a text otherwise, that stands behind what the text is there: `value` of `value of Suit`.
    """
    found: dict[str, str] = {}
    for late in (False, True):
        for catalogue in catalogues:
            for entry in catalogue.entries.values():
                if role_of(entry.context):
                    continue
                if entry.done and entry.context not in _OF_BOOKS and entry.context.startswith(_LATE) is late:
                    found.setdefault(entry.text, _single(entry, catalogue))
                    if entry.plural:
                        found.setdefault(entry.plural, entry.forms[catalogue.form(SEVERAL)])
    for catalogue in catalogues:
        for entry in catalogue.entries.values():
            role = role_of(entry.context)
            if role and entry.done:
                usual = found.setdefault(f"{FORMS}{CONTEXT}{entry.text}", entry.forms[0])
                if usual != entry.forms[0]:
                    found.setdefault(f"{entry.context}{CONTEXT}{entry.text}", entry.forms[0])
            elif entry.done and entry.context not in _OF_BOOKS:
                several = entry.forms[catalogue.form(SEVERAL)] if entry.plural else ""
                for text, told in ((entry.text, _single(entry, catalogue)), (entry.plural, several)):
                    if text and found[text] != told:
                        found.setdefault(f"{_role(entry.context)}{CONTEXT}{text}", told)
    return found


def _role(context: str) -> str:
    """Gives what a text is, without whose: `value` of `value of Suit`, `question` of `question in Roll`."""
    return re.split(" of | in ", context, maxsplit=1)[0]


_WORD: Final = re.compile(r"[^\W\d_]{2}")
_OF_BOOKS: Final = ("book", "heading")
_LATE: Final = (
    "answer of ",
    "definition",
    "property",
    "amount",
    "rule",
    "trigger",
    "title of option ",
    "column",
)
