"""Goofspiel in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field


@dataclass
class Match:
    """A match: what everybody has, what is offered, and what has been bid."""

    players: int
    carried: bool
    """Whether a prize that two bid the same for waits for the next one."""
    hands: list[set[int]] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    offer: list[int] = field(default_factory=list)
    bids: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.hands = [set(range(1, 14)) for _ in range(self.players)]
        self.points = [0] * self.players

    @property
    def to_bid(self) -> int:
        """The player who bids next."""
        return len(self.bids)

    def turn_up(self, prize: int) -> None:
        """Offers the next prize."""
        self.offer.append(prize)

    def bid(self, value: int) -> None:
        """Bids; after the last bid the prize goes to who bid most."""
        self.hands[self.to_bid].remove(value)
        self.bids.append(value)
        if len(self.bids) < self.players:
            return
        most = max(self.bids)
        if self.bids.count(most) == 1:
            self.points[self.bids.index(most)] += sum(self.offer)
            self.offer = []
        elif not self.carried:
            self.offer = []
        self.bids = []

    def ranks(self) -> tuple[int, ...]:
        """Ranks the players by their points."""
        return tuple(1 + sum(other > own for other in self.points) for own in self.points)
