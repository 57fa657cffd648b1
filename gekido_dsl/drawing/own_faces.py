"""A face of a designer's own: an SVG with named slots, which take what a row of a table says.

Invariants:
    The SVG is cleaned as artwork is: nothing of it runs, and nothing is fetched for it.
    What a row says stands in it as text, never as markup.

An element with `data-slot="Cost"` is a slot. A `text` says the value, a `rect` has it written into it, or its icon, and
an `image` or `rect` for `Art` shows the artwork of the row; a group is left out where its value says nothing. Besides
the facts of the kind there are `Name`, `Text`, `Kind` and `Art`. `data-fill="Suit"` fills with the colour of a value.
"""

import re
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from copy import deepcopy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from gekido_dsl.drawing.art import Art, art
from gekido_dsl.drawing.svg import Picture, block, number
from gekido_dsl.languages import joined, spoken
from gekido_dsl.languages import text as say
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType

if TYPE_CHECKING:
    from gekido_dsl.drawing.look import Look

SLOT: Final = "data-slot"
FILL: Final = "data-fill"
ALWAYS_THERE: Final = ("Name", "Text", "Kind", "Art")
"""The slots that every kind has."""
WIDTH: Final = 63.0
_SVG: Final = "http://www.w3.org/2000/svg"
_HELD: Final = "data:image/svg+xml;base64,"
_SIZE: Final = 4.2
_NUMBER: Final = re.compile(r"\s*(-?[0-9.]+)")


@dataclass(frozen=True, slots=True)
class OwnFace:
    """An SVG with slots."""

    root: ElementTree.Element
    left: float
    top: float
    width: float
    height: float

    @property
    def slots(self) -> tuple[str, ...]:
        """Names its slots, and what else it asks of a row."""
        asked = (one.get(key) for one in self.root.iter() for key in (SLOT, FILL))
        return tuple(dict.fromkeys(name for name in asked if name))


def own_face(data: bytes) -> OwnFace | str:
    """Reads a face; gives the reason where it cannot be used."""
    made = art(data)
    if isinstance(made, str):
        return made
    if not made.address.startswith(_HELD):
        return "it is no SVG, and slots are elements of an SVG"
    root = ElementTree.fromstring(b64decode(made.address.removeprefix(_HELD)))
    box = [float(one) for one in root.get("viewBox", "").replace(",", " ").split() if _NUMBER.fullmatch(one)]
    if len(box) != 4 or min(box[2:]) <= 0:
        return "it has no `viewBox`, which says how large it is"
    return OwnFace(root, box[0], box[1], box[2], box[3])


def filled(face: OwnFace, game: m.Game, kind: m.Kind, place: int, look: "Look", shown: Art | None) -> Picture:
    """Draws a row on a face.

    Args:
        shown: its artwork.
    """
    root = deepcopy(face.root)
    row = kind.rows[place]
    values = {"Name": row.name, "Text": row.text or "", "Kind": kind.name}
    for fact in kind.fields.values():
        if not fact.kept:
            values[fact.name] = _said(game, kind, fact, row, look)
    _fill(root, values, kind, row, look, shown)
    scale = WIDTH / face.width
    at = f"scale({scale:.5g}) translate({number(-face.left)} {number(-face.top)})"
    inner = "".join(ElementTree.tostring(one, encoding="unicode") for one in root)
    told = "; ".join(
        f"{name} {value}" for name, value in values.items() if value and name not in ALWAYS_THERE
    )
    text = ": ".join(filter(None, (f"{kind.name} {row.name}", "; ".join(filter(None, (told, row.text))))))
    return Picture(WIDTH, face.height * scale, (f'<g transform="{at}">{inner}</g>',), row.name, text)


def _said(game: m.Game, kind: m.Kind, fact: m.Field, row: m.Row, look: "Look") -> str:
    value = row.values.get(fact.name)
    if fact.index is None:
        return look.told(game, kind, fact, value)
    from gekido_dsl.drawing.values import index_names, said

    values = value if isinstance(value, tuple) else ()
    pairs = zip(index_names(fact.index), values, strict=False)
    return joined(
        ", ", (say("{name} {value}", name=name, value=said(game, fact.type, one)) for name, one in pairs)
    )


def _fill(
    root: ElementTree.Element,
    values: dict[str, str],
    kind: m.Kind,
    row: m.Row,
    look: "Look",
    shown: Art | None,
) -> None:
    """Fills the slots, inner ones too; nothing calls itself, however deep they lie."""
    waiting = [root]
    while waiting:
        holder = waiting.pop()
        for at, one in reversed(list(enumerate(holder))):
            _styled(one)
            tint = _tint(kind, row, one.get(FILL), look)
            if tint:
                one.set("fill", tint)
            name = one.get(SLOT)
            if name is None:
                waiting.append(one)
                continue
            picture = shown if name == "Art" else _icon(kind, row, name, look)
            value = values.get(name, "")
            tag = one.tag.rpartition("}")[2]
            if picture is None and not value:
                holder.remove(one)
            elif tag in ("image", "rect") and picture is not None:
                holder[at] = _parsed(picture.shape(*_box(one)))
            elif tag == "rect":
                holder[at] = _written(one, value)
            elif tag == "text":
                for inner in list(one):
                    one.remove(inner)
                one.text = spoken(value)
            else:
                waiting.append(one)


def _tint(kind: m.Kind, row: m.Row, name: str | None, look: "Look") -> str | None:
    fact = kind.fields.get(name) if name else None
    value = row.values.get(fact.name) if fact is not None else None
    if fact is None or not isinstance(fact.type, EnumType) or not isinstance(value, int) or value < 0:
        return None
    enum = fact.type.enum
    return look.tints.get((fact.name if enum.anonymous else enum.name, enum.members[value]))


def _icon(kind: m.Kind, row: m.Row, name: str, look: "Look") -> Art | None:
    fact = kind.fields.get(name)
    return look.icon(fact, row.values.get(fact.name)) if fact is not None else None


def _styled(one: ElementTree.Element) -> None:
    """Keeps the font of a text: the style of the page goes before an attribute."""
    family = one.get("font-family")
    if family:
        one.set("style", f"{one.get('style', '')};font-family:{family}".lstrip(";"))


def _box(one: ElementTree.Element) -> tuple[float, float, float, float]:
    x, y, width, height = (_length(one, name) for name in ("x", "y", "width", "height"))
    return x, y, max(width, 0.1), max(height, 0.1)


def _length(one: ElementTree.Element, name: str, usual: float = 0.0) -> float:
    found = _NUMBER.match(one.get(name, ""))
    try:
        return float(found[1]) if found else usual
    except ValueError:
        return usual


def _written(one: ElementTree.Element, value: str) -> ElementTree.Element:
    """Writes a value into a box, smaller where it does not fit; the box stays if it is filled."""
    x, y, width, height = _box(one)
    size = max(_length(one, "font-size", _SIZE), 0.1)
    start = one.get("text-anchor") == "start"
    bold = one.get("font-weight") == "bold"
    written = block(
        value, x if start else x + width / 2, y, width, height, size, "own",
        anchor="start" if start else "middle", bold=bold,
    )  # fmt: skip
    group = _parsed(f"<g>{''.join(written)}</g>")
    group.set("fill", one.get("color", "#1f2430"))
    if style := one.get("style"):
        for text in group:
            text.set("style", style)
    if one.get("fill", "none") == "none":
        return group
    holder = _parsed("<g/>")
    holder.append(deepcopy(one))
    holder.append(group)
    return holder


def _parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(f'<g xmlns="{_SVG}">{text}</g>')[0]
