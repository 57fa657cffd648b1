"""Scopa for two in plain Python, written from the rules and not from the ruleset. A card is its suit and its rank."""

from dataclasses import dataclass, field
from itertools import combinations

Card = tuple[int, int]
COINS = 0
PRIME = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}


def makes(cards: list[Card], total: int) -> bool:
    """Tells whether some of the cards have a sum."""
    return any(
        sum(rank for _, rank in some) == total
        for size in range(len(cards) + 1)
        for some in combinations(cards, size)
    )


def prime(cards: list[Card]) -> int:
    """Gives the best card of each suit together; nothing without all four suits."""
    best = [max((PRIME[rank] for suit, rank in cards if suit == one), default=0) for one in range(4)]
    return sum(best) if all(best) else 0


@dataclass
class Scopa:
    """A match; what is shuffled is told to it."""

    turn: int
    hands: list[list[Card]]
    table: list[Card]
    pack: list[Card]
    """The top card is the last."""
    points: list[int] = field(default_factory=lambda: [0, 0])
    sweeps: list[int] = field(default_factory=lambda: [0, 0])
    prizes: list[list[Card]] = field(default_factory=lambda: [[], []])
    taker: int | None = None
    played: Card | None = None
    rest: int = 0
    first: int = 0
    dealt: bool = True
    """Whether this deal goes on."""

    def __post_init__(self) -> None:
        self.first = self.turn

    @property
    def winner(self) -> int | None:
        """Gives who has 11 points and more than the other."""
        if max(self.points) < 11 or self.points[0] == self.points[1]:
            return None
        return self.points.index(max(self.points))

    def deal(self, hands: list[list[Card]], table: list[Card], pack: list[Card]) -> None:
        """Begins a deal with what was dealt; the other player begins."""
        self.first = self.turn = 1 - self.first
        self.hands, self.table, self.pack = hands, table, pack
        self.prizes, self.sweeps, self.taker, self.dealt = [[], []], [0, 0], None, True

    def choices(self) -> set[Card]:
        """Gives the cards that the player on turn may choose."""
        if self.played is None:
            return set(self.hands[self.turn])
        rank = self.played[1]
        if self.rest == 0:
            return {card for card in self.table if card[1] == rank}
        return {
            card
            for card in self.table
            if card[1] <= self.rest and makes([one for one in self.table if one != card], self.rest - card[1])
        }

    def choose(self, card: Card) -> None:
        """Plays a card, or takes one from the table."""
        if self.played is None:
            self.hands[self.turn].remove(card)
            if any(one[1] == card[1] for one in self.table):
                self.played = card
            elif makes(self.table, card[1]):
                self.played, self.rest = card, card[1]
            else:
                self.table.append(card)
                self._next()
            return
        self.table.remove(card)
        self.prizes[self.turn].append(card)
        self.rest = max(0, self.rest - card[1])
        if self.rest == 0:
            self.prizes[self.turn].append(self.played)
            self.played, self.taker = None, self.turn
            if not self.table and (self.pack or any(self.hands)):
                self.sweeps[self.turn] += 1
            self._next()

    def _next(self) -> None:
        self.turn = 1 - self.turn
        if any(self.hands):
            return
        if not self.pack:
            self._score()
            return
        for _ in range(3):
            for seat in (self.turn, 1 - self.turn):
                self.hands[seat].append(self.pack.pop())

    def _score(self) -> None:
        if self.taker is not None:
            self.prizes[self.taker] += self.table
        for seat in range(2):
            own, other = self.prizes[seat], self.prizes[1 - seat]
            coins = [sum(suit == COINS for suit, _ in cards) for cards in (own, other)]
            self.points[seat] += self.sweeps[seat]
            self.points[seat] += len(own) > len(other)
            self.points[seat] += coins[0] > coins[1]
            self.points[seat] += (COINS, 7) in own
            self.points[seat] += prime(own) > prime(other)
        self.dealt = False
