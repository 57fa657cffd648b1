"""Pictures become PNG: typst sets each on a page of its own, many at a time.

Invariants:
    A picture has exactly the pixels that it is to have.
    No picture takes more memory than there is; one that would is made of fewer pixels, and says so.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.drawing import Picture, document
from gekido_dsl.drawing.theme import PRINT, Theme
from gekido_dsl.printing.gray import grayed_svg
from gekido_dsl.printing.typeset import FONTS, WrongTemplate, of_machine, own_fonts, signs_of, typst

MM_PER_INCH: Final = 25.4
MOST_SIDE: Final = 8192
"""How many pixels a picture has at most, each way: virtual tabletops take no more."""
_MOST_AREA: Final = 36_000_000
_AT_ONCE: Final = 12_000_000
"""How many pixels are set together: so often it can be told how far the work is."""
_TEMPLATE: Final = b"""\
#let data = json(bytes(sys.inputs.data))
#set document(date: none)
#set text(font: data.fonts, lang: "en")
#for one in data.pictures {
  page(width: one.width * 1pt, height: one.height * 1pt, margin: 0pt, fill: none,
    image(bytes(one.svg), format: "svg", width: 100%, height: 100%, fit: "stretch"))
}
"""
_POINTS_PER_INCH: Final = 72


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture to be made, and of how many pixels."""

    picture: Picture
    width: int
    height: int


def shot(picture: Picture, dpi: int, most: int = MOST_SIDE) -> Shot:
    """Says of how many pixels a picture is made: so many an inch, or as many as there may be."""
    scale = dpi / MM_PER_INCH
    scale = min(scale, most / max(picture.width, picture.height))
    scale = min(scale, (_MOST_AREA / max(picture.width * picture.height, 0.01)) ** 0.5)
    return Shot(picture, max(round(picture.width * scale), 1), max(round(picture.height * scale), 1))


def svg(picture: Picture, theme: Theme = PRINT, *, gray: bool = False) -> str:
    """Writes a picture as a file of its own."""
    made = document(picture, theme)
    return grayed_svg(made) if gray else made


def png(
    shots: Sequence[Shot], theme: Theme = PRINT, *, gray: bool = False, fonts: Sequence[str] = ()
) -> Iterator[bytes]:
    """Makes pictures, in their order; each comes as soon as it is there.

    Args:
        theme: the colours.
        fonts: folders with more fonts.

    Raises:
        MissingTypst: typst is not installed.
        WrongTemplate: typst cannot make one of them.
    """
    program = typst()
    families = own_fonts(program, fonts)
    for part in _parts(shots):
        yield from _set(program, part, theme, gray, fonts, families)


def _parts(shots: Sequence[Shot]) -> Iterator[list[Shot]]:
    """Parts pictures into those that are made together."""
    part: list[Shot] = []
    area = 0
    for one in shots:
        if part and area + one.width * one.height > _AT_ONCE:
            yield part
            part, area = [], 0
        part.append(one)
        area += one.width * one.height
    if part:
        yield part


def _set(
    program: Any,
    part: Sequence[Shot],
    theme: Theme,
    gray: bool,
    fonts: Sequence[str],
    families: Sequence[str],
) -> list[bytes]:
    pictures = [
        {"width": one.width, "height": one.height, "svg": svg(one.picture, theme, gray=gray)} for one in part
    ]
    there = of_machine(program, signs_of(pictures))
    data = {"pictures": pictures, "fonts": [*families, FONTS[0], *there, *FONTS[1:]]}
    try:
        made = program.compile(
            _TEMPLATE,
            format="png",
            ppi=_POINTS_PER_INCH,
            ignore_system_fonts=not there,
            font_paths=list(fonts),
            sys_inputs={"data": json.dumps(data, ensure_ascii=False)},
        )
    except program.TypstError as error:
        raise WrongTemplate(error.diagnostic or error.message) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # what typst, in Rust, did not foresee
            raise
        raise WrongTemplate(f"typst cannot set this: {error}") from error
    return [made] if isinstance(made, bytes) else list(made)
