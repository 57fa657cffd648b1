"""Games of deduction with hidden cards and dice, made by chance: what is asked is answered aloud, and truly.

A world that a seat may think possible has to agree with every answer, so these games show how often worlds do.
"""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.rng import Rng

NAME: Final = "deduction.gdl"

_HEAD: Final = """edition 1
game "Deduction"
  players {players}
  limit {limit} turns
kind Card, {cards} of them
  Rank: 1 to {cards}, numbered
kind Seat, 1 for each player
  Asked: 0 to 99, starts 0
deck Pack: all Cards, shuffled
hand Hand of each player, of Cards
pile Aside of Cards, seen by nobody
pile Trash of Cards
die Bone of 1 to 6, 2 for each player
pool Cup of each player: all Bones, seen by its owner
a Bone is Marvel if its face is at least 5
a Card is Middling if its Rank is more than {third} and its Rank is at most {two_thirds}
a Card is High if its Rank is more than {half}
a Card is Low if its Rank is at most {third}
a Card is Last if its Rank is 1 or its Rank is {cards}
a Card is Named for 1 to {cards} as the guess if its Rank is the guess

setup
  deal {hand} Cards to all players
  move the next Card of Pack to Aside
  each player
    roll all Bones of my Cup

turn of each player
  Asking

phase Asking
  choose an other player as the foe
{question}
{then}
  my Seat's Asked gains 1

the game ends when every Seat is Done
  all players that are Odd win
a Seat is Done if its Asked is 99
a player is Odd if {odd}
"""
_WORDS: Final = ("Middling", "High", "Low", "Last")
_CARD: Final = "some Card of the foe's Hand is {word}"
_DIE: Final = "some Bone of the foe's Cup is Marvel"
_ANSWERS: Final = (
    '  if {asked}\n    announce "yes" for the foe\n  otherwise\n    announce "no" for the foe',
    "  if {asked}\n    the foe's Seat's Asked gains 1",
)
_GUESS: Final = (
    "  choose a number from 1 to {cards} as the guess\n"
    '  announce "has it" for the foe if some Card of the foe\'s Hand is Named for the guess'
)
_THEN: Final = (
    "",
    "  draw 1 Card into my Hand if possible",
    "  move a Card of my Hand to Trash if possible",
    "  move a Card of my Hand to Aside if possible",
    "  reroll all Bones of my Cup",
)


@dataclass(frozen=True, slots=True)
class Deduction:
    """A ruleset that was made."""

    text: str
    players: int


def deduction(seed: int) -> Deduction:
    """Makes a game of deduction."""
    rng = Rng(seed * 2 + 1)
    players, hand = 2 + rng.below(2), 2 + rng.below(2)
    cards = players * hand + 4 + rng.below(3)
    questions = [_CARD.format(word=word) for word in _WORDS] + [_DIE]
    order = list(range(len(questions)))
    rng.shuffle(order)
    asked = [questions[at] for at in order]
    question = _ANSWERS[rng.below(len(_ANSWERS))].format(asked=asked[0])
    if rng.below(2):
        question += "\n" + (_GUESS.format(cards=cards), _ANSWERS[0].format(asked=asked[1]))[rng.below(2)]
    text = _HEAD.format(
        players=players,
        limit=4 * players,
        cards=cards,
        hand=hand,
        third=cards // 3,
        half=cards // 2,
        two_thirds=2 * cards // 3,
        question=question,
        then=_THEN[rng.below(len(_THEN))],
        # What is declared is asked somewhere, so that no check finds it unused.
        odd=" or ".join(
            [f"some Card of my Hand is {word}" for word in _WORDS]
            + ["some Bone of my Cup is Marvel", "some Card of my Hand is Named for 1"]
        ),
    )
    return Deduction(text.replace("\n\n  my Seat's", "\n  my Seat's"), players)
