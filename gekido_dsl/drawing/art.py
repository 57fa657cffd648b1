"""Artwork of a designer becomes part of a picture: made safe, and held by the picture itself.

Invariants:
    What comes out is a picture within a picture: nothing of it runs, and nothing is fetched for it.
    A file that cannot be used gives a reason, never an error.
"""

import re
import xml.etree.ElementTree as ElementTree
from base64 import b64encode
from dataclasses import dataclass
from typing import Final

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
_OWN: Final = re.compile(r"#|data:image/(?:png|jpeg|gif|webp);", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Art:
    """A picture as an address that holds all of it."""

    address: str

    def shape(self, x: float, y: float, width: float, height: float) -> str:
        """Puts it into a box, as large as it fits, its middle in the middle."""
        return (
            f'<image x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}" '
            f'preserveAspectRatio="xMidYMid meet" href="{self.address}"/>'
        )


def art(data: bytes) -> Art | str:
    """Reads artwork; gives the reason where it cannot be used."""
    if data.startswith(_PNG):
        return _held("image/png", data)
    if data.startswith(_JPEG):
        return _held("image/jpeg", data)
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
    _clean(root)
    if root.tag == "svg":
        root.set("xmlns", _SVG)
    ElementTree.register_namespace("", _SVG)
    return _held("image/svg+xml", ElementTree.tostring(root, encoding="utf-8"))


def _held(sort: str, data: bytes) -> Art:
    return Art(f"data:{sort};base64,{b64encode(data).decode('ascii')}")


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
