"""What a secret part may write that not everybody sees, and of whose things.

Invariants:
    What is listed is never too little: whatever the part may set going counts, whether it is done or not.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from gekido_dsl.model import facts, hidden, walk
from gekido_dsl.model import nodes as m


@dataclass(frozen=True, slots=True)
class Written:
    """A hidden fact or counter that a secret part may write."""

    decl: m.Field | m.Counter
    own: bool
    """Whether it is only written of things of the player who decides."""


def written(game: m.Game, each: m.Each) -> tuple[Written, ...]:
    """Lists the hidden facts and counters of things that a secret part may write."""
    return written_by(game, each.body, each.local if each.acting else None)


def written_by(game: m.Game, body: tuple[m.Statement, ...], local: int | None) -> tuple[Written, ...]:
    """Lists the hidden facts and counters of things that statements may write.

    Args:
        local: what holds whoever acts in them, if anything does.
    """
    changed = facts.of(game).changed_in(body)
    found = [ref for _, ref in changed if isinstance(ref, m.Field | m.Counter) and is_hidden(ref)]
    if not found:
        return ()
    inside = list(walk.statements(body))
    done = [*inside, *_set_going(game, inside)]
    own = {ref: not any(_has_others_act(one) for one in done) for ref in found}
    here = {id(one) for one in inside}
    for one in done:
        if not isinstance(one, m.Sentence):
            continue
        for _, ref in facts.changes_itself(one.act):
            if ref in own and not _own(one.act, local if id(one) in here else None):
                own[ref] = False
    return tuple(Written(ref, own[ref]) for ref in sorted(own, key=_by_name))


def hidden_facts(game: m.Game) -> Iterator[m.Field | m.Counter]:
    """Gives the facts and counters of things that not everybody sees."""
    yield from (counter for counter in game.counters.values() if is_hidden(counter))
    for kind in game.kinds.values():
        yield from (fact for fact in kind.fields.values() if is_hidden(fact))


def _by_name(ref: m.Field | m.Counter) -> tuple[str, str]:
    return ref.owner.name if ref.owner is not None else "", ref.name


def is_hidden(ref: m.Field | m.Counter) -> bool:
    """Tells whether not everybody sees a fact or counter of things."""
    if isinstance(ref, m.Counter):
        return ref.seen != "everyone"
    return isinstance(ref.owner, m.Kind) and ref.kept and hidden.seen(ref) != "everyone"


def _set_going(game: m.Game, statements: list[m.Statement]) -> list[m.Statement]:
    """Lists the statements of all that others set going."""
    known = facts.of(game)
    called = {
        rule
        for one in statements
        if isinstance(one, m.Sentence)
        for first in known.called_by(one.act)
        for rule in known.closure(first)
    }
    return [one for rule in called for body in walk.bodies(rule) for one in walk.statements(body)]


def _has_others_act(statement: m.Statement) -> bool:
    match statement:
        case m.Each(acting=acting):
            return acting
        case m.Sentence(actor=actor) | m.Menu(actor=actor):
            return actor is not None
        case _:
            return False


def _own(act: m.Act, local: int | None) -> bool:
    """Tells whether an act writes a fact of what belongs to the player who acts."""
    goal = act.fact if isinstance(act, m.acts.Writing) else None
    if not isinstance(goal, m.ops.Field | m.ops.Counter) or not isinstance(goal.thing, m.ops.Mine):
        return False
    whose = goal.thing.player
    if isinstance(whose, m.ops.Local):
        return whose.value == local
    return isinstance(whose, m.ops.Actor)


__all__ = ["Written", "hidden_facts", "is_hidden", "written", "written_by"]
