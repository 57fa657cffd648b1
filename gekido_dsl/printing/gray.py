"""Drawings lose their colours, artwork too: each part becomes as light or dark as its colour is."""

import re
from base64 import b64decode, b64encode
from typing import Final

_WEIGHTS: Final = (0.299, 0.587, 0.114)
"""How light red, green and blue look."""
_ART: Final = re.compile(r'<image\b([^>]*?)href="data:image/([\w+]+);base64,([^"]*)"')
_HEX: Final = re.compile(r"(?<![\w&])#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
_RGB: Final = re.compile(r"rgb\(\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*\)")
_NAMED: Final = re.compile(
    r"(?:fill|stroke|stop-color|color)\s*[=:]\s*[\"']?\s*(?!none|black|white|gr[ae]y|currentColor|inherit|url|transparent)[a-z]",
)
"""A colour by its name, or in another form that is not reckoned with here."""
_FILTER: Final = (
    '<defs><filter id="gdl-gray" x="0" y="0" width="1" height="1" color-interpolation-filters="sRGB">'
    '<feColorMatrix type="saturate" values="0"/></filter></defs>'
)
_COLOUR: Final = re.compile(r"(?<=[\":])\s*#([0-9a-fA-F]{6})(?=\s*[\";}])")
"""A colour as attributes and styles have it; a text is none."""


def gray(digits: str) -> str:
    """Gives the gray that is as light as a colour: `b3401f` becomes `#5f5f5f`."""
    parts = [int(digits[at : at + 2], 16) for at in (0, 2, 4)]
    light = round(sum(weight * part for weight, part in zip(_WEIGHTS, parts, strict=True)))
    return f"#{light:02x}{light:02x}{light:02x}"


def grayed_svg(svg: str) -> str:
    """Takes the colours out of a drawing, and out of the artwork in it."""
    made = _ART.sub(_grayed_art, _COLOUR.sub(lambda found: gray(found[1]), svg))
    if 'filter="url(#gdl-gray)"' not in made:
        return made
    begin = made.index(">", made.index("<svg")) + 1
    return f"{made[:begin]}{_FILTER}{made[begin:]}"


def _grayed_art(found: re.Match[str]) -> str:
    """Takes the colours out of artwork: one by one where it says them in numbers, else by a filter over all of it."""
    between, sort, data = found.groups()
    if sort == "svg+xml":
        text = b64decode(data).decode("utf-8")
        text = _HEX.sub(
            lambda one: gray(one[1] if len(one[1]) == 6 else "".join(2 * x for x in one[1])), text
        )
        text = _RGB.sub(
            lambda one: gray("".join(f"{min(int(part), 255):02x}" for part in one.groups())), text
        )
        if "data:image" not in text and _NAMED.search(text) is None:
            data = b64encode(text.encode()).decode("ascii")
            return f'<image{between}href="data:image/{sort};base64,{data}"'
    return f'<image filter="url(#gdl-gray)"{between}href="data:image/{sort};base64,{data}"'
