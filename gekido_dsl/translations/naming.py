"""What players read of a game, in other languages: the hook through which a language tells names.

Invariants:
    What has no translation, or a stale one, is told as the ruleset has it.
"""

from collections.abc import Iterator

from gekido_dsl.compilation import Compilation
from gekido_dsl.model import nodes as m
from gekido_dsl.model.told_texts import numbered_like
from gekido_dsl.translations.whole import names, translations

Told = dict[str, dict[str, str]]
"""By the code of a language: what each text is in it."""


def told(compilation: Compilation) -> Told:
    """Gives what players read of a ruleset in every language that it is translated to."""
    if not compilation.translations:
        return {}
    read = translations(compilation)
    game = compilation.model.value
    made: Told = {}
    for language in read.languages:
        known = names(read.of(language))
        for whole, parts in _made_of_others(game) if game is not None else ():
            if whole not in known and any(part in known for part in parts):
                known[whole] = " ".join(known.get(part, part) for part in parts)
        made[language] = known
    return made


def _made_of_others(game: m.Game) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Gives the names that no author wrote: those of the values of several lists."""
    for kind in game.kinds.values():
        for row in kind.rows:
            if numbered_like(kind, row.name):
                yield row.name, (kind.name, row.name.removeprefix(f"{kind.name} "))
        if kind.combined:
            for row in kind.rows:
                yield row.name, tuple(_values(kind, row))
        for fact in kind.fields.values():
            if isinstance(fact.index, m.Combinations):
                yield from _combinations(fact.index)


def _values(kind: m.Kind, row: m.Row) -> Iterator[str]:
    for name in kind.combined:
        value, enum = row.values.get(name), getattr(kind.fields[name].type, "enum", None)
        yield str(enum.members[value]) if enum is not None and isinstance(value, int) else str(value)


def _combinations(index: m.Combinations) -> Iterator[tuple[str, tuple[str, ...]]]:
    from itertools import product

    for parts in product(*(one.members for one in index.parts)):
        yield " ".join(parts), parts
