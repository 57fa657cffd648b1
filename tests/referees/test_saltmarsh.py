"""The ruleset of Saltmarsh and `saltmarsh.py` offer the same at every decision, and come to the same end."""

import random
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from saltmarsh import AROUND, ENDS, WARES, Match

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
MOST = 1_500
"""So many decisions are compared at most."""


@pytest.fixture(scope="module")
def game() -> Interpreter:
    return load("saltmarsh.gdl", FolderProvider(CLASSICS)).executor()


def name(state: State, thing: int) -> str:
    return state.program.layout.name_of(thing)


def begun(state: State, players: int) -> Match:
    """Begins a match of the referee with the marsh and the tales as they were dealt."""
    layout = state.program.layout
    number = layout.field_cell[id(layout.game.kinds["Plot"]), "Number"]
    first, at = layout.things["Plot"].start, layout.at_cell["Marsh"]
    spaces = [state.cells[at + spot] for spot in layout.game.boards["Marsh"].shape.grid.spots]  # type: ignore[union-attr]
    plots = [
        (name(state, one) if name(state, one) in WARES else "", state.cells[number + one - first])
        for one in spaces
    ]
    tales = [name(state, one) for one in reversed(state.contents[layout.place_of["Telling", -1]])]
    return Match(players, plots, tales)


def chance(state: State, events: Iterable[Event]) -> list[str]:
    """Lists what dice and blind choices gave, in order."""
    found = []
    for event in events:
        if event.kind == "roll":
            found.append(str(sum(event.data[1])))
        elif event.rule == "Shift The Fog" and event.kind == "move" and event.data[0] in _goods(state):
            found.append(name(state, event.data[0]).removeprefix("Good "))
    return found


def _goods(state: State) -> range:
    return state.program.layout.things["Good"]


def compare(state: State, referee: Match) -> None:
    """Compares what everybody has, and what stands and lies where."""
    layout = state.program.layout
    for player in range(referee.players):
        held = state.contents[layout.place_of["Basket", player]]
        assert Counter(name(state, one).removeprefix("Good ") for one in held) == referee.baskets[player]
        told = state.contents[layout.place_of["Lore", player]]
        assert Counter(name(state, one) for one in told) == referee.lore[player]
    dykes, mounds = layout.things["Dyke"], layout.things["Mound"]
    owners = {k: state.owner(one) for k, one in enumerate(dykes) if state.owner(one) >= 0}
    assert owners == referee.dykes
    houses = {k: state.contents[one] for k, one in enumerate(mounds) if state.contents[one]}
    assert {k: (state.owner(standing[0]), len(standing)) for k, standing in houses.items()} == referee.houses


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 20))])
@pytest.mark.in_turn(6)
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, events = game.initial(Setting(players, seed))
    referee = begun(state, players)
    course, given, answer = referee.play(), chance(state, events), ""
    asked = next(course)
    for _ in range(MOST):
        while asked is not None and not asked[0].endswith("?"):
            answer = given.pop(0)
            assert asked[0] == "throw" or answer in asked[2]
            asked = next_of(course, answer)
        decision = game.decision(state)
        if asked is None:
            break
        assert decision is not None
        compare(state, referee)
        offered = {_short(choice.label): k for k, choice in enumerate(decision.choices)}
        assert (decision.prompt, decision.seat, set(offered)) == asked
        building = [label for label in sorted(offered) if label.startswith("Build")]
        answer = rng.choice(building if building and rng.random() < 0.8 else sorted(offered))
        given += chance(state, game.apply(state, offered[answer]))
        asked = next_of(course, answer)
    outcome = game.outcome(state)
    if asked is None:
        assert outcome is not None and outcome.finished == (referee.winner >= 0)
        assert referee.winner < 0 or outcome.ranks[referee.winner] == 1


def next_of(course: object, answer: str) -> tuple[str, int, set[str]] | None:
    """Gives the next question of the referee; None at the end."""
    try:
        return course.send(answer)  # type: ignore[attr-defined, no-any-return]
    except StopIteration:
        return None


def _short(label: str) -> str:
    """Calls a plot by where it lies alone."""
    return label.split()[0] if label.startswith("r") and label[1].isdigit() else label


def test_every_plot_has_six_corners_and_every_edge_two() -> None:
    assert len(AROUND) == 19 and len(ENDS) == 72
    assert all(len(set(around)) == 6 for around in AROUND) and all(one != other for one, other in ENDS)
