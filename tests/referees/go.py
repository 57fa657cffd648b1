"""Go, written from its rules: flood fill over a list of lists, positions kept as tuples."""

from collections.abc import Iterator

Point = tuple[int, int]
EMPTY = 2


class Go:
    """A game of go, and what may be done in it."""

    def __init__(self, size: int = 9, *, superko: bool = False, komi: float = 7.5) -> None:
        self.size = size
        self.superko = superko
        self.komi = komi
        self.cells: dict[Point, int] = {(row, column): EMPTY for row in range(size) for column in range(size)}
        self.player = 0
        self.passes = 0
        self.before = [self.position()]

    def position(self) -> tuple[int, ...]:
        """Gives what lies where."""
        return tuple(self.cells[point] for point in sorted(self.cells))

    def near(self, point: Point) -> Iterator[Point]:
        """Gives the points beside one."""
        row, column = point
        for there in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if there in self.cells:
                yield there

    def group(self, point: Point) -> tuple[set[Point], set[Point]]:
        """Gives the points of one colour that hang together, and those around them."""
        colour, found, rim, edge = self.cells[point], {point}, set[Point](), [point]
        while edge:
            for there in self.near(edge.pop()):
                if self.cells[there] != colour:
                    rim.add(there)
                elif there not in found:
                    found.add(there)
                    edge.append(there)
        return found, rim

    def free(self, point: Point) -> bool:
        """Tells whether the group at a point has a liberty."""
        return any(self.cells[there] == EMPTY for there in self.group(point)[1])

    def place(self, point: Point) -> None:
        """Puts a stone there and takes what has no liberty."""
        self.cells[point] = self.player
        for there in self.near(point):
            if self.cells[there] == 1 - self.player and not self.free(there):
                for one in self.group(there)[0]:
                    self.cells[one] = EMPTY

    def legal(self) -> list[Point]:
        """Lists where a stone may be placed, in reading order."""
        found = []
        for point in sorted(self.cells):
            if self.cells[point] != EMPTY:
                continue
            kept = dict(self.cells)
            self.place(point)
            gone = self.before if self.superko else self.before[-2:]
            if self.free(point) and self.position() not in gone:
                found.append(point)
            self.cells = kept
        return found

    def play(self, point: Point | None) -> None:
        """Places a stone, or passes."""
        if point is None:
            self.passes += 1
        else:
            self.passes = 0
            self.place(point)
        self.player = 1 - self.player
        self.before.append(self.position())

    @property
    def over(self) -> bool:
        """Whether both have passed."""
        return self.passes >= 2

    def area(self, player: int) -> int:
        """Counts a player's stones, and the empty points that touch nobody else's."""
        total = sum(cell == player for cell in self.cells.values())
        for point, cell in self.cells.items():
            if cell == EMPTY:
                colours = {self.cells[there] for there in self.group(point)[1]}
                total += colours == {player}
        return total

    def winner(self) -> int | None:
        """Gives who has more; None when both have the same."""
        first, second = self.area(0), self.area(1) + self.komi
        return None if first == second else int(second > first)
