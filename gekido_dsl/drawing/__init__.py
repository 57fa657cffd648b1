"""Components become pictures: boards with what stands on them, dice and their patterns, cards, control panels.

Everything that shows a game draws it with this package: rule pages, printed sheets, screens. A picture is data with
a size; `document` makes a file of it that stands alone: no script, no font and no style from elsewhere.

Invariants:
    The same ruleset and view give the same picture, and colour never says anything that is not also said without it.
    Every picture has a title and a description in words.
    Lengths are millimetres: printed at its own size, a picture is as large as the thing.
"""

from gekido_dsl.drawing.anatomy import anatomy
from gekido_dsl.drawing.boards import board, sign
from gekido_dsl.drawing.cards import card
from gekido_dsl.drawing.dice import die, die_faces, pattern, patterns
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.panels import Room, panel, part
from gekido_dsl.drawing.sheets import sheet, stack
from gekido_dsl.drawing.solids import unfolded
from gekido_dsl.drawing.strips import Line, strip
from gekido_dsl.drawing.svg import PAGE_WIDTH, Picture, document, words
from gekido_dsl.drawing.tabletop import place, tabletop
from gekido_dsl.drawing.things import illustrated, in_place, on_own_face, sort_of, thing, things
from gekido_dsl.drawing.tokens import tile, token, value, values

__all__ = [
    "PAGE_WIDTH",
    "PLAIN",
    "Line",
    "Look",
    "Picture",
    "Room",
    "anatomy",
    "board",
    "card",
    "die",
    "die_faces",
    "document",
    "illustrated",
    "in_place",
    "on_own_face",
    "panel",
    "part",
    "pattern",
    "patterns",
    "place",
    "sheet",
    "sign",
    "sort_of",
    "stack",
    "strip",
    "tabletop",
    "thing",
    "things",
    "tile",
    "token",
    "unfolded",
    "value",
    "values",
    "words",
]
