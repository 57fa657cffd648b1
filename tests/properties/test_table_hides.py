"""What a seat cannot see has no influence on anything that a table shows it: two worlds, byte for byte.

Each world lies on a table of its own. The two differ only in what the seat does not see, and are played on side by
side, until something is revealed.
"""

import copy
import json
import random

import pytest
from shipped import LONG, NAMES, compiled
from test_hidden import another_world, passes, reveals, same_part

from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import secret_part
from gekido_dsl.interpreter.state import State
from gekido_dsl.play.session import Session
from gekido_dsl.table import Table, Viewer, opened

_STEPS = 8
"""How far both worlds are played on."""


def on_a_table(name: str, session: Session, state: State) -> Table:
    """Lays a match on a table of its own, as it would be in another world."""
    made = copy.copy(session)
    made.steps, made.events, made.log = list(session.steps), list(session.events), list(session.log)
    made.failed = {}
    made.state = state.copy()
    made.decision = made.executor.decision(made.state)
    return Table(compiled(name), made, takes_single_choices=False)


def told(table: Table, viewer: Viewer) -> str:
    """Gives everything that goes to a viewer."""
    return json.dumps(table.shown(viewer), sort_keys=True)


def watcher(seat: int | None, width: str) -> Viewer:
    """Somebody who plays a seat, or looks on."""
    return Viewer(frozenset() if seat is None else frozenset({seat}), width=width)


def side_by_side(name: str, session: Session, seat: int | None, rng: random.Random) -> None:
    other = another_world(session.state, seat, rng)
    if session.executor.snapshot(other) == session.executor.snapshot(session.state):
        return
    one, two = on_a_table(name, session, session.state), on_a_table(name, session, other)
    width = rng.choice(("wide", "narrow"))
    first, second = watcher(seat, width), watcher(seat, width)
    asks = True
    for _ in range(_STEPS):
        assert told(one, first) == told(two, second)
        decision, decision_too = one.session.decision, two.session.decision
        if decision is None or decision_too is None:
            return
        if decision.seat == seat and asks:
            asks, asked = False, {"do": "odds"}
            assert one.do(asked, first) == two.do(asked, second)
        own = rng.randrange(len(decision.choices))
        ids = [[choice.id for choice in asked_of.choices] for asked_of in (decision, decision_too)]
        pair = (own, own) if decision.seat == seat else passes(ids[0], ids[1], rng)
        if pair is None:
            return
        events = [table.session.choose(choice) for table, choice in zip((one, two), pair, strict=True)]
        if any(
            reveals(table.session.state, event, seat)
            for table, happened in zip((one, two), events, strict=True)
            for event in happened
        ):
            return
        for table in (one, two):
            table.changed()


DEAR = ("botwars.gdl", "classics/chess.gdl", "classics/thirteen_rolls.gdl", "geeko.gdl", "gekido_duel.gdl")
"""Games whose tables take long to be shown, compared in the slow tests alone; Gekido itself stays."""
LARGE_ONES = ("aimbots.gdl", "botwars.gdl", "geeko.gdl")
"""Their worlds take long to be played on."""


@pytest.mark.parametrize(
    "positions", [pytest.param(2, id="quick"), pytest.param(3, id="long", marks=pytest.mark.slow)]
)
@pytest.mark.parametrize(
    "name",
    [pytest.param(one, marks=pytest.mark.slow if one in DEAR else ()) for one in NAMES if one not in LONG],
)
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(6)
def test_nothing_hidden_reaches_a_viewer(name: str, positions: int) -> None:
    made = compiled(name)
    assert made.game is not None
    players = max(made.game.least_players, min(2, made.game.most_players))
    rng = random.Random(name)
    session = opened(made, Setting(players, rng.randrange(1000)))
    most = 40 if name in LARGE_ONES else 100
    stops = set(rng.sample(range(10, most), positions))
    for number in range(most):
        if session.decision is None:
            break
        if number in stops:
            for seat in (*range(players), None):
                side_by_side(name, session, seat, rng)
        session.choose(rng.choice(session.decision.forward))


def test_the_worlds_differ() -> None:
    """The worlds of this test are worth comparing: to whoever sees everything they look different."""
    name = "classics/whist.gdl"
    session = opened(compiled(name), Setting(4, 3))
    other = another_world(session.state, 0, random.Random(1))
    one, two = on_a_table(name, session, session.state), on_a_table(name, session, other)
    views = [[told(table, watcher(seat, "wide")) for seat in range(4)] for table in (one, two)]
    assert views[0][0] == views[1][0]
    assert [a == b for a, b in zip(*views, strict=True)].count(False) >= 2


@pytest.mark.parametrize(
    "name",
    [pytest.param("geeko.gdl", marks=pytest.mark.slow), "botwars.gdl", "classics/rock_paper_scissors.gdl"],
)
@pytest.mark.quick_in_turn(2)
@pytest.mark.dear
def test_decisions_in_secret_are_not_even_counted(name: str) -> None:
    """As long as somebody decides in secret, the others are shown the same, byte for byte, however often that is."""
    table = Table(compiled(name), opened(compiled(name), Setting(2, 4)), takes_single_choices=False)
    rng, compared = random.Random(7), 0
    for _ in range(60):
        decision = table.session.decision
        if decision is None:
            break
        viewers = [watcher(seat, "wide") for seat in (None, *range(2)) if seat != decision.seat]
        if not decision.secret or rng.random() < 0.5:
            table.session.choose(rng.choice(decision.forward))
            table.changed()
            continue
        part = secret_part.of(table.session.state)
        before = [told(table, viewer) for viewer in viewers]
        table.session.choose(rng.choice(decision.forward))
        table.changed()
        now = table.session.decision
        if same_part(table.session.state, part) and now is not None and now.seat == decision.seat:
            assert [told(table, viewer) for viewer in viewers] == before
            compared += 1
    assert compared or name.endswith("scissors.gdl")
