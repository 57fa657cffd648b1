"""A match in a session is the same whoever runs it: events, log, undo and resuming."""

from pathlib import Path

import pytest

from gekido_dsl.api import read
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.engine import Executor
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.play.bots import RandomBot
from gekido_dsl.play.record import Header
from gekido_dsl.play.record import read as read_record
from gekido_dsl.play.session import Session, resume

_FOLDER = Path(__file__).parent.parent.parent / "rulesets"


def _header(players: int) -> Header:
    return Header("identity", "game.gdl", 1, players, 9, {}, ("random",) * players, "0")


def _played(executor: Executor, players: int, most: int) -> Session:
    """Plays with undo in between."""
    session = Session(executor, _header(players))
    bot = RandomBot(4)
    for number in range(most):
        if session.decision is None:
            break
        session.choose(bot.choose(executor, session.state, session.decision, number))
        if number % 11 == 10:
            session.undo(3)
    return session


@pytest.mark.parametrize(
    ("name", "most"),
    [("classics/connect_four", 60), ("gekido", 60), pytest.param("botwars", 25, marks=pytest.mark.slow)],
)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_sessions_are_the_same(name: str, most: int) -> None:
    game: m.Game = read(_FOLDER / f"{name}.gdl").game
    both: list[Executor] = [Interpreter(game), CompiledExecutor(game, trace=True)]
    players = game.least_players
    one, other = (_played(executor, players, most) for executor in both)
    assert other.log == one.log
    assert [(event.kind, event.text) for event in other.events] == [(x.kind, x.text) for x in one.events]
    assert other.decision == one.decision
    assert [other.view(seat) for seat in (None, 0)] == [one.view(seat) for seat in (None, 0)]
    record = read_record(("\n".join(one.log) + "\n").encode()).record
    assert record is not None
    resumed = [resume(executor, record.header, record).session for executor in both]
    assert resumed[1].decision == resumed[0].decision == one.decision
