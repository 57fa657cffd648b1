"""Finds what is asked, or written, of a fact that may be none, where nothing tells that it is not."""

from collections.abc import Iterator
from typing import Any

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import sites, walk
from gekido_dsl.model.kernel.operator import Fails
from gekido_dsl.model.sites import Site, Sites


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports each such fact once where it is used. What a rule waits for often set it, so triggers are left out."""
    every = sites.of(game)
    for decl in every.facts.decls:
        if not isinstance(decl, m.Procedure) or decl.event is not None:
            continue
        for site in every.of(decl):
            told: set[m.Expr] = set()
            for asked, of in _asked(site.statement):
                if of in told or _settled(every, site, of):
                    continue
                told.add(of)
                name = " ".join(of.span.text.split())
                yield Diagnostic(
                    codes.ASKED_OF_NONE,
                    f"`{name}` may be none, and then this is a rule error",
                    (Label(asked.span, "none has none of this"),),
                    _step(every, site, of, name),
                )


def _step(every: Sites, site: Site, of: m.Expr, name: str) -> str:
    """Says what to do: where somebody else acts, `my` is theirs, and what was asked above was asked of another."""
    statement = site.statement
    if isinstance(statement, m.Sentence) and statement.actor is not None and every.facts.speaks_of_me(of):
        who = " ".join(statement.actor.span.text.split())
        return (
            f"`my` is here that of `{who}`, who acts: choose or name what is meant before, or let `me` do it"
        )
    return f"ask before: `if {name} is not none`"


def _own(statement: m.Statement) -> Any:
    if isinstance(statement, m.Sentence):
        return (statement.act, statement.decision)
    return statement.asked


def _asked(statement: m.Statement) -> Iterator[tuple[m.Expr, m.Expr]]:
    """Gives what is a rule error of none, and the fact that it is asked of."""
    root = _own(statement)
    within = {id(one.place) for one in walk.exprs(root) if isinstance(one, m.ops.InPlace)}
    for expr in walk.exprs(root):
        if expr.record.fails is Fails.OF_NONE and expr.args and id(expr) not in within:
            if _may_be_none(expr.args[0]):
                yield expr, expr.args[0]
    match statement:
        case m.Sentence(act=m.acts.Set(fact=fact) | m.acts.Gain(fact=fact) | m.acts.Lose(fact=fact)):
            if isinstance(fact, m.ops.Field) and not statement.if_possible and _may_be_none(fact.thing):
                yield fact, fact.thing
        case _:
            pass


def _may_be_none(expr: m.Expr) -> bool:
    return isinstance(expr, m.ops.Field | m.ops.Cell) and expr.ref.optional


def _settled(every: Sites, site: Site, of: m.Expr) -> bool:
    """Tells whether something known where a statement stands speaks of the fact, or its body sets it."""
    statement = site.statement
    known = [guard for guard, _ in site.guards]
    asking = [one for one in walk.exprs(_own(statement)) if isinstance(one, m.ops.Is) and of in one.args]
    if asking or any(of in walk.inside(one) for one in known):
        return True
    if isinstance(statement, m.Sentence) and statement.actor is not None and every.facts.speaks_of_me(of):
        return False
    return any(isinstance(act, m.acts.Set) and act.fact == of for act in every.facts.acts(site.owner))
