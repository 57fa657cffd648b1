"""What a player has becomes an area of the table in play: panel, hand, dice and numbers, each under its name.

Invariants:
    Only what the view shows is drawn; of what is hidden there are backs, and their number.
"""

from collections.abc import Mapping, Sequence, Set
from typing import Final

from gekido_dsl.drawing.dice import face_shapes
from gekido_dsl.drawing.figures import figure
from gekido_dsl.drawing.lines_of_areas import BOLD, DIE, LINE, PAD, TYPE, Lines
from gekido_dsl.drawing.market import ordered_places
from gekido_dsl.drawing.pieces import piece, shape_of
from gekido_dsl.drawing.playing_cards import tiny
from gekido_dsl.drawing.small_cards import (
    EMPTY,
    NARROW,
    SmallCards,
    backs,
    card_frame,
    die_shapes,
    fitted,
    said_of,
    token,
)
from gekido_dsl.drawing.svg import Picture, block, label, phrase, placed, shape, text_width
from gekido_dsl.drawing.tags import Tag, tagged
from gekido_dsl.drawing.values import index_names
from gekido_dsl.engine import PlaceView, PlayerView, ThingView
from gekido_dsl.engine.spots import of_player, of_value
from gekido_dsl.languages import joined, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import spot

_HEAD: Final = 8.2
_TITLE: Final = 3.8
_MOST_THINGS: Final = 8
_MOST_CARDS: Final = 26
"""So many cards of an own hand are drawn one by one."""
_CHIP: Final = 5.4
_CHIP_TYPE: Final = 3.1
_CELL: Final = 26.0
"""How wide a column of a table is at most: what stands in it is read beside its title."""
_LEAST_CELL: Final = 0.8
"""How much narrower than its titles a table of another player may be, for it to stand in two halves side by side."""
_MOST_ROWS: Final = 16
"""A table has no more rows than this."""
_TWO_BY_TWO: Final = 3
"""So many things with little to say of each stand side by side."""
_LEAST_HALF: Final = 40.0
_FEW: Final = 4
_HELD: Final = 5.6
"""How large what lies on a thing is drawn."""


