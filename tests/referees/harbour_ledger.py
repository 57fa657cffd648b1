"""Harbour Ledger in plain Python: cards are their names, and what is drawn is told to it."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

# Name: cost, coins, points, copies.
CARDS = {
    "Penny": (0, 1, 0, 30),
    "Florin": (3, 2, 0, 16),
    "Guinea": (6, 3, 0, 12),
    "Shed": (2, 0, 1, 17),
    "Warehouse": (5, 0, 3, 8),
    "Lighthouse": (8, 0, 6, 8),
    "Ragpicker": (2, 0, 0, 6),
    "Bonfire": (2, 0, 0, 6),
    "Porter": (3, 0, 0, 6),
    "Lookout": (3, 0, 0, 6),
    "Peddler": (4, 0, 0, 6),
    "Bookkeeper": (4, 0, 0, 6),
    "Moneychanger": (4, 0, 0, 6),
    "Shipwright": (4, 0, 0, 6),
    "Smuggler": (4, 0, 0, 6),
    "Auctioneer": (5, 0, 0, 6),
    "Market Hall": (5, 0, 0, 6),
    "Harbour Feast": (5, 0, 0, 6),
}
# Cards, actions, buys and coins that a card gives at once.
GIVES = {
    "Ragpicker": (0, 1, 0, 0),
    "Bonfire": (0, 0, 0, 0),
    "Porter": (1, 2, 0, 0),
    "Lookout": (2, 0, 0, 0),
    "Peddler": (1, 1, 0, 1),
    "Bookkeeper": (3, 0, 0, 0),
    "Moneychanger": (0, 0, 0, 0),
    "Shipwright": (0, 0, 0, 0),
    "Smuggler": (0, 0, 0, 2),
    "Auctioneer": (0, 2, 1, 2),
    "Market Hall": (1, 1, 1, 1),
    "Harbour Feast": (4, 0, 1, 0),
}
Draws = Callable[[int, int], list[str]]


@dataclass
class Merchant:
    """What one player has; the deck lies hidden, so only how many cards it holds is said."""

    deck: Counter[str] = field(default_factory=Counter)
    discards: Counter[str] = field(default_factory=Counter)
    hand: Counter[str] = field(default_factory=Counter)
    played: Counter[str] = field(default_factory=Counter)

    def points(self) -> int:
        """Counts the points of all that is owned."""
        owned = self.deck + self.discards + self.hand + self.played
        return sum(CARDS[name][2] * count for name, count in owned.items())


@dataclass
class HarbourLedger:
    """A match; players are numbered from 0."""

    merchants: list[Merchant]
    draws: Draws
    """Tells which cards a player has drawn, of so many that they were to draw."""
    supply: Counter[str] = field(default_factory=Counter)
    turn: int = 0
    actions: int = 1
    buys: int = 1
    coins: int = 0
    phase: str = "act"
    card: str = ""
    left: int = 0
    """How many cards may still be burnt, or were discarded to draw as many."""
    limit: int = 0
    """What a refitted card may be turned into."""
    victims: list[int] = field(default_factory=list)
    over: bool = False

    def __post_init__(self) -> None:
        """Deals what everybody begins with."""
        self.supply = Counter({name: card[3] for name, card in CARDS.items()})
        for player, one in enumerate(self.merchants):
            one.deck = Counter({"Penny": 7, "Shed": 3})
            self.supply -= one.deck
            self._draw(player, 5)
        self._act()

    @property
    def asked(self) -> int:
        """Who is asked."""
        return self.victims[0] if self.victims else self.turn

    @property
    def me(self) -> Merchant:
        """What the player on turn has."""
        return self.merchants[self.turn]

    def _draw(self, player: int, number: int) -> None:
        one = self.merchants[player]
        drawn = Counter(self.draws(player, number))
        held = one.deck.total()
        assert drawn.total() == min(number, held + one.discards.total())
        if drawn.total() > held:
            assert one.deck <= drawn
            one.deck, one.discards = one.deck + one.discards, Counter()
        assert drawn <= one.deck
        one.deck -= drawn
        one.hand += drawn

    def choices(self) -> set[str | None]:
        """Lists names of cards, and None where a player may decline or be done."""
        hand = set(self.merchants[self.asked].hand)
        match self.phase:
            case "act":
                return {None, *(name for name in hand if name in GIVES and self.actions)}
            case "buy":
                return {None, *(name for name in self.supply if CARDS[name][0] <= self.coins)}
            case "burn":
                return {None, *hand}
            case "rummage":
                return {None, *hand}
            case "gain":
                return {name for name in self.supply if CARDS[name][0] <= self.limit}
        return {*hand}

    def choose(self, choice: str | None) -> None:
        """Goes on with what was chosen."""
        match self.phase:
            case "act":
                if choice is None:
                    self._trade()
                else:
                    self._play(choice)
            case "buy":
                self._buy(choice)
            case "burn" | "refit":
                if choice is None:
                    self._act()
                    return
                self._lose(choice)
                self._lost(choice)
            case "rummage":
                if choice is not None:
                    self._discard(self.turn, choice)
                    self.left += 1
                if choice is None or not self.me.hand:
                    if self.left:
                        self._draw(self.turn, self.left)
                    self._act()
            case "gain":
                assert choice is not None
                self._gain(choice)
                self._act()
            case "press":
                assert choice is not None
                self._discard(self.victims[0], choice)
                self._press()
            case "tidy":
                assert choice is not None
                self._discard(self.turn, choice)
                self._act()

    def _lost(self, name: str) -> None:
        if self.phase == "refit":
            self.limit, self.phase = CARDS[name][0] + 2, "gain"
            if not self.choices():
                self._act()
        else:
            self.left -= 1
            if not self.left or not self.me.hand:
                self._act()

    def _play(self, name: str) -> None:
        self.me.hand -= Counter([name])
        self.me.played[name] += 1
        cards, actions, buys, coins = GIVES[name]
        self.actions += actions - 1
        self.buys += buys
        self.coins += coins
        if cards:
            self._draw(self.turn, cards)
        hand = self.me.hand
        if name == "Harbour Feast":
            for player in self._others():
                self._draw(player, 1)
        if name == "Ragpicker" and hand:
            self.phase, self.left = "rummage", 0
        elif name == "Bonfire" and hand:
            self.phase, self.left = "burn", 4
        elif name == "Moneychanger" and hand["Penny"]:
            self._lose("Penny")
            self.coins += 3
            self._act()
        elif name == "Shipwright" and hand:
            self.phase = "refit"
        elif name == "Lookout" and hand:
            self.phase = "tidy"
        elif name == "Smuggler":
            self.victims = self._others()
            self._press()
        else:
            self._act()

    def _others(self) -> list[int]:
        count = len(self.merchants)
        return [(self.turn + step) % count for step in range(1, count)]

    def _press(self) -> None:
        self.victims = [one for one in self.victims if self.merchants[one].hand.total() > 3]
        if self.victims:
            self.phase = "press"
        else:
            self._act()

    def _discard(self, player: int, name: str) -> None:
        one = self.merchants[player]
        one.hand -= Counter([name])
        one.discards[name] += 1

    def _lose(self, name: str) -> None:
        self.me.hand -= Counter([name])

    def _gain(self, name: str) -> None:
        self.supply -= Counter([name])
        self.me.discards[name] += 1

    def _act(self) -> None:
        # Hands are hidden, so a player who holds cards is asked even if none can be played.
        self.phase = "act"
        if not self.me.hand:
            self._trade()

    def _ends(self) -> bool:
        # In the order of writing: it is asked whenever a phase ends.
        return not self.supply["Lighthouse"] or sum(not self.supply[name] for name in CARDS) >= 3

    def _trade(self) -> None:
        self.over = self._ends()
        if not self.over:
            self.phase = "buy"
            money = Counter({name: count for name, count in self.me.hand.items() if CARDS[name][1]})
            self.me.hand -= money
            self.me.played += money
            self.coins += sum(CARDS[name][1] * count for name, count in money.items())
            if len(self.choices()) == 1:
                self._clean_up()

    def _buy(self, name: str | None) -> None:
        if name is not None:
            self._gain(name)
            self.coins -= CARDS[name][0]
            self.buys -= 1
        if name is None or not self.buys or len(self.choices()) == 1:
            self._clean_up()

    def _clean_up(self) -> None:
        self.over = self._ends()
        if self.over:
            return
        me = self.me
        me.discards += me.hand + me.played
        me.hand, me.played = Counter(), Counter()
        self._draw(self.turn, 5)
        self.turn = (self.turn + 1) % len(self.merchants)
        self.actions, self.buys, self.coins = 1, 1, 0
        self._act()

    def ranks(self) -> tuple[int, ...]:
        """Gives the rank of each player."""
        points = [one.points() for one in self.merchants]
        return tuple(1 + sum(other > mine for other in points) for mine in points)
