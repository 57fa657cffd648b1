"""`stop` and `skip`."""

from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m


def leave(w: Writer, sentence: m.Sentence, act: m.acts.Stop | m.acts.Skip) -> None:
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
