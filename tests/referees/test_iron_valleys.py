"""Iron Valleys agrees with its referee at every decision of random matches."""

import random
from collections import Counter
from pathlib import Path

import pytest
from iron_valleys import IronValleys, Route, Ticket

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).resolve().parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def x() -> Interpreter:
    made = load("iron_valleys.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def named(state: State, place: str, owner: int = -1) -> list[str]:
    """Gives the names of what lies in a place; a card by its colour."""
    layout = state.program.layout
    lying = state.contents[layout.place_of[place, owner]]
    return [layout.kind_of[one].rows[layout.row_of[one]].name.removesuffix(" Wagon") for one in lying]


def routes(x: Interpreter) -> list[Route]:
    cities, colours = x.game.kinds["City"].rows, x.game.enums["Colour"].members
    return [
        Route(
            row.name,
            frozenset(cities[row.values[end]].name for end in ("From", "To")),
            row.values["Length"],
            None if row.values["Colour"] == -1 else colours[row.values["Colour"]],
        )
        for row in x.game.kinds["Route"].rows
    ]


def tickets(x: Interpreter) -> dict[str, Ticket]:
    cities = x.game.kinds["City"].rows
    return {
        row.name: Ticket(
            row.name, frozenset(cities[row.values[end]].name for end in ("From", "To")), row.values["Worth"]
        )
        for row in x.game.kinds["Ticket"].rows
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("seed", range(8))
def test_every_decision_is_that_of_the_referee(x: Interpreter, players: int, seed: int) -> None:
    state, _ = x.initial(Setting(players, seed))
    known, rng = tickets(x), random.Random(seed)
    decision = x.decision(state)
    assert decision is not None
    referee = IronValleys(
        routes(x),
        players,
        decision.seat,
        [Counter(named(state, "Hand", player)) for player in range(players)],
        [[known[name] for name in named(state, "Wallet", player)] for player in range(players)],
        Counter(named(state, "Siding")),
        [known[name] for name in named(state, "Ticket Office")],
    )
    while (decision := x.decision(state)) is not None:
        labels = [choice.label.removesuffix(" Wagon") for choice in decision.choices]
        assert (decision.seat, set(labels)) == (referee.turn, referee.choices())
        # Rather claim than draw, so that matches end by the rules.
        pick = rng.choice(["Claim a route"] * 3 + labels if "Claim a route" in labels else labels)
        before = Counter(named(state, "Hand", decision.seat))
        x.apply(state, labels.index(pick))
        more = Counter(named(state, "Hand", decision.seat)) - before
        referee.choose(pick, next(iter(more), None) if pick == "From the depot" else None)
        if not referee.over and referee.stage == "action":
            referee.fill(Counter(named(state, "Siding")))
        for player in range(players):
            assert Counter(named(state, "Hand", player)) == +referee.hands[player]
            assert set(named(state, "Wallet", player)) == {one.name for one in referee.wallets[player]}
    outcome = x.outcome(state)
    assert outcome is not None and outcome.finished and referee.over
    scores = referee.scores()
    assert [rank == 1 for rank in outcome.ranks] == [score == max(scores) for score in scores]
