"""What a ruleset declares, drawn by chance; each declaration adds the phrases that speak of it."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.generated.deriving import Context, Dead, Deriver, smooth
from gekido_dsl.generated.table import ARITHMETIC, CLOSED, LOCATED, LOOSE, POSTFIX, SUM

NOTHING: Final = Context()
_PLAYERS: Final = (
    "players 2", "players 2", "players 2", "players 2 to 3", "players 3", "players 2 to 4, clockwise",
    "players 2, facing each other", "players 2, all on one side", "players 4, 2 sides", "players 4, partners opposite",
    "players 2, and an automaton", "players 3, the first player against all others",
    "players 2 to 4, sides by my Stool's Team",
)  # fmt: skip
_WANTED: Final = {"automaton": "players 2, and an automaton", "partners": "players 4, partners opposite"}
_FOUR_WAYS: Final = ("North", "East", "South", "West")
_SIX_WAYS: Final = ("Up", "Rising", "Falling", "Down", "Sinking", "Climbing")
_SEEN: Final = ("", "", "", "", "", "", ", seen by its owner", ", seen by nobody")
_TURNS: Final = ("limit 8 turns", "limit 6 turns", "limit 4 rounds", "limit 12 turns", "limit 10 turns")


@dataclass
class World(Deriver):
    """A ruleset in the making: the lines of its declarations, and what can be said of them."""

    head: list[str] = field(default_factory=list)
    """The lines below `game`."""
    lines: list[str] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    """Tables, by their names."""
    setup: list[str] = field(default_factory=list)
    dice: list[str] = field(default_factory=list)
    """Boxes of number dice, from which tracks are filled."""
    signs: dict[str, int] = field(default_factory=dict)
    """How many things of a kind are drawn on boards for each player; 0 for one that is nobody's."""
    used: list[str] = field(default_factory=list)
    """Names that are taken."""
    later: list[str] = field(default_factory=list)
    """What has to be written once names are given."""
    phase_facts: list[str] = field(default_factory=list)
    """The facts of the phase Main."""
    drills: list[str] = field(default_factory=list)
    """Rules in which what seldom meets does."""
    wants: frozenset[str] = frozenset()
    """What has to be declared for its drills; see `fixtures`."""
    much: int = 100
    """How much of what can be declared is, in percent."""
    ways: int = 0
    """How many directions the compass has."""

    def below(self, many: int) -> int:
        """Draws a number from 0 to less than so many."""
        return self.rng.below(many)

    def declare(self, line: str, below: Sequence[str] = ()) -> None:
        """Adds a declaration, with the lines below it."""
        self.lines.append(smooth(line))
        self.lines += [smooth(f"  {one}".replace("\n", "\n  ")) for one in below]

    def member(self, name: str, *classes: str) -> None:
        """Has a name belong to classes."""
        for one in classes:
            self.members.setdefault(one, []).append(name)

    def has(self, of: str) -> bool:
        """Tells whether there is a name of a class."""
        return bool(self.members.get(of))

    def is_a(self, name: str, of: str) -> bool:
        """Tells whether a name is of a class."""
        return name in self.members.get(of, ())

    def fact(self, kind: str, name: str, type: str, kept: bool = True, by: str = "") -> None:
        """Has a field of a kind be spoken of; `by` asks it of something: ` for {value Suit:0}`."""
        level = POSTFIX if by else CLOSED
        head = type.partition(" ")[0]
        if head == "truth":
            self.say(f"what {kind}", name, CLOSED, 4) if not by else None
        else:
            self.say(type, f"{{thing {kind}:0}}'s {name}{by}", level, 8)
            if not by:
                self.facts_of_each(kind, name, type, head)
        if kept:
            self.say(f"fact-{type}", f"{{thing {kind}:0}}'s {name}{by}", level, 8)

    def facts_of_each(self, kind: str, name: str, type: str, head: str) -> None:
        """Has things be spoken of by a fact of each: `Cards whose Suit is Mauve`, `of the same Suit as it`."""
        of = {"number": "is at least {number:0}", "value": f"is {{{type}:0}}", "player": "is {player:0}"}.get(
            head
        )
        self.say(f"noun {kind}", f"{kind} of the same {name} as {{thing {kind}:0}}", LOOSE, 1)
        if of is not None:
            self.say(f"noun {kind}", f"{kind} whose {name} {of}", LOOSE, 2)
            self.say(f"noun {kind}", f"{kind} that {{predicate {kind}}} and whose {name} {of}", LOOSE, 1)

    def own(self, name: str, type: str, by: str = "") -> None:
        """Has a fact that each player has be spoken of; `by` asks it of something: ` for {value Suit:0}`."""
        level = POSTFIX if by else CLOSED
        for whose, weight in (("my", 6), ("{player:0}'s", 4)):
            if type != "truth":
                self.say(type, f"{whose} {name}{by}", level, weight)
            self.say(f"fact-{type}", f"{whose} {name}{by}", level, weight)

    def more(self, type: str, depth: int, context: Context = NOTHING) -> str | None:
        """Writes something; None where there is nothing of the type."""
        try:
            return self.write(type, context, depth)
        except Dead:
            return None


