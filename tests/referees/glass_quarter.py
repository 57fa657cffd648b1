"""The Glass Quarter in plain Python: panes are colours from 0 to 4; what the carts bring is told to it."""

from collections import Counter
from dataclasses import dataclass, field

LOSS = (0, 1, 2, 4, 6, 8, 11, 14)
YARD = -1


@dataclass
class Glazier:
    """What one player has."""

    racks: list[list[int]] = field(default_factory=lambda: [[] for _ in range(5)])
    window: list[list[bool]] = field(default_factory=lambda: [[False] * 5 for _ in range(5)])
    broken: int = 0
    opener: bool = False
    points: int = 0

    def breaks(self) -> int:
        """Counts breaks, that of the opener among them."""
        return min(7, self.broken + self.opener)

    def open_racks(self, colour: int) -> list[int]:
        """Lists the racks that take a colour."""
        return [
            row
            for row, rack in enumerate(self.racks)
            if len(rack) <= row
            and all(pane == colour for pane in rack)
            and not self.window[row][(colour + row) % 5]
        ]

    def set_panes(self) -> None:
        """Sets a pane of each full rack, and pays for breaks."""
        for row, rack in enumerate(self.racks):
            if len(rack) == row + 1:
                column = (rack[0] + row) % 5
                self.window[row][column] = True
                across = self._run(row, column, 0, 1)
                upright = self._run(row, column, 1, 0)
                self.points += max(1, sum(run for run in (across, upright) if run > 1))
                rack.clear()
        self.points = max(0, self.points - LOSS[self.breaks()])
        self.broken, self.opener = 0, False

    def _run(self, row: int, column: int, down: int, right: int) -> int:
        found = 1
        for way in (1, -1):
            r, c = row + way * down, column + way * right
            while 0 <= r < 5 and 0 <= c < 5 and self.window[r][c]:
                found, r, c = found + 1, r + way * down, c + way * right
        return found

    def rows(self) -> int:
        """Counts full rows."""
        return sum(map(all, self.window))

    def total(self) -> int:
        """Counts points and what is full in the end."""
        columns = sum(all(line[column] for line in self.window) for column in range(5))
        colours = sum(all(self.window[row][(colour + row) % 5] for row in range(5)) for colour in range(5))
        return self.points + 2 * self.rows() + 7 * columns + 10 * colours


@dataclass
class GlassQuarter:
    """A match; players are numbered from 0."""

    players: int
    turn: int
    carts: list[Counter[int]] = field(default_factory=list)
    yard: Counter[int] = field(default_factory=Counter)
    glaziers: list[Glazier] = field(default_factory=list)
    grip: tuple[int, int] | None = None
    """Colour and number of what was taken and lies on no rack yet."""
    first: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        """Begins the first round."""
        self.glaziers = [Glazier() for _ in range(self.players)]
        self.first = self.turn

    def choices(self) -> set[tuple[int, int] | int | None]:
        """Lists sources with colours, or racks and None for none of them."""
        me = self.glaziers[self.turn]
        if self.grip is not None:
            return {None, *me.open_racks(self.grip[0])}
        sources = [*enumerate(self.carts), (YARD, self.yard)]
        return {(at, colour) for at, source in sources for colour in source if source[colour]}

    def take(self, source: int, colour: int) -> None:
        """Takes panes; they break if no rack takes them."""
        me = self.glaziers[self.turn]
        if source == YARD:
            me.opener = me.opener or not any(one.opener for one in self.glaziers)
            number = self.yard.pop(colour)
        else:
            number = self.carts[source].pop(colour)
            self.yard += self.carts[source]
            self.carts[source] = Counter()
        self.grip = colour, number
        if not me.open_racks(colour):
            self.put(None)

    def put(self, rack: int | None) -> None:
        """Puts what was taken onto a rack; the rest breaks."""
        assert self.grip is not None
        (colour, number), self.grip = self.grip, None
        me = self.glaziers[self.turn]
        room = 0 if rack is None else min(number, rack + 1 - len(me.racks[rack]))
        if rack is not None:
            me.racks[rack] += [colour] * room
        me.broken = min(me.broken + number - room, 7 - me.opener)
        self.turn = (self.turn + 1) % self.players
        if not any(map(sum, (one.values() for one in [*self.carts, self.yard]))):
            self._glaze()

    def _glaze(self) -> None:
        self.first = next((k for k, one in enumerate(self.glaziers) if one.opener), self.first)
        for one in self.glaziers:
            one.set_panes()
        self.turn = self.first
        self.over = any(one.rows() for one in self.glaziers)

    def ranks(self) -> tuple[int, ...]:
        """Gives the rank of each player."""
        worth = [(one.total(), one.rows()) for one in self.glaziers]
        return tuple(1 + sum(other > mine for other in worth) for mine in worth)
