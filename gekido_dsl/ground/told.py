"""What is told in the log: the record of each kind of event that an executor notes, whoever plays.

Reports are written from it where no game is loaded, so it imports nothing of one.
"""

from dataclasses import KW_ONLY, dataclass
from enum import Enum, auto
from typing import Final

from gekido_dsl.ground.wording import (
    Moved,
    Own,
    Place,
    Rolled,
    Sentence,
    Wording,
    name,
    number,
    player,
    seen,
    thing,
)
from gekido_dsl.languages import message


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


class Joined(Enum):
    """Whether several of a kind in a row are told on one line."""

    NEVER = auto()
    ONE_SEAT = auto()
    """Those of one player."""
    WHOEVER_ACTS = auto()
    """Those of all: what is dealt around goes to one player after the other."""


class Shown(Enum):
    """How much a line of the log stands out."""

    QUIET = auto()
    PLAIN = auto()
    LOUD = auto()


@dataclass(frozen=True, slots=True)
class Told:
    """All that is declared of a kind of event in the log. No column has a default."""

    about: About
    work: Work
    report: str
    """What a report of games says of it; empty where it is not counted."""
    _: KW_ONLY
    says: Wording
    """How the log says it."""
    whose: int | None
    """Which of its values is the thing whose owner's doing it is where rules act for all."""
    things: tuple[int, ...]
    """Which of its values are things that it is about, where each is one, or several of them."""
    players: tuple[int, ...]
    """Which of its values are players that it is about."""
    either: int | None
    """Which of its values is a thing or a player that it is about, as its next value says."""
    by_chance: int | None
    """Which of its values says that chance took what it is about, which is then told of nobody."""
    amount: int
    """Which of its values is a number of points that add up; 0 for none."""
    own_doing: bool
    """Whether whoever acts does it themselves, also where rules act for all."""
    decides: bool
    """Whether it says by itself who wins or loses, so that a report need not find out."""
    of_whoever_acts: bool
    """Whether it is about nobody but whoever acts."""
    joined: Joined
    """Whether several in a row are told on one line."""
    shown: Shown


