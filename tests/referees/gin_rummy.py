"""Gin rummy in plain Python, written from the rules: cards are pairs of suit and rank, hands are told to it."""

from dataclasses import dataclass, field
from functools import cache
from itertools import combinations

Card = tuple[int, int]
DONE = "done"


def points(cards: "frozenset[Card] | set[Card] | list[Card]") -> int:
    """Gives what cards count: court cards 10, the others their number."""
    return sum(min(rank, 10) for _, rank in cards)


def is_meld(cards: frozenset[Card]) -> bool:
    """Tells whether cards are three or more of a rank, or three or more in a row of one suit."""
    suits, ranks = {suit for suit, _ in cards}, sorted(rank for _, rank in cards)
    if len(cards) < 3:
        return False
    return len(set(ranks)) == 1 or (len(suits) == 1 and ranks == list(range(ranks[0], ranks[-1] + 1)))


@cache
def deadwood(cards: frozenset[Card]) -> int:
    """Gives the least that cards count outside melds: the highest card is left over, or in some meld."""
    if not cards:
        return 0
    highest = max(cards, key=lambda card: (card[1], card[0]))
    others = cards - {highest}
    best = min(highest[1], 10) + deadwood(others)
    for meld in melds_with(highest, others):
        best = min(best, deadwood(cards - meld))
    return best


def melds_with(card: Card, others: frozenset[Card]) -> list[frozenset[Card]]:
    """Lists the melds of a card and some others."""
    alike = [one for one in others if one[1] == card[1]]
    found = [frozenset({card, *some}) for size in (2, 3) for some in combinations(alike, size)]
    row = {one[1]: one for one in others if one[0] == card[0]} | {card[1]: card}
    for low in range(1, card[1] + 1):
        for high in range(max(card[1], low + 2), 14):
            if all(rank in row for rank in range(low, high + 1)):
                found.append(frozenset(row[rank] for rank in range(low, high + 1)))
    return found


@dataclass
class GinRummy:
    """One deal; players are numbered from 0."""

    turn: int
    """Who does not deal, and begins."""
    hands: list[set[Card]]
    heap: list[Card]
    stock: int = 31
    stage: str = "draw"
    refused: int = 0
    taken: Card | None = None
    knocker: int | None = None
    rows: list[list[set[Card]]] = field(default_factory=lambda: [[set() for _ in range(3)] for _ in range(2)])
    row: int = 0
    scores: list[int] = field(default_factory=lambda: [0, 0])

    def choices(self) -> set[object]:
        """Lists what the player on turn may do."""
        hand = self.hands[self.turn]
        if self.stage == "draw":
            offered = {
                0: {"From the heap", "Neither"},
                1: {"From the heap", "Neither"},
                2: {"From the stock"},
            }
            return set(offered.get(self.refused, {"From the heap", "From the stock"}))
        if self.stage == "discard":
            return set(hand - {self.taken})
        if self.stage == "knock":
            return {"Go on"} | ({"Knock"} if deadwood(frozenset(hand)) <= 10 else set())
        if self.stage == "lay off":
            return set(self._fitting()) | {DONE}
        cards, stop = self._laying()
        return cards | ({DONE} if stop else set())

    def choose(self, choice: object, drawn: Card | None = None) -> None:
        """Does what was chosen."""
        hand = self.hands[self.turn]
        if self.stage == "draw":
            self.taken = None
            if choice == "Neither":
                self.refused += 1
                self.turn = 1 - self.turn
                return
            self.refused = 3
            if choice == "From the heap":
                self.taken = self.heap.pop()
                hand.add(self.taken)
            else:
                assert drawn is not None
                self.stock -= 1
                hand.add(drawn)
            self.stage = "discard"
        elif self.stage == "discard":
            assert isinstance(choice, tuple)
            hand.remove(choice)
            self.heap.append(choice)
            self.stage = "knock"
        elif self.stage == "knock":
            self._after_turn(knocks=choice == "Knock")
        elif self.stage == "lay off":
            if choice == DONE:
                self._score()
            else:
                assert isinstance(choice, tuple)
                (card, (owner, row)) = choice
                hand.remove(card)
                self.rows[owner][row].add(card)
                self._skip_lay_off()
        else:
            if choice == DONE:
                self.row += 1
            else:
                assert isinstance(choice, tuple)
                hand.remove(choice)
                self.rows[self.turn][self.row].add(choice)
            self._skip_rows()

    def _after_turn(self, *, knocks: bool) -> None:
        if knocks:
            self.knocker, self.row, self.stage = self.turn, 0, "lay down"
            self._skip_rows()
        elif self.stock <= 2:
            self.stage = "over"
        else:
            self.turn, self.stage = 1 - self.turn, "draw"

    def _laying(self) -> tuple[set[Card], bool]:
        """Gives the cards that may go to the row at hand, and whether the player may stop there."""
        hand, laid = frozenset(self.hands[self.turn]), frozenset(self.rows[self.turn][self.row])
        most = 10 if self.turn == self.knocker else None
        if most is not None and not self.must_lay:
            most = None
        fitting = set()
        for card in hand:
            for meld in melds_with(card, (hand | laid) - {card}):
                if laid <= meld and (most is None or deadwood(hand - meld) <= most):
                    fitting.add(card)
        if laid:
            return fitting, is_meld(laid)
        return fitting, most is None

    must_lay: bool = False

    def _skip_rows(self) -> None:
        """Goes on to the next row where something may be laid, then to what comes after."""
        while self.row < 3:
            if not self.rows[self.turn][self.row]:
                self.must_lay = self.turn == self.knocker and points(self.hands[self.turn]) > 10
            if self._laying()[0]:
                return
            self.row += 1
        if self.turn == self.knocker:
            self.turn, self.row = 1 - self.turn, 0
            self._skip_rows()
        else:
            self.stage = "lay off"
            self._skip_lay_off()

    def _fitting(self) -> list[tuple[Card, tuple[int, int]]]:
        return [
            (card, (owner, row))
            for card in self.hands[self.turn]
            for owner in range(2)
            for row in range(3)
            if is_meld(frozenset(self.rows[owner][row] | {card})) and self.rows[owner][row]
        ]

    def _skip_lay_off(self) -> None:
        assert self.knocker is not None
        if not points(self.hands[self.knocker]) or not self._fitting():
            self._score()

    def _score(self) -> None:
        assert self.knocker is not None
        mine, theirs = points(self.hands[self.knocker]), points(self.hands[1 - self.knocker])
        if not mine:
            self.scores[self.knocker] += 25 + theirs
        elif mine < theirs:
            self.scores[self.knocker] += theirs - mine
        else:
            self.scores[1 - self.knocker] += 25 + mine - theirs
        self.stage = "over"
