"""Verbs that run something else or leave it: rules, effects, windows and phases."""

from gekido_dsl.lowering.lowering import PHASE
from gekido_dsl.lowering.registry import verb
from gekido_dsl.lowering.sites import Listed
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m


@verb("do")
def do(w: Writer, s: m.Sentence) -> None:
    """Runs a rule or effect with what it is given."""
    w.call(w.lowering.body_of(s.act.ref), w.actor, *(w.fixed(one) for one in s.act.args))


@verb("end")
def end(w: Writer, s: m.Sentence) -> None:
    """Leaves everything down to the phase, and the phase."""
    status = PHASE + w.lowering.phases[id(s.act.ref)]
    if w.phase is not None and w.phase[0] == status:
        w.code.br(w.phase[1])
    else:
        w.code.return_(status)


@verb("bind")
def bind(w: Writer, s: m.Sentence) -> None:
    """Keeps what was chosen in a local."""
    from gekido_dsl.lowering.sets import Set

    found = w.lower(s.act.args[0])
    chance = s.decision is not None and any(x.random for x in s.decision.slots)
    if isinstance(found, Set):
        several = found.freeze(w)
        w.assign_several(s.act.value, several)
        several.each(w, lambda one, _: w.tell("item", one))
        w.tell("choose", s.act.args[0].type, Listed(several.count(w)), chance)
        return
    value = w.code.let(found)
    w.assign(s.act.value, value)
    w.tell(
        "choose",
        s.act.args[0].type,
        value,
        chance,
    )
