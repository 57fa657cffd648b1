"""The record of an operator: what is declared of it, once, for all who ask.

Invariants:
    No column has a default. An operator without one of them is an error of types.
    Nothing here says how an operator is worked out; the class says in a line what its value is.

A column says what is true of the operator by itself; what its operands and its declaration add, whoever reads the
column adds to it.
"""

from dataclasses import dataclass, replace
from enum import Enum, Flag, auto


class Sort(Flag):
    """Sorts of values."""

    NUMBER = auto()
    CONDITION = auto()
    VALUE = auto()
    """A value of a list, or a direction."""
    THING = auto()
    """Of whatever kind: spaces are things, too."""
    PLAYER = auto()
    PLACE = auto()
    BOARD = auto()
    EFFECT = auto()
    TEXT = auto()
    ANY = NUMBER | CONDITION | VALUE | THING | PLAYER | PLACE | BOARD | EFFECT | TEXT


class Many(Enum):
    """How many values there are."""

    ONE = auto()
    SEVERAL = auto()
    EITHER = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Operand:
    """What an operand is."""

    said: str
    sort: Sort
    many: Many
    optional: bool
    repeated: bool
    """Whether it is any number of operands, each of them like this."""
    asked: bool
    """Whether it is asked of one after the other, which a local holds."""


def one(said: str, sort: Sort) -> Operand:
    """An operand that has to be one value."""
    return Operand(said=said, sort=sort, many=Many.ONE, optional=False, repeated=False, asked=False)


def several(said: str, sort: Sort) -> Operand:
    """An operand that has to be a set."""
    return replace(one(said, sort), many=Many.SEVERAL)


def some(said: str, sort: Sort) -> Operand:
    """An operand that is one value or several."""
    return replace(one(said, sort), many=Many.EITHER)


def maybe(operand: Operand) -> Operand:
    """An operand that may be left out."""
    return replace(operand, optional=True)


def repeated(operand: Operand) -> Operand:
    """Any number of operands."""
    return replace(operand, repeated=True)


def asked(operand: Operand) -> Operand:
    """An operand that is asked of one after the other."""
    return replace(operand, asked=True)


class Number(Enum):
    """What the number of an expression means."""

    NOTHING = auto()
    CONSTANT = auto()
    LOCAL = auto()
    """The local that is read."""
    BOUND = auto()
    """The local that holds what is asked, one after the other."""
    NUMBER = auto()
    """How many, how far, or which way."""


class Range(Enum):
    """What tells between which numbers the value lies."""

    TYPE = "its type"
    CONSTANT = "the constant"
    ARITHMETIC = "both operands"
    HOW_MANY = "the size of the set"
    TOTAL = "the size of the set, and the number of each"
    FACT = "what the table has, or the type"
    AMOUNT = "the lines of the amount"
    PROPERTY = "the phrase of the property"
    TURNS = "how long a match may be"


class Size(Enum):
    """What tells how many there can be."""

    UNTOLD = "how many there are of the kind"
    MEMBERS = "the length of the list"
    PLAYERS = "the number of players"
    NUMBERS = "both ends"
    KIND = "how many there are of the kind, less those that can leave the game"
    ROW = "how many things have the row"
    PASSING = "the set, and what is known of the test"
    SAME = "the set"
    ITEMS = "the length of the printed list"
    PARTS = "the parts of each"
    BOARD = "the spaces of the board, unless some can leave it"
    TOGETHER = "the largest of the sets at least, all of them at most"


class Nothing(Enum):
    """Whether it may be none, or hold none."""

    NEVER = auto()
    MAYBE = auto()
    SET = auto()
    """If the first operand holds none."""
    OPERANDS = auto()
    """If any operand holds none."""
    DECLARED = auto()
    """If what the property says may be none."""


class Repeats(Enum):
    """Whether the same value may come several times in a set."""

    NEVER = auto()
    ALWAYS = auto()
    """It may."""
    OF_EACH = auto()
    """If it is asked of several: each gives a value."""
    AS_OPERAND = auto()
    """If it may in the first operand."""
    OF_A_LIST = auto()
    """If it may in the first operand, which may be a printed list."""
    DECLARED = auto()
    """If it may in what the property says."""


class Reads(Enum):
    """What an operator reads by itself."""

    WHERE = "where things are, their order, which spaces are laid"
    FACE = "the faces of dice"
    OUT = "who is out"
    OWNER = "whose things are"
    USED = "which actions were used"
    WINDOW = "which window is open"
    ROUND = "rounds, turns and games"
    NEXT = "who is on turn, and next"
    CELL = "the fact of a phase"
    FIELD = "the fact, where a match keeps it"
    COUNTER = "the counter"
    LINK = "the link"
    LOCAL = "the local"
    DECLARED = "what its declaration asks"
    LAID = "which spaces lie where, if a match can change that"
    WHOSE = "whose a thing is, asked of a thing"
    GONE = "where things are, if any of the kind can be gone"
    TURNED = "how the things lie whose sides it asks for"
    SIDES = "what decides the sides"
    AHEAD = "whose things are, if players face each other"
    ENEMIES = "whose things are and the sides, if the link joins enemies"
    PATTERNS = "what the patterns ask"
    SPACES = "what tells how long the track is"


