"""Dice become pictures: a face, all faces, and patterns as dice that show them."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.sheets import sheet
from gekido_dsl.drawing.svg import Picture, block, label, placed, shape
from gekido_dsl.model import nodes as m

SIZE: Final = 16.0
"""The edge of a die in millimetres."""
_GAP: Final = 2.5
_PIPS: Final = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""Which of the nine points of a face have a pip."""
_MOST_PIPS: Final = 6


def face_shapes(die: m.Kind, face: int, size: float = SIZE, *, thin: bool = False) -> list[str]:
    """Draws the face of a die: pips, the sign of a value, or its name.

    Args:
        face: as the model counts it: the number itself, or the position of the value.
        thin: whether its edge is a thin line, as for small dice.
    """
    edge = 0.15 if thin else min(0.5, size / 18)
    inset = edge * 0.6
    measures = {"width": size - 2 * inset, "height": size - 2 * inset, "rx": size / 6, "stroke_width": edge}
    shapes = [shape("rect", "paper strong-edge", x=inset, y=inset, **measures)]
    if isinstance(die.faces, m.Enum):
        sign = die.faces.glyphs[face] if face < len(die.faces.glyphs) else ""
        if sign:
            return [*shapes, glyph(sign, size / 2, size / 2, size * 0.27)]
        return [
            *shapes,
            *block(die.faces.members[face], size / 2, size * 0.15, size * 0.84, size * 0.7, size / 4.4),
        ]
    high = die.faces[1] if die.faces is not None else 0
    if 1 <= face <= _MOST_PIPS and high <= _MOST_PIPS:
        points = [(int(at) % 3, int(at) // 3) for at in _PIPS[face]]
        return shapes + [
            shape("circle", "ink", cx=size * (0.26 + 0.24 * x), cy=size * (0.26 + 0.24 * y), r=size * 0.085)
            for x, y in points
        ]
    return [*shapes, label(str(face), size / 2, size / 2, size * 0.5, bold=True)]


def face_name(die: m.Kind, face: int) -> str:
    """Names a face."""
    return die.faces.members[face] if isinstance(die.faces, m.Enum) else str(face)


def all_faces(die: m.Kind) -> list[int]:
    """Lists the faces of a die, as the model counts them."""
    if isinstance(die.faces, m.Enum):
        return list(range(len(die.faces.members)))
    low, high = die.faces or (0, -1)
    return list(range(low, high + 1))


def die(kind: m.Kind, face: int) -> Picture:
    """Draws one face."""
    return Picture(SIZE, SIZE, tuple(face_shapes(kind, face)), f"{kind.name} showing {face_name(kind, face)}")


def row(kind: m.Kind, shown: Sequence[int | None], title: str, text: str) -> Picture:
    """Draws dice in a row; None leaves a gap with a plus."""
    shapes: list[str] = []
    x = 0.0
    for face in shown:
        if face is None:
            shapes.append(label("+", x + _GAP / 2, SIZE / 2, 6, "quiet"))
            x += 2 * _GAP
        else:
            shapes.append(placed(face_shapes(kind, face), x, 0))
            x += SIZE + _GAP
    return Picture(max(x - _GAP, 1), SIZE, tuple(shapes), title, text)


def die_faces(kind: m.Kind, most: int = 12) -> Picture:
    """Draws the faces of a die, the first `most` of them."""
    shown = all_faces(kind)[:most]
    names = ", ".join(face_name(kind, face) for face in shown)
    return row(kind, shown, f"The faces of a {kind.name}", names)


def pattern(patterns: m.PatternSet, which: m.Pattern) -> Picture:
    """Draws dice that show a pattern: as many alike, or different, as each of its groups asks for."""
    shown, told = _examples(patterns, which)
    return row(patterns.die, shown, which.name, told)


def pattern_dice(patterns: m.PatternSet, which: m.Pattern, size: float) -> list[str]:
    """Draws dice that show a pattern, small and close together."""
    made: list[str] = []
    x = 0.0
    for face in _examples(patterns, which)[0]:
        if face is None:
            x += size * 0.25
        else:
            made.append(placed(face_shapes(patterns.die, face, size, thin=True), x, 0))
            x += size * 1.05
    return made


def most_dice(patterns: m.PatternSet) -> int:
    """Tells how many dice the largest of some patterns takes."""
    return max((sum(count for count, _ in one.groups) for one in patterns.patterns), default=0)


def shown_dice(patterns: m.PatternSet, which: m.Pattern) -> list[int | None]:
    """Lists faces that make a pattern, None between its groups."""
    return _examples(patterns, which)[0]


def _examples(patterns: m.PatternSet, which: m.Pattern) -> tuple[list[int | None], str]:
    """Gives faces that make a pattern, None between its groups; and what they show, in words."""
    kind, free = patterns.die, all_faces(patterns.die)
    shown: list[int | None] = []
    told: list[str] = []
    for count, alike in which.groups:
        if shown:
            shown.append(None)
        taken = [free.pop(0)] * count if alike else [free.pop(0) for _ in range(min(count, len(free)))]
        shown += taken
        names = face_name(kind, taken[0]) if alike else ", ".join(face_name(kind, face) for face in taken)
        told.append(f"{count} {'alike' if alike else 'different'}, such as {names}")
    return shown, " and ".join(told)


def patterns(which: m.PatternSet) -> Picture:
    """Draws all patterns, each with its name."""
    drawn = [pattern(which, one) for one in which.patterns]
    return sheet(drawn, which.name, captions=[one.name for one in which.patterns], width=112, size=4.4)
