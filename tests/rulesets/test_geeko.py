"""A whole match of the Geek-o Challenge, recorded and replayed; how many choices its decisions have."""

import random
from functools import cache
from pathlib import Path

import pytest
import yaml

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

RULESETS = Path(__file__).parents[2] / "rulesets"
MATCH = yaml.safe_load(Path(__file__).with_name("geeko_match.yaml").read_text(encoding="utf-8"))
ROBOTS = (MATCH["robots"], "Blue One", "Green One", "Yellow One")
TURNS = [[label for line in turn for label in line] for turn in MATCH["turns"]]
MOST_CHOICES = 18
"""A whole hand; later, one card less and taking back."""


@cache
def executor() -> Interpreter:
    return load("geeko.gdl", FolderProvider(RULESETS)).executor()


def take(state: State, label: str) -> None:
    decision = executor().decision(state)
    assert decision is not None
    labels = [choice.label for choice in decision.choices]
    assert label in labels, f"{decision.prompt} {label}: {labels}"
    executor().apply(state, labels.index(label))


def begun(players: int) -> State:
    state, _ = executor().initial(Setting(players=players, seed=MATCH["seed"]))
    for seat in range(players):
        take(state, ROBOTS[seat])
    return state


def facts_of_team(state: State, seat: int) -> dict[str, str]:
    (team,) = (one for one in executor().observe(state, seat).players[seat].things if one.kind == "Team")
    return dict(team.facts)


@cache
def rooms() -> tuple[str, ...]:
    """Replays the match; gives the room in which each turn begins."""
    state = begun(1)
    found = []
    for turn in TURNS:
        found.append(facts_of_team(state, 0)["Room"])
        for label in turn:
            take(state, label)
    outcome = executor().outcome(state)
    assert outcome is not None
    assert outcome.finished
    assert outcome.ranks == (1,)
    return tuple(found)


@pytest.mark.parametrize("room", range(1, 6))
@pytest.mark.dear
def test_every_room_is_passed_in_the_recorded_match(room: int) -> None:
    assert str(room) in rooms()
    assert rooms() == tuple(sorted(rooms()))


def test_the_match_ends_when_the_fifth_room_is_passed() -> None:
    assert len(rooms()) == len(TURNS)
    assert rooms()[-1] == "5"


def test_players_who_do_the_same_finish_in_the_same_turn() -> None:
    state = begun(2)
    for turn in TURNS:
        for _ in range(2):
            for label in turn:
                take(state, label)
    outcome = executor().outcome(state)
    assert outcome is not None
    assert outcome.ranks == (1, 1)


@pytest.mark.parametrize("players", [1, 2, 4])
def test_decisions_are_small(players: int) -> None:
    chance = random.Random(players)
    state, _ = executor().initial(Setting(players=players, seed=players))
    for _ in range(120):
        decision = executor().decision(state)
        assert decision is not None
        assert len(decision.choices) <= MOST_CHOICES
        executor().apply(state, chance.randrange(len(decision.choices)))
