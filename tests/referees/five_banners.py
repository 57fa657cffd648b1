"""Five Banners in plain Python, written from the rules; how dice fall and which card is drawn is told to it."""

from collections import Counter
from dataclasses import dataclass, field


@dataclass
class FiveBanners:
    """A match; players are numbered from 0."""

    players: int
    turn: int
    realms: dict[str, tuple[int, frozenset[str]]]
    """Of each realm its bonus and its lands."""
    borders: list[frozenset[str]]
    owner: dict[str, int]
    armies: dict[str, int]
    oaths: list[tuple[str, str] | None]
    hands: list[Counter[str]] = field(default_factory=list)
    stage: str = ""
    recruits: int = 0
    base: str = ""
    goal: str = ""
    sign: str = ""
    left: int = 0
    won: bool = False
    out: list[int] = field(default_factory=list)
    turns: int = 0
    loser: int = -1
    winner: int | None = None
    over: bool = False

    def __post_init__(self) -> None:
        """Begins the first turn."""
        self.hands = [Counter() for _ in range(self.players)]
        self._trade()

    def _mine(self) -> list[str]:
        return [land for land, owner in self.owner.items() if owner == self.turn]

    def _next_to(self, land: str) -> set[str]:
        return {one for border in self.borders if land in border for one in border} - {land}

    def _ruled(self, realm: str) -> bool:
        return all(self.owner[land] == self.turn for land in self.realms[realm][1])

    def _ready(self) -> set[str]:
        own = set(self._mine())
        return {land for land in own if self.armies[land] >= 2 and self._next_to(land) - own}

    def _reach(self, land: str) -> set[str]:
        own, reached = set(self._mine()), {land}
        while more := {one for known in reached for one in self._next_to(known) & own} - reached:
            reached |= more
        return reached - {land}

    def _spare(self) -> set[str]:
        return {land for land in self._mine() if self.armies[land] >= 2 and self._reach(land)}

    def choices(self) -> set[str]:
        """Lists what the player may choose, as the game calls it."""
        hand = self.hands[self.turn]
        match self.stage:
            case "trade":
                found = {"Three alike"} if any(number >= 3 for number in hand.values()) else set()
                found |= {"One of each"} if len(+hand) == 3 else set()
                return found | ({"Keep them"} if hand.total() < 5 else set())
            case "sign":
                return {f"{sign}s" for sign, number in hand.items() if number >= 3}
            case "alike":
                return {self.sign}
            case "each":
                return {("Lance", "Bow", "Ram")[3 - self.left]}
            case "gather":
                return set(self._mine())
            case "number":
                return {str(number) for number in range(1, self.recruits + 1)}
            case "attack":
                return {"Attack", "Stop"}
            case "base":
                return self._ready()
            case "goal":
                return {land for land in self._next_to(self.base) if self.owner[land] != self.turn}
            case "march":
                return {"March", "Stay"}
            case "from":
                return self._spare()
            case "to":
                return self._reach(self.base)
            case _:
                return {str(number) for number in range(1, self.armies[self.base])}

    def choose(self, what: str, rolled: list[tuple[int, ...]], drawn: Counter[str]) -> None:
        """Goes on with a choice.

        Args:
            rolled: how the dice of the attacker and of the defender fell, if they did.
            drawn: the cards that the player on turn has more of.
        """
        hand = self.hands[self.turn]
        match self.stage, what:
            case "trade", "Three alike":
                self.stage = "sign"
            case "trade", "One of each":
                self.stage, self.left = "each", 3
            case "trade", _:
                self._recruit()
            case "sign", _:
                self.stage, self.sign, self.left = "alike", what[:-1], 3
            case (("alike" | "each"), _):
                hand[what] -= 1
                self.left -= 1
                if not self.left:
                    self.recruits += 6 if self.stage == "alike" else 8
                    self._trade()
            case "gather", _:
                self.base, self.stage = what, "number"
            case "number", _:
                self.armies[self.base] += int(what)
                self.recruits -= int(what)
                self.stage = "gather"
                if not self.recruits:
                    self.won = False
                    self._attack(drawn)
            case "attack", "Attack":
                self.stage = "base"
            case "attack", _:
                self._attacked(drawn)
            case "base", _:
                self.base, self.stage = what, "goal"
            case "goal", _:
                self.goal = what
                self._battle(rolled, drawn)
            case "march", "March":
                self.stage = "from"
            case "march", _:
                self._end()
            case "from", _:
                self.base, self.stage = what, "to"
            case "to", _:
                self.goal, self.stage = what, "marching"
            case _:
                self._go(int(what))
                if self.stage == "marching":
                    self._end()
                else:
                    self._fall(drawn)

    def _trade(self) -> None:
        """Asks whether cards are traded, if there are three."""
        self.stage = "trade"
        if self.hands[self.turn].total() < 3:
            self._recruit()

    def _recruit(self) -> None:
        self.recruits += max(len(self._mine()) // 3, 3)
        self.recruits += sum(bonus for realm, (bonus, _) in self.realms.items() if self._ruled(realm))
        self.stage = "gather"

    def _attack(self, drawn: Counter[str]) -> None:
        self.stage = "attack"
        if not self._ready():
            self._attacked(drawn)

    def _battle(self, rolled: list[tuple[int, ...]], drawn: Counter[str]) -> None:
        charge, guard = (sorted(dice, reverse=True) for dice in rolled)
        assert len(charge) == min(3, self.armies[self.base] - 1)
        assert len(guard) == min(2, self.armies[self.goal])
        for sword, shield in zip(charge, guard, strict=False):
            self.armies[self.goal if sword > shield else self.base] -= 1
        if self.armies[self.goal]:
            self._attack(drawn)
            return
        self.won = True
        self.loser = self.owner[self.goal]
        self.owner[self.goal] = self.turn
        self.stage = "moving in"
        if self.armies[self.base] == 1:
            self._fall(drawn)

    def _go(self, number: int) -> None:
        self.armies[self.base] -= number
        self.armies[self.goal] += number

    def _fall(self, drawn: Counter[str]) -> None:
        if self.loser not in self.owner.values():
            drawn = drawn - self.hands[self.loser]
            self.hands[self.turn] += self.hands[self.loser]
            self.hands[self.loser] = Counter()
            self.out.append(self.loser)
            if len(self.out) == self.players - 1:
                self.over, self.winner = True, self.turn
                return
        self._attack(drawn)

    def _attacked(self, drawn: Counter[str]) -> None:
        if self.won:
            assert drawn.total() == min(1, 24 - sum(hand.total() for hand in self.hands))
            self.hands[self.turn] += drawn
        if self._kept():
            return
        self.stage = "march"
        if not self._spare():
            self._end()

    def _kept(self) -> bool:
        oath = self.oaths[self.turn]
        if oath is not None and all(map(self._ruled, oath)):
            self.over, self.winner = True, self.turn
        return self.over

    def _end(self) -> None:
        if self._kept():
            return
        while True:
            self.turn = (self.turn + 1) % self.players
            self.turns += 1
            if self.turns == 12 * self.players:
                self.over = True
                return
            if self.turn not in self.out:
                break
        self._trade()

    def winners(self) -> set[int]:
        """Gives who has won."""
        if self.winner is not None:
            return {self.winner}
        worth = {}
        for player in set(range(self.players)) - set(self.out):
            lands = [land for land, owner in self.owner.items() if owner == player]
            worth[player] = len(lands), sum(self.armies[land] for land in lands)
        return {player for player, one in worth.items() if one == max(worth.values())}
