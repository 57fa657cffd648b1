"""Brookwood in plain Python, written from the rules and not from the ruleset.

A side is a place and one of four ways, 0 up, then clockwise. A realm is found by walking from side to side. Which tile
is drawn is told by whoever runs the match, as are the answers of players.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import yaml

TABLE = Path(__file__).parents[2] / "rulesets" / "classics" / "brookwood" / "tiles.yaml"
SIZE = 15
STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
WAYS = ("North", "East", "South", "West")

Place = tuple[int, int]
Piece = tuple[Place, int]
"""A part of a tile: where the tile lies, and which of those that its row lists."""


@dataclass
class Printed:
    """A part as the table says it."""

    land: str
    worth: int
    sides: tuple[int, ...]


def printed() -> dict[str, list[Printed]]:
    """Reads what is on each tile."""
    return {
        row["Name"]: [
            Printed(one["Land"], one["Worth"], tuple(WAYS.index(side) for side in one["Sides"]))
            for one in row["Features"]
        ]
        for row in yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    }


@dataclass
class Match:
    """A match of Brookwood."""

    players: int
    tiles: dict[Place, tuple[str, int]] = field(default_factory=lambda: {(8, 8): ("Old Bridge", 0)})
    wardens: dict[Piece, int] = field(default_factory=dict)
    points: Counter[int] = field(default_factory=Counter)
    table: dict[str, list[Printed]] = field(default_factory=printed)

    def at(self, place: Place, way: int) -> int | None:
        """Gives which part of the tile at a place reaches a side of it."""
        name, turn = self.tiles[place]
        return self._part(name, turn, way)

    def _part(self, name: str, turn: int, way: int) -> int | None:
        for number, one in enumerate(self.table[name]):
            if any((side + turn) % 4 == way for side in one.sides):
                return number
        return None

    def _land(self, name: str, turn: int, way: int) -> str:
        number = self._part(name, turn, way)
        return "" if number is None else self.table[name][number].land

    def lays(self, name: str) -> set[tuple[Place, int]]:
        """Lists where a tile may lie, and how it is turned there."""
        rim = {(r + down, c + right) for r, c in self.tiles for down, right in STEPS} - set(self.tiles)
        return {
            (place, turn)
            for place in rim
            if min(place) >= 1 and max(place) <= SIZE
            for turn in range(4)
            if all(
                self._land(name, turn, way) == self._land(*self.tiles[there], (way + 2) % 4)
                for way, there in self._around(place)
                if there in self.tiles
            )
        }

    def _around(self, place: Place) -> Iterator[tuple[int, Place]]:
        for way, (down, right) in enumerate(STEPS):
            yield way, (place[0] + down, place[1] + right)

    def lay(self, name: str, place: Place, turn: int) -> None:
        """Lays a tile."""
        self.tiles[place] = name, turn

    def piece(self, one: Piece) -> Printed:
        """Gives what is printed of a part."""
        return self.table[self.tiles[one[0]][0]][one[1]]

    def realm(self, first: Piece) -> tuple[set[Piece], bool]:
        """Gives all parts of a realm, and whether a side of one of them is open."""
        found, waiting, is_open = {first}, [first], False
        while waiting:
            one = waiting.pop()
            turn = self.tiles[one[0]][1]
            for side in self.piece(one).sides:
                way = (side + turn) % 4
                there = (one[0][0] + STEPS[way][0], one[0][1] + STEPS[way][1])
                if there not in self.tiles:
                    is_open = True
                    continue
                number = self.at(there, (way + 2) % 4)
                if number is None:
                    continue
                other = there, number
                if other not in found and self.piece(other).land == self.piece(one).land:
                    found.add(other)
                    waiting.append(other)
        return found, is_open

    def free(self, place: Place) -> list[int]:
        """Lists the parts of a tile in whose realm no warden stands."""
        name = self.tiles[place][0]
        return [
            number
            for number in range(len(self.table[name]))
            if not self.realm((place, number))[0] & self.wardens.keys()
        ]

    def home(self, player: int) -> int:
        """Tells how many wardens a player has at home."""
        return 6 - sum(one == player for one in self.wardens.values())

    def worth(self, first: Piece) -> int:
        """Tells what a realm scores as it is now."""
        realm, is_open = self.realm(first)
        if self.piece(first).land == "Peace":
            row, column = first[0]
            return sum(
                (row + down, column + right) in self.tiles for down in (-1, 0, 1) for right in (-1, 0, 1)
            )
        return len(realm) if is_open else sum(self.piece(one).worth for one in realm)

    def reckon(self, *, at_the_end: bool = False) -> None:
        """Scores every realm that is finished, or at the end all; the wardens come home."""
        for first in sorted(self.wardens):
            if first not in self.wardens:
                continue
            realm, is_open = self.realm(first)
            peace = self.piece(first).land == "Peace"
            if (is_open or (peace and self.worth(first) < 9)) and not at_the_end:
                continue
            there = Counter(self.wardens[one] for one in realm & self.wardens.keys())
            for player, number in there.items():
                if number == max(there.values()):
                    self.points[player] += self.worth(first)
            for one in realm & self.wardens.keys():
                del self.wardens[one]
