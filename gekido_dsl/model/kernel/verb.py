"""The record of a verb: what is declared of it, once, for all who ask.

Invariants:
    No column has a default. A verb without one of them, or a column that a verb does not fill, is an error of types.
    Nothing here says how a verb is carried out.
"""

from dataclasses import dataclass, replace
from enum import Enum, auto

from gekido_dsl.model.kernel.reading import Reading


class Extra(Enum):
    """What a sentence may say besides its phrases."""

    DIRECTION = "left"
    ALIKE = "alike"
    TOGETHER = "together"
    DAMAGE = "damage"
    UP_TO = "up"
    DOWN_TO = "down"
    LOOP = "each ..."
    ORDER = "by ..."
    TEXT = "a text"
    LIE = "turned or mirrored"


class Subject(Enum):
    """What the subject of a sentence is."""

    ACTS = auto()
    """Who acts."""
    DONE_TO = auto()
    """What it is done to, or the players of whom it is said."""
    FACT = auto()
    """The fact whose number changes, by whoever acts."""


class Behind(Enum):
    """What stands right behind a verb."""

    NOTHING = auto()
    PHRASE = auto()
    RULE = auto()
    """The name of a rule, which is no value."""
    PHASE = auto()
    WINDOW = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """How a verb is written. One word may mean several verbs: `turn DIE to FACE`, `turn THING left`."""

    word: str
    """The verb of the language."""
    forms: tuple[str, ...]
    """The sentences, for messages: places to fill in are in capitals."""
    preps: frozenset[str]
    extras: frozenset[Extra]
    object: Behind
    reads: Reading
    """How a book says it."""
    subject: Subject
    names: bool
    """Whether `as the ...` names what was chosen, as it does nearly everywhere."""


