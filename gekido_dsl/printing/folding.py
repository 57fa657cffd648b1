"""The pages of a booklet are laid two to a side of a sheet, so that the sheets, folded, lie in their order.

Invariants:
    Every page occurs once; empty pages come at the end, as many as make whole sheets.
    The sheets are printed on both sides, turned over the short edge, and folded in the middle, all together.
"""

import re
from typing import Final

from gekido_dsl.printing.typeset import Typeset, source, typeset

FOLDED_PAPERS: Final = {"a4": "a4", "letter": "us-letter"}
"""The papers of the sheets, with what typst calls them."""
_TEMPLATE: Final = "folding.typ"
_PAGE: Final = re.compile(rb"/Type ?/Page\b")


def folded(title: str, made: Typeset, paper: str = "a4") -> Typeset:
    """Lays out a booklet of small pages to be folded.

    Args:
        made: the pages in their order, as typst sets them.
        paper: of the sheets, one of `FOLDED_PAPERS`.

    Raises:
        MissingTypst: typst is not installed.
    """
    number = len(_PAGE.findall(made.pdf))
    laid = typeset(
        source(_TEMPLATE),
        {"title": title, "paper": FOLDED_PAPERS[paper], "pages": list(made.pdf), "sides": sides(number)},
    )
    return Typeset(laid.pdf, made.warnings, made.borrowed)


def sides(pages: int) -> list[tuple[int, int]]:
    """Gives the pages on each side of each sheet, the outermost sheet first; 0 is an empty page."""
    whole = -(-pages // 4) * 4

    def page(number: int) -> int:
        return number if number <= pages else 0

    found = []
    for at in range(0, whole // 2, 2):
        found.append((page(whole - at), page(at + 1)))
        found.append((page(at + 2), page(whole - at - 1)))
    return found
