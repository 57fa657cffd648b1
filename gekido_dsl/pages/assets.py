"""The style, the script and the fonts that every site has, as they lie in the package."""

import base64
from functools import lru_cache
from importlib.resources import files
from typing import Final

_FONTS: Final = (
    ("Source Serif 4", "source-serif.woff2", "normal", "200 900"),
    ("Source Serif 4", "source-serif-italic.woff2", "italic", "200 900"),
    ("Barlow Condensed", "barlow-condensed-500.woff2", "normal", "400 500"),
    ("Barlow Condensed", "barlow-condensed-700.woff2", "normal", "600 700"),
)
"""Family, file, style and weights. A font in the style sheet itself is the only one that opens from every disk."""


@lru_cache(maxsize=1)
def _faces() -> str:
    folder = files("gekido_dsl.pages").joinpath("data", "fonts")
    return "".join(
        f'@font-face{{font-family:"{family}";font-style:{look};font-weight:{weight};font-display:swap;'
        f"src:url(data:font/woff2;base64,"
        f'{base64.b64encode(folder.joinpath(file).read_bytes()).decode()}) format("woff2")}}\n'
        for family, file, look, weight in _FONTS
    )


def style(sheet: str) -> str:
    """Gives the style of a site.

    Args:
        sheet: the style of its pictures.
    """
    return f"{_faces()}{_text('site.css')}\n{sheet}\n"


def script() -> str:
    """Gives the script of a site."""
    return _text("site.js")


def frame_worker() -> str:
    """Gives the script that lets the search of a site made by mkdocs work from the disk."""
    return _text("iframe-worker.js")


def _text(name: str) -> str:
    return files("gekido_dsl.pages").joinpath("data", name).read_text(encoding="utf-8")
