"""Signs and figures on boards: what spaces are drawn with, and what stands on them."""

from collections.abc import Sequence
from math import cos, pi, sin
from typing import Final

from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.look import PLAIN, Look, Mark, parted
from gekido_dsl.drawing.pieces import crown, marks_of, piece, shape_of
from gekido_dsl.drawing.solids import body, carried
from gekido_dsl.drawing.svg import label, number, polygon, shape, text_width
from gekido_dsl.drawing.tiles import tile
from gekido_dsl.engine import ThingView

_ROOMY: Final = 5.0
"""So large a figure shows the die that it carries."""
_CROWNS: Final = "♛♚♕♔"
"""What is so marked has a crown, if it is a plain piece."""
_ARROWS: Final = {"^": "↑", ">": "→", "v": "↓", "<": "←"}


def filled(x: float, y: float, width: float, fill: str, height: float | None = None) -> str:
    """Fills a box with a colour of its own."""
    return shape(
        "rect", "line-edge", x=x, y=y, width=width, height=height or width, fill=fill, stroke_width=0.25
    )


def sign_shapes(sign: str, x: float, y: float, room: float, mark: Mark | None = None) -> list[str]:
    """Draws a sign of a drawing: its letters, an arrow among them as an arrow.

    Args:
        mark: how the theme wants it.
    """
    if mark is not None and mark.art is not None:
        half = room * 0.47
        drawn = mark.art.shape(x - half, y - half, half * 2, half * 2)
        degrees = 90 * "^>v<".index(parted(sign)[0]) if mark.turns else 0
        return [f'<g transform="rotate({degrees} {number(x)} {number(y)})">{drawn}</g>' if degrees else drawn]
    if mark is not None and mark.label and not mark.glyph:
        size = min(room * 0.36, room * 0.86 / max(text_width(mark.label, 1.0), 0.1))
        return [label(mark.label, x, y, size, bold=True)]
    if mark is None or not (mark.glyph or mark.ink):
        return _sign_shapes(sign, x, y, room, "ink")
    arrow, _ = parted(sign)
    if not mark.glyph:
        made = _sign_shapes(sign, x, y, room, "own")
    elif arrow:
        made = [
            glyph(_ARROWS[arrow], x - room * 0.14, y, room * 0.24, "own"),
            glyph(mark.glyph, x + room * 0.26, y, room * 0.14, "own"),
        ]
    else:
        made = [glyph(mark.glyph, x, y, room * 0.3, "own")]
    return [f'<g fill="{mark.ink}">{"".join(made)}</g>' if mark.ink else "".join(made).replace("own", "ink")]


def tag(text: str, x: float, y: float, size: float) -> list[str]:
    """Writes a few letters on a plate of their own, which ends at a place at the lower right."""
    wide, high = text_width(text, size) * 1.08 + size * 0.5, size * 1.25
    return [
        shape(
            "rect", "paper line-edge", x=x - wide, y=y - high, width=wide, height=high, rx=size * 0.25,
            stroke_width=0.2,
        ),
        label(text, x - wide / 2, y - high / 2, size, bold=True),
    ]  # fmt: skip


def _sign_shapes(sign: str, x: float, y: float, room: float, look: str) -> list[str]:
    arrow, letters = parted(sign)
    size = min(room * 0.36, room * 0.86 / max(text_width(letters, 1.0), 0.1))
    if len(letters) == 1 and not letters.isalnum():
        return [glyph(letters, x, y, size * 0.6, look)]
    if not arrow:
        return [label(letters, x, y, size, look, bold=True)]
    if not letters:
        return [glyph(_ARROWS[arrow], x, y, room * 0.3, look)]
    if len(letters) > 2:  # above each other, since there is no room beside
        size = min(room * 0.3, room * 0.85 / text_width(letters, 1.0))
        return [
            glyph(_ARROWS[arrow], x, y - room * 0.2, room * 0.2, look),
            label(letters, x, y + room * 0.22, size, look, bold=True),
        ]
    size = room * 0.3
    across = room * 0.4 + text_width(letters, size)
    left = x - across / 2
    return [
        glyph(_ARROWS[arrow], left + room * 0.18, y, room * 0.22, look),
        label(letters, left + room * 0.42, y, size, look, "start"),
    ]


def short_names(things: Sequence[ThingView]) -> dict[int, str]:
    """Gives what is written on each figure, by its identity: as few letters as tell its owner's things apart."""
    made: dict[int, str] = {}
    for owner in {thing.owner for thing in things}:
        own = [thing for thing in things if thing.owner == owner]
        names = {thing.name or thing.face or thing.kind for thing in own if not thing.sign}
        for thing in own:
            if thing.sign:
                made[id(thing)] = thing.sign
                continue
            name = thing.name or thing.face or thing.kind
            made[id(thing)] = "" if len(names) == 1 and owner is not None else _short(name, names)
    return made


