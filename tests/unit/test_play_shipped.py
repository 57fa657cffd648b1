"""Sessions and bots with the shipped games and the reference executor."""

from functools import cache
from pathlib import Path

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.engine import Executor
from gekido_dsl.files import FolderProvider
from gekido_dsl.play import record
from gekido_dsl.play.bots import GreedyBot, RandomBot
from gekido_dsl.play.record import Header
from gekido_dsl.play.session import Session, resume

RULESETS = Path(__file__).resolve().parent.parent.parent / "rulesets"
GAMES = {"gekido.gdl": 2, "classics/whist.gdl": 4, "classics/pig.gdl": 2}
NAMES = sorted(GAMES)


@cache
def executor(name: str) -> Executor:
    path = RULESETS / name
    made = load(path.name, FolderProvider(path.parent, library=RULESETS))
    assert made.game is not None, made.diagnostics
    return made.executor()  # type: ignore[return-value]


def begun(name: str, seed: int) -> Session:
    players = GAMES[name]
    return Session(executor(name), Header("", name, 1, players, seed, {}, ("random",) * players, ""))


def play(session: Session, decisions: int) -> None:
    bot = RandomBot(session.header.seed)
    while session.decision is not None and len(session.steps) < decisions:
        choice = bot.choose(session.executor, session.state, session.decision, len(session.steps))
        session.choose(choice)


@pytest.mark.parametrize("name", NAMES)
def test_undoing_and_resuming_give_the_same_match(name: str) -> None:
    session = begun(name, 3)
    play(session, 70)
    now = session.executor.snapshot(session.state)
    assert session.undo(25) == 25
    kept = record.read("".join(line + "\n" for line in session.log).encode()).record
    assert kept is not None
    resumed = resume(session.executor, session.header, kept)
    assert resumed.stopped is None
    for each in (session, resumed.session):
        play(each, 70)
        assert each.executor.snapshot(each.state) == now


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("decisions", [0, 20, 60])
def test_a_sampled_world_looks_the_same_to_its_seat(name: str, decisions: int) -> None:
    session = begun(name, 4)
    play(session, decisions)
    for seat in range(GAMES[name]):
        for seed in range(4):
            world = session.executor.sample(session.state, seat, seed)
            assert session.executor.observe(world, seat) == session.view(seat)
            decision = session.decision
            if decision is not None and decision.seat == seat:
                assert session.executor.decision(world) == decision


@pytest.mark.parametrize("name", NAMES)
def test_worlds_that_look_the_same_have_the_same_samples(name: str) -> None:
    session = begun(name, 4)
    play(session, 30)
    run = session.executor
    decision = session.decision
    assert decision is not None
    one, other = (run.sample(session.state, decision.seat, seed) for seed in (1, 2))
    snapshots = [run.snapshot(run.sample(world, decision.seat, 3)) for world in (one, other)]
    assert snapshots[0] == snapshots[1]


@pytest.mark.parametrize(("name", "card"), [("gekido.gdl", "Tech Card"), ("classics/whist.gdl", "Card")])
def test_cards_in_a_hand_are_not_listed_with_their_owner(name: str, card: str) -> None:
    session = begun(name, 4)
    held = 0
    while session.decision is not None and len(session.steps) < 150:
        play(session, len(session.steps) + 10)
        for seat in (None, *range(GAMES[name])):
            for player in session.view(seat).players:
                assert all(thing.kind != card for thing in player.things)
                held += sum(place.count for place in player.places)
                if player.seat != seat:
                    assert all(place.things is None for place in player.places if place.word == "hand")
    assert held


@pytest.mark.parametrize("name", NAMES)
def test_what_a_seat_cannot_see_does_not_change_the_choice_of_its_bot(name: str) -> None:
    session = begun(name, 5)
    bot = GreedyBot(9, worlds=2, playouts=12, depth=4)
    compared = 0
    while compared < 5 and session.decision is not None:
        decision = session.decision
        if len(decision.choices) > 1 and len(session.steps) > 8:
            taken = len(session.steps)
            expected = bot.choose(session.executor, session.state, decision, taken)
            for seed in range(3):
                world = session.executor.sample(session.state, decision.seat, seed)
                assert bot.choose(session.executor, world, decision, taken) == expected
            compared += 1
        play(session, len(session.steps) + 7)
    assert compared
