"""What a variant breaks in its base is reported where the variant does it, with the base as second place.

Invariants:
    A finding in a file of the variant itself stays as it is.
    What the base alone has, too, is no news of the variant: warnings are left out, errors stay where they are.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, Severity, codes
from gekido_dsl.grammar.lexer import Line
from gekido_dsl.model.english import plural
from gekido_dsl.source import Span

_QUOTED: Final = re.compile(r"`([^`]+)`")
_DROPPED, _TOUCHED, _ADDED = 3, 2, 1


@dataclass(frozen=True, slots=True)
class Cause:
    """A patch as a cause of what is found elsewhere."""

    span: Span
    """Its first line."""
    touched: tuple[Span, ...] = ()
    """The declarations of the base that it works on."""
    names: frozenset[str] = frozenset()
    """What these are called."""
    dropped: frozenset[str] = frozenset()
    """The names that it takes away from where they stood."""
    added: frozenset[str] = frozenset()
    """The names that it brings in."""


def names_in_lines(lines: Iterable[Line]) -> set[str]:
    """Gives the names that stand in lines."""
    return {piece.text for line in lines for piece in line.pieces if piece.kind == "name"}


def blamed(
    found: Sequence[Diagnostic],
    own: frozenset[str],
    causes: Sequence[Cause],
    head: Span,
    of_base: Callable[[], Iterable[Diagnostic]],
) -> list[Diagnostic]:
    """Moves findings to the patches that cause them.

    Args:
        own: the files of the variant itself, tables included.
        head: where the variant names its base, for what no patch alone has caused.
        of_base: gives what is found in the base alone; asked only if need be.
    """
    made: list[Diagnostic] = []
    known: set[tuple[str, Span | None]] | None = None
    for one in found:
        if one.span is None or one.span.source.name in own or one.code is codes.VARIANT_CONFLICT:
            made.append(one)
            continue
        mine = next((label for label in one.labels if label.span.source.name in own), None)
        if mine is not None:
            rest = tuple(label for label in one.labels if label is not mine)
            made.append(replace(one, labels=(mine, *rest), edits=()))
            continue
        if known is None:
            known = {(each.code.slug, each.span) for each in of_base()}
        if (one.code.slug, one.span) in known:
            if one.severity is Severity.ERROR:
                made.append(one)
            continue
        label = Label(_cause(one, causes, head), "comes with this change")
        made.append(replace(one, labels=(label, *one.labels), edits=()))
    return made


def _cause(one: Diagnostic, causes: Sequence[Cause], head: Span) -> Span:
    """Finds the patch that a finding comes from; the head of the variant when none can be told."""
    said = set(_QUOTED.findall(one.message))
    words = {word for text in said for word in re.findall(r"[A-Z][\w-]*(?: [A-Z][\w-]*)*", text)}
    said |= words
    best, where = 0, causes[0].span if len({cause.span for cause in causes}) == 1 else head
    for cause in causes:
        if not said.isdisjoint(_forms(cause.dropped)):
            rank = _DROPPED
        elif not said.isdisjoint(cause.names) or any(
            _within(label.span, span) for label in one.labels for span in cause.touched
        ):
            rank = _TOUCHED
        elif not said.isdisjoint(_forms(cause.added)):
            rank = _ADDED
        else:
            continue
        if rank >= best:
            best, where = rank, cause.span
    return where


def _forms(names: frozenset[str]) -> set[str]:
    """Gives names and what several of them are called."""
    return {form for name in names for form in (name, plural(name))} | {
        name.removesuffix("s") for name in names if name.endswith("s")
    }


def _within(inner: Span, outer: Span) -> bool:
    return inner.source.name == outer.source.name and outer.start <= inner.start and inner.end <= outer.end