def _short(name: str, names: set[str]) -> str:
    initials = "".join(part[0] for part in name.split())[:3]
    for short in (initials, name[:2], name[:3], name[:4]):
        if sum("".join(p[0] for p in n.split())[:3] == short or n.startswith(short) for n in names) <= 1:
            return short
    return name[:4]


def figure(thing: ThingView, short: str, x: float, y: float, radius: float, look_: Look = PLAIN) -> list[str]:
    """Draws what stands on a space: a disc with the number of its owner, its letters, and where it faces."""
    if thing.patches:
        return tile(thing, x, y, radius * 1.3, look_)
    seat = thing.owner
    look = "paper strong-edge" if seat is None else f"player{seat % 12 + 1} strong-edge"
    ink = "ink" if seat is None else f"player{seat % 12 + 1}-ink"
    die = carried(thing)
    if die is not None and radius >= _ROOMY and (thing.kind, thing.name) not in look_.art:
        named = f"{short}{seat + 1}" if seat is not None else short
        return body(die, named, look, ink, x, y, radius)
    mark = look_.figure(thing)
    art = (mark.art if mark is not None else None) or look_.art.get((thing.kind, thing.name))
    badge = look_.badge(thing)
    plain = art is None and (mark is None or not mark.glyph) and not thing.glyph and not short
    if plain and seat is not None and thing.heading is None:
        made = piece(
            shape_of(thing.kind, look_.pieces.get(thing.kind, "")),
            seat,
            x,
            y,
            radius,
            marked=not (look_.two_tone and seat == 1),
        )
        if badge and badge in _CROWNS:
            return [*made, *crown(seat, x, y, radius * 0.55)]
        return made + (_badge(badge, x, y, radius) if badge else [])
    made = [shape("circle", look, cx=x, cy=y, r=radius, stroke_width=0.4)]
    if thing.heading is not None:
        angle = 2 * pi * thing.heading.number / thing.heading.count
        made.append(_nose(x, y, radius, angle, look))
    if art is not None or (mark is not None and mark.glyph):
        if art is not None:
            made.append(art.shape(x - radius * 0.72, y - radius * 0.72, radius * 1.44, radius * 1.44))
        elif mark is not None:
            made.append(glyph(mark.glyph, x, y, radius * 0.66, ink))
        if seat is not None and marks_of(seat) and not (look_.two_tone and seat == 1):
            made += _plate(marks_of(seat), x + radius * 0.7, y + radius * 0.7, radius, look, ink)
    elif thing.glyph:
        made.append(glyph(thing.glyph, x, y, radius * 0.55, ink))
    else:
        said = f"{short}{seat + 1}" if seat is not None else short
        size = min(radius * 0.95, radius * 1.7 / max(len(said) * 0.68, 1))
        made.append(label(said, x, y, size, ink, bold=True))
    return made + (_badge(badge, x, y, radius) if badge else [])


def _badge(badge: str, x: float, y: float, radius: float) -> list[str]:
    """Draws a sign at the upper corner of a figure."""
    return _plate(badge, x + radius * 0.7, y - radius * 0.7, radius * 1.25, "paper accent-edge", "accent")


def _plate(said: str, x: float, y: float, radius: float, look: str, ink: str) -> list[str]:
    """Draws a small disc at the corner of a figure, with a sign or number in it."""
    made = [shape("circle", look, cx=x, cy=y, r=radius * 0.36, stroke_width=0.3)]
    if said.isalnum() or said in "+-":
        return [*made, label(said, x, y, radius * 0.5, ink, bold=True)]
    return [*made, glyph(said, x, y, radius * 0.26, ink)]


def _nose(x: float, y: float, radius: float, angle: float, look: str) -> str:
    points = []
    for turn, far in ((-0.5, 1.0), (0.0, 1.42), (0.5, 1.0)):
        points.append((x + radius * far * sin(angle + turn), y - radius * far * cos(angle + turn)))
    return polygon(look, *points, stroke_width=0.4)


def together(signs: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Puts signs together that differ in their arrow alone, under the first words that they share."""
    groups: dict[str, list[tuple[str, str]]] = {}
    for sign, name in signs:
        arrow, letters = parted(sign)
        groups.setdefault(letters if arrow else f"={sign}", []).append((sign, name))
    made = []
    for group in groups.values():
        words = [name.split() for _, name in group]
        shared = [each[0] for each in zip(*words, strict=False) if len(set(each)) == 1]
        if len(group) > 1 and shared and words[0][: len(shared)] == shared:
            made.append((group[0][0], " ".join(shared)))
        else:
            made += group
    return made
