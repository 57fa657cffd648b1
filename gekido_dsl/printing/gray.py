"""A theme becomes one without colours, as light or dark as its colours are."""

import re
from dataclasses import replace
from typing import Final

from gekido_dsl.drawing.theme import Theme

_WEIGHTS: Final = (0.299, 0.587, 0.114)
"""How light red, green and blue look."""


def gray(colour: str) -> str:
    """Gives the gray that is as light as a colour: `#b3401f` becomes `#5f5f5f`; what is no such colour stays."""
    digits = colour.removeprefix("#")
    if len(digits) != 6 or any(digit not in "0123456789abcdefABCDEF" for digit in digits):
        return colour
    parts = [int(digits[at : at + 2], 16) for at in (0, 2, 4)]
    light = round(sum(weight * part for weight, part in zip(_WEIGHTS, parts, strict=True)))
    return f"#{light:02x}{light:02x}{light:02x}"


def grayed(theme: Theme) -> Theme:
    """Takes the colours out of a theme."""
    return replace(
        theme,
        light={name: gray(colour) for name, colour in theme.light.items()},
        players=tuple(gray(colour) for colour in theme.players),
    )


_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}\b")


def grayed_svg(svg: str) -> str:
    """Takes the colours out of a drawing."""
    return _COLOUR.sub(lambda found: gray(found[0]), svg)
