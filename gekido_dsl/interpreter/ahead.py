"""Loops that look ahead: in them only choices are offered that still lead to the best end that can be reached.

All ways to the end of the loop are tried, depth first, each position once. Where a loop stands is a local of its frame,
so it is part of the state like any other; what was found is not, and is found again for the next question.
"""

from dataclasses import dataclass, replace
from typing import Any, Final

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter import trying
from gekido_dsl.interpreter.operators.making import WORK_LIMIT
from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.model.types import NONE
from gekido_dsl.source import Span
from gekido_dsl.telling.question import TAKE_BACK, Option

RUNNING: Final = 1
"""What the local of a loop holds while it runs."""
SHARE: Final = 4
"""How many times the usual work a search may be."""
QUESTIONS_LIMIT: Final = 60
"""How many questions may follow one another in a loop that looks ahead."""


@dataclass(frozen=True, slots=True)
class Ahead:
    """A loop that looks ahead."""

    local: int
    """Holds `RUNNING` while it runs."""
    number: Any
    """The function of the number that is to end best."""
    sign: int
    """1 for the highest, -1 for the lowest."""
    span: Span


def advance(s: State) -> None:
    """Takes one step; of a question that it asks in a loop that looks ahead, the best choices stay."""
    trying.advance(s)
    if s.question is not None and s.program.looks_ahead and not s.trying:
        _narrow(s)


def leave(f: Frame) -> None:
    """Notes that a body leaves its loops."""
    for loop in f.code.aheads:
        f.locals[loop.local] = NONE


def _narrow(s: State) -> None:
    """Keeps the choices of the open question that lead to the best end."""
    running = [
        (at, loop)
        for at, frame in enumerate(s.frames)
        for loop in frame.code.aheads
        if frame.locals[loop.local] == RUNNING
    ]
    question = s.question
    assert question is not None
    forward = [option for option in question.options if option != TAKE_BACK]
    if not running or len(forward) < 2:
        return
    if len(running) > 1:
        raise RuleError(
            "one loop looks ahead inside another, so what is best is not known", running[1][1].span
        )
    search = _Search(*running[0], question.seat)
    evaluator = s.program.evaluator
    before = evaluator.work
    evaluator.work = before - (SHARE - 1) * WORK_LIMIT
    ends = {option: search.end_of(s, option, 1) for option in forward}
    evaluator.work = before + (evaluator.work - before + (SHARE - 1) * WORK_LIMIT) // SHARE
    best = max(ends.values())
    kept = [k for k, option in enumerate(question.options) if option == TAKE_BACK or ends[option] == best]
    s.question = replace(
        question,
        options=tuple(question.options[k] for k in kept),
        labels=tuple(question.labels[k] for k in kept) if question.labels else (),
    )


class _Search:
    """Finds the best end of one loop."""

    def __init__(self, at: int, loop: Ahead, seat: int) -> None:
        self.at = at
        self.loop = loop
        self.seat = seat
        self.known: dict[tuple[Any, ...], int] = {}

    def end_of(self, s: State, option: Option, depth: int) -> int:
        """Gives the best end that a choice can lead to."""
        loop = self.loop
        s.program.evaluator.look(trying.cost_of(s), loop.span)
        after = trying.on_trial(s)
        question, after.question = after.question, None
        assert question is not None
        frame = after.frames[self.at]

        def over() -> bool:
            here = len(after.frames) > self.at and after.frames[self.at] is frame
            return not here or frame.locals[loop.local] != RUNNING

        question.asker.answer(after, after.frames[-1], option)
        trying.go_on(after, over, loop.span)
        if after.question is None:
            with s.program.evaluator.apart():
                return loop.sign * int(loop.number(after, frame.locals))
        if after.question.seat != self.seat:
            raise RuleError("what another player chooses cannot be tried", after.question.span)
        if depth >= QUESTIONS_LIMIT:
            raise RuleError("this loop goes on too long to be looked ahead at", loop.span)
        key = _key(after)
        if key not in self.known:
            self.known[key] = max(
                self.end_of(after, one, depth + 1) for one in after.question.options if one != TAKE_BACK
            )
        return self.known[key]


def _key(s: State) -> tuple[Any, ...]:
    """Gives a position as plain values."""
    frames = tuple((f.code.number, f.step, tuple(_plain(value) for value in f.locals)) for f in s.frames)
    return tuple(s.cells), tuple(map(tuple, s.contents)), frames


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
