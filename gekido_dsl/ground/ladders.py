"""Ladders of a decision as they are gone through: what must be left is asked of one trial for all that must be left."""

from collections.abc import Sequence

from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BOOL

Ladder = Sequence[m.Expr | None]


def sampled(sentence: m.Sentence, decision: m.Decision) -> bool:
    """Tells whether who chooses at random draws one of all ways first, and tries it then; see `gekido_dsl.rng`."""
    return (
        bool(decision.ladders)
        and sentence.each < 0
        and len(decision.slots) <= 2
        and not decision.slots[-1].random
        and not isinstance(sentence.act, m.acts.Turn)
        and all(len(rungs) == 1 and isinstance(rungs[0], m.ops.Leaves) for rungs in decision.ladders)
    )


def joined(ladders: Sequence[Ladder]) -> list[Ladder]:
    """Gives the ladders; of those that follow one another and say only what must be left, one that says all of it.

    An option passes them one by one if it passes all of them, and none is asked of an option that failed one before.
    """
    found: list[Ladder] = []
    for rungs in ladders:
        before = found[-1] if found else ()
        if len(before) == len(rungs) == 1:
            first, second = before[0], rungs[0]
            if isinstance(first, m.ops.Leaves) and isinstance(second, m.ops.Leaves):
                both = m.ops.And(BOOL, first.span, left=first.condition, right=second.condition)
                found[-1] = (m.ops.Leaves(BOOL, first.span, condition=both),)
                continue
        found.append(rungs)
    return found
