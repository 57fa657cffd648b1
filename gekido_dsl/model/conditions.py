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
from itertools import islice
from typing import Any

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.operator import OfMe
from gekido_dsl.model.types import NONE, EnumType, IntType, PlayerType, item

CASES_LIMIT = 128
"""How many cases are told apart."""

Literal = tuple[m.Expr, bool]
"""A condition without `and`, `or` and `not`, and whether it holds."""


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
        joined = ((*left, *right) for left in found for right in parts)
        found = list(islice((one for one in joined if _consistent(one) is not None), CASES_LIMIT))
    for literals in found:
        options = _consistent(literals)
        if options is not None:
            told = [_told(expr) for expr, _ in literals]
            definite = all(one is not None and isinstance(one[0].left, m.ops.Option) for one in told)
            yield Case(tuple(dict.fromkeys(literals)), options, definite)


def _split(expr: m.Expr, holds: bool, depth: int) -> list[tuple[Literal, ...]]:
    """Splits a condition into cases."""
    if isinstance(expr, m.ops.Not):
        return _split(expr.condition, not holds, depth)
    if isinstance(expr, m.ops.Connective):
        parts = [_split(arg, holds, depth) for arg in expr.args]
        if isinstance(expr, m.ops.And) is holds:
            joined: list[tuple[Literal, ...]] = [()]
            for part in parts:
                joined = [(*left, *right) for left in joined for right in part][:CASES_LIMIT]
            return joined
        return [one for part in parts for one in part][:CASES_LIMIT]
    if isinstance(expr, m.ops.Const):
        return [()] if bool(expr.value) is holds else []
    if isinstance(expr, m.ops.Defined) and depth > 0:
        test = opened(expr)
        if test is not None:
            return _split(test, holds, depth - 1)
        if holds and (theirs := _of_another(expr)):
            told: list[tuple[Literal, ...]] = [((expr, holds),)]
            for one in theirs:
                inner = _split(one, True, depth - 1)
                told = [(*left, *right) for left in told for right in inner][:CASES_LIMIT]
            return told
    if isinstance(expr, m.ops.Less | m.ops.More) and _constant(expr.right) is None:
        # It is told by what does not hold then, so that there are fewer.
        negated = m.ops.AtLeast if isinstance(expr, m.ops.Less) else m.ops.AtMost
        expr = negated(expr.type, expr.span, left=expr.left, right=expr.right)
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


def _of_another(expr: m.Expr) -> list[m.Expr]:
    """Gives what a definition of another player than the one who acts says of them alone."""
    found = expr.ref
    if not isinstance(found, m.Definition) or found.exceptions or len(expr.args) != 1 or found.test is None:
        return []
    tests = found.test.args if isinstance(found.test, m.ops.And) else (found.test,)
    said = [(test, _said_of(test, expr.args[0])) for test in tests]
    return [one for test, one in said if one is not None]


def _said_of(test: m.Expr, whose: m.Expr) -> m.Expr | None:
    """Says a condition on `me` of another player; None where it depends on who acts in another way, too."""
    if isinstance(test, m.ops.Actor) or (isinstance(test, m.ops.Local) and test.value == 1):
        return whose
    if test.record.of_me is not OfMe.NEVER or isinstance(test, m.ops.Local) or test.record.binds:
        return None
    args = [_said_of(arg, whose) for arg in test.args]
    if any(arg is None for arg in args):
        return None
    return test.with_args(tuple(arg for arg in args if arg is not None)) if args else test


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


def _told(expr: m.Expr) -> tuple[m.ops.Comparison, int] | None:
    """Gives a comparison with a constant, and the constant; None when a literal is a plain condition."""
    if isinstance(expr, m.ops.Comparison) and (constant := _constant(expr.right)) is not None:
        return expr, constant
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
        told = _told(expr)
        if told is None:
            if plain.setdefault(expr, holds) is not holds:
                return None
            continue
        comparison, constant = told
        subject = comparison.left
        if isinstance(subject, m.ops.Const):
            if compared(comparison, subject.value, constant) is not holds:
                return None
            continue
        if subject not in bounds:
            low, high = _domain(subject)
            bounds[subject] = [low, high, set()]
        entry = bounds[subject]
        if not _narrow(entry, comparison, constant, holds):
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


def compared(by: m.ops.Comparison, left: int, right: int) -> bool:
    """Compares two numbers as an expression does."""
    match by:
        case m.ops.Is():
            return left == right
        case m.ops.AtLeast():
            return left >= right
        case m.ops.AtMost():
            return left <= right
        case m.ops.More():
            return left > right
        case m.ops.Less():
            return left < right


def _narrow(entry: list[Any], by: m.ops.Comparison, value: int, holds: bool) -> bool:
    """Narrows what a subject may be; says whether anything is left."""
    low, high, without = entry
    match by:
        case m.ops.Is() if holds:
            low = value if low is None else max(low, value)
            high = value if high is None else min(high, value)
        case m.ops.Is():
            without.add(value)
        case m.ops.AtLeast() | m.ops.More() if holds:
            least = value + isinstance(by, m.ops.More)
            low = least if low is None else max(low, least)
        case m.ops.AtMost() | m.ops.Less() if not holds:
            least = value + isinstance(by, m.ops.AtMost)
            low = least if low is None else max(low, least)
        case _:
            most = value - isinstance(by, m.ops.Less | m.ops.AtLeast)
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
