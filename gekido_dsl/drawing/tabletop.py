"""A position of a match becomes a picture: the boards, what lies beside them, and each player's area."""

from collections.abc import Sequence, Set
from typing import Final

from gekido_dsl.drawing import things as drawn_things
from gekido_dsl.drawing.boards import board
from gekido_dsl.drawing.dice import face_shapes
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.market import claims, is_market, market
from gekido_dsl.drawing.sheets import resized, sheet
from gekido_dsl.drawing.solids import laden
from gekido_dsl.drawing.svg import Picture, label, lines, placed, shape, text_width
from gekido_dsl.engine import PlaceView, PlayerView, ThingView, View
from gekido_dsl.languages import joined, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import spot

WIDTH: Final = 112.0
_BOLD: Final = 1.13
"""How much wider bold letters are."""
_TYPE: Final = 3.4
_LINE: Final = 4.6
_PAD: Final = 2.6
_DIE: Final = 5.6
_HEAD: Final = 7.4
_MOST_GROWN: Final = 1.6
"""How much larger things beside a wide board are drawn, so that they can be read where all of it is small."""
_MOST_THINGS: Final = 8
"""The most things of a player that are drawn one by one."""
_VALUES: Final = 23.0
"""Where values begin, if their titles are short."""
_SITE: Final = 34.5
"""The width of a thing that lies beside the boards."""
_MOST_SITES: Final = 24
_ROW: Final = 5
"""So many heaps lie in a row."""
_MOST_NAMES: Final = 5
"""The most things in a place that are named."""


def tabletop(game: m.Game, view: View, title: str, look: Look = PLAIN) -> Picture:
    """Draws everything that lies on the table."""
    view = laden(game, view)
    laid = [one for one in view.boards if one.spaces]
    boards = []
    for at, view_of in enumerate(laid):
        same = any(
            later.signs == view_of.signs and later.edge_names == view_of.edge_names
            for later in laid[at + 1 :]
        )
        boards.append(board(view_of, legend=not same, look=look))
    widest = max([WIDTH, *(one.width for one in boards)])
    grown = min(widest / WIDTH, _MOST_GROWN)
    shapes: list[str] = []
    told = [f"{one.title}: {one.text}" for one in boards]
    y = 0.0
    for one in boards:
        if len(boards) > 1:
            shapes.append(label(one.title, widest / 2, y + 2.6 * grown, 4.4 * grown, bold=True))
            y += 6 * grown
        shapes.append(placed(one.shapes, (widest - one.width) / 2, y))
        y += one.height + 3
    faces = {f"/{place.name}" for place in view.places if _face_up(game, place)}
    open_ = [place for place in view.places if is_market(game, place)]
    faces -= {f"/{place.name}" for place in open_}
    heaps = [
        place for place in view.places if place.count and f"/{place.name}" not in faces and place not in open_
    ]
    claimed = claims(game, view)
    markets = [market(game, place, WIDTH, claimed, look=look) for place in open_]
    boxes: list[PlaceView] = []
    if len(heaps) > _ROW:  # what lies in boxes is said in a line, where there is much
        boxes, heaps = ([one for one in heaps if (one.word == "box") == aside] for aside in (True, False))
    parts = [_nobodys(game, view, look), *markets, _places(heaps), _aside(boxes), *_areas(game, view)]
    if faces and (table := common(game, view.places, (WIDTH - 3) / 2, only=faces)) is not None:
        parts.insert(2 + len(markets), table)
    for part in parts:
        if part.shapes:
            shapes.append(placed(part.shapes, (widest - WIDTH * grown) / 2, y, grown))
            y += (part.height + 3) * grown
            told.append(part.text)
    return Picture(widest, max(y - 2, 1), tuple(shapes), title, ". ".join(filter(None, told)))


# ---------------------------------------------------------------- places


def _nobodys(game: m.Game, view: View, look: Look) -> Picture:
    """Draws things that lie on no board and belong to nobody, but have places of their own, as sites for workers do."""
    owned = {thing.kind for player in view.players for thing in player.things}
    drawn = [
        resized(drawn_things.thing(game, kind, number, look), _SITE)
        for kind in game.kinds.values()
        if kind.file is not None and kind.parent is None and kind.board is None and kind.name not in owned
        if any(one.owner is kind for one in game.places.values())
        if not any(one.holds is kind for one in game.places.values()) and len(kind.rows) <= _MOST_SITES
        for number in range(len(kind.rows))
    ]
    if not drawn:
        return Picture(WIDTH, 0, (), "")
    return sheet(drawn, "", width=WIDTH, text="; ".join(one.text or one.title for one in drawn))


