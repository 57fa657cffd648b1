"""What a text leaves places for, and a translation has to keep: directives of a book, links and braces."""

import re
from collections import Counter
from typing import Final

_KEPT: Final = re.compile(r"\{\{[^{}\n]*\}\}|\{\w*\}|(?<=\]\()[^)\s]*(?=\))")


def placeholders(text: str) -> Counter[str]:
    """Counts the placeholders of a text."""
    return Counter(" ".join(one.split()) for one in _KEPT.findall(text))


def lost(text: str, told: str) -> list[str]:
    """Lists what a translation lacks of its text."""
    return list((placeholders(text) - placeholders(told)).elements())


def added(text: str, told: str) -> list[str]:
    """Lists what a translation has that its text has not; a second mention of the same is none."""
    known = placeholders(text)
    return [one for one in placeholders(told) if one not in known]
