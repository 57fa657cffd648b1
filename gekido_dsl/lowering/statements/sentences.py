"""Sentences, and statements under a condition."""

from gekido_dsl.lowering.statements import arranging, asking, choosing_several, flow
from gekido_dsl.lowering.writing.registry import writes
from gekido_dsl.lowering.writing.steps import step
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x


@writes(m.If)
def condition(w: Writer, statement: m.If) -> None:
    """Writes `if`."""
    with w.code.if_(w.test(statement.condition)):
        w.block(statement.then)
    with w.code.else_():
        w.block(statement.otherwise)


@writes(m.Sentence)
def sentence(w: Writer, sentence: m.Sentence) -> None:
    """Writes a sentence, by what it asks."""
    act = sentence.act
    if isinstance(act, m.acts.Stop | m.acts.Skip):
        flow.leave(w, sentence, act)
    elif isinstance(act, m.acts.Arrange):
        arranging.write(w, sentence, act)
    elif sentence.decision is None:
        _plain(w, sentence)
    elif sentence.each < 0:
        asking.single(w, sentence)
    else:
        choosing_several.write(w, sentence)


def _plain(w: Writer, sentence: m.Sentence) -> None:
    """Writes a sentence without a choice."""
    with w.code.block("sentence") as after:
        if sentence.condition is not None:
            w.code.br(after, x.not_(w.test(sentence.condition)))
        if sentence.actor is None:
            with step(w, sentence.span, sentence.cites):
                w.act(sentence)
            return
        who = w.fixed(sentence.actor)
        w.code.br(after, x.eq(who, NONE))
        with w.acting(who), step(w, sentence.span, sentence.cites):
            w.act(sentence)
