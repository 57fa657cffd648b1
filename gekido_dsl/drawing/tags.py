"""Parts of a picture get names, so that a page can tell what was clicked and what has moved.

Invariants:
    A picture without names is the same but for the groups that bear them.
"""

from collections.abc import Iterable
from typing import Protocol

from gekido_dsl.drawing.svg import plain, words


class Tag(Protocol):
    """Names what a view shows."""

    def __call__(self, shown: object, holder: str = "", number: int = 0) -> str:
        """Gives a name, or nothing for what has none.

        Args:
            shown: a space, thing or place of the view; of a die on a track or counter, the thing on which it lies.
            holder: the track or counter.
            number: which die of the track.
        """
        ...


def untagged(shown: object, holder: str = "", number: int = 0) -> str:
    """Names nothing."""
    return ""


def tagged(name: str, shapes: Iterable[str], said: str = "", on: str = "", face: str = "") -> str:
    """Puts shapes into a group with a name, or leaves them as they are where there is none.

    Args:
        said: what a reader who does not see it is told.
        on: the name of what it stands or lies on.
        face: what a die shows.
    """
    inside = "".join(shapes)
    if not name:
        return inside
    told = f' aria-label="{words(said)}"' if said else ""
    lies = f' data-on="{plain(on)}"' if on else ""
    shows = f' data-face="{plain(face)}"' if face else ""
    return f'<g data-spot="{plain(name)}"{lies}{shows}{told}>{inside}</g>'


def still(shapes: Iterable[str]) -> str:
    """Puts shapes into a group through which clicks go to what is under them."""
    inside = "".join(shapes)
    return f'<g pointer-events="none">{inside}</g>' if inside else ""
