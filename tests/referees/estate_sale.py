"""Estate Sale in plain Python: lots are (collection, sealed); the catalogue is told to it, the next lot last."""

from collections import Counter
from dataclasses import dataclass, field

COLLECTIONS = 5
COINS = 30


@dataclass
class EstateSale:
    """A match; players are numbered from 0, collections too."""

    catalogue: list[tuple[int, bool]]
    players: int
    first: int
    """Who begins the round at hand."""
    coins: list[int] = field(default_factory=list)
    owned: list[Counter[int]] = field(default_factory=list)
    price: int = 0
    leader: int | None = None
    lot: tuple[int, bool] | None = None
    queue: list[int] = field(default_factory=list)
    """Who is asked next, in an open sale round and round."""
    asked: set[int] = field(default_factory=set)
    raising: bool = False
    bids: dict[int, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begins the first sale."""
        self.coins = [COINS] * self.players
        self.owned = [Counter() for _ in range(self.players)]
        self._next()

    def _next(self) -> None:
        self.price, self.leader, self.asked, self.bids = 0, None, set(), {}
        self.lot = self.catalogue.pop() if self.catalogue else None
        self.queue = [(self.first + k) % self.players for k in range(self.players)] if self.lot else []

    @property
    def turn(self) -> int:
        """Who is asked."""
        return self.queue[0]

    def choices(self) -> list[str]:
        """Lists what is offered."""
        assert self.lot is not None
        coins = self.coins[self.turn]
        if self.lot[1]:
            return [str(bid) for bid in range(coins + 1)]
        if self.raising:
            return [str(bid) for bid in range(self.price + 1, coins + 1)]
        return ["Pass for good", *(["Raise"] if coins > self.price else [])]

    def choose(self, choice: str) -> None:
        """Goes on with what was chosen."""
        assert self.lot is not None
        me = self.turn
        if self.lot[1]:
            self.bids[me] = int(choice)
            self.queue.pop(0)
            if not self.queue:
                self.price = max(self.bids.values())
                best = [player for player in self.bids if self.bids[player] == self.price]
                self.leader = best[0] if self.price else None
                self._sold()
        elif choice == "Raise":
            self.raising = True
        else:
            self.raising = False
            self.asked.add(me)
            self.queue.pop(0)
            if choice != "Pass for good":
                self.price, self.leader = int(choice), me
                self.queue.append(me)
            if not self.queue or (len(self.queue) == 1 and self.queue[0] in self.asked):
                self._sold()

    def _sold(self) -> None:
        assert self.lot is not None
        if self.leader is not None:
            self.coins[self.leader] -= self.price
            self.owned[self.leader][self.lot[0]] += 1
        self.first = (self.first + 1) % self.players
        self._next()

    def total(self, player: int) -> int:
        """Counts what a player has."""
        counts = [self.owned[player][one] for one in range(COLLECTIONS)]
        sets = sum((0, 1, 3, 6, 10)[count] for count in counts)
        return sets + 8 * min(counts) + self.coins[player] // 3

    def ranks(self) -> tuple[int, ...]:
        """Gives the rank of each player."""
        worth = [(self.total(player), self.coins[player]) for player in range(self.players)]
        return tuple(1 + sum(other > mine for other in worth) for mine in worth)