def game(w: World) -> None:
    """Players, limits, values, the kind that each player has one of."""
    w.head.append(next((_WANTED[one] for one in _WANTED if one in w.wants), w.pick(_PLAYERS)))
    if "automaton" in w.head[0]:
        w.say("player", "the automaton", CLOSED, 6)
    if "partners" in w.head[0]:
        w.say("player", "{player:0}'s partner", CLOSED, 8)
    w.head.append(w.pick(_TURNS))
    if w.chance(8) or "games" in w.wants:
        w.head.append(w.pick(("best of 3 games", "2 games in a row")))
        w.say("measure", "the Game plus the Turn", ARITHMETIC, 3, needs="!key")
        w.say("measure", "{player:0}'s games won", CLOSED, 3)
    if w.chance(25):
        w.head.append("at the same time the player on turn decides")
    three = w.chance(60)
    glyphs = [f'drawn as "{"mtb" if three else "mt"}"'] if w.chance(15) else []
    w.declare("values Suit: Mauve, Teal" + (", Blue" if three else ""), glyphs)
    w.member("Suit", "values")
    for one in ("Mauve", "Teal"):
        w.say("value Suit", one, CLOSED, 3)
    if w.chance(30):
        w.declare('option Mode "How it is played" is Plain, Wild')
        w.say("test", "Mode is Wild", LOCATED, 2)
        w.say("test", "Mode is not Plain", LOCATED, 1)
    if w.chance(55) or "compass" in w.wants:
        ways = _SIX_WAYS if w.chance(25) and "compass" not in w.wants else _FOUR_WAYS
        w.declare(f"values Way: {', '.join(ways)}, clockwise")
        w.member("Way", "compass", "values")
        w.declare(f"a Way is a Side Way if it is {w.pick(ways)} or it is not {w.pick(ways)}")
        w.say("way Way", "Side Way", CLOSED, 4)
        w.ways = len(ways)
        for one in ways[:4]:
            w.say("value Way", one, CLOSED, 3)
    w.member("Stool", "kind", "of the player", "owned")
    seat(w)


def seat(w: World) -> None:
    """The fields of a seat."""
    fields = ["Score: 0 to 9, starts 0"]
    w.fact("Stool", "Score", "number")
    if "sides by" in w.head[0]:
        fields.append("Team: a Suit or none, starts none")
        w.say("sentence", "set my Stool's Team to Mauve{end}", weight=3)
    if w.chance(60):
        fields.append("Debt: any number, starts 0" + w.pick(("", "", ", unlogged", ", seen by its owner")))
        w.fact("Stool", "Debt", "number")
    if w.chance(50):
        fields.append(
            "Mood: a Suit, starts Mauve" + w.pick(("", "", ", seen by its owner", ", seen by nobody"))
        )
        w.fact("Stool", "Mood", "value Suit")
    if w.chance(40):
        fields.append("Friend: a player or none, starts none")
        w.fact("Stool", "Friend", "player")
    if w.chance(40):
        fields.append("Ready: yes or no, starts no" + w.pick(("", "", ", seen by its owner")))
        w.fact("Stool", "Ready", "truth")
        w.say("fact-truth", "my Stool's Ready", CLOSED, 2)
    if w.chance(30):
        fields.append("Secret: 1 to 3, starts 1, seen by " + w.pick(("its owner", "nobody")))
        w.fact("Stool", "Secret", "number")
    if w.chance(30):
        fields.append("Tally for each Suit: 0 to 6, starts 0")
        w.fact("Stool", "Tally", "number", by=" for {value Suit:0}")
    if w.chance(20):
        fields.append("Price for each Suit for each 1 to 2: 0 to 5, starts 1")
        w.fact("Stool", "Price", "number", by=" for {value Suit:0} for {one-or-two}")
    if w.chance(20):
        fields.append("Wallet Size: 0 or more, starts 1")
        w.fact("Stool", "Wallet Size", "number")
    if w.chance(15):
        fields.append("Plate for each 1 to 3: yes or no, starts no")
        w.say("fact-truth", "my Stool's Plate for {small}", POSTFIX, 3)
        w.say("test", "my Stool's Plate for {small} is yes", LOCATED, 2)
    if any(one.startswith(("best", "2 games")) for one in w.head):
        fields.append("Medals: 0 to 9, starts 0, carried over")
        w.fact("Stool", "Medals", "number")
    w.declare("kind Stool, 1 for each player", fields)
    if w.chance(45) or "sheets" in w.wants:
        sheet(w)
    if w.chance(30) or "sheets" in w.wants:
        the_game(w)


