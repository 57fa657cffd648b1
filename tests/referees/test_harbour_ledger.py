"""The ruleset of Harbour Ledger and `harbour_ledger.py` offer the same at every decision, and count the same."""

import random
from collections import Counter
from pathlib import Path

import pytest
from harbour_ledger import CARDS, HarbourLedger, Merchant

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
NAMES = list(CARDS)


@pytest.fixture(scope="module")
def game() -> Interpreter:
    made = load("harbour_ledger.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


def cards(state: State, place: str, owner: int = -1) -> list[str]:
    """Gives the cards in a place, from the bottom up."""
    layout = state.program.layout
    return [NAMES[layout.row_of[card]] for card in state.contents[layout.place_of[place, owner]]]


class Dealer:
    """Tells what players draw: from the deck as it lay, and what is missing since then from the shuffled discards."""

    def __init__(self, state: State, players: int) -> None:
        self.state, self.players = state, players
        self.lay: list[list[str]] = []

    def note(self) -> None:
        """Notes how the decks lie before something is chosen."""
        self.lay = [cards(self.state, "Deck", player) for player in range(self.players)]

    def draw(self, player: int, number: int) -> list[str]:
        """Tells which cards a player has drawn; it is their only draw since decks were noted."""
        lay = self.lay[player]
        if number <= len(lay):
            return lay[len(lay) - number :][::-1]
        shuffled = self.referee.merchants[player].discards
        return [*lay, *(shuffled - Counter(cards(self.state, "Deck", player))).elements()]

    referee: HarbourLedger


def told(label: str) -> str | None:
    return None if label in ("No", "Done", "Pass") else label.removeprefix("Play: ")


@pytest.mark.parametrize(("players", "seed"), [(2 + seed % 2, seed) for seed in range(8)])
def test_the_referee_agrees(game: Interpreter, players: int, seed: int) -> None:
    rng = random.Random(seed)
    state, _ = game.initial(Setting(players, seed))
    dealer = Dealer(state, players)
    hands = [cards(state, "Hand", player) for player in range(players)]
    referee = HarbourLedger([Merchant() for _ in range(players)], lambda player, _: hands[player])
    dealer.referee, referee.draws = referee, dealer.draw
    while (decision := game.decision(state)) is not None:
        offered = [told(choice.label) for choice in decision.choices]
        assert len(offered) == len(set(offered))
        assert (decision.seat, set(offered)) == (referee.asked, referee.choices())
        # As long as there is a penny, everybody is asked between one draw and the next.
        scarce = referee.phase in ("buy", "gain") and referee.supply["Penny"] < 2
        wanted = [name for name in offered if not scarce or name != "Penny"] or offered
        dear = [name for name in wanted if name in CARDS and CARDS[name][0] > 2]
        pick = rng.choice(dear if dear and rng.random() < 0.7 else wanted)
        dealer.note()
        game.apply(state, offered.index(pick))
        referee.choose(pick)
        for player, one in enumerate(referee.merchants):
            assert Counter(cards(state, "Hand", player)) == one.hand
            assert Counter(cards(state, "Discards", player)) == one.discards
            assert Counter(cards(state, "Deck", player)) == one.deck
        assert Counter(cards(state, "Supply")) == referee.supply
    assert referee.over
    outcome = game.outcome(state)
    assert outcome is not None and outcome.finished
    assert outcome.ranks == referee.ranks()
