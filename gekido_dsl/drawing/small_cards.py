"""Cards as small as a screen has room for, with all that can be read there: in a hand, in a slot, on the table."""

import re
from collections.abc import Sequence
from typing import Final

from gekido_dsl.drawing.dice import face_shapes
from gekido_dsl.drawing.glyphs import glyph
from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.pieces import piece, shape_of
from gekido_dsl.drawing.playing_cards import RATIO, Face, decks, small, tiny
from gekido_dsl.drawing.svg import label, lines, number, placed, shape, stripe, text_width
from gekido_dsl.drawing.tags import Tag, tagged
from gekido_dsl.drawing.theme import ink
from gekido_dsl.drawing.things import art_of
from gekido_dsl.drawing.values import columns
from gekido_dsl.engine import ThingView
from gekido_dsl.languages import joined, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType, ThingType

NARROW: Final = 19.0
"""How wide a card without a text is."""
WIDE: Final = 31.0
"""How wide a card with a text is."""
GAP: Final = 1.6
_NAME: Final = 3.5
_TEXT: Final = 3.1
_EDGE: Final = 1.4
_GLYPH: Final = 4.2
_ART: Final = 13.0
_SQUARE: Final = 3.2
_LESS: Final = 0.92
_MOST_VALUES: Final = 3
_STACKED: Final = 6
"""Of so many cards those that are alike lie on one another."""
COUNT: Final = 3.2
"""How much higher a card is that says how many there are of it."""
_MARK: Final = 3.8
"""How much higher a card with a text is that says whose it is."""
_MOST_LINES: Final = 7
"""So many lines of one value are written at most."""
_MUCH: Final = 24
"""So many letters of a value ask for a wide card."""
EMPTY: Final = ("", "no", "none", "nothing")
"""Values that say nothing."""
_BOLD: Final = 1.13
_PLAYING: Final = 17.0
"""How wide a playing card is."""
_STEP: Final = 8.2
"""How much of a playing card is seen at least where the next one lies over it: enough to be read and pressed."""
_TINY: Final = 6.0
_TOKEN: Final = 5.2

Drawn = tuple[list[str], float]
"""What is on a card without its frame, and how high it is."""


