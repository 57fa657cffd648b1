"""Hearts, Mill Creek and Four Lamps agree with their referees, choice by choice, in random matches."""

import random
from functools import cache
from pathlib import Path

import pytest
from four_lamps import FourLamps
from hearts import Card, Hearts
from mill_creek import MillCreek

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
SUITS = ("Clubs", "Diamonds", "Spades", "Hearts")
RANKS = (
    "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King", "Ace",
)  # fmt: skip


@cache
def executor(name: str) -> Interpreter:
    made = load(f"{name}.gdl", FolderProvider(CLASSICS, library=CLASSICS.parent))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def card_of(name: str) -> Card:
    rank, _, suit = name.partition(" Of ")
    return SUITS.index(suit), RANKS.index(rank) + 2


def hands_of(state: State) -> list[list[Card]]:
    """Gives the cards of each hand; what already opens the hand belongs to it."""
    layout = state.program.layout
    opened = state.contents[layout.place_of["Trick", -1]]
    held = [state.contents[layout.place_of["Hand", player]] for player in range(4)]
    return [
        [card_of(layout.name_of(card)) for card in [*cards, *(c for c in opened if state.owner(c) == player)]]
        for player, cards in enumerate(held)
    ]


def fact(state: State, kind: str, name: str, player: int) -> int:
    layout = state.program.layout
    thing = layout.things[kind][player]
    return state.cells[layout.fact_cell(thing, layout.kind_of[thing].fields[name])]


@pytest.mark.parametrize(
    "seed", [*range(4), *(pytest.param(k, marks=pytest.mark.slow) for k in range(4, 24))]
)
@pytest.mark.in_turn(3)
@pytest.mark.quick_in_turn(2)
def test_hearts(seed: int) -> None:
    x, rng = executor("hearts"), random.Random(seed)
    state, _ = x.initial(Setting(4, seed))
    referee = Hearts(hands_of(state))
    while (decision := x.decision(state)) is not None:
        assert decision.seat == referee.asked()
        labels = [choice.label for choice in decision.choices]
        assert {card_of(label) for label in labels} == referee.choices() and len(set(labels)) == len(labels)
        number = rng.randrange(len(labels))
        referee.choose(card_of(labels[number]))
        x.apply(state, number)
        assert [fact(state, "Seat", "Score", seat) for seat in range(4)] == referee.scores
        if referee.needs_cards and not referee.over():
            referee.deal(hands_of(state))
    outcome = x.outcome(state)
    assert outcome is not None and referee.over()
    assert set(outcome.winners) == referee.winners() and outcome.label == "Over The Top"


def test_who_takes_all_points_gives_them_to_the_others() -> None:
    taken = [[(3, rank) for rank in range(2, 15)] + [(2, 12)], [(0, 2)], [], []]
    referee = Hearts([[] for _ in range(4)], taken=taken)
    referee._count()
    assert referee.scores == [0, 26, 26, 26]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_mill_creek(players: int, seed: int) -> None:
    x, rng = executor("mill_creek"), random.Random(seed)
    state, _ = x.initial(Setting(players, seed))
    first = x.decision(state)
    assert first is not None
    referee = MillCreek(players, first.seat)
    while (decision := x.decision(state)) is not None:
        assert decision.seat == referee.asked()
        labels = [choice.label for choice in decision.choices]
        assert set(labels) == referee.choices()
        number = rng.randrange(len(labels))
        referee.choose(labels[number])
        x.apply(state, number)
        found = [
            [fact(state, "Player's Sheet", good, seat) for good in ("Wood", "Grain", "Points")]
            for seat in range(players)
        ]
        assert found == referee.farms
    outcome = x.outcome(state)
    assert outcome is not None and referee.over() and set(outcome.winners) == referee.winners()


def winds(events: list[Event]) -> list[str]:
    """Gives the quarters that the wind blew from, as they are told."""
    return [event.text.rpartition(" ")[2] for event in events if event.kind == "roll"]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(12))
def test_four_lamps(players: int, seed: int) -> None:
    x, rng = executor("four_lamps"), random.Random(seed)
    state, events = x.initial(Setting(players, seed))
    referee = FourLamps(players)
    while (decision := x.decision(state)) is not None:
        assert decision.seat == referee.asked()
        labels = [choice.label for choice in decision.choices]
        assert set(labels) == referee.choices()
        # Some keepers take care, so that some matches are won.
        number = min(range(len(labels)), key=lambda k: referee.oil.get(labels[k].removesuffix(" Lamp"), 9))
        if rng.random() < 0.5 or not labels[number].endswith("Lamp"):
            number = rng.randrange(len(labels))
        blows = referee.choose(labels[number])
        blown = winds(x.apply(state, number))
        assert bool(blown) is blows
        for quarter in blown:
            referee.blow(quarter)
    outcome = x.outcome(state)
    assert outcome is not None and outcome.joint and referee.won is not None
    assert (outcome.label, set(outcome.ranks)) == (("Dawn", {1}) if referee.won else ("Dark", {2}))
    assert events
