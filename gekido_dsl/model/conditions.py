"""Whether conditions can hold together, and under which facts.

Invariants:
    `None` is a proof that they cannot. What is found may still be impossible for reasons that no single
    condition shows; it is certain only where `Case.definite` says so.
    Work is bounded: past CASES_LIMIT cases everything counts as possible.

A condition becomes cases: each a list of literals that hold together. A case is dropped when its literals
contradict one another: by the answers of an option, the values of a closed list, the range of a number, the open
window, or a condition and its opposite.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operators import COMPARISONS, RECORDS
from gekido_dsl.model.types import NONE, EnumType, IntType, PlayerType, item

CASES_LIMIT = 128
"""How many cases are told apart."""

Literal = tuple[m.Expr, bool]
"""A condition without `and`, `or` and `not`, and whether it holds."""

_AS_NEGATED = ("less", "more")
"""Comparisons that are told by what does not hold then, so that there are fewer."""


@dataclass
class Case:
    """Facts that hold together."""

    literals: tuple[Literal, ...]
    options: dict[str, list[str]] = field(default_factory=dict)
    """The answers that an option may have, by its name; only options that matter."""
    definite: bool = False
    """Whether it depends on options alone, so that a choice of options shows it."""

    def text(self) -> str:
        """Says the facts in the ruleset's words."""
        said = []
        for expr, holds in self.literals:
            words = " ".join(expr.span.text.split())
            said.append(f"`{words}`" if holds else f"not `{words}`")
        return " and ".join(dict.fromkeys(said)) or "always"

    def answers(self) -> str:
        """Says one choice of options that shows it."""
        return ", ".join(f"{name} is {found[0]}" for name, found in self.options.items())


def together(conditions: Iterable[Literal], *, deep: bool = True) -> Case | None:
    """Finds facts under which conditions hold together; None when there are none.

    Args:
        deep: whether definitions without exceptions are looked into.
    """
    return next(cases(conditions, deep=deep), None)


def cases(conditions: Iterable[Literal], *, deep: bool = True) -> Iterator[Case]:
    """Gives every case in which conditions hold together."""
    found: list[tuple[Literal, ...]] = [()]
    for expr, holds in conditions:
        parts = _split(expr, holds, 4 if deep else 0)
        found = [
            (*left, *right) for left in found for right in parts if _consistent((*left, *right)) is not None
        ]
        if len(found) > CASES_LIMIT:
            found = found[:CASES_LIMIT]
    for literals in found:
        options = _consistent(literals)
        if options is not None:
            subjects = [_subject(expr) for expr, _ in literals]
            definite = all(one is not None and isinstance(one, m.ops.Option) for one in subjects)
            yield Case(tuple(dict.fromkeys(literals)), options, definite)


def _split(expr: m.Expr, holds: bool, depth: int) -> list[tuple[Literal, ...]]:
    """Splits a condition into cases."""
    op = expr.op
    if op == "not":
        return _split(expr.args[0], not holds, depth)
    if op in ("and", "or"):
        parts = [_split(arg, holds, depth) for arg in expr.args]
        if (op == "and") is holds:
            joined: list[tuple[Literal, ...]] = [()]
            for part in parts:
                joined = [(*left, *right) for left in joined for right in part][:CASES_LIMIT]
            return joined
        return [one for part in parts for one in part][:CASES_LIMIT]
    if op == "const":
        return [()] if bool(expr.value) is holds else []
    if op == "defined" and depth > 0:
        test = opened(expr)
        if test is not None:
            return _split(test, holds, depth - 1)
    if op in _AS_NEGATED and _constant(expr.args[1]) is None:
        expr = m.made(RECORDS[op].negated, expr.type, expr.span, expr.args)  # type: ignore[arg-type]
        holds = not holds
    return [((expr, holds),)]


