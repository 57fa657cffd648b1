"""Drawings for screens become drawings for paper: their colours for light, written out."""

import re
from typing import Final
from xml.etree import ElementTree

from gekido_dsl.drawing.theme import PRINT

_VALUE: Final = re.compile(r"--gdl-([\w-]+):\s*([^;}]+)")
_ASKED: Final = re.compile(r"var\(\s*--gdl-([\w-]+)\s*(?:,[^)]*)?\)")
_LENGTH: Final = re.compile(r"([\d.]+)\s*(mm|cm|in|pt|px|)")
_MM: Final = {"mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 96, "": 25.4 / 96}


def paper(svg: str, sheet: str = PRINT.sheet) -> str:
    """Gives a drawing as it is printed.

    A style of its own that asks for colours by name gets those for light; a drawing that counts on the style of the
    page gets the one for print.
    """
    head, found, rest = svg.partition("<style>")
    if found:
        style, _, tail = rest.partition("</style>")
        return f"{head}<style>{written_out(style)}</style>{tail}"
    begin = svg.index("<svg")
    end = svg.index(">", begin)
    opening = svg[begin:end]
    if " xmlns=" not in opening:
        opening = opening.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    style = f"<style>{sheet}</style>" if 'class="gdl' in opening else ""
    return f"{opening}>{style}{svg[end + 1 :]}"


def written_out(style: str) -> str:
    """Puts the first value of each colour where it is asked for; what is for other screens is left out."""
    values: dict[str, str] = {}
    for name, value in _VALUE.findall(style):
        values.setdefault(name, value)
    kept = []
    depth, start = 0, 0
    for at, letter in enumerate(style):
        if letter == "{":
            depth += 1
        elif letter == "}":
            depth -= 1
            if depth == 0:
                rule = style[start : at + 1].strip()
                start = at + 1
                if not rule.startswith("@") and "--gdl-" not in rule.replace("var(--gdl-", ""):
                    kept.append(_ASKED.sub(lambda found: values.get(found[1], "#000"), rule))
    return "".join(kept)


def size_mm(svg: str) -> tuple[float, float] | None:
    """Gives the width and height of a drawing in millimetres; None when it is no drawing."""
    try:
        root = ElementTree.fromstring(paper(svg))
    except (ElementTree.ParseError, ValueError):
        return None
    found = []
    box = root.get("viewBox", "").replace(",", " ").split()
    for at, name in ((2, "width"), (3, "height")):
        length = _LENGTH.fullmatch(root.get(name, "").strip())
        if length is not None:
            found.append(float(length[1]) * _MM[length[2]])
        elif len(box) == 4:
            found.append(float(box[at]) * _MM["px"])
    return (found[0], found[1]) if len(found) == 2 and min(found) > 0 else None