def _face_up(game: m.Game, place: PlaceView) -> bool:
    """Tells whether it matters what lies in a place: few things that are told apart, all of them seen."""
    things = place.things or ()
    kinds = [game.kinds[thing.kind] for thing in things if thing.kind in game.kinds]
    return (
        place.word != "box"
        and 0 < len(things) <= _MOST_THINGS
        and all(kind.faces is not None or len(kind.rows) > 1 for kind in kinds)
    )


def _places(places: Sequence[PlaceView]) -> Picture:
    """Draws the decks, piles and pools that belong to nobody."""
    if not places:
        return Picture(WIDTH, 0, (), "")
    across = min(len(places), _ROW)
    wide = WIDTH / across
    shapes: list[str] = []
    y = 0.0
    for begin in range(0, len(places), across):
        row = places[begin : begin + across]
        deepest = 0.0
        for at, place in enumerate(row):
            x = (at + 0.5) * wide
            shapes += heap(place.word, str(place.count), x, y)
            broken = lines(place.name, wide - 2, _TYPE)
            shapes += [label(line, x, y + 18.5 + number_ * 4.1, _TYPE) for number_, line in enumerate(broken)]
            deepest = max(deepest, len(broken) * 4.1)
        y += 18 + deepest + 1.5
    told = ", ".join(f"{place.name} with {place.count}" for place in places)
    return Picture(WIDTH, y, tuple(shapes), "", f"Beside it: {told}")


def _aside(boxes: Sequence[PlaceView]) -> Picture:
    """Says what lies in boxes."""
    if not boxes:
        return Picture(WIDTH, 0, (), "")
    said = f"Supplies: {', '.join(f'{box.name} {box.count}' for box in boxes)}"
    broken = lines(said, WIDTH - 4, _TYPE)
    shapes = [label(line, 2, 2 + at * _LINE, _TYPE, "quiet", "start") for at, line in enumerate(broken)]
    return Picture(WIDTH, len(broken) * _LINE, tuple(shapes), "", said)


def place(which: m.Place) -> Picture:
    """Draws a deck, pile, hand, pool or box, with as many as it holds at first."""
    kind = which.holds
    count = sum(row.copies for row in kind.rows) if which.full and kind.file is not None else kind.total or 0
    said = str(count) if which.full and count else ""
    broken = lines(which.name, 38, _TYPE)
    names = [label(line, 20, 19 + at * 4.2, _TYPE) for at, line in enumerate(broken)]
    shapes = (*heap(which.word, said, 20, 0), *names)
    told = f"{which.word} of {kind.plural}" + (f", {said} of them" if said else "")
    return Picture(40, 18.5 + len(broken) * 4.4, shapes, which.name, told)


def heap(word: str, count: str, x: float, y: float) -> list[str]:
    """Draws a deck as cards that lie on each other, a pile as one card, anything else as a bowl, with a number."""
    made = []
    if word in ("deck", "pile", "hand"):
        for back in range(3 if word == "deck" and count != "1" else 1, 0, -1):
            shift = (back - 1) * 0.9
            look = "paper strong-edge" if back == 1 else "shade strong-edge"
            made.append(
                shape(
                    "rect",
                    look,
                    x=x - 5.2 + shift,
                    y=y + 2.4 - shift,
                    width=10.4,
                    height=13.6,
                    rx=1.2,
                    stroke_width=0.4,
                )
            )
        return [*made, label(count, x, y + 9.2, 5, bold=True)]
    made.append(
        shape("rect", "tint line-edge", x=x - 7.5, y=y + 4.5, width=15, height=10, rx=5, stroke_width=0.4)
    )
    return [*made, label(count, x, y + 9.6, 5, bold=True)]


# ---------------------------------------------------------------- players


def _areas(game: m.Game, view: View) -> list[Picture]:
    """Draws the areas of the players, two side by side where they have little."""
    wide = (WIDTH - 3) / 2
    made = [area(game, player, wide) for player in view.players]
    found = [picture for picture in made if picture is not None]
    return (
        []
        if not found
        else [sheet(found, "", width=WIDTH, text=". ".join(picture.text for picture in found))]
    )


