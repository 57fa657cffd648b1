"""Drawings lose their colours: each part becomes as light or dark as its colour is."""

import re
from typing import Final

_WEIGHTS: Final = (0.299, 0.587, 0.114)
"""How light red, green and blue look."""
_COLOUR: Final = re.compile(r"(?<=[\":])\s*#([0-9a-fA-F]{6})(?=\s*[\";}])")
"""A colour as attributes and styles have it; a text is none."""


def gray(digits: str) -> str:
    """Gives the gray that is as light as a colour: `b3401f` becomes `#5f5f5f`."""
    parts = [int(digits[at : at + 2], 16) for at in (0, 2, 4)]
    light = round(sum(weight * part for weight, part in zip(_WEIGHTS, parts, strict=True)))
    return f"#{light:02x}{light:02x}{light:02x}"


def grayed_svg(svg: str) -> str:
    """Takes the colours out of a drawing; artwork of a designer's own keeps them."""
    return _COLOUR.sub(lambda found: gray(found[1]), svg)