class SmallCards:
    """Draws the cards of one game; what was drawn once is kept, as a match shows the same cards again and again."""

    def __init__(self, game: m.Game, look: Look) -> None:
        self.game, self.look = game, look
        self._made: dict[tuple[object, ...], Drawn] = {}
        self._decks = decks(game)
        self.pieces = [
            kind.name
            for kind in game.kinds.values()
            if not kind.rows or {row.name for row in kind.rows} <= {"", kind.name}
        ]
        """The kinds whose things bear no name: they are drawn by their shape."""
        self._rows = {
            (kind.name, row.name): (kind, at)
            for kind in game.kinds.values()
            for at, row in enumerate(kind.rows)
        }

    def width(self, things: Sequence[ThingView]) -> float:
        """Gives how wide the cards of a hand are: those with much to read are wider."""
        return WIDE if any(thing.text or _tells_much(thing) for thing in things) else NARROW

    def in_order(self, things: Sequence[ThingView]) -> list[ThingView]:
        """Puts cards in the order in which a hand is held: by their printed facts, as the kind declares them.

        What no table has stays behind them in the order in which it lies.
        """
        return sorted(things, key=self._order)

    def _order(self, thing: ThingView) -> tuple[int, ...]:
        known = self._rows.get((thing.kind, thing.name))
        if known is None:
            return (len(self.game.kinds),)
        kind, at = known
        values = [
            value
            for field in columns(kind)
            if field.index is None and isinstance(field.type, IntType | EnumType | BoolType | ThingType)
            if isinstance(value := kind.rows[at].values.get(field.name), int)
        ]
        return (list(self.game.kinds).index(kind.name), *values, at)

    def hand(
        self,
        things: Sequence[ThingView],
        room: float,
        tag: Tag,
        on: str = "",
        shared: bool = False,
        *,
        stacks: bool = False,
    ) -> tuple[list[str], float]:
        """Draws cards in rows; gives them with their height.

        Args:
            room: how wide the rows may be.
            on: the name of the place where they lie.
            shared: whether it is a place of nobody, where each card tells whose it is.
            stacks: whether those that are alike lie on one another where there are many.
        """
        faces = [self.face(thing) for thing in things]
        if faces and all(faces):
            return self._fan(things, [face for face in faces if face], room, tag, on, shared)
        across, width = fitted(self.width(things), room, GAP)
        heaps = alike(things) if stacks else [[one] for one in things]
        shapes: list[str] = []
        y = 0.0
        for begin in range(0, len(heaps), across):
            row = heaps[begin : begin + across]
            drawn = [self._with_lying(one[0], width, tag) for one in row]
            marked = shared and any(one[0].text and one[0].owner is not None for one in row)
            foot = _MARK if marked else COUNT if any(len(one) > 1 for one in row) else 0.0
            high = max(height for _, height in drawn) + foot
            for at, (stack, (inside, _)) in enumerate(zip(row, drawn, strict=True)):
                thing, count = stack[0], len(stack)
                whole = [card_frame(width, high), *inside]
                name, said = tag(thing), said_of(thing)
                if count > 1:
                    whole = [
                        placed([card_frame(width, high)], 0.8, 0.8),
                        *whole,
                        *count_mark(count, width, high),
                    ]
                    said = text("{number} {kinds}", number=count, kinds=said)
                if shared and thing.owner is not None:
                    whole += _owner(thing.owner, width, high)
                shapes.append(placed([tagged(name, whole, said, on)], at * (width + GAP), y))
            y += high + GAP
        return shapes, max(y - GAP, 0.0)

    def is_drawn(self, kind: m.Kind, fact: str) -> bool:
        """Tells whether figures on boards show a fact."""
        field = kind.fields.get(fact)
        if field is None or field.unlogged:
            return True
        if isinstance(field.type, BoolType):
            return field.index is None
        return any((kind.name, fact) == key[:2] for key in self.look.figures)

    def _with_lying(self, thing: ThingView, width: float, tag: Tag) -> Drawn:
        """Draws what is on a card, and below it what lies in places of its own."""
        made, high = self.inside(thing, width)
        lying = [place for place in thing.places if place.count]
        if not lying:
            return made, high
        made, y = list(made), high - _EDGE
        for place in lying:
            things = place.things
            if things is None:
                made.append(label(f"{place.name}: {place.count}", width / 2, y + 1.5, _TEXT, "quiet"))
                y += _TEXT * 1.4
                continue
            across = max(1, int((width - 2) / (_TOKEN + 0.6)))
            for at, one in enumerate(things):
                row = things[at // across * across :][:across]
                left = (width - len(row) * (_TOKEN + 0.6) + 0.6) / 2
                x, below = left + at % across * (_TOKEN + 0.6), y + at // across * (_TOKEN + 0.6)
                small = token(one, _TOKEN, self.look)
                made.append(placed([tagged(tag(one), small, said_of(one), tag(place))], x, below))
            y += -(-len(things) // across) * (_TOKEN + 0.6) + 0.4
        return made, max(y + _EDGE, high)

    def face(self, thing: ThingView) -> Face | None:
        """Tells what a playing card shows; None for what is none, or has artwork of its own."""
        deck = self._decks.get(thing.kind)
        if deck is None or (thing.kind, thing.name) in self.look.art:
            return None
        return deck.face(thing.facts)

    def _fan(
        self,
        things: Sequence[ThingView],
        faces: Sequence[Face],
        room: float,
        tag: Tag,
        on: str,
        shared: bool,
    ) -> tuple[list[str], float]:
        """Draws playing cards in rows, one over the edge of another where there is no room side by side."""
        most = max(1, int((room - _PLAYING) / _STEP) + 1)
        rows = -(-len(things) // most)
        across = -(-len(things) // rows)
        step = min(_PLAYING + GAP, (room - _PLAYING) / max(across - 1, 1))
        shapes: list[str] = []
        high = _PLAYING * RATIO
        for at, (thing, face) in enumerate(zip(things, faces, strict=True)):
            is_last = at % across == across - 1 or at == len(things) - 1
            whole = small(face, _PLAYING, None if is_last else step)
            if shared and thing.owner is not None:
                whole += _owner(thing.owner, min(step, _PLAYING) if not is_last else _PLAYING, high)
            drawn = [tagged(tag(thing), whole, said_of(thing), on)]
            shapes.append(placed(drawn, at % across * step, at // across * (high + GAP)))
        return shapes, rows * (high + GAP) - GAP

    def tiny(self, things: Sequence[ThingView], room: float, tag: Tag, on: str) -> Drawn | None:
        """Draws playing cards of others so small that they can just be read; None for other things."""
        faces = [face for thing in things if (face := self.face(thing)) is not None]
        across = max(1, int((room + 0.8) / (_TINY + 0.8)))
        if not faces or len(faces) < len(things) or len(faces) > 3 * across:
            return None
        high = _TINY * 1.3 + 0.8
        shapes = [
            placed([tagged(tag(thing), tiny(face, _TINY), thing.name, on)],
                   at % across * (_TINY + 0.8), at // across * high)
            for at, (thing, face) in enumerate(zip(things, faces, strict=True))
        ]  # fmt: skip
        return shapes, -(-len(faces) // across) * high

    def inside(self, thing: ThingView, width: float) -> Drawn:
        """Draws what is on a card."""
        printed = tuple(
            (name, value)
            for name, value in thing.facts.items()
            if value not in EMPTY and value not in thing.name and name != "sides"
        )
        key = (thing.kind, thing.name, thing.face, width, printed, thing.owner if thing.squares else None)
        if key not in self._made:
            self._made[key] = self._inside(thing, width, printed)
        return self._made[key]

    def _inside(self, thing: ThingView, width: float, values: tuple[tuple[str, str], ...]) -> Drawn:
        known = self._rows.get((thing.kind, thing.name))
        made: list[str] = []
        y = _EDGE
        if known is not None and (tints := self.look.tints_of(known[0], known[0].rows[known[1]])):
            made += stripe(tints, 0.8, 0.8, width - 1.6, 1.3)
            y += 1.2
        art = art_of(self.game, *known, self.look) if known is not None else None
        if art is not None:
            high = min(_ART, (width - 2 * _EDGE) / (art.ratio or 1.0))
            made.append(art.shape(_EDGE, y, width - 2 * _EDGE, high))
            y += high + 0.6
        name = thing.name or thing.kind
        size = _NAME
        bold = _BOLD * (1.12 if name.isupper() else 1.0)
        broken = _name_lines(name, width - 2 * _EDGE, size * bold)
        longest = max((text_width(line, size * bold) for line in broken), default=0.0)
        if longest > width - 2 * _EDGE:
            size *= (width - 2 * _EDGE) / longest
        for line in broken:
            made.append(label(line, width / 2, y + size * 0.6, size, bold=True))
            y += size * 1.2
        if thing.squares:
            across, down = (max(spot[axis] for spot in thing.squares) + 1 for axis in (1, 0))
            cell = min(_SQUARE, (width - 2 * _EDGE) / across)
            left = (width - cell * across) / 2
            seat = "paper" if thing.owner is None else f"player{thing.owner % 12 + 1}"
            made += [
                shape("rect", f"{seat} strong-edge", x=left + column * cell, y=y + row * cell + 0.4, width=cell,
                      height=cell, stroke_width=0.35)
                for row, column in thing.squares
            ]  # fmt: skip
            y += cell * down + 1.0
        signs = [thing.glyph] if thing.glyph else self._signs(known)
        if signs and art is None and not thing.text:
            for at, sign in enumerate(signs):
                x = width / 2 + (at - (len(signs) - 1) / 2) * _GLYPH * 1.6
                made.append(glyph(sign, x, y + _GLYPH * 0.75, _GLYPH * 0.55))
            y += _GLYPH * 1.5
        if not thing.text:
            told_of = [one for one in values if one[1] != "0"] if len(values) > _MOST_VALUES - 1 else values
            for title, value in told_of[:_MOST_VALUES]:
                told = text("{name} {value}", name=title, value=value) if len(value) < 4 else value
                parts = [line for part in told.split("; ") for line in lines(part, width - 2 * _EDGE, _TEXT)]
                for line in parts[:_MOST_LINES]:
                    made.append(label(line, width / 2, y + _TEXT * 0.65, _TEXT, "quiet"))
                    y += _TEXT * 1.2
        for line in lines(thing.text or "", width - 2 * _EDGE, _TEXT):
            made.append(label(line, _EDGE + 0.2, y + _TEXT * 0.7, _TEXT, "ink", "start"))
            y += _TEXT * 1.22
        return made, max(y + _EDGE, width * 0.78)

    def _signs(self, known: tuple[m.Kind, int] | None) -> list[str]:
        """Lists the signs of the values of a card."""
        found = []
        for field in columns(known[0]) if known is not None else ():
            value = known[0].rows[known[1]].values.get(field.name) if known is not None else None
            if isinstance(field.type, EnumType) and field.type.enum.glyphs and field.index is None:
                if isinstance(value, int) and value != NONE:
                    found.append(field.type.enum.glyphs[value])
        return found[:2]


def _tells_much(thing: ThingView) -> bool:
    """Tells whether what is printed on a card without a text takes more than a word or two."""
    return any(len(value) > _MUCH for name, value in thing.facts.items() if name in thing.printed)


def token(thing: ThingView, size: float, look: Look) -> list[str]:
    """Draws a thing as small as it can be told: a piece of a player, or a square in the colour of its value."""
    half = size / 2
    if thing.owner is not None and thing.name in ("", thing.kind):
        return piece(
            shape_of(thing.kind, look.pieces.get(thing.kind, "")), thing.owner, half, half, half * 0.94
        )
    fill = next(
        (tint for fact, value in thing.facts.items() if (tint := look.tints.get((fact, value))) is not None),
        "",
    ) or next((tint for (_, value), tint in look.tints.items() if value == thing.name), "")
    box = {
        "x": 0.15,
        "y": 0.15,
        "width": size - 0.3,
        "height": size - 0.3,
        "rx": size * 0.2,
        "stroke_width": 0.3,
    }
    letters = "".join(word[0] for word in (thing.name or thing.kind).split())[:2]
    if not fill:
        return [shape("rect", "tint strong-edge", **box), label(letters, half, half, size * 0.5, bold=True)]
    written = label(letters, half, half, size * 0.55, "own", bold=True)
    return [shape("rect", "strong-edge", fill=fill, **box), f'<g fill="{ink(fill)}">{written}</g>']


def _owner(seat: int, width: float, height: float) -> list[str]:
    """Marks whose a card is."""
    x, y = 2.6, height - 2.6  # the other corner says how many there are
    look = f"player{seat % 12 + 1} strong-edge"
    return [
        shape("circle", look, cx=x, cy=y, r=2.0, stroke_width=0.3),
        label(str(seat + 1), x, y, 2.6, f"player{seat % 12 + 1}-ink", bold=True),
    ]


def _name_lines(name: str, room: float, size: float) -> list[str]:
    """Breaks a name into lines, at hyphens too where a word is wider than there is room."""
    broken = lines(name, room, size)
    if "-" not in name or all(text_width(line, size) <= room for line in broken):
        return broken
    parts = re.sub(r"(?<=\w)-(?=\w)", "- ", name)
    return [re.sub(r"(?<=\w)- (?=\w)", "-", line) for line in lines(parts, room, size)]


def said_of(thing: ThingView) -> str:
    """Tells a card in words."""
    facts = [
        text("{name} {value}", name=name, value=value)
        for name, value in thing.facts.items()
        if value not in EMPTY
    ]
    return joined("; ", [thing.name or thing.kind, *facts, *([thing.text] if thing.text else [])])


def alike(things: Sequence[ThingView]) -> list[list[ThingView]]:
    """Puts things that look the same onto one another, where there are many of them."""
    if len(things) < _STACKED:
        return [[one] for one in things]
    stacks: dict[object, list[ThingView]] = {}
    for at, one in enumerate(things):
        plain = one.name not in ("", one.kind) and not one.places and not one.squares
        look = (one.kind, one.name, one.face, one.owner, one.text, tuple(one.facts.items()))
        stacks.setdefault(look if plain else at, []).append(one)
    return list(stacks.values())


def count_mark(count: int, width: float, height: float) -> list[str]:
    """Writes how many there are of a card, at its foot."""
    said = f"× {count}"
    wide = text_width(said, 3.1) + 3
    return [
        shape("rect", "tint", x=width - wide - 0.6, y=height - 4.8, width=wide, height=4.2, rx=2.1),
        label(said, width - wide / 2 - 0.6, height - 2.7, 3.1, "quiet", bold=True),
    ]


def fitted(width: float, room: float, gap: float) -> tuple[int, float]:
    """Tells how many fit into a row, and how wide each is then: a little less, where that makes room for one more."""
    across = max(1, int((room + gap) / (width * _LESS + gap)))
    return across, min(width, (room + gap) / across - gap)


def card_frame(width: float, height: float, look: str = "paper strong-edge") -> str:
    """Draws the outline of a small card."""
    measures = {"width": width - 0.4, "height": height - 0.4, "rx": 1.4, "stroke_width": 0.35}
    return shape("rect", look, x=0.2, y=0.2, **measures)


def backs(count: int, width: float = 5.0, height: float = 6.8) -> tuple[list[str], float]:
    """Draws the backs of cards, a few of them spread out, with their number; gives how wide that is."""
    shown = min(count, 5)
    made = []
    for at in range(shown):
        x = at * width * 0.42
        made.append(
            shape("rect", "shade strong-edge", x=x + 0.2, y=0.2, width=width - 0.4, height=height - 0.4,
                  rx=1.0, stroke_width=0.35)
        )  # fmt: skip
        made.append(
            shape("path", "line-line", stroke_width=0.3,
                  d=f"M{number(x + 1)} 1.2L{number(x + width - 1)} {number(height - 1.2)}")
        )  # fmt: skip
    wide = (max(shown, 1) - 1) * width * 0.42 + width
    made.append(label(f"× {count}", wide + 1.4, height / 2, 3.6, "ink", "start", bold=True))
    return made, wide + 3 + text_width(f"× {count}", 3.6)


def die_shapes(game: m.Game, thing: ThingView, size: float) -> list[str] | None:
    """Draws a die as it lies; None for what is none."""
    kind = game.kinds.get(thing.kind)
    if kind is None or kind.faces is None or thing.face is None:
        return None
    if isinstance(kind.faces, m.Enum):
        face = kind.faces.members.index(thing.face) if thing.face in kind.faces.members else 0
        return face_shapes(kind, face, size)
    return face_shapes(kind, int(thing.face), size) if thing.face.lstrip("-").isdigit() else None
