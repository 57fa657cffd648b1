"""Links as QR codes, for a page and for a terminal."""

from typing import Final

import segno

_QUIET: Final = 2
"""Light modules around a code in a terminal, where each of them is a whole letter."""


def svg(link: str) -> str:
    """Draws a link for a page: dark on light, whatever the colours of the page are."""
    return str(
        segno.make(link, error="m", micro=False).svg_inline(
            border=4, light="#fff", dark="#000", omitsize=True
        )
    )


def letters(link: str, *, coloured: bool) -> list[str]:
    """Draws a link for a terminal, two rows of modules to a line.

    Args:
        coloured: whether colours can be used, so that it is dark on light everywhere; else it is drawn for a
            dark background.
    """
    rows = [list(row) for row in segno.make(link, error="l", micro=False).matrix_iter(border=_QUIET)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    lines = []
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        drawn = "".join(
            _sign(bool(one), bool(other), coloured) for one, other in zip(upper, lower, strict=True)
        )
        lines.append(f"\x1b[30;107m{drawn}\x1b[0m" if coloured else drawn)
    return lines


def _sign(upper: bool, lower: bool, dark_is_ink: bool) -> str:
    """Gives the half block for two modules, one above the other."""
    if not dark_is_ink:
        upper, lower = not upper, not lower
    return " ▄▀█"[2 * upper + lower]
