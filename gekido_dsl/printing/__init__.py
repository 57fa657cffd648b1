"""A ruleset becomes paper: sheets to print and play, a booklet with its rules, a player aid. Data in, PDF out.

Invariants:
    The same ruleset gives the same bytes, whatever the machine.
    Nothing in a ruleset can run anything: texts and pictures reach typst as data, never as source.
    Things are printed at their true size; where that is not possible, the sheet says so.
"""

from gekido_dsl.printing.books import BOOK_PAPERS, Cover, Part, aid, booklet
from gekido_dsl.printing.books import TEMPLATE as BOOK
from gekido_dsl.printing.box import Size, Stock, Wish
from gekido_dsl.printing.content import Text
from gekido_dsl.printing.folding import FOLDED_PAPERS, folded
from gekido_dsl.printing.layout import PAPERS
from gekido_dsl.printing.legible import too_small
from gekido_dsl.printing.other_sides import two_sided
from gekido_dsl.printing.pieces import BLEED as BACK_BLEED
from gekido_dsl.printing.sheets import print_and_play
from gekido_dsl.printing.sorts import SORTS, Sort
from gekido_dsl.printing.stock import stock
from gekido_dsl.printing.typeset import MissingTypst, Typeset, WrongTemplate, source

__all__ = [
    "BACK_BLEED",
    "BOOK",
    "BOOK_PAPERS",
    "FOLDED_PAPERS",
    "PAPERS",
    "SORTS",
    "Cover",
    "MissingTypst",
    "Part",
    "Size",
    "Sort",
    "Stock",
    "Text",
    "Typeset",
    "Wish",
    "WrongTemplate",
    "aid",
    "booklet",
    "folded",
    "print_and_play",
    "source",
    "stock",
    "too_small",
    "two_sided",
]
