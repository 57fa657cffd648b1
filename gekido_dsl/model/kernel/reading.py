"""How a sentence reads in English: words of its own, and parts that are worked out from what is written.

Invariants:
    Nothing here writes English of a ruleset: `rulesdoc.english.verbs` does, part by part.
"""

from enum import Enum, auto


class Part(Enum):
    """A part of an English sentence that comes from what is written."""

    SUBJECT = auto()
    OBJECT = auto()
    TAKEN = auto()
    """The object, from where it is."""
    EFFECTS = auto()
    PREPS = auto()
    """All that prepositions lead, each with a space before it."""
    GOAL = auto()
    """What stands behind `into`."""
    TO_WHOM = auto()
    """To whom; everybody where nobody is named."""
    NUMBER = auto()
    """How much."""
    BOUND = auto()
    """How far a number goes at most, if that is said."""
    DAMAGE = auto()
    SOWN = auto()
    """Where each goes, one after the other, and what the last one comes to."""
    TURNED = auto()
    """What turns, and which way."""


class Own(Enum):
    """What reads in a way of its own, which depends on more than the parts of the sentence."""

    ANNOUNCE = auto()
    CALL = auto()
    CHOOSE = auto()
    DO = auto()
    DRAW = auto()
    END = auto()
    OPEN = auto()
    OUT = auto()
    """Who is out of the game."""
    RANK = auto()
    REMOVE = auto()
    SET = auto()
    SKIP = auto()
    STOP = auto()
    WIN = auto()


Reading = tuple[str | Part, ...] | Own
"""How a sentence reads: its parts in order, in the base form of the verb, or a way of its own."""
