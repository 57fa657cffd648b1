"""A match is saved as it is played, and taken up again from its record on both executors."""

from contextlib import suppress
from typing import Final

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import Executor, RuleError, Setting
from gekido_dsl.lockstep import Differs
from gekido_dsl.play import record
from gekido_dsl.play.session import Session, resume
from gekido_dsl.rng import Rng

_MOST: Final = 25
"""Decisions that are played before the match is taken up again."""


def saved_and_resumed(made: Compilation, setting: Setting, compiled: CompiledExecutor) -> int:
    """Plays a match by chance, and takes it up again; gives how many decisions it had.

    Args:
        compiled: the game as compiled code, which tells events.
    Raises:
        Differs: what was taken up again is not what was saved.
    """
    game = made.game
    assert game is not None
    interpreter = compiled.reference
    header = record.Header(
        made.identity,
        "generated",
        game.edition,
        setting.players,
        setting.seed,
        setting.options,
        ("random",) * setting.players,
    )
    lines: list[str] = []
    try:
        session = Session(interpreter, header, lines.append)
    except RuleError:
        return 0
    _play(session, setting)
    reading = record.read("".join(f"{line}\n" for line in lines).encode(), made.identity)
    if reading.record is None or reading.problems:
        raise Differs(f"the record cannot be read: {reading.problems}")
    executors: tuple[Executor, ...] = (interpreter, compiled)
    for executor in executors:
        again = resume(executor, header, reading.record)
        if again.stopped is not None:
            raise Differs(f"the record does not fit: {again.stopped}")
        compare(session, again.session, setting)
    return len(session.steps)


def _play(session: Session, setting: Setting) -> None:
    choices = Rng(setting.seed + 1)
    while session.decision is not None and len(session.steps) < _MOST:
        left = [number for number in range(len(session.decision.choices)) if number not in session.failed]
        if not left:
            return
        with suppress(RuleError):
            session.choose(left[choices.below(len(left))])


def compare(one: Session, other: Session, setting: Setting) -> None:
    """Compares a match with the one that was taken up again.

    Raises:
        Differs: they do not stand the same, or somebody sees something else.
    """
    for name in ("decision", "outcome", "events"):
        found, wanted = getattr(other, name), getattr(one, name)
        if name == "events":
            found, wanted = ([(each.kind, each.text) for each in given] for given in (found, wanted))
        if found != wanted:
            raise Differs(f"{name} of what was taken up again: {found!r}, should be {wanted!r}")
    for seat in (None, *range(setting.players)):
        found, wanted = other.view(seat), one.view(seat)
        if found != wanted:
            raise Differs(f"what a seat sees of what was taken up again: {found!r}, should be {wanted!r}")
