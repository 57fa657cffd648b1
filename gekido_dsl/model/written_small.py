"""A name that was written without its capital letters is found among all that a ruleset declares, in whichever file."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Edit, Label
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

_SMALL: Final = re.compile(r"[a-z]+(?: [a-z]+){0,3}")


def with_capitals(
    found: Iterable[Diagnostic], declared: Iterable[s.Declaration], game: m.Game | None
) -> Iterator[Diagnostic]:
    """Names what was meant where a name could stand, and words stand there that the language does not have."""
    every = tuple(found)
    if any(_may_be_name(one) for one in every):
        names = {name.lower(): name for name in _names(declared, game)}
        every = tuple(_named(one, names) if _may_be_name(one) else one for one in every)
    yield from every


def _may_be_name(one: Diagnostic) -> bool:
    return one.missing is not None and one.missing.sort == "word" and not one.edits


def _names(declared: Iterable[s.Declaration], game: m.Game | None) -> Iterator[str]:
    for one in declared:
        name = getattr(one, "name", None)
        if isinstance(name, s.Name):
            yield name.text
    for kind in game.kinds.values() if game is not None else ():
        yield from (kind.name, kind.plural, *kind.fields)


def _named(one: Diagnostic, names: dict[str, str]) -> Diagnostic:
    at = one.labels[0].span
    words = _SMALL.match(at.source.text, at.start)
    written = words[0].split() if words is not None else []
    for count in range(len(written), 0, -1):
        small = " ".join(written[:count])
        name = names.get(small)
        if name is not None:
            span = Span(at.source, at.start, at.start + len(small))
            return replace(
                one,
                message=f"`{small}` needs a capital letter, as every name does",
                labels=(Label(span, "not capitalized"), *one.labels[1:]),
                help=f"did you mean `{name}`?",
                edits=(Edit(span, name),),
                notes=(),
            )
    return one