def area(
    game: m.Game,
    player: PlayerView,
    width: float,
    *,
    marked: Set[str] = frozenset(),
    only: Set[str] | None = None,
) -> Picture | None:
    """Draws what a player has: things with their dice, and places; None for a player who has nothing.

    Args:
        marked: what has changed, as `changes` names it.
        only: what is shown, named so; None for everything.
    """
    pen = _Pen(game, width, marked, only)
    things = list(player.things)
    if len(things) > _MOST_THINGS and only is None:
        pen.counted(things)
        things = []
    plain = [thing for thing in things if only is None and pen.is_plain(thing)]
    for thing in things:
        if thing not in plain:
            pen.thing(thing)
    named = [thing for thing in plain if thing.name not in ("", thing.kind) or thing.space]
    if named:
        pen.listed(named)
    for place in player.places:
        if place.count or f"/{place.name}" in (only or ()):
            pen.place(place)
    name = f"Player {player.seat + 1}"
    look = f"player{player.seat % 12 + 1} strong-edge"
    mark = [
        shape("circle", look, cx=5, cy=4.6, r=2.9, stroke_width=0.35),
        label(str(player.seat + 1), 5, 4.6, 3.6, f"player{player.seat % 12 + 1}-ink", bold=True),
        label(name, 9.6, 4.6, 3.9, "ink", "start", bold=True),
    ]
    return pen.framed(name, mark)


def common(
    game: m.Game,
    places: Sequence[PlaceView],
    width: float,
    *,
    marked: Set[str] = frozenset(),
    only: Set[str] = frozenset(),
) -> Picture | None:
    """Draws places that belong to nobody, with what lies there."""
    pen = _Pen(game, width, marked, only)
    for place in places:
        if f"/{place.name}" in only:
            pen.place(place)
    return pen.framed("On the table", [label("On the table", _PAD, 4.6, 3.9, "ink", "start", bold=True)])


