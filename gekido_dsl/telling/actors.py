"""Whose an event is: who acted, or whose thing it happened to where nobody acts.

In the set-up, and in a round of all players, rules act for everybody through the first player; what they do is
nobody's doing.
"""

from gekido_dsl.ground import knowledge
from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.position import Position
from gekido_dsl.ground.told import TOLD, About
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.model.unseen import QUIET
from gekido_dsl.telling.record import Record, Running


def who_acted(s: Position, running: Running, record: Record) -> int | None:
    """Gives the seat that an event is told of; None for nobody's."""
    actor = record.actor
    if actor == NONE:
        return None
    if record.reader is not None:
        return record.reader
    if TOLD[record.kind].own_doing or not _for_all(s, running):
        return actor
    if taken_by_chance(record):
        return None  # whose thing it is would tell which one chance took
    owner = _owner(s, record)
    if owner != NONE:
        return owner
    return actor if actor != _stands_for_all(s) else None


def taken_by_chance(record: Record) -> bool:
    """Tells whether chance took the thing that a record is about, and not everybody may know which."""
    at = TOLD[record.kind].by_chance
    return at is not None and len(record.args) > at and bool(record.args[at])


def is_quiet(record: Record) -> bool:
    """Tells whether it hangs on hidden things whether something was done, so that nobody else is told of it."""
    at = TOLD[record.kind].by_chance
    return at is not None and len(record.args) > at and record.args[at] == QUIET


def _for_all(s: Position, running: Running) -> bool:
    """Tells whether rules act for all players: before the first turn, or in a phase that is everybody's."""
    turn = s.layout.game.turn
    if turn is None or turn.together or not s.cells[lay.TURNS]:
        return True
    phase = running[0] if running else None
    return any(line.phase is phase and line.turns < 0 for line in turn.lines) if turn.turns else False


def _stands_for_all(s: Position) -> int:
    return s.cells[lay.ON_TURN] if s.cells[lay.TURNS] else 0


def _owner(s: Position, record: Record) -> int:
    """Gives whose thing or place an event is about; NONE where that may not be known."""
    layout, args, told = s.layout, record.args, TOLD[record.kind]
    about = args[told.whose] if told.whose is not None else NONE
    if 0 <= about < layout.count:
        if knowledge.readers(s, about) is None and s.owner(about) != NONE:
            return s.owner(about)
    goal = args[2] if told.about is About.MOVED else NONE
    if goal >= layout.count:
        decl, owner = layout.place_names[goal]
        if isinstance(decl, m.Place) and decl.owner == "player":
            return owner
    return NONE
