"""Dots and Boxes in plain Python, written from the rules and not from the ruleset.

A line is the two dots that it joins, a dot its row and column from 0. Lines are numbered as they are on paper: row by
row of dots, first those from left to right, then those that lead down from there.
"""

from dataclasses import dataclass, field

Dot = tuple[int, int]
Line = tuple[Dot, Dot]
SIDE = 4


def lines() -> list[Line]:
    """Lists the lines in the order of their numbers."""
    found: list[Line] = []
    for row in range(SIDE + 1):
        found += [((row, column), (row, column + 1)) for column in range(SIDE)]
        if row < SIDE:
            found += [((row, column), (row + 1, column)) for column in range(SIDE + 1)]
    return found


@dataclass
class Match:
    """A match: who drew what, whose the boxes are, and who draws next."""

    players: int
    to_draw: int = 0
    drawn: dict[Line, int] = field(default_factory=dict)
    boxes: dict[Dot, int] = field(default_factory=dict)
    """Whose a box is, by the dot at its upper left."""

    def open(self) -> set[int]:
        """The numbers of the lines that nobody has drawn."""
        return {number for number, line in enumerate(lines(), 1) if line not in self.drawn}

    def draw(self, number: int) -> None:
        """Draws a line; who closes a box with it has it and goes on."""
        line = lines()[number - 1]
        self.drawn[line] = self.to_draw
        (row, column), (below, _) = line
        beside = [(row, column), (row, column - 1)] if below > row else [(row, column), (row - 1, column)]
        closed = [box for box in beside if self._is_closed(box)]
        self.boxes |= dict.fromkeys(closed, self.to_draw)
        if not closed:
            self.to_draw = (self.to_draw + 1) % self.players

    def _is_closed(self, box: Dot) -> bool:
        row, column = box
        if not (0 <= row < SIDE and 0 <= column < SIDE):
            return False
        corners = [(row, column), (row, column + 1), (row + 1, column + 1), (row + 1, column)]
        sides = zip(corners, (*corners[1:], corners[0]), strict=True)
        return all((min(one, other), max(one, other)) in self.drawn for one, other in sides)

    def winners(self) -> set[int]:
        """Who has most boxes."""
        counts = [list(self.boxes.values()).count(player) for player in range(self.players)]
        return {player for player, count in enumerate(counts) if count == max(counts)}
