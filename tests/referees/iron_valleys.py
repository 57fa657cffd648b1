"""Iron Valleys in plain Python, written from the rules; which cards and tickets are drawn is told to it."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

COLOURS = ("Red", "Blue", "Green", "Yellow", "Black", "White")
ENGINE = "Engine"
WORTH = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10}


@dataclass(frozen=True)
class Route:
    """Two cities, how long it is between them, and in which colour it is paid."""

    name: str
    ends: frozenset[str]
    length: int
    colour: str | None


@dataclass(frozen=True)
class Ticket:
    """Two cities that routes of one player have to join."""

    name: str
    ends: frozenset[str]
    worth: int


@dataclass
class IronValleys:
    """A match; players are numbered from 0."""

    routes: list[Route]
    players: int
    turn: int
    hands: list[Counter[str]]
    wallets: list[list[Ticket]]
    siding: Counter[str]
    office: list[Ticket]
    """Tickets that nobody has, the next one last."""
    unseen: Counter[str] = field(default_factory=Counter)
    owner: dict[str, int] = field(default_factory=dict)
    trains: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    first: int = 0
    stage: str = "action"
    drawn: int = 0
    route: Route | None = None
    colour: str = ""
    paid: int = 0
    counter: list[Ticket] = field(default_factory=list)
    kept: int = 0
    over: bool = False

    def __post_init__(self) -> None:
        """Begins the first turn."""
        self.first = self.turn
        self.trains, self.points = [20] * self.players, [0] * self.players
        self.unseen = Counter(dict.fromkeys((*COLOURS, ENGINE), 10))
        self.unseen.subtract(self.siding)
        for hand in self.hands:
            self.unseen.subtract(hand)

    def wealth(self) -> int:
        """Counts the cards in the depot and the scrapyard together."""
        return sum(self.unseen.values())

    def _enough(self, colour: str, route: Route) -> bool:
        hand = self.hands[self.turn]
        return route.colour in (None, colour) and hand[colour] + hand[ENGINE] >= route.length

    def _open(self, route: Route) -> bool:
        if route.name in self.owner or route.length > self.trains[self.turn]:
            return False
        beside = [self.owner.get(other.name) for other in self.routes if other.ends == route.ends]
        if self.turn in beside or (self.players <= 3 and any(one is not None for one in beside)):
            return False
        return any(self._enough(colour, route) for colour in COLOURS)

    def choices(self) -> set[str]:
        """Lists what the player may choose, as the game calls it."""
        hand = self.hands[self.turn]
        match self.stage:
            case "action":
                found = {"Draw cards"} if self.wealth() or self.siding.total() else set()
                found |= {"Claim a route"} if any(map(self._open, self.routes)) else set()
                return found | ({"Draw tickets"} if self.office else set())
            case "draw":
                found = {"From the depot"} if self.wealth() else set()
                return found | ({"From the siding"} if self.siding.total() else set())
            case "siding":
                return set(+self.siding)
            case "route":
                return {route.name for route in self.routes if self._open(route)}
            case "colour":
                assert self.route is not None
                return {colour for colour in COLOURS if self._enough(colour, self.route)}
            case "pay":
                return {card for card in (self.colour, ENGINE) if hand[card]}
            case _:
                return {ticket.name for ticket in self.counter} | ({"Done"} if self.kept else set())

    def choose(self, what: str, drawn: str | None) -> None:
        """Goes on with a choice.

        Args:
            drawn: the card that came from the depot, if one did.
        """
        hand = self.hands[self.turn]
        match self.stage, what:
            case "action", "Draw cards":
                self.stage, self.drawn = "draw", 0
            case "action", "Claim a route":
                self.stage = "route"
            case "action", _:
                self.counter = [self.office.pop() for _ in range(min(3, len(self.office)))]
                self.stage, self.kept = "tickets", 0
            case "draw", "From the depot":
                assert drawn is not None and self.unseen[drawn]
                hand[drawn] += 1
                self.unseen[drawn] -= 1
                self._drawn(2 if not self.wealth() and not self.siding.total() else 1)
            case "draw", _:
                self.stage = "siding"
            case "siding", _:
                hand[what] += 1
                self.siding[what] -= 1
                self._drawn(2 if what == ENGINE else 1)
            case "route", _:
                self.route = next(route for route in self.routes if route.name == what)
                self.stage = "colour"
            case "colour", _:
                self.colour, self.stage, self.paid = what, "pay", 0
            case "pay", _:
                self._pay(what)
            case _:
                self._keep(what)

    def _drawn(self, number: int) -> None:
        self.drawn += number
        self.stage = "draw"
        if self.drawn >= 2:
            self._end()

    def _pay(self, card: str) -> None:
        assert self.route is not None
        self.hands[self.turn][card] -= 1
        self.unseen[card] += 1
        self.paid += 1
        if self.paid == self.route.length:
            self.owner[self.route.name] = self.turn
            self.trains[self.turn] -= self.paid
            self.points[self.turn] += WORTH[self.paid]
            self._end()

    def _keep(self, what: str) -> None:
        for ticket in [one for one in self.counter if one.name == what]:
            self.counter.remove(ticket)
            self.wallets[self.turn].append(ticket)
            self.kept += 1
        if what == "Done" or not self.counter:
            self.office[:0] = self.counter[::-1]
            self._end()

    def _end(self) -> None:
        self.turn, self.stage = (self.turn + 1) % self.players, "action"
        self.over = self.turn == self.first and min(self.trains) <= 2

    def fill(self, siding: Counter[str]) -> None:
        """Is told what lies in the siding as a turn begins: old cards stay, and others make them five."""
        whole = self.unseen + self.siding
        assert siding.total() == min(5, whole.total())
        assert not self.siding - siding and not siding - whole
        self.unseen, self.siding = whole - siding, siding

    def _joined(self, player: int, ends: Iterable[str]) -> bool:
        start, end = ends
        reached = {start}
        own = [route.ends for route in self.routes if self.owner.get(route.name) == player]
        while more := [one for one in own if reached & one and not one <= reached]:
            reached |= more[0]
        return end in reached

    def longest(self, player: int) -> int:
        """Gives the longest way over a player's routes, none of them twice."""
        own = [route for route in self.routes if self.owner.get(route.name) == player]

        def on(city: str, left: frozenset[Route]) -> int:
            found = [0]
            for route in left:
                if city in route.ends:
                    (there,) = route.ends - {city}
                    found.append(route.length + on(there, left - {route}))
            return max(found)

        return max((on(city, frozenset(own)) for route in own for city in route.ends), default=0)

    def scores(self) -> list[int]:
        """Gives what everyone has in the end."""
        lines = [self.longest(player) for player in range(self.players)]
        return [
            self.points[player]
            + (10 if lines[player] == max(lines) else 0)
            + sum(
                ticket.worth if self._joined(player, ticket.ends) else -ticket.worth
                for ticket in self.wallets[player]
            )
            for player in range(self.players)
        ]
