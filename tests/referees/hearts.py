"""Hearts in plain Python, written from the rules and not from the ruleset.

Cards are pairs of suit and rank: 0 to 3 for clubs, diamonds, spades, hearts, and 2 to 14.
"""

from dataclasses import dataclass, field

Card = tuple[int, int]
QUEEN = (2, 12)
FIRST = (0, 2)
LEFT, RIGHT, ACROSS, NOBODY = range(4)


def points(card: Card) -> int:
    return 13 if card == QUEEN else int(card[0] == 3)


@dataclass
class Hearts:
    """A match of four players, from its first deal on."""

    hands: list[list[Card]]
    scores: list[int] = field(default_factory=lambda: [0] * 4)
    hand_number: int = 0
    passed: list[list[Card]] = field(default_factory=lambda: [[] for _ in range(4)])
    first: int = 0
    """Who is asked first when cards are passed: whoever took the last trick before."""
    turn: int = 0
    trick: list[tuple[int, Card]] = field(default_factory=list)
    taken: list[list[Card]] = field(default_factory=lambda: [[] for _ in range(4)])
    broken: bool = False
    needs_cards: bool = False
    """Whether a hand is over and cards are dealt anew."""

    def __post_init__(self) -> None:
        self.passing = True

    @property
    def way(self) -> int:
        return self.hand_number % 4

    def over(self) -> bool:
        return max(self.scores) >= 100

    def deal(self, hands: list[list[Card]]) -> None:
        """Takes up new hands."""
        self.hands = hands
        self.hand_number += 1
        self.needs_cards = False
        self.broken = False
        self.taken = [[] for _ in range(4)]
        self.passed = [[] for _ in range(4)]
        self.passing = self.way != NOBODY
        if not self.passing:
            self._open()

    def asked(self) -> int:
        """Tells who is to choose."""
        if not self.passing:
            return self.turn
        order = [(self.first + k) % 4 for k in range(4)]
        return next(seat for seat in order if len(self.passed[seat]) < 3)

    def choices(self) -> set[Card]:
        """Gives the cards that may be passed or played now."""
        hand = self.hands[self.asked()]
        if self.passing:
            return set(hand)
        if not self.trick:
            free = {card for card in hand if self.broken or card[0] != 3}
            return free or set(hand)
        suit = self.trick[0][1][0]
        same = {card for card in hand if card[0] == suit}
        if same:
            return same
        opening = not any(self.taken)
        cheap = {card for card in hand if not opening or points(card) == 0}
        return cheap or set(hand)

    def choose(self, card: Card) -> None:
        """Passes or plays a card."""
        seat = self.asked()
        self.hands[seat].remove(card)
        if self.passing:
            self.passed[seat].append(card)
            if all(len(cards) == 3 for cards in self.passed):
                steps = {LEFT: 1, RIGHT: 3, ACROSS: 2}[self.way]
                for giver in range(4):
                    self.hands[(giver + steps) % 4] += self.passed[giver]
                self._open()
            return
        self.trick.append((seat, card))
        self.broken = self.broken or card[0] == 3
        self.turn = (seat + 1) % 4
        if len(self.trick) == 4:
            suit = self.trick[0][1][0]
            self.turn = max(self.trick, key=lambda one: (one[1][0] == suit, one[1][1]))[0]
            self.taken[self.turn] += [one for _, one in self.trick]
            self.trick = []
            if not self.hands[0]:
                self._count()

    def _open(self) -> None:
        self.passing = False
        opener = next(seat for seat in range(4) if FIRST in self.hands[seat])
        self.hands[opener].remove(FIRST)
        self.trick, self.turn = [(opener, FIRST)], (opener + 1) % 4

    def _count(self) -> None:
        self.first = self.turn
        found = [sum(map(points, cards)) for cards in self.taken]
        if 26 in found:
            found = [26 - each for each in found]
        self.scores = [score + more for score, more in zip(self.scores, found, strict=True)]
        self.needs_cards = True

    def winners(self) -> set[int]:
        return {seat for seat in range(4) if self.scores[seat] == min(self.scores)}
