"""Four Lamps in plain Python, written from the rules and not from the ruleset."""

from dataclasses import dataclass, field

LAMPS = ("North", "East", "South", "West")


@dataclass
class FourLamps:
    """A match; `won` is None while it goes on."""

    players: int
    oil: dict[str, int] = field(default_factory=lambda: dict.fromkeys(LAMPS, 3))
    turn: int = 0
    cans: list[int] = field(default_factory=list)
    doing: str = ""
    """What was chosen and has yet to be said of which lamp."""
    won: bool | None = None

    def __post_init__(self) -> None:
        self.cans = [2] * self.players

    @property
    def round(self) -> int:
        return self.turn // self.players + 1

    def asked(self) -> int:
        return self.turn % self.players

    def choices(self) -> set[str]:
        low = {f"{lamp} Lamp" for lamp in LAMPS if self.oil[lamp] < 4}
        if self.doing:
            return low
        found = {"Trim a lamp"} if low else set()
        if low and self.cans[self.asked()]:
            found.add("Empty a can")
        if self.cans[self.asked()] < 2:
            found.add("Rest")
        return found

    def choose(self, what: str) -> bool:
        """Takes a choice; tells whether the wind blows then."""
        if what == "Rest":
            self.cans[self.asked()] += 1
            return True
        if not self.doing:
            self.doing = what
            return False
        lamp = what.removesuffix(" Lamp")
        if self.doing == "Empty a can":
            self.cans[self.asked()] -= 1
            self.oil[lamp] = 4
        else:
            self.oil[lamp] += 1
        self.doing = ""
        return True

    def blow(self, quarter: str) -> None:
        """Lets the wind dim a lamp, and the next keeper come."""
        self.oil[quarter] = max(0, self.oil[quarter] - (2 if self.round >= 3 else 1))
        if self.oil[quarter] == 0:
            self.won = False
            return
        self.turn += 1
        if self.round > 5:
            self.won = True

    def idle(self) -> bool:
        """Tells whether nothing can be done, so that the wind blows at once."""
        return self.won is None and not self.doing and not self.choices()
