"""Names of things become names of files: those that a designer knows them by, on every system."""

import re
import unicodedata
from collections.abc import Set
from typing import Final

_FORBIDDEN: Final = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*]+')
_TAKEN: Final = frozenset(
    {"con", "prn", "aux", "nul", *(f"{name}{at}" for name in ("com", "lpt") for at in range(10))}
)
"""Names that Windows keeps for itself."""
_LONGEST: Final = 80
"""How many bytes of a name are kept."""


def file_name(text: str, ending: str = "", taken: Set[str] = frozenset()) -> str:
    """Makes the name of a file that is not taken yet.

    Args:
        ending: with its dot.
        taken: names that are, in lower case.
    """
    stem = _FORBIDDEN.sub("-", unicodedata.normalize("NFC", text))
    stem = "".join(letter for letter in stem if letter.isprintable()).strip(" .-")
    while len(stem.encode()) > _LONGEST:
        stem = stem[:-1].rstrip()
    if not stem or stem.lower() in _TAKEN:
        stem = f"{stem}_"
    name, number = f"{stem}{ending}", 1
    while name.casefold() in taken:
        number += 1
        name = f"{stem} ({number}){ending}"
    return name
