"""The languages that a ruleset comes in, for whatever shows it to players."""

import click

from gekido_dsl import cache
from gekido_dsl.cli import output
from gekido_dsl.cli.paths import Ruleset
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics.render.place import counted
from gekido_dsl.languages import Languages, speaking
from gekido_dsl.languages.naming import named
from gekido_dsl.source import SourceProvider
from gekido_dsl.translations import naming
from gekido_dsl.translations.tags import canonical


def languages_of(ruleset: Ruleset) -> Languages:
    """Gives the languages in which a ruleset can be played."""
    return named(told_of(ruleset))


def told_of(ruleset: Ruleset) -> naming.Told:
    """Gives what players read of a ruleset in other languages; it is read once as long as no file changes."""

    def work(provider: SourceProvider) -> naming.Told:
        return naming.told(cache.load(ruleset.name, provider, whole=True))

    found: naming.Told = cache.remembered("translations", ruleset.name, ruleset.provider, work)
    return found


def write_in(ruleset: Ruleset, compilation: Compilation, code: str) -> str:
    """Has all be written in a language from here on; gives its code.

    Raises:
        click.UsageError: the ruleset is not translated to the language.
    """
    from gekido_dsl.translations.whole import translations

    known = translations(compilation).languages
    tag = canonical(code)
    found = languages_of(ruleset).find(tag) if tag in known and tag is not None else None
    if found is None or tag is None:
        there = f"it is translated to {', '.join(known)}" if known else "it names no translation"
        raise click.UsageError(f"the ruleset does not come in `{code}`: {there}")
    click.get_current_context().with_resource(speaking(found))
    return tag


def book_of(ruleset: Ruleset, compilation: Compilation, code: str) -> Compilation:
    """Gives a ruleset with its book in a language, and says what of it is missing; all is written in it from here on.

    Raises:
        click.UsageError: it is not translated to the language.
    """
    return whole_in(ruleset, compilation, code)[0]


def whole_in(ruleset: Ruleset, compilation: Compilation, code: str) -> tuple[Compilation, str]:
    """Does what `book_of` does; gives the code of the language as well, as pages write it."""
    from gekido_dsl.translations import books

    tag = write_in(ruleset, compilation, code)
    told = books.in_language(compilation, tag)
    if told.missing:
        output.note(
            f"{counted(len(told.missing), 'text')} of the book not translated, which stand in English:"
        )
        for passage, number in told.places:
            output.note(f"  {passage}: {number}")
    return told.compilation, tag
