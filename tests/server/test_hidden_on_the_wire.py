"""Nothing that a seat may not see reaches its device: hidden facts are permuted, and what is sent stays the same."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from at_table import Page, sit
from starlette.testclient import TestClient

from gekido_dsl.engine import Setting
from gekido_dsl.play.session import Session
from gekido_dsl.server.tables import Entry, Tables

Opened = Callable[..., Any]
SEATS = (None, 0, 1)


def sent(client: TestClient, entry: Entry, seat: int | None, asks: tuple[str, ...] = ()) -> list[str]:
    """Gives everything that reaches a device, letter by letter, when its page opens and asks about what it sees."""
    key = entry.keys["watch"] if seat is None else entry.keys["seats"][seat]
    with sit(client, entry, key) as socket:
        found = [socket.receive_text(), socket.receive_text()]
        for ask in asks:
            socket.send_text(ask)
            found.append(socket.receive_text())
    return found


def played(tables: Tables, entry: Entry, choices: list[int]) -> Session:
    session: Session = entry.served.table.session  # type: ignore[union-attr]
    for one in choices:
        if session.decision is not None:
            session.choose(session.decision.forward[one % len(session.decision.forward)])
    entry.served.table.change += 1  # type: ignore[union-attr]
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
@pytest.mark.quick_in_turn(3)
def test_worlds_that_look_the_same_are_sent_the_same(opened: Opened, name: str) -> None:
    """What lies hidden is dealt anew by `sample`, which another test holds to what a seat knows."""
    tables, client = opened(name)
    players = max(2, tables.rules.made.game.least_players)
    entry = tables.make_at_rest(Setting(players, 3), ["person"] * players)
    differed = False
    for count in (0, 7, 20):
        session = played(tables, entry, [3 * number for number in range(count)])
        true = session.state
        for seat in (0, 1):
            before = sent(client, entry, seat, ASKS)
            for seed in range(3):
                other = session.executor.sample(true, seat, seed)
                differed |= session.executor.snapshot(other) != session.executor.snapshot(true)
                _put(session, other)
                assert sent(client, entry, seat, ASKS) == before
            _put(session, true)
    assert differed, "nothing was hidden, and the test shows nothing"


def _put(session: Session, state: Any) -> None:
    session.state = state
    session.decision = session.executor.decision(state)


@pytest.mark.parametrize("name", ["classics/goofspiel", "classics/rock_paper_scissors", "botwars"])
def test_what_others_choose_in_secret_is_not_sent(opened: Opened, name: str) -> None:
    """Two matches differ by what one seat has decided in secret, and by how often; others are sent the same."""
    tables, client = opened(name)
    first, second = (tables.make_at_rest(Setting(2, 3), ["person", "person"]) for _ in range(2))
    second.id, second.keys = first.id, first.keys  # so that the addresses are the same, too
    for entry in (first, second):
        session = entry.served.table.session
        while session.decision is not None and not session.decision.secret:
            session.choose(0)
    session = first.served.table.session
    decider = session.decision.seat
    other = second.served.table.session
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
        for entry in (first, second):
            tables.entries[first.id] = entry
            entry.served.table.change += 1
            told.append(sent(client, entry, seat))
        assert told[0] == told[1]


@pytest.mark.parametrize("name", ["botwars", "classics/goofspiel"])
@pytest.mark.quick_in_turn(2)
def test_a_second_browser_is_sent_nothing_while_a_program_is_laid(opened: Opened, name: str) -> None:
    """Two browsers and a spectator are connected while one lays cards, and then others, in other numbers of steps."""
    tables, client = opened(name)
    told, taken = [], []
    for at in (0, -1):
        entry = tables.make_at_rest(Setting(2, 3), ["person", "person"])
        session = entry.served.table.session  # type: ignore[union-attr]
        while session.decision is not None and not session.decision.secret:
            session.choose(0)
        decider = session.decision.seat
        keys = [*entry.keys["seats"], entry.keys["watch"]]
        own = keys.pop(decider)
        with (
            sit(client, entry, own) as socket,
            sit(client, entry, keys[0]) as other,
            sit(client, entry, keys[1]) as third,
        ):
            page = Page(socket)
            pages = [Page(one) for one in (other, third)]
            for one in pages:  # what is told when somebody comes
                one.send(do="report")
                while "refused" not in one.receive():
                    pass
            laid = 0
            while page.shown["question"] is not None and laid < 40:
                numbers = [
                    one["number"] for one in page.shown["question"]["choices"] if not one["takes_back"]
                ]
                step = page.shown["step"]
                page.choose(numbers[at])
                laid += 1
                while page.shown["step"] == step and page.shown["question"] is not None:
                    page.see()
                if session.decision is None or session.decision.seat != decider:
                    break
            time.sleep(0.2)
            since = []
            for one in pages:
                one.send(do="report")  # its answer comes after everything else
                while "refused" not in (message := one.receive()):
                    since.append(str(message).replace(entry.id, "TABLE"))
            told.append((since, [one.shown for one in pages]))
            taken.append([step.choice.id for step in session.steps if step.decision.secret])
    (before, first), (after, second) = told
    assert taken[0] != taken[1], "nothing different was laid, and the test shows nothing"
    assert before == after
    for one in (*first, *second):
        one.pop("version")
    assert first == second
