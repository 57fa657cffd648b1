"""The Grey Fox in plain Python, written from the rules; it is told where everybody begins."""

from dataclasses import dataclass, field

SORTS = ("Coach", "Tram", "Metro")


@dataclass
class GreyFox:
    """A match; the fox is player 0."""

    lines: list[tuple[frozenset[str], str]]
    """The two stops of each line, and its sort."""
    spots: list[str]
    """Where everybody is, the fox first."""
    tickets: list[dict[str, int]] = field(default_factory=list)
    black: int = 0
    doubles: int = 2
    legs: int = 0
    turn: int = 0
    round: int = 1
    stage: str = ""
    sort: str = ""
    second: bool = False
    escaped: bool | None = None
    """Whether the fox got away; None as long as it is open."""

    def __post_init__(self) -> None:
        """Begins the first turn."""
        self.tickets = [
            {"Coach": 4, "Tram": 3, "Metro": 3} if not player else {"Coach": 10, "Tram": 8, "Metro": 4}
            for player in range(len(self.spots))
        ]
        self.black = len(self.spots) - 1
        self._begin()

    def _around(self, sort: str | None) -> set[str]:
        """Gives the free stops that a line of a sort leads to, or any line."""
        here, taken = self.spots[self.turn], set(self.spots[1:])
        found = {end for ends, one in self.lines if here in ends and sort in (None, one) for end in ends}
        return found - taken - {here}

    def _sorts(self) -> set[str]:
        return {sort for sort in SORTS if self.tickets[self.turn][sort] and self._around(sort)}

    def _mobile(self) -> bool:
        return bool(self._sorts() or (self.black and self._around(None)))

    def choices(self) -> set[str]:
        """Lists what the player may choose, as the game calls it."""
        match self.stage:
            case "pay":
                if not self._mobile():
                    return {"Give up"}
                found = {"With an open ticket"} if self._sorts() else set()
                return found | ({"With a black ticket"} if self.black and self._around(None) else set())
            case "sort" | "ride":
                return self._sorts()
            case "go" | "follow":
                return self._around(self.sort)
            case "black":
                return self._around(None)
            case _:
                return {"Stay"} | ({"Travel twice"} if self._mobile() else set())

    def choose(self, what: str) -> None:
        """Goes on with a choice."""
        match self.stage, what:
            case "pay", "With an open ticket":
                self.stage = "sort"
            case "pay", "Give up":
                self.escaped = False
            case "pay", _:
                self.stage = "black"
            case "sort", _:
                self.sort, self.stage = what, "go"
            case "ride", _:
                self.sort, self.stage = what, "follow"
            case (("go" | "black"), _):
                self.spots[0] = what
                if self.stage == "go":
                    self.tickets[0][self.sort] -= 1
                else:
                    self.black -= 1
                self.legs += 1
                if self.doubles and not self.second:
                    self.stage = "twice"
                else:
                    self._end()
            case "follow", _:
                self.spots[self.turn] = what
                self.tickets[self.turn][self.sort] -= 1
                self.tickets[0][self.sort] += 1
                self._end()
            case _, "Travel twice":
                self.doubles -= 1
                self.second, self.stage = True, "pay"
            case _:
                self._end()

    def _begin(self) -> None:
        self.second = False
        if self.turn == 0:
            self.stage = "pay"
            return
        self.stage = "ride"
        if not self._sorts():
            self._end()

    def _end(self) -> None:
        if self.spots[0] in self.spots[1:]:
            self.escaped = False
            return
        self.turn = (self.turn + 1) % len(self.spots)
        self.round += self.turn == 0
        if self.round > 15:
            self.escaped = True
        else:
            self._begin()
