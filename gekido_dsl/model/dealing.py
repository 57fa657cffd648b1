"""Hidden facts that are dealt: all know how often each value is there, and not which thing has it.

Invariants:
    A fact is dealt only if whoever knows the rules and reads the log knows which value each writing gives. So no
    player, chance or hidden thing decides on a value, and where several are written, nothing decides whether.
"""

from collections.abc import Iterator
from functools import lru_cache

from gekido_dsl.model import conditions, facts, hidden, known, walk
from gekido_dsl.model import nodes as m


def is_dealt(game: m.Game, fact: m.Field) -> bool:
    """Tells whether all that writes a hidden fact of a kind gives it a value that everybody knows.

    Each sentence sets it to a constant, outside of secret parts, where the log tells that it was set. Where it is set
    to more than one constant, this is done in the set-up without a condition, so that the order tells which is meant.
    """
    if hidden.seen(fact) == "everyone" or fact.index is not None or fact.unlogged:
        return False
    acts = writing(game).get(fact, [])
    given = [act.to for act in acts if isinstance(act, m.acts.Set) and isinstance(act.to, m.ops.Const)]
    if not acts or len(given) < len(acts):
        return False
    if fact in _in_secret(game):
        return False
    if len({value.value for value in given}) == 1:
        return True
    plain = list(_plain(game.setup.body.statements)) if game.setup is not None else []
    return all(any(act is one for one in plain) for act in acts)


def by_chance(sentence: m.Sentence) -> bool:
    """Tells whether chance takes the thing whose fact a sentence writes."""
    return _picked(sentence) is not None


def same_before(sentence: m.Sentence) -> bool:
    """Tells whether chance takes it among those whose fact is said to have a certain value."""
    slot = _picked(sentence)
    if slot is None:
        return False
    _, tests = known.parted(slot.candidates)
    opened = [one for test in tests for one in (test, conditions.opened(test)) if one is not None]
    fact = sentence.act.operands[0].ref
    return any(
        isinstance(test, m.ops.Is)
        and isinstance(test.left, m.ops.Field)
        and test.left.ref is fact
        and isinstance(test.left.thing, m.ops.Local)
        and isinstance(test.right, m.ops.Const)
        for test in opened
    )


def _picked(sentence: m.Sentence) -> m.Slot | None:
    goal = next(iter(sentence.act.operands), None)
    if goal is None or not isinstance(goal, m.ops.Field) or sentence.decision is None:
        return None
    read = walk.locals_of(goal.thing)
    return next((slot for slot in sentence.decision.slots if slot.random and slot.local in read), None)


def _plain(block: tuple[m.Statement, ...]) -> Iterator[m.Act]:
    """Gives the acts of a block that are always done."""
    for statement in block:
        match statement:
            case m.Sentence(act=act, condition=None, if_possible=False, otherwise=None, decision=decision):
                if decision is None or not decision.may:
                    yield act
            case m.Repeat(condition=None, times=m.ops.Const(), body=body):
                yield from _plain(body)


@lru_cache(maxsize=2)
def writing(game: m.Game) -> dict[m.Field, list[m.Act]]:
    """Gives what writes each field, wherever it stands."""
    found: dict[m.Field, list[m.Act]] = {}
    for decl in walk.declarations(game):
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                if not isinstance(statement, m.Sentence):
                    continue
                for sort, ref in facts.changes_itself(statement.act):
                    if sort == "field" and isinstance(ref, m.Field):
                        found.setdefault(ref, []).append(statement.act)
    return found


@lru_cache(maxsize=2)
def _in_secret(game: m.Game) -> frozenset[m.Field]:
    """Gives the fields that may be written while players decide in secret."""
    found: set[m.Field] = set()
    for decl in walk.declarations(game):
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                if isinstance(statement, m.Each) and statement.secret:
                    changed = facts.of(game).changed_in(statement.body)
                    found |= {ref for sort, ref in changed if sort == "field" and isinstance(ref, m.Field)}
    return frozenset(found)
