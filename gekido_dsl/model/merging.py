"""What a variant says of parts of a declaration: they take the place of parts with the same name, or are added."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from gekido_dsl.model.english import plural
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s


def head(bases: Sequence[s.Game], own: s.Game) -> s.Game:
    """Gives the head of a variant with the lines of its base that it does not say itself, and all sources."""
    for base in bases:
        said = {type(line) for line in own.lines}
        sources = [line for line in base.lines if isinstance(line, s.SourceLine) and line not in own.lines]
        rest = [x for x in base.lines if not isinstance(x, s.SourceLine) and type(x) not in said]
        own = replace(own, lines=(*sources, *own.lines, *rest))
    return own


def merge(base: Any, change: Any) -> Any:
    """Merges a change into its declaration."""
    match change:
        case s.Kind():
            return replace(
                base,
                rows=change.rows or base.rows,
                total=change.total or base.total,
                fields=_by_name(base.fields, change.fields),
                listed=_listed(base.listed, change.listed),
                text=change.text or base.text,
                span=change.span,
                cites=change.cites or base.cites,
                blocking=base.blocking and change.blocking,
            )
        case s.Phase():
            return replace(
                base,
                fields=_by_name(base.fields, change.fields),
                title=change.title or base.title,
                text=change.text or base.text,
                span=change.span,
                cites=change.cites or base.cites,
            )
        case s.Die():
            return replace(
                base,
                faces=change.faces,
                total=change.total or base.total,
                opposites=change.opposites or base.opposites,
                rings=change.rings or base.rings,
                span=change.span,
                cites=change.cites or base.cites,
            )
        case s.Patterns():
            return replace(base, patterns=_by_name(base.patterns, change.patterns), span=change.span)
        case s.Turn():
            lines = {line.phase.text: line for line in base.lines} | {x.phase.text: x for x in change.lines}
            return replace(base, lines=tuple(lines.values()), span=change.span)
        case _:
            return change


def has_other_table(base: s.Kind, change: s.Kind) -> bool:
    """Tells whether a change would put a table in the place of the base's."""
    old, new = base.rows, change.rows
    return old is not None and old.file is not None and new is not None and new.file is not None


def parts_of(change: Any) -> Iterator[tuple[str, Span]]:
    """Gives the parts that a change speaks of, and where."""
    match change:
        case s.Kind(fields=fields):
            if change.rows is not None:
                yield "its table", change.name.span
            if change.total is not None:
                yield "its number", change.name.span
            yield from ((field.name.text, field.span) for field in fields)
        case s.Die():
            yield "its faces", change.name.span
        case s.Phase(fields=fields):
            yield from ((field.name.text, field.span) for field in fields)
        case s.Patterns(patterns=patterns):
            yield from ((one.name.text, one.span) for one in patterns)
        case s.Turn(lines=lines):
            yield from ((line.phase.text, line.span) for line in lines)
        case _:
            pass


def with_values(declaration: Any, patch: s.AddValues) -> Any:
    """Adds values to a list, or answers to an option."""
    if isinstance(declaration, s.Option):
        return replace(declaration, answers=(*declaration.answers, *patch.members))
    glyphs = declaration.glyphs + patch.glyphs if declaration.glyphs and patch.glyphs else declaration.glyphs
    return replace(declaration, members=(*declaration.members, *patch.members), glyphs=glyphs)


def with_members(kind: s.Kind, field: str, members: tuple[s.Name, ...]) -> s.Kind:
    """Adds values to those that a field of a kind lists in place."""
    fields = tuple(
        replace(one, type=replace(one.type, members=(*one.type.members, *members)))
        if one.name.text == field and isinstance(one.type, s.ValuesType)
        else one
        for one in kind.fields
    )
    return replace(kind, fields=fields)


def without(declaration: Any, name: str) -> Any:
    """Takes a field, an action or a step out of a declaration that holds it.

    An action that is gone is gone from every window; a line of a window that is left with nothing asks nobody.
    """
    match declaration:
        case s.Kind() | s.Phase():
            fields = tuple(field for field in declaration.fields if field.name.text != name)
            same = len(fields) == len(declaration.fields)
            return declaration if same else replace(declaration, fields=fields)
        case s.Window():
            lines = []
            for line in declaration.lines:
                quotas = tuple(
                    replace(quota, actions=tuple(one for one in quota.actions if one.text != name))
                    for quota in line.quotas
                )
                quotas = tuple(quota for quota in quotas if quota.actions)
                if quotas:
                    lines.append(line if quotas == line.quotas else replace(line, quotas=quotas))
            same = tuple(lines) == declaration.lines
            return declaration if same else replace(declaration, lines=tuple(lines))
        case s.Turn():
            phases = tuple(
                replace(line, steps=tuple(step for step in line.steps if step.text != name))
                for line in declaration.lines
                if line.phase.text != name
            )
            return declaration if phases == declaration.lines else replace(declaration, lines=phases)
        case _:
            return declaration


def _by_name(base: tuple[Any, ...], change: tuple[Any, ...]) -> tuple[Any, ...]:
    found = {one.name.text: one for one in base} | {one.name.text: one for one in change}
    return tuple(found.values())


def _listed(base: tuple[s.RowHere, ...], change: tuple[s.RowHere, ...]) -> tuple[s.RowHere, ...]:
    """Puts other numbers to rows that a kind lists, `7 Huts` or `a Hut`; the names of new ones come behind them."""
    made = list(base)
    for one in change:
        name = one.name.text
        at = next(
            (x for x, row in enumerate(made) if name in (row.name.text, plural(row.name.text))
             or plural(name) == row.name.text),
            len(made),
        )  # fmt: skip
        made[at : at + 1] = [one]
    return tuple(made)
