"""Nothing that a seat may not see reaches its device: hidden facts are permuted, and what is sent stays the same."""

from collections.abc import Callable
from typing import Any

import pytest
from at_table import sit
from starlette.testclient import TestClient

from gekido_dsl.engine import Setting
from gekido_dsl.play.session import Session
from gekido_dsl.server.hall import Hall, Place

Opened = Callable[..., Any]
SEATS = (None, 0, 1)


def sent(client: TestClient, place: Place, seat: int | None, asks: tuple[str, ...] = ()) -> list[str]:
    """Gives everything that reaches a device, letter by letter, when its page opens and asks about what it sees."""
    key = place.keys["watch"] if seat is None else place.keys["seats"][seat]
    with sit(client, place, key) as socket:
        found = [socket.receive_text(), socket.receive_text()]
        for ask in asks:
            socket.send_text(ask)
            found.append(socket.receive_text())
    return found


def played(hall: Hall, place: Place, choices: list[int]) -> Session:
    session: Session = place.room.table.session  # type: ignore[union-attr]
    for one in choices:
        if session.decision is not None:
            session.choose(session.decision.forward[one % len(session.decision.forward)])
    place.room.table.change += 1  # type: ignore[union-attr]
    return session


ASKS = tuple(
    f'{{"do":"{do}"{more}}}'
    for do, more in (
        ("why", ""),
        ("why", ',"text":"1"'),
        ("show", ',"text":"r1c1"'),
        ("show", ',"text":"5"'),
        ("at", ',"step":-1'),
    )
)


@pytest.mark.parametrize(
    "name", ["classics/goofspiel", "classics/whist", "classics/hearts", "gekido", "botwars"]
)
def test_worlds_that_look_the_same_are_sent_the_same(opened: Opened, name: str) -> None:
    """What lies hidden is dealt anew by `sample`, which another test holds to what a seat knows."""
    hall, client = opened(name)
    players = max(2, hall.rules.made.game.least_players)
    place = hall.make_at_rest(Setting(players, 3), ["person"] * players)
    place.room.table._single = False
    differed = False
    for count in (0, 7, 20):
        session = played(hall, place, [3 * number for number in range(count)])
        true = session.state
        for seat in (0, 1):
            before = sent(client, place, seat, ASKS)
            for seed in range(3):
                other = session.executor.sample(true, seat, seed)
                differed |= session.executor.snapshot(other) != session.executor.snapshot(true)
                _put(session, other)
                assert sent(client, place, seat, ASKS) == before
            _put(session, true)
    assert differed, "nothing was hidden, and the test shows nothing"


def _put(session: Session, state: Any) -> None:
    session.state = state
    session.decision = session.executor.decision(state)


@pytest.mark.parametrize("name", ["classics/goofspiel", "classics/rock_paper_scissors", "botwars"])
def test_what_others_choose_in_secret_is_not_sent(opened: Opened, name: str) -> None:
    """Two matches differ by what one seat has decided in secret, and by how often; others are sent the same."""
    hall, client = opened(name)
    first, second = (hall.make_at_rest(Setting(2, 3), ["person", "person"]) for _ in range(2))
    second.id, second.keys = first.id, first.keys  # so that the addresses are the same, too
    for place in (first, second):
        place.room.table._single = False
        session = place.room.table.session
        while session.decision is not None and not session.decision.secret:
            session.choose(0)
    session = first.room.table.session
    decider = session.decision.seat
    other = second.room.table.session
    session.choose(0)
    other.choose(other.decision.forward[-1])
    if (
        session.decision.seat == decider
    ):  # the first has only begun; the second goes on as far as it can without ending
        while other.decision is not None and other.decision.seat == decider:
            other.choose(other.decision.forward[-1])
        other.undo(1)
        assert len(other.steps) > len(session.steps)
    assert session.steps != other.steps
    watch = [seat for seat in SEATS if seat != decider]
    for seat in watch:
        told = []
        for place in (first, second):
            hall.places[first.id] = place
            place.room.table.change += 1
            told.append(sent(client, place, seat))
        assert told[0] == told[1]
