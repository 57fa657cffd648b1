"""Trying what is not done yet, on a copy of a state of which nothing stays, and loops that look ahead by it.

In a loop that looks ahead only choices are offered that still lead to the best end that can be reached. All ways to
the end of the loop are tried, depth first, each position once. Where it is known what the loop can still gain
(`ground.gains`), what settles the end is not tried, and nothing more once the best was found. Where a loop stands is a
local of its frame, so it is part of the state like any other; what was found is not, and is found again for the next
question.

Invariants:
    What is tried uses no chance; where it would, that is a rule error.
    Every step that is tried counts as work of the decision that is being prepared.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from gekido_dsl.engine import RuleError
from gekido_dsl.ground.gains import Gains
from gekido_dsl.ground.limits import MOST_DUE, QUESTIONS_LIMIT, TOO_MUCH_DUE
from gekido_dsl.interpreter.operators.making import WORK_LIMIT
from gekido_dsl.interpreter.same_time import in_order
from gekido_dsl.interpreter.state import Frame, LookAhead, State
from gekido_dsl.model.types import NONE
from gekido_dsl.rng import Rng
from gekido_dsl.source import Span
from gekido_dsl.telling.question import TAKE_BACK, Option

DEPTH_LIMIT: Final = 200
"""How many bodies may run inside one another."""


class _NoChance(Rng):
    """Refuses to draw."""

    def below(self, n: int) -> int:
        raise RuleError("this is tried before it is chosen, and so it may use no chance", None)


def step(s: State) -> None:
    """Takes one step, and puts what follows from it on the stack."""
    frame = s.frames[-1]
    frame.code.steps[frame.step](s, frame)
    if s.pending or len(s.frames) > DEPTH_LIMIT:
        follow(s, frame)


def follow(s: State, frame: Frame) -> None:
    """Puts on the stack what follows from a step of a frame; the stack has a bound."""
    if s.pending:
        if len(s.pending) > MOST_DUE:
            raise RuleError(TOO_MUCH_DUE, frame.code.spans[max(frame.step - 1, 0)])
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
            step(s)


def cost_of(s: State) -> int:
    """Tells how much work a copy of a state is."""
    return 10 + (len(s.cells) + len(s.contents)) // 16


# ---------------------------------------------------------------- loops that look ahead

RUNNING: Final = 1
"""What the local of a loop holds while it runs."""
SHARE: Final = 4
"""How many times the usual work a search may be."""


def advance(s: State) -> None:
    """Takes one step; of a question that it asks in a loop that looks ahead, the best choices stay."""
    step(s)
    narrow(s)


def leave(f: Frame) -> None:
    """Notes that a body leaves its loops."""
    for loop in f.code.aheads:
        f.locals[loop.local] = NONE


def narrow(s: State) -> None:
    """Keeps the choices of the open question that lead to the best end, where a loop looks ahead."""
    if s.question is None or s.trying or not s.program.looks_ahead:
        return
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
    known = search.settled(s)
    ends = {option: known[option] if option in known else search.end_of(s, option, 1) for option in forward}
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

    def __init__(self, at: int, loop: LookAhead, seat: int) -> None:
        self.at = at
        self.loop = loop
        self.seat = seat
        self.known: dict[tuple[Any, ...], int] = {}

    def end_of(self, s: State, option: Option, depth: int) -> int:
        """Gives the best end that a choice can lead to."""
        loop = self.loop
        s.program.evaluator.look(cost_of(s), loop.span)
        after = on_trial(s)
        question, after.question = after.question, None
        assert question is not None
        frame = after.frames[self.at]

        def over() -> bool:
            here = len(after.frames) > self.at and after.frames[self.at] is frame
            return not here or frame.locals[loop.local] != RUNNING

        question.asker.answer(after, after.frames[-1], option)
        go_on(after, over, loop.span)
        if after.question is None:
            with s.program.evaluator.apart():
                return loop.sign * int(loop.number(after, frame.locals))
        if after.question.seat != self.seat:
            raise RuleError("what another player chooses cannot be tried", after.question.span)
        if depth >= QUESTIONS_LIMIT:
            raise RuleError("this loop goes on too long to be looked ahead at", loop.span)
        key = _key(after)
        if key not in self.known:
            self.known[key] = self._best(after, depth + 1)
        return self.known[key]

    def _best(self, s: State, depth: int) -> int:
        """Gives the best end that the choices of the open question can lead to."""
        known = self.settled(s)
        if known:
            return max(known.values())
        most = self.most(s)
        assert s.question is not None
        best: int | None = None
        for option in s.question.options:
            if option != TAKE_BACK:
                end = self.end_of(s, option, depth)
                best = end if best is None else max(best, end)
                if best == most:
                    break
        assert best is not None
        return best

    def most(self, s: State) -> int | None:
        """Gives how high the number can end, if that is known."""
        gains = self.loop.gains
        if gains is None:
            return None
        return int(self.loop.number(s, s.frames[self.at].locals)) + sum(self._faces(s, gains).values())

    def settled(self, s: State) -> dict[Option, int]:
        """Gives the choices of which it is known how the number ends, as high as it can, and how high that is."""
        gains, question = self.loop.gains, s.question
        most = self.most(s)
        if gains is None or question is None or most is None or most > gains.high:
            return {}
        assert getattr(question.asker, "sentence", None) is gains.sentence
        faces = self._faces(s, gains)
        left = sum(faces.values())
        options = (one for one in question.options if one is not None and one != TAKE_BACK)
        return {one: most for one in options if faces.get(one[gains.slot]) == left}

    @staticmethod
    def _faces(s: State, gains: Gains) -> dict[int, int]:
        """Gives what the things show that are still to be used."""
        layout = s.program.layout
        things = layout.things[gains.kind.name]
        place = s.contents[layout.place_of[gains.place.name, NONE]]
        return {one: s.cells[layout.face_cell + one] for one in place if one in things}


def _key(s: State) -> tuple[Any, ...]:
    """Gives a position as plain values."""
    frames = tuple((f.code.number, f.step, tuple(_plain(value) for value in f.locals)) for f in s.frames)
    return tuple(s.cells), tuple(map(tuple, s.contents)), frames


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value
