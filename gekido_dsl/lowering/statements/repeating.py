"""`repeat` that does not look ahead."""

from gekido_dsl.lowering.writing.around import Around
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x


def plain_repeat(w: Writer, repeat: m.Repeat) -> None:
    """Writes `repeat`: while a condition holds, or so many times."""
    w.assign(repeat.counter, w.value(repeat.times) if repeat.times is not None else 0)
    counter = w.variables[repeat.counter]
    rest = w.lowering.rests.of_loop(repeat)
    with w.code.block("repeat") as after, w.code.loop("repeat") as again:
        if rest:
            w.code.rest(rest)
        if repeat.times is not None:
            w.code.set(counter, x.sub(counter, 1))
            w.code.br(after, x.lt(counter, 0))
        elif repeat.condition is not None:
            w.code.br(after, x.not_(w.test(repeat.condition)))
        with w.code.block("round") as head:
            w.around.append(Around(after, head))
            w.block(repeat.body)
            w.around.pop()
        w.code.br(again)