def betting(w: World, fields: list[str]) -> None:
    """A round of betting, and how the pot is shared out."""
    fields += ["Stake: 0 to 30, starts 0", "Folded: yes or no, starts no"]
    w.own("Stake", "number")
    w.own("Folded", "truth")
    start = w.pick(("", "", ", starting with {player:0},"))
    how = w.pick(("at least 1", "at least 2", "2")) + " Gold as my Stake"
    how += w.pick(("", ", calling at least 1")) + w.pick(("", ", raising at least the last raise"))
    folds = "\n  otherwise set my Folded to yes"
    w.say("statement", f"in turn{start} each player whose Folded is no bets {how}{folds}", weight=2)
    by = w.pick(("", " by my Gold, lowest first"))
    w.say("statement", f"share all Stakes among players whose Folded is no{by}, as Gold", weight=2)
    w.say("statement", "each player, starting with {player:0}\n  {block}")


def sheet(w: World) -> None:
    """Facts that each player has, of no kind of thing."""
    fields = ["Gold: 0 to 9, starts " + w.pick(("0", "3"))]
    w.own("Gold", "number")
    if w.chance(30):
        fields += ["Call: 0 to 9, starts 0", "Whisper: 0 to 9, starts 0, seen by its owner"]
        w.own("Call", "number")
        w.say("statement", "in turn each player bids from {small} to 4 as my Call\n  {block}", weight=2)
        sealed = "secretly each player bids from 0 to 3 as my Whisper\n  {block}\notherwise\n  {block}"
        w.say("statement", sealed, weight=2)
    if w.chance(30):
        betting(w, fields)
    if w.chance(40):
        how = w.pick((", or all that is left", " if possible", " if I can pay {small} in Gold"))
        w.say("statement", "pay {small} in Gold" + how)
        w.say("statement", "offer 1 Gold for {small} in Gold to the others if I can pay 1 Gold")
        w.say("statement", "may pay 2 Gold\n  otherwise\n    {block}")
        w.say("test", w.pick(("I can pay 2 Gold", "I cannot pay {small} in Gold")))
    if w.chance(40):
        fields.append("Wish: a Suit or none, starts none" + w.pick(("", "", ", seen by its owner")))
        w.own("Wish", "value Suit")
    if w.chance(40):
        fields.append("Brave: yes or no, starts no" + w.pick(("", "", ", seen by nobody")))
        w.own("Brave", "truth")
        w.say("what player", "Brave", CLOSED, 4)
    if w.chance(40):
        fields.append("Stock for each Suit: 0 to 5, starts 1" + w.pick(("", ", unlogged")))
        w.own("Stock", "number", " for {value Suit:0}")
    if w.chance(30):
        fields.append("Patron: a player or none, starts none")
        w.own("Patron", "player")
    w.declare("each player has", fields)


def the_game(w: World) -> None:
    """Facts of the game itself, and what is said of it."""
    fields = ["Tide: 0 to 9, starts " + w.pick(("0", "3"))]
    w.say("measure", "Tide", CLOSED, 6, needs="!key")
    w.say("fact-number", "Tide", CLOSED, 5)
    if w.chance(50):
        fields.append("Windy: yes or no, starts no")
        w.say("fact-truth", "Windy", CLOSED, 4)
        w.say("test", w.pick(("Windy is yes", "the game is Windy")), LOCATED, 3)
    if w.chance(40):
        fields.append("Fashion: a Suit or none, starts none")
        w.say("fact-value Suit", "Fashion", CLOSED, 4)
    if w.chance(40):
        fields.append("Demand for each Suit: 0 to 5, starts 1" + w.pick(("", ", unlogged")))
        w.say("fact-number", "Demand for {value Suit:0}", POSTFIX, 4)
    w.declare("the game has", fields)
    if w.chance(60):
        w.declare("the game is Stormy if Tide is at least 4")
        w.say("test", w.pick(("the game is Stormy", "the game is not Stormy")), LOCATED, 3)


