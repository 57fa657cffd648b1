"""Finds games that nobody can win and nothing can end, a limit of turns left aside."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import conditions, facts
from gekido_dsl.model import nodes as m


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports a game without an end, and ends whose condition nothing brings about."""
    found = facts.of(game)
    played = found.reach(one for one in (game.setup, game.turn) if one is not None)
    won = any(act.verb in ("win", "defeat", "rank") for decl in played for act in found.acts(decl))
    # Of games in a row, what the end of one changes counts for the next.
    before = [*played, *(end for end in game.ends if game.row)]
    changed = {fact for decl in before for fact in found.changes_of(decl)}
    for end in game.ends:
        condition = end.condition
        if condition is None:
            continue
        reads = found.reads(condition)
        if conditions.together([(condition, True)]) is None:
            why = "this contradicts itself"
        elif reads and not reads & changed:
            why = "nothing in the game changes what this asks about"
        else:
            continue
        yield Diagnostic(
            codes.NO_WAY_TO_END,
            "this end of the game never comes",
            (Label(condition.span, why),),
            "add a rule that brings it about, or ask about something that changes",
        )
    if not won and not game.ends:
        yield Diagnostic(
            codes.NO_WAY_TO_END,
            "nothing ends this game: there is no `the game ends when`, and no rule lets anybody win",
            (Label(game.turn.span if game.turn is not None else game.span, "the turn goes round for ever"),),
            "add `the game ends when ...`, or a rule in which somebody wins",
        )
