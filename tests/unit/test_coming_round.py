"""Whether a word tells that a loop was not left: it is false on each way out of it."""

import pytest

from gekido_dsl.model import nodes as m
from gekido_dsl.model.coming_round import told_by
from gekido_dsl.model.types import BOOL
from gekido_dsl.source import Source

SPAN = Source("a.gdl", "x").span(0, 1)
YES = m.ops.Const(BOOL, SPAN, value=1)
Block = tuple[m.Statement, ...]


def noted(value: int, local: int = 3) -> m.Statement:
    return m.Sentence(m.acts.Bind(m.ops.Const(BOOL, SPAN, value=value), local), SPAN)


def stop(depth: int = 0) -> m.Statement:
    return m.Sentence(m.acts.Stop(depth), SPAN)


def when(*block: m.Statement) -> m.Statement:
    return m.If(YES, block, (), SPAN)


def again(*block: m.Statement) -> m.Statement:
    return m.Repeat(YES, None, -1, block, SPAN)


@pytest.mark.parametrize(
    "body",
    [
        (noted(0), stop()),
        (noted(0), when(noted(0)), stop()),
        (noted(0), when(noted(1), noted(0), stop())),
        (noted(0), again(stop(1))),
        (noted(1), noted(0), when(stop())),
    ],
)
def test_a_word_that_is_false_on_each_way_out_tells(body: Block) -> None:
    assert told_by(body) == 3


@pytest.mark.parametrize(
    "body",
    [
        (stop(),),
        (noted(0), noted(1), stop()),
        (noted(0), when(noted(1)), stop()),
        (noted(0), when(when(noted(1))), stop()),
        (noted(0), again(stop(1), noted(1))),
        (noted(0), stop(), when(stop(), noted(1)), stop()),
    ],
)
def test_a_word_that_may_be_true_again_tells_nothing(body: Block) -> None:
    assert told_by(body) is None
