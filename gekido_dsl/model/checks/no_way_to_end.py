"""Finds games that nobody can win and nothing can end, a limit of turns left aside."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import conditions, facts
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, EnumType, IntType

_DEPTH = 4
"""How far definitions are looked into."""


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports a game without an end, and ends whose condition nothing brings about."""
    found = facts.of(game)
    played = found.reach(one for one in (game.setup, game.turn) if one is not None)
    # What the setup decides is decided before anybody plays.
    going_on = found.reach((game.turn,)) if game.turn is not None else played
    won = any(isinstance(act, m.acts.Ending) for decl in going_on for act in found.acts(decl))
    at_once = any(isinstance(act, m.acts.Ending) for decl in played for act in found.acts(decl))
    # Of games in a row, what the end of one changes counts for the next.
    before = [*played, *(end for end in game.ends if game.row)]
    changed = {fact for decl in before for fact in found.changes_of(decl)}
    for end in game.ends:
        condition = end.condition
        if condition is None:
            continue
        reads = found.reads(condition)
        if conditions.together([(condition, True)]) is None:
            why = "this contradicts itself"
        elif reads and not reads & changed:
            why = "nothing in the game changes what this asks about"
        else:
            never = _never(found, condition, True, _DEPTH)
            if never is None:
                continue
            why = never
        yield Diagnostic(
            codes.NO_WAY_TO_END,
            "this end of the game never comes",
            (Label(condition.span, why),),
            "add a rule that brings it about, or ask about something that changes",
        )
    if not won and not game.ends:
        yield Diagnostic(
            codes.NO_WAY_TO_END,
            "nothing ends this game: there is no `the game ends when`, and "
            + ("only the setup" if at_once else "no rule")
            + " lets anybody win",
            (Label(game.turn.span if game.turn is not None else game.span, "the turn goes round for ever"),),
            "add `the game ends when ...`, or a rule in which somebody wins",
        )


def _never(found: facts.Facts, expr: m.Expr, holds: bool, depth: int) -> str | None:
    """Says why a condition can never come out so, by the values that rules set; None where it can, or may."""
    match expr:
        case m.ops.Not():
            return _never(found, expr.condition, not holds, depth)
        case m.ops.And() | m.ops.Or():
            parts = [_never(found, arg, holds, depth) for arg in expr.args]
            if (isinstance(expr, m.ops.And)) is holds:
                return next((part for part in parts if part is not None), None)
            return None if None in parts else parts[0]
        case m.ops.Some() | m.ops.No() if (isinstance(expr, m.ops.Some)) is holds:
            things, test = expr.set, expr.test
            of_them = _never(found, things.test, True, depth) if isinstance(things, m.ops.Filter) else None
            return of_them or _never(found, test, True, depth)
        case m.ops.Defined() if depth > 0:
            inside = conditions.opened(expr)
            return None if inside is None else _never(found, inside, holds, depth - 1)
        case m.ops.Is() | m.ops.AtLeast() | m.ops.AtMost() | m.ops.More() | m.ops.Less() if isinstance(
            expr.right, m.ops.Const
        ):
            fact, value = expr.left, expr.right.value
            values = _values(found, fact)
            if values is None or any(conditions.compared(expr, one, value) is holds for one in values):
                return None
            return f"`{' '.join(fact.span.text.split())}` is only ever {_listed(fact, values)}"
        case _:
            return None


def _values(found: facts.Facts, fact: m.Expr) -> set[int] | None:
    """Gives every value that a fact can have, where it begins with one and each rule sets it to one."""
    if (
        not isinstance(fact, m.ops.Field | m.ops.Cell)
        or not fact.ref.kept
        or not isinstance(fact.type, EnumType | IntType)
    ):
        return None
    field: m.Field = fact.ref
    drawn = isinstance(field.owner, m.Kind) and field.owner.legend is not None
    if drawn or field.start is None or not isinstance(field.start, m.ops.Const):
        return None
    values = {field.start.value} | field.pictured
    for decl in found.decls:
        for act in found.acts(decl):
            if (fact.op, field) in facts.changes_itself(act):
                if not isinstance(act, m.acts.Set) or not isinstance(act.to, m.ops.Const):
                    return None
                values.add(act.to.value)
    return values


def _listed(fact: m.Expr, values: set[int]) -> str:
    kind = fact.type
    names = [
        "none" if one == NONE and isinstance(kind, EnumType)
        else kind.enum.members[one] if isinstance(kind, EnumType)
        else str(one)
        for one in sorted(values)
    ]  # fmt: skip
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
