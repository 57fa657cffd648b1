"""The record of what has been reviewed: what each passage told of when its author last looked at it.

Invariants:
    The same reviews give the same text: passages and declarations in the order of their names, a line for each line
    of a rule, so that versions of it can be merged.
    A record says nothing of passages that the book does not have.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from gekido_dsl.book.nodes import Book
from gekido_dsl.compilation import Compilation
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.source import ReadFailure, Source
from gekido_dsl.tables import yaml

NAME: Final = "reviewed.yaml"
_HEAD: Final = (
    "# Written by `gdl docs --reviewed`: what each passage of the book told of when it was last looked at.\n"
)
_PLAIN: Final = re.compile(r"[A-Za-z][\w' -]*")
_TAKEN: Final = frozenset({"y", "n", "yes", "no", "on", "off", "true", "false", "null"})

GONE: Final = "not in this game"
"""What stands in the record of a variant for something of the base that it removes."""

PASSING: Final = "in passing"
"""Beneath this stand lines of rules that a number of a text seems to be taken from."""
BESIDE: Final = "beside other numbers"
"""Beneath this stand lines of rules that a directive takes a number from, where others are typed beside it."""

Reviewed = dict[str, dict[str, str]]
"""By the id of a passage, or of a text, and by declaration: what it meant."""


@dataclass(frozen=True, slots=True)
class Records:
    """The records of a book."""

    own: Reviewed
    base: Reviewed
    file: str
    """The name of the ruleset's own record, as its source would be called."""
    exists: bool
    """Whether the ruleset has a record of its own."""
    diagnostics: tuple[Diagnostic, ...] = ()


def read(compilation: Compilation, book: Book) -> Records:
    """Reads the records beside the chapters, that of the base included."""
    found: list[Diagnostic] = []
    own_name, beside = _own(compilation, book)
    folder = beside.rsplit("/", 1)[0] + "/" if "/" in beside else ""
    own, exists = _read(compilation, own_name, beside, found)
    base: Reviewed = {}
    asked = {folder + own_name}
    for (named, _), chapter in zip(_read_chapters(compilation), book.files, strict=False):
        if not chapter.inherited:
            continue
        at = chapter.source.name
        where = at.rsplit("/", 1)[0] + "/" if "/" in at else ""
        for name in (NAME, _of_variant(named)):
            if where + name not in asked:
                asked.add(where + name)
                more, _ = _read(compilation, name, at, found)
                for passage, told in more.items():
                    base.setdefault(passage, {}).update(told)
    return Records(own, base, folder + own_name, exists, tuple(found))


def _read_chapters(compilation: Compilation) -> list[tuple[str, Source]]:
    """Lists the files that could be read, each once, with the file that names it first."""
    found: dict[str, tuple[str, Source]] = {}
    for named, source in compilation.chapters:
        if isinstance(source, Source):
            found.setdefault(source.name, (named.span.source.name, source))
    return list(found.values())


def _own(compilation: Compilation, book: Book) -> tuple[str, str]:
    """Tells what the ruleset's own record is called, and what it lies beside."""
    main = compilation.files[-1][0].name
    own = [one.source.name for one in book.files if not one.inherited]
    folders = {one.source.name.rpartition("/")[0] for one in book.files if one.inherited}
    if not own and not folders:
        return _of_variant(main), main  # other rulesets may lie beside it
    if not folders:
        return NAME, own[0]
    variant = _variant(compilation) or main
    if own and own[0].rpartition("/")[0] not in folders:
        return NAME, own[0]
    return _of_variant(variant), own[0] if own else variant


def _variant(compilation: Compilation) -> str | None:
    """Names the file of the variant itself."""
    game = compilation.model.value
    return game.span.source.name if game is not None else None


def _of_variant(file: str) -> str:
    return f"{file.rsplit('/', 1)[-1].rsplit('.', 1)[0]}_{NAME}"


def _read(compilation: Compilation, name: str, beside: str, found: list[Diagnostic]) -> tuple[Reviewed, bool]:
    got = compilation.provider.read(name, beside)
    if isinstance(got, ReadFailure):
        return {}, False
    outcome = yaml.parse(got)
    found += outcome.diagnostics
    made: Reviewed = {}
    if outcome.value is None or outcome.value.value is None:
        return made, True
    if not isinstance(outcome.value.value, Mapping):
        found.append(_wrong(got))
        return made, True
    for passage, told in outcome.value.value.items():
        if not isinstance(told.value, Mapping):
            found.append(_wrong(got))
            continue
        made[str(passage)] = {str(key): str(cell.value).rstrip("\n") for key, cell in told.value.items()}
    return made, True


def _wrong(source: Source) -> Diagnostic:
    return Diagnostic(
        codes.CELL_TYPE,
        f"`{source.name}` does not read as a record of reviews",
        (Label(source.span(0, 0), "by passage and declaration, what it meant"),),
        "delete it, and have it written again: `gdl docs RULESET --reviewed all`",
    )


def text_of(reviewed: Reviewed) -> str:
    """Writes a record."""
    lines = [_HEAD]
    for passage in sorted(reviewed):
        if not reviewed[passage]:
            continue
        lines.append(f"{_key(passage)}:\n")
        for name in sorted(reviewed[passage]):
            lines.append(f"  {_key(name)}: |\n")
            lines += [f"    {line}".rstrip() + "\n" for line in reviewed[passage][name].splitlines()]
    return "".join(lines) if len(lines) > 1 else f"{_HEAD}{{}}\n"


def _key(name: str) -> str:
    plain = _PLAIN.fullmatch(name) and name.casefold() not in _TAKEN and not name.endswith(" ")
    return name if plain else json.dumps(name, ensure_ascii=False)
