"""English draughts in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field

Spot = tuple[int, int]
"""Row and column from 1, as the first player sees the board."""


def _men(rows: tuple[int, ...]) -> list[Spot]:
    return [(row, column) for row in rows for column in range(1, 9) if (row + column) % 2 == 0]


@dataclass
class Draughts:
    """A match: who stands where, and who is to move."""

    men: dict[Spot, int] = field(
        default_factory=lambda: dict.fromkeys(_men((1, 2, 3)), 0) | dict.fromkeys(_men((6, 7, 8)), 1)
    )
    kings: set[Spot] = field(default_factory=set)
    to_move: int = 0
    jumping: Spot | None = None
    """The piece that has jumped and must jump on."""
    quiet: int = 0

    def _ways(self, spot: Spot) -> list[tuple[int, int]]:
        ahead = 1 if self.men[spot] == 0 else -1
        rows = (1, -1) if spot in self.kings else (ahead,)
        return [(down, right) for down in rows for right in (1, -1)]

    def _jumps(self, spot: Spot) -> list[Spot]:
        found = []
        for down, right in self._ways(spot):
            over = (spot[0] + down, spot[1] + right)
            goal = (spot[0] + 2 * down, spot[1] + 2 * right)
            if self.men.get(over, self.men[spot]) != self.men[spot] and self._free(goal):
                found.append(goal)
        return found

    def _free(self, spot: Spot) -> bool:
        return 1 <= spot[0] <= 8 and 1 <= spot[1] <= 8 and spot not in self.men

    def choices(self) -> set[tuple[Spot, Spot]]:
        """Gives what the player to move may do: whence and where."""
        if self.jumping is not None:
            return {(self.jumping, goal) for goal in self._jumps(self.jumping)}
        if self.quiet >= 80:
            return set()
        own = [spot for spot, player in self.men.items() if player == self.to_move]
        jumps = {(spot, goal) for spot in own for goal in self._jumps(spot)}
        steps = {
            (spot, (spot[0] + down, spot[1] + right))
            for spot in own
            for down, right in self._ways(spot)
            if self._free((spot[0] + down, spot[1] + right))
        }
        return jumps or steps

    def play(self, start: Spot, goal: Spot) -> None:
        """Moves or jumps; the turn passes unless the same piece has to jump on."""
        jumped = abs(goal[0] - start[0]) == 2
        king = start in self.kings
        if self.jumping is None:
            self.quiet = self.quiet + 1 if king else 0
        self.men[goal] = self.men.pop(start)
        if king:
            self.kings.remove(start)
            self.kings.add(goal)
        if jumped:
            self.quiet = 0
            over = ((start[0] + goal[0]) // 2, (start[1] + goal[1]) // 2)
            del self.men[over]
            self.kings.discard(over)
        crowned = not king and goal[0] == (8 if self.to_move == 0 else 1)
        if crowned:
            self.kings.add(goal)
        if jumped and not crowned and self._jumps(goal):
            self.jumping = goal
        else:
            self.jumping, self.to_move = None, 1 - self.to_move

    def ranks(self) -> tuple[int, int]:
        """Gives the ranks once nothing can be done: who cannot move has lost."""
        if self.quiet >= 80:
            return (1, 1)
        return (2, 1) if self.to_move == 0 else (1, 2)

    def copy(self) -> "Draughts":
        """Gives an independent copy."""
        return Draughts(dict(self.men), set(self.kings), self.to_move, self.jumping, self.quiet)


def perft(match: Draughts, depth: int) -> int:
    """Counts positions after so many whole moves."""
    if depth == 0:
        return 1
    total = 0
    for start, goal in match.choices():
        after = match.copy()
        after.play(start, goal)
        total += perft(after, depth - (after.jumping is None))
    return total
