"""What is told in the log: the record of each kind of event that an executor notes, whoever plays.

Reports are written from it where no game is loaded, so it imports nothing of one.
"""

from dataclasses import KW_ONLY, dataclass
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


@dataclass(frozen=True, slots=True)
class Told:
    """All that is declared of a kind of event in the log. No column has a default."""

    about: About
    work: Work
    report: str
    """What a report of games says of it; empty where it is not counted."""
    _: KW_ONLY
    things: tuple[int, ...]
    """Which of its values are things that it is about, where each is one."""
    players: tuple[int, ...]
    """Which of its values are players that it is about."""
    amount: int
    """Which of its values is a number of points that add up; 0 for none."""
    own_doing: bool
    """Whether whoever acts does it themselves, also where rules act for all."""
    decides: bool
    """Whether it says by itself who wins or loses, so that a report need not find out."""
    of_whoever_acts: bool
    """Whether it is about nobody but whoever acts."""
    joined: bool
    """Whether several in a row are told on one line."""


# fmt: off
TOLD: Final[dict[str, Told]] = {
    "turn": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "round": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "game": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "begin": Told(
        About.ELSE, Work.NOTHING, "begins",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=True,
    ),
    "secret": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "use": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(2,), amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    # One of several that the event after it tells of; compiled code notes them one by one.
    "item": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "report": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "move": Told(
        About.MOVED, Work.MOVES, "moves",
        things=(0,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=True,
    ),
    "lock": Told(
        About.MOVED, Work.MOVES, "is locked",
        things=(0,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=True,
    ),
    "draw": Told(
        About.MOVED, Work.DRAWS, "is drawn",
        things=(0,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=True,
    ),
    "discard": Told(
        About.MOVED, Work.MOVES, "is discarded",
        things=(0,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=True,
    ),
    "keep": Told(
        About.MOVED, Work.MOVES, "is kept",
        things=(0,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "take": Told(
        About.THING, Work.NOTHING, "is taken",
        things=(0,), players=(1,), amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "off": Told(
        About.THING, Work.MOVES, "is off the board",
        things=(0,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "remove": Told(
        About.THING, Work.MOVES, "is removed",
        things=(0,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "destroy": Told(
        About.THING, Work.MOVES, "is destroyed",
        things=(0,), players=(), amount=0, own_doing=False, decides=True,
        of_whoever_acts=False, joined=False,
    ),
    "lay_out": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "shuffle": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "choose": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "show": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "show_fact": Told(
        About.ELSE, Work.NOTHING, "",
        things=(2,), players=(), amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "roll": Told(
        About.ELSE, Work.THROWS, "",
        things=(), players=(), amount=0, own_doing=True, decides=False,
        of_whoever_acts=True, joined=False,
    ),
    "reroll": Told(
        About.ELSE, Work.THROWS, "",
        things=(), players=(), amount=0, own_doing=True, decides=False,
        of_whoever_acts=True, joined=False,
    ),
    "roll_into": Told(
        About.THING, Work.THROWS, "gets a die",
        things=(0,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "flip": Told(
        About.ELSE, Work.MOVES, "",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=True, joined=False,
    ),
    "flip_link": Told(
        About.ELSE, Work.NOTHING, "",
        things=(1,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "set": Told(
        About.ELSE, Work.FACT, "",
        things=(3,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=True,
    ),
    "fill": Told(
        About.THING, Work.NUMBERS, "gets its dice",
        things=(0,), players=(), amount=2, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "heal": Told(
        About.THING, Work.NUMBERS, "is healed",
        things=(0,), players=(), amount=2, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "damage": Told(
        About.THING, Work.NUMBERS, "suffers damage",
        things=(0, 2), players=(), amount=1, own_doing=False, decides=True,
        of_whoever_acts=False, joined=False,
    ),
    "suffer": Told(
        About.THING, Work.NOTHING, "takes hits",
        things=(0,), players=(), amount=1, own_doing=False, decides=True,
        of_whoever_acts=False, joined=False,
    ),
    "lose_die": Told(
        About.THING, Work.MOVES, "loses a die",
        things=(0,), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "announce": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
    "eliminate": Told(
        About.PLAYER, Work.NOTHING, "is out of the game",
        things=(), players=(0,), amount=0, own_doing=True, decides=True,
        of_whoever_acts=False, joined=False,
    ),
    "lead": Told(
        About.PLAYER, Work.NOTHING, "leads",
        things=(), players=(0,), amount=0, own_doing=True, decides=True,
        of_whoever_acts=False, joined=False,
    ),
    "win": Told(
        About.PLAYER, Work.NOTHING, "wins",
        things=(), players=(0,), amount=0, own_doing=True, decides=True,
        of_whoever_acts=False, joined=False,
    ),
    "defeat": Told(
        About.PLAYER, Work.NOTHING, "loses",
        things=(), players=(0,), amount=0, own_doing=True, decides=True,
        of_whoever_acts=False, joined=False,
    ),
    "rank": Told(
        About.ELSE, Work.NOTHING, "",
        things=(), players=(0,), amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=False,
    ),
}
# fmt: on
