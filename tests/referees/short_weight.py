"""Short Weight in plain Python: antes, two rounds of betting, favours, the scale and the pawning.

It takes from `fallen` what the dice fell, one by one, and goes on by itself to the next question.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

ANTE, LEAST, PAWNED, SEAL, ROUNDS = 2, 2, 6, 3, 8


def pots(paid: Sequence[int], live: Sequence[int]) -> Iterator[tuple[int, list[int]]]:
    """Gives each pot and who may win it: what those who are in paid up to each sum, and what others left in it."""
    levels = sorted({paid[seat] for seat in live})
    below = 0
    for level in levels:
        # What somebody who folded paid above the highest sum of those who are in belongs to the last pot.
        top = max(paid) if level == levels[-1] else level
        yield (
            sum(min(one, top) - min(one, below) for one in paid),
            [seat for seat in live if paid[seat] >= level],
        )
        below = level


@dataclass
class ShortWeight:
    """A match under way."""

    players: int
    first: int
    fallen: deque[int]
    coins: list[int] = field(default_factory=list)
    seals: list[int] = field(default_factory=list)
    rounds: int = 0
    stage: str = "bet"
    """What is asked: a `bet`, by how much to `raise`, a `favour`, which `die` to cast again; or the match is `over`."""
    turn: int = -1

    def __post_init__(self) -> None:
        self.coins, self.seals = [40] * self.players, [2] * self.players
        self.there = set(range(self.players))
        self._cast()

    def seats(self, start: int) -> list[int]:
        """Lists who is at the table, in turn order from a seat."""
        every = ((start + step) % self.players for step in range(self.players))
        return [seat for seat in every if seat in self.there]

    def live(self) -> list[int]:
        return [seat for seat in self.seats(self.first) if seat not in self.folded]

    def _roll(self, number: int) -> list[int]:
        return [self.fallen.popleft() for _ in range(number)]

    def _cast(self) -> None:
        self.folded: set[int] = set()
        self.paid = [0] * self.players
        for seat in self.there:
            self._pay(seat, min(ANTE, self.coins[seat]))
        self.cups = {seat: self._roll(3) for seat in self.seats(self.first)}
        self.brass = self._roll(2)
        self._bet()

    def _pay(self, seat: int, sum_: int) -> None:
        self.coins[seat] -= sum_
        self.paid[seat] += sum_

    def _bet(self) -> None:
        self.stage, self.full = "bet", LEAST
        self.spoken: set[int] = set()
        self._ask(self.seats(self.first))

    def _ask(self, order: list[int]) -> None:
        for seat in order:
            if seat in self.folded or not self.coins[seat] or len(self.live()) == 1:
                continue
            if self._owed(seat) or (seat not in self.spoken and self._answered(seat)):
                self.turn = seat
                return
        self._bets_made()

    def _owed(self, seat: int) -> int:
        return max(self.paid) - self.paid[seat]

    def _answered(self, seat: int) -> bool:
        """Tells whether somebody else could answer a raise."""
        return any(self.coins[other] > self._owed(other) for other in self.live() if other != seat)

    def raises(self) -> range:
        """Lists by how much whoever is on turn may raise."""
        owed = self._owed(self.turn)
        left = self.coins[self.turn] - owed
        closed = self.turn in self.spoken and owed < self.full
        if left <= 0 or closed or not self._answered(self.turn):
            return range(0)
        return range(min(self.full, left), left + 1)

    def choices(self) -> set[str]:
        """Lists what whoever is on turn may say."""
        if self.stage == "favour":
            return {"Ask a favour", "Do not"}
        if self.stage == "die":
            return set(map(str, self.cups[self.turn]))
        if self.stage == "raise":
            return set(map(str, self.raises()))
        said = {"Fold", "Call"} if self._owed(self.turn) else {"Check"}
        return said | ({"Raise"} if self.raises() else set())

    def choose(self, said: str) -> None:
        """Goes on with what was said."""
        assert said in self.choices()
        if said == "Ask a favour":
            self.seals[self.turn] -= 1
            self.stage = "die"
            return
        if self.stage in ("favour", "die"):
            if self.stage == "die":
                self.cups[self.turn].remove(int(said))
                self.cups[self.turn] += self._roll(1)
            order = self.seats(self.first)
            self._favours(order[order.index(self.turn) + 1 :])
            return
        if said == "Raise":
            self.stage = "raise"
            return
        if said == "Fold":
            self.folded.add(self.turn)
        elif said == "Call":
            self._pay(self.turn, min(self._owed(self.turn), self.coins[self.turn]))
        elif said != "Check":
            by, self.stage = int(said), "bet"
            self._pay(self.turn, self._owed(self.turn) + by)
            self.full = max(self.full, by)
        self.spoken.add(self.turn)
        self._ask([*self.seats(self.turn)[1:], self.turn])

    def _bets_made(self) -> None:
        if len(self.brass) == 3:
            self._weigh()
        else:
            self._favours(self.seats(self.first) if len(self.live()) > 1 else [])

    def _favours(self, order: list[int]) -> None:
        for seat in order:
            if seat not in self.folded and self.seals[seat]:
                self.stage, self.turn = "favour", seat
                return
        self.brass += self._roll(1)
        self._bet()

    def _rank(self, seat: int) -> tuple[bool, int]:
        load = sum(self.cups[seat])
        fits = load <= sum(self.brass)
        return fits, load if fits else -load

    def _weigh(self) -> None:
        for pot, may in pots(self.paid, self.live()):
            best = max(map(self._rank, may))
            winners = [seat for seat in may if self._rank(seat) == best]
            for place, seat in enumerate(winners):
                self.coins[seat] += pot // len(winners) + (place < pot % len(winners))
        for seat in sorted(self.there):
            if self.coins[seat]:
                continue
            if self.seals[seat]:
                self.seals[seat] -= 1
                self.coins[seat] = PAWNED
            else:
                self.there.remove(seat)
        self.first = next(seat for seat in self.seats(self.first + 1))
        self.rounds += 1
        if len(self.there) == 1 or self.rounds == ROUNDS:
            self.stage = "over"
        else:
            self._cast()

    def fortunes(self) -> list[int]:
        """Gives what everyone has in the end."""
        return [coins + SEAL * seals for coins, seals in zip(self.coins, self.seals, strict=True)]
