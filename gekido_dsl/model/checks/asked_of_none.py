"""Finds what is asked, or written, of a fact or a choice that may be none, where nothing tells that it is not."""

from collections.abc import Iterator
from typing import Any

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import nodes as m
from gekido_dsl.model import sites, walk
from gekido_dsl.model import unchosen as unchosen_names
from gekido_dsl.model.kernel.operator import Fails, Number
from gekido_dsl.model.sites import Site, Sites
from gekido_dsl.model.unchosen import Unchosen


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports each such fact once where it is used. What a rule waits for often set it, so triggers are left out."""
    every = sites.of(game)
    for decl in every.facts.decls:
        if not isinstance(decl, m.Procedure) or decl.event is not None:
            continue
        unchosen = dict(
            pair for body in _bodies(decl) for pair in unchosen_names.where_they_stand(body).items()
        )
        for site in every.of(decl):
            told: set[m.Expr] = set()
            here = unchosen.get(id(site.statement), {})
            for asked, of in (*_asked(site.statement, here), *_given(every, site, here)):
                if of in told or _settled(every, site, of, here):
                    continue
                told.add(of)
                name = " ".join(of.span.text.split())
                if isinstance(of, m.ops.Local):
                    yield _not_chosen(asked, of, name)
                    continue
                yield Diagnostic(
                    codes.ASKED_OF_NONE,
                    f"`{name}` may be none, which would be a rule error",
                    (Label(asked.span, "none has none of this"),),
                    _step(every, site, of, name),
                )


def _bodies(decl: m.Procedure) -> Iterator[tuple[m.Statement, ...]]:
    yield decl.body.statements
    yield from (one.body.statements for one in decl.exceptions if one.body is not None)


def _not_chosen(asked: m.Expr, of: m.Expr, name: str) -> Diagnostic:
    """Words the use of a name that a choice gives which need not be made."""
    name = f"the {name}" if name[:1].isupper() else name
    return Diagnostic(
        codes.ASKED_OF_NONE,
        f"nobody may have chosen `{name}`, which would be a rule error",
        (Label(asked.span, "used whether or not it was chosen"),),
        f"check first: `if {name} is not none`; or leave the rule if nothing is chosen: `otherwise stop`",
    )


def _given(every: Sites, site: Site, unchosen: Unchosen) -> Iterator[tuple[m.Expr, m.Expr]]:
    """Gives what a rule is done with that nobody may have chosen, where the rule takes it as chosen."""
    statement = site.statement
    if not isinstance(statement, m.Sentence) or not isinstance(statement.act, m.acts.Do):
        return
    for number, value in enumerate(statement.act.values, start=1):
        if not isinstance(value, m.ops.Local) or value.value not in unchosen:
            continue
        within: Unchosen = {number: None}
        if any(
            isinstance(of, m.ops.Local) and not _settled(every, inner, of, within)
            for inner in every.of(statement.act.rule)
            for _, of in _asked(inner.statement, within)
        ):
            yield value, value


def _step(every: Sites, site: Site, of: m.Expr, name: str) -> str:
    """Says what to do: where somebody else acts, `my` is theirs, and what was asked above was asked of another."""
    statement = site.statement
    if isinstance(statement, m.Sentence) and statement.actor is not None and every.facts.speaks_of_me(of):
        who = " ".join(statement.actor.span.text.split())
        return f"`my` is here that of `{who}`, who acts here: choose or name the thing before this, or let `me` act"
    return f"check first: `if {name} is not none`"


def _own(statement: m.Statement) -> Any:
    if isinstance(statement, m.Sentence):
        return (statement.act, statement.decision)
    return statement.asked


def _asked(statement: m.Statement, unchosen: Unchosen) -> Iterator[tuple[m.Expr, m.Expr]]:
    """Gives what is a rule error of none, and the fact that it is asked of."""
    root = _own(statement)
    found = [
        expr
        for expr in walk.exprs(root)
        if expr.record.fails is Fails.OF_NONE and expr.args and _may_be_none(expr.args[0], unchosen)
    ]
    if found:
        within = {id(one.place) for one in walk.exprs(root) if isinstance(one, m.ops.InPlace)}
        for expr in found:
            if id(expr) not in within:
                yield expr, expr.args[0]
    match statement:
        case m.Sentence(act=m.acts.Set(fact=fact) | m.acts.Gain(fact=fact) | m.acts.Lose(fact=fact)):
            if (
                isinstance(fact, m.ops.Field)
                and not statement.if_possible
                and _may_be_none(fact.thing, unchosen)
            ):
                yield fact, fact.thing
        case _:
            pass


def _may_be_none(expr: m.Expr, unchosen: Unchosen) -> bool:
    if isinstance(expr, m.ops.Local):
        return expr.value in unchosen
    return isinstance(expr, m.ops.Field | m.ops.Cell) and expr.ref.optional


def _settled(every: Sites, site: Site, of: m.Expr, unchosen: Unchosen) -> bool:
    """Tells whether something known where a statement stands speaks of the fact, or its body sets it."""
    statement = site.statement
    if isinstance(of, m.ops.Local):
        when = unchosen[of.value]
        if when is not None and (when, True) in site.guards:
            return True
        asking = [one for one in walk.exprs(_own(statement)) if isinstance(one, m.ops.Is)]
        named = [inner for one in asking for inner in one.args]
        return any(_is_it(one, of) for one in named) or any(_speaks_of(guard, of) for guard, _ in site.guards)
    known = [guard for guard, _ in site.guards]
    asking = [one for one in walk.exprs(_own(statement)) if isinstance(one, m.ops.Is) and of in one.args]
    if asking or any(of in walk.inside(one) for one in known):
        return True
    if isinstance(statement, m.Sentence) and statement.actor is not None and every.facts.speaks_of_me(of):
        return False
    return any(isinstance(act, m.acts.Set) and act.fact == of for act in every.facts.acts(site.owner))


def _is_it(expr: m.Expr, of: m.ops.Local) -> bool:
    return isinstance(expr, m.ops.Local) and expr.value == of.value


def _speaks_of(guard: m.Expr, of: m.ops.Local) -> bool:
    """Tells whether a condition speaks of a local, not of one of that number that it goes through things with."""
    within = list(walk.inside(guard))
    own = {getattr(one, "value", None) for one in within if one.record.number is Number.BOUND}
    return of.value not in own and any(_is_it(one, of) for one in within)