class Pen(Lines):
    """Writes what a player has, from the top down, each thing under its name."""

    # ------------------------------------------------------------ things

    def thing(self, thing: ThingView, titled: bool = True) -> None:
        """Draws a thing: its name, tracks, counters, facts that change, parts and places."""
        began, before = len(self.shapes), len(self.told)
        name, top = thing.name or thing.face or thing.kind, self.y
        panel = self.tag(thing)
        if titled:
            row = all(board.shape.rows == 1 for board in self.game.boards.values())
            where = text("on {space}", space=spot(thing.space, row=row)) if thing.space else ""
            if text_width(name, _TITLE * BOLD) + text_width(where, TYPE) > self.width - 2 * PAD - 4:
                where = thing.space or ""
            self.shapes.append(
                phrase([(name, "ink", True), (where, "quiet", False)], PAD, self.y + LINE / 2, _TITLE, 1.0)
            )
            self.y += LINE + 0.5
        self._live(thing, name, "")
        if self.prints:
            indexed = self._indexed(thing)
            told = [
                (title, value)
                for title, value in thing.facts.items()
                if title in thing.printed and title not in indexed
            ]
            self.values([("", title, value) for title, value in told if value not in (*EMPTY, "0", name)])
            if thing.text:
                self.text(thing.text, PAD + 1, "quiet")
        rows = [part for part in thing.parts if part.places and not part.tracks and not part.counters]
        alone = [part for part in thing.parts if part not in rows]
        names = max((text_width(part.name or part.kind, TYPE * BOLD) for part in alone), default=0.0)
        for part in alone:
            self._part(part, name, names)
        if rows:
            self._slots(rows)
        for place in thing.places:
            if place.count:
                self.place(place)
        self._tables(thing)
        high = self.y - top
        if panel:
            room = shape(
                "rect", "none", x=0.8, y=top - 0.3, width=self.width - 1.6, height=max(high, LINE), rx=1.2
            )
            inside = [room.replace('class="none"', 'class="none" pointer-events="all"'), *self.shapes[began:]]
            self.shapes[began:] = [
                tagged(
                    panel, inside, text("{name}: {told}", name=name, told=joined("; ", self.told[before:]))
                )
            ]
        self.told.insert(before, name)
        self.y += 0.8

    def _live(self, thing: ThingView, name: str, part: str) -> None:
        """Draws what changes of a thing: its tracks, its counters, its facts."""
        for track, faces in thing.tracks.items():
            title = _of_part(part, track)
            key = f"{name}/{part}/{track}"
            if not faces and (self.prints or not self.own) and key not in self.marked:
                continue
            kind = self.game.tracks[track].die if track in self.game.tracks else None
            lying = ", ".join(map(str, faces)) or text("none")
            self.told.append(text("{name} {value}", name=title, value=lying))
            begin = self.title(key, title, 3 * DIE)
            if not faces or kind is None:
                self.shapes.append(label(text("none"), begin, self.y + LINE / 2, TYPE, "ink", "start"))
                self.y += LINE
                continue
            self.dice(
                [
                    (self.tag(thing, track, at), face_shapes(kind, face, DIE), str(face))
                    for at, face in enumerate(faces)
                ],
                begin,
            )
        for counter, shown in thing.counters.items():
            if shown is not None:
                self.value(f"{name}/{part}/{counter}", _of_part(part, counter), str(shown))
        for link, sides in thing.links.items():
            self._link(link, sides, f"{name}/{part}", _of_part(part, link))
        self.values(
            [
                (f"{name}/{part}/{title}", _of_part(part, title), value)
                for title, value in self._facts(thing).items()
            ]
        )

    def _link(self, link: str, sides: Mapping[str, str], key: str, title: str) -> None:
        """Draws the tokens that lead to other things, each with the side that is up."""
        if not sides:
            return
        begin = self.title(f"{key}/{link}", title, 24)
        x = begin
        for other, side in sides.items():
            said = text("{name}: {told}", name=other, told=side)
            is_marked = f"{key}/{link} for {other}" in self.marked
            wide = text_width(said, _CHIP_TYPE) * BOLD + 3.2
            if x + wide > self.width - PAD and x > begin:
                x, self.y = begin, self.y + _CHIP + 0.7
            look = "accent-edge" if is_marked else "line-edge"
            self.shapes.append(
                shape("rect", f"tint {look}", x=x, y=self.y - 0.3, width=wide, height=_CHIP, rx=_CHIP / 2,
                      stroke_width=0.6 if is_marked else 0.25)
            )  # fmt: skip
            parts = [(text("{name}:", name=other), "quiet", False), (side, "ink", True)]
            self.shapes.append(phrase(parts, x + 1.6, self.y - 0.3 + _CHIP / 2, _CHIP_TYPE))
            x += wide + 0.9
        self.y += _CHIP + 0.6
        each = joined(", ", (text("{name} {value}", name=other, value=side) for other, side in sides.items()))
        self.told.append(text("{name}: {told}", name=title, told=each))

    def _facts(self, thing: ThingView) -> Mapping[str, str]:
        """Gives the facts of a thing that a match changes, but for those that say nothing now."""
        indexed = self._indexed(thing)
        return {
            name: value
            for name, value in {**thing.facts, **thing.changed}.items()
            if name not in thing.printed
            and value not in EMPTY
            and name not in indexed
            and not (thing.space is not None and thing.heading is not None and value == thing.heading.name)
        }

    def _indexed(self, thing: ThingView) -> Set[str]:
        """Names the facts of a thing that have a value for each of several, and stand in tables or serve the rules."""
        kind = self.game.kinds.get(thing.kind)
        return {
            field.name
            for field in (kind.fields.values() if kind else ())
            if field.index is not None and (field.unlogged or 1 < len(index_names(field.index)) <= _MOST_ROWS)
        }

    def _part(self, part: ThingView, name: str, names: float) -> None:
        """Draws a part in a line: its name and what changes of it.

        Args:
            names: how wide the longest name of such a part is, so that values stand below one another.
        """
        title = part.name or part.kind
        counted = [(one, shown) for one, shown in part.counters.items() if shown is not None]
        facts = self._facts(part)
        if any(part.tracks.values()):
            self._live(part, name, title)
            return
        if not self.own and not counted and not facts:
            return
        values = [text("{name} {value}", name=one, value=shown) for one, shown in [*counted, *facts.items()]]
        limits = [
            text("{name} {value}", name=fact, value=value) for fact, value in part.facts.items()
            if self.own and fact in part.printed and value.isdigit()
        ]  # fmt: skip
        keys = [f"{name}/{title}/{one}" for one, _ in counted]
        top = self.y
        shapes_before = len(self.shapes)
        for key in keys:
            self.mark(key, LINE)
        self.shapes.append(label(title, PAD + 1, self.y + LINE / 2, TYPE, "ink", "start", bool(values)))
        told = joined(", ", [*values, *limits])
        x = PAD + 3 + names
        if x + text_width(told, TYPE) > self.width - PAD:
            x = PAD + 3 + text_width(title, TYPE * BOLD)
        if x + text_width(told, TYPE) > self.width - PAD:
            self.y += LINE
            x = PAD + 6
        self.shapes.append(label(told, x, self.y + LINE / 2, TYPE, "ink" if values else "quiet", "start"))
        self.y += LINE
        self.grouped(self.tag(part), shapes_before, top, _of_part(title, told))
        self.told.append(_of_part(title, told))

    def _slots(self, parts: Sequence[ThingView]) -> None:
        """Draws parts in which something lies, as a row of slots."""
        across, width = fitted(NARROW if self.own else 8.6, self.width - 2 * PAD, 1.0)
        for begin in range(0, len(parts), across):
            row = parts[begin : begin + across]
            high = 0.0
            for at, part in enumerate(row):
                high = max(high, self._slot(part, PAD + at * (width + 1), width, begin + at + 1))
            self.y += high + 1.2

    def _slot(self, part: ThingView, x: float, width: float, number: int) -> float:
        """Draws a part with what lies in it; gives how high that is."""
        made = [label(str(number), width / 2, 1.9, 3.0, "quiet", bold=True)]
        high = width * 0.9 if self.own else width * 1.15
        lying = [place for place in part.places if place.count]
        words: list[str] = [part.name or part.kind]
        for place in (lying or list(part.places))[:1]:
            inside: list[str] = []
            for thing in (place.things or ())[:1]:
                name = self.tag(thing)
                words.append(said_of(thing))
                if self.own:
                    drawn, tall = self.cards.inside(thing, width)
                    high = max(high, tall)
                    whole = [card_frame(width, high), *drawn]
                else:
                    whole = [card_frame(width, high)]
                    whole += block(thing.name.replace("-", " "), width / 2, 0.6, width - 1.2, high - 1.2, 3.0)
                inside = [tagged(name, whole, said_of(thing), self.tag(place))]
            if not inside and place.count:
                inside = [
                    card_frame(width, high, "shade strong-edge"),
                    label("?", width / 2, high / 2, 4.4, bold=True),
                ]
                words.append(text("face down"))
            if not inside:
                inside = [
                    shape("rect", "tint line-edge", x=0.2, y=0.2, width=width - 0.4, height=high - 0.4, rx=1.4,
                          stroke_width=0.3, stroke_dasharray="1.2 1")
                ]  # fmt: skip
                words.append(text("empty"))
            made.append(placed([tagged(self.tag(place), inside, joined(", ", words))], 0, 4))
        self.shapes.append(placed([tagged(self.tag(part), made, joined(", ", words))], x, self.y))
        self.told.append(joined(", ", words))
        return high + 4

    def _tables(self, thing: ThingView) -> None:
        """Draws facts that a thing has for each of several values: a row for each value, a column for each fact."""
        kind = self.game.kinds.get(thing.kind)
        if kind is None:
            return
        tables: dict[str, tuple[m.Enum | m.Kind, list[m.Field]]] = {}
        for field in kind.fields.values():
            if field.index is None or field.unlogged:
                continue
            if field.name in thing.facts or field.kept:
                tables.setdefault(field.index.name, (field.index, []))[1].append(field)
        for index, fields in tables.values():
            shown = [field for field in fields if field.name in thing.facts]
            names = index_names(index)
            sheet = thing.name in ("", thing.kind)
            if not 1 < len(names) <= _MOST_ROWS or not (shown or sheet):
                continue
            self._table(thing, index, fields, names)

    def _table(
        self, thing: ThingView, index: m.Enum | m.Kind, fields: Sequence[m.Field], names: Sequence[str]
    ) -> None:
        cells = {field.name: _by_name(thing.facts.get(field.name, ""), names) for field in fields}
        wide = max(text_width(name, TYPE) for name in names) + PAD + 4
        half = self.width / 2 - PAD
        needed = [max(text_width(field.name, 3.0) + 1.5, 8.0) for field in fields]
        halves = 1 if self.own or wide + sum(needed) * _LEAST_CELL > half else 2
        if halves == 1:
            widths = [min((self.width - PAD - wide) / max(len(fields), 1), _CELL)] * len(fields)
        else:
            widths = [one * min(1.0, (half - wide) / sum(needed)) for one in needed]
        starts = [wide + sum(widths[:at]) for at in range(len(fields))]
        kept = {field.name for field in fields if field.kept}
        deep = -(-len(names) // halves)
        for part in range(halves):
            for at, field in enumerate(fields):
                x = part * half + starts[at] + widths[at] / 2
                size = min(3.0, 3.0 * (widths[at] - 1) / max(text_width(field.name, 3.0), 1))
                self.shapes.append(label(field.name, x, self.y + LINE / 2, size, "quiet"))
        self.y += LINE
        first = self.y
        for number, name in enumerate(names):
            part, line = divmod(number, deep)
            left, self.y = part * half, first + line * LINE
            began, top = len(self.shapes), self.y
            if line % 2 == 0:
                right = wide + sum(widths)
                self.shapes.append(
                    shape("rect", "tint", x=left + PAD, y=self.y, width=right - PAD, height=LINE)
                )
            self.shapes.append(label(name, left + PAD + 1, self.y + LINE / 2, TYPE, "ink", "start"))
            said: list[str] = [name]
            for at, field in enumerate(fields):
                value = cells[field.name].get(name, "")
                x, each = left + starts[at] + widths[at] / 2, widths[at]
                if field.name in kept:  # as on a pad, where it is written in
                    self.shapes.append(
                        shape("rect", "paper line-edge", x=x - each / 2 + 0.6, y=self.y + 0.3, width=each - 1.2,
                              height=LINE - 0.6, rx=0.6, stroke_width=0.2)
                    )  # fmt: skip
                self.shapes.append(label(value, x, self.y + LINE / 2, TYPE, bold=True))
                said += [text("{name} {value}", name=field.name, value=value)] if value else []
            self.y += LINE
            address = " ".join(of_value(index.name, name)) if isinstance(index, m.Enum) else ""
            # What is asked of a row is asked of one's own.
            self.grouped(
                address if self.own and address not in self.used else "", began, top, joined(", ", said)
            )
            if self.own:
                self.used.add(address)
            self.told.append(joined(", ", said))
        self.y = first + deep * LINE

    def on_board(self, thing: ThingView) -> bool:
        """Tells whether a thing stands on a board, and all that can be said of it is seen there."""
        kind = self.game.kinds.get(thing.kind)
        if thing.space is None or thing.name not in ("", thing.kind) or thing.face or kind is None:
            return False
        return not (
            any(thing.tracks.values()) or thing.parts or thing.links
            or any(place.count for place in thing.places)
            or any(shown is not None for shown in thing.counters.values())
            or any(not self.cards.is_drawn(kind, title) for title in self._facts(thing))
        )  # fmt: skip

    def only_holds(self, thing: ThingView) -> bool:
        """Tells whether there is nothing to say of a thing but what lies in places of its own."""
        if not thing.places or thing.parts or thing.links or any(thing.tracks.values()) or self._facts(thing):
            return False
        return not any(shown is not None for shown in thing.counters.values())

    def fit_beside(self, things: Sequence[ThingView]) -> bool:
        """Draws several things two by two, where each takes no more than half of the width; tells whether it did."""
        half = self.width / 2
        if len(things) < _TWO_BY_TWO or half < _LEAST_HALF or any(not self._is_short(one) for one in things):
            return False
        for begin in range(0, len(things), 2):
            high = 0.0
            for at, thing in enumerate(things[begin : begin + 2]):
                pen = Pen(self.game, self.cards, half, self.tag, self.marked, self.own)
                pen.prints, pen.used = self.prints, self.used
                pen.thing(thing)
                self.shapes.append(placed(pen.shapes, at * half, self.y))
                self.told += pen.told
                high = max(high, pen.y)
            self.y += high
        return True

    def _is_short(self, thing: ThingView) -> bool:
        """Tells whether a named thing has neither parts nor large tables, and few dice or cards."""
        return (
            thing.name not in ("", thing.kind)
            and not thing.parts
            and not thing.links
            and all(len(dice) < _FEW for dice in thing.tracks.values())
            and all(place.count < _FEW for place in thing.places)
            and len(self._indexed(thing)) < 2
            and not self.only_holds(thing)
        )

    def holders(self, things: Sequence[ThingView]) -> None:
        """Draws things side by side, each with what lies on it."""
        x = high = 0.0
        for thing in things:
            title = thing.name or thing.kind
            drawn: list[str] = []
            at = 0.0
            tall = _HELD
            for place in thing.places:
                for one in place.things or ():
                    face = self.cards.face(one)
                    size = _HELD if face is None else 6.0
                    made = token(one, size, self.cards.look) if face is None else tiny(face, size)
                    tall = max(tall, size if face is None else size * 1.3)
                    drawn.append(
                        placed([tagged(self.tag(one), made, said_of(one), self.tag(place))], at + 1, 4.6)
                    )
                    at += size + 0.6
                if place.things is None and place.count:
                    drawn.append(label(f"× {place.count}", at + 3, 4.6 + _HELD / 2, TYPE, bold=True))
                    at += 8
            wide = max(text_width(title, 3.0) + 2.4, at + 1.4, 14.0)
            if x and x + wide > self.width - 2 * PAD:
                x, self.y, high = 0.0, self.y + high + 0.8, 0.0
            frame = shape("rect", "tint line-edge", x=0.15, y=0.15, width=wide - 0.3, height=tall + 5.2, rx=1.2,
                          stroke_width=0.25)  # fmt: skip
            lying = joined(", ", (said_of(one) for place in thing.places for one in place.things or ()))
            words = text("{name}: {told}", name=title, told=lying or text("empty"))
            inside = [frame, label(title, 1.2, 2.6, 3.0, "quiet", "start"), *drawn]
            self.shapes.append(placed([tagged(self.tag(thing), inside, words)], PAD + x, self.y))
            self.told.append(words)
            x, high = x + wide + 0.8, max(high, tall + 5.5)
        self.y += high + 0.8 if things else 0

    # ------------------------------------------------------------ places

    def place(self, place: PlaceView) -> None:
        """Draws a place with what lies there: dice, cards, or backs with their number."""
        key = f"/{place.name}"
        began, top, before = len(self.shapes), self.y, len(self.told)
        things = list(place.things if place.things is not None else place.known)
        if place.word == "hand":
            things = self.cards.in_order(things)
        name = self.tag(place)
        dice = [
            (self.tag(one), drawn, one.face or "")
            for one in things
            if (drawn := die_shapes(self.game, one, DIE))
        ]
        if place.things is None:
            begin = self.title(key, place.name, 24)
            drawn, wide = backs(place.count)
            self.shapes.append(placed(drawn, min(begin, self.width - PAD - wide), self.y - 0.6))
            self.y += 7.0
            self.told.append(text("{place} with {number} face down", place=place.name, number=place.count))
        elif dice and len(dice) == len(things):
            begin = self.title(key, place.name, 3 * DIE)
            self.dice(dice, begin, name)
            faces = joined(", ", (face for _, _, face in dice))
            self.told.append(text("{name}: {told}", name=place.name, told=faces))
        elif self._lays_out(place, things):
            self.mark(key, LINE)
            self.shapes.append(
                label(
                    text("{place} ({number})", place=place.name, number=place.count),
                    PAD,
                    self.y + LINE / 2,
                    TYPE,
                    "quiet",
                    "start",
                )
            )
            self.y += LINE + 0.3
            shapes, high = self.cards.hand(
                things,
                self.width - 2 * PAD,
                self.tag,
                name,
                place.owner is None,
                stacks=place.name not in ordered_places(self.game),
            )
            self.shapes.append(placed(shapes, PAD, self.y))
            self.y += high + 1.2
            names = joined(", ", (one.name or one.kind for one in things))
            self.told.append(text("{name}: {told}", name=place.name, told=names))
        else:
            self._chips(place, things, key)
        self.grouped(name, began, top, joined("; ", self.told[before:]))

    def _lays_out(self, place: PlaceView, things: Sequence[ThingView]) -> bool:
        """Tells whether cards are drawn one by one: those of an own hand, and what lies open and can be read."""
        if not 0 < len(things) <= _MOST_CARDS or not all(one.name not in ("", one.kind) for one in things):
            return False
        return self.own and (place.word in ("hand", "pile") and (len(things) <= 13 or place.word == "hand"))

    def _chips(self, place: PlaceView, things: Sequence[ThingView], key: str) -> None:
        """Writes what lies in a place as small plates, alike things once with their number."""
        begin = self.title(key, place.name, 20)
        ordered = self.cards.in_order(things)
        if (
            small := self.cards.tiny(ordered, self.width - begin - PAD, self.tag, self.tag(place))
        ) is not None:
            self.shapes.append(placed(small[0], begin, self.y - 0.4))
            self.y += small[1] + 0.4
            names = joined(", ", (one.name for one in ordered))
            self.told.append(text("{name}: {told}", name=place.name, told=names))
            return
        heaps: dict[tuple[object, ...], list[ThingView]] = {}
        for one in things:
            of = (one.owner, one.glyph) if self._is_piece(one) else ()
            heaps.setdefault((one.kind, one.name or one.face or "", *of), []).append(one)
        if not heaps or len(heaps) > (14 if self.own else 6):
            self.text(str(place.count), begin)
            self.told.append(text("{name} {value}", name=place.name, value=place.count))
            return
        x = begin
        for alike in heaps.values():
            named = alike[0].name or alike[0].face or alike[0].kind
            said = named if len(alike) == 1 else text("{count} × {thing}", count=len(alike), thing=named)
            is_piece = self._is_piece(alike[0])
            written = (f"× {len(alike)}" if len(alike) > 1 else "") if is_piece else said
            wide = text_width(written, TYPE) + 2.4 if written else 0.0
            room = wide + _CHIP if is_piece else wide
            if x + room > self.width - PAD and x > begin:
                x, self.y = begin, self.y + _CHIP + 0.7
            if is_piece:
                middle = _CHIP / 2
                plate = figure(alike[0], "", middle, middle, middle - 0.2, self.cards.look)
                plate += [label(written, _CHIP + 1.0, middle, TYPE, "ink", "start")] if written else []
            else:
                plate = [
                    shape(
                        "rect",
                        "tint line-edge",
                        x=0,
                        y=0,
                        width=wide,
                        height=_CHIP,
                        rx=1.4,
                        stroke_width=0.25,
                    ),
                    label(said, wide / 2, _CHIP / 2, TYPE),
                ]
            self.shapes.append(
                placed([tagged(self.tag(alike[0]), plate, said, self.tag(place))], x, self.y - 0.3)
            )
            x += room + 0.9
        self.y += _CHIP + 0.6
        names = joined(", ", (one[0].name or one[0].face or one[0].kind for one in heaps.values()))
        self.told.append(text("{name}: {told}", name=place.name, told=names))

    def _is_piece(self, thing: ThingView) -> bool:
        """Tells whether a thing is drawn as a piece of its owner, and not by its name."""
        nameless = thing.kind in self.cards.pieces and thing.name in ("", thing.kind)
        return nameless and thing.owner is not None and thing.face is None and not thing.patches


def _of_part(part: str, name: str) -> str:
    """Names something with the part that has it, if it is a part."""
    return text("{name} {value}", name=part, value=name) if part and name else part or name


def _by_name(text: str, names: Sequence[str]) -> dict[str, str]:
    """Reads the values of a fact that is kept for several, as a view says them, by what they are kept for."""
    found = {}
    for part in text.split(", "):
        for name in sorted(names, key=len, reverse=True):
            if part == name or part.startswith(f"{name} "):
                found[name] = part[len(name) :].strip() or "✓"
                break
    return found


def player_area(
    game: m.Game,
    cards: SmallCards,
    player: PlayerView,
    width: float,
    tag: Tag,
    *,
    name: str,
    note: str = "",
    own: bool = False,
    marked: Set[str] = frozenset(),
    playing: bool = False,
) -> Picture:
    """Draws the area of a player.

    Args:
        name: what the player is called.
        note: what is said beside the name.
        own: whether it is that of whoever looks: drawn with all that can be read on it.
        marked: what has changed, as `changes` names it.
        playing: whether it is their turn.
    """
    pen = Pen(game, cards, width, tag, marked, own)
    pen.y = _HEAD + 0.8
    things = [thing for thing in player.things if not pen.on_board(thing)]
    seen = [thing for thing in player.things if pen.on_board(thing)]
    if len(things) > _MOST_THINGS:
        many_ = {
            kind for kind in {thing.kind for thing in things} if [o.kind for o in things].count(kind) > 1
        }
        holding = {thing.kind for thing in things if thing.places}
        seen += [thing for thing in things if thing.kind in many_ - holding]
        things = [thing for thing in things if thing.kind not in many_ - holding]
    kinds: dict[str, int] = {}
    for thing in seen:
        kinds[thing.kind] = kinds.get(thing.kind, 0) + 1
    for kind, count in kinds.items():
        several = game.kinds[kind].plural if kind in game.kinds and count > 1 else kind
        pen.text(text("{number} {kinds}", number=count, kinds=several), PAD)
    many = len([thing for thing in things if thing.name not in ("", thing.kind)]) > 0
    hands = [place for place in player.places if own and place.word == "hand"]
    hands = [place for place in hands if place.count] or hands[:1]  # that one has nothing is told once
    for (
        place
    ) in hands:  # what one chooses from comes before what one looks up, lest the screen has to be moved
        pen.place(place)
    holders = [thing for thing in things if pen.only_holds(thing)]
    for thing in [] if pen.fit_beside(things) else [one for one in things if one not in holders]:
        pen.thing(thing, titled=many and thing.name not in ("", thing.kind))
    pen.holders(holders)
    for place in player.places:
        if place.count and place not in hands:
            pen.place(place)
    seat = player.seat
    look = f"player{seat % 12 + 1} strong-edge"
    head = [
        shape(
            "rect", f"player{seat % 12 + 1}", x=2.0, y=_HEAD - 0.35, width=width - 4.0, height=0.7, rx=0.35
        ),
        shape("circle", look, cx=5, cy=4.6, r=2.9, stroke_width=0.35),
        label(str(seat + 1), 5, 4.6, 3.6, f"player{seat % 12 + 1}-ink", bold=True),
        phrase([(name, "ink", True), (note, "accent" if playing else "quiet", False)], 9.6, 4.6, 4.0, 1.0),
    ]
    if pieces := [kind for kind in cards.pieces if kind in {one.kind for one in player.things if one.space}]:
        head += piece(
            shape_of(pieces[0], cards.look.pieces.get(pieces[0], "")),
            seat,
            width - 5,
            4.6,
            2.5,
            marked=not (cards.look.two_tone and seat == 1),
        )
    told = joined(", ", [name, note]) if note else name
    high = pen.y + 1.0
    frame = shape(
        "rect", "paper strong-edge" if playing else "paper line-edge", x=0.3, y=0.3, width=width - 0.6,
        height=high - 0.6, rx=2, stroke_width=0.7 if playing else 0.4,
    )  # fmt: skip
    top = shape("rect", "none", x=0.3, y=0.3, width=width - 0.6, height=_HEAD, rx=2)
    top = top.replace('class="none"', 'class="none" pointer-events="all"')
    shapes = (frame, tagged(" ".join(of_player(seat)), [top, *head], told), *pen.shapes)
    return Picture(width, high, shapes, name, text("{name}: {told}", name=told, told=joined("; ", pen.told)))


def common_area(
    game: m.Game,
    cards: SmallCards,
    places: Sequence[PlaceView],
    things: Sequence[ThingView],
    width: float,
    tag: Tag,
    marked: Set[str] = frozenset(),
) -> Picture | None:
    """Draws open places and things that belong to nobody; None where there are none."""
    pen = Pen(game, cards, width, tag, marked, True)
    pen.y = 1.6
    for place in places:
        pen.place(place)
    pen.prints = True
    for thing in things:
        pen.thing(thing)
    if not pen.told:
        return None
    high = pen.y + 1.0
    frame = shape(
        "rect", "paper line-edge", x=0.3, y=0.3, width=width - 0.6, height=high - 0.6, rx=2, stroke_width=0.4
    )
    return Picture(
        width,
        high,
        (frame, *pen.shapes),
        text("On the table"),
        text("On the table: {told}", told=joined("; ", pen.told)),
    )
