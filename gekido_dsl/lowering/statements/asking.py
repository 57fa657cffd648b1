"""Sentences with one decision: the options it has, the choice, and the act. See `choosing_several` for several."""

from collections.abc import Iterator

from gekido_dsl.lowering.choosing.options import Options, options_of
from gekido_dsl.lowering.game.sites import Site, Stop
from gekido_dsl.lowering.statements import asking_ahead, drawing_first, following
from gekido_dsl.lowering.writing.choices import choose, draw
from gekido_dsl.lowering.writing.steps import step
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.operator import Nothing
from gekido_dsl.model.types import NONE, item
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def single(w: Writer, sentence: m.Sentence) -> None:
    """Writes a sentence with one decision: ask, act, and what else when nothing can be chosen."""
    decision = sentence.decision
    assert decision is not None
    with w.code.block("decided") as after:
        if sentence.condition is not None:
            w.code.br(after, x.not_(w.test(sentence.condition)))
        seat = w.actor
        if sentence.actor is not None:
            seat = w.fixed(sentence.actor)
            w.code.br(after, x.eq(seat, NONE))
        with w.code.block("otherwise") as otherwise:
            if not decision.slots[-1].random:
                w.code.br(otherwise, w.is_out(seat))
            with w.acting(seat):
                for slot, value in zip(
                    decision.slots, _chosen(w, sentence, decision, seat, otherwise), strict=True
                ):
                    w.assign(slot.local, value)
                following.note(w, sentence, [w.variables[slot.local] for slot in decision.slots])
                w.sure = {slot.local for slot in decision.slots if _never_none(slot.candidates)}
                with step(w, sentence.span, sentence.cites):
                    w.act(sentence)
                w.sure = set()
            w.code.br(after)
        w.block(sentence.otherwise or ())


def _chosen(
    w: Writer, sentence: m.Sentence, decision: m.Decision, seat: ir.Expr, otherwise: ir.Label
) -> Iterator[ir.Expr]:
    """Writes the choice, and gives what fills the slots."""
    if asking_ahead.fits(w, decision):
        site = w.lowering.sites.add(question(w, sentence, decision, ""))
        yield from asking_ahead.ask(
            w, sentence, decision, site, otherwise, lambda hook: options_of(w, sentence, decision, hook=hook)
        )
        return
    if drawing_first.fits(w, sentence, decision):
        yield from drawing_first.ask(
            w, sentence, decision, otherwise, lambda: _listed(w, sentence, decision, seat, otherwise)
        )
        return
    yield from _listed(w, sentence, decision, seat, otherwise)


def _listed(
    w: Writer, sentence: m.Sentence, decision: m.Decision, seat: ir.Expr, otherwise: ir.Label
) -> Iterator[ir.Expr]:
    """Writes a choice of options that are all listed, and gives what fills the slots."""
    options = options_of(w, sentence, decision)
    picked = _pick(w, sentence, decision, seat, options, otherwise)
    for value in options.value:
        yield value(picked)


def _never_none(several: m.Expr) -> bool:
    """Tells whether none is never among several."""
    match several.record.nothing:
        case Nothing.NEVER:
            return True
        case Nothing.MAYBE:
            return False
        case Nothing.SET:
            return _never_none(several.args[0])
        case Nothing.OPERANDS:
            return all(_never_none(one) for one in several.args)
        case Nothing.DECLARED:
            return not several.ref.exceptions and _never_none(several.ref.value)


def _pick(
    w: Writer,
    sentence: m.Sentence,
    decision: m.Decision,
    seat: ir.Expr,
    options: Options,
    otherwise: ir.Label,
) -> ir.Expr:
    """Writes the choice: by chance or by a seat; without an option, or declined, it goes on otherwise."""
    count = w.code.let(options.count)
    if sentence.otherwise is None and not sentence.if_possible and not decision.may:
        with w.code.if_(x.not_(count)):
            w.error("there is nothing to choose: {}", sentence.span, decision.prompt)
    else:
        w.code.br(otherwise, x.not_(count))
    if decision.slots[-1].random:
        return draw(w, count, "pick", decision.prompt)
    site = question(w, sentence, decision, "no" if decision.may else "")
    about = w.spoken_of((sentence.act, decision))
    picked = choose(w, seat, count, site, options.value, decision.may, about)
    if decision.may:
        w.code.br(otherwise, x.eq(picked, count))
    return picked


def question(w: Writer, sentence: m.Sentence, decision: m.Decision, stop: Stop) -> Site:
    """Gives the site of a decision."""
    types = tuple(item(slot.candidates.type) for slot in decision.slots)
    cites = sentence.cites or (w.decl.cites if w.decl is not None else ())
    return Site(
        "choose",
        decision.prompt,
        w.rule,
        sentence.span,
        cites,
        types=types,
        stop=stop,
        source=sentence,
    )
