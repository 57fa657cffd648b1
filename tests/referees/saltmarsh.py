"""Saltmarsh in plain Python, written from the rules and not from the ruleset.

A plot is its place in reading order. Corners and edges are worked out from where plots lie, and numbered in reading
order. What chance decides is asked of whoever runs the match, as are the answers of players.
"""

from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any

ROWS = (3, 4, 5, 4, 3)
WARES = ("Reed", "Clay", "Wool", "Fish", "Salt")
CRAFTS = {
    "Dyke Work": {"Reed": 1, "Clay": 1},
    "Hut Work": {"Reed": 1, "Clay": 1, "Wool": 1, "Fish": 1},
    "Barn Work": {"Fish": 2, "Salt": 3},
    "Evening": {"Wool": 1, "Fish": 1, "Salt": 1},
}
LANDINGS = {1: "", 4: "Reed", 18: "", 39: "Wool", 62: "", 70: "Fish", 67: "Clay", 50: "", 19: "Salt"}
"""What the landing at an edge buys; nothing of its own if empty."""

Point = tuple[int, int]
Asked = Generator[tuple[str, int, set[str]], str, None]


def _hexagons() -> list[list[Point]]:
    """Gives the six corners of each plot: a row is three down, a plot two wide and its point a unit above its side."""
    found = []
    for row, length in enumerate(ROWS):
        for at in range(length):
            x, y = 2 * at - length, 3 * row
            found.append(
                [(x, y - 2), (x + 1, y - 1), (x + 1, y + 1), (x, y + 2), (x - 1, y + 1), (x - 1, y - 1)]
            )
    return found


HEXAGONS = _hexagons()
CORNERS = sorted({corner for ring in HEXAGONS for corner in ring}, key=lambda one: (one[1], one[0]))
EDGES = sorted(
    {tuple(sorted((ring[k - 1], ring[k]))) for ring in HEXAGONS for k in range(6)},
    key=lambda ends: (ends[0][1] + ends[1][1], ends[0][0] + ends[1][0]),
)
ENDS = [tuple(CORNERS.index(end) for end in edge) for edge in EDGES]
AROUND = [[CORNERS.index(corner) for corner in ring] for ring in HEXAGONS]


