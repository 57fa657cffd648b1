"""Pictures become one picture: side by side, in rows, each with its caption."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.drawing.svg import Picture, label, lines, placed

SHEET: Final = 136.0
"""How wide pictures that are shown together are at most."""
_CAPTION: Final = 1.25
_GAP: Final = 3.0


def sheet(
    pictures: Sequence[Picture],
    title: str,
    *,
    text: str = "",
    width: float = SHEET,
    captions: Sequence[str] = (),
    size: float = 3.6,
) -> Picture:
    """Puts pictures in rows that are no wider than `width`, or than the widest of them.

    Args:
        captions: what stands beneath each.
        size: of their type.
    """
    width = max([width, *(picture.width for picture in pictures)])
    alike = {round(picture.width, 1) for picture in pictures}
    if len(alike) == 1:  # rows of the same length, where the last would be short
        one = alike.pop() + _GAP
        across = max(1, int((width + _GAP + 0.01) / one))
        across = -(-len(pictures) // -(-len(pictures) // across))
        width = min(width, across * one - _GAP + 0.02)
    rows: list[list[int]] = []
    used = 0.0
    for number, picture in enumerate(pictures):
        if not rows or used + _GAP + picture.width > width + 0.01:
            rows.append([])
            used = -_GAP
        rows[-1].append(number)
        used += _GAP + picture.width
    shapes: list[str] = []
    y = widest = 0.0
    for row in rows:
        x = 0.0
        height = max(pictures[number].height for number in row)
        deepest = 0
        for number in row:
            picture = pictures[number]
            shapes.append(placed(picture.shapes, x, y))
            broken = lines(captions[number], picture.width, size) if number < len(captions) else []
            shapes += [
                label(
                    line,
                    x + picture.width / 2,
                    y + picture.height + size * (0.9 + at * _CAPTION),
                    size,
                    "quiet",
                )
                for at, line in enumerate(broken)
            ]
            deepest = max(deepest, len(broken))
            x += picture.width + _GAP
        widest = max(widest, x - _GAP)
        y += height + (size * (0.5 + deepest * _CAPTION) if deepest else 0) + _GAP
    told = text or "; ".join(picture.text or picture.title for picture in pictures)
    return Picture(max(widest, 1.0), max(y - _GAP, 1.0), tuple(shapes), title, told)


def resized(picture: Picture, width: float) -> Picture:
    """Gives a picture another width."""
    scale = width / picture.width
    return replace(
        picture, width=width, height=picture.height * scale, shapes=(placed(picture.shapes, 0, 0, scale),)
    )


def stack(pictures: Sequence[Picture], title: str, *, gap: float = _GAP) -> Picture:
    """Puts pictures one below the other."""
    shapes: list[str] = []
    y = 0.0
    for picture in pictures:
        shapes.append(placed(picture.shapes, 0, y))
        y += picture.height + gap
    width = max((picture.width for picture in pictures), default=1.0)
    told = "; ".join(picture.text or picture.title for picture in pictures)
    return Picture(width, max(y - gap, 1.0), tuple(shapes), title, told)
