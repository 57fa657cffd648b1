"""What is around a statement: the body and the blocks that `stop` and `skip` leave."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir

if TYPE_CHECKING:
    from gekido_dsl.lowering.writer import Writer


@dataclass(frozen=True, slots=True)
class Around:
    """A body or block around a statement."""

    after: ir.Label | None = None
    """Out of it; None for what is neither a body nor a loop."""
    head: ir.Label | None = None
    """Of a loop, to its next round."""
    secret: int = 0
    """How many secret parts it is."""


def leave(w: "Writer", sentence: m.Sentence, act: m.acts.Stop | m.acts.Skip) -> None:
    """Writes `stop`, which leaves a loop or else the body, or `skip`, which goes on with the next round."""
    loops = [k for k, one in enumerate(w.around) if one.head is not None]
    at = loops[-1 - act.depth] if loops else 0
    skips = isinstance(act, m.acts.Skip)
    crossed = w.around[at + skips :]
    label = w.around[at].head if skips else w.around[at].after
    assert label is not None

    def go() -> None:
        secret = sum(one.secret for one in crossed)
        if secret:
            w.code.increase(w.memory.system["secret"], 0, -secret)
        w.code.br(label)

    if sentence.condition is None:
        go()
        return
    with w.code.if_(w.test(sentence.condition)):
        go()
