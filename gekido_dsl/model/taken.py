"""What the set-up gives each player: what they take, or move to a place of theirs."""

from collections.abc import Iterable
from itertools import combinations
from typing import Final

from gekido_dsl.model import bounds, conditions, facts, known, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.verb import Writes
from gekido_dsl.model.types import ThingType, item

_FEW: Final = 6
"""Of how many conditions it is asked which exclude one another."""


def by_each(game: m.Game, kind: m.Kind) -> int | None:
    """Gives how many things of a kind the set-up gives each player; None where it gives none, or others give more."""
    if kind.each_player is not None or game.setup is None:
        return None
    rounds = [
        one for one in game.setup.body.statements if isinstance(one, m.Each) and known.everyone(one.items)
    ]
    given = sum(_given_in(one.body, kind) for one in rounds)
    every = [
        one for decl in facts.of(game).decls for body in walk.bodies(decl) for one in walk.statements(body)
    ]
    among = [one for each in rounds for one in walk.statements(each.body)]
    others = sum(_given(one, kind) for one in every) - sum(_given(one, kind) for one in among)
    return given if given and not others else None


def of_one_player(game: m.Game, kind: m.Kind) -> int | None:
    """Gives how many things of a kind one player may have; None where set-up and tables do not tell.

    The set-up may let each player choose one, and give them all that goes with it.
    """
    if kind.each_player is not None or game.setup is None:
        return kind.each_player
    rounds = [
        one
        for each in game.setup.body.statements
        if isinstance(each, m.Each) and known.everyone(each.items)
        for one in each.body
    ]
    given = [
        one
        for decl in facts.of(game).decls
        for body in walk.bodies(decl)
        for one in walk.statements(body)
        if _given(one, kind)
    ]
    chosen = [one for one in given if isinstance(one, m.Sentence) and one.decision is not None]
    if len(chosen) != 1 or any(all(one is not other for other in rounds) for one in given):
        return None
    (slot, *more) = chosen[0].decision.slots if chosen[0].decision is not None else ()
    if more or slot.most != 1:
        return None
    others = [one.act.operands[0] for one in given if isinstance(one, m.Sentence) and one is not chosen[0]]
    return max(
        (
            1
            + sum(other.copies for things in others for other in kind.rows if _goes_with(things, other, row))
            for row in kind.rows
            if _may_be_in(slot.candidates, row)
        ),
        default=None,
    )


def _may_be_in(things: m.Expr, row: m.Row) -> bool:
    """Tells whether a set may hold a thing of a row, by what is printed."""
    while isinstance(things, m.ops.Filter):
        if known.decided(things.test, row, things.value) == 0:
            return False
        things = things.set
    return True


def _goes_with(things: m.Expr, row: m.Row, mine: m.Row) -> bool:
    """Tells whether a set holds a thing of a row in any case, where `my` thing of its kind is of another row."""
    while isinstance(things, m.ops.Filter):
        if not known.decided(_beside(things.test, row, mine), row, things.value):
            return False
        things = things.set
    return isinstance(things, m.ops.Things)


def _beside(test: m.Expr, row: m.Row, mine: m.Row) -> m.Expr:
    """Writes into a test what is printed of `my` thing, and whether the thing at hand is that one."""
    match test:
        case m.ops.Defined() if (opened := conditions.opened(test)) is not None:
            return _beside(opened, row, mine)
        case m.ops.Field(thing=m.ops.Mine()) if not test.ref.kept:
            value = mine.values.get(test.ref.name)
            return m.ops.Const(test.type, test.span, value=value) if isinstance(value, int) else test
        case m.ops.Is(right=m.ops.Mine()):
            return m.ops.Const(test.type, test.span, value=int(row is mine))
        case _:
            return test.with_args(tuple(_beside(arg, row, mine) for arg in test.args)) if test.args else test


def _given_in(block: tuple[m.Statement, ...], kind: m.Kind) -> int:
    """Gives how many things a block gives the player who acts, on the way that gives most."""
    given: list[tuple[int, m.Expr | None]] = []
    for statement in block:
        ways = [_given_in(inner, kind) for inner in statement.blocks]
        if statement.record.repeats and any(ways):
            return sum(row.copies for row in kind.rows)
        condition = statement.condition if isinstance(statement, m.Sentence) else None
        given.append((max(ways, default=0) or _given(statement, kind), condition))
    return most_together(given)


