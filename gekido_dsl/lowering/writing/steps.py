"""Steps: an act with what it makes due, which runs in order when the act is done."""

from collections.abc import Iterator
from contextlib import contextmanager

from gekido_dsl.lowering.writing.due import EVERYWHERE, WIDE, Due, Once
from gekido_dsl.lowering.writing.same_time import run_in_order
from gekido_dsl.lowering.writing.triggers import run_one
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.source import Span


@contextmanager
def step(w: Writer, span: Span | None = None, cites: tuple[m.Citation, ...] = ()) -> Iterator[None]:
    """Writes a step: what it makes due runs when it is done."""
    outer = w.due, w.rounds, w.region, w.span, w.cites
    w.due, w.rounds, w.region = Due(), 1, 0
    w.span, w.cites = span or w.span, cites or w.cites
    yield
    due = w.due
    w.due, w.rounds, w.region = outer[:3]
    run(w, due)
    w.span, w.cites = outer[3:]


def run(w: Writer, due: Due) -> None:
    """Runs what is due, in order."""
    code = w.code
    for part in due.parts:
        if isinstance(part, Once):
            with code.if_(part.flag):
                code.set(part.flag, 0)
                w.call(part.function, *part.numbers)
            continue
        if part.region == EVERYWHERE:
            run_in_order(w, part)
            continue
        number = code.variable(0, "due")
        with code.block("due") as done, code.loop("due", bound=part.entries.length) as again:
            code.br(done, x.ge(number, part.count))
            run_one(w, part, x.mul(number, WIDE))
            code.set(number, x.add(number, 1))
            code.br(again)
        code.set(part.count, 0)
