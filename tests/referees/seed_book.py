"""The Seed Book in plain Python: plots are (row, column) from 0; the dice are told to it."""

from dataclasses import dataclass, field

PAGES = {
    "Spring": ("14263", "52631", "36154", "25462", "41356"),
    "Autumn": ("61524", "34261", "52345", "46132", "13652"),
}
SUNNY = {
    "Spring": {(0, 4), (1, 1), (2, 2), (3, 3), (4, 0)},
    "Autumn": {(0, 0), (0, 4), (2, 2), (4, 0), (4, 4)},
}
WEEDS = (0, 1, 3, 6, 10)
Plot = tuple[int, int]
ALL = {(row, column) for row in range(5) for column in range(5)}


@dataclass
class Gardener:
    """One player's page. What is earned is sown before anything else."""

    page: str
    sown: set[Plot] = field(default_factory=set)
    weeds: int = 0
    earned: int = 0

    def choices(self, dice: list[int]) -> set[Plot | None]:
        """Lists plots, and None for none where that may be."""
        bare = ALL - self.sown
        if self.earned:
            return {*bare}
        return {None, *(plot for plot in bare if int(PAGES[self.page][plot[0]][plot[1]]) in dice)}

    def choose(self, plot: Plot | None) -> bool:
        """Sows a plot, or takes a weed; tells whether the player is asked again."""
        self.earned = max(0, self.earned - 1)
        if plot is None:
            self.weeds += 1
            return False
        self.sown.add(plot)
        row, column = plot
        self.earned += all((row, k) in self.sown for k in range(5))
        self.earned += all((k, column) in self.sown for k in range(5))
        if self.sown == ALL:
            self.earned = 0
        return self.earned > 0

    def total(self) -> int:
        """Counts points."""
        beds = sum(all((row, k) in self.sown for k in range(5)) for row in range(5))
        paths = sum(all((k, column) in self.sown for k in range(5)) for column in range(5))
        return 5 * beds + 4 * paths + 2 * len(self.sown & SUNNY[self.page]) - WEEDS[self.weeds]

    def done(self) -> bool:
        """Tells whether this player ends the game."""
        return self.weeds == 4 or self.sown == ALL


def ranks(gardeners: list[Gardener]) -> tuple[int, ...]:
    """Gives the rank of each player."""
    worth = [(one.total(), -one.weeds) for one in gardeners]
    return tuple(1 + sum(other > mine for other in worth) for mine in worth)
