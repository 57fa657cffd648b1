"""Finds what is asked of players who are not there: by a seat that a game with fewer players does not have, or after
they went out.

A line that a variant adds is read for one thing more: whether the lines of the base before it may have put out of the
game the player whom it gives something. Whoever wrote the base knew what comes after it; the variant may not.
"""

from collections.abc import Iterator
from typing import Any

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import sites, walk
from gekido_dsl.model.types import NONE, PlayerType


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports what is asked of a missing player where nothing asked how many there are, or whether they are there."""
    every = sites.of(game)
    for decl in every.facts.decls:
        found = every.of(decl)
        if isinstance(decl, m.Procedure) and found:
            for site in found:
                known = [guard for guard, holds in site.guards if holds]
                yield from _asked(game, _own(site.statement), known)
            settled = {id(site.statement) for site in found if _asks_who_remains(site)}
            for body in walk.bodies(decl):
                yield from _given_to_who_is_out(every, decl, body, settled, out=False)
                yield from _asked_when_out(body, settled, [])
        else:
            yield from _asked(game, decl, [decl])


def _own(statement: m.Statement) -> Any:
    """Gives what a statement itself says, without the blocks in it."""
    if isinstance(statement, m.Sentence):
        return (statement.act, statement.decision, statement.asked)
    return statement.asked


def _asked(game: m.Game, root: Any, known: list[Any]) -> Iterator[Diagnostic]:
    told: set[int] = set()
    for expr in walk.exprs(root):
        if not expr.record.of_player or not expr.args:
            continue
        player = expr.args[0]
        if not _is_seat(player) or player.value < game.least_players or player.value in told:
            continue
        if any(_settles(guard, player.value) for one in (*known, root) for guard in walk.exprs(one)):
            continue
        told.add(player.value)
        few = "1 player" if player.value == 1 else f"{game.least_players} players"
        yield Diagnostic(
            codes.MISSING_PLAYER,
            f"with {few} there is no such player, but something of theirs is used",
            (Label(expr.span, "nobody's"),),
            f"check first: `if {' '.join(player.span.text.split())} is not none`, or `if the number of players is ...`",
        )


def _is_seat(expr: m.Expr) -> bool:
    return isinstance(expr, m.ops.Const) and isinstance(expr.type, PlayerType) and expr.value != NONE


def _settles(expr: m.Expr, seat: int) -> bool:
    """Tells whether a condition asks how many players there are, or whether the player of a seat is there."""
    if isinstance(expr, m.ops.Count):
        return isinstance(expr.set, m.ops.Players)
    match expr:
        case m.ops.Is(left=left, right=right):
            asked: tuple[m.Expr, ...] = (left, right)
        case m.ops.Remaining(of=player):
            asked = (player,)
        case _:
            return False
    return any(_is_seat(one) and one.value == seat for one in asked)


def _given_to_who_is_out(
    every: sites.Sites, decl: m.Procedure, block: tuple[m.Statement, ...], settled: set[int], *, out: bool
) -> Iterator[Diagnostic]:
    """Reports lines that a variant adds and that give something to who acts, after lines that may put them out.

    Args:
        settled: the ids of statements before which it was asked who remains.
        out: whether who acts may be out where the block begins.
    """
    for statement in block:
        added = statement.span.source is not decl.name_span.source
        if out and added and isinstance(statement, m.Sentence) and id(statement) not in settled:
            if _gives(statement.act):
                yield Diagnostic(
                    codes.MISSING_PLAYER,
                    "the acting player may be out of the game here but still receives something",
                    (Label(statement.span, "lost to the game, if they are out"),),
                    "check first: `if me is remaining`",
                )
        for inner in statement.blocks:
            yield from _given_to_who_is_out(every, decl, inner, settled, out=out)
        out = out or ("out", None) in every.facts.changed_in((statement,))


def _asked_when_out(
    block: tuple[m.Statement, ...], settled: set[int], out: list[m.Expr]
) -> Iterator[Diagnostic]:
    """Reports choices of a player whom a line before them puts out: nobody makes them.

    Args:
        settled: the ids of statements before which it was asked who remains.
        out: who went out before the block.
    """
    out = list(out)
    for statement in block:
        if (
            isinstance(statement, m.Sentence)
            and statement.decision is not None
            and id(statement) not in settled
        ):
            if statement.actor in out:
                yield Diagnostic(
                    codes.MISSING_PLAYER,
                    "the player who should choose here has been eliminated, so nobody is asked",
                    (Label(statement.span, "only what is done otherwise"),),
                    "let them choose first and eliminate them afterwards",
                )
        for inner in statement.blocks:
            yield from _asked_when_out(inner, settled, out)
        if isinstance(statement, m.Sentence) and statement.condition is None:
            if isinstance(statement.act, m.acts.Eliminate) and isinstance(statement.act.players, m.ops.Local):
                out.append(statement.act.players)


def _gives(act: m.Act) -> bool:
    """Tells whether an act gives things to who does it."""
    match act:
        case m.acts.Draw() | m.acts.Take():
            return True
        case m.acts.Move(goal=m.ops.Place(owner=m.ops.Actor())):
            return True
        case _:
            return False


def _asks_who_remains(site: sites.Site) -> bool:
    """Tells whether it was asked before a statement who is still in the game."""
    guards = [guard for guard, _ in site.guards]
    if isinstance(site.statement, m.Sentence) and site.statement.condition is not None:
        guards.append(site.statement.condition)
    return any(isinstance(part, m.ops.Remaining) for guard in guards for part in walk.inside(guard))
