"""Five Banners agrees with its referee at every decision of random matches."""

import random
from collections import Counter
from pathlib import Path

import pytest
from five_banners import FiveBanners

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model.types import NONE

SEEDS = range(1)
"""More than one takes long; four were tried when the game was written."""
CLASSICS = Path(__file__).resolve().parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def x() -> Interpreter:
    made = load("five_banners.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def lying(state: State, place: str, owner: int) -> list[str]:
    layout = state.program.layout
    found = state.contents[layout.place_of[place, owner]]
    return [layout.kind_of[one].rows[layout.row_of[one]].name for one in found]


def lands(x: Interpreter, state: State) -> tuple[dict[str, int], dict[str, int]]:
    """Gives whose each land is, and its armies."""
    layout, cells = state.program.layout, state.cells
    kind = x.game.kinds["Land"]
    things, armies = layout.things["Land"], layout.field_cell[id(kind), "Armies"]
    names = [kind.rows[layout.row_of[land]].name for land in things]
    owners = [cells[layout.owner_cell + land] for land in things]
    return (
        {name: owner for name, owner in zip(names, owners, strict=True) if owner != NONE},
        {name: cells[armies + number] for number, name in enumerate(names)},
    )


def begun(x: Interpreter, state: State, players: int, turn: int, orders: bool) -> FiveBanners:
    game = x.game
    names = [row.name for row in game.kinds["Land"].rows]
    realms = [row.name for row in game.kinds["Realm"].rows]
    inside = {
        realm: (
            row.values["Bonus"],
            frozenset(land.name for land in game.kinds["Land"].rows if realms[land.values["Realm"]] == realm),
        )
        for realm, row in zip(realms, game.kinds["Realm"].rows, strict=True)
    }
    missions = {
        row.name: (realms[row.values["First"]], realms[row.values["Second"]])
        for row in game.kinds["Mission"].rows
    }
    oaths = [missions[lying(state, "Oath", player)[0]] if orders else None for player in range(players)]
    borders = [
        frozenset(names[row.values[end]] for end in ("From", "To")) for row in game.kinds["Border"].rows
    ]
    return FiveBanners(players, turn, inside, borders, *lands(x, state), oaths)


@pytest.mark.parametrize("orders", [False, True])
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("seed", SEEDS)
def test_every_decision_is_that_of_the_referee(x: Interpreter, players: int, seed: int, orders: bool) -> None:
    answers = {"Aim": "Secret Orders"} if orders else {}
    state, _ = x.initial(Setting(players, seed, answers))
    rng = random.Random(seed)
    decision = x.decision(state)
    assert decision is not None
    referee = begun(x, state, players, decision.seat, orders)
    assert all(
        sum(referee.armies[land] for land, owner in referee.owner.items() if owner == player) == 18
        for player in range(players)
    )
    while (decision := x.decision(state)) is not None:
        labels = [choice.label for choice in decision.choices]
        assert (decision.seat, set(labels)) == (referee.turn, referee.choices())
        # Attack rather than stop, so that players fall.
        pick = rng.choice(["Attack"] * 9 + labels if "Attack" in labels else labels)
        before = Counter(lying(state, "Hand", decision.seat))
        events = x.apply(state, labels.index(pick))
        more = Counter(lying(state, "Hand", decision.seat)) - before
        referee.choose(pick, [one.data[1] for one in events if one.kind == "roll"], more)
        assert lands(x, state) == (referee.owner, referee.armies)
        for player in range(players):
            assert Counter(lying(state, "Hand", player)) == +referee.hands[player]
    outcome = x.outcome(state)
    assert outcome is not None and outcome.finished and referee.over
    assert {seat for seat, rank in enumerate(outcome.ranks) if rank == 1} == referee.winners()