def board(w: World) -> None:
    """A board with figures on it."""
    sorts = {0: ("4", "8", "6"), 4: ("4", "4", "8"), 6: ("6",)}
    touching = f"in {w.pick(sorts[w.ways])} directions"
    each = w.pick(("1", "1", "2", "3"))
    w.member("Scout", "kind", "figure", "owned")
    w.member("Plat", "kind", "space")
    if each == "1":
        w.member("Scout", "of the player")
    fields = ["Vigor: 0 to 5, starts 1"]
    w.fact("Scout", "Vigor", "number")
    if w.chance(40):
        fields.append("Tired: yes or no, starts no")
        w.fact("Scout", "Tired", "truth")
        w.say("fact-truth", "{thing Scout:0}'s Tired", CLOSED)
    if w.has("compass") and w.chance(60):
        fields.append(f"Facing: a Way, starts {'Up' if w.ways == 6 else 'North'}")
        w.fact("Scout", "Facing", "value Way")
        w.say(
            "sentence", "turn {open Scout} " + w.pick(("left", "right", "around")) + "{tail Scout}", weight=4
        )
        w.say("sentence", "turn {open Scout} to {value Way}{tail Scout}", weight=3)
    if w.chance(25):
        fields.append("Home: a Plat or none, starts none")
        w.fact("Scout", "Home", "thing Plat")
    w.declare(f"kind Scout, {each} for each player", fields)
    fields = []
    if w.has("compass") and w.chance(35):
        up = "Up" if w.ways == 6 else "North"
        fields.append("Wind: " + w.pick(("a Way or none, starts none", f"a Way, starts {up}")))
        w.fact("Plat", "Wind", "value Way")
        if w.chance(50):
            fields.append(f"Slope: a Way, starts {up}")
        w.say("sentence", "turn {thing Plat:0} " + w.pick(("left", "right", "around")) + "{end}", LOCATED)
        w.say("sentence", "turn {thing Plat:0}'s Wind right{end}", LOCATED)
        w.say("sentence", "turn {thing Plat:0}'s Wind to {value Way}{end}", LOCATED)
    if w.chance(40):
        fields.append("Ground: a Suit, starts Mauve")
        w.fact("Plat", "Ground", "value Suit")
    if w.chance(30):
        fields.append("Heat: 0 to 3, starts 0")
        w.fact("Plat", "Heat", "number")
    if w.chance(25):
        fields.append("Door: a Plat or none, starts none")
        w.fact("Plat", "Door", "thing Plat")
    if w.has("compass") and w.chance(25):
        fields.append("Wall towards each Way: yes or no, starts no")
        w.say("fact-truth", "{thing Plat:0}'s Wall towards {value Way:0}", POSTFIX, 2)
    w.declare("kind Plat", fields)
    rows = ["1..2", "..R.", "...."] if w.chance(50) else ["1.2", "...", "R..", "..."]
    signs = ['"1" is a Scout of the first player', '"2" is a Scout of the second player']
    if w.chance(60):
        w.member("Rock", "kind", "figure", "owned")
        w.declare(f"kind Rock, {w.pick(('2', '3', '4'))} of them" + w.pick(("", "", ", not blocking")))
        signs.append('"R" is a Rock')
    else:
        rows = [row.replace("R", w.pick((".", " ", ".")) if row[2] == "R" else ".") for row in rows]
    below = w.pick(("", "", "", ", rows counted from the bottom"))
    below += w.pick(
        ("", "", "", ", wrapping left to right", ", wrapping top to bottom", ", wrapping both ways")
    )
    size = f"{len(rows)} by {len(rows[0])}"
    w.declare(
        f"board Board: {size} Plat, touching {touching}{below}{w.pick(_SEEN)}",
        [*(f'"{row}"' for row in rows), *signs],
    )
    w.say("board", "Board", CLOSED)
    w.say("line Plat", "the line from {thing Plat:0} towards {value W:0}", POSTFIX, 4)
    w.say(
        "line Plat",
        "the line from {thing Plat:0} towards {value W:0} until it is not {adjective Plat}",
        POSTFIX,
    )
    if each != "1":
        w.say("set Scout", "my Scouts", CLOSED, 4)
    w.say("thing Plat", "r1c1 of Board", LOCATED, 2)
    w.say("thing Plat", "r2c2 of Board", LOCATED, 2)
    if w.chance(40):
        garden(w)


