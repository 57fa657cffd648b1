"""Playing cards become pictures: index corners, pips or a court, and the sign and colour of the suit.

A kind is one of playing cards if one of its printed facts is a list of the four French suits, by their names or by
the signs that stand for them, and the only other one is a rank from ace to king.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.svg import label, number, placed, shape
from gekido_dsl.drawing.values import columns, said
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EnumType, IntType

SUITS: Final = {"Clubs": "♣", "Diamonds": "♦", "Hearts": "♥", "Spades": "♠"}
_HOLLOW: Final = {"♧": "♣", "♢": "♦", "♡": "♥", "♤": "♠"}
_RED: Final = frozenset("♦♥")
_NAMES: Final = {1: "A", 11: "J", 12: "Q", 13: "K", 14: "A"}
_HIGHEST: Final = 14
RATIO: Final = 88 / 63
"""How high a playing card is for its width."""
_PIPS: Final[Mapping[int, Sequence[tuple[int, float]]]] = {
    2: ((1, 0), (1, 6)),
    3: ((1, 0), (1, 3), (1, 6)),
    4: ((0, 0), (2, 0), (0, 6), (2, 6)),
    5: ((0, 0), (2, 0), (1, 3), (0, 6), (2, 6)),
    6: ((0, 0), (2, 0), (0, 3), (2, 3), (0, 6), (2, 6)),
    7: ((0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (0, 6), (2, 6)),
    8: ((0, 0), (2, 0), (1, 1.5), (0, 3), (2, 3), (1, 4.5), (0, 6), (2, 6)),
    9: ((0, 0), (2, 0), (0, 2), (2, 2), (1, 3), (0, 4), (2, 4), (0, 6), (2, 6)),
    10: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2), (0, 4), (2, 4), (1, 5), (0, 6), (2, 6)),
}
"""Of each number, the column of each pip, and how many sixths of the way down it is."""
_HEADS: Final = {
    "K": "M-5 -4.4V-8.6L-2.6 -6.4 0 -9.6 2.6 -6.4 5 -8.6V-4.4Z",
    "Q": "M-4.6 -4.6L-5.4 -8 -2.5 -6.2 0 -8.8 2.5 -6.2 5.4 -8 4.6 -4.6Z",
    "J": "M-4.8 -4.4C-5 -7.4 -1 -8.4 4.4 -7.2 5.6 -6.9 5.4 -4.4 4.4 -4.4Z",
}
_HAIR: Final = {
    "K": "M-3.2 -1.4C-3.2 3.4 3.2 3.4 3.2 -1.4 2 .4 -2 .4 -3.2 -1.4Z",
    "Q": "M-3.4 -4.4C-5.6 -1 -5 1.6 -5.4 3.2H-2.6C-3.4 1 -3.4 -2 -2.6 -4.4Z"
    "M3.4 -4.4C5.6 -1 5 1.6 5.4 3.2H2.6C3.4 1 3.4 -2 2.6 -4.4Z",
    "J": "M-3.4 -4.4C-4.6 -2.6 -4.4 -.4 -4.2 1.2H-2.4C-3.2 -.8 -3 -2.8 -2.4 -4.4Z"
    "M3.4 -4.4C4.6 -2.6 4.4 -.4 4.2 1.2H2.4C3.2 -.8 3 -2.8 2.4 -4.4Z",
}
"""Of each court, what is on the head, and hair or beard, around the middle of a head with a radius of 3.2."""


@dataclass(frozen=True, slots=True)
class Face:
    """What a playing card shows."""

    rank: str
    suit: str

    @property
    def look(self) -> str:
        """Gives the colour of the suit, as the theme names it."""
        return "red" if self.suit in _RED else "black"

    @property
    def said(self) -> str:
        """Writes the card as short as players do: `9♠`."""
        return f"{self.rank}{self.suit}"


@dataclass(frozen=True, slots=True)
class Deck:
    """Which facts of a kind are the suit and the rank."""

    suit: str
    rank: str
    signs: Mapping[str, str]

    def face(self, facts: Mapping[str, str]) -> Face | None:
        """Tells what a card with these facts shows; None where they are not seen."""
        sign, rank = self.signs.get(facts.get(self.suit, "")), facts.get(self.rank, "")
        if sign is None or not rank.isdigit():
            return None
        return Face(_NAMES.get(int(rank), rank), sign)


def deck_of(kind: m.Kind) -> Deck | None:
    """Recognises playing cards; None for a kind of other things."""
    printed = [field for field in kind.fields.values() if not field.kept and field.index is None]
    suits = [(field, signs) for field in printed if (signs := _suits(field))]
    ranks = [(field, field.type) for field in printed if isinstance(field.type, IntType)]
    if (
        kind.faces is not None
        or len(suits) != 1
        or len(ranks) != 1
        or len(printed) != len(suits) + len(ranks)
    ):
        return None
    low, high = ranks[0][1].low, ranks[0][1].high
    if low is None or high is None or low < 1 or high > _HIGHEST:
        return None
    return Deck(suits[0][0].name, ranks[0][0].name, suits[0][1])


def _suits(field: m.Field) -> Mapping[str, str]:
    """Gives the sign of each suit by its name; nothing for a fact that is no suit."""
    if not isinstance(field.type, EnumType):
        return {}
    names, drawn = field.type.enum.members, field.type.enum.glyphs
    signs = [_HOLLOW.get(sign, sign) for sign in drawn] or [SUITS.get(name, "") for name in names]
    return dict(zip(names, signs, strict=False)) if set(signs) == set(SUITS.values()) else {}


@lru_cache(maxsize=8)
def decks(game: m.Game) -> Mapping[str, Deck]:
    """Gives the kinds of a game that are playing cards, by name."""
    return {kind.name: deck for kind in game.kinds.values() if (deck := deck_of(kind)) is not None}


@lru_cache(maxsize=8)
def faces_of(game: m.Game) -> Mapping[str, Face]:
    """Gives what the playing cards of a game show, by their names."""
    found = {}
    for name, deck in decks(game).items():
        kind = game.kinds[name]
        for row in kind.rows:
            values = {
                field.name: said(game, field.type, row.values.get(field.name)) for field in columns(kind)
            }
            if (face := deck.face(values)) is not None:
                found[row.name] = face
    return found


def small(face: Face, width: float, seen: float | None = None) -> list[str]:
    """Draws a card as a hand needs it: a large index, and the sign of the suit.

    Args:
        seen: how much of its width is seen, where the next card lies over the rest.
    """
    high, look, narrow = width * RATIO, face.look, seen is not None and seen < width * 0.9
    size = width * 0.34
    made = [_outline(width, high, seen if narrow else None)]
    made.append(
        label(
            face.rank, width * 0.235, width * 0.27, size * (0.8 if len(face.rank) > 1 else 1), look, bold=True
        )
    )
    made.append(glyph(face.suit, width * 0.235, width * 0.62, width * 0.135, look))
    if not narrow:
        made += (
            [placed(_court(face), width * 0.64, high * 0.6, width / 34)]
            if face.rank in _HEADS
            else [glyph(face.suit, width * 0.63, high * 0.66, width * 0.27, look)]
        )
    return made


def _outline(width: float, high: float, seen: float | None) -> str:
    measures = {"x": 0.2, "y": 0.2, "height": high - 0.4, "stroke_width": 0.35}
    if seen is None:
        return shape("rect", "face strong-edge", width=width - 0.4, rx=width * 0.075, **measures)
    round_, end = width * 0.075, number(seen + 0.6)
    d = (
        f"M{end} .2H{number(0.2 + round_)}A{number(round_)} {number(round_)} 0 0 0 .2 {number(0.2 + round_)}"
        f"V{number(high - 0.2 - round_)}A{number(round_)} {number(round_)} 0 0 0 {number(0.2 + round_)} "
        f"{number(high - 0.2)}H{end}Z"
    )
    return shape("path", "face strong-edge", d=d, stroke_width=0.35)


def tiny(face: Face, width: float) -> list[str]:
    """Draws a card as small as it can be read."""
    high = width * 1.3
    size = width * (0.5 if len(face.rank) > 1 else 0.6)
    return [
        shape("rect", "face strong-edge", x=0.15, y=0.15, width=width - 0.3, height=high - 0.3, rx=width * 0.1,
              stroke_width=0.3),
        label(face.rank, width / 2, high * 0.3, size, face.look, bold=True),
        glyph(face.suit, width / 2, high * 0.71, width * 0.25, face.look),
    ]  # fmt: skip


def large(face: Face, width: float, high: float) -> list[str]:
    """Draws a whole card: an index in two corners, and pips or a court, turned round in the lower half."""
    made = [
        shape(
            "rect",
            "face strong-edge",
            x=0.3,
            y=0.3,
            width=width - 0.6,
            height=high - 0.6,
            rx=3,
            stroke_width=0.5,
        )
    ]
    corner = [
        label(face.rank, 0, 0, 9 if len(face.rank) == 1 else 7.5, face.look, bold=True),
        glyph(face.suit, 0, 8.4, 3.1, face.look),
    ]
    made.append(placed(corner, 7, 8))
    made.append(
        f'<g transform="translate({number(width - 7)} {number(high - 8)}) rotate(180)">{"".join(corner)}</g>'
    )
    if face.rank == "A":
        return [*made, glyph(face.suit, width / 2, high / 2, 12, face.look)]
    if face.rank in _HEADS:
        half = placed([glyph(face.suit, -10, -21, 3.6, face.look), *_court(face)], 0, -12, 1.6)
        made.append(
            shape("rect", "line-line", x=13, y=9, width=width - 26, height=high - 18, rx=1, stroke_width=0.4)
        )
        made.append(
            f'<g transform="translate({number(width / 2)} {number(high / 2)})">{half}'
            f'<g transform="rotate(180)">{half}</g></g>'
        )
        return made
    across, down = 14.0, high - 34
    for column, sixth in _PIPS.get(int(face.rank), ()):
        x, y = width / 2 + (column - 1) * across, 17 + down * sixth / 6
        pip = glyph(face.suit, 0, 0, 4.4, face.look)
        turned = " rotate(180)" if sixth > 3 else ""
        made.append(f'<g transform="translate({number(x)} {number(y)}){turned}">{pip}</g>')
    return made


def _court(face: Face) -> list[str]:
    """Draws a court down to the shoulders, around the middle of its face."""
    look = face.look
    return [
        shape("path", look, d="M-8 9C-8 4.6 -4 3.4 0 3.4S8 4.6 8 9Z"),
        shape("path", "face", d="M-2.2 3.6L0 8 2.2 3.6Z"),
        shape("circle", f"face {look}-edge", cx=0, cy=-1.6, r=3.2, stroke_width=0.6),
        shape("path", look, d=_HAIR[face.rank]),
        shape("path", f"gold {look}-edge", d=_HEADS[face.rank], stroke_width=0.6, stroke_linejoin="round"),
        glyph(face.suit, 0, 7.4, 1.2, "face") if face.rank == "J" else "",
    ]
