"""Games of secrets, made by chance: roles, marks, hands, bids, votes, guesses and answers, set in secret or openly.

A seed gives the same ruleset on every machine. What is open in them depends on nothing hidden, but where something is
shown, announced or laid open: so whatever else a seat is told differently in two matches that differ in hidden things
alone is a leak.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.rng import Rng

NAME: Final = "secret.gdl"

_HEAD: Final = """edition 1
game "Secrets"
  players {players}
  limit {limit} turns
values Side: Loyal, Spying
kind Seat, 1 for each player
  Role: a Side, starts Loyal, seen by its owner
  Vote: Approve or Reject, starts Approve, seen by its owner
  Bid: {bid}, starts 0, seen by its owner
  Cursed: yes or no, starts no, seen by nobody
  Goal: a Field or none, starts none, seen by its owner
  Score: 0 to 99, starts 0
kind Field
  Mined: yes or no, starts no, seen by nobody
  Claimed: yes or no, starts no
board Ground: {rows} by 2 Field, touching in 4 directions
kind Card, {cards} of them
  Rank: 1 to {cards}, numbered
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Aside of Cards, seen by nobody
pile Trash of Cards
die Cube of 1 to 6, 12 of them
box Spare: all Cubes
counter Pace of each Seat: 0 to 6 on a Cube, from Spare, seen by its owner
die Bone of 1 to 6, 2 for each player
pool Cup of each player: all Bones, seen by its owner

