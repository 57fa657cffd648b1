"""Finds things that are shown to the player who sees them anyway: their own hand, as inside `each player`."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import facts, hidden, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import PLAYER


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports what is shown to its owner, who sees it, and to nobody else."""
    for decl in facts.of(game).decls:
        for body in walk.bodies(decl):
            for sentence, actor in _sentences(body, None):
                act = sentence.act
                if isinstance(act, m.acts.Show | m.acts.ShowFact) and act.players is not None:
                    shown = act.things if isinstance(act, m.acts.Show) else act.fact
                    found = _of_things(shown) if isinstance(act, m.acts.Show) else _of_fact(shown)
                    if found is not None and _named(found[0], actor) == _named(act.players, actor):
                        yield _shown(shown, found[1], act.players, actor)


def _sentences(
    body: tuple[m.Statement, ...], actor: m.Expr | None
) -> Iterator[tuple[m.Sentence, m.Expr | None]]:
    """Gives every sentence of a block, with the local of the player who acts there, inside `each player`."""
    for statement in body:
        if isinstance(statement, m.Sentence) and statement.actor is None:
            yield statement, actor
        inner = actor
        if isinstance(statement, m.Each) and statement.acting:
            inner = m.ops.Local(PLAYER, statement.span, value=statement.local)
        elif isinstance(statement, m.Menu) and statement.actor is not None:
            inner = None
        for block in statement.blocks:
            yield from _sentences(block, inner)


def _of_things(things: m.Expr) -> tuple[m.Expr, m.Decl] | None:
    """Gives whose hand things are shown of, and the hand; None for what its owner does not see anyway."""
    while things.record.owned and things.args and not isinstance(things, m.ops.Place):
        things = things.args[0]
    if not isinstance(things, m.ops.Place) or things.owner is None:
        return None
    place = things.ref
    return (things.owner, place) if place.seen == "owner" and place.owner == "player" else None


def _of_fact(fact: m.Expr) -> tuple[m.Expr, m.Decl] | None:
    """Gives whose fact or counter is shown, and what it is; None for what its owner does not see anyway."""
    if not isinstance(fact, m.ops.Field | m.ops.Counter) or not isinstance(fact.thing, m.ops.Mine):
        return None
    seen = hidden.seen(fact.ref) if isinstance(fact.ref, m.Field) else fact.ref.seen
    return (fact.thing.player, fact.ref) if seen == "owner" else None


def _shown(whole: m.Expr, hidden_: m.Decl, players: m.Expr, actor: m.Expr | None) -> Diagnostic:
    shown, to = (" ".join(one.span.text.split()) for one in (whole, players))
    me = actor is not None and isinstance(players, m.ops.Actor)
    return Diagnostic(
        codes.SHOWN_ALREADY,
        f"`{shown}` is shown to the player whose it is, who sees it anyway",
        (Label(players.span, "this is the owner" + (": in `each player`, `me` is that player" if me else "")),
         Label(hidden_.name_span, f"`{hidden_.name}` is seen by its owner")),
        f"name the other player instead of `{to}`; give whoever acts outside of the loop a word before it: "
        "`each player as the viewer`",
    )  # fmt: skip


def _named(expr: m.Expr, actor: m.Expr | None) -> m.Expr:
    return actor if isinstance(expr, m.ops.Actor) and actor is not None else expr
