"""How often something is done in a match that has an end: how high a fact can be counted that only such lines count up.

Invariants:
    What is said is never too few: a body that is done from elsewhere, or in a loop, has no number.
"""

from collections.abc import Iterator
from functools import lru_cache

from gekido_dsl.model import bounds, facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import EVENTS


def most(game: m.Game, fact: m.Expr) -> int | None:
    """Gives how high a fact can ever be counted, by the limit of the match; None where that does not tell."""
    start = fact.ref.start if isinstance(fact, m.ops.Field) and fact.ref.kept else None
    if start is None or not isinstance(start, m.ops.Const) or game.row:
        return None
    key: facts.Fact = ("field", fact.ref)
    highest, gained = start.value, 0
    for decl, sentence, loops in _changing(game).get(key, ()):
        match sentence.act:
            case m.acts.Set(to=m.ops.Const(value=value)):
                highest = max(highest, value)
            case m.acts.Lose(number=number) if (bounds.of(game).range(number)[0] or -1) >= 0:
                pass
            case m.acts.Gain(fact=goal, number=number):
                each, by = _often(game, decl, sentence, goal, loops), bounds.of(game).range(number)[1]
                if each is None or by is None:
                    return None
                gained += each * max(by, 0)
            case _:
                return None
    return highest + gained


@lru_cache(maxsize=2)
def _changing(game: m.Game) -> dict[facts.Fact, list[tuple[m.Decl, m.Sentence, tuple[m.Statement, ...]]]]:
    """Lists by fact the sentences that change it, each with its declaration and the loops that it stands in."""
    found: dict[facts.Fact, list[tuple[m.Decl, m.Sentence, tuple[m.Statement, ...]]]] = {}
    for decl in facts.of(game).decls:
        for body in walk.bodies(decl):
            for sentence, loops in _within(body, ()):
                for fact in facts.changes_itself(sentence.act):
                    found.setdefault(fact, []).append((decl, sentence, loops))
    return found


def _within(
    block: tuple[m.Statement, ...], loops: tuple[m.Statement, ...]
) -> Iterator[tuple[m.Sentence, tuple[m.Statement, ...]]]:
    """Gives the sentences of a block, each with the loops that it stands in."""
    for statement in block:
        if isinstance(statement, m.Sentence):
            yield statement, loops
        inside = (*loops, statement) if statement.record.repeats else loops
        for inner in statement.blocks:
            yield from _within(inner, inside)


def _often(
    game: m.Game, decl: m.Decl, sentence: m.Sentence, goal: m.Expr, loops: tuple[m.Statement, ...]
) -> int | None:
    """Gives how often a sentence changes the fact of one thing at most."""
    own = isinstance(goal, m.ops.Field) and isinstance(goal.thing, m.ops.Mine) and sentence.actor is None
    own = own and isinstance(goal.args[0].args[0] if goal.args[0].args else None, m.ops.Actor)
    by_each = len(loops) == 1 and isinstance(loops[0], m.Each) and loops[0].acting
    if loops and not (own and by_each):
        return None
    by_one, done = own and not loops, _done_of(game)
    if (decl, by_one) not in done:
        done[decl, by_one] = _done(game, decl, by_one=by_one)
    return done[decl, by_one]


@lru_cache(maxsize=2)
def _done_of(game: m.Game) -> dict[tuple[m.Decl, bool], int | None]:
    """Keeps what was found for each body of a game; see `_done`."""
    return {}


def _done(game: m.Game, decl: m.Decl, *, by_one: bool) -> int | None:
    """Gives how often a body is done in a match at most, by one player or by all together."""
    turn = game.turn
    if not isinstance(decl, m.Procedure) or turn is None:
        return None
    event = decl.event
    if event is not None and isinstance(event.subject, m.Stretch) and EVENTS[event.kind].of_a_stretch:
        return _rounds(game) if event.subject.name == "Round" else game.turn_limit
    lines = [line for line in turn.lines if decl is line.phase or decl in line.steps]
    known = facts.of(game)
    callers = [one for one in known.decls if decl in known.calls(one)]
    if not lines or any(one is not turn and all(one is not line.phase for line in lines) for one in callers):
        return None
    number = [_of_line(game, turn, line, by_one=by_one) for line in lines]
    told = [one for one in number if one is not None]
    return sum(told) if len(told) == len(number) else None


def _of_line(game: m.Game, turn: m.Turn, line: m.TurnLine, *, by_one: bool) -> int | None:
    """Gives how often a phase of the turn, or of the round, comes in a match at most."""
    rounds = _rounds(game)
    if turn.together or (turn.round and line.turns < 0):
        return rounds
    again = facts.of(game).leads or (turn.round and turn.turns[line.turns].until is not None)
    if rounds is not None and not again:
        rounds = rounds if by_one else rounds * game.most_players
        return rounds if game.turn_limit is None else min(rounds, game.turn_limit)
    return game.turn_limit


def _rounds(game: m.Game) -> int | None:
    """Gives how many rounds a match has at most."""
    ends = [end.condition for end in game.ends]
    told = [one.value for one in ends if isinstance(one, m.ops.RoundsOver)]
    if game.round_limit is not None:
        told.append(game.round_limit)
    if game.turn_limit is not None and game.turn is not None and not game.turn.round:
        told.append(game.turn_limit)
    return min(told, default=None)
