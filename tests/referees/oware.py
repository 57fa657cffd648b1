"""Oware in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field

HOUSES = 6
MOST = 100
"""After so many turns in which nothing is taken, each player keeps what lies on their side."""


@dataclass
class Oware:
    """A match. Houses 0 to 5 are the first player's from the left, 6 to 11 the second's, in the order of sowing."""

    houses: list[int] = field(default_factory=lambda: [4] * 2 * HOUSES)
    taken: list[int] = field(default_factory=lambda: [0, 0])
    to_move: int = 0
    quiet: int = 0
    over: bool = False

    def side(self, player: int) -> range:
        """Gives the houses of a player."""
        return range(player * HOUSES, (player + 1) * HOUSES)

    def sown(self, house: int) -> tuple[list[int], int]:
        """Gives the board after a house is sown, and what is taken."""
        board, at = list(self.houses), house
        seeds, board[house] = board[house], 0
        while seeds:
            at = (at + 1) % (2 * HOUSES)
            if at != house:
                board[at] += 1
                seeds -= 1
        theirs, caught = self.side(1 - self.to_move), []
        while at in theirs and board[at] in (2, 3):
            caught.append(at)
            at = (at - 1) % (2 * HOUSES)
        loot = sum(board[k] for k in caught)
        if loot == sum(board[k] for k in theirs):
            return board, 0
        for k in caught:
            board[k] = 0
        return board, loot

    def choices(self) -> set[int]:
        """Lists the houses that can be sown: the other player has to have seeds afterwards."""
        if self.over:
            return set()
        theirs = self.side(1 - self.to_move)
        return {
            house
            for house in self.side(self.to_move)
            if self.houses[house] and any(self.sown(house)[0][k] for k in theirs)
        }

    def play(self, house: int) -> None:
        """Sows a house; who then cannot move keeps what is left, and so does the other."""
        self.houses, loot = self.sown(house)
        self.taken[self.to_move] += loot
        self.quiet = 0 if loot else self.quiet + 1
        if max(self.taken) > 24:
            self.over = True
            return
        self.to_move = 1 - self.to_move
        if self.quiet >= MOST or not self.choices():
            self.over = True
            for player in range(2):
                self.taken[player] += sum(self.houses[k] for k in self.side(player))

    def ranks(self) -> tuple[int, int]:
        """Tells who has won: 1, or 2 for the other; both 1 if they have as many."""
        mine, theirs = self.taken
        return (1 + (mine < theirs), 1 + (theirs < mine))
