"""How often others decide in secret has no part in what a bot chooses."""

import pytest

from gekido_dsl import api
from gekido_dsl.engine import Setting
from gekido_dsl.play.session import Session
from gekido_dsl.table import Table, opened
from gekido_dsl.table.opening import Due


def begun(path: str, seed: int) -> Table:
    made = api.read(path).compilation
    return Table(made, opened(made, Setting(players=2, seed=seed), ("person", "greedy")))


def until_bot(table: Table, take_back: bool) -> Due:
    """Has the person decide until the bot is asked; maybe with a choice that is taken back on the way."""
    session = table.session
    for _ in range(60):
        decision = session.decision
        assert decision is not None
        if decision.seat == 1 and decision.secret:
            due = table.due()
            assert due is not None
            return due
        backs = [number for number, choice in enumerate(decision.choices) if choice.takes_back]
        if take_back and backs and decision.secret:
            take_back = False
            session.choose(backs[0])
        else:
            session.choose(decision.forward[0])
    raise AssertionError("the bot is never asked")


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.slow
def test_a_bot_is_seeded_by_what_its_seat_knows(seed: int) -> None:
    plain, other = begun("botwars", seed), begun("botwars", seed)
    one, two = until_bot(plain, False), until_bot(other, True)
    assert one.decision.secret and len(plain.session.steps) != len(other.session.steps)
    assert one.taken == two.taken
    assert one.choose() == two.choose()


@pytest.mark.dear
def test_ones_own_decisions_all_count() -> None:
    session: Session = begun("botwars", 1).session
    while session.decision is not None and not session.decision.secret:
        session.choose(0)
    before = session.known_to(0), session.known_to(1)
    assert session.decision is not None and session.decision.seat == 0
    session.choose(0)
    assert (session.known_to(0), session.known_to(1)) == (before[0] + 1, before[1])
