"""Artwork of a designer becomes part of a picture: made safe, and held by the picture itself.

Invariants:
    What comes out is a picture within a picture: nothing of it runs, and nothing is fetched for it.
    A file that cannot be used gives a reason, never an error; so does one that costs too much to draw.
"""

import re
import xml.etree.ElementTree as ElementTree
from base64 import b64encode
from dataclasses import dataclass
from typing import Final

from gekido_dsl.drawing.measure import too_costly, too_large
from gekido_dsl.drawing.svg import number

_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8\xff"
_SVG: Final = "http://www.w3.org/2000/svg"
_RUNS: Final = frozenset(
    {"script", "foreignObject", "iframe", "object", "embed", "handler", "listener", "audio", "video"}
)
"""Elements that do something, or hold what is no drawing."""
_FETCHES: Final = re.compile(
    r"url\(\s*['\"]?(?!\s*['\"]?#)|@import|image-set|javascript:|expression\(", re.IGNORECASE
)
_NEARLY: Final = 0.06
_LENGTH: Final = re.compile(r"\s*([0-9.]+(?:[eE][-+]?[0-9]+)?)\s*(?:px|pt|mm|cm|in)?\s*")
_OWN: Final = re.compile(r"#|data:image/(?:png|jpeg|gif|webp);", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Art:
    """A picture as an address that holds all of it."""

    address: str
    ratio: float | None = None
    """How wide it is for its height, where the file says so."""

    def fills(self, width: float, height: float) -> bool:
        """Tells whether it is made for a box: as wide for its height, or nearly so."""
        return self.ratio is not None and abs(self.ratio * height / width - 1) < _NEARLY

    def below(self, x: float, y: float, width: float, height: float, *, stretched: bool) -> str:
        """Has it fill a box: stretched to its shape, or cut to it."""
        how = "none" if stretched else "xMidYMid slice"
        return (
            f'<image x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
            f'preserveAspectRatio="{how}" href="{self.address}"/>'
        )

    def alone(self) -> str:
        """Gives it as a drawing of its own."""
        width = 100 * (self.ratio or 1)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} 100">'
            f"{self.shape(0, 0, width, 100)}</svg>"
        )

    def shape(self, x: float, y: float, width: float, height: float) -> str:
        """Puts it into a box, as large as it fits, its middle in the middle."""
        return (
            f'<image x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
            f'preserveAspectRatio="xMidYMid meet" href="{self.address}"/>'
        )


def art(data: bytes) -> Art | str:
    """Reads artwork; gives the reason where it cannot be used."""
    if data.startswith(_PNG):
        size = (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big"))
        return _held("image/png", data, size)
    if data.startswith(_JPEG):
        return _held("image/jpeg", data, _jpeg_size(data))
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "it is neither SVG nor PNG nor JPEG"
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        text = re.sub(r"<!DOCTYPE[^>\[]*>", "", text)
        if "<!DOCTYPE" in text or "<!ENTITY" in text:
            return "it declares entities, which could hide anything"
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        return f"it is no sound SVG: {error}"
    if root.tag not in (f"{{{_SVG}}}svg", "svg"):
        return "it is XML, and no SVG"
    reason = too_costly(root)
    if reason:
        return reason
    _clean(root)
    if root.tag == "svg":
        root.set("xmlns", _SVG)
    ElementTree.register_namespace("", _SVG)
    outer = _lengths([root.get("width", ""), root.get("height", "")])
    reason = too_large(*outer, pixels=False)
    return reason or _held("image/svg+xml", ElementTree.tostring(root, encoding="utf-8"), _svg_size(root))


def _held(sort: str, data: bytes, size: tuple[float, float]) -> Art | str:
    reason = too_large(*size, pixels=sort != "image/svg+xml")
    if reason:
        return reason
    ratio = size[0] / size[1] if min(size) > 0 else None
    return Art(f"data:{sort};base64,{b64encode(data).decode('ascii')}", ratio)


def _svg_size(root: ElementTree.Element) -> tuple[float, float]:
    """Gives the width and height of a drawing in any unit; zeros where it says neither."""
    box = root.get("viewBox", "").replace(",", " ").split()
    return _lengths(box[2:] if len(box) == 4 else [root.get("width", ""), root.get("height", "")])


def _lengths(written: list[str]) -> tuple[float, float]:
    """Reads a width and a height; zeros where one is none."""
    try:
        width, height = (float(found[1]) if (found := _LENGTH.fullmatch(one)) else 0.0 for one in written)
    except ValueError:
        return 0.0, 0.0
    return width, height


def _jpeg_size(data: bytes) -> tuple[int, int]:
    """Finds the frame of a JPEG, which says its size; zeros where there is none."""
    at = 2
    while at + 9 <= len(data) and data[at] == 0xFF:
        marker, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return int.from_bytes(data[at + 7 : at + 9], "big"), int.from_bytes(data[at + 5 : at + 7], "big")
        at += 2 + length
    return 0, 0


def _clean(root: ElementTree.Element) -> None:
    """Takes out what runs and what would be fetched."""
    waiting = [root]
    while waiting:
        element = waiting.pop()
        for inner in list(element):
            name = str(inner.tag).rpartition("}")[2]
            if name in _RUNS or (name == "style" and _FETCHES.search("".join(inner.itertext()))):
                element.remove(inner)
            else:
                waiting.append(inner)
        for key, value in list(element.attrib.items()):
            name = key.rpartition("}")[2].lower()
            leads = name in ("href", "src") and not _OWN.match(value.strip())
            if name.startswith("on") or leads or _FETCHES.search(value):
                del element.attrib[key]
