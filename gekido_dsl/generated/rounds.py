"""Parts of games are put into a ruleset that was made: betting with hands and wild cards, shapes of several squares.

What it declares has names of its own; what it does stands among what the main phase does anyway.
"""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.rng import Rng

_MAIN: Final = "phase Main"
_HAS: Final = "each player has"
_FACTS: Final = ("  Coppers: 0 to 40, starts 9", "  Ante: 0 to 40, starts 0", "  Gone: yes or no, starts no")
_WORTH: Final = (
    "Plumes in my Fist", "Plumes of my Fist that have moved this Turn",
    "exactly 1 Plume of my Fist and 2 Plumes of Chute", "exactly 2 Plumes of my Fist and 1 Plume of Chute",
)  # fmt: skip
"""Of what a hand is worth something; where cards are wild, of the first alone."""
_LAST: Final = "  my Stool's Score gains 1 if possible"


@dataclass(frozen=True, slots=True)
class _Part:
    """What a part says, and where."""

    declared: list[str]
    setup: list[str]
    done: list[str]


def with_parts(text: str, rng: Rng) -> str:
    """Gives a ruleset with one of the parts, or with both; the same where it has no main phase that is known."""
    lines = text.rstrip("\n").split("\n")
    if _MAIN not in lines or _LAST not in lines[lines.index(_MAIN) :]:
        return text
    sort = rng.below(3)
    parts = [_betting(rng, _HAS in lines)] if sort != 1 else []
    if parts and _HAS in lines:
        at = lines.index(_HAS) + 1
        lines[at:at] = _FACTS
    parts += [_shapes(rng)] if sort else []
    for part in parts:
        at = lines.index(_LAST, lines.index(_MAIN))
        lines[at:at] = [f"  {line}" for line in part.done]
        at = next(n for n, line in enumerate(lines) if line.startswith(("turn of ", "round")))
        lines[at:at] = part.declared
        setup = [f"  {line}" for line in part.setup]
        if "setup" in lines:
            at = lines.index("setup") + 1
            lines[at:at] = setup
        elif setup:
            lines += ["setup", *setup]
    return "\n".join((*lines, ""))


def _betting(rng: Rng, has_facts: bool) -> _Part:
    """A round of betting about hands, of which some cards may be wild, and what becomes of the pot."""

    def one(*of: str) -> str:
        return of[rng.below(len(of))]

    wild = one(", Quills wild", ", 5 also as 0", "")
    patterns = one(
        "  Twins: 2 alike\n  Run: 3 in a row of one Suit\n  Loose: 1 alike",
        "  Run: 3 in a row\n  Twins: 2 alike\n  Even: 2 of one Suit\n  Loose: 1 alike",
        "  Twins: 2 alike\n  Tinge: 3 of one Suit\n  Loose: 1 alike",
    )
    order = one("highest first", "lowest first", "highest first, then by number of Plumes in my Fist")
    opener = one("", ", starting with the second player,", ", starting with my left neighbour,")
    bets = one("at least 2", "at least 1", "2") + " Coppers as my Ante"
    bets += one("", ", calling at least 1") + one("", ", raising at least the last raise")
    bets += one("", "", ', asking "How much?"')
    out = one("each player whose Gone is no", "each player that is Staying")
    worths = _WORTH[: 1 if "Quills" in wild else len(_WORTH)]
    by = one("by my Grip", f"by the worth of {one(*worths)} as a Grasp")
    return _Part(
        [
            "kind Plume, 1 for each Suit and Size",
            "  Suit: a Suit",
            "  Size: 1 to 5",
            *([f"a Plume is a Quill if its Size is {1 + rng.below(5)}"] if "Quills" in wild else []),
            "pile Chute of Plumes",
            "deck Sheath: all Plumes, shuffled, with pile Chute",
            f"hand Fist of each player, of Plumes{one('', ', seen by nobody', ', seen by everyone')}",
            *([] if has_facts else [_HAS, *_FACTS]),
            "a player is Staying if my Gone is no",
            f"patterns Grasp of 3 Plumes by Size{wild}",
            *patterns.split("\n"),
            "amount Grip of a player",
            f"  starts at the worth of {one(*worths)} as a Grasp",
        ],
        ["deal 2 Plumes to all players"],
        [
            "draw 1 Plume from Sheath into my Fist if possible",
            f"in turn{opener} {out} bets {bets}",
            "  otherwise set my Gone to yes",
            f"share all Antes among players that are Staying {by}, {order}, as Coppers",
            f'announce "holds three" if the best Grasp of {one(*worths)} is Loose',
            "each player",
            "  set my Gone to no",
            f"  move all Plumes in my Fist to {one('Chute', 'Sheath')} if number of Plumes in my Fist is at least 4",
        ],
    )


def _shapes(rng: Rng) -> _Part:
    """Shapes of several squares are put onto a board, and some are taken back."""

    def one(*of: str) -> str:
        return of[rng.below(len(of))]

    touching = one("4 directions", "8 directions")
    drawn = one('  "##", "#."', '  "###"', '  "#.", "##", ".#"')
    how = one("", ", turned", ", mirrored", ", turned or mirrored", ", turned right", ", turned around")
    must = one(
        "must cover some Bay that is corner",
        "must cover no Bay that is next to an enemy Twig",
        "must cover some Bay that is inner",
        "must cover no Bay that is outer, else anywhere",
    )
    wraps = one("", "", ", wrapping left to right", ", rows counted from the bottom")
    done = [
        f"put a Bole of my Loft onto empty Bays{how}",
        f"  {must}",
        f"  otherwise {one('do nothing', _SAID)}",
    ]
    if rng.below(2):
        done += [
            "destroy random Bole on Pier if number of Boles on Pier is at least 3",
            "  otherwise do nothing",
        ]
    if rng.below(2):
        done += ["each Bay that is not empty", f"  {_SAID} if it has an enemy Twig"]
    return _Part(
        [
            "kind Bay",
            f"board Pier: 4 by 4 Bay, touching in {touching}{wraps}",
            "kind Bole, 2 for each player",
            "kind Twig of each Bole, drawn below",
            drawn,
            "pool Loft of each player: all Boles",
        ],
        [],
        done,
    )


_SAID: Final = 'announce "is so"'