def opened(expr: m.Expr) -> m.Expr | None:
    """Gives the test of a definition without exceptions, asked of what it is asked of.

    In a definition of a player `me` is that player; of another than the one who acts it stays closed.
    """
    found = expr.ref
    if not isinstance(found, m.Definition) or found.exceptions or found.test is None:
        return None
    whose = expr.args[0] if expr.args else None
    if whose is not None and isinstance(item(whose.type), PlayerType) and not isinstance(whose, m.ops.Actor):
        return None
    return walk.replaced(found.test, 1, *expr.args)


def flat(literals: Iterable[Literal]) -> Iterator[Literal]:
    """Splits conditions into those that hold one by one."""
    for expr, holds in literals:
        if isinstance(expr, m.ops.Not):
            yield from flat(((expr.condition, not holds),))
        elif (isinstance(expr, m.ops.And) and holds) or (isinstance(expr, m.ops.Or) and not holds):
            yield from flat((arg, holds) for arg in expr.args)
        else:
            yield expr, holds


def _constant(expr: m.Expr) -> int | None:
    return expr.value if isinstance(expr, m.ops.Const) else None


def _subject(expr: m.Expr) -> m.Expr | None:
    """Gives what a literal tells a value of; None when it is a plain condition."""
    if expr.op in COMPARISONS and _constant(expr.args[1]) is not None:
        return expr.args[0]
    return None


def _domain(subject: m.Expr) -> tuple[int | None, int | None]:
    kind = item(subject.type)
    if isinstance(kind, EnumType):
        return NONE, len(kind.enum.members) - 1
    if isinstance(kind, IntType):
        return kind.low, kind.high
    return None, None


def _consistent(literals: tuple[Literal, ...]) -> dict[str, list[str]] | None:
    """Gives the answers left for each option; None when the literals contradict one another."""
    plain: dict[Any, bool] = {}
    window: m.Window | None = None
    not_windows: set[int] = set()
    bounds: dict[m.Expr, list[Any]] = {}
    for expr, holds in literals:
        if isinstance(expr, m.ops.Window) and expr.ref is not None:
            if holds:
                if (window is not None and window is not expr.ref) or id(expr.ref) in not_windows:
                    return None
                window = expr.ref
            else:
                if window is expr.ref:
                    return None
                not_windows.add(id(expr.ref))
            continue
        subject = _subject(expr)
        if subject is None:
            if plain.setdefault(expr, holds) is not holds:
                return None
            continue
        if isinstance(subject, m.ops.Const):
            if compared(expr.op, subject.value, expr.args[1].value) is not holds:
                return None
            continue
        if subject not in bounds:
            low, high = _domain(subject)
            bounds[subject] = [low, high, set()]
        entry = bounds[subject]
        if not _narrow(entry, expr.op, expr.args[1].value, holds):
            return None
    options: dict[str, list[str]] = {}
    for subject, (low, high, without) in bounds.items():
        if isinstance(subject, m.ops.Option):
            names = subject.ref.answers.members
            low = max(low, 0)
            left = [name for value, name in enumerate(names) if low <= value <= high and value not in without]
            if not left:
                return None
            options[subject.ref.name] = left
    return options


def compared(op: str, left: int, right: int) -> bool:
    """Compares two numbers."""
    return {
        "is": left == right, "at_least": left >= right, "at_most": left <= right, "more": left > right,
        "less": left < right,
    }[op]  # fmt: skip


def _narrow(entry: list[Any], op: str, value: int, holds: bool) -> bool:
    """Narrows what a subject may be; says whether anything is left."""
    low, high, without = entry
    if not holds:
        op = RECORDS[op].negated or "is_not"
    match op:
        case "is":
            low = value if low is None else max(low, value)
            high = value if high is None else min(high, value)
        case "is_not":
            without.add(value)
        case "at_least" | "more":
            least = value + (op == "more")
            low = least if low is None else max(low, least)
        case _:
            most = value - (op == "less")
            high = most if high is None else min(high, most)
    if low is not None and high is not None:
        while low <= high and low in without:
            low += 1
        while low <= high and high in without:
            high -= 1
        if low > high:
            return False
    entry[0], entry[1] = low, high
    return True