class OfMe(Enum):
    """Whether the answer depends on who acts; its value says when."""

    NEVER = "never"
    ALWAYS = ""
    FACING = "where players face each other"
    DECLARED = "if what it asks does"


class Fails(Enum):
    """When asking is a rule error; its value says so."""

    NEVER = "never"
    OF_NONE = "of none"
    OUTSIDE = "for a number for which the fact has no value"
    TOO_LARGE = "where the number does not fit into 32 bits"
    BEYOND = "where the sum is more than 1,000"
    DIVIDES = "where the number that divides is 0, or the number does not fit into 32 bits"
    DECLARED = "if what it asks is one"


class Lasts(Enum):
    """For how long the answer stays the same for the same operands."""

    PRINTED = auto()
    """For ever."""
    FACT = auto()
    """For ever, where the fact is printed."""
    LOCAL = auto()
    """As long as the local holds the same."""
    DECLARED = auto()
    """As long as what its declaration asks."""
    IN_THE_GAME = auto()
    """As long as nothing leaves the game."""
    PLACED = auto()
    """As long as a space lies where it lies."""
    MATCH = auto()
    """Until something happens in the match."""


class Seen(Enum):
    """Who may know the answer by the operator alone."""

    EVERYONE = "everyone"
    DECLARED = "whoever sees what it is about"
    FACT = "whoever sees the fact and its board"
    BOARD = "everyone, if all boards are open"
    KIND = "everyone, if things of the kind always lie open"
    DIE = "whoever sees the die"


class Effort(Enum):
    """How long an answer takes."""

    PLAIN = auto()
    """As quickly asked again as remembered."""
    QUICK = auto()
    """The same, where a declaration has a few of them."""
    LOOKING = auto()
    """It goes through several to give one answer."""
    BOARD = auto()
    """It looks through a board."""
    DECLARED = auto()
    """As long as what its declaration asks."""
    SOME = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Operator:
    """All that is declared of an operator."""

    name: str
    phrase: str
    """How it is written: what stands in capitals is to be filled in."""
    predicate: str | None
    """How it is said of something that it holds; None where it is no condition of that form."""
    counted: str | None
    """How it is said of a number of things, as in `at least 3 Tiles`; None where it is no comparison of numbers."""
    operands: dict[str, Operand]
    """By name, in their order."""
    number: Number
    result: Sort
    many: Many
    range: Range
    size: Size
    nothing: Nothing
    repeats: Repeats
    reads: frozenset[Reads]
    of_me: OfMe
    of_player: bool
    """Whether it gives something of a player that a player who is missing does not have."""
    fails: Fails
    ahead: bool
    """Whether compiled code may ask it where the rules would not: it has an answer then, and a quick one."""
    lasts: Lasts
    moment: bool
    """Whether it has an answer only while something runs."""
    seen: Seen
    owned: bool
    """Whether what comes of something of a player's is that player's."""
    counts: bool
    """Whether it says of a place only how much lies there, which everyone knows."""
    effort: Effort
    written: bool
    """Whether a sentence may change what it gives."""
    given: bool
    """Whether a scenario may say what it is."""
    picks: bool
    """Whether the answer depends on the order of the first operand, even where it is no set."""
    singles_out: bool
    """Whether it gives some of several by their order, or by what they have."""
    same_after: bool
    """Whether it gives the same thing after an act as before."""
    of_itself: bool | None
    """The answer where both operands are the same; None where that does not tell."""
    negated: str | None
    """The operator that holds where this one does not."""
    mirrored: str | None
    """The operator that holds where this one does once its two operands are exchanged."""

    @property
    def binds(self) -> bool:
        """Whether it asks something of one after the other, which its local holds."""
        return self.number is Number.BOUND

    @property
    def reads_local(self) -> bool:
        """Whether its number is a local that it reads."""
        return self.number is Number.LOCAL

    @property
    def declared(self) -> bool:
        """Whether it asks something that the ruleset declares."""
        return Reads.DECLARED in self.reads

    @property
    def single(self) -> tuple[tuple[int, bool], ...]:
        """Which operands have to be one value each: from where on, and whether all that follow have to be, too."""
        return self._places(Many.ONE)

    @property
    def multiple(self) -> tuple[tuple[int, bool], ...]:
        """Which operands have to be several; see `single`."""
        return self._places(Many.SEVERAL)

    def _places(self, many: Many) -> tuple[tuple[int, bool], ...]:
        operands = enumerate(self.operands.values())
        return tuple((place, operand.repeated) for place, operand in operands if operand.many is many)


def reading(*facts: Reads) -> frozenset[Reads]:
    """Gives what an operator reads."""
    return frozenset(facts)
