"""The ruleset of gin rummy and `gin_rummy.py` offer the same at every decision, and score the same."""

import random
from pathlib import Path

import pytest
from gin_rummy import DONE, Card, GinRummy, deadwood

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import melding
from gekido_dsl.syntax.nodes import SHEET

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("gin_rummy.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def cards_of(state: State, place: int) -> list[Card]:
    """Gives the cards in a place, the last on top."""
    start = state.program.layout.things["Card"].start
    return [((card - start) // 13, (card - start) % 13 + 1) for card in state.contents[place]]


@pytest.mark.parametrize("seed", range(20))
def test_the_referee_agrees(game: Interpreter, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(2, seed))
    layout = state.program.layout
    first_card, first_row = layout.things["Card"].start, layout.things["Lane"].start
    spreads = {layout.place_of["Spread", first_row + k]: divmod(k, 3) for k in range(6)}
    stock = layout.place_of["Stock", -1]
    decision = game.decision(state)
    assert decision is not None
    hands = [set(cards_of(state, layout.place_of["Hand", seat])) for seat in range(2)]
    referee = GinRummy(decision.seat, hands, cards_of(state, layout.place_of["Heap", -1]))
    scores = layout.field_cell[id(game.game.kinds[SHEET]), "Score"]

    def meaning(label: str, values: tuple[int, ...]) -> object:
        if not values:
            return label if label not in {"No", "Done"} else DONE
        card = divmod(values[0] - first_card, 13)
        one = (card[0], card[1] + 1)
        return one if len(values) == 1 else (one, spreads[values[1]])

    while (decision := game.decision(state)) is not None:
        offered = [meaning(choice.label, choice.value) for choice in decision.choices]
        assert decision.seat == referee.turn
        assert set(offered) == referee.choices(), decision.prompt
        pick = rng.choice([one for one in offered if one == "Knock"] or offered)
        drawn = cards_of(state, stock)[-1]
        game.apply(state, offered.index(pick))
        referee.choose(pick, drawn)
    assert referee.stage == "over"
    assert state.cells[scores : scores + 2] == referee.scores


def test_no_arrangement_leaves_less() -> None:
    made = load("gin_rummy.gdl", FolderProvider(CLASSICS))
    assert made.game is not None
    of_cards = made.game.enums["Meld"].melding
    assert of_cards is not None
    deck = [(suit, rank) for suit in range(4) for rank in range(1, 14)]
    melds = melding.melds(of_cards, [(rank, -1, suit) for suit, rank in deck])
    assert melds is not None
    worth = [min(rank, 10) for _, rank in deck]
    for seed in range(400):
        rng = random.Random(seed)
        rich = [card for card in deck if rng.random() < 0.5] if seed % 2 else deck
        hand = rng.sample(range(52), 11) if rich is deck else [deck.index(card) for card in rich[:14]]
        bits = sum(1 << card for card in hand)
        points = [worth[card] if bits >> card & 1 else 0 for card in range(52)]
        laid = melding.most_laid(melds, bits, 0, points)
        assert sum(points) - laid == deadwood(frozenset(deck[card] for card in hand))
