"""Taking a thing out of the chain of its place, and putting it into another."""

from gekido_dsl.lowering.sets.pen import Pen
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def put(
    w: Pen,
    thing: ir.Expr,
    before: ir.Expr,
    to: ir.Expr,
    *,
    under: bool = False,
    leaves: bool = False,
    comes: bool = False,
) -> None:
    """Takes a thing out of the place where it lies, if it lies anywhere, and puts it last, or first, into another.

    Args:
        to: none for nowhere.
        leaves: whether it is known to lie somewhere.
        comes: whether it is known to come somewhere.
    """
    code, chains = w.code, w.memory.chains
    with code.if_(x.constant(1) if leaves else x.ge(before, 0)):
        following, ahead = code.let(x.load(chains.next, thing)), code.let(x.load(chains.before, thing))
        with code.if_(x.ge(ahead, 0)):
            code.store(chains.next, ahead, following)
        with code.else_():
            code.store(chains.head, before, following)
        with code.if_(x.ge(following, 0)):
            code.store(chains.before, following, ahead)
        with code.else_():
            code.store(chains.tail, before, ahead)
        code.increase(chains.count, before, -1)
    code.store(chains.where, thing, to)
    with code.if_(x.constant(1) if comes else x.ge(to, 0)):
        near, far = (chains.head, chains.tail) if under else (chains.tail, chains.head)
        inward, outward = (chains.before, chains.next) if under else (chains.next, chains.before)
        end = code.let(x.load(near, to))
        code.store(outward, thing, end)
        code.store(inward, thing, NONE)
        with code.if_(x.ge(end, 0)):
            code.store(inward, end, thing)
        with code.else_():
            code.store(far, to, thing)
        code.store(near, to, thing)
        code.increase(chains.count, to)
    with code.else_():
        code.store(chains.next, thing, NONE)
        code.store(chains.before, thing, NONE)