@dataclass
class Match:
    """A match: what lies where, what everybody has."""

    players: int
    plots: list[tuple[str, int]]
    """Ware and number of each plot; no ware for the Mire."""
    tales: list[str]
    """The tales, the next one first."""
    fog: int = 0
    houses: dict[int, tuple[int, int]] = field(default_factory=dict)
    """By corner whose hut stands there, and 1, or 2 with a barn."""
    dykes: dict[int, int] = field(default_factory=dict)
    baskets: list[Counter[str]] = field(default_factory=list)
    lore: list[Counter[str]] = field(default_factory=list)
    winner: int = -1

    def __post_init__(self) -> None:
        self.baskets = [Counter() for _ in range(self.players)]
        self.lore = [Counter() for _ in range(self.players)]
        self.fog = next(k for k, (ware, _) in enumerate(self.plots) if not ware)

    # ------------------------------------------------------------ the course

    def play(self) -> Asked:
        """Plays the match: yields a question, whom it is asked and the answers, and goes on with one."""
        for player in range(self.players):
            yield from self._settle(player)
        for player in reversed(range(self.players)):
            yield from self._settle(player)
            for plot, (ware, _) in enumerate(self.plots):
                if ware and any(self._owns(player, corner) for corner in AROUND[plot]):
                    self._gather(player, ware, 1)
        turn = 0
        while turn < 400 and self.winner < 0:
            player = turn % self.players
            yield from self._harvest(player)
            if self.points(player) >= 10:
                self.winner = player
                return
            yield from self._market(player)
            if self.points(player) >= 10:
                self.winner = player
            turn += 1

    def _settle(self, player: int) -> Asked:
        said = yield "Where do you settle?", player, {f"Mound {k + 1}" for k in self._open()}
        home = int(said.rpartition(" ")[2]) - 1
        self.houses[home] = player, 1
        free = {k for k, ends in enumerate(ENDS) if home in ends and k not in self.dykes}
        said = yield "Which dyke is yours?", player, {f"Dyke {k + 1}" for k in free}
        self.dykes[int(said.rpartition(" ")[2]) - 1] = player

    def _harvest(self, player: int) -> Asked:
        throw = int((yield "throw", player, set()))
        order = [(player + k) % self.players for k in range(self.players)]
        if throw == 7:
            for one in order:
                held = self.baskets[one].total()
                for _ in range(held // 2 if held > 7 else 0):
                    ware = yield "What do you give up?", one, self._goods(one)
                    self._pay(one, ware.removeprefix("Good "))
            yield from self._shift(player)
        for one in order:
            for plot, (ware, number) in enumerate(self.plots):
                if number == throw and plot != self.fog:
                    count = sum(self.houses[c][1] for c in AROUND[plot] if self._owns(one, c))
                    self._gather(one, ware, count)

    def _shift(self, player: int) -> Asked:
        spots = {k: f"r{row + 1}c{at + 1}" for k, (row, at) in enumerate(_places())}
        said = yield "Where does the fog settle?", player, {spots[k] for k in spots if k != self.fog}
        self.fog = next(k for k, spot in spots.items() if spot == said)
        robbed = {
            f"Player {one + 1}"
            for one in range(self.players)
            if one != player
            and self.baskets[one].total()
            and any(self._owns(one, c) for c in AROUND[self.fog])
        }
        if robbed:
            said = yield "From whom do you take a good?", player, robbed
            victim = int(said.rpartition(" ")[2]) - 1
            ware = yield "taken", victim, set(self.baskets[victim])
            self._pay(victim, ware)
            self.baskets[player][ware] += 1

    def _market(self, player: int) -> Asked:
        offers = 0
        while True:
            options = {f"Build: {craft}" for craft in CRAFTS if self._may_build(player, craft)}
            options |= {
                f"Barter: {ware}" for ware in WARES if self._rate(player, ware) <= self.baskets[player][ware]
            }
            options |= {f"Offer: {good}" for good in self._goods(player)} if offers < 3 else set()
            if not options:
                return
            said = yield "Market: what do you use?", player, options | {"Pass"}
            if said == "Pass":
                return
            what = said.partition(": ")[2]
            if said.startswith("Build"):
                yield from self._build(player, what)
            elif said.startswith("Barter"):
                for _ in range(self._rate(player, what)):
                    self._pay(player, what)
                wish = yield "What do you take?", player, set(WARES)
                self._gather(player, wish, 1)
            else:
                offers += 1
                yield from self._offer(player, what.removeprefix("Good "))

    def _offer(self, player: int, gift: str) -> Asked:
        wish = yield "What do you want for it?", player, set(WARES)
        for k in range(1, self.players):
            other = (player + k) % self.players
            said = yield "Do you trade?", other, {"No"} | ({"Yes"} if self.baskets[other][wish] else set())
            if said != "No":
                self._pay(other, wish)
                self._pay(player, gift)
                self.baskets[player][wish] += 1
                self.baskets[other][gift] += 1
                return

    def _build(self, player: int, craft: str) -> Asked:
        for ware, price in CRAFTS[craft].items():
            for _ in range(price):
                self._pay(player, ware)
        if craft == "Dyke Work":
            said = yield "Which dyke is yours?", player, {f"Dyke {k + 1}" for k in self._reached(player)}
            self.dykes[int(said.rpartition(" ")[2]) - 1] = player
        elif craft == "Hut Work":
            said = yield "Where do you build?", player, {f"Mound {k + 1}" for k in self._sites(player)}
            self.houses[int(said.rpartition(" ")[2]) - 1] = player, 1
        elif craft == "Barn Work":
            homes = {f"Mound {k + 1}" for k, house in self.houses.items() if house == (player, 1)}
            said = yield "Which hut has a barn?", player, homes
            self.houses[int(said.rpartition(" ")[2]) - 1] = player, 2
        else:
            tale = self.tales.pop(0)
            self.lore[player][tale] += 1
            if tale == "Vigil":
                yield from self._shift(player)
            elif tale == "Windfall":
                wish = yield "What do you find?", player, set(WARES)
                self._gather(player, wish, 2)

    # ------------------------------------------------------------ what may be done

    def _open(self) -> set[int]:
        near = {corner for ends in ENDS for corner in ends if any(end in self.houses for end in ends)}
        return set(range(len(CORNERS))) - near - set(self.houses)

    def _sites(self, player: int) -> set[int]:
        mine = {corner for dyke, owner in self.dykes.items() if owner == player for corner in ENDS[dyke]}
        return self._open() & mine

    def _reached(self, player: int) -> set[int]:
        mine = {corner for dyke, owner in self.dykes.items() if owner == player for corner in ENDS[dyke]}
        mine |= {corner for corner, (owner, _) in self.houses.items() if owner == player}
        return {k for k, ends in enumerate(ENDS) if k not in self.dykes and mine & set(ends)}

    def _may_build(self, player: int, craft: str) -> bool:
        if any(self.baskets[player][ware] < price for ware, price in CRAFTS[craft].items()):
            return False
        houses = [count for owner, count in self.houses.values() if owner == player]
        if craft == "Dyke Work":
            return list(self.dykes.values()).count(player) < 15 and bool(self._reached(player))
        if craft == "Hut Work":
            return len(houses) < 7 and bool(self._sites(player))
        if craft == "Barn Work":
            return houses.count(2) < 5 and 1 in houses
        return bool(self.tales)

    def _rate(self, player: int, ware: str) -> int:
        bought = {
            buys for dyke, buys in LANDINGS.items() if any(self._owns(player, end) for end in ENDS[dyke - 1])
        }
        return 2 if ware in bought else 3 if "" in bought else 4

    # ------------------------------------------------------------ numbers

    def points(self, player: int) -> int:
        """What a player has towards ten."""
        total = (
            sum(count for owner, count in self.houses.values() if owner == player)
            + self.lore[player]["Feast"]
        )
        dams = [self.dam(one) for one in range(self.players)]
        guards = [one["Vigil"] for one in self.lore]
        total += 2 if dams[player] >= 5 and dams[player] == max(dams) else 0
        return total + (2 if guards[player] >= 3 and guards[player] == max(guards) else 0)

    def dam(self, player: int) -> int:
        """How many dykes of a player follow one another at most."""
        mine = [ENDS[dyke] for dyke, owner in self.dykes.items() if owner == player]

        def longest(corner: int, left: frozenset[Any]) -> int:
            return max(
                (1 + longest(sum(ends) - corner, left - {ends}) for ends in left if corner in ends), default=0
            )

        return max((longest(corner, frozenset(mine)) for ends in mine for corner in ends), default=0)

    def _owns(self, player: int, corner: int) -> bool:
        return corner in self.houses and self.houses[corner][0] == player

    def _goods(self, player: int) -> set[str]:
        return {f"Good {ware}" for ware, count in self.baskets[player].items() if count}

    def _gather(self, player: int, ware: str, count: int) -> None:
        left = 19 - sum(basket[ware] for basket in self.baskets)
        self.baskets[player][ware] += min(count, left)

    def _pay(self, player: int, ware: str) -> None:
        assert self.baskets[player][ware] > 0
        self.baskets[player][ware] -= 1
        self.baskets[player] = +self.baskets[player]


def _places() -> list[tuple[int, int]]:
    return [(row, at) for row, length in enumerate(ROWS) for at in range(length)]
