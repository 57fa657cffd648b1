"""Finds circles that nothing can end: no decision, no chance, no change to what they ask.

A circle with a decision or with chance in it is left to the players and the dice.
"""

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.kernel.statement import Decides
from gekido_dsl.model.kernel.verb import Then
from gekido_dsl.source import Span


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports endless repeats, rules that do one another in a circle, and turns in which nothing happens."""
    found = facts.of(game)
    for decl in found.decls:
        for body in walk.bodies(decl):
            for statement in walk.statements(body):
                if isinstance(statement, m.Repeat) and statement.times is None and _endless(statement, found):
                    yield Diagnostic(
                        codes.CYCLE_WITHOUT_DECISION,
                        "once this begins, it repeats forever",
                        (Label(_head(statement), "nothing inside changes what this asks about"),),
                        "let the block change what its condition tests, or add `stop`",
                    )
    yield from _circles(game, found)
    yield from _turns_without_end(game)


def _turns_without_end(game: m.Game) -> Iterator[Diagnostic]:
    """Reports turns in which nobody may be able to follow a suit, so that nothing happens any more."""
    turn = game.turn
    counted = game.turn_limit is not None or game.round_limit is not None
    counted = counted or any(isinstance(end.condition, m.ops.RoundsOver) for end in game.ends)
    stretches = [one.event for one in (*game.triggers, *game.replacements) if one.event is not None]
    if turn is None or counted or any(isinstance(one.subject, m.Stretch) for one in stretches):
        return
    if any(one.steps for one in turn.lines):
        return
    stuck = [_stuck(one.phase.body.statements) for one in turn.lines]
    if stuck and all(stuck) and stuck[0] is not None:
        yield Diagnostic(
            codes.CYCLE_WITHOUT_DECISION,
            "if no player can follow, the turns repeat forever without a move",
            (Label(stuck[0], "if no player has such a card, every player just stops"),),
            "add `, else anywhere`, or say what happens instead below `otherwise`",
        )


def _stuck(block: tuple[m.Statement, ...]) -> Span | None:
    """Gives the rung of a choice that a block begins with, that nothing may reach, and without which it just stops."""
    match block[:1]:
        case (m.Repeat(body=inner),):
            return _stuck(inner)
        case (m.Sentence(decision=m.Decision(ladders=ladders), otherwise=(m.Sentence(act=m.acts.Stop()),)),):
            rungs = [one for ladder in ladders if None not in ladder for one in ladder if one is not None]
            return next((one.span for one in rungs if one.span.text.startswith("follow ")), None)
        case _:
            return None


def _head(repeat: m.Repeat) -> Span:
    return repeat.condition.span if repeat.condition is not None else repeat.span


def _endless(repeat: m.Repeat, found: facts.Facts) -> bool:
    for statement in walk.statements(repeat.body):
        if isinstance(statement, m.Sentence) and statement.act.record.then not in (
            Then.NEXT,
            Then.NEXT_ROUND,
        ):
            return False
    if found.decides(repeat.body):
        return False
    return repeat.condition is None or not found.reads(repeat.condition) & found.changed_in(repeat.body)


def _has_circle(found: facts.Facts) -> bool:
    """Tells whether there is anything to look at; few games have a circle, and loading networkx takes its time."""
    try:
        TopologicalSorter({decl: set(found.calls(decl)) for decl in found.decls}).prepare()
    except CycleError:
        return True
    return False


def _circles(game: m.Game, found: facts.Facts) -> Iterator[Diagnostic]:
    if not _has_circle(found):
        return
    import networkx

    graph: networkx.DiGraph[m.Decl] = networkx.DiGraph()
    for decl in found.reachable():
        for called in found.calls(decl):
            # What stands in for an event stands in for nothing while it is done, so no circle leads through it.
            if not _stands_in(called):
                graph.add_edge(decl, called)
    for part in networkx.strongly_connected_components(graph):
        if len(part) == 1 and not graph.has_edge(*(one := next(iter(part)), one)):
            continue
        members = [decl for decl in found.decls if decl in part]
        if any(isinstance(decl, m.Window) or _asks(decl, found) for decl in members):
            continue
        if _can_stop(members, game, found):
            continue
        first = members[0]
        names = " → ".join(f"`{decl.name}`" for decl in [*members, first])
        yield Diagnostic(
            codes.CYCLE_WITHOUT_DECISION,
            f"these rules repeat forever: {names}",
            tuple(
                Label(decl.name_span, "leads back to itself" if k == 0 else "on the way")
                for k, decl in enumerate(members)
            ),
            "add a decision, or a condition that ends the circle",
        )


def _stands_in(decl: m.Decl) -> bool:
    if not isinstance(decl, m.Procedure) or decl.event is None:
        return False
    return decl.word == "replacement" and not EVENTS[decl.event.kind].lessened


def _asks(decl: m.Decl, found: facts.Facts) -> bool:
    """Tells whether a declaration itself asks somebody or leaves something to chance."""
    for body in walk.bodies(decl):
        for statement in walk.statements(body):
            if statement.record.decides is Decides.ALWAYS:
                return True
            if isinstance(statement, m.Sentence) and (
                statement.decision is not None or statement.act.record.chance.draws
            ):
                return True
    return False


def _loops_around_calls(decl: m.Decl, part: set[m.Decl], found: facts.Facts) -> Iterator[m.Expr]:
    """Gives what the loops go through, or go on while it holds, in which a declaration leads on into the circle."""
    for body in walk.bodies(decl):
        for loop in walk.statements(body):
            if not loop.record.repeats:
                continue
            inside = (
                one for block in loop.blocks for one in walk.statements(block) if isinstance(one, m.Sentence)
            )
            if any(set(found.called_by(one.act)) & part for one in inside):
                yield from loop.asked[:1]  # what it goes through, or goes on by


def _stops_before_calls(decl: m.Decl, part: set[m.Decl], found: facts.Facts) -> Iterator[m.Expr]:
    """Gives the conditions under which a declaration stops before it leads on into the circle."""
    for body in walk.bodies(decl):
        for statement in body:
            if isinstance(statement, m.Sentence):
                if isinstance(statement.act, m.acts.Stop) and statement.condition is not None:
                    yield statement.condition
                if set(found.called_by(statement.act)) & part:
                    break


def _can_stop(members: list[m.Decl], game: m.Game, found: facts.Facts) -> bool:
    """Tells whether a step of the circle has a condition that the circle changes."""
    part = set(members)
    changed = {fact for decl in members for fact in found.changes_of(decl)}
    known = sites.of(game)
    for decl in members:
        asked_first = (*_loops_around_calls(decl, part, found), *_stops_before_calls(decl, part, found))
        if any(found.reads(asked) & changed for asked in asked_first):
            return True
        for site in known.of(decl):
            if (
                not isinstance(site.statement, m.Sentence)
                or not set(found.called_by(site.statement.act)) & part
            ):
                continue
            if any(found.reads(guard) & changed for guard, _ in site.guards):
                return True
            if isinstance(decl, m.Procedure) and decl.event is not None and EVENTS[decl.event.kind].uses_up:
                return True
    return False
