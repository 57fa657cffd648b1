"""Thirteen Rolls in plain Python, written from the rules and not from the ruleset."""

from collections import Counter
from dataclasses import dataclass, field

UPPER = ("Ones", "Twos", "Threes", "Fours", "Fives", "Sixes")
BOXES = (
    *UPPER,
    "Three Alike",
    "Four Alike",
    "Full House",
    "Small Straight",
    "Large Straight",
    "Five Alike",
    "Chance",
)
ROLLS = 3
RUNS = [(low, size) for size in (4, 5) for low in range(1, 8 - size)]


def worth(box: str, dice: list[int]) -> int:
    """Gives what five dice count in a box."""
    many = sorted(Counter(dice).values(), reverse=True)
    run = max((size for low, size in RUNS if set(range(low, low + size)) <= set(dice)), default=0)
    if box in UPPER:
        face = UPPER.index(box) + 1
        return face * dice.count(face)
    made = {
        "Three Alike": (many[0] >= 3, sum(dice)),
        "Four Alike": (many[0] >= 4, sum(dice)),
        "Full House": (many == [3, 2], 25),
        "Small Straight": (run >= 4, 30),
        "Large Straight": (run == 5, 40),
        "Five Alike": (many == [5], 50),
        "Chance": (True, sum(dice)),
    }
    holds, points = made[box]
    return points if holds else 0


@dataclass
class Match:
    """A match: the sheets, whose turn it is, and how far it has come."""

    players: int
    sheets: list[dict[str, int]] = field(default_factory=list)
    extra: list[int] = field(default_factory=list)
    on_turn: int = 0
    rolls: int = 1
    step: str = "again"
    """again, dice or box."""
    picked: list[int] = field(default_factory=list)
    """The faces of the dice that are to be rolled again."""

    def __post_init__(self) -> None:
        self.sheets = [{} for _ in range(self.players)]
        self.extra = [0] * self.players

    def choices(self, dice: list[int]) -> set[str]:
        """Gives what the player on turn may choose, dice by their faces."""
        if self.step == "again":
            return {"Roll again", "Keep all dice"}
        if self.step == "dice":
            left = Counter(dice) - Counter(self.picked)
            return {str(face) for face in left} | ({"done"} if self.picked else set())
        return {box for box in BOXES if box not in self.sheets[self.on_turn]}

    def choose(self, choice: str, dice: list[int]) -> None:
        """Takes a choice; the dice are those that lie there before it."""
        if self.step == "again":
            self.step = "dice" if choice == "Roll again" else "box"
        elif self.step == "dice":
            self.picked += [] if choice == "done" else [int(choice)]
            if choice == "done" or len(self.picked) == len(dice):
                self.picked = []
                self.rolls += 1
                self.step = "again" if self.rolls < ROLLS else "box"
        else:
            self._fill(choice, dice)

    def _fill(self, box: str, dice: list[int]) -> None:
        sheet = self.sheets[self.on_turn]
        if sheet.get("Five Alike") == 50 and len(set(dice)) == 1:
            self.extra[self.on_turn] += 100
        sheet[box] = worth(box, dice)
        self.on_turn = (self.on_turn + 1) % self.players
        self.rolls, self.step = 1, "again"

    @property
    def over(self) -> bool:
        """Whether every sheet is full."""
        return all(len(sheet) == len(BOXES) for sheet in self.sheets)

    def total(self, player: int) -> int:
        """Gives what a player has in all."""
        sheet = self.sheets[player]
        upper = sum(points for box, points in sheet.items() if box in UPPER)
        return sum(sheet.values()) + (35 if upper >= 63 else 0) + self.extra[player]

    def ranks(self) -> tuple[int, ...]:
        """Ranks the players by their totals."""
        totals = [self.total(player) for player in range(self.players)]
        return tuple(1 + sum(other > own for other in totals) for own in totals)
