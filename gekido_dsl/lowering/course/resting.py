"""Going on from a rest: all that comes before it is passed over."""

from collections.abc import Iterator
from contextlib import contextmanager

from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def going_on(w: Writer) -> ir.Expr:
    """Whether the entry goes on from a rest that it has not come to yet."""
    return x.load(w.memory.rest) if w.memory.rest is not None else x.constant(0)


def passed(w: Writer, rests: range) -> ir.Expr:
    """Whether the entry goes on from a rest behind all of these."""
    return x.ge(going_on(w), rests.stop) if rests else x.constant(0)


def inside(w: Writer, rests: range) -> ir.Expr:
    """Whether the entry goes on from one of these but the first."""
    return x.gt(going_on(w), rests.start) if len(rests) > 1 else x.constant(0)


@contextmanager
def passing_over(w: Writer, condition: ir.Expr) -> Iterator[None]:
    """What follows is passed over where the condition holds."""
    if condition == x.constant(0):
        yield
        return
    with w.code.block("passed over") as after:
        w.code.br(after, condition)
        yield