class _Pen:
    """Writes what a player has, line by line."""

    def __init__(self, game: m.Game, width: float, marked: Set[str], only: Set[str] | None) -> None:
        self.game, self.width, self.marked, self.only = game, width, marked, only
        self.y = _HEAD + 1.0
        self.shapes: list[str] = []
        self.told: list[str] = []

    def framed(self, name: str, head: Sequence[str]) -> Picture | None:
        """Puts a frame around what is written; None when there is nothing."""
        if not self.told:
            return None
        wide, high = self.width - 0.6, self.y + 0.6
        frame = shape(
            "rect", "paper strong-edge", x=0.3, y=0.3, width=wide, height=high, rx=2, stroke_width=0.45
        )
        told = f"{name}: {'; '.join(self.told)}"
        return Picture(self.width, self.y + 1.2, (frame, *head, *self.shapes), name, told)

    def _wanted(self, key: str) -> bool:
        return self.only is None or key in self.only

    def _text(self, text: str, x: float, look: str = "ink", bold: bool = False) -> None:
        for line in lines(text, self.width - x - _PAD, _TYPE * _BOLD if bold else _TYPE):
            self.shapes.append(label(line, x, self.y + _LINE / 2, _TYPE, look, "start", bold))
            self.y += _LINE

    def counted(self, things: Sequence[ThingView]) -> None:
        """Writes how many things of each kind there are."""
        kinds: dict[str, int] = {}
        for thing in things:
            kinds[thing.kind] = kinds.get(thing.kind, 0) + 1
        for kind, count in kinds.items():
            several = self.game.kinds[kind].plural if kind in self.game.kinds and count > 1 else kind
            said = text("{number} {kinds}", number=count, kinds=several)
            self._text(said, _PAD)
            self.told.append(said)

    def is_plain(self, thing: ThingView) -> bool:
        """Tells whether there is nothing to say of a thing but its name."""
        return all(
            not any(one.tracks.values())
            and all(value is None for value in one.counters.values())
            and not one.changed
            for one in (thing, *thing.parts)
        )

    def listed(self, things: Sequence[ThingView]) -> None:
        """Writes names of things."""
        names = ", ".join(dict.fromkeys(thing.name or thing.face or thing.kind for thing in things))
        self._text(names, _PAD, bold=True)
        self.told.append(names)

    def thing(self, thing: ThingView) -> None:
        """Draws a thing: its name, its tracks, its counters and facts, and its parts that have any."""
        name = thing.name or thing.face or thing.kind
        rows = [(thing, "")] + [(part, part.name or part.kind) for part in thing.parts]
        began = len(self.told)
        at, y = len(self.shapes), self.y
        self.y += _LINE + 0.6
        for one, part in rows:
            self._tracks(one, name, part)
            self._values(one, name, part)
        if self.only is not None and len(self.told) == began:
            self.y = y
            return
        row = all(board.shape.rows == 1 for board in self.game.boards.values())
        where = f", on {spot(thing.space, row=row)}" if thing.space else ""
        broken = text_width(name + where, 3.7) > self.width - 2 * _PAD
        head = [label(name if broken else name + where, _PAD, y + _LINE / 2, 3.7, "ink", "start", bold=True)]
        if broken:
            moved = placed(self.shapes[at:], 0, _LINE - 0.6)
            head.append(label(where.removeprefix(", "), _PAD, y + _LINE * 1.5 - 0.6, _TYPE, "ink", "start"))
            self.shapes[at:] = [moved]
            self.y += _LINE - 0.6
        self.shapes[at:at] = head
        self.told.insert(began, name)
        self.y += 0.8

    def _tracks(self, thing: ThingView, name: str, part: str) -> None:
        for track, dice in thing.tracks.items():
            key = f"{name}/{part}/{track}"
            if not self._wanted(key) or (not dice and key not in self.marked):
                continue
            title = f"{part} {track}".strip()
            kind = self.game.tracks[track].die if track in self.game.tracks else None
            begin = self._title(key, title, "")
            self.told.append(f"{title} {', '.join(map(str, dice)) or 'none'}")
            if not dice or kind is None:
                self.shapes.append(label("none", begin, self.y + _DIE / 2, _TYPE, "ink", "start"))
                self.y += _DIE + 1
            else:
                self._dice([(kind, face) for face in dice], begin)

    def _dice(self, dice: Sequence[tuple[m.Kind, int]], begin: float) -> None:
        """Draws dice in rows."""
        across = max(1, int((self.width - begin - 1) / (_DIE + 0.6)))
        for at, (kind, face) in enumerate(dice):
            if at and at % across == 0:
                self.y += _DIE + 0.6
            x = begin + at % across * (_DIE + 0.6)
            self.shapes.append(placed(face_shapes(kind, face, _DIE), x, self.y))
        self.y += _DIE + 1

    def _face(self, thing: ThingView) -> tuple[m.Kind, int] | None:
        """Tells which face a die shows."""
        kind = self.game.kinds.get(thing.kind)
        if kind is None or kind.faces is None or thing.face is None:
            return None
        if isinstance(kind.faces, m.Enum):
            return kind, kind.faces.members.index(thing.face) if thing.face in kind.faces.members else 0
        return (kind, int(thing.face)) if thing.face.lstrip("-").isdigit() else None

    def _values(self, thing: ThingView, name: str, part: str) -> None:
        values: dict[str, str] = {}
        for counter, shown in thing.counters.items():
            if shown is not None or f"{name}/{part}/{counter}" in (self.only or ()):
                values[counter] = "none" if shown is None else str(shown)
        values |= dict(thing.changed)
        if self.only is not None:
            values |= {k: v for k, v in thing.facts.items() if f"{name}/{part}/{k}" in self.only}
        for link, sides in thing.links.items():
            if self.only is not None:
                values |= {f"{link} for {other}": side for other, side in sides.items()}
        if thing.heading is not None and self.only is None and thing.space is None:
            values["faces"] = thing.heading.name
        for title, value in values.items():
            key = f"{name}/{part}/{title}"
            if not self._wanted(key):
                continue
            said = f"{part} {title}".strip()
            begin = self._title(key, said, value)
            self._text(value, begin, bold=key in self.marked)
            self.told.append(f"{said} {value}")

    def place(self, place: PlaceView) -> None:
        """Writes what lies in a place, by name where it is seen and little."""
        key = f"/{place.name}"
        if not self._wanted(key):
            return
        things = place.things or ()
        names = [thing.name or thing.face or thing.kind for thing in things]
        said = str(place.count)
        kind = self.game.kinds.get(things[0].kind) if things else None
        if kind is not None and len(names) > 1 and set(names) == {kind.name}:
            said = text("{number} {kinds}", number=len(names), kinds=kind.plural)
        elif names and len(names) <= _MOST_NAMES:
            said = joined(", ", names)
        begin = self._title(key, place.name, said)
        dice = [one for one in (self._face(thing) for thing in things) if one is not None]
        if dice and len(dice) == len(things) and len(dice) <= _MOST_THINGS:
            self._dice(dice, min(begin, text_width(place.name, _TYPE) + _PAD + 4))
        else:
            self._text(said, begin, bold=key in self.marked)
        self.told.append(f"{place.name} {said}")

    def _title(self, key: str, title: str, value: str) -> float:
        """Writes what a value is called; gives where the value begins, on the same line if there is room."""
        begin = max(_VALUES, text_width(title, _TYPE) + _PAD + 3)
        room = self.width - begin - _PAD
        self._mark(key, _LINE)
        self.shapes.append(label(title, _PAD + 1, self.y + _LINE / 2, _TYPE, "quiet", "start"))
        if begin > _VALUES and room < min(text_width(value, _TYPE), 4 * _DIE):
            self.y += _LINE
            self._mark(key, _LINE)
            return _PAD + 6
        return begin

    def _mark(self, key: str, height: float) -> None:
        """Marks a line that has changed, with a bar at its left."""
        if key in self.marked:
            self.shapes.append(shape("rect", "accent", x=1.0, y=self.y + 0.4, width=1.1, height=height - 0.8))
