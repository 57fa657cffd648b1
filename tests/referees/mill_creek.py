"""Mill Creek in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field

SITES = {
    "Old Forest": (3, 0, 0), "Young Forest": (2, 0, 0), "Sawmill": (1, 0, 1), "River Field": (0, 3, 0),
    "Hill Field": (0, 2, 0), "Bakery": (0, 1, 1), "Farm Road": (1, 1, 0), "Gatehouse": (0, 1, 0),
    "Market": (0, 0, 2),
}  # fmt: skip
"""Wood, grain and points of each site."""


@dataclass
class MillCreek:
    """A match; farms are wood, grain and points."""

    players: int
    first: int
    farms: list[list[int]] = field(default_factory=list)
    placed: dict[str, int] = field(default_factory=dict)
    round: int = 1
    waiting: list[int] = field(default_factory=list)
    """Who has yet to place a worker, or to build."""
    building: bool = False

    def __post_init__(self) -> None:
        self.farms = [[1, 1, 0] for _ in range(self.players)]
        self._begin()

    def _order(self) -> list[int]:
        return [(self.first + k) % self.players for k in range(self.players)]

    def _begin(self) -> None:
        self.placed, self.building = {}, False
        self.next_first = self.first
        self.waiting = self._order() * 2

    def over(self) -> bool:
        return self.round > 4

    def asked(self) -> int:
        return self.waiting[0]

    def choices(self) -> set[str]:
        """Gives what the player may do, by the names of the game."""
        if not self.building:
            return set(SITES) - set(self.placed)
        wood, grain, _ = self.farms[self.asked()]
        found = {"Nothing"}
        if wood >= 2 and grain >= 1:
            found.add("A cottage")
        if wood >= 3:
            found.add("A bridge")
        return found

    def choose(self, what: str) -> None:
        if not self.building:
            self.placed[what] = self.waiting.pop(0)
            if not self.waiting:
                self._harvest()
            return
        farm = self.farms[self.waiting[0]]
        if what == "A cottage":
            farm[0], farm[1], farm[2] = farm[0] - 2, farm[1] - 1, farm[2] + 3
        elif what == "A bridge":
            farm[0], farm[2] = farm[0] - 3, farm[2] + 4
        else:
            self.waiting.pop(0)
        self._settle()

    def _harvest(self) -> None:
        for site, player in self.placed.items():
            for good, more in enumerate(SITES[site]):
                self.farms[player][good] += more
        if "Gatehouse" in self.placed:
            self.next_first = self.placed["Gatehouse"]
        self.building, self.waiting = True, self._order()
        self._settle()

    def _settle(self) -> None:
        """Passes over those who cannot build, and begins the next round when nobody can."""
        while self.waiting and self.choices() == {"Nothing"}:
            self.waiting.pop(0)
        if not self.waiting:
            self.round += 1
            self.first = self.next_first
            self._begin()

    def winners(self) -> set[int]:
        worth = [100 * points + wood + grain for wood, grain, points in self.farms]
        return {seat for seat, each in enumerate(worth) if each == max(worth)}
