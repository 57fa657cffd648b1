"""The language that is drawn and written in now, for what lies too deep to be handed it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Final

from gekido_dsl.languages.language import ENGLISH, Language
from gekido_dsl.languages.said import done

_NOW: Final[ContextVar[Language]] = ContextVar("language", default=ENGLISH)


def now() -> Language:
    """Gives the language."""
    return _NOW.get()


def spoken(told: str) -> str:
    """Tells a sentence of the program or a text of a ruleset, once; parts of what was told stay as they are."""
    language = _NOW.get()
    return told if language is ENGLISH else done(language.value(told))


def forms(one: str, other: str) -> list[str]:
    """Gives every form of a message that counts something, for a page that counts by itself."""
    language = _NOW.get()
    found = language.messages.get(one)
    if isinstance(found, list):
        return found
    return [one, other] if found is None else [found, language.message(other)]


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Draws and writes in a language meanwhile."""
    before = _NOW.set(language)
    try:
        yield
    finally:
        _NOW.reset(before)
