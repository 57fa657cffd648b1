"""Hold'em agrees with its referee at every decision of random matches, and with the package `pokerkit` on the chips."""

import random
from functools import cache
from pathlib import Path

import pytest
from holdem import Hand
from pokerkit import Automation, NoLimitTexasHoldem, State

from gekido_dsl.compilation import load
from gekido_dsl.engine import Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.ground import layout
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State as Match

CLASSICS = Path(__file__).resolve().parents[2] / "rulesets" / "classics"
BY_ITSELF = tuple(
    one
    for one in Automation
    if one not in (Automation.HOLE_DEALING, Automation.BOARD_DEALING, Automation.CARD_BURNING)
)


@cache
def played(name: str = "holdem") -> Interpreter:
    made = load(f"{name}.gdl", FolderProvider(CLASSICS))
    assert made.game is not None and not made.diagnostics
    return made.executor()


class Table:
    """Reads a match of the ruleset."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.layout = match.program.layout
        (sheet,) = (kind for kind in self.layout.game.kinds.values() if kind.sheet)
        self.sheet = sheet

    def facts(self, name: str) -> list[int]:
        start = self.layout.field_cell[id(self.sheet), name]
        return [self.match.cells[start + seat] for seat in range(self.layout.players)]

    def cards(self, place: str, owner: int = -1) -> str:
        things = self.layout.things["Card"].start
        return "".join(
            "23456789TJQKA"[(card - things) % 13] + "cdhs"[(card - things) // 13]
            for card in self.match.contents[self.layout.place_of[place, owner]]
        )

    def order(self) -> list[int]:
        """Lists the players in the hand, from whoever is left of the button."""
        first, number = self.match.cells[layout.ON_TURN], self.layout.players
        seats = [(first + step) % number for step in range(number)]
        return [seat for seat in seats if self.cards("Pocket", seat)]


def begun(table: Table) -> tuple[Hand, State | None, list[int], str]:
    """Begins the referee's hand and that of `pokerkit` as a hand of the ruleset begins, and tells the board."""
    board = table.cards("Pack")[::-1]
    board = "".join(board[at + 1] + board[at] for at in range(0, 10, 2))
    order = table.order()
    chips, paid = table.facts("Chips"), table.facts("Stake")
    stacks = [chips[seat] + paid[seat] for seat in order]
    pockets = [table.cards("Pocket", seat) for seat in order]
    hand = Hand(list(stacks), pockets)
    # The package lets others call less where the big blind has not enough for it.
    if stacks[0 if len(order) == 2 else 1] < 2:
        return hand, None, order, board
    other = NoLimitTexasHoldem.create_state(BY_ITSELF, True, 0, (1, 2), 2, tuple(stacks), len(order))
    for pocket in pockets:
        other.deal_hole(pocket)
    return hand, other, order, board


def go_on(hand: Hand, other: State | None, board: str) -> None:
    """Deals the streets that come before somebody is asked again."""
    while hand.turn is None and not hand.is_over():
        new = board[len(hand.board) : len(hand.board) + (2 if hand.board else 6)]
        hand.deal(new)
        if other is not None:
            other.burn_card("??")
            other.deal_board(new)


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("seed", range(12))
def test_every_decision_is_that_of_the_referee(players: int, seed: int) -> None:
    x = played()
    match, _ = x.initial(Setting(players, seed, {}))
    table, rng, showdowns, compared = Table(match), random.Random(seed), 0, 0
    hand, other, order, board = begun(table)
    number, short = 1, False
    """Whether somebody went all-in for less than a full bet or raise in this round of betting."""
    for _ in range(250):
        decision = x.decision(match)
        assert decision is not None and hand.turn is not None
        labels = [choice.label for choice in decision.choices]
        assert decision.seat == order[hand.turn] and labels == hand.choices()
        if other is not None and not hand.raising:
            compared += 1
            assert other.actor_index == hand.turn
            raises = hand.raises()
            price = hand.price
            if not short:
                low = other.min_completion_betting_or_raising_to_amount
                high = other.max_completion_betting_or_raising_to_amount
                assert raises == (None if low is None else (low - price, high - price))
        said = rng.choice(labels)
        if hand.raising and rng.random() < 0.7:
            said = labels[min(len(labels) - 1, int(rng.expovariate(0.2)))]
        elif said == "Fold" and rng.random() < 0.6:
            said = "Call"
        if said.isdigit():
            short = short or int(said) < hand.full
        if other is not None and hand.raising:
            to = hand.price + int(said)
            if not other.can_complete_bet_or_raise_to(to):
                other = None
            else:
                other.complete_bet_or_raise_to(to)
        elif other is not None and said != "Raise":
            if said == "Fold":
                other.fold()
            else:
                other.check_or_call()
        street = hand.street
        x.apply(match, labels.index(said))
        hand.choose(said)
        go_on(hand, other, board)
        short = short and hand.street == street
        if hand.is_over():
            showdowns += len(hand.live()) > 1
            stacks = hand.pay_out()
            if other is not None:
                assert not other.status and list(other.stacks) == stacks
            now = [table.facts("Chips")[seat] + table.facts("Stake")[seat] for seat in order]
            # Of a hand in which nobody has anything to say, as all chips are in, only the next shows what came of it.
            assert now == stacks or match.cells[layout.ROUND] > number + (x.decision(match) is not None)
            number = match.cells[layout.ROUND]
            if x.decision(match) is None:
                outcome = x.outcome(match)
                assert outcome is not None and outcome.finished
                break
            hand, other, order, board = begun(table)
            short = False
    assert compared > 5 and (showdowns or players == 2)


@pytest.mark.parametrize("name", ["omaha", "greek_holdem"])
@pytest.mark.parametrize("seed", range(2))
def test_exactly_two_cards_of_a_pocket_count(name: str, seed: int) -> None:
    x = played(name)
    players = 3
    match, _ = x.initial(Setting(players, seed, {}))
    table, rng, showdowns = Table(match), random.Random(seed), 0
    for _ in range(30):
        order = table.order()
        board = table.cards("Pack")[::-1]
        board = "".join(board[at + 1] + board[at] for at in range(0, 10, 2))
        chips, paid = table.facts("Chips"), table.facts("Stake")
        pockets = [table.cards("Pocket", seat) for seat in order]
        hand = Hand([chips[seat] + paid[seat] for seat in order], pockets, two_of_each=True)
        go_on(hand, None, board)
        while not hand.is_over():
            decision = x.decision(match)
            assert decision is not None and hand.turn is not None and decision.seat == order[hand.turn]
            labels = [choice.label for choice in decision.choices]
            assert labels == hand.choices()
            said = rng.choice([label for label in labels if label != "Fold"][:3])
            x.apply(match, labels.index(said))
            hand.choose(said)
            go_on(hand, None, board)
        showdowns += len(hand.live()) > 1
        stacks = hand.pay_out()
        if x.decision(match) is None:
            break
        now = [table.facts("Chips")[seat] + table.facts("Stake")[seat] for seat in order]
        assert now == stacks
    assert showdowns
