"""Common Field, and Domineering, in plain Python, written from the rules and not from the rulesets."""

from collections.abc import Iterator
from dataclasses import dataclass, field

Cell = tuple[int, int]
BEDS = {
    "Row": "#####",
    "Sickle": "#.../####",
    "Stair": "#../##./.##",
    "Barn": "##/##/#.",
    "Furrow": "####",
    "Spade": "###/.#.",
    "Brook": "##./.##",
    "Patch": "##/##",
    "Bar": "###",
    "Nook": "#./##",
    "Pair": "##",
    "Seedling": "#",
}
SIZE = 10
WELLS = {(4, 4), (4, 7), (7, 4), (7, 7)}
CORNERS = {(1, 1), (1, SIZE), (SIZE, 1), (SIZE, SIZE)}
SIDES = ((0, 1), (1, 0), (0, -1), (-1, 0))


def looks(drawn: str) -> set[frozenset[Cell]]:
    """Gives every way in which a bed may lie, from the top left."""
    cells = {(r, c) for r, line in enumerate(drawn.split("/")) for c, sign in enumerate(line) if sign == "#"}
    found = set()
    for one in (cells, {(r, -c) for r, c in cells}):
        for _ in range(4):
            one = {(c, -r) for r, c in one}
            top, left = min(r for r, _ in one), min(c for _, c in one)
            found.add(frozenset((r - top, c - left) for r, c in one))
    return found


LOOKS = {name: looks(drawn) for name, drawn in BEDS.items()}


@dataclass
class Field:
    """A match."""

    players: int
    lying: dict[Cell, int] = field(default_factory=dict)
    barrows: list[set[str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Gives everybody all beds."""
        self.barrows = [set(BEDS) for _ in range(self.players)]

    def lays(self, player: int) -> Iterator[tuple[str, frozenset[Cell]]]:
        """Lists what a player may lay, and where."""
        own = {cell for cell, whose in self.lying.items() if whose == player}
        sides = {(r + a, c + b) for r, c in own for a, b in SIDES}
        reach = {(r + a, c + b) for r, c in own for a in (1, -1) for b in (1, -1)} if own else CORNERS
        for name in self.barrows[player]:
            for look in LOOKS[name]:
                for down in range(1, SIZE + 1):
                    for right in range(1, SIZE + 1):
                        cells = frozenset((r + down, c + right) for r, c in look)
                        if max(max(cell) for cell in cells) > SIZE or cells & WELLS or cells & sides:
                            continue
                        if cells & reach and not cells & self.lying.keys():
                            yield name, cells

    def lay(self, player: int, name: str, cells: frozenset[Cell]) -> None:
        """Lays a bed."""
        self.barrows[player].remove(name)
        self.lying |= dict.fromkeys(cells, player)

    def harvest(self, player: int) -> int:
        """Counts what a player has."""
        own = {cell for cell, whose in self.lying.items() if whose == player}
        return len(own) + 3 * sum(any((r + a, c + b) in own for a, b in SIDES) for r, c in WELLS)


@dataclass
class Dominoes:
    """Domineering."""

    size: int = 8
    lying: set[Cell] = field(default_factory=set)

    def lays(self, player: int) -> Iterator[frozenset[Cell]]:
        """Lists where a player may lay a domino."""
        down, right = (0, 1) if player else (1, 0)
        for r in range(1, self.size + 1 - down):
            for c in range(1, self.size + 1 - right):
                cells = frozenset([(r, c), (r + down, c + right)])
                if not cells & self.lying:
                    yield cells
