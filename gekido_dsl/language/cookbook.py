"""The cookbook: what a designer wants to do, and a few lines that do it.

Invariants:
    Each answer is an example that a test compiles and plays.
"""

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

_RECIPE: Final = re.compile(
    r"^### \.\.\. (?P<title>[^\n]+)\n\n"
    r"(?:<!-- also: (?P<also>[^\n]+) -->\n\n)?"
    r"<!-- in: (?P<host>\w+) -->\n```gdl\n(?P<text>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_SMALL: Final = frozenset(
    "a an and at by for from i if in is it its my of on or that the they to want when with".split()  # noqa: SIM905
)
_ENDINGS: Final = ("ing", "es", "ed", "s", "e")


@dataclass(frozen=True, slots=True)
class Recipe:
    """One answer."""

    title: str
    """What is wanted, as it goes on after `I want to`."""
    also: str
    """Other words that it is looked for by."""
    text: str
    """Lines of a ruleset."""


def page() -> str:
    """Reads the whole cookbook, as Markdown."""
    return files(__package__).joinpath("cookbook.md").read_text(encoding="utf-8")


@cache
def recipes() -> tuple[Recipe, ...]:
    """Lists all answers, in the order of the page."""
    return tuple(Recipe(one["title"], one["also"] or "", one["text"]) for one in _RECIPE.finditer(page()))


def find(wanted: str, most: int = 5) -> list[Recipe]:
    """Lists the answers that fit what is wanted best, the best one first; none if no word of it is known."""
    words = stems(wanted)
    scored = [(_score(words, one), -number, one) for number, one in enumerate(recipes())]
    best = max((score for score, _, _ in scored), default=0.0)
    close = [one for one in scored if one[0] > 0 and one[0] >= best / 2]
    return [one for _, _, one in sorted(close, key=lambda one: one[:2], reverse=True)[:most]]


def _score(words: frozenset[str], recipe: Recipe) -> float:
    """Weighs the words that a title and its other words share with what is wanted; rare ones count more."""
    title, also = stems(recipe.title), stems(recipe.also)
    return sum(_weight(word) * (1 if word in title else 0.8) for word in words if word in title | also)


@cache
def _weight(word: str) -> float:
    known = sum(word in stems(f"{one.title} {one.also}") for one in recipes())
    return 1 / (1 + known) if known else 0.0


@cache
def stems(text: str) -> frozenset[str]:
    """Splits a text into words without their endings: `rolls`, `rolled` and `rolling` are one."""
    return frozenset(_stem(word) for word in re.findall(r"\w+", text.casefold()) if word not in _SMALL)


def _stem(word: str) -> str:
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word