a Seat is Spy if its Role is Spying
a Seat is Marked if its Cursed is yes
a Seat is For It if its Vote is Approve
a Seat is Bold if its Bid is at least 2
a Seat is Waiting if its Goal is none
a Field is Trapped if its Mined is yes
a Field is Goal if some Seat is Bound for it
a Seat is Bound for a Field as the one if its Goal is the one
a Card is High if its Rank is at least 3
a Seat is Done if its Score is 99
"""

_SETUP: Final = (
    "set random Seat's Role to Spying",
    "repeat up to 2 times\n  set (random Seat that is not Spy)'s Role to Spying\n    otherwise skip",
    "deal 2 Cards to all players",
    "deal 1 Card to all players",
    "set random Field's Mined to yes",
    "set random Seat's Cursed to yes",
    "each player\n  roll all Bones of my Cup",
    "secretly each player as the knower\n  if the knower's Seat is Spy\n    each Seat that is Spy\n"
    "      show its Role to the knower",
    "secretly each player as the knower\n  each other player as the foe\n    show the foe's Hand to the knower",
)
_SECRET: Final = (
    "set my Seat's Vote to Approve or Reject",
    "set my Seat's Bid to a number from 0 to 3",
    'may "Raise"\n  set my Seat\'s Bid to 3',
    "choose a Field as the spot\nset the spot's Mined to yes",
    'choose a Field as the spot\nmay "Lay"\n  set the spot\'s Mined to yes',
    "choose an other player as the foe\nset the foe's Seat's Cursed to yes",
    "choose a Field as the spot\nset my Seat's Goal to the spot",
    "if my Seat is Spy\n  set my Seat's Bid to 3\notherwise\n  set my Seat's Bid to a number from 0 to 3",
    "move a Card of my Hand to Aside if possible",
    "if my Seat is Spy\n  choose an other player as the foe\n  set the foe's Seat's Cursed to yes",
    "do Lurk",
    "choose a Field that is Trapped as the spot\n  otherwise skip\nset the spot's Mined to no",
    "reroll all Bones of my Cup",
)
_OPEN: Final = (
    "my Seat's Score gains 1 if possible",
    "choose a Field as the claim\nset the claim's Claimed to yes",
    "draw 1 Card into my Hand if possible",
    "move a Card of my Hand to Aside if possible",
    "roll all Bones of my Cup",
    "set my Seat's Bid to a number from 0 to 2",
    "each Seat that is Spy\n  set its Cursed to yes",
    "if my Seat is Spy\n  my Seat's Bid gains 1 if possible",
    "if some Field is Trapped\n  each Seat\n    set its Vote to Approve\n"
    "otherwise\n  each Seat\n    set its Vote to Reject",
    "my Seat's Bid gains 1 if my Seat is Bold and my Seat's Bid is less than 3",
    "each Seat\n  set its Vote to Reject if it is Spy",
    "each Field\n  set its Mined to no if it is Trapped",
    "set random Field's Mined to yes",
    "set random Seat's Cursed to no",
    "each player\n  my Seat's Bid loses 1 if possible",
    "shuffle Aside",
    "my Seat's Pace gains 1 if possible",
)
_TOLD: Final = (
    "each Seat\n  show its Vote",
    "show my Seat's Bid",
    "show my Hand to the next player",
    'choose a Field as the guess\nif the guess is Trapped\n  announce "hit" at the guess\n'
    'otherwise\n  announce "miss" at the guess',
    "if my Seat is Bold and my Seat is For It\n  my Seat's Score gains 2 if possible",
    "show the next Card of Pack to me",
)
_LURK: Final = (
    "set my Seat's Bid to 1 if my Seat is Spy\nmay \"Hide\"\n  set my Seat's Goal to none",
    "set my Seat's Cursed to yes if my Seat is Bold",
    "choose a Field as the spot\nif the spot is Trapped\n  set the spot's Mined to no\n"
    "otherwise\n  set the spot's Mined to yes",
)


@dataclass(frozen=True, slots=True)
class SecretGame:
    """A ruleset that was made."""

    text: str
    players: int
    seed: int


def secret_game(seed: int) -> SecretGame:
    """Makes a game of secrets."""
    rng = Rng(seed * 2 + 1)
    players = 2 + rng.below(2)
    head = _HEAD.format(
        players=players,
        limit=4 * players,
        bid=("0 to 3", "0 to 5", "0 or more")[rng.below(3)],
        rows=2 + rng.below(2),
        cards=4 * players + rng.below(3),
    )
    setup = _some(rng, _SETUP, 3)
    phases = []
    for name in ("Plotting", "Acting")[: 1 + rng.below(2)]:
        body: list[str] = []
        for _ in range(2 + rng.below(3)):
            body += _part(rng)
        phases.append((name, body))
    lurk = _LURK[rng.below(len(_LURK))]
    lines = [head, "setup", *_indented(setup), "turn of each player"]
    lines += [f"  {name}" for name, _ in phases]
    phases[-1][1].append("my Seat's Score gains 1 if possible")
    for name, body in phases:
        lines += ["", f"phase {name}", *_indented(body)]
    if any("do Lurk" in one for _, body in phases for one in body):
        lines += ["", "rule Lurk", *_indented([lurk])]
    # What is declared is asked somewhere, so that no check finds it unused.
    lines += [
        "",
        "the game ends when every Seat is Done and some Field is Goal and some Card of Aside is High",
        "  each Seat",
        "    show its Role",
        "  all players that are Odd win",
        "a player is Odd if my Seat is Marked or my Seat is Waiting or my Seat is For It or my Seat is Bold",
        "",
    ]
    return SecretGame("\n".join(lines), players, seed)


def _part(rng: Rng) -> list[str]:
    """Makes what is decided in secret, done openly, or told."""
    match rng.below(5):
        case 0 | 1:
            inside = "\n".join(_some(rng, _SECRET, 1 + rng.below(2)))
            who = ("each player", "each other player", "each player that is not me")[rng.below(3)]
            return [f"secretly {who}\n" + "\n".join(f"  {line}" for line in inside.splitlines())]
        case 2 | 3:
            return _some(rng, _OPEN, 1 + rng.below(2))
        case _:
            return _some(rng, _TOLD, 1)


def _some(rng: Rng, listed: Sequence[str], many: int) -> list[str]:
    """Draws some, each once, in any order."""
    left = list(range(len(listed)))
    rng.shuffle(left)
    return [listed[at] for at in left[:many]]


def _indented(parts: Sequence[str]) -> list[str]:
    return [f"  {line}" for part in parts for line in part.splitlines()]
