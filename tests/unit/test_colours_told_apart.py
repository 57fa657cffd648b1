"""Colours of players as people see them who see fewer: simulated, and measured."""

from itertools import combinations

import pytest

from gekido_dsl.drawing.pieces import piece
from gekido_dsl.drawing.theme import PLAYERS, ink, luminance

SEEING = {
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
}
"""Of Machado, Oliveira and Fernandes (2009), for linear light."""
APART = 20.0
"""So far apart in CIE Lab are colours that nobody takes for one another on pieces."""
FEW = 4
"""For so many players colours alone are enough; of more, the marks on pieces are."""


def light(colour: str) -> list[float]:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts]


def lab(rgb: list[float]) -> tuple[float, float, float]:
    red, green, blue = (min(1.0, max(0.0, one)) for one in rgb)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    a, b, c = (one ** (1 / 3) if one > 0.008856 else 7.787 * one + 16 / 116 for one in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def seen(colour: str, how: str) -> tuple[float, float, float]:
    rgb = light(colour)
    return lab([sum(part * one for part, one in zip(row, rgb, strict=True)) for row in SEEING[how]])


@pytest.mark.parametrize("how", SEEING)
def test_the_colours_of_few_players_are_told_apart_by_everybody(how: str) -> None:
    for one, other in combinations(PLAYERS[:FEW], 2):
        a, b = seen(one, how), seen(other, how)
        far = sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
        assert far >= APART, f"{one} and {other} are {far:.0f} apart"


def test_pieces_differ_without_colour() -> None:
    drawn = {
        "".join(piece("disc", seat, 0, 0, 5)).replace(f"player{seat + 1}", "player") for seat in range(12)
    }
    assert len(drawn) == len(PLAYERS)


@pytest.mark.parametrize("colour", PLAYERS)
def test_letters_can_be_read_on_every_colour(colour: str) -> None:
    low, high = sorted((luminance(colour), 1.0 if ink(colour) == "#fff" else luminance("#14181f")))
    assert (high + 0.05) / (low + 0.05) >= 4.5
