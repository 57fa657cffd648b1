"""Finds definitions with `enemy` or `friendly` in them that are asked of an enemy thing.

Both words speak of whoever acts, also inside a definition. `a Piece is In Check if some enemy Piece attacks it` is
what it seems to be of my pieces; of an enemy piece it asks whether its own side attacks it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import ThingType, item

_DEPTH = 4
"""How far definitions are looked into."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A definition that is asked of a thing."""

    whole: m.Expr
    of_enemy: bool
    """Whether it is known there that the thing is an enemy's."""


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports what says `enemy` and is asked of an enemy thing, or says `friendly` and is asked of others as well."""
    found = facts.of(game)
    words = {
        decl: word
        for decl in found.decls
        if isinstance(decl, m.Definition) and (word := _word(decl, _DEPTH)) is not None
    }
    if not words:
        return
    asked = [one for one in _asked(game, found) if one.whole.ref in words]
    of_others = {one.whole.ref for one in asked if not one.of_enemy}
    told: set[m.Decl] = set()
    for one in asked:
        definition = one.whole.ref
        word = words[definition]
        if one.of_enemy and definition not in told and (word.op == m.ops.Enemy.op or definition in of_others):
            told.add(definition)
            yield _said(one.whole, word)


def _said(whole: m.Expr, word: m.Expr) -> Diagnostic:
    kind = item(whole.args[0].type)
    assert isinstance(kind, ThingType)
    thing, name = kind.kind.name, whole.ref.name
    enemy = isinstance(word, m.ops.Enemy)
    theirs, whose = ("is not", "enemies") if enemy else ("is", "things")
    return Diagnostic(
        codes.WHOSE_ENEMY,
        f"`{name}` is asked of an enemy {thing}, but `{word.op}` in it takes the view of the acting player",
        (Label(whole.span, f"of an enemy {thing}"), Label(word.span, f"{whose} of the acting player")),
        f"to take the view of the {thing}, write `whose owner {theirs} its owner`; if you mean the acting player, "
        "start the definition with `it is enemy and`",
    )


def _word(definition: m.Definition, depth: int) -> m.Expr | None:
    """Gives where a definition of a thing that somebody may have says `enemy` or `friendly` of other things.

    None where it says `my` or `me`, or whose the thing itself is: it is then written for who acts.
    """
    subject = item(definition.subject)
    if not isinstance(subject, ThingType) or depth == 0:
        return None
    inside = [part for test in walk.asked(definition) for part in walk.inside(test)]
    sides = [part for part in inside if isinstance(part, m.ops.Enemy | m.ops.Friendly)]
    if any(isinstance(part, m.ops.Actor) for part in inside) or any(_is_subject(part.of) for part in sides):
        return None
    if sides:
        return sides[0]
    inner = (
        _word(part.ref, depth - 1)
        for part in inside
        if isinstance(part, m.ops.Defined) and part.args and _is_subject(part.args[0])
    )
    return next((word for word in inner if word is not None), None)


def _is_subject(expr: m.Expr) -> bool:
    return isinstance(expr, m.ops.Local) and expr.value == 1


def _asked(game: m.Game, found: facts.Facts) -> Iterator[_Asked]:
    """Gives every definition that is asked of something, with whether it is known to be an enemy's."""
    all_sites = sites.of(game)
    for decl in found.decls:
        for test in walk.asked(decl):
            yield from _in(test, {})
        for site in all_sites.of(decl):
            known = dict[m.Expr, bool]()
            for guard, holds in site.guards:
                _learn(guard, holds, known)
            for expr in _own(site.statement):
                yield from _in(expr, known)
    for end in game.ends:
        if end.condition is not None:
            yield from _in(end.condition, {})


def _own(statement: m.Statement) -> Iterator[m.Expr]:
    """Gives what a statement itself asks, without the blocks in it: whole expressions, and none of their parts."""
    parts = set[int]()
    root: tuple[object, ...] = statement.asked
    if isinstance(statement, m.Sentence):
        root = (statement.act, statement.decision, *root)
    for expr in walk.exprs(root):
        if id(expr) not in parts:
            parts.update(id(part) for part in walk.inside(expr))
            yield expr


def _learn(test: m.Expr, holds: bool, known: dict[m.Expr, bool]) -> None:
    """Notes of which things a condition says that they are an enemy's, or a friend's."""
    match test:
        case m.ops.Not():
            _learn(test.condition, not holds, known)
        case m.ops.And() if holds:
            for arg in test.args:
                _learn(arg, True, known)
        case m.ops.Enemy() if holds:
            known[test.of] = True
        case m.ops.Friendly() if holds:
            known[test.of] = False
        case _:
            pass


def _whose(things: m.Expr) -> bool | None:
    """Tells whether all of a set are an enemy's (True) or mine (False); None where neither is known."""
    while isinstance(things, m.ops.Filter):
        known = dict[m.Expr, bool]()
        _learn(things.test, True, known)
        subject = m.ops.Local(item(things.type), things.span, value=things.value)
        if subject in known:
            return known[subject]
        things = things.set
    return None


def _in(expr: m.Expr, known: Mapping[m.Expr, bool]) -> Iterator[_Asked]:
    """Gives the definitions asked in an expression."""
    here = dict(known)
    if isinstance(expr, m.ops.And):
        _learn(expr, True, here)
    if isinstance(expr, m.ops.Defined) and expr.args:
        yield _Asked(expr, here.get(expr.args[0], False))
    if expr.record.binds:
        subject = m.ops.Local(item(expr.args[0].type), expr.span, value=expr.value)
        here.pop(subject, None)
        whose = _whose(expr.args[0])
        if whose is not None:
            here[subject] = whose
    for arg in expr.args:
        yield from _in(arg, here)