def garden(w: World) -> None:
    """A second board, maybe one for each player."""
    own = w.chance(50)
    w.member("Plot", "kind", "space", *(["owned"] if own else []))
    w.declare("kind Plot" + (", 4 for each player" if own else ""))
    w.declare(
        f"board Garden{' of each player' if own else ''}: 2 by 2 Plot, touching in {6 if w.ways == 6 else 4} directions"
        + w.pick(("", "", ", seen by its owner" if own else ", rows counted from the bottom"))
    )
    w.say("board", "Garden", CLOSED, 2)
    if own:
        w.say("board", "my Garden", CLOSED, 3)
        w.say("thing Plot", "r1c1 of my Garden", LOCATED, 2)
    else:
        w.say("thing Plot", "r2c1 of Garden", LOCATED, 2)
    if w.chance(60):
        w.setup.append("each player\n  move random friendly Scout to random empty Plot if possible")


def cards(w: World) -> None:
    """Slips, a deck, hands and piles."""
    w.member("Slip", "kind", "held")
    if w.chance(25):
        w.declare("kind Stamp: 3 Mauve, 2 Teal and 2 Seals", ["Suit: a Suit or none"])
        w.declare("pile Album of Stamps")
        w.declare("deck Sheaf: all Stamps, shuffled, with pile Album")
        w.member("Stamp", "kind", "held")
        w.fact("Stamp", "Suit", "value Suit", kept=False)
        w.say("place Stamp", "Album", CLOSED, 4)
        w.say("place Stamp", "Sheaf", CLOSED, 4)
        w.say("sentence", "draw 1 Stamp from Sheaf into Album if possible", weight=2)
    w.declare("kind Slip, 1 for each Suit and Rank", ["Suit: a Suit", "Rank: 1 to 3"])
    w.fact("Slip", "Suit", "value Suit", kept=False)
    w.fact("Slip", "Rank", "number", kept=False)
    shuffled = w.pick(("", ", shuffled", ", shuffled"))
    w.declare("pile Heap of Slips")
    w.say("place Slip", "Heap")
    below = []
    if w.chance(40):
        below.append("when empty shuffle Heap into Deck")
    w.declare(f"deck Deck: all Slips{shuffled}, with pile Heap", below)
    w.say("place Slip", "Deck")
    seen = w.pick(("", "", ", seen by everyone", ", seen by nobody"))
    late = "limit 2, checked after the draw"
    limit = w.pick(("limit 3", "", "", late, f"{late} if the Turn is at least 2"))
    w.declare(f"hand Hand of each player, of Slips{seen}", [limit] if limit else [])
    w.say("place Slip", "{player:0}'s Hand", CLOSED, 8)
    w.say("places Slip", "Hands")
    w.say("sentence", "draw {small} Slips{end}", weight=4)
    w.say("sentence", "{player:1} draws 1 Slip{end}", weight=2)
    w.say("sentence", "draw 2 Slips keeping 1{end}", weight=2)
    w.say("sentence", "discard {open Slip}{tail Slip}", weight=4)
    w.say(
        "sentence",
        "move a {noun Slip} to Heap\n  must follow Suit, else {what Slip}, else anywhere\n  otherwise do nothing",
        weight=2,
    )
    best = "the highest Slip of Heap by {key|only Slip}, following Suit"
    w.say("thing Slip", best, SUM, 1)
    wild = w.chance(30)
    if wild:
        w.declare("a Slip is a Jester if its Rank is 2")
    w.declare(
        "patterns Meld of Slips by Rank" + (", Jesters wild" if wild else ""),
        [
            w.pick(("Group: 2 or more alike", "Group: 2 to 3 alike of different Suit")),
            w.pick(("Line: 2 in a row of one Suit", "Line: 3 or more in a row")),
        ],
    )
    w.say("test", "{thing Slip:0} makes a Meld together with Heap", LOCATED, 2)
    left = w.pick(("", ", leaving at most 3 by Rank"))
    w.say("sentence", f"may lay down a Meld from {{player:0}}'s Hand into Heap{left}", weight=2)
    w.say("measure", "the sum of Slips of {player:0}'s Hand outside Melds by Rank", SUM)
    w.say("thing Slip", best + ", unless trumped by {value Suit:0}", SUM, 2)
    if w.chance(40):
        w.declare(
            "pile Own of each player, of Slips" + w.pick((", seen by its owner", "", ", seen by nobody"))
        )
        w.say("place Slip", "{player:0}'s Own", CLOSED, 4)
        w.say("sentence", "arrange {set Slip} into {places Slip:1}{end}", weight=0)
        w.say("places Slip", "Owns")
    w.setup.append("deal 1 Slip to all players")
    if w.chance(20):
        w.member("Slab", "kind", "held", "owned")
        w.declare("kind Slab, 4 for each player", ["Dots: 0 to 3, starts 1"])
        w.fact("Slab", "Dots", "number")
        w.declare("deck Stack of each player: all Slabs")
        w.say("place Slab", "{player:0}'s Stack", CLOSED, 6)
        w.say("places Slab", "Stacks", CLOSED)
        w.say("sentence", "shuffle all Stacks alike{end}", weight=8)
        w.setup.append("shuffle all Stacks alike")


