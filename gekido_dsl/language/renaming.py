"""A name gets another one in every file of a ruleset, or it is said why it cannot."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gekido_dsl.diagnostics import Edit
from gekido_dsl.grammar.lexer import NAME_LIMIT, pieces
from gekido_dsl.language.mentions import Mentions
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.rulesdoc.names import Key
from gekido_dsl.source import file_of

_BLANKS: Final = re.compile(r"\s+")
_LIBRARY: Final = "<library>/"


@dataclass(frozen=True, slots=True)
class Refused:
    """Why a name cannot be changed: a clause, lower case, without a full stop."""

    why: str


def rename(mentions: Mentions, key: Key, new: str) -> list[Edit] | Refused:
    """Lists the changes that call something by another name, in rules and tables; plurals change along.

    Chapters of a book and themes are left as they are, and so is text in quotes.
    """
    new = _BLANKS.sub(" ", new.strip())
    read = [(piece.kind, piece.text) for piece in pieces(new)]
    if read != [("name", new)] or len(new) > NAME_LIMIT:
        return Refused(f"`{new}` is no name; each word of one begins with a capital letter")
    if mentions.game is None or mentions.compilation.game is None:
        return Refused("the ruleset has errors; what they leave out would keep its old name")
    found = mentions.of(key)
    if not any(one.declares for one in found):
        return Refused("it is not declared by that name alone")
    old = _name(mentions, key)
    taken = mentions.names.meanings(new)
    if taken and new != old and not (isinstance(key, tuple) and all(isinstance(one, tuple) for one in taken)):
        return Refused(f"something else is called `{new}`")
    forms = {old: new, plural(old): plural(new)}
    if isinstance(key, m.Kind):
        forms[key.plural] = plural(new)
    edits: list[Edit] = []
    for one in found:
        if one.span.source.name.startswith(_LIBRARY):
            return Refused(f"`{one.span.source.name}` has it, too, and is a shipped file")
        if one.span.cell is not None:
            sheet, cell = one.span.cell
            return Refused(
                f"it stands in the workbook `{file_of(one.span.source.name)}`, sheet {sheet}, {cell}, too"
            )
        if one.span.text not in forms:
            return Refused(f"it is called `{one.span.text}` in `{one.span.source.name}`")
        edits.append(Edit(one.span, forms[one.span.text]))
    return edits


def _name(mentions: Mentions, key: Key) -> str:
    return next(one.span.text for one in mentions.of(key) if one.declares)


def applied(text: str, edits: Iterable[Edit]) -> str:
    """Makes changes to a text; they do not overlap."""
    for edit in sorted(edits, key=lambda one: one.span.start, reverse=True):
        text = text[: edit.span.start] + edit.replacement + text[edit.span.end :]
    return text
