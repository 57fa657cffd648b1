"""Finds the choices of a decision by what a scenario says of them."""

import re
from typing import Final

from gekido_dsl import engine as e
from gekido_dsl.diagnostics import suggest
from gekido_dsl.scenario.trouble import Failure

_SPACE: Final = re.compile(r"r[0-9]+c[0-9]+")
_PARTS: Final = re.compile(r" → |: ")
"""What parts a label into what is chosen and where it goes."""


def _plain(text: str) -> str:
    return " ".join(text.replace("→", "to").lower().split())


def named(decision: e.Decision, text: str) -> int | None:
    """Finds the choice that is meant by a text: by its label or id, or by a part that no other one has."""
    return meant(
        [choice.label for choice in decision.choices], text, [choice.id for choice in decision.choices]
    )


def meant(offered: list[str], text: str, others: list[str] | None = None) -> int | None:
    """Finds the label that is meant by a text.

    Args:
        others: another name of each.
    """
    wanted = _plain(text)
    labels = [_plain(label) for label in offered]
    ids = [_plain(name) for name in others or offered]
    every = range(len(labels))
    for found in (
        [k for k in every if wanted in (labels[k], ids[k])],
        [k for k in every if labels[k].endswith(f": {wanted}")],
        [k for k in every if f" {wanted} " in f" {labels[k]} " and _whole(offered[k], wanted)],
    ):
        if len({labels[k] for k in found}) > 1:
            raise Failure(f"{text} may mean {' or '.join(offered[k] for k in found)}")
        if found:
            return found[0]
    return None


def _whole(label: str, wanted: str) -> bool:
    """Tells whether a text that says where something goes says all of it: `r2c2 to Up` is not `r2c2 → Up Left`."""
    if "→" not in label or " to " not in wanted:
        return True
    origin, _, goal = wanted.partition(" to ")
    first, *others = _PARTS.split(label)
    if not _plain(first).endswith(origin):
        return True
    # A space with a name may be said by its row and column alone: `r3c3` is `r3c3 Home`.
    bare = _SPACE.fullmatch(goal) is not None
    return any(goal == part or (bare and part.startswith(f"{goal} ")) for part in map(_plain, others))


def onward(decision: e.Decision) -> int | None:
    """Gives the choice that is taken by itself: passing, or the only one."""
    last = len(decision.choices) - 1
    return last if decision.choices[last].declines or last == 0 else None


def near(text: str, decisions: list[e.Decision], seat: int) -> list[str]:
    """Offers the choice of a player that may have been meant."""
    offered: dict[str, str] = {}
    for label in (choice.label for one in decisions if one.seat == seat for choice in one.choices):
        for part in (label, *_PARTS.split(label)):
            offered.setdefault(part, label)
            offered.setdefault(part.replace("→", "to"), label)
    found = suggest.nearest(text, offered, limit=1)
    if not found and " to " in text:  # a piece called otherwise than it is offered, as by its rank
        place, _, goal = text.partition(" to ")
        ends = f"{place.split()[-1]} → {goal}"
        found = tuple(label for label in offered if label.endswith(ends))[:1]
    return [f"did you mean {offered[found[0]].replace('→', 'to')}?"] if found else []


def said(decision: e.Decision) -> str:
    """Puts a question into words, with what is offered."""
    offered = dict.fromkeys(choice.label for choice in decision.choices)
    return f"“{decision.prompt}” ({', '.join(offered)})"
