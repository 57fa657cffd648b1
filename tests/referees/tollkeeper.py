"""Tollkeeper in plain Python, written from the rules: cards are pairs of suit and rank, hands are told to it."""

from dataclasses import dataclass, field

Card = tuple[int, int]
HIGHEST = 8
ROUNDS = 6


@dataclass
class Tollkeeper:
    """A match; players are numbered from 0, suits too."""

    players: int
    first: int
    """Who begins the round at hand."""
    hands: list[set[Card]] = field(default_factory=list)
    scores: list[int] = field(default_factory=list)
    tricks: list[int] = field(default_factory=list)
    bids: list[int] = field(default_factory=list)
    waiting: list[int] = field(default_factory=list)
    """Who is still to be asked for a bid, in order."""
    asked: set[int] = field(default_factory=set)
    stage: str = "bid"
    trump: int | None = None
    trick: list[tuple[int, Card]] = field(default_factory=list)
    turn: int = 0
    rounds: int = 0

    def __post_init__(self) -> None:
        self.scores = [0] * self.players

    def deal(self, hands: list[set[Card]]) -> None:
        """Begins a round."""
        self.hands, self.tricks, self.bids = hands, [0] * self.players, [0] * self.players
        self.waiting = [(self.first + k) % self.players for k in range(self.players)]
        self.turn, self.asked, self.stage, self.trump, self.trick = self.first, set(), "bid", None, []

    def choices(self) -> set[object]:
        """Gives what is offered to the player on turn."""
        if self.stage == "bid":
            return {"Raise", "Pass for good"} if max(self.bids) < HIGHEST else {"Pass for good"}
        if self.stage == "raise":
            return set(range(max(self.bids) + 1, HIGHEST + 1))
        if self.stage == "trump":
            return set(range(4))
        hand = self.hands[self.turn]
        led = self.trick[0][1][0] if self.trick else None
        return set({card for card in hand if card[0] == led} or hand)

    def choose(self, choice: object) -> None:
        """Goes on with what was chosen."""
        if self.stage == "bid" and choice == "Raise":
            self.stage = "raise"
        elif self.stage in ("bid", "raise"):
            self._bid(choice)
        elif self.stage == "trump":
            assert isinstance(choice, int)
            self.trump, self.stage = choice, "play"
        else:
            assert isinstance(choice, tuple)
            self._play(choice)

    def _bid(self, choice: object) -> None:
        self.asked.add(self.waiting.pop(0))
        if self.stage == "raise":
            assert isinstance(choice, int)
            self.bids[self.turn] = choice
            self.waiting.append(self.turn)
            self.stage = "bid"
        else:
            self.bids[self.turn] = 0
        if not self.waiting:
            self.stage, self.turn = "play", self.first
        elif self.waiting[0] in self.asked and len(self.waiting) == 1:
            self.stage, self.turn = "trump", self.waiting[0]
        else:
            self.turn = self.waiting[0]

    def _play(self, card: Card) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.turn = (self.turn + 1) % self.players
        if len(self.trick) < self.players:
            return
        trumps = [one for one in self.trick if one[1][0] == self.trump]
        of_suit = [one for one in self.trick if one[1][0] == self.trick[0][1][0]]
        self.turn = max(trumps or of_suit, key=lambda one: one[1][1])[0]
        self.tricks[self.turn] += 1
        self.trick = []
        if not any(self.hands):
            for player in range(self.players):
                bid, taken = self.bids[player], self.tricks[player]
                self.scores[player] += bid + taken if taken >= bid else -2 * bid
            self.first = (self.first + 1) % self.players
            self.rounds += 1
            self.stage = "over"
