"""Finds payments before which nothing asks whether what is paid is there: where it is not, play ends in a rule error.

Silent where a condition, a choice or a number around the payment has to do with what is paid: whoever wrote it thought
of the lack, and whether they thought of all is seen in play.
"""

from collections.abc import Iterable, Iterator, Sequence

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import bounds, conditions, flow, sites
from gekido_dsl.model import nodes as m
from gekido_dsl.model.facts import Fact
from gekido_dsl.model.ranges import meet


def unasked(game: m.Game) -> Iterator[Diagnostic]:
    """Reports payments that may be impossible and are made all the same."""
    every, known = sites.of(game), bounds.of(game)
    for decl in every.facts.decls:
        asked = _read_by(every, _asked(decl, ()))
        around: set[Fact] | None = None
        before: sites.Site | None = None
        for site in every.of(decl):
            if before is not None:
                asked |= _read_by(every, _asked(None, (before,)))
            before, payment = site, site.statement
            if not isinstance(payment, m.If) or not _owed(payment):
                continue
            if conditions.together([*site.guards, (payment.condition, False)]) is None:
                continue
            if around is None:
                around = _asked_around(every, decl)
            paid = _reads(every, payment.condition)
            guards = (guard for guard, _ in site.guards)
            # What is asked before, or where the rule is done, has to do with what is paid.
            if paid & asked or paid & around or any(paid & _reads(every, one) for one in guards):
                continue
            if _enough(known, site, payment.condition):
                continue
            yield Diagnostic(
                codes.SUPPLY_MAY_RUN_OUT,
                "the player may not be able to pay, and nothing checks first",
                (Label(payment.span, "a rule error then"),),
                "check first: `if I can pay ...`; or add `if possible`, `may` or `otherwise`",
            )


def _owed(payment: m.If) -> bool:
    """Tells whether an `if` is a payment whose lack is a rule error."""
    return any(isinstance(one, m.Sentence) and isinstance(one.act, m.acts.Owe) for one in payment.otherwise)


def _asked_around(every: sites.Sites, decl: m.Decl) -> set[Fact]:
    """Gives the facts that are asked for where a rule is done."""
    found: set[Fact] = set()
    named = isinstance(decl, m.Procedure) and decl.word in ("rule", "effect")
    for caller in every.facts.decls if named else ():
        if decl in every.facts.calls(caller):
            around = every.of(caller)
            found |= _read_by(every, (guard for one in around for guard, _ in one.guards))
            found |= _read_by(every, _asked(caller, around))
    return found


def _read_by(every: sites.Sites, asked: Iterable[m.Expr]) -> set[Fact]:
    return {fact for one in asked for fact in _reads(every, one)}


def _asked(decl: m.Decl | None, found: Sequence[sites.Site]) -> Iterator[m.Expr]:
    """Gives what statements ask and offer, and with what the declaration is used."""
    if isinstance(decl, m.Procedure) and decl.candidates is not None:
        yield decl.candidates
    for one in found:
        if isinstance(one.statement, m.Sentence):
            if one.statement.condition is not None:
                yield one.statement.condition
            if one.statement.decision is not None:
                yield from (slot.candidates for slot in one.statement.decision.slots)


def _reads(every: sites.Sites, asked: m.Expr) -> set[Fact]:
    """Gives the facts that a condition reads; where it reads none, the kinds of things whose places it asks."""
    read = every.facts.reads(asked)
    return {key for key in read if key[0] == "field"} or {
        key for key in read if key[0] == "where" and isinstance(key[1], m.Kind)
    }


def _enough(known: bounds.Bounds, site: sites.Site, there: m.Expr) -> bool:
    """Tells whether the least that there can be is as much as the most that is due."""
    parts = (there.left, there.right, *(there.more or ())) if isinstance(there, m.ops.And) else (there,)
    for part in parts:
        if not isinstance(part, m.ops.AtLeast):
            return False
        least = meet(known.at(site, part.left), flow.at(known.game, site, part.left))[0]
        most = known.at(site, part.right)[1]
        if least is None or most is None or least < most:
            return False
    return True
