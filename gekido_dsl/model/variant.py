"""A variant becomes a whole game: its patches are applied to the declarations of its base.

Works on syntax, before any name is resolved, so that the result is checked like a game that was written in one piece.

Invariants:
    A patch names a declaration of the base; one that does not exist is reported, with the nearest that does.
    What a variant removes is remembered, so that everything that still refers to it can be listed.
"""

from dataclasses import replace
from typing import Any, Final, cast

from gekido_dsl.diagnostics import Diagnostic, Label, codes, suggest
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s

_PLACES: Final = 5
"""How many places are shown of what may be meant."""


def apply(
    base: list[s.Declaration],
    variant: list[s.Declaration],
    removed: dict[str, Span],
    rows: set[str],
    found: list[Diagnostic],
) -> list[s.Declaration]:
    """Applies the patches of a variant and adds its own declarations.

    Scenarios of the base are left out: they are examples of the base.

    Args:
        removed: takes up every name that is removed, and where.
        rows: takes up the names that are removed and no declaration: they are rows of tables.
    """
    result: list[s.Declaration] = [one for one in base if not isinstance(one, s.Scenario)]
    for declaration in variant:
        match declaration:
            case s.Remove(names=names):
                for name in names:
                    kept = [one for one in result if _name(one) != name.text and not _excepts(one, name.text)]
                    narrowed = [_without(one, name.text) for one in kept]
                    if len(kept) == len(result) and narrowed == kept:
                        rows.add(name.text)
                    result = narrowed
                    removed[name.text] = name.span
            case s.Change(how=how, declaration=inner):
                result = _change(result, how, inner, found)
            case s.Game() | s.Edition() | s.Turn() | s.Setup() | s.Aim():
                result = _game(result, declaration)
            case _:
                result.append(declaration)
    return result


def _game(result: list[s.Declaration], declaration: s.Declaration) -> list[s.Declaration]:
    """Puts the one declaration of its sort in the place of the base's."""
    made = []
    for one in result:
        if type(one) is not type(declaration):
            made.append(one)
        elif isinstance(declaration, s.Game) and isinstance(one, s.Game):
            own = {type(line) for line in declaration.lines}
            sources = [line for line in one.lines if isinstance(line, s.SourceLine)]
            rest = [
                line for line in one.lines if not isinstance(line, s.SourceLine) and type(line) not in own
            ]
            declaration = replace(declaration, lines=(*sources, *declaration.lines, *rest))
    return [*made, declaration]


def _change(
    result: list[s.Declaration], how: str, inner: s.Declaration, found: list[Diagnostic]
) -> list[s.Declaration]:
    name = _name(inner)
    alike: list[s.Declaration] = []
    alike += (one for one in result if type(one) is type(inner) and not isinstance(one, s.Exception_))
    meant = [one for one in alike if _key(one) == _key(inner)]
    if len(meant) > 1 and name is None:
        _unclear(inner, meant, found)
    elif meant:
        place = next(place for place, one in enumerate(result) if one is meant[0])
        made = inner if how == "replace" else _merge(meant[0], inner)
        rest = result[place + 1 :]
        if how == "replace":
            rest = [later for later in rest if name is None or not _excepts(later, name)]
        return [*result[:place], made, *rest]
    else:
        _missing(name, inner.span, alike if name is None else result, found)
    return result


def _key(declaration: s.Declaration) -> str | None:
    """Gives what tells a declaration apart from others of its sort: its name, or what it is about."""
    return declaration.kind.text if isinstance(declaration, s.Damage) else _name(declaration)


def _merge(base: Any, change: Any) -> s.Declaration:
    """Merges a change into its declaration: parts with the same name are replaced, others are added."""
    match change:
        case s.Kind():
            fields = {field.name.text: field for field in base.fields} | {
                f.name.text: f for f in change.fields
            }
            return cast(
                s.Declaration,
                replace(
                    base,
                    rows=change.rows or base.rows,
                    total=change.total or base.total,
                    fields=tuple(fields.values()),
                    text=change.text or base.text,
                    span=change.span,
                    cites=change.cites or base.cites,
                ),
            )
        case s.Phase():
            fields = {field.name.text: field for field in base.fields} | {
                f.name.text: f for f in change.fields
            }
            return cast(
                s.Declaration,
                replace(
                    base,
                    fields=tuple(fields.values()),
                    body=change.body or base.body,
                    text=change.text or base.text,
                    span=change.span,
                    cites=change.cites or base.cites,
                ),
            )
        case s.Amount():
            return cast(s.Declaration, replace(base, lines=(*base.lines, *change.lines), span=change.span))
        case s.Patterns():
            patterns = {one.name.text: one for one in base.patterns} | {
                p.name.text: p for p in change.patterns
            }
            return cast(s.Declaration, replace(base, patterns=tuple(patterns.values()), span=change.span))
        case s.Turn():
            lines = {line.phase.text: line for line in base.lines} | {x.phase.text: x for x in change.lines}
            return cast(s.Declaration, replace(base, lines=tuple(lines.values()), span=change.span))
        case _:
            return cast(s.Declaration, change)


def _without(declaration: s.Declaration, name: str) -> s.Declaration:
    """Takes a field, an action or a step out of a declaration that holds it.

    An action that is gone is gone from every window; a line of a window that is left with nothing asks nobody.
    """
    match declaration:
        case s.Kind() | s.Phase():
            fields = tuple(field for field in declaration.fields if field.name.text != name)
            return (
                declaration if len(fields) == len(declaration.fields) else replace(declaration, fields=fields)
            )
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
            return (
                declaration if tuple(lines) == declaration.lines else replace(declaration, lines=tuple(lines))
            )
        case s.Turn():
            phases = tuple(
                replace(line, steps=tuple(step for step in line.steps if step.text != name))
                for line in declaration.lines
                if line.phase.text != name
            )
            return declaration if phases == declaration.lines else replace(declaration, lines=phases)
        case _:
            return declaration


def _name(declaration: s.Declaration) -> str | None:
    name = getattr(declaration, "name", None)
    return name.text if isinstance(name, s.Name) and not isinstance(declaration, s.Exception_) else None


def _excepts(declaration: s.Declaration, name: str) -> bool:
    return isinstance(declaration, s.Exception_) and declaration.name.text == name


def _missing(name: str | None, span: Span, result: list[s.Declaration], found: list[Diagnostic]) -> None:
    known = [text for text in map(_name, result) if text is not None]
    if name is not None:
        named, step = f"`{name}` of this sort", suggest.did_you_mean(name, known)
    elif known:
        labels = " or ".join(f"`{text}:`" for text in known[:5])
        named, step = "such declaration without a label", f"say which: {labels}"
    else:
        named, step = "such declaration", "write it without `replace` or `change`"
    found.append(
        Diagnostic(
            codes.VARIANT_MISMATCH, f"the base has no {named}", (Label(span, "nothing to change"),), step
        )
    )


def _unclear(inner: s.Declaration, meant: list[s.Declaration], found: list[Diagnostic]) -> None:
    """Reports a patch of what has no name and stands in the base several times."""
    places = (Label(one.span, "this one?") for one in meant[:_PLACES])
    found.append(
        Diagnostic(
            codes.VARIANT_MISMATCH,
            f"the base has {len(meant)} declarations that may be meant",
            (Label(inner.span, "which of them?"), *places),
            "give each a label in the base, as in `the game ends when Last Standing: ...`, and say it here, too",
        )
    )
