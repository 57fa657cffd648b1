"""Finds lines that depend on the answers of one option and leave an answer out, or take one twice.

Looked at are the lines of a window for one seat, the lines of a board for one region, and the triggers of one event.
"""

from collections.abc import Iterator
from typing import Any

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import conditions
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Span

Line = tuple[m.Expr | None, Span, frozenset[Any]]
"""A condition, where it stands, and what the line is about: actions or nothing."""


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports answers without a line, and answers with two."""
    for window in game.windows.values():
        for seat in dict.fromkeys(line.seat for line in window.lines):
            lines: list[Line] = [
                (line.condition, line.span, frozenset(a for quota in line.quotas for a in quota.actions))
                for line in window.lines
                if line.seat == seat
            ]
            yield from _switch(lines, f"the window `{window.name}`", twice=True)
    for board in game.boards.values():
        for region in dict.fromkeys(name for layout in board.layout for name in layout.regions):
            laid: list[Line] = [
                (layout.condition, layout.span, frozenset([region]))
                for layout in board.layout
                if region in layout.regions
            ]
            yield from _switch(laid, f"the {region} of `{board.name}`", twice=True)
    events: dict[tuple[Any, ...], list[Line]] = {}
    for one in game.triggers:
        if one.event is not None:
            key = (one.event.kind, one.event.subject, one.event.other)
            events.setdefault(key, []).append((one.condition, one.span, frozenset()))
    for (_, subject, _), found in events.items():
        yield from _switch(found, f"the rules for this event of `{subject.name}`", twice=False)


def _switch(lines: list[Line], where: str, *, twice: bool) -> Iterator[Diagnostic]:
    """Looks at the lines whose condition is an answer of one option and nothing else."""
    options: dict[m.Option, list[tuple[int, Line]]] = {}
    for line in lines:
        condition = line[0]
        negated = isinstance(condition, m.ops.Not)
        inner = condition.condition if isinstance(condition, m.ops.Not) else condition
        if (
            inner is None
            or not isinstance(inner, m.ops.Is)
            or not isinstance(inner.left, m.ops.Option)
            or not isinstance(inner.right, m.ops.Const)
        ):
            continue
        option = inner.left.ref
        values = [inner.right.value]
        if negated:
            values = [value for value in range(len(option.answers.members)) if value not in values]
        for value in values:
            options.setdefault(option, []).append((value, line))
    for option, found in options.items():
        names = option.answers.members
        every = {line[1] for _, line in found}
        if len(every) < 2:
            continue
        covered = {value for value, _ in found}
        missing = [name for value, name in enumerate(names) if value not in covered]
        rest = [line for line in lines if line[1] not in every and (line[2] & found[0][1][2] or not line[2])]
        asked = _asked(found[0][1][0])
        if missing and not any(_holds(line[0], asked, names.index(missing[0])) for line in rest):
            yield Diagnostic(
                codes.UNCOVERED_CASE,
                f"{where} say nothing for `{option.name}` is `{missing[0]}`"
                if where.startswith("the rules")
                else f"{where} has no line for `{option.name}` is `{missing[0]}`",
                (
                    Label(found[-1][1][1], "the last line that asks about this option"),
                    Label(option.answers.member_spans[names.index(missing[0])], "this answer is left out"),
                ),
                f"add a line with `if {option.name} is {missing[0]}`",
            )
        if not twice:
            continue
        for place, (value, line) in enumerate(found):
            for other_value, other in found[:place]:
                if other_value == value and other[1] != line[1] and other[2] & line[2]:
                    yield Diagnostic(
                        codes.UNCOVERED_CASE,
                        f"{where} has two lines for `{option.name}` is `{names[value]}`",
                        (Label(line[1], "again"), Label(other[1], "already here")),
                        "make them one line, or give them different answers",
                    )


def _asked(condition: m.Expr | None) -> m.Expr:
    """Gives the question about an option that a condition asks."""
    assert condition is not None
    return condition.condition if isinstance(condition, m.ops.Not) else condition


def _holds(condition: m.Expr | None, asked: m.Expr, value: int) -> bool:
    """Tells whether a line may apply with an answer."""
    if condition is None:
        return True
    option, constant = asked.args
    answer = m.ops.Const(constant.type, constant.span, value=value)
    given = m.ops.Is(asked.type, asked.span, left=option, right=answer)
    return conditions.together([(condition, True), (given, True)]) is not None
