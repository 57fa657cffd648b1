"""Finds games that nobody can win and nothing can end, a limit of turns left aside.

An end never comes whose condition contradicts itself, asks about what nothing changes, or needs a value that a fact
never has: a number that only rises does not come down again. So a game that ends when nobody can act is found where
somebody always can.
"""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, conditions, facts
from gekido_dsl.model import nodes as m
from gekido_dsl.model.ranges import EVERYTHING, Range, hull
from gekido_dsl.model.types import NONE, EnumType, IntType, ThingType, item

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
            "this end of the game can never happen",
            (Label(condition.span, why),),
            "add a rule that makes it happen, or test something that changes",
        )
    if not won and not game.ends:
        yield Diagnostic(
            codes.NO_WAY_TO_END,
            "nothing ends this game: there is no `the game ends when`, and "
            + ("only the setup" if at_once else "no rule")
            + " lets anybody win",
            (Label(game.turn.span if game.turn is not None else game.span, "the turn goes round for ever"),),
            "add `the game ends when ...`, or a rule in which a player wins",
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
        case m.ops.No() | m.ops.Every() if holds and isinstance(expr.set, m.ops.Players):
            return _never(found, expr.test, isinstance(expr, m.ops.Every), depth)  # somebody is always left
        case m.ops.Empty(place=m.ops.Place() as place) if holds and _stays_filled(found, place.ref):
            return f"nothing ever leaves `{place.ref.name}`"
        case m.ops.Defined() if depth > 0:
            inside = conditions.opened(expr)
            if inside is None and not expr.ref.exceptions:
                inside = expr.ref.test  # of whom it is asked does not matter to which values there are
            return None if inside is None else _never(found, inside, holds, depth - 1)
        case m.ops.Is() | m.ops.AtLeast() | m.ops.AtMost() | m.ops.More() | m.ops.Less() if isinstance(
            expr.right, m.ops.Const
        ):
            fact, value = expr.left, expr.right.value
            said = " ".join(fact.span.text.split())
            values = _values(found, fact)
            if values is not None:
                if any(conditions.compared(expr, one, value) is holds for one in values):
                    return None
                return f"`{said}` is only ever {_listed(fact, values)}"
            low, high = _span(found, fact)
            if low is not None and _above(expr, holds, low):
                return f"`{said}` only rises: it is never below {low}"
            if high is not None and _below(expr, holds, high):
                return f"`{said}` only falls: it is never above {high}"
            return None
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


def _span(found: facts.Facts, fact: m.Expr) -> Range:
    """Gives the least value of a number that rules only raise, or the greatest of one that they only lower."""
    if not isinstance(fact, m.ops.Field | m.ops.Cell) or not fact.ref.kept or fact.ref.optional:
        return EVERYTHING
    field: m.Field = fact.ref
    drawn = isinstance(field.owner, m.Kind) and (field.owner.legend is not None or bool(field.pictured))
    if drawn or not isinstance(fact.type, IntType) or not isinstance(field.start, m.ops.Const):
        return EVERYTHING
    low: int | None = field.start.value
    high: int | None = field.start.value
    amounts = bounds.of(found.game)
    for decl in found.decls:
        for act in found.acts(decl):
            if (fact.op, field) not in facts.changes_itself(act):
                continue
            match act:
                case m.acts.Set(to=m.ops.Const(value=value)):
                    low, high = hull((low, high), (value, value))
                case m.acts.Gain(number=number) if _is_rise(amounts, number):
                    high = None
                case m.acts.Lose(number=number) if _is_rise(amounts, number):
                    low = None
                case _:
                    return EVERYTHING
    return low, high


def _stays_filled(found: facts.Facts, place: m.Place) -> bool:
    """Tells whether a place holds something from the start, and no rule takes anything from it."""
    if not place.full or bounds.of(found.game).count(place.holds) == 0:
        return False
    for decl in found.decls:
        for act in found.acts(decl):
            moves = act.record.moves
            if isinstance(act, m.acts.Eliminate) or (moves is not None and not isinstance(moves.what, str)):
                return False
            if moves is not None and not _lies_elsewhere(getattr(act, str(moves.what)), place):
                return False
    return True


def _lies_elsewhere(things: m.Expr | None, place: m.Place) -> bool:
    """Tells whether things that are moved are of another kind, or are taken from another place."""
    while things is not None and things.record.owned and things.args and not isinstance(things, m.ops.Place):
        things = things.args[0]
    if isinstance(things, m.ops.Place):
        return things.ref is not place
    kind = item(things.type) if things is not None else None
    return (
        isinstance(kind, ThingType) and kind.kind is not place.holds and kind.kind.parent is not place.holds
    )


def _is_rise(amounts: bounds.Bounds, number: m.Expr) -> bool:
    low = amounts.range(number)[0]
    return low is not None and low >= 0


def _above(expr: m.Expr, holds: bool, low: int) -> bool:
    """Tells whether a comparison with a number never comes out so for `low` and all that is greater."""
    value = expr.args[1].value
    match expr.op if holds else expr.record.negated:
        case "is" | "at_most":
            return low > value
        case "less":
            return low >= value
        case _:
            return False


def _below(expr: m.Expr, holds: bool, high: int) -> bool:
    """Tells whether a comparison with a number never comes out so for `high` and all that is less."""
    value = expr.args[1].value
    match expr.op if holds else expr.record.negated:
        case "is" | "at_least":
            return high < value
        case "more":
            return high <= value
        case _:
            return False


def _listed(fact: m.Expr, values: set[int]) -> str:
    kind = fact.type
    names = [
        "none" if one == NONE and isinstance(kind, EnumType)
        else kind.enum.members[one] if isinstance(kind, EnumType)
        else str(one)
        for one in sorted(values)
    ]  # fmt: skip
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
