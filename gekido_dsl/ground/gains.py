"""What a loop that looks ahead can still gain, where that is known: each of some things is used once, for its face.

Such a loop asks for one of the things of a place, and its number gains the face of that thing, which then leaves the
place. So the number cannot end above what it is now and all faces together, and a choice that uses the last thing ends
at just that. Nothing needs to be tried to know it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeGuard

from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.statement import Decides
from gekido_dsl.model.kernel.verb import Chance, SetsGoing, Then, Writes
from gekido_dsl.model.types import IntType, ThingType


@dataclass(frozen=True, slots=True)
class Gains:
    """The things that are used up, and by which choice."""

    sentence: m.Sentence
    """The one that asks."""
    place: m.Place
    kind: m.Kind
    slot: int
    """Which slot of the decision holds the thing that is used."""
    high: int
    """The most that the number may be."""


def gains(game: m.Game, repeat: m.Repeat) -> Gains | None:
    """Tells what a loop that looks ahead can still gain; None where that is not known."""
    number = repeat.ends
    if (
        number is None
        or repeat.lowest
        or not isinstance(number, m.ops.Cell)
        or not isinstance(number.type, IntType)
    ):
        return None
    match repeat.body:
        case (m.Sentence(act=m.acts.Do(rule=rule)) as sentence,):
            pass
        case _:
            return None
    decision = sentence.decision
    if decision is None or decision.may or sentence.actor is not None or sentence.each >= 0:
        return None
    if any(slot.random or (slot.least, slot.most) != (1, 1) for slot in decision.slots):
        return None
    for at, slot in enumerate(decision.slots):
        place, given = _place(slot.candidates), _parameter(sentence, slot.local)
        if place is not None and given and _uses(rule, number, given, place[0]):
            found = Gains(sentence, *place, at, number.type.high if number.type.high is not None else -1)
            return found if number.type.high is not None and _once(game, found, number, rule) else None
    return None


def _place(candidates: m.Expr) -> tuple[m.Place, m.Kind] | None:
    """Gives the one place of the game that several lie in, and their kind."""
    while isinstance(candidates, m.ops.Filter):
        candidates = candidates.set
    if (
        not isinstance(candidates, m.ops.Inside)
        or not isinstance(candidates.place, m.ops.Place)
        or candidates.place.owner is not None
    ):
        return None
    place, kind = candidates.place.ref, candidates.ref
    if kind is None or kind.faces is None:
        return None
    return place, kind


def _parameter(sentence: m.Sentence, local: int) -> int:
    """Gives the local that a rule gets what was chosen in; 0 for none."""
    given = [
        k
        for k, one in enumerate(sentence.act.operands, 1)
        if isinstance(one, m.ops.Local) and one.value == local
    ]
    return given[0] if len(given) == 1 else 0


def _uses(rule: m.Procedure, number: m.Expr, given: int, place: m.Place) -> bool:
    """Tells whether a rule first has the number gain what a thing shows, and takes the thing out of its place."""
    if not rule.body.statements or rule.exceptions or rule.only_if or rule.condition is not None:
        return False
    first = rule.body.statements[0]
    if not _plain(first) or not isinstance(first.act, m.acts.Gain):
        return False
    if first.act.fact != number or first.act.end is not None:
        return False
    face = first.act.number
    worth = isinstance(face.type, IntType) and face.type.low is not None and face.type.low >= 0
    if not isinstance(face, m.ops.Face) or not worth or not _is_local(face.die, given):
        return False
    if any(isinstance(one.act, m.acts.Stop) for one in _sentences(rule.body.statements)):
        return False
    return any(
        _plain(one)
        and not one.if_possible
        and isinstance(one.act, m.acts.Move)
        and _is_local(one.act.things, given)
        and _elsewhere(one.act.goal, place)
        for one in rule.body.statements
    )


def _plain(statement: m.Statement) -> TypeGuard[m.Sentence]:
    return (
        isinstance(statement, m.Sentence)
        and statement.condition is None
        and statement.actor is None
        and statement.decision is None
    )


def _is_local(e: m.Expr, local: int) -> bool:
    return isinstance(e, m.ops.Local) and e.value == local


def _elsewhere(goal: m.Expr, place: m.Place) -> bool:
    """Tells whether what is put somewhere is then surely not in a place."""
    if isinstance(goal, m.ops.Place):
        return goal.ref is not place
    return isinstance(goal, m.ops.Local | m.ops.Space) and isinstance(goal.type, ThingType)


def _sentences(body: tuple[m.Statement, ...]) -> Iterator[m.Sentence]:
    return (one for one in walk.statements(body) if isinstance(one, m.Sentence))


def _harmless(act: m.AnyAct, place: m.Place) -> bool:
    """Tells whether an act asks nobody, turns nothing to another face, brings nothing into a place, ends no loop."""
    match act:
        case m.acts.Move(goal=goal):
            return _elsewhere(goal, place)
        case m.acts.TakeOff() | m.acts.Remove() | m.acts.Destroy() | m.acts.Do() | m.acts.Stop():
            return True
        case _:
            record = act.record
            goes_on = record.then is Then.NEXT and record.sets_going is SetsGoing.NOTHING
            still = not record.writes & {Writes.FACE, Writes.WHERE, Writes.OUT}
            return goes_on and still and not record.asks and record.chance is Chance.NONE


def _once(game: m.Game, found: Gains, number: m.Expr, rule: m.Procedure) -> bool:
    """Tells whether nothing else in the loop changes the number, brings things into the place or asks somebody."""
    if any(one.refill is not None or one.limit is not None for one in game.places.values()):
        return False
    if game.replacements:
        return False
    sentence = found.sentence
    every = facts.of(game)
    bodies: list[tuple[m.Statement, ...]] = [sentence.otherwise or ()]
    called = [one for act in [sentence.act] for one in every.called_by(act)]
    for inner in _sentences(bodies[0]):
        called += every.called_by(inner.act)
    for decl in every.reach(called):
        if not isinstance(decl, m.Procedure) or decl.word == "phase" or decl.exceptions:
            return False
        bodies.append(decl.body.statements)
    own = 0
    for body in bodies:
        for one in walk.statements(body):
            if one.record.decides is Decides.ALWAYS:
                return False
            if not isinstance(one, m.Sentence):
                continue
            act = one.act
            if one.decision is not None or not _harmless(act, found.place):
                return False
            if isinstance(act, m.acts.Do) and act.rule is rule:
                return False
            if ("cell", number.ref) in facts.changes_itself(act):
                own += 1
    return own == 1
