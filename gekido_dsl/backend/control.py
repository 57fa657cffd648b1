"""What a match module and the host hand each other: arrays of its memory.

Where a match stands is the position at the boundary, and the script: what was chosen since.
"""

import sys
from dataclasses import dataclass
from typing import Final

from gekido_dsl.program.build import ProgramBuilder
from gekido_dsl.program.nodes import Array

SCRIPT: Final = 1 << 14
"""Choices, and draws of chance from elsewhere, in one turn at most."""
OFFERS: Final = 1 << 17
TOLD: Final = 1 << 17
WORLDS: Final = 4
"""Positions that a script may hold: worlds drawn one in the other, in one turn."""
BODIES: Final = 200
"""Bodies that are listed while they run one in the other, at most: as many as may run at all."""
MOMENTS: Final = 64
"""How many of the positions in which something was told, or players began to decide in secret, are kept at a time."""
MOMENTS_TOLD: Final = 1 << (24 if sys.platform == "emscripten" else 26)
"""Bytes of those in which something was told; what finds no room in them is played once more, and so on. A page has
less room than a program has of its own.
"""
ABOUT: Final = 15
"""Things that a question is about, at most."""

CHANCE: Final = -4
"""The site that stands for a stop to ask where chance comes from."""
DRAWN: Final = -2
"""In a script: the position becomes the first of the worlds; numbers below mean the next ones."""
ORDERED: Final = 1 << 20
"""In a script, where a secret part begins: how many come in it and which, in order, follow."""
COMING: Final = 64
"""How many may come in a secret part of which the script says the order."""
NOT_OFFERED: Final = -5
"""The site of an error in a script: there is no such choice."""


@dataclass(frozen=True, slots=True)
class Control:
    """The arrays that every match module has."""

    script: Array
    script_length: Array
    script_at: Array
    chances: Array
    """Draws that come from elsewhere, since the boundary; -1 for one from the stream."""
    chances_length: Array
    chances_at: Array
    """How many draws the last run took since the boundary."""
    elsewhere: Array
    """1 if the host is asked for chance when `chances` is at its end."""
    waiting: Array
    """Seat, number of options (0: the match is over) and site."""
    running: Array
    """How many listed bodies run; the number of each, the outermost first, with what was noted when it began."""
    about: Array
    """How many things the question is about, and the things."""
    auto: Array
    """How many decisions a game played at random has left."""
    most: Array
    """Of those it took, the greatest number of options."""
    offers: Array
    """Options of the open decision: how many values, and the values, each."""
    offers_length: Array
    told: Array
    """What was told since the last choice: site, how many values, and the values, each."""
    told_length: Array
    told_count: Array
    kept_from: Array
    """Of what is told, from which number on the moments are kept; far beyond for none."""
    asked: Array
    """A draw that the host is asked for: count, site, how many values, the values."""
    moved: Array
    """Not 0 if the last run went past a boundary; then how much of script and chances was before it."""
    looking: Array
    """1 if it is to be noted where players began to decide in secret."""
    deciding: Array
    """How many such moments were noted; who decides from each on, none where the part began."""
    decided_at: Array
    """How many entries of the script, and draws of chance, came before each."""
    order: Array
    """What comes in the secret part that runs, in order, as the script says it."""
    order_length: Array


def control(b: ProgramBuilder, traced: bool) -> Control:
    """Adds the arrays to a program."""
    return Control(
        script=b.control("script", SCRIPT, 32),
        script_length=b.control("script_length"),
        script_at=b.control("script_at"),
        chances=b.control("chances", SCRIPT, 32),
        chances_length=b.control("chances_length"),
        chances_at=b.control("chances_at"),
        elsewhere=b.control("elsewhere"),
        waiting=b.control("waiting", 3),
        running=b.control("running", 2 * BODIES + 1),
        about=b.control("about", ABOUT + 1),
        auto=b.control("auto"),
        most=b.control("most"),
        offers=b.control("offers", OFFERS),
        offers_length=b.control("offers_length"),
        told=b.control("told", TOLD if traced else 1),
        told_length=b.control("told_length"),
        told_count=b.control("told_count"),
        kept_from=b.control("kept_from"),
        asked=b.control("asked", 16),
        moved=b.control("marks", 3),
        looking=b.control("looking"),
        deciding=b.control("deciding", MOMENTS + 1),
        decided_at=b.control("decided at", 2 * MOMENTS),
        order=b.control("order", COMING),
        order_length=b.control("order length"),
    )
