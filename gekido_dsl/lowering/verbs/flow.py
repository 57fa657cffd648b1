"""Verbs that run something else or leave it: rules, effects, windows and phases."""

from gekido_dsl.lowering.game.lowering import PHASE
from gekido_dsl.lowering.game.sites import Listed
from gekido_dsl.lowering.sets.sets import Set
from gekido_dsl.lowering.writing.registry import lowers
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m


@lowers(m.acts.Do)
def do(w: Writer, s: m.Sentence, act: m.acts.Do) -> None:
    """Runs a rule or effect with what it is given."""
    w.call(w.lowering.body_of(act.rule), w.actor, *(w.fixed(one) for one in act.values))


@lowers(m.acts.End)
def end(w: Writer, s: m.Sentence, act: m.acts.End) -> None:
    """Leaves everything down to the phase, and the phase."""
    status = PHASE + w.lowering.phases[id(act.phase)]
    if w.phase is not None and w.phase[0] == status:
        w.code.br(w.phase[1])
    else:
        w.code.return_(status)


@lowers(m.acts.Bind)
def bind(w: Writer, s: m.Sentence, act: m.acts.Bind) -> None:
    """Keeps what was chosen, or is known, in a local; what is known is not told."""
    found = w.lower(act.found)
    chance = s.decision is not None and any(x.random for x in s.decision.slots)
    if isinstance(found, Set):
        several = found.freeze(w)
        w.assign_several(act.local, several)
        if s.decision is not None:
            several.each(w, lambda one, _: w.tell("item", one))
            w.tell("choose", act.found.type, Listed(several.count(w)), chance)
        return
    value = w.code.let(found)
    w.assign(act.local, value)
    if s.decision is None:
        return
    w.tell("choose", act.found.type, value, chance)


@lowers(m.acts.Owe)
def owe(w: Writer, s: m.Sentence, act: m.acts.Owe) -> None:
    """Makes a rule error of a payment without what is to be paid."""
    w.error("this cannot be paid: {}", s.span, " ".join(s.span.text.split()))
