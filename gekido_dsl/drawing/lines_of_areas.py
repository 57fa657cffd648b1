"""Lines of an area are written from the top down: words, values with their titles, dice, each under its name."""

from collections.abc import Sequence, Set
from typing import Final

from gekido_dsl.drawing.small_cards import SmallCards
from gekido_dsl.drawing.svg import label, lines, phrase, placed, shape, text_width
from gekido_dsl.drawing.tags import Tag, tagged
from gekido_dsl.languages import text
from gekido_dsl.model import nodes as m

BOLD: Final = 1.13
"""How much wider bold letters are."""
TYPE: Final = 3.4
LINE: Final = 4.7
PAD: Final = 2.4
DIE: Final = 6.4
_DIE_GAP: Final = 0.7
_COLUMN: Final = 33.0
"""How wide a column of short values is at least."""
_VALUES: Final = 24.0
"""Where values begin, if their titles are short."""


class Lines:
    """Writes from the top down, each thing under its name."""

    def __init__(
        self, game: m.Game, cards: SmallCards, width: float, tag: Tag, marked: Set[str], own: bool
    ) -> None:
        self.game, self.cards, self.width, self.tag, self.marked, self.own = (
            game, cards, width, tag, marked, own,
        )  # fmt: skip
        self.y = 0.0
        self.shapes: list[str] = []
        self.told: list[str] = []
        self.prints = False
        """Whether what is printed on things is written out, where nobody has them in hand."""
        self.used: set[str] = set()
        """Names of values that stand here already; those of several things that have the same are named once."""

    # ------------------------------------------------------------ words and dice

    def text(self, written: str, x: float, look: str = "ink", bold: bool = False) -> None:
        """Writes a text in lines."""
        for line in lines(written, self.width - x - PAD, TYPE * BOLD if bold else TYPE):
            self.shapes.append(label(line, x, self.y + LINE / 2, TYPE, look, "start", bold))
            self.y += LINE

    def mark(self, key: str, height: float) -> None:
        """Marks what has changed with a bar at its left."""
        if key in self.marked:
            self.shapes.append(
                shape("rect", "accent", x=1.0, y=self.y + 0.5, width=0.9, height=height - 1, rx=0.4)
            )

    def title(self, key: str, title: str, room: float) -> float:
        """Writes what a value is called; gives where the value begins."""
        begin = max(_VALUES, text_width(title, TYPE) + PAD + 3)
        self.mark(key, LINE)
        self.shapes.append(label(title, PAD + 1, self.y + LINE / 2, TYPE, "quiet", "start"))
        if begin > _VALUES and self.width - begin - PAD < room:
            self.y += LINE
            return PAD + 6
        return begin

    def value(self, key: str, title: str, value: str) -> None:
        """Writes a value with its title."""
        begin = self.title(key, title, min(text_width(value, TYPE), 24))
        self.text(value, begin, bold=key in self.marked)
        self.told.append(text("{name} {value}", name=title, value=value))

    def values(self, found: Sequence[tuple[str, str, str]]) -> None:
        """Writes values with their titles, short ones side by side in columns."""
        across = max(1, int((self.width - PAD) / _COLUMN))
        each = (self.width - PAD - 1) / across
        at = 0
        for key, title, value in found:
            wide = text_width(title, TYPE) + text_width(value, TYPE * BOLD) + 5.4
            if wide > each:
                self.y += LINE if at else 0
                at = 0
                self.value(key, title, value)
                continue
            x = PAD + 1 + at * each
            if key in self.marked:
                self.shapes.append(
                    shape("rect", "accent", x=x - 2, y=self.y + 0.5, width=0.9, height=LINE - 1, rx=0.4)
                )
            self.shapes.append(
                phrase([(title, "quiet", False), (value, "ink", True)], x, self.y + LINE / 2, TYPE)
            )
            self.told.append(text("{name} {value}", name=title, value=value))
            at += 1
            if at == across:
                at, self.y = 0, self.y + LINE
        self.y += LINE if at else 0

    def dice(self, drawn: Sequence[tuple[str, list[str], str]], begin: float, on: str = "") -> None:
        """Draws dice in rows: each its name, its shapes and its face."""
        across = max(1, int((self.width - begin - 1) / (DIE + _DIE_GAP)))
        for at, (name, shapes, face) in enumerate(drawn):
            if at and at % across == 0:
                self.y += DIE + _DIE_GAP
            x = begin + at % across * (DIE + _DIE_GAP)
            self.shapes.append(
                placed([tagged(name, shapes, text("die showing {face}", face=face), on, face)], x, self.y)
            )
        self.y += DIE + 1

    def grouped(self, name: str, began: int, top: float, said: str) -> None:
        """Puts what was drawn last into a group that can be clicked anywhere."""
        if not name:
            return
        room = (
            f'<rect class="none" pointer-events="all" x="1.2" y="{round(top, 2):g}" '
            f'width="{round(self.width - 2.4, 2):g}" height="{round(self.y - top, 2):g}" rx="1"/>'
        )
        self.shapes[began:] = [tagged(name, [room, *self.shapes[began:]], said)]
