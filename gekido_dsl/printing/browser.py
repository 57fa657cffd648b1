"""Sheets to print and play become a page that a browser prints: where there is no typst, and nothing may be fetched."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from gekido_dsl.drawing import Picture, document
from gekido_dsl.drawing.svg import label, number, placed, shape
from gekido_dsl.drawing.theme import PRINT
from gekido_dsl.languages import spoken
from gekido_dsl.printing import layout
from gekido_dsl.printing.box import Stock

_NEAR, _FAR = 1.5, 5.0
"""Where marks to cut along begin and end, from what is cut out."""
_STYLE: Final = (
    "@page {{ size: {width}mm {height}mm; margin: 0; }} html, body {{ margin: 0; }} "
    ".sheet {{ break-after: page; break-inside: avoid; }} .sheet > svg {{ display: block; }} "
    "@media screen {{ .sheet {{ border: 1px solid #8a8f98; margin: 4mm; width: {width}mm; background: #fff; }} }}"
)


@dataclass(frozen=True, slots=True)
class Printed:
    """A page and its style."""

    html: str
    style: str
    sheets: int


def printed(title: str, things: Stock, paper: str = "a4") -> Printed:
    """Lays out what lies in the box of a game, the fronts of everything at their true size.

    Args:
        paper: a name of `layout.PAPERS`.
    """
    size = layout.PAPERS[paper]
    made = layout.sheets(things.groups, size, backs=False)
    drawn = (_page(title, sheet, at + 1, len(made)) for at, sheet in enumerate(made))
    pages = "".join(
        f'<div class="sheet">{document(one, PRINT, alone=False, on_paper=True)}</div>' for one in drawn
    )
    style = _STYLE.format(width=number(size.width), height=number(size.height))
    html = f"<!doctype html><html><head><title>{escape(title)}</title></head><body>{pages}</body></html>"
    return Printed(html, f"{PRINT.sheet} {style}", len(made))


def _page(title: str, sheet: layout.Sheet, at: int, of: int) -> Picture:
    """Draws a side of a sheet."""
    said = " · ".join(
        filter(None, (spoken(title), spoken(sheet.group.name), f"{at} / {of}", spoken(sheet.note)))
    )
    low = sheet.paper.height - 5.5
    ruler = shape("line", "strong-line", x1=150, x2=200, y1=low + 2.6, y2=low + 2.6, stroke_width=0.2)
    shapes = [
        *_marks(sheet.cuts_x, sheet.cuts_y),
        *(_piece(one) for one in sheet.pieces),
        label(said, 10, low, 2.6, "quiet", "start"),
        label("50 mm", 175, low, 2.6, "quiet"),
        ruler,
    ]
    return Picture(sheet.paper.width, sheet.paper.height, tuple(shapes), said)


def _piece(one: layout.Placed) -> str:
    """Draws a piece, or the part of it that lies here."""
    picture = one.item.front
    scale = min(one.whole.width / picture.width, one.whole.height / picture.height)
    box = " ".join(number(length) for length in (*one.shift, one.width, one.height))
    left = (one.whole.width - picture.width * scale) / 2
    top = (one.whole.height - picture.height * scale) / 2
    return (
        f'<svg x="{number(one.x)}" y="{number(one.y)}" width="{number(one.width)}" height="{number(one.height)}" '
        f'viewBox="{box}">{placed(picture.shapes, left, top, scale)}</svg>'
    )


def _marks(xs: Sequence[float], ys: Sequence[float]) -> Iterator[str]:
    """Draws where to cut: short lines outside of what is cut out."""
    if not xs or not ys:
        return
    for x in xs:
        yield _line(x, min(ys) - _FAR, x, min(ys) - _NEAR)
        yield _line(x, max(ys) + _NEAR, x, max(ys) + _FAR)
    for y in ys:
        yield _line(min(xs) - _FAR, y, min(xs) - _NEAR, y)
        yield _line(max(xs) + _NEAR, y, max(xs) + _FAR, y)


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return shape("line", "strong-line", x1=x1, y1=y1, x2=x2, y2=y2, stroke_width=0.2)
