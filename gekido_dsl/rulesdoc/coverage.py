"""The sources become a page: which page of a rulebook is told by which rule, and which by none."""

import re
from collections.abc import Iterator
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.names import PAGES, Key
from gekido_dsl.rulesdoc.writer import Writer

_PAGE: Final = re.compile(r"p\.?\s*(\d+)(?:\s*[-\u2013]\s*(?:p\.?\s*)?(\d+))?")
_FURTHEST: Final = 500
"""Pages beyond this are not counted through."""


def page(w: Writer) -> list[str]:
    """Writes the page of sources: what each of their pages or sections is told by."""
    parts = [w.heading(1, PAGES["sources"], "page-sources")]
    parts.append(
        "Each page or section of a source that is cited, with the rules, things and rulings that tell it."
    )
    found: dict[str, dict[str, list[Key]]] = {}
    for key, source, place in _cited(w.game):
        keys = found.setdefault(source, {}).setdefault(place, [])
        if key not in keys:
            keys.append(key)
    for short, title in w.game.sources.items():
        parts.append(w.heading(2, md.escape(title), f"source-{md.slug(short)}"))
        places = found.get(short, {})
        if not places:
            parts.append("Nothing cites it.")
            continue
        numbers = sorted(int(place) for place in places if place.isdigit())
        rows = [(f"page {number}", _told(w, places[str(number)])) for number in numbers]
        rows += [(md.escape(place), _told(w, keys)) for place, keys in places.items() if not place.isdigit()]
        parts.append(md.table(("Where", "Told by"), rows))
        missing = sorted(set(range(1, min(numbers[-1], _FURTHEST) + 1)) - set(numbers)) if numbers else []
        if missing:
            told = md.joined([str(number) for number in missing])
            parts.append(f"No rule cites {'page' if len(missing) == 1 else 'pages'} {told}.")
    made = sum(one.reconstructed for one in w.game.declarations())
    if made:
        parts.append(
            f"{md.counted(made, 'declaration')} of this ruleset cite no source and are reconstructed."
        )
    return parts


def _told(w: Writer, keys: list[Key]) -> str:
    return ", ".join(w.link(key, count=False) for key in keys)


def _cited(game: m.Game) -> Iterator[tuple[Key, str, str]]:
    """Lists what cites which page or section of which source."""
    single: list[m.Decl | None] = [game.setup, game.turn, game.position, *game.ends, *game.damages]
    for decl in (*game.declarations(), *(one for one in single if one is not None)):
        for cite in decl.cites:
            yield from ((decl, cite.source, place) for place in places(cite.pages))
        for exception in getattr(decl, "exceptions", ()):
            for cite in exception.cites:
                yield from ((decl, cite.source, place) for place in places(cite.pages))
    for kind in game.kinds.values():
        for row in kind.rows:
            source, _, rest = (row.cite or "").strip().partition(" ")
            if source in game.sources:
                yield from ((kind, source, place) for place in places(rest))
    for number, ruling in enumerate(game.rulings):
        source, _, rest = ruling.cite.strip().partition(" ")
        if source in game.sources:
            yield from ((("ruling", number), source, place) for place in places(rest))


def places(text: str) -> list[str]:
    """Lists the pages, as digits, and the sections that a citation names."""
    found: list[str] = []
    for part in (part.strip() for part in text.split(",")):
        match = _PAGE.fullmatch(part)
        if match is None:
            found += [part] if part else []
            continue
        first = int(match[1])
        last = min(int(match[2] or first), first + _FURTHEST)
        found += [str(number) for number in range(first, last + 1)]
    return found
