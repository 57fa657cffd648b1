"""Nine men's morris in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field

Point = tuple[int, int]
"""Ring from 0, the outer, to 2, and place on it from 0, the top left corner, clockwise to 7."""

POINTS: list[Point] = [(ring, place) for ring in range(3) for place in range(8)]
MILLS: list[frozenset[Point]] = [
    *(frozenset((ring, (side + k) % 8) for k in range(3)) for ring in range(3) for side in (0, 2, 4, 6)),
    *(frozenset((ring, middle) for ring in range(3)) for middle in (1, 3, 5, 7)),
]


def near(point: Point) -> list[Point]:
    """Gives the points that a line leads to."""
    ring, place = point
    found = [(ring, (place + 1) % 8), (ring, (place - 1) % 8)]
    if place % 2:
        found += [(other, place) for other in (ring - 1, ring + 1) if 0 <= other <= 2]
    return found


@dataclass
class Morris:
    """A match: who holds which point, how many are to be placed and were taken, who is to move or to take."""

    held: dict[Point, int] = field(default_factory=dict)
    supply: list[int] = field(default_factory=lambda: [9, 9])
    to_move: int = 0
    taking: bool = False
    quiet: int = 0

    def _left(self, player: int) -> int:
        return self.supply[player] + sum(1 for owner in self.held.values() if owner == player)

    def _in_mill(self, point: Point) -> bool:
        owner = self.held[point]
        return any(point in mill and all(self.held.get(p) == owner for p in mill) for mill in MILLS)

    def over(self) -> bool:
        """Tells whether somebody has too few men, or nothing has happened for fifty moves of each."""
        return not self.taking and (min(self._left(0), self._left(1)) < 3 or self.quiet >= 100)

    def choices(self) -> set[tuple[Point | None, Point]]:
        """Gives what may be done: whence, if anything moves, and where; or what is taken."""
        if self.over():
            return set()
        me = self.to_move
        empty = [point for point in POINTS if point not in self.held]
        if self.taking:
            theirs = [point for point, owner in self.held.items() if owner != me]
            loose = [point for point in theirs if not self._in_mill(point)]
            return {(None, point) for point in loose or theirs}
        if self.supply[me]:
            return {(None, point) for point in empty}
        own = [point for point, owner in self.held.items() if owner == me]
        if self._left(me) == 3:
            return {(start, goal) for start in own for goal in empty}
        return {(start, goal) for start in own for goal in near(start) if goal not in self.held}

    def play(self, start: Point | None, goal: Point) -> None:
        """Places, moves or takes a man."""
        me = self.to_move
        if self.taking:
            del self.held[goal]
            self.taking = False
        else:
            if start is None:
                self.supply[me] -= 1
                self.quiet = 0
            else:
                del self.held[start]
                self.quiet += 1
            self.held[goal] = me
            if self._in_mill(goal):
                self.quiet = 0
                if any(owner != me for owner in self.held.values()):
                    self.taking = True
                    return
        self.to_move = 1 - me

    def ranks(self) -> tuple[int, int]:
        """Gives the ranks once nothing can be done."""
        if self.quiet >= 100 and min(self._left(0), self._left(1)) >= 3:
            return (1, 1)
        few = [player for player in (0, 1) if self._left(player) < 3]
        loser = few[0] if few else self.to_move
        return (2, 1) if loser == 0 else (1, 2)

    def copy(self) -> "Morris":
        """Gives an independent copy."""
        return Morris(dict(self.held), list(self.supply), self.to_move, self.taking, self.quiet)


def perft(match: Morris, depth: int) -> int:
    """Counts positions after so many decisions."""
    if depth == 0:
        return 1
    total = 0
    for start, goal in match.choices():
        after = match.copy()
        after.play(start, goal)
        total += perft(after, depth - 1)
    return total