class Many(Enum):
    """How many values an operand has."""

    ONE = auto()
    SOME = auto()
    """One, or a set of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operand:
    """What an operand is."""

    said: str
    many: Many
    optional: bool
    repeated: bool
    """Whether it is any number of operands, each of them like this."""


def one(said: str) -> Operand:
    """An operand that has to be one value."""
    return Operand(said=said, many=Many.ONE, optional=False, repeated=False)


def some(said: str) -> Operand:
    """An operand that is one value or several."""
    return Operand(said=said, many=Many.SOME, optional=False, repeated=False)


def maybe(operand: Operand) -> Operand:
    """An operand that may be left out."""
    return replace(operand, optional=True)


def each(operand: Operand) -> Operand:
    """Any number of operands."""
    return replace(operand, repeated=True)


class Writes(Enum):
    """What a verb changes by itself."""

    WHERE = "where things are, and their order"
    FACE = "the faces of dice"
    OWNER = "whose things are"
    OUT = "who is out, who has won"
    WINDOW = "which window is open"
    NEXT = "who is next on turn"
    COUNTERS = "counters, whose dice go back"
    FACT = "the fact named first"
    FIELD = "the fact of the things that keeps a direction"
    LINK = "the link named"
    LOCAL = "a local"


class Goal(Enum):
    """Where things go that no operand names."""

    PILE = "the pile of their kind"
    HANDS = "the place of each player"
    NOWHERE = "off the board"
    OUT_OF_THE_GAME = "out of the game"
    SUPPLY = "the supply of dice"
    TRACK = "the track or counter"
    SPACES = "the spaces that it lays"
    SPOTS = "the spots of the board"


@dataclass(frozen=True, slots=True, kw_only=True)
class Moves:
    """What a verb moves by itself."""

    what: str | Goal
    """The operand that names the things, or the place that they leave."""
    goal: str | Goal
    """The operand that names where they come to."""


class Knows(Enum):
    """What a verb makes known."""

    NOTHING = "nothing"
    AS_IT_LIES = "things, to those who see where they come to"
    FACES = "faces, to those who see the dice"
    TO_THE_DRAWER = "what is drawn, to the player who draws, until it is kept"
    THINGS_SHOWN = "the things, to these players, from now on"
    FACT_SHOWN = "the fact, to these players, until it changes"
    MIXED = "nothing, and which is which is known no longer"
    MIXED_ALIKE = "nothing, and which is which is known no longer, but that places lie alike"


class Chance(Enum):
    """Why a verb cannot be foreseen; its value says so."""

    NONE = ""
    ROLLS = "this rolls dice"
    SHUFFLES = "this shuffles"
    UNSEEN = "this draws what nobody knows yet"

    @property
    def draws(self) -> bool:
        """Whether it takes numbers of the stream of chance."""
        return self in (Chance.ROLLS, Chance.SHUFFLES)


class SetsGoing(Enum):
    """What a verb sets going, besides what triggers wait for."""

    NOTHING = "nothing"
    RULE = "the rule"
    EFFECTS = "the effects"
    WINDOW = "the window"
    ENDS = "the conditions under which the game ends"


class Then(Enum):
    """What comes after a verb."""

    NEXT = "the next statement"
    OUT_OF_THE_LOOP = "what follows the loop or the body"
    NEXT_ROUND = "the next round of the loop"
    AFTER_THE_PHASE = "what follows the phase"
    END_OF_THE_MATCH = "nothing: the match is over"

    @property
    def leaves(self) -> bool:
        """Whether it goes on elsewhere than below."""
        return self not in (Then.NEXT, Then.END_OF_THE_MATCH)


@dataclass(frozen=True, slots=True, kw_only=True)
class Verb:
    """All that is declared of a verb; the text of its class says what it does once everything is chosen."""

    name: str
    frames: tuple[Frame, ...]
    """How it is written; none for a verb that only stands for something else."""
    operands: dict[str, Operand]
    """By the names of the fields of its class, in their order."""
    writes: frozenset[Writes]
    moves: Moves | None
    knows: Knows
    chance: Chance
    asks: bool
    """Whether it may ask somebody by itself, besides what its sentence leaves open."""
    sets_going: SetsGoing
    happens: frozenset[str]
    """The kinds of events, for triggers, that it makes happen; see `events`."""
    then: Then
    late: bool
    """Whether it is done once, after all choices of its sentence; else for each thing as soon as that is chosen."""
    tells: tuple[str, ...]
    """The kinds of events, for the log, that tell of it; see `told`."""

    @property
    def moves_named(self) -> bool:
        """Whether it moves what an operand names, or what lies there."""
        return self.moves is not None and self.moves.what in self.operands


def changing(*written: Writes) -> frozenset[Writes]:
    """Gives what a verb writes."""
    return frozenset(written)


def frame(word: str, forms: tuple[str, ...], preps: str, *extras: Extra, reads: Reading) -> Frame:
    """A frame whose subject acts, with a phrase behind the verb, and in which `as the ...` names what was chosen."""
    return Frame(
        word=word,
        forms=forms,
        preps=frozenset(preps.split()),
        extras=frozenset(extras),
        object=Behind.PHRASE,
        reads=reads,
        subject=Subject.ACTS,
        names=True,
    )


def done_to(of: Frame) -> Frame:
    """A frame whose subject is what it is done to, or of whom it is said."""
    return replace(of, subject=Subject.DONE_TO)


def changing_number(of: Frame) -> Frame:
    """A frame whose subject is the fact that changes."""
    return replace(of, subject=Subject.FACT)


def alone(of: Frame) -> Frame:
    """A frame in which no phrase follows the verb."""
    return replace(of, object=Behind.NOTHING)


def leading_to(what: Behind, of: Frame) -> Frame:
    """A frame in which a name follows the verb that is no value."""
    return replace(of, object=what)


def unnamed(of: Frame) -> Frame:
    """A frame in which `as` does not name what was chosen last."""
    return replace(of, names=False)
