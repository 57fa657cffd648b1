"""The messages that a page itself tells, for its language; all else it is told by the table."""

from functools import cache
from typing import Any, Final

from gekido_dsl.languages.language import PSEUDO, SHIPPED, Language, content_of, find

_KEYS: Final = "pages.json"
"""Lists the messages that the modules of pages tell; `tools/catalogues.py` writes it."""


@cache
def _listed() -> tuple[str, ...]:
    import json

    return tuple(json.loads(content_of(_KEYS)))


def page_messages(language: Language) -> dict[str, str | list[str]]:
    """Gives what a page tells in a language other than English."""
    if language.code == PSEUDO.code:
        return {english: language.message(english) for english in _listed()}
    return {english: language.messages[english] for english in _listed() if english in language.messages}


def words_of(language: Language) -> dict[str, Any]:
    """Gives what a page needs to speak a language by itself."""
    return {
        "language": language.code,
        "name": next((name for code, name in SHIPPED if code == language.code), language.code),
        "direction": language.direction,
        "words": {"messages": page_messages(language), "forms": language.forms},
    }


def every_page() -> dict[str, dict[str, Any]]:
    """Gives what a page needs to speak any language but English, by their codes."""
    found = [find(code) for code, _ in SHIPPED if code != "en"]
    return {one.code: words_of(one) for one in found if one is not None}
