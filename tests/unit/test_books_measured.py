"""Printed books are measured: full pages, legible letters, heads with what they stand over, fonts of their own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pypdf
import pytest

from gekido_dsl.cli import pdf
from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider

pytestmark = pytest.mark.slow

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
MOST_PAGES = {"gekido": 16, "aimbots": 12, "botwars": 16, "geeko": 16, "gekido_duel": 16}
FONTS = ("SourceSerif4", "Barlow", "NewCMMath", "DejaVuSansMono", "LibertinusSerif")
HEAD = 9.2 * 1.2
"""Letters of the narrow face from this size on are heads."""
GREAT = {"botwars": 4.75}
"""In points, the smallest letters of a book with a floor that is higher than a page at six."""

SHORT = {"botwars": (4,), "geeko": (12, 13)}
"""Pages with a floor that is high and narrow, and those with the last four examples, which are high."""


@dataclass(frozen=True)
class Word:
    """Letters where they stand on a page, in points from its top left."""

    text: str
    x: float
    y: float
    size: float
    font: str


@cache
def read(name: str) -> pypdf.PdfReader:
    compilation = load(f"{name}.gdl", FolderProvider(RULESETS, library=RULESETS))
    return pypdf.PdfReader(BytesIO(pdf.booklet(compilation, "letter", {})))


@cache
def words(name: str, number: int) -> list[Word]:
    """Lists the letters of a page, counted from 0."""
    page = read(name).pages[number]
    found: list[Word] = []
    high = float(page.mediabox[3])

    def met(text: str, now: Sequence[float], matrix: Sequence[float], font: Any, size: float) -> None:
        if text.strip():
            placed = _times(matrix, now)
            face = str(font.get("/BaseFont", "")) if font else ""
            found.append(
                Word(
                    text.strip(), placed[4], high - placed[5], size * (abs(placed[3]) or abs(placed[1])), face
                )
            )

    page.extract_text(visitor_text=met)
    return found


def _times(one: Sequence[float], other: Sequence[float]) -> list[float]:
    a, b, c, d, e, f = map(float, one)
    g, h, i, j, k, m = map(float, other)
    return [a * g + b * i, a * h + b * j, c * g + d * i, c * h + d * j, e * g + f * i + k, e * h + f * j + m]


BOOKS = pytest.mark.parametrize("name", MOST_PAGES)


@BOOKS
def test_a_book_is_as_short_as_one_that_was_made_by_hand(name: str) -> None:
    assert len(read(name).pages) <= MOST_PAGES[name]


@BOOKS
def test_the_letters_of_a_book_can_be_read(name: str) -> None:
    found = [word for at in range(len(read(name).pages)) for word in words(name, at)]
    assert found
    assert min(word.size for word in found) >= GREAT.get(name, 6.0) - 0.05


@BOOKS
def test_the_fonts_of_a_book_are_inside_and_its_own(name: str) -> None:
    names = set()
    for page in read(name).pages:
        for font in _fonts(page):
            names.add(str(font["/BaseFont"]).partition("+")[2])
            below = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
            assert any(key.startswith("/FontFile") for key in below)
    assert all(name.startswith(FONTS) for name in names), names
    assert any("Barlow" in name for name in names) and any("SourceSerif" in name for name in names)


def _fonts(holder: Any) -> Iterator[Any]:
    resources = holder.get("/Resources", {}).get_object() if holder.get("/Resources") is not None else {}
    for font in resources.get("/Font", {}).values():
        yield font.get_object()
    for one in resources.get("/XObject", {}).values():
        yield from _fonts(one.get_object())


@BOOKS
def test_no_page_is_more_than_a_quarter_empty(name: str) -> None:
    """What is empty at the foot of both columns together; a page that is one picture has no columns."""
    pages = read(name).pages
    for number in range(2, len(pages) - 1):
        wide, high = (float(side) for side in pages[number].mediabox[2:])
        found = [one for one in words(name, number) if 46 < one.y < high - 40]
        filled = [
            max((one.y for one in found if (one.x > wide / 2) is right), default=46.0)
            for right in (False, True)
        ]
        assert sum(filled) / 2 > 46 + 0.75 * (high - 46 - 40) or number + 1 in SHORT.get(name, ()), number + 1


@BOOKS
def test_no_head_stands_at_the_foot_of_a_column(name: str) -> None:
    for number, page in list(enumerate(read(name).pages))[2:-1]:
        middle = float(page.mediabox[2]) / 2
        low = float(page.mediabox[3]) - 45
        for right in (False, True):
            column = [one for one in words(name, number) if (one.x > middle) is right and 46 < one.y < low]
            if column:
                last = max(one.y for one in column)
                heads = [
                    one for one in column if one.y > last - 1 and "Barlow" in one.font and one.size > HEAD
                ]
                assert not heads, (number, [one.text for one in heads])


@BOOKS
def test_contents_and_player_aid_are_one_page_each(name: str) -> None:
    pages = [" ".join(page.extract_text().split()) for page in read(name).pages]
    assert re.search(r"\bContents\b", pages[1])
    assert [at for at, text in enumerate(pages) if re.search(r"^\S.{0,40}Player aid", text)] == [
        len(pages) - 1
    ]
