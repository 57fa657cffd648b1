"""Finds loops that put more things onto empty spaces than a drawing has of them.

Counted are the things that a round each puts, and the spaces that the drawing lets one of them have: where some
sentence puts one for certain, and nothing else in the loop moves things of the kind, some find no space.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, conditions, facts, known, taken, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.drawn import Drawn, may_move
from gekido_dsl.model.kernel.verb import SetsGoing
from gekido_dsl.model.types import ThingType, item

_DEPTH: Final = 4
"""How far definitions are looked into."""


@dataclass(frozen=True, slots=True)
class _Put:
    """A sentence that puts the thing of a round onto the next of some spaces."""

    sentence: m.Sentence
    owner: m.Decl
    thing: m.Expr
    surely: bool
    """Whether each round comes to it."""


def missing(game: m.Game) -> Iterator[Diagnostic]:
    """Reports the loops for whose things a drawing has too few spaces."""
    drawn = Drawn(game)
    for decl in walk.declarations(game):
        for body in walk.bodies(decl):
            for each in walk.statements(body):
                if isinstance(each, m.Each):
                    yield from _loop(game, drawn, decl, each)


def _loop(game: m.Game, drawn: Drawn, decl: m.Decl, each: m.Each) -> Iterator[Diagnostic]:
    subject = m.ops.Local(item(each.items.type), each.items.span, value=each.local)
    by_kind: dict[m.Kind, list[_Put]] = {}
    for put in _puts(decl, each.body, subject, True, 1):
        of = item(put.thing.type)
        if isinstance(of, ThingType):
            by_kind.setdefault(of.kind, []).append(put)
    for kind, puts in by_kind.items():
        number, first = _number(game, each.items, kind), next((put for put in puts if put.surely), None)
        if number is None or first is None or not kind.blocking or not _alone(game, each, kind, puts):
            continue
        room = _room(drawn, puts)
        if room is not None and room < number:
            drawn_here = f"{room or 'none'} of these spaces {'is' if room == 1 else 'are'} drawn"
            stay = (
                ""
                if first.sentence.if_possible
                else ", or write `if possible` if some may stay off the board"
            )
            yield Diagnostic(
                codes.NO_ROOM,
                f"up to {number} {kind.plural} are put here, and {drawn_here}",
                (
                    Label(first.sentence.span, "needs an empty space"),
                    Label(each.items.span, "for each of these"),
                ),
                f"draw more of these spaces{stay}",
            )


def _puts(
    decl: m.Decl, block: tuple[m.Statement, ...], subject: m.Expr, surely: bool, depth: int
) -> Iterator[_Put]:
    """Gives what puts the thing of a round somewhere, also in the rules that are done with it."""
    for one in block:
        for inner in one.blocks:
            yield from _puts(decl, inner, subject, False, depth)
        if not isinstance(one, m.Sentence):
            continue
        always = surely and one.condition is None
        match one.act:
            case m.acts.Move(things=things) if things == subject or isinstance(things, m.ops.Mine):
                yield _Put(one, decl, things, always)
            case m.acts.Do(rule=rule) if depth and not rule.exceptions:
                given = one.act.operands
                at = given.index(subject) + 1 if subject in given else 0
                named = m.ops.Local(subject.type, subject.span, value=at)
                yield from _puts(rule, rule.body.statements, named, always, depth - 1)


def _number(game: m.Game, items: m.Expr, kind: m.Kind) -> int | None:
    """Tells for how many things of a kind a loop is done, where there are as many players as may be."""
    while isinstance(items, m.ops.Sorted | m.ops.Reversed):
        items = items.set
    if known.everyone(items):
        return game.most_players
    match items:
        case m.ops.Things(ref=of) if of is kind:
            return bounds.of(game).count(kind)
        case m.ops.Filter(set=m.ops.Things(ref=of), test=m.ops.Friendly(of=m.ops.Local())) if of is kind:
            return taken.of_one_player(game, kind)
        case _:
            return None


def _alone(game: m.Game, each: m.Each, kind: m.Kind, puts: list[_Put]) -> bool:
    """Tells whether nothing else in a loop moves things of a kind."""
    told, seen = facts.of(game), set[m.Decl]()
    acts: list[m.Act] = [one.act for one in walk.statements(each.body) if isinstance(one, m.Sentence)]
    for act in acts:  # grows: what is done by rules and effects; what follows by itself is another matter
        for decl in told.called_by(act) if act.record.sets_going is not SetsGoing.NOTHING else ():
            if decl not in seen:
                seen.add(decl)
                acts += told.acts(decl)
    moving = {
        id(act)
        for act in acts
        if act.record.moves is not None and may_move(act, str(act.record.moves.what), kind)
    }
    return moving == {id(put.sentence.act) for put in puts}


def _room(drawn: Drawn, puts: list[_Put]) -> int | None:
    """Counts the spaces onto which one of some sentences may put something, in the drawing that has most."""
    found: dict[m.Kind, list[tuple[list[m.Expr], m.Expr, m.Decl]]] = {}
    for put in puts:
        goal = put.sentence.act.operands[1]
        if put.sentence.otherwise is not None or not isinstance(goal, m.ops.Next):
            return None
        spaces, tests = goal.set, []
        subject = m.ops.Local(item(spaces.type), spaces.span, value=-1)
        while isinstance(spaces, m.ops.Filter):
            tests += _parts(walk.replaced(spaces.test, spaces.value, subject))
            spaces = spaces.set
        alone = any(isinstance(one, m.ops.Empty) and one.place == subject for one in tests)
        if not alone or not isinstance(spaces, m.ops.Things):
            return None
        found.setdefault(spaces.ref, []).append((tests, subject, put.owner))
    return drawn.most_open(*found.popitem()) if len(found) == 1 else None


def _parts(test: m.Expr, depth: int = _DEPTH) -> list[m.Expr]:
    """Takes a test apart, and definitions in it."""
    opened = conditions.opened(test) if isinstance(test, m.ops.Defined) and depth else None
    if opened is not None:
        return _parts(opened, depth - 1)
    return (
        [part for arg in test.args for part in _parts(arg, depth)] if isinstance(test, m.ops.And) else [test]
    )
