"""Kalah in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field

HOUSES = 6


@dataclass
class Kalah:
    """A match. Houses are numbered from 0, each player's own from the left as they see them."""

    seeds: int = 4
    empty_capture: bool = False
    houses: list[list[int]] = field(default_factory=list)
    stores: list[int] = field(default_factory=lambda: [0, 0])
    to_move: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        """Fills the houses."""
        self.houses = [[self.seeds] * HOUSES for _ in range(2)]

    def choices(self) -> set[int]:
        """Lists the houses that can be sown."""
        return set() if self.over else {k for k, held in enumerate(self.houses[self.to_move]) if held}

    def play(self, house: int) -> None:
        """Sows a house."""
        me = self.to_move
        hand, self.houses[me][house] = self.houses[me][house], 0
        side, at, again = me, house, False
        while hand:
            at += 1
            hand -= 1
            if at == HOUSES and side == me:
                self.stores[me] += 1
                again = hand == 0
                side, at = 1 - side, -1
                continue
            if at == HOUSES:
                side, at = 1 - side, 0
            self.houses[side][at] += 1
        if not again and side == me and self.houses[me][at] == 1:
            across = self.houses[1 - me][HOUSES - 1 - at]
            if across or self.empty_capture:
                self.stores[me] += across + 1
                self.houses[me][at] = self.houses[1 - me][HOUSES - 1 - at] = 0
        if not all(any(side) for side in self.houses):
            for one in range(2):
                self.stores[one] += sum(self.houses[one])
                self.houses[one] = [0] * HOUSES
            self.over = True
        elif not again:
            self.to_move = 1 - me

    def ranks(self) -> tuple[int, int]:
        """Tells who has won: 1, or 2 for the other; both 1 if they have as many."""
        mine, theirs = self.stores
        return (1 + (mine < theirs), 1 + (theirs < mine))
