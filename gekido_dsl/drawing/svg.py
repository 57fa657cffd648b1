"""Pieces of SVG, put together from texts: shapes, words that fit, and the document around them.

Invariants:
    Every text is escaped, every number has at most two decimals; nothing refers to another file.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, Literal

from gekido_dsl.drawing.breaking import directed, pieces
from gekido_dsl.drawing.theme import SCREEN, Theme
from gekido_dsl.languages import Said, done, spoken

_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_CLASSES: Final = re.compile(r'class="[^"]*"')
_SEAT: Final = re.compile(r"\b(player)(\d+)")
_LETTER: Final = 0.56
"""How wide a letter is on average, as a part of the size of the type."""
_WIDE: Final = 0x1100
"""Signs from here on are as wide as the type is high."""
_LINE: Final = 1.18
"""From one line to the next, as a part of the size of the type."""

LEAST_SIZE: Final = 5 * 25.4 / 72
"""Letters of five points, which can just be read, in millimetres."""
_TINY: Final = 1.2

PAGE_WIDTH: Final = 160.0
"""Wider pictures fill a page from side to side."""

Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True, slots=True)
class Spot:
    """A part of a picture: where a number can be put on it, and what it is called."""

    x: float
    y: float
    name: str


@dataclass(frozen=True, slots=True)
class Picture:
    """Shapes with a size in millimetres, and what they show in words."""

    width: float
    height: float
    shapes: tuple[str, ...]
    title: str
    text: str = ""
    """What a reader who does not see it should know."""
    spots: tuple[Spot, ...] = ()
    """Its parts, from the top down."""
    ground: tuple[tuple[float, str], ...] = ()
    """How it goes on beyond its edge: from which height down, in which look; its first shape is its outline then."""


def number(value: float) -> str:
    """Writes a length."""
    return f"{round(value, 2):g}"


def plain(text: str) -> str:
    """Escapes a text, without signs that XML has no room for."""
    return escape(_NOT_XML.sub("", text))


def words(text: str) -> str:
    """Escapes what a reader reads, in their language."""
    return plain(directed(spoken(text)))


def shape(name: str, look: str, **measures: float | str) -> str:
    """Writes an element.

    Args:
        look: its classes, as the theme names them.
    """
    given = "".join(
        f' {key.replace("_", "-")}="{escape(value) if isinstance(value, str) else number(value)}"'
        for key, value in measures.items()
    )
    return f'<{name} class="{look}"{given}/>'


def polygon(look: str, *points: tuple[float, float], **measures: float | str) -> str:
    """Draws a shape with corners."""
    return shape("polygon", look, points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **measures)


def text_width(text: str, size: float) -> float:
    """Estimates how wide a text is: fonts differ, and none is asked."""
    return sum(1.0 if ord(letter) >= _WIDE else _LETTER for letter in spoken(text)) * size


def label(
    text: str,
    x: float,
    y: float,
    size: float,
    look: str = "ink",
    anchor: Anchor = "middle",
    bold: bool = False,
) -> str:
    """Writes a line of text, its middle at the height `y`."""
    style = f'class="{look}{" bold" if bold else ""}" font-size="{number(size)}"'
    base = number(y + size * 0.35)
    return f'<text {style} x="{number(x)}" y="{base}" text-anchor="{anchor}">{words(text)}</text>'


def phrase(parts: Sequence[tuple[str, str, bool]], x: float, y: float, size: float, gap: float = 0.5) -> str:
    """Writes words of different looks one after the other, each where the last one ends, however wide letters are.

    Args:
        parts: a text, its look, and whether it is bold.
    """
    spans = [
        f'<tspan class="{look}{" bold" if bold else ""}">{words(text)}</tspan>'
        for text, look, bold in parts
        if text
    ]
    whole = " ".join(
        [*spans[:1], *(one.replace("<tspan", f'<tspan dx="{number(gap)}"', 1) for one in spans[1:])]
    )
    place = f'x="{number(x)}" y="{number(y + size * 0.35)}" text-anchor="start"'
    return f'<text font-size="{number(size)}" {place}>{whole}</text>'


def lines(text: str, width: float, size: float, *, cut: bool = False) -> list[str]:
    """Breaks a text into lines that are no wider than `width`; a long word has a line of its own.

    Args:
        cut: whether a word that is wider than a line is parted, with a hyphen.
    """
    made: list[str] = []
    told = spoken(text)
    for between, piece in pieces(told):
        if cut and text_width(done(piece), size) > width:
            made += _parted(done(piece), width, size)
        elif made and text_width(done(f"{made[-1]}{between}{piece}"), size) <= width:
            made[-1] += f"{between}{piece}"
        else:
            made.append(piece)
    return [done(line) for line in made] if isinstance(told, Said) else made


def _parted(word: str, width: float, size: float) -> list[str]:
    """Parts a word into lines, each with a hyphen but the last."""
    made = [""]
    for letter in word:
        if made[-1] and text_width(f"{made[-1]}{letter}-", size) > width:
            made[-1] += "-"
            made.append("")
        made[-1] += letter
    return made


def block(
    text: str,
    x: float,
    y: float,
    width: float,
    height: float,
    size: float,
    look: str = "ink",
    anchor: Anchor = "middle",
    bold: bool = False,
) -> list[str]:
    """Writes a text into a box around the middle (or from the left), smaller where it does not fit.

    Rather than in letters that nobody can read, a word stands on several lines.

    The box has its top at `y`; `x` is its middle, or its left for `anchor="start"`.
    """
    broken = lines(text, width, size)
    while size > _TINY and (
        len(broken) * size * _LINE > height or any(text_width(line, size) > width for line in broken)
    ):
        size *= 0.92
        broken = lines(text, width, size, cut=size < LEAST_SIZE)
    top = y + (height - len(broken) * size * _LINE) / 2 if anchor == "middle" else y
    return [
        label(line, x, top + (at + 0.5) * size * _LINE, size, look, anchor, bold)
        for at, line in enumerate(broken)
    ]


def placed(shapes: Iterable[str], x: float, y: float, scale: float = 1.0) -> str:
    """Puts shapes somewhere else, maybe in another size."""
    grown = f" scale({round(scale, 5):g})" if scale != 1 else ""
    return f'<g transform="translate({number(x)} {number(y)}){grown}">{"".join(shapes)}</g>'


def frame(width: float, height: float, head: float) -> list[str]:
    """Draws the outline of a card or panel, with a head of its own."""
    inner = width - 0.55
    return [
        shape(
            "rect",
            "paper strong-edge",
            x=0.3,
            y=0.3,
            width=width - 0.6,
            height=height - 0.6,
            rx=3,
            stroke_width=0.5,
        ),
        shape(
            "path",
            "shade",
            d=f"M.55 {number(head)}V3.5A3 3 0 0 1 3.5 .55H{number(inner - 2.95)}"
            f"A3 3 0 0 1 {number(inner)} 3.5V{number(head)}Z",
        ),
    ]


def stripe(colours: Sequence[str], x: float, y: float, width: float, height: float) -> list[str]:
    """Draws bands of colours of their own, side by side."""
    part = width / max(len(colours), 1)
    return [
        shape("rect", "", x=x + at * part, y=y, width=part, height=height, fill=colour)
        for at, colour in enumerate(colours)
    ]


WIDE: Final = 170.0
"""A picture so wide is moved to and fro on a narrow screen, rather than shrunk until nothing on it can be read."""
_LEAST: Final = 0.65
"""How much of its size such a picture keeps."""
SEEN: Final = 0.6
"""How much of its width stands on a phone at first."""


def document(picture: Picture, theme: Theme = SCREEN, *, alone: bool = True, on_paper: bool = False) -> str:
    """Makes a file of a picture.

    Args:
        alone: whether it is a file of its own, its style inside; a page with many pictures has `theme.sheet` once.
        on_paper: whether it keeps its size whatever the screen.
    """
    width, height = number(picture.width), number(picture.height)
    told = f"<desc>{words(picture.text)}</desc>" if picture.text else ""
    style = f"<style>{theme.sheet}</style>" if alone else ""
    space = ' xmlns="http://www.w3.org/2000/svg"' if alone else ""
    moves = picture.width >= WIDE and not on_paper
    least = f'style="min-width:{number(picture.width * _LEAST)}mm" ' if moves else ""
    return (
        f'<svg{space} class="gdl" width="{width}mm" height="{height}mm" '
        f'{least}viewBox="0 0 {width} {height}" role="img"><title>{words(picture.title)}</title>{told}{style}'
        f"{''.join(picture.shapes)}</svg>"
    )


def recoloured(shapes: Iterable[str], colours: Mapping[int, int]) -> tuple[str, ...]:
    """Draws players in other colours than those of their seats.

    Args:
        colours: by seat, which colour of the sheet, counted from 1.
    """
    if not colours:
        return tuple(shapes)

    def other(found: re.Match[str]) -> str:
        return f"{found[1]}{colours.get(int(found[2]) - 1, found[2])}"

    return tuple(
        _CLASSES.sub(lambda classes: _SEAT.sub(other, classes[0]), one) if "player" in one else one
        for one in shapes
    )