# fmt: off
TOLD: Final[dict[str, Told]] = {
    "turn": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.TURN,
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.LOUD,
    ),
    "round": Told(
        About.ELSE, Work.NOTHING, "",
        says=Sentence(message("Round {number}"), number=number(0)),
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "last": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.LAST_TURNS,
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.LOUD,
    ),
    "game": Told(
        About.ELSE, Work.NOTHING, "",
        says=Sentence(message("Game {number}"), number=number(0)),
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "begin": Told(
        About.ELSE, Work.NOTHING, "begins",
        says=Own.BEGUN,
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.ONE_SEAT, shown=Shown.QUIET,
    ),
    "secret": Told(
        About.ELSE, Work.NOTHING, "",
        says=Sentence(message("{player} decides in secret"), player=player(0)),
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "use": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.USED,
        whose=None, things=(), players=(2,), either=None, by_chance=None, amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    # One of several that the event after it tells of; compiled code notes them one by one.
    "item": Told(
        About.ELSE, Work.NOTHING, "",
        says=Sentence("item"),
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "report": Told(
        About.ELSE, Work.NOTHING, "",
        says=Sentence("report"),
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "move": Told(
        About.MOVED, Work.MOVES, "moves",
        says=Moved(message("{thing} moves to {place}"), message("{thing} moves"), Place.SAID),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.ONE_SEAT, shown=Shown.PLAIN,
    ),
    "lock": Told(
        About.MOVED, Work.MOVES, "is locked",
        says=Moved(
            message("{thing} is locked into {place}"), message("{thing} is locked"), Place.UNLESS_LOCKED_THERE_ALONE
        ),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.ONE_SEAT, shown=Shown.PLAIN,
    ),
    "draw": Told(
        About.MOVED, Work.DRAWS, "is drawn",
        says=Moved(message("{thing} goes to {place}"), message("{thing} goes"), Place.SAID),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.WHOEVER_ACTS, shown=Shown.PLAIN,
    ),
    "discard": Told(
        About.MOVED, Work.MOVES, "is discarded",
        says=Moved(
            message("{thing} is discarded to {place}"), message("{thing} is discarded"), Place.UNLESS_THE_ONLY_PILE
        ),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.ONE_SEAT, shown=Shown.PLAIN,
    ),
    "keep": Told(
        About.MOVED, Work.MOVES, "is kept",
        says=Moved(message("{thing} is kept in {place}"), message("{thing} is kept"), Place.SAID),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "take": Told(
        About.THING, Work.NOTHING, "is taken",
        says=Sentence(message("{player} takes {thing}"), player=player(1), thing=seen(0)),
        whose=0, things=(0,), players=(1,), either=None, by_chance=None, amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "off": Told(
        About.THING, Work.MOVES, "is off the board",
        says=Sentence(message("{thing} is off the board"), thing=thing(0)),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "swap": Told(
        About.THING, Work.MOVES, "is swapped",
        says=Sentence(message("{thing} and {other} change places"), thing=thing(0), other=thing(1)),
        whose=0, things=(0, 1), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "remove": Told(
        About.THING, Work.MOVES, "is removed",
        says=Sentence(message("{thing} is removed"), thing=seen(0)),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "destroy": Told(
        About.THING, Work.MOVES, "is destroyed",
        says=Sentence(message("{thing} is destroyed"), thing=seen(0)),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=True,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "lay_out": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.LAID_OUT,
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "shuffle": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.SHUFFLED,
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "choose": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.CHOSEN,
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "show": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.SHOWN,
        whose=None, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "show_fact": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.SHOWN_FACT,
        whose=None, things=(2,), players=(), either=None, by_chance=None, amount=0, own_doing=True, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "roll": Told(
        About.ELSE, Work.THROWS, "",
        says=Rolled(message("{player} rolls {dice}")),
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=True, decides=False,
        of_whoever_acts=True, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "reroll": Told(
        About.ELSE, Work.THROWS, "",
        says=Rolled(message("{player} rerolls {dice}")),
        whose=None, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=True, decides=False,
        of_whoever_acts=True, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "roll_into": Told(
        About.THING, Work.THROWS, "gets a die",
        says=Own.GOT_DIE,
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "flip": Told(
        About.ELSE, Work.MOVES, "",
        says=Own.FLIPPED,
        whose=3, things=(), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=True, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "flip_link": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.LINK_FLIPPED,
        whose=None, things=(1,), players=(), either=None, by_chance=5, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "set": Told(
        About.ELSE, Work.FACT, "",
        says=Own.SET,
        whose=3, things=(3,), players=(), either=None, by_chance=5, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.ONE_SEAT, shown=Shown.QUIET,
    ),
    "fill": Told(
        About.THING, Work.NUMBERS, "gets its dice",
        says=Sentence(
            message("{thing} gets {number} dice on {track}"), thing=thing(0), number=number(2), track=name(1)
        ),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=2, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "heal": Told(
        About.THING, Work.NUMBERS, "is healed",
        says=Own.HEALED,
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=2, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "damage": Told(
        About.THING, Work.NUMBERS, "suffers damage",
        says=Own.DAMAGED,
        whose=0, things=(0, 2), players=(), either=None, by_chance=None, amount=1, own_doing=False, decides=True,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "suffer": Told(
        About.THING, Work.NOTHING, "takes hits",
        says=Own.HIT,
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=1, own_doing=False, decides=True,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "lose_die": Told(
        About.THING, Work.MOVES, "loses a die",
        says=Sentence(message("{thing} loses a die of {track}"), thing=thing(0), track=name(1)),
        whose=0, things=(0,), players=(), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "announce": Told(
        About.ELSE, Work.NOTHING, "",
        says=Own.ANNOUNCED,
        whose=None, things=(), players=(), either=1, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "eliminate": Told(
        About.PLAYER, Work.NOTHING, "is out of the game",
        says=Sentence(message("{player} is out of the game"), player=player(0)),
        whose=None, things=(), players=(0,), either=None, by_chance=None, amount=0, own_doing=True, decides=True,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "lead": Told(
        About.PLAYER, Work.NOTHING, "leads",
        says=Sentence(message("{player} leads"), player=player(0)),
        whose=None, things=(), players=(0,), either=None, by_chance=None, amount=0, own_doing=True, decides=True,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "win": Told(
        About.PLAYER, Work.NOTHING, "wins",
        says=Sentence(message("{player} wins"), player=player(0)),
        whose=None, things=(), players=(0,), either=None, by_chance=None, amount=0, own_doing=True, decides=True,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "defeat": Told(
        About.PLAYER, Work.NOTHING, "loses",
        says=Sentence(message("{player} loses"), player=player(0)),
        whose=None, things=(), players=(0,), either=None, by_chance=None, amount=0, own_doing=True, decides=True,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
    "rank": Told(
        About.ELSE, Work.NOTHING, "",
        says=Sentence(message("{player} is number {rank}"), player=player(0), rank=number(1)),
        whose=None, things=(), players=(0,), either=None, by_chance=None, amount=0, own_doing=False, decides=False,
        of_whoever_acts=False, joined=Joined.NEVER, shown=Shown.PLAIN,
    ),
}
# fmt: on
