"""Liar's Dice in plain Python: what may be chosen, and what comes of it. Dice are told to it when they have fallen."""

from dataclasses import dataclass, field


@dataclass
class LiarsDice:
    """A match; players are numbered from 0."""

    cups: list[list[int]]
    wild: bool = False
    turn: int = 0
    bid: tuple[int, int] | None = None
    bidder: int = -1
    count: int | None = None
    """How many dice are bid by whoever has yet to say of which face."""
    raising: bool = False
    fallen: bool = False
    """Whether the dice have to be rolled anew."""
    out: list[int] = field(default_factory=list)

    def remaining(self) -> list[int]:
        """Lists the players who have dice."""
        return [player for player, cup in enumerate(self.cups) if cup]

    def choices(self) -> list[str]:
        """Lists what whoever is on turn may say."""
        if len(self.remaining()) == 1:
            return []
        total = sum(map(len, self.cups))
        if self.count is not None:
            return [str(face) for face in range(1, 7) if self.bid is None or (self.count, face) > self.bid]
        if self.bid is not None and not self.raising:
            return [*(["Raise the bid"] if self.bid < (total, 6) else []), "Doubt"]
        return [
            str(count)
            for count in range(1, total + 1)
            if any(self.bid is None or (count, face) > self.bid for face in range(1, 7))
        ]

    def choose(self, said: str) -> None:
        """Goes on with what was said."""
        if said == "Raise the bid":
            self.raising = True
        elif said == "Doubt":
            self._doubt()
        elif self.count is None:
            self.count = int(said)
        else:
            self.bid, self.bidder, self.count, self.raising = (self.count, int(said)), self.turn, None, False
            self.turn = self._after(self.turn)

    def _doubt(self) -> None:
        assert self.bid is not None
        count, face = self.bid
        there = sum(die == face or (self.wild and die == 1) for cup in self.cups for die in cup)
        loser, rival = (self.turn, self.bidder) if there >= count else (self.bidder, self.turn)
        self.cups[loser].pop()
        if not self.cups[loser]:
            self.out.append(loser)
        self.turn = loser if self.cups[loser] else rival
        self.bid, self.bidder, self.fallen = None, -1, True

    def _after(self, player: int) -> int:
        later = [(player + step) % len(self.cups) for step in range(1, len(self.cups) + 1)]
        return next(one for one in later if self.cups[one])

    def ranks(self) -> list[int]:
        """Gives the rank of each player: the last one in, then those who went out, the last of them first."""
        order = [*self.remaining(), *reversed(self.out)]
        return [order.index(player) + 1 for player in range(len(self.cups))]
