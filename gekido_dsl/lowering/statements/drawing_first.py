"""A decision whose options are tried for what they leave: at random, a way is drawn first, and tried alone.

A way that does not pass is taken out, and another one is drawn of those that are left, so each that passes is taken as
often; `gekido_dsl.rng` says which. Whoever has to be offered something is offered all that pass, as ever.
"""

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import replace

from gekido_dsl.ground.ladders import joined, sampled
from gekido_dsl.ground.limits import CHOICES_LIMIT
from gekido_dsl.lowering.choosing import ladders
from gekido_dsl.lowering.choosing.options import options_of, values_of
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.writing import trying
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def fits(w: Writer, sentence: m.Sentence, decision: m.Decision) -> bool:
    """Tells whether a decision is asked in this way."""
    if not sampled(sentence, decision) or w.lowering.looks_ahead:
        return False
    return _most(w, decision) <= CHOICES_LIMIT and w.lowering.takes(Special.DRAWN_FIRST)


def _most(w: Writer, decision: m.Decision) -> int:
    """Gives how many ways there can be."""
    found = 1
    with ExitStack() as filled, w.code.nested():
        for slot in decision.slots:
            found *= max(w.unwritten(lambda slot=slot: values_of(w, slot)).most, 1)  # type: ignore[misc]
            filled.enter_context(w.bind(slot.local, w.code.local("probe")))
    return found


def ask(
    w: Writer,
    sentence: m.Sentence,
    decision: m.Decision,
    otherwise: ir.Label,
    listed: Callable[[], Iterable[ir.Expr]],
) -> list[ir.Local]:
    """Writes the decision, and gives what fills its slots.

    Args:
        listed: writes it as one whose options are all listed.
    """
    code = w.code
    with code.if_(x.load(trying.of(w.lowering).leaving)):
        w.error("what a choice must leave is tried before it is chosen, and so nobody may be asked", None)
    chosen = [code.variable(NONE, "chosen") for _ in decision.slots]
    with code.nested() as drawn:
        _draw(w, sentence, decision, otherwise, chosen)
    with code.nested() as level:
        for local, value in zip(chosen, listed(), strict=True):
            code.set(local, value)
    code.emit(ir.Sampled(tuple(drawn.body), tuple(level.body)))
    return chosen


def _draw(
    w: Writer, sentence: m.Sentence, decision: m.Decision, otherwise: ir.Label, chosen: list[ir.Local]
) -> None:
    """Writes that ways are drawn until one passes."""
    code, most = w.code, _most(w, decision)
    options = options_of(w, sentence, replace(decision, ladders=()))
    ways = code.let(options.count)
    left = code.variable(ways, "left")
    out = code.frame("taken out", most)
    declines = code.variable(0, "declines") if decision.may else None
    code.emit(ir.Picking())
    with code.block("drawn") as done:
        with code.loop("draw", bound=most + 1) as again, code.if_(left):
            k = code.variable(0, "k")
            if declines is None:
                code.emit(ir.Pick(k, left))
            else:
                # Who would decline is asked only if some way passes.
                with code.if_(x.not_(declines)):
                    code.emit(ir.Pick(k, x.add(left, 1)))
                    with code.if_(x.eq(k, left)):
                        code.set(declines, 1)
                        code.set(k, 0)
            gone, at = code.let(x.sub(ways, left)), code.variable(0, "at")
            with code.block("placed") as placed, code.loop("place", bound=most + 1) as more:
                code.br(placed, x.ge(at, gone))
                code.br(placed, x.gt(x.load(out, at), k))
                code.set(k, x.add(k, 1))
                code.set(at, x.add(at, 1))
                code.br(more)
            values = [code.let(value(k)) for value in options.value]
            with code.if_(_passes(w, sentence, decision, values)):
                code.emit(ir.Picked(x.add(ways, int(decision.may))))
                if declines is not None:
                    code.br(otherwise, declines)
                for local, value in zip(chosen, values, strict=True):
                    code.set(local, value)
                code.br(done)
            free = code.variable(gone, "free")
            with code.block("moved") as moved, code.loop("move", bound=most + 1) as more:
                code.br(moved, x.le(free, at))
                code.store(out, free, x.load(out, x.sub(free, 1)))
                code.set(free, x.sub(free, 1))
                code.br(more)
            code.store(out, at, k)
            code.set(left, x.sub(left, 1))
            code.br(again)
        code.emit(ir.Unpicked())
        if sentence.otherwise is None and not sentence.if_possible and not decision.may:
            w.error("there is nothing to choose: {}", sentence.span, decision.prompt)
        else:
            code.br(otherwise)


def _passes(w: Writer, sentence: m.Sentence, decision: m.Decision, values: list[ir.Expr]) -> ir.Expr:
    """Writes that a way is tried; gives whether it passes."""
    with ExitStack() as filled:
        for slot, value in zip(decision.slots, values, strict=True):
            filled.enter_context(w.bind(slot.local, value))
        passes = x.constant(1)
        for (rung,) in joined(decision.ladders):
            assert rung is not None
            passes = w.code.let(x.and_(passes, ladders.leaves(w, sentence, rung)))
    return passes
