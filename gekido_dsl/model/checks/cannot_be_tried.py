"""Finds what is tried before it is chosen, and cannot be: it uses chance, asks somebody, or turns up what is hidden.

`must leave` tries what its sentence does, with all that follows, up to the next question. A loop that says how a number
is to end tries itself to its end; in it the one who acts may be asked, and nobody else.
"""

from collections.abc import Iterable, Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.verb import Chance
from gekido_dsl.source import Span

Obstacle = tuple[Span, str]


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports rungs and loops that need what cannot be tried."""
    found = facts.of(game)
    for decl in found.decls:
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                match statement:
                    case m.Sentence(decision=m.Decision() as decision, act=act) if rung := _leaves(decision):
                        yield from _told(
                            rung.span,
                            "this cannot be tried in advance, as `must leave` requires",
                            _of_act(act, statement.span, found),
                            "let the sentence do only what is certain, or test the current position with `must be`",
                        )
                    case m.Repeat(ends=m.Expr() as ends, body=inside):
                        yield from _told(
                            ends.span,
                            "how a number ends is tried before anything is chosen, and this loop cannot be",
                            _of_loop(inside, found),
                            "take this out of the loop",
                        )


def _leaves(decision: m.Decision) -> m.Expr | None:
    """Gives the first rung that asks what is left."""
    rungs = (rung for rungs in decision.ladders for rung in rungs)
    return next((rung for rung in rungs if rung is not None and isinstance(rung, m.ops.Leaves)), None)


def _told(span: Span, message: str, obstacles: Iterable[Obstacle], step: str) -> Iterator[Diagnostic]:
    for where, why in obstacles:
        labels = (Label(span, "is tried"), Label(where, why)) if where != span else (Label(span, why),)
        yield Diagnostic(codes.CANNOT_BE_TRIED, message, labels, step)
        return


def _of_act(act: m.Act, span: Span, found: facts.Facts) -> Iterator[Obstacle]:
    """Gives what keeps an act from being tried: chance, and anybody who is asked."""
    if act.record.chance is not Chance.NONE:
        yield span, act.record.chance.value
    for statement in _set_going([act], found):
        match statement:
            case m.Menu(span=where):
                yield where, "this asks a player"
            case m.Sentence(decision=m.Decision(), span=where):
                yield where, "this asks a player or uses chance"
            case m.Sentence(act=inner, span=where):
                yield from _of_verb(inner, where)


def _of_loop(body: tuple[m.Statement, ...], found: facts.Facts) -> Iterator[Obstacle]:
    """Gives what keeps a loop from being tried to its end."""
    here = list(walk.statements(body))
    acts = [statement.act for statement in here if isinstance(statement, m.Sentence)]
    for statement in (*here, *_set_going(acts, found)):
        match statement:
            case m.Menu(actor=m.Expr() as actor) | m.Sentence(decision=m.Decision(), actor=m.Expr() as actor):
                yield actor.span, "here another player may be asked"
            case m.Each(acting=True, body=inside, span=where) if found.decides(inside):
                yield where, "here others are asked"
            case m.Repeat(ends=m.Expr() as ends):
                yield ends.span, "this is such a loop itself"
            case m.Sentence(decision=m.Decision(slots=slots), span=where) if any(s.random for s in slots):
                yield where, "here chance picks"
            case m.Sentence(act=act, span=where):
                yield from _of_verb(act, where)


def _of_verb(act: m.Act, span: Span) -> Iterator[Obstacle]:
    if act.record.chance is not Chance.NONE:
        yield span, act.record.chance.value
    elif isinstance(act, m.acts.Open):
        yield span, "this opens a window"


def _set_going(acts: Iterable[m.Act], found: facts.Facts) -> Iterator[m.Statement]:
    """Gives the statements of everything that acts set going, however far."""
    called = [one for act in acts for one in found.called_by(act)]
    for decl in found.decls:
        if decl in found.reach(called):
            for body in walk.bodies(decl):
                yield from walk.statements(body)