def most_together(numbers: Iterable[tuple[int, m.Expr | None]]) -> int:
    """Adds up numbers, each on a condition; of those whose conditions exclude one another, what comes to most."""
    asked = [(number, condition) for number, condition in numbers if number]
    always = sum(number for number, condition in asked if condition is None)
    some = [(number, condition) for number, condition in asked if condition is not None]
    if len(some) > _FEW:
        return always + sum(number for number, _ in some)
    best = 0
    for many in range(len(some), 0, -1):
        for chosen in combinations(some, many):
            if conditions.together([(condition, True) for _, condition in chosen]) is not None:
                best = max(best, sum(number for number, _ in chosen))
    return always + best


def _given(statement: m.Statement, kind: m.Kind) -> int:
    """Gives how many things a sentence gives the player who acts."""
    match statement:
        case m.Sentence(act=m.acts.Take(things=things)):
            pass
        case m.Sentence(act=m.acts.Move(things=things, goal=m.ops.Place(ref=m.Place(owner="player")))):
            pass
        case _:
            return 0
    what = item(things.type)
    if not isinstance(what, ThingType) or what.kind is not kind:
        return 0
    slots = statement.decision.slots if statement.decision is not None else ()
    return next((slot.most or 0 for slot in slots if _kind(slot.candidates) is kind), 1)


def left(game: m.Game, inside: m.Expr) -> int:
    """Counts what lies in a place that begins with all of a kind, when the last player is given theirs."""
    place = inside.args[0].ref if inside.args and isinstance(inside.args[0], m.ops.Place) else None
    kind = _kind(inside)
    if not isinstance(place, m.Place) or place.owner is not None or kind is None or not _all_of(place, kind):
        return 0
    given = by_each(game, kind)
    if given is None or _from(game, place, kind) != given:
        return 0
    return bounds.of(game).count(kind) - given * game.most_players + 1


def _from(game: m.Game, place: m.Place, kind: m.Kind) -> int:
    """Counts the things that sentences take from a place, each sentence once."""
    every = (
        one for decl in facts.of(game).decls for body in walk.bodies(decl) for one in walk.statements(body)
    )
    found = 0
    for one in every:
        if isinstance(one, m.Sentence) and one.act.record.moves_named:
            slots = one.decision.slots if one.decision is not None else ()
            asked = (*one.act.operands[:1], *(slot.candidates for slot in slots))
            if any(_speaks_of(expr, place, kind) for arg in asked for expr in walk.inside(arg)):
                found += max(_given(one, kind), 1)
    return found


def _speaks_of(expr: m.Expr, place: m.Place, kind: m.Kind) -> bool:
    """Tells whether an expression gives what lies in a place, or all of the kind."""
    if isinstance(expr, m.ops.Things):
        return expr.ref is kind
    return isinstance(expr, m.ops.Inside | m.ops.Next | m.ops.Last) and any(
        part.ref is place for part in walk.inside(expr)
    )


def _all_of(place: m.Place, kind: m.Kind) -> bool:
    return place.full and place.holds is kind


def _kind(expr: m.Expr) -> m.Kind | None:
    found = item(expr.type)
    return found.kind if isinstance(found, ThingType) else None


def is_nobodys(game: m.Game, setup: m.Procedure, kind: m.Kind, to_come: frozenset[int]) -> bool:
    """Tells whether the set-up has not given anybody a thing of a kind where some of its acts are still to come.

    Args:
        to_come: the ids of these acts.
    """
    known_facts = facts.of(game)
    owning = (
        act
        for decl in known_facts.closure(setup)
        for act in known_facts.acts(decl)
        if Writes.OWNER in act.record.writes and id(act) not in to_come
    )
    return kind.each_player is None and not any(_has_to_do_with(act, kind) for act in owning)


def _has_to_do_with(act: m.Act, kind: m.Kind) -> bool:
    """Tells whether an act has to do with things of a kind, or with a place that holds some."""
    types = [item(part.type) for part in act.operands]
    return any(kind in (getattr(one, "kind", None), getattr(one, "holds", None)) for one in types)
