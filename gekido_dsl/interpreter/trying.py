"""Trying what is not done yet: on a copy of a state, and nothing of it stays.

Invariants:
    What is tried uses no chance; where it would, that is a rule error.
    Every step that is tried counts as work of the decision that is being prepared.
"""

from collections.abc import Callable
from typing import Final

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter.same_time import in_order
from gekido_dsl.interpreter.state import State
from gekido_dsl.rng import Rng
from gekido_dsl.source import Span

DEPTH_LIMIT: Final = 200
"""How many bodies may run inside one another."""


class _NoChance(Rng):
    """Refuses to draw."""

    def below(self, n: int) -> int:
        raise RuleError("this is tried before it is chosen, and so it may use no chance", None)


def advance(s: State) -> None:
    """Takes one step, and puts what follows from it on the stack."""
    frame = s.frames[-1]
    frame.code.steps[frame.step](s, frame)
    if s.pending:
        s.frames += reversed(in_order(s, s.pending))
        s.pending = []
    if len(s.frames) > DEPTH_LIMIT:
        raise RuleError(
            "this calls itself without end", frame.code.spans[min(frame.step, len(frame.code.spans) - 1)]
        )


def on_trial(s: State) -> State:
    """Gives a copy to try something on."""
    made = s.copy()
    rng = _NoChance(0)
    rng.state = s.rng.state
    made.rng, made.trying = rng, True
    return made


def go_on(s: State, done: Callable[[], bool], span: Span) -> None:
    """Takes steps until it is done, a question is open or the match is over.

    Args:
        span: what is being prepared, for too much work.
    """
    evaluator = s.program.evaluator
    with evaluator.apart():
        while s.question is None and s.frames and not done():
            evaluator.look(1, span)
            advance(s)


def cost_of(s: State) -> int:
    """Tells how much work a copy of a state is."""
    return 10 + (len(s.cells) + len(s.contents)) // 16
