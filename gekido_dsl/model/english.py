"""The little English that the language needs: plurals of names that an author chose, spaces by their numbers."""

import re
from typing import Final

from gekido_dsl import languages
from gekido_dsl.languages import text

_SPOT: Final = re.compile(r"r(\d+)c(\d+)")
_MEN: Final = """
    Axe Bow Business Council Crafts Crossbow Fire Fisher Foot Frontiers Gun Hench Horse Hunts Lumber Mad Militia Noble
    Oars Pike Plains Police Rifle Spear Sports States Swords Watch Woods
"""
"""What may stand before `man` in a word for people; a `Human` and a `Talisman` have an `s`."""
_IRREGULAR: Final = {
    "Die": "Dice",
    "Man": "Men",
    "Woman": "Women",
    "Child": "Children",
    "Person": "People",
    "Foot": "Feet",
    "Mouse": "Mice",
    "Goose": "Geese",
    "Tooth": "Teeth",
    "Ox": "Oxen",
    "Wolf": "Wolves",
    "Werewolf": "Werewolves",
    "Elf": "Elves",
    "Thief": "Thieves",
    "Knife": "Knives",
    "Leaf": "Leaves",
    "Loaf": "Loaves",
    "Shelf": "Shelves",
    "Sheaf": "Sheaves",
    "Calf": "Calves",
    "Half": "Halves",
    "Hoof": "Hooves",
    "Scarf": "Scarves",
    "Dwarf": "Dwarves",
    "Wharf": "Wharves",
    "Life": "Lives",
    "Wife": "Wives",
    "Hero": "Heroes",
    "Superhero": "Superheroes",
    "Echo": "Echoes",
    "Potato": "Potatoes",
    "Tomato": "Tomatoes",
    "Torpedo": "Torpedoes",
    "Tornado": "Tornadoes",
    "Volcano": "Volcanoes",
    "Buffalo": "Buffaloes",
    "Quiz": "Quizzes",
    "Crisis": "Crises",
    "Oasis": "Oases",
    **{f"{one}man": f"{one}men" for one in _MEN.split()},
}
_ONE_OF: Final = {many: one for one, many in _IRREGULAR.items()}
IRREGULAR: Final = frozenset(many.casefold() for many in _ONE_OF)
"""Plurals that do not end as most do, in small letters."""


def plural(name: str) -> str:
    """Gives the plural of a name; only its last word changes."""
    head, _, last = name.rpartition(" ")
    if last in _IRREGULAR:
        last = _IRREGULAR[last]
    elif last.endswith("y") and last[-2:-1].lower() not in "aeiou":
        last = last[:-1] + "ies"
    elif last.endswith(("s", "x", "ch", "sh", "z")):
        last += "es"
    else:
        last += "s"
    return f"{head} {last}" if head else last


def singular(name: str) -> str:
    """Gives what one of several is called; a name that is no plural stays as it is."""
    head, _, last = name.rpartition(" ")
    if last in _ONE_OF:
        last = _ONE_OF[last]
    elif last.endswith("ies") and len(last) > 4:
        last = last[:-3] + "y"
    elif last.endswith(("ches", "shes", "xes", "sses", "zzes")):
        last = last[:-2]
    elif last.endswith("s") and not last.endswith(("us", "is")) and plural(last[:-1]) == last:
        last = last[:-1]
    return f"{head} {last}" if head else last


def article(name: str) -> str:
    """Puts `a` or `an` before a name."""
    return str(languages.article(name))


def spot(word: str, *, row: bool = False) -> str:
    """Says where `r1c2` is: `row 1, column 2`.

    Args:
        row: whether boards are one row, so that the number of the space says it.
    """
    found = _SPOT.fullmatch(word)
    if found is None:
        return word
    if row:
        return text("space {number}", number=int(found[2]))
    return text("row {row}, column {column}", row=int(found[1]), column=int(found[2]))


def shaped(rows: int, spiral: bool) -> str:
    """Says behind a board in how many rings its spaces lie, or that they lie in a spiral."""
    if spiral:
        return text(", in a spiral")
    return text(", in a ring") if rows == 1 else text(", in {number} rings, the outermost first", number=rows)


def wrapping(wraps: tuple[bool, bool]) -> str:
    """Says behind a board that and how it wraps round, down and across; nothing if it does not."""
    down, across = wraps
    if not down and not across:
        return ""
    if down and across:
        return text(", wrapping both ways")
    return text(", wrapping top to bottom") if down else text(", wrapping left to right")
