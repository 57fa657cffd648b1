"""The Heir in plain Python: cards are their ranks; the deck is told to it as it lies, the next card last."""

from dataclasses import dataclass, field

LOOKOUT, EAVESDROPPER, RIVAL, NURSE, BAILIFF, MATCHMAKER, WIDOW, HEIR = range(1, 9)


@dataclass
class TheHeir:
    """A match; players are numbered from 0."""

    deck: list[int]
    aside: int | None
    hands: list[list[int]]
    turn: int = 0
    played: list[list[int]] = field(default_factory=list)
    safe: list[bool] = field(default_factory=list)
    out: list[int] = field(default_factory=list)
    """Who is out, the first one first."""
    card: int | None = None
    """What was played and asks something."""
    foe: int | None = None
    over: bool = False

    def __post_init__(self) -> None:
        """Begins the first turn."""
        self.played = [[] for _ in self.hands]
        self.safe = [False] * len(self.hands)
        self._begin()

    def _begin(self) -> None:
        self.safe[self.turn] = False
        self.hands[self.turn].append(self.deck.pop())

    def remaining(self) -> list[int]:
        """Lists the players who are in."""
        return [player for player in range(len(self.hands)) if player not in self.out]

    def choices(self) -> list[int]:
        """Lists ranks of cards, players or guesses, sorted."""
        if self.over:
            return []
        if self.card is None:
            hand = set(self.hands[self.turn])
            return sorted(hand - {BAILIFF, MATCHMAKER} if WIDOW in hand else hand)
        if self.foe is None:
            return self._targets()
        return list(range(2, 9))

    def _targets(self) -> list[int]:
        own = self.card == BAILIFF
        return [p for p in self.remaining() if not self.safe[p] and (own or p != self.turn)]

    def choose(self, value: int) -> None:
        """Goes on with what was chosen."""
        if self.card is None:
            self._play(value)
        elif self.foe is None:
            self.foe = value
            if self.card != LOOKOUT:
                self._do(value)
                self._end()
        else:
            if value in self.hands[self.foe]:
                self._fall(self.foe)
            self._end()

    def _play(self, card: int) -> None:
        self.hands[self.turn].remove(card)
        self.played[self.turn].append(card)
        self.card = card
        if card == HEIR:
            self._fall(self.turn)
        self.safe[self.turn] = card == NURSE
        if card in (HEIR, NURSE, WIDOW) or not self._targets():
            self._end()

    def _do(self, foe: int) -> None:
        me = self.turn
        if self.card == RIVAL:
            mine, his = self.hands[me][0], self.hands[foe][0]
            if mine != his:
                self._fall(me if mine < his else foe)
        elif self.card == BAILIFF and HEIR in self.hands[foe]:
            self._fall(foe)
        elif self.card == BAILIFF:
            self.played[foe] += self.hands[foe]
            if self.deck:
                self.hands[foe] = [self.deck.pop()]
            else:
                assert self.aside is not None
                self.hands[foe], self.aside = [self.aside], None
        elif self.card == MATCHMAKER:
            self.hands[me], self.hands[foe] = self.hands[foe], self.hands[me]

    def _fall(self, loser: int) -> None:
        self.played[loser] += self.hands[loser]
        self.hands[loser] = []
        self.out.append(loser)
        self.over = len(self.remaining()) == 1

    def _end(self) -> None:
        self.card = self.foe = None
        self.over = self.over or not self.deck
        if not self.over:
            count = len(self.hands)
            later = [(self.turn + step) % count for step in range(1, count + 1)]
            self.turn = next(player for player in later if player in self.remaining())
            self._begin()

    def ranks(self) -> list[int]:
        """Gives the rank of each player."""

        def worth(player: int) -> tuple[int, int]:
            return sum(self.hands[player]), sum(self.played[player])

        best = max(worth(player) for player in self.remaining())
        first = [player for player in self.remaining() if worth(player) == best]
        groups = [first, [p for p in self.remaining() if p not in first], *([p] for p in reversed(self.out))]
        return [
            1 + sum(len(group) for group in groups[:at])
            for player in range(len(self.hands))
            for at, group in enumerate(groups)
            if player in group
        ]
