"""How pictures look: the colours of paper, ink and players, on screens that are light or dark and in print.

Shapes name what they are (`ink`, `paper`, `player2`); a theme says what that looks like. Players differ by a pattern
of their mark as well, so that a copy in black and white can be read.
"""

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final

_LIGHT: Final = {
    "ink": "#1f2430",
    "quiet": "#5d6675",
    "line": "#8a93a3",
    "paper": "#ffffff",
    "tint": "#eef1f6",
    "shade": "#d9dfe9",
    "strong": "#333b4c",
    "accent": "#b3401f",
    "good": "#2f6b3c",
    "face": "#ffffff",
    "red": "#c02626",
    "black": "#1f2430",
    "gold": "#e0b03a",
    "board": "#3d6db5",
}
_DARK: Final = {
    "ink": "#e9ecf2",
    "quiet": "#a9b2c3",
    "line": "#6d7789",
    "paper": "#1d222d",
    "tint": "#272e3c",
    "shade": "#353e50",
    "strong": "#c9d1df",
    "accent": "#ff9a76",
    "good": "#8fd19e",
    "face": "#efece4",
    "red": "#b21f1f",
    "black": "#14181f",
    "gold": "#d8a93a",
    "board": "#2f5590",
}
COLOURS: Final = tuple(_LIGHT)
"""What there is a colour for."""
PLAYERS: Final = (
    "#b5301f",
    "#234f9f",
    "#1c9f90",
    "#bd8d00",
    "#6d3f9b",
    "#4b5563",
    "#a83279",
    "#6b4a2b",
    "#137c83",
    "#9a3412",
    "#155e75",
    "#3f6212",
)
"""A colour for each seat; letters on them are white or black, whichever can be read."""


@dataclass(frozen=True)
class Theme:
    """Colours by what they are for."""

    light: dict[str, str] = field(default_factory=lambda: dict(_LIGHT))
    dark: dict[str, str] | None = field(default_factory=lambda: dict(_DARK))
    """None where there is no dark screen, as in print."""
    players: tuple[str, ...] = PLAYERS
    more: tuple[str, ...] = ()
    """Colours that a player has by what they own, instead of that of the seat; they go on after those of the seats."""

    def with_little_ink(self) -> "Theme":
        """Leaves out what things are filled with; lines, letters and the colours of players stay."""
        return replace(self, light=self.light | dict.fromkeys(("shade", "tint", "face"), "#ffffff"))

    @cached_property
    def sheet(self) -> str:
        """The style, for all pictures of a page."""
        if self.dark is None:
            return _rules(self.light, (*self.players, *self.more))
        names = {name: f"var(--gdl-{name})" for name in self.light}
        light, dark = _variables(self.light), _variables(self.dark)
        return (
            f"svg.gdl{{{light}}}"
            f'[data-md-color-scheme="slate"] svg.gdl{{{dark}}}'
            f"@media (prefers-color-scheme:dark){{:root:not([data-md-color-scheme]) svg.gdl,svg.gdl:root{{{dark}}}}}"
            f"@media print{{svg.gdl,svg.gdl:root,[data-md-color-scheme] svg.gdl,"
            f":root:not([data-md-color-scheme]) svg.gdl{{{light}}}}}"
            + _rules(names, (*self.players, *self.more))
        )


def _variables(colours: dict[str, str]) -> str:
    return "".join(f"--gdl-{name}:{value};" for name, value in colours.items())


def _rules(colours: dict[str, str], players: tuple[str, ...]) -> str:
    fills = "".join(f".gdl .{name}{{fill:{value}}}" for name, value in colours.items())
    strokes = "".join(f".gdl .{name}-line{{stroke:{value};fill:none}}" for name, value in colours.items())
    edges = "".join(f".gdl .{name}-edge{{stroke:{value}}}" for name, value in colours.items())
    seats = "".join(
        f".gdl .player{seat + 1}{{fill:{colour}}}.gdl .player{seat + 1}-line{{stroke:{colour};fill:none}}"
        f".gdl .player{seat + 1}-ink{{fill:{ink(colour)}}}"
        f".gdl .player{seat + 1}-ink-line{{stroke:{ink(colour)};fill:none}}"
        for seat, colour in enumerate(players)
    )
    return (
        ".gdl text{font-family:system-ui,'Segoe UI','DejaVu Sans',sans-serif}.gdl .bold{font-weight:700}"
        ".gdl .white{fill:#fff}.gdl .none{fill:none}.gdl .own{fill:inherit}" + fills + strokes + edges + seats
    )


def luminance(colour: str) -> float:
    """Gives how light a colour is, from 0 to 1, as WCAG counts it."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def ink(colour: str) -> str:
    """Gives white or black, whichever can be read better on a colour."""
    return "#fff" if 1.05 / (luminance(colour) + 0.05) >= 4.5 else "#14181f"


SCREEN: Final = Theme()
"""For pages: light, dark, and paper when a page is printed."""
PRINT: Final = Theme(dark=None)
"""For sheets that are printed, and for programs that know no variables."""
