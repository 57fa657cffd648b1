"""Where a rulebook tells of a rule: its own paragraph, or else the rule's entry in the reference."""

import re
from collections.abc import Iterable, Mapping
from html import unescape
from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.rulesdoc.markdown import slug

_MARK: Final = re.compile(r'<a class="mark(?: more)?"(?: id="([^"]+)")? [^>]*?title="Rule: ([^"]*)"')
_ENTRY: Final = re.compile(r'id="((?:phase|step|rule|effect|window|action)-([^"]+))"')


def told_at(pages: Mapping[str, str | bytes], names: Iterable[str]) -> dict[str, str]:
    """Finds where each rule of these names is told: page and anchor; only what is found."""
    paragraphs: dict[str, str] = {}
    shared: dict[str, str] = {}
    entries: dict[str, str] = {}
    for page, text in pages.items():
        if not isinstance(text, str):
            continue
        at = ""
        for anchor, name in _MARK.findall(text) if page.startswith("book/") else ():
            at = anchor or at
            # A paragraph tells first of all of the rule that is named first.
            (paragraphs if anchor else shared).setdefault(unescape(name), f"{page}#{at}")
        for anchor, name in _ENTRY.findall(text) if page.startswith("reference/") else ():
            entries.setdefault(name, f"{page}#{anchor}")
    found = {}
    for name in names:
        at = paragraphs.get(name) or shared.get(name) or entries.get(slug(name), "")
        if at:
            found[name] = at
    return found


def rules_of(made: Compilation) -> list[str]:
    """Names whatever may ask a player something."""
    game = made.game
    if game is None:
        return []
    return [*game.phases, *game.rules, *game.effects, *game.windows, *game.actions]
