"""The little English that the language needs: plurals of names that an author chose."""

from typing import Final

_IRREGULAR: Final = {
    "Die": "Dice",
    "Man": "Men",
    "Woman": "Women",
    "Child": "Children",
    "Foot": "Feet",
    "Mouse": "Mice",
}


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


def article(name: str) -> str:
    """Puts `a` or `an` before a name."""
    return f"{'an' if name[:1].lower() in 'aeiou' else 'a'} {name}"
