"""Where `my left neighbour leads` passes on what is the starter's: it goes on from them, also once they are out.

Invariant:
    Only where nobody else can be `me`: in a phase of the round itself, outside of loops over players and of sentences
    that others act in, and in rules that are done from there alone.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m


@lru_cache(maxsize=8)
def passing(game: m.Game) -> frozenset[int]:
    """Gives the ids of the acts that name who leads by who began the round."""
    turn = game.turn
    if turn is None or not (turn.round or turn.together):
        return frozenset()
    known = facts.of(game)
    once = _of_lines(line for line in turn.lines if turn.together or line.turns < 0)
    by_starter: set[m.Decl] = once - _of_lines(
        line for line in turn.lines if not turn.together and line.turns >= 0
    )
    calls = [(decl, act) for decl in known.decls for act in known.acts(decl)]
    left = {rule for rule in game.rules.values() if any(rule in known.calls(decl) for decl in known.decls)}
    while True:
        plain = {id(act) for decl in by_starter for act in _plain(decl)}
        more = {
            rule
            for rule in left - by_starter
            if all(id(act) in plain for _, act in calls if rule in known.called_by(act))
        }
        if not more:
            break
        by_starter |= more
    return frozenset(
        id(act)
        for decl in by_starter
        for act in _plain(decl)
        if isinstance(act, m.acts.Lead)
        and isinstance(act.players, m.ops.Neighbour)
        and isinstance(act.players.player, m.ops.Actor)
    )


def _of_lines(lines: Iterable[m.TurnLine]) -> set[m.Decl]:
    return {phase for line in lines for phase in (line.phase, *line.steps)}


def _plain(decl: m.Decl) -> Iterator[m.Act]:
    """Gives the acts of a declaration in which whoever does it is `me`."""
    for body in walk.bodies(decl):
        yield from _of_block(body)


def _of_block(block: Iterable[m.Statement]) -> Iterator[m.Act]:
    for statement in block:
        match statement:
            case m.Sentence(actor=None, act=act):
                yield act
            case m.Sentence() | m.Menu(actor=m.Expr()) | m.Each(acting=True):
                continue
            case _:
                pass
        for inner in statement.blocks:
            yield from _of_block(inner)
