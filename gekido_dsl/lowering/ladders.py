"""What a choice must be, or must leave: ladders of rungs, of which the first that any choice reaches counts for all."""

from gekido_dsl.lowering.registry import NotLowered
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def best(
    w: Writer, sentence: m.Sentence, decision: m.Decision, held: list[ir.Array], count: ir.Local, most: int
) -> None:
    """Leaves those options in the lists that the ladders let through: of the first rung that leaves any."""
    for rungs in decision.ladders:
        with w.code.block("rungs") as done:
            for rung in rungs:
                if rung is None:
                    w.code.br(done)
                    break
                if rung.op == "leaves":
                    raise NotLowered("what a choice must leave", rung.span)
                _rung(w, decision, rung, held, count, most, done)
            w.code.set(count, 0)


def _rung(
    w: Writer,
    decision: m.Decision,
    rung: m.Expr,
    held: list[ir.Array],
    count: ir.Local,
    most: int,
    done: ir.Label,
) -> None:
    """Keeps the options that a rung lets through, if any, and is done."""
    code = w.code
    passing, number = code.frame("passing", max(most, 1)), code.variable(0, "n")
    with code.each(0, count, "option") as k:
        for slot, array in zip(decision.slots, held, strict=True):
            w.bind(slot.local, code.let(x.load(array, k)))
        with code.if_(w.test(rung)):
            code.store(passing, number, k)
            code.set(number, x.add(number, 1))
    with code.if_(number):
        with code.each(0, number, "kept") as k:
            for array in held:
                code.store(array, k, x.load(array, x.load(passing, k)))
        code.set(count, number)
        code.br(done)
