"""A turn becomes a chart: boxes within boxes, from top to bottom, every word of them to be read.

Invariants:
    No text is cut: a long one is broken into lines, and its box grows.
    What may be left out, windows, rules and phases differ by their lines as well as by their colour.
"""

import re
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.svg import label, lines, number, polygon, shape
from gekido_dsl.graph.flow import AS_WRITTEN, Flow, Part, Words, flow
from gekido_dsl.model import nodes as m

WIDTH: Final = 110.0
_NAME: Final = 3.9
_NOTE: Final = 3.1
_PAD: Final = 2.4
_INDENT: Final = 3.2
_GAP: Final = 3.6
_MY: Final = re.compile(r"\bmy\b")
_ME: Final = re.compile(r"\bme\b")
_LEFT: Final = 7.0
"""Room at the left for the way back to the beginning."""


@dataclass(slots=True)
class _Drawn:
    """What is drawn so far, and how far down it goes."""

    y: float = 0.0
    shapes: list[str] = field(default_factory=list)
    told: list[str] = field(default_factory=list)
    spots: bool = False
    """Whether phases have names by which they can be found."""


def spot_of(phase: str) -> str:
    """Gives the name by which the box of a phase is found."""
    return f"phase {phase}"


def chart(game: m.Game, *, whole: bool = False, words: Words = AS_WRITTEN, spots: bool = False) -> Picture:
    """Draws the order of play.

    Args:
        whole: whether rules are shown as well.
        words: what says the conditions.
        spots: whether the box of each phase has a `data-spot`, by which a page finds it.
    """
    return drawn(flow(game, whole=whole, words=words), spots=spots)


def drawn(found: Flow, *, spots: bool = False) -> Picture:
    """Draws a flow; see `chart` for the spots."""
    made = _Drawn(spots=spots)
    left, width = _LEFT, WIDTH - _LEFT - 1
    top = _pill(made, found.lead, left, width, "strong")
    for part in found.parts:
        _arrow(made, left + width / 2)
        _part(made, part, left, width)
    bottom = made.y
    again = "the next turn" if found.lead == "A turn" else "the next round"
    _back(made, top, bottom)
    made.y += 1.4
    made.shapes.append(label(f"↻ {again}", left, made.y + 1.6, _NOTE, "quiet", "start"))
    made.y += 5
    for end in found.ends:
        _pill(made, "The game ends", left, width, "shade", _spoken(end))
        made.y += 1.5
    title = f"{found.lead} of {found.title}"
    return Picture(WIDTH, made.y + 0.5, tuple(made.shapes), title, ". ".join(made.told))


def _pill(made: _Drawn, text: str, x: float, width: float, look: str, note: str = "") -> float:
    """Draws where it begins or ends; gives the height of its middle."""
    broken = lines(note, width - 8, _NOTE) if note else []
    height = 6.4 + len(broken) * _NOTE * 1.25 + (0.8 if broken else 0)
    ink = "paper" if look == "strong" else "ink"
    made.shapes.append(shape("rect", look, x=x, y=made.y, width=width, height=height, rx=3.2))
    made.shapes.append(label(text, x + width / 2, made.y + 3.2, _NAME, ink, bold=True))
    for at, line in enumerate(broken):
        made.shapes.append(label(line, x + width / 2, made.y + 7 + at * _NOTE * 1.25, _NOTE, ink))
    made.told.append(f"{text} {note}".strip())
    middle = made.y + 3.2
    made.y += height
    return middle


def _arrow(made: _Drawn, x: float) -> None:
    y = made.y
    made.shapes.append(shape("line", "strong-line", x1=x, y1=y, x2=x, y2=y + _GAP - 1.2, stroke_width=0.5))
    base = y + _GAP - 1.6
    made.shapes.append(polygon("strong", (x - 1.2, base), (x + 1.2, base), (x, y + _GAP)))
    made.y += _GAP


def _back(made: _Drawn, top: float, bottom: float) -> None:
    """Draws the way from the end back to the beginning."""
    x = _LEFT / 2 - 0.5
    path = f"M{number(_LEFT)} {number(bottom - 2)}H{number(x)}V{number(top)}H{number(_LEFT - 1.4)}"
    made.shapes.append(shape("path", "strong-line", d=path, stroke_width=0.5))
    base = _LEFT - 1.7
    made.shapes.append(polygon("strong", (base, top - 1.2), (base, top + 1.2), (_LEFT, top)))


_LOOKS: Final[dict[str, tuple[str, float, str]]] = {
    "phase": ("tint strong-edge", 0.6, ""),
    "window": ("paper accent-edge", 0.45, "1.6 1"),
    "rule": ("paper line-edge", 0.3, ""),
    "effect": ("paper line-edge", 0.3, ""),
    "action": ("paper good-edge", 0.4, ""),
    "choice": ("none quiet-edge", 0.3, "0.5 0.8"),
    "group": ("none quiet-edge", 0.3, "0.5 0.8"),
}
"""Fill and edge of each part, how strong its line is and how it is broken."""


def _part(made: _Drawn, part: Part, x: float, width: float) -> None:
    """Draws a part with what is inside it."""
    look, stroke, dashes = _LOOKS[part.kind]
    at, start = len(made.shapes), made.y
    made.y += _PAD / 2
    frame = part.kind in ("group", "choice")
    name = f"“{part.name}”" if part.kind == "choice" else part.name
    head = _spoken(name[:1].upper() + name[1:]) if part.kind == "group" else name
    size = _NOTE if frame else _NAME if part.kind == "phase" else 3.4
    _text(made, head, x, width, size, "quiet" if part.kind == "group" else "ink", bold=not frame)
    said = [head]
    if part.note:
        note = _spoken(part.note)
        _text(made, note, x, width, _NOTE, "quiet")
        said.append(note)
    if part.offers:
        offers = "You may: " + " · ".join(part.offers)
        _text(made, offers, x, width, _NOTE, "ink")
        said.append(offers)
    if part.told and part.kind != "window":
        _text(made, "(as told above)", x, width, _NOTE, "quiet")
    made.told.append(", ".join(said))
    if part.parts:
        made.y += 0.8
    for number_, inner in enumerate(part.parts):
        if number_:
            made.y += 1.2
        _part(made, inner, x + _INDENT, width - 2 * _INDENT + 0.8)
    made.y += _PAD / 2 if not part.parts else _PAD * 0.8
    measures: dict[str, float | str] = {"stroke_dasharray": dashes} if dashes else {}
    if made.spots and part.kind == "phase":
        measures["data_spot"] = spot_of(part.name)
    outline = shape(
        "rect", look, x=x, y=start, width=width, height=made.y - start,
        rx=3.0 if part.kind in ("rule", "effect", "action") else 1.2, stroke_width=stroke, **measures,
    )  # fmt: skip
    made.shapes.insert(at, outline)


def _spoken(text: str) -> str:
    """Turns to whoever looks at it: the ruleset's own `my` is theirs."""
    return _MY.sub("your", _ME.sub("you", text))


def _text(
    made: _Drawn, text: str, x: float, width: float, size: float, look: str, bold: bool = False
) -> None:
    for line in lines(text, width - 2 * _PAD, size):
        made.shapes.append(label(line, x + _PAD, made.y + size * 0.62, size, look, "start", bold))
        made.y += size * 1.28
