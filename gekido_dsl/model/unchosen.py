"""Which names may stand for nothing where a statement stands, as nobody had to choose what they name.

Invariants:
    A name counts as chosen where every way to the statement chose it, or left the body instead.
    Past a block, names that only its statements chose are left out: nobody can tell here which way was gone.
"""

from collections.abc import Mapping
from typing import Final, assert_never

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.verb import Then
from gekido_dsl.model.sites import leaves

Unchosen = Mapping[int, m.Expr | None]
"""The locals that may hold nothing, each with a condition under which it was chosen all the same, if there is one."""
_NOBODY: Final[Unchosen] = {}


def where_they_stand(block: tuple[m.Statement, ...]) -> dict[int, Unchosen]:
    """Gives, by the identity of each statement of a body, the locals that may hold nothing there."""
    found: dict[int, Unchosen] = {}
    _block(block, _NOBODY, found)
    return found


def _block(block: tuple[m.Statement, ...], known: Unchosen, found: dict[int, Unchosen]) -> None:
    for statement in block:
        known = _statement(statement, known, found)


def _statement(statement: m.Statement, known: Unchosen, found: dict[int, Unchosen]) -> Unchosen:
    """Notes what holds at a statement and within it; gives what holds after it."""
    found[id(statement)] = known
    match statement:
        case m.Sentence(otherwise=otherwise, condition=condition):
            named = _named(statement)
            found[id(statement)] = {one: when for one, when in known.items() if one not in named}
            left = {**known, **dict.fromkeys(named)}
            if otherwise:
                _block(otherwise, left, found)
            if statement.decision is None or not named:
                return known
            sure = not statement.if_possible and not statement.decision.may
            if _goes_no_further(otherwise) if otherwise is not None else sure:
                if condition is None:
                    return found[id(statement)]
                return {**known, **dict.fromkeys(named, condition)}
            return left
        case m.If(then=then, otherwise=otherwise):
            _block(then, known, found)
            _block(otherwise, known, found)
        case m.Each(body=body) | m.Repeat(body=body):
            _block(body, known, found)
        case m.Menu(bodies=bodies):
            for body in bodies:
                _block(body, known, found)
        case _:
            assert_never(statement)
    return known


def _named(statement: m.Sentence) -> tuple[int, ...]:
    """Lists the locals that a sentence gives a single thing, if it is carried out."""
    if statement.decision is None or statement.each >= 0:
        return ()
    slots = statement.decision.slots
    single = [slot.local for slot in slots if slot.least == 1 == slot.most and slot.number is None]
    bound = [statement.act.local] if isinstance(statement.act, m.acts.Bind) and single else []
    return (*single, *bound)


def _goes_no_further(block: tuple[m.Statement, ...]) -> bool:
    """Tells whether a block never goes on to what stands after it, also as a rule that it ends with ends the match."""
    if leaves(block):
        return True
    last = block[-1] if block else None
    if not isinstance(last, m.Sentence) or last.condition is not None:
        return False
    if isinstance(last.act, m.acts.Do):
        final = last.act.rule.body.statements[-1:]
        return all(isinstance(one, m.Sentence) and _ends(one) for one in final) and bool(final)
    return _ends(last)


def _ends(statement: m.Sentence) -> bool:
    """Tells whether a sentence always ends the match."""
    return statement.condition is None and statement.act.record.then is Then.END_OF_THE_MATCH
