"""Steps of instructions: how they are joined, and how they stand in a list."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from gekido_dsl.rulesdoc.english import words as en

_NAMED: Final = re.compile(r"Resolve (\*(?:\[[^\]]*\]\([^)]*\)|[^*]+)\*)\.")
"""A step that is another passage, whole."""
REST: Final = "skip the rest"
"""What is said where a rule is left before its end."""


@dataclass(frozen=True, slots=True)
class Step:
    """A line of instructions, with what belongs under it."""

    text: str
    under: tuple["Step", ...] = ()
    numbered: bool = True
    """Whether what is under it has an order."""


def uncapital(text: str) -> str:
    """Begins a sentence as the part of another one, unless it begins with a name."""
    if text.startswith(("[", "*", "“", "`")):
        return text
    first, _, _ = text.partition(" ")
    return text if first.isupper() and len(first) > 1 else text[:1].casefold() + text[1:]


def inline(lead: str, text: str) -> bool:
    """Tells whether a step can stand behind what leads it without it being unclear how far that reaches."""
    sentences = en.plain(text).rstrip(".:").split(". ")
    if len(sentences) == 1:
        return True
    if not lead.startswith("otherwise") and all(one.startswith("If you do, ") for one in sentences[1:]):
        return True
    chain = all(one.startswith("Otherwise") for one in sentences[1:])
    return lead == "otherwise" and sentences[0].startswith("If ") and chain


def depends(text: str) -> bool:
    """Tells whether a step has a condition of its own, which an `otherwise` behind it would seem to deny."""
    told = en.plain(text)
    return told.startswith("If ") or any(f", {when}" in told for when in ("unless ", "if possible"))


def mixed(condition: str) -> bool:
    """Tells whether it is unclear how far a condition reaches when another one is joined to it by `and`."""
    return " or " in en.plain(condition)


def finished(steps: Sequence[Step], *, alone: bool = True) -> list[Step]:
    """Says at the end of a rule that nothing else happens, where there is no rest to be skipped.

    Args:
        alone: whether nothing has been done before.
    """
    made = list(steps)
    if not made:
        return made
    last = made[-1]
    alone = alone and len(made) == 1
    if last.under:
        made[-1] = replace(last, under=tuple(finished(last.under, alone=alone)))
    elif last.text.endswith(f", {REST}."):
        happens = "nothing happens" if alone and last.text.count(". ") == 1 else "nothing else happens"
        made[-1] = replace(last, text=f"{last.text.removesuffix(f'{REST}.')}{happens}.")
    return made


def alike(label: str, text: str) -> bool:
    """Tells whether what is done says no less than the label of a choice, in nearly the same words."""
    words = en.plain(text).casefold().rstrip(".").removeprefix("they ").replace(",", "").split()
    wanted = label.casefold().replace(",", "").split()
    return bool(wanted) and words[:1] == wanted[:1] and set(wanted) <= set(words)


def listed(steps: Sequence[Step], depth: int = 0, *, numbered: bool = True) -> str:
    """Writes steps as a list with what is under each."""
    ordered = numbered and len(steps) > 1
    lines = []
    for step in steps:
        named = _NAMED.fullmatch(step.text)
        text = named[1] if named else step.text
        lines.append("    " * depth + ("1. " if ordered else "- ") + text)
        if step.under:
            lines.append(listed(step.under, depth + 1, numbered=step.numbered))
    return "\n".join(lines)