def chips(w: World) -> None:
    """Things of nobody in a box, that players can have."""
    w.member("Chip", "kind", "held", "owned")
    w.declare("kind Chip, 6 of them", ["Brand: a Suit, starts Teal"] if w.chance(40) else [])
    if w.lines[-1].strip().startswith("Brand"):
        w.fact("Chip", "Brand", "value Suit")
    w.declare("box Bank: all Chips")
    w.say("place Chip", "Bank")
    w.declare("pool Wallet of each player, of Chips" + w.pick(("", "", ", seen by its owner")))
    w.say("place Chip", "{player:0}'s Wallet", CLOSED, 6)
    w.say("places Chip", "Wallets")


def dice(w: World) -> None:
    """Number dice, and what is made of them on figures."""
    w.member("Die", "kind", "die", "number die")
    w.declare(f"die Die of 1 to 6, {w.pick(('5', '6', '8'))} of them")
    w.declare("box Cup: all Dice")
    w.say("place Die", "Cup")
    w.declare("pool Tray of each player, of Dice" + w.pick(("", ", seen by its owner")))
    w.say("place Die", "{player:0}'s Tray", CLOSED, 4)
    w.say("places Die", "Trays")
    if not w.is_a("Scout", "figure") or w.chance(30):
        return
    two = w.chance(50)
    w.declare("track Life of each Scout: Dice, up to 2, from Cup")
    if two:
        w.declare("track Guard of each Scout: Dice, up to 1, from Cup")
    w.declare(
        "damage to a Scout: "
        + ("Guard, then Life" if two else "Life")
        + w.pick(("", ", at most 1 die a hit"))
    )
    w.say("noun Die", "Die of {thing Scout:0}'s Life", LOCATED, 4)
    w.say("thing Die", "the front Die of {thing Scout:0}'s Life", SUM, 4)
    w.say("thing Die", "the back Die of {thing Scout:0}'s Life", SUM, 2)
    w.say("test", "{thing Scout:0}'s Life is full", LOCATED, 2)
    w.say("measure", "number of Dice in {thing Scout:0}'s Life", SUM, 3)
    w.say("sentence", "roll 1 Die into {thing Scout:0}'s Life{end}", weight=4)
    w.say("sentence", "fill {thing Scout:0}'s Life{end}", weight=6)
    w.say("sentence", "{thing Scout:1} suffers {number:3} damage{end}", weight=3)
    w.say("sentence", "{thing Scout:1} suffers {number:3} damage from {thing Scout:2}{end}", weight=4)
    w.say("sentence", "{thing Scout:0}'s Life suffers {number:3} damage{end}", weight=1)
    w.say("sentence", "{thing Scout:1} heals {number:3} damage{end}", weight=8)
    w.say("sentence", "{thing Scout:1} restores {number:3} damage{end}", weight=5)
    w.setup.append("each Scout\n  roll 1 Die into its Life if possible")
    if w.chance(50):
        kept = w.pick(("", ", kept at 0"))
        w.declare(f"counter Fuel of each Scout: 0 to 4 on a Die, from Cup{kept}")
        w.fact("Scout", "Fuel", "number")
        w.say("test", "{thing Scout:0}'s Fuel is active", LOCATED, 2)


FEATURES: Final = ((board, 75), (cards, 50), (chips, 40), (dice, 45))
