"""The ruleset of The Glass Quarter and `glass_quarter.py` offer the same at every decision, and count the same."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from glass_quarter import YARD, GlassQuarter

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.syntax.nodes import SHEET

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
COLOURS = ("Amber", "Blue", "Crimson", "Emerald", "White")


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("glass_quarter.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def panes(state: State, place: str, owner: int = -1) -> Counter[int]:
    """Counts the colours in a place."""
    layout = state.program.layout
    return Counter(layout.row_of[pane] for pane in state.contents[layout.place_of[place, owner]])


def carts(state: State) -> list[Counter[int]]:
    """Counts what lies in each cart."""
    return [panes(state, "Load", cart) for cart in state.program.layout.things["Cart"]]


def points(game: Interpreter, state: State, players: int) -> list[int]:
    """Gives the points of each player."""
    start = state.program.layout.field_cell[id(game.game.kinds[SHEET]), "Points"]
    return state.cells[start : start + players]


def meant(label: str, referee: GlassQuarter) -> tuple[int, int] | int | None:
    """Says what a choice means to the referee; a colour that lies in one place is called by itself."""
    if label == "No":
        return None
    if label.startswith("Rack "):
        return int(label[5:]) - 1
    found = re.fullmatch(r"(\w+)(?: of (?:Cart (\d)'s Load|Yard))?", label)
    assert found is not None
    colour = COLOURS.index(found[1])
    if " of " in label:
        return (int(found[2]) - 1 if found[2] else YARD, colour)
    (source,) = {at for at, one in (x for x in referee.choices() if isinstance(x, tuple)) if one == colour}
    return source, colour


@pytest.mark.parametrize(("players", "seed"), [(2 + seed % 3, seed) for seed in range(9)])
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(players, seed))
    decision = game.decision(state)
    assert decision is not None
    referee = GlassQuarter(players, decision.seat)
    delivered = True
    while (decision := game.decision(state)) is not None:
        if delivered:
            referee.carts, delivered = carts(state), False
            assert sum(1 for cart in referee.carts if cart) == 2 * players + 1
        offered = [meant(choice.label, referee) for choice in decision.choices]
        assert decision.seat == referee.turn
        assert len(offered) == len(set(offered))
        assert set(offered) == referee.choices()
        # Racks near the top are finished sooner, so that matches end.
        racks = [one for one in offered if isinstance(one, int)]
        pick = rng.choice(racks[:2] or offered)
        game.apply(state, offered.index(pick))
        if isinstance(pick, tuple):
            referee.take(*pick)
        else:
            referee.put(pick)
        delivered = referee.grip is None and not any(
            any(cart.values()) for cart in [*referee.carts, referee.yard]
        )
        assert points(game, state, players) == [one.points for one in referee.glaziers]
    assert referee.over
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished
    assert outcome.ranks == referee.ranks()
    assert game.aims(state) == tuple(one.total() for one in referee.glaziers)
