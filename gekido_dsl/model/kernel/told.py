"""What is told in the log: the record of each kind of event that an executor notes, whoever plays."""

from dataclasses import dataclass
from enum import Enum, auto
from typing import Final


class About(Enum):
    """What the first value of an event is, and so by what it is counted."""

    MOVED = auto()
    """A thing, with where it lay and where it lies now."""
    THING = auto()
    PLAYER = auto()
    ELSE = auto()
    """Something else, or nothing that can be counted by itself."""


class Work(Enum):
    """What somebody at a table does with their hands when it happens."""

    NOTHING = auto()
    MOVES = auto()
    DRAWS = auto()
    THROWS = auto()
    NUMBERS = auto()
    FACT = auto()
    """A number is changed if the fact is one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """All that is declared of a kind of event in the log. No column has a default."""

    about: About
    amount: int
    """Which of its values is a number of points that add up; 0 for none."""
    work: Work
    report: str
    """What a report of games says of it; empty where it is not counted."""
    own_doing: bool
    """Whether whoever acts does it themselves, also where rules act for all."""
    decides: bool
    """Whether it says by itself who wins or loses, so that a report need not find out."""


def _told(
    about: About,
    work: Work,
    report: str,
    *,
    amount: int = 0,
    own_doing: bool = False,
    decides: bool = False,
) -> Told:
    return Told(about=about, amount=amount, work=work, report=report, own_doing=own_doing, decides=decides)


TOLD: Final[dict[str, Told]] = {
    "turn": _told(About.ELSE, Work.NOTHING, ""),
    "round": _told(About.ELSE, Work.NOTHING, ""),
    "game": _told(About.ELSE, Work.NOTHING, ""),
    "begin": _told(About.ELSE, Work.NOTHING, "begins"),
    "secret": _told(About.ELSE, Work.NOTHING, "", own_doing=True),
    "use": _told(About.ELSE, Work.NOTHING, "", own_doing=True),
    "report": _told(About.ELSE, Work.NOTHING, ""),
    "move": _told(About.MOVED, Work.MOVES, "moves"),
    "lock": _told(About.MOVED, Work.MOVES, "is locked"),
    "draw": _told(About.MOVED, Work.DRAWS, "is drawn"),
    "discard": _told(About.MOVED, Work.MOVES, "is discarded"),
    "keep": _told(About.MOVED, Work.MOVES, "is kept"),
    "take": _told(About.THING, Work.NOTHING, "is taken", own_doing=True),
    "off": _told(About.THING, Work.MOVES, "is off the board"),
    "remove": _told(About.THING, Work.MOVES, "is removed"),
    "destroy": _told(About.THING, Work.MOVES, "is destroyed", decides=True),
    "lay_out": _told(About.ELSE, Work.NOTHING, ""),
    "shuffle": _told(About.ELSE, Work.NOTHING, ""),
    "choose": _told(About.ELSE, Work.NOTHING, "", own_doing=True),
    "show": _told(About.ELSE, Work.NOTHING, "", own_doing=True),
    "show_fact": _told(About.ELSE, Work.NOTHING, "", own_doing=True),
    "roll": _told(About.ELSE, Work.THROWS, "", own_doing=True),
    "reroll": _told(About.ELSE, Work.THROWS, "", own_doing=True),
    "roll_into": _told(About.THING, Work.THROWS, "gets a die"),
    "flip": _told(About.ELSE, Work.MOVES, ""),
    "flip_link": _told(About.ELSE, Work.NOTHING, ""),
    "set": _told(About.ELSE, Work.FACT, ""),
    "fill": _told(About.THING, Work.NUMBERS, "gets its dice", amount=2),
    "heal": _told(About.THING, Work.NUMBERS, "is healed", amount=2),
    "damage": _told(About.THING, Work.NUMBERS, "suffers damage", amount=1, decides=True),
    "suffer": _told(About.THING, Work.NOTHING, "takes hits", amount=1, decides=True),
    "lose_die": _told(About.THING, Work.MOVES, "loses a die"),
    "announce": _told(About.ELSE, Work.NOTHING, ""),
    "eliminate": _told(About.PLAYER, Work.NOTHING, "is out of the game", own_doing=True, decides=True),
    "lead": _told(About.PLAYER, Work.NOTHING, "leads", own_doing=True, decides=True),
    "win": _told(About.PLAYER, Work.NOTHING, "wins", own_doing=True, decides=True),
    "defeat": _told(About.PLAYER, Work.NOTHING, "loses", own_doing=True, decides=True),
    "rank": _told(About.ELSE, Work.NOTHING, ""),
}
