"""Passages meet the declarations that they tell of.

Invariants:
    A name that nothing goes by is reported at its place; in a passage of the base that a variant takes over, what
    the variant removed is no mistake: a passage whose declarations are all gone vanishes.
    Every declaration that players need is told by a passage, or listed as untold.
"""

from functools import cached_property
from typing import Final

from gekido_dsl.book.naming import Naming
from gekido_dsl.book.nodes import Book, Passage, Told
from gekido_dsl.book.parts import Parts
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model.scope import FINDINGS_LIMIT
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import Span

_PIECES: Final = 4
"""How many commas a name may have."""


class Bindings:
    """What the passages of one book tell of."""

    def __init__(self, compilation: Compilation, book: Book, naming: Naming) -> None:
        self.book = book
        self.naming = naming
        self.parts = Parts(naming.game)
        self.found: list[Diagnostic] = []
        self.keys: dict[Passage, tuple[Key, ...]] = {}
        """By passage: what it tells of."""
        self.vanished: set[Passage] = set()
        """Passages of the base all of whose declarations are gone."""
        self.missing: dict[Passage, list[str]] = {}
        """By passage of the base: names that the variant does not have."""
        self._removed = compilation.draft.index.removed
        for passage in book.passages:
            self._bind(passage)

    def _bind(self, passage: Passage) -> None:
        keys: dict[Key, None] = {}
        for told in self._whole_names(passage):
            found = self.naming.find(told.name)
            if found:
                keys.update(dict.fromkeys(found))
            elif passage.inherited:
                self.missing.setdefault(passage, []).append(told.name)
            elif len(self.found) < FINDINGS_LIMIT:
                self.found.append(
                    Diagnostic(
                        codes.UNKNOWN_NAME,
                        f"nothing in the ruleset is called `{told.name}`",
                        (Label(told.span, "not declared"),),
                        self.naming.near(told.name),
                    )
                )
        if passage.told and not keys and passage.inherited:
            self.vanished.add(passage)
        if keys:
            self.keys[passage] = tuple(keys)

    def _whole_names(self, passage: Passage) -> list[Told]:
        """Puts names together that have a comma or `and` in them, where nothing goes by the parts."""
        made: list[Told] = []
        rest = list(passage.told)
        while rest:
            first = rest.pop(0)
            if not self.naming.find(first.name):
                for number in range(min(len(rest), _PIECES), 0, -1):
                    span = Span(first.span.source, first.span.start, rest[number - 1].span.end)
                    name = " ".join(span.text.split())
                    if self.naming.find(name):
                        first = Told(name, span)
                        del rest[:number]
                        break
            made.append(first)
        return made

    @cached_property
    def told(self) -> dict[m.Decl, tuple[Passage, ...]]:
        """By declaration: the passages that tell of it, or of what it is a part of."""
        found: dict[m.Decl, dict[Passage, None]] = {}
        for passage, keys in self.keys.items():
            if passage in self.vanished:
                continue
            for key in keys:
                decl = owner_of(key)
                if decl is None:
                    continue
                for one in (decl, *self.parts.parts(decl)):
                    found.setdefault(one, {}).setdefault(passage)
        return {decl: tuple(passages) for decl, passages in found.items()}

    @cached_property
    def untold(self) -> list[m.Decl]:
        """Lists what players need and no passage tells of; parts of what is untold are told with it."""
        missing = [decl for decl in self.parts.needed() if decl not in self.told]
        return [decl for decl in missing if not self._with_whole(decl, missing)]

    def _with_whole(self, decl: m.Decl, missing: list[m.Decl]) -> bool:
        whole = self.parts.part_of.get(decl)
        return whole is not None and (whole in missing or self._with_whole(whole, missing))

    def by_chapter(self) -> dict[str, list[Key]]:
        """Puts what is untold to the chapter that tells most of its sort; to the last one where none does."""
        places: dict[type, dict[str, int]] = {}
        for chapter in self.book.chapters:
            for passage in chapter.passages:
                for key in self.keys.get(passage, ()):
                    decl = owner_of(key)
                    if decl is not None:
                        counts = places.setdefault(type(decl), {})
                        counts[chapter.slug] = counts.get(chapter.slug, 0) + 1
        found: dict[str, list[Key]] = {}
        for decl in self.untold:
            counts = places.get(type(decl), {})
            if counts:
                slug = max(counts, key=lambda one: counts[one])
            elif self.book.chapters:
                slug = self.book.chapters[-1].slug
            else:
                continue
            found.setdefault(slug, []).append(decl)
        return found


def owner_of(key: Key) -> m.Decl | None:
    """Gives the declaration that something is, or is a row or a value of."""
    if isinstance(key, m.Field):
        return key
    if isinstance(key, m.Decl):
        return key
    if isinstance(key, tuple) and key and isinstance(key[0], m.Decl):
        return key[0]
    return None
