"""What was seen since a decision, so that taking it back would be more than a second thought.

Somebody has learnt something if, in a world that looked the same to them before, the same choices would have shown them
something else, or have put other questions. Such worlds are those that bots think in: hidden things are dealt anew, and
so is chance to come.

Invariants:
    A match is not changed. The same match gives the same answer.
"""

from collections.abc import Iterable, Sequence
from typing import Final

from gekido_dsl.engine import Decision, Executor, RuleError, Seat, State, View
from gekido_dsl.play.session import Session, Step

WORLDS: Final = 32
"""In so many worlds the choices are tried again; what one in ten of them shows is missed once in 29 times."""
_SEED: Final = 0x5EED


def seen_since(session: Session, count: int, seats: Iterable[Seat]) -> bool:
    """Tells whether any of the seats has seen a hidden thing, or what chance brought, since so many decisions."""
    steps = session.steps[count:]
    if not steps:
        return False
    before = session.state_after(count)
    return any(_learnt(session, before, steps, seat) for seat in seats)


def _asked(decision: Decision | None, seat: Seat) -> tuple[object, ...]:
    """Gives what a seat is shown of a question: its own in full, of another whose it is, if that is no secret."""
    if decision is None:
        return ()
    if decision.seat == seat:
        return (seat, decision.asked, *(choice.label for choice in decision.choices))
    return (None if decision.secret else decision.seat,)


def _learnt(session: Session, before: State, steps: Sequence[Step], seat: Seat) -> bool:
    executor = session.executor
    first = executor.observe(before, seat)
    told = [[text for event in step.events if (text := event.read_by(seat))] for step in steps]
    views = _views(session, before, len(session.steps) - len(steps), steps, seat)
    questions = [
        _asked(decision, seat) for decision in (*(step.decision for step in steps[1:]), session.decision)
    ]
    own = any(len(question) > 1 for question in questions)
    if not own and not any(told) and all(view == first for view in views):
        return False
    for number in range(WORLDS):
        world = executor.sample(before, seat, _SEED + number)
        if not _looks_the_same(executor, world, steps, told, views, questions, seat):
            return True
    return False


def _views(session: Session, before: State, count: int, steps: Sequence[Step], seat: Seat) -> list[View]:
    """Gives what a seat saw after each decision."""
    after = [session.state_after(count + number + 1) for number in range(len(steps) - 1)]
    return [session.executor.observe(state, seat) for state in (*after, session.state)]


def _looks_the_same(
    executor: Executor,
    world: State,
    steps: Sequence[Step],
    told: Sequence[list[str]],
    views: Sequence[View],
    questions: Sequence[tuple[object, ...]],
    seat: Seat,
) -> bool:
    """Takes the same choices in a world, and tells whether a seat sees the same and is asked the same."""
    for step, lines, view, question in zip(steps, told, views, questions, strict=True):
        decision = executor.decision(world)
        if decision is None or decision.seat != step.decision.seat:
            return False
        ids = [choice.id for choice in decision.choices]
        if step.choice.id not in ids:
            return False
        try:
            events = executor.apply(world, ids.index(step.choice.id))
        except RuleError:
            return False
        if [text for event in events if (text := event.read_by(seat))] != lines:
            return False
        if executor.observe(world, seat) != view or _asked(executor.decision(world), seat) != question:
            return False
    return True
