"""What a set-up has put where becomes boxes of pieces: boards, places, hands, what lies nowhere, the supply.

Invariants:
    Every thing of the game lies somewhere: in a place, on a board, in a hand, before its owner, or in the supply.
    What a spectator does not see lies face down; what only its owner sees is in a hand.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from gekido_dsl.drawing import Picture
from gekido_dsl.drawing.boards import board as drawn_board
from gekido_dsl.drawing.boards import middles, space_width
from gekido_dsl.drawing.dice import all_faces
from gekido_dsl.drawing.faces import Shape, faced
from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.svg import shape
from gekido_dsl.engine import ThingView, View
from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.state import State
from gekido_dsl.languages import joined, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, IntType
from gekido_dsl.printing.box import Group, Item, Stock
from gekido_dsl.printing.nets import is_cube
from gekido_dsl.printing.pieces import disc
from gekido_dsl.printing.sorts import Sort, kept, printed, sided, sorts
from gekido_dsl.tabletops.lying import Box, Lying, Piece, bounded, rows, single, wide
from gekido_dsl.telling import signs

_LOOSE: Final = 4
"""So many alike lie side by side; more lie in a bag."""
_SPREAD: Final = 10
"""So many cards lie side by side where all see them; more lie on a heap."""
_DIE: Final = 16.0
_COUNTER: Final = Shape(44.0, 24.0)
_MOST_COUNTERS: Final = 12


class Places:
    """The boxes of a table, by whose they are."""

    def __init__(self, game: m.Game, s: State, view: View, things: Stock, look: Look) -> None:
        """Lays everything of a match that is set up.

        Args:
            view: what a spectator sees.
            things: the pieces that there are.
        """
        self.game, self.s, self.view, self.look = game, s, view, look
        self.layout = s.layout
        self.sorts = sorts(game)
        self.areas: dict[int, list[Box]] = {seat: [] for seat in range(s.layout.players)}
        self.hands: dict[int, list[Piece]] = {seat: [] for seat in range(s.layout.players)}
        self.boards: list[Box] = []
        self.common: list[Box] = []
        self.supply: list[Box] = []
        self._items: dict[tuple[str, Sort], list[tuple[Group, Item]]] = {}
        self._pieces: dict[int, Piece] = {}
        self._backs: dict[tuple[int, float, float], Picture] = {}
        self._boards: dict[str, tuple[Group, Item]] = {}
        self._signs = signs.of(game)
        self._signed: dict[tuple[int, str, int | None], Piece] = {}
        self._laid: set[int] = set()
        self.stock = things
        for group in things.groups:
            for item in group.items:
                self._items.setdefault((item.kind, group.sort), []).append((group, item))
                if group.sort == "boards" and item.part is None:
                    self._boards.setdefault(item.kind, (group, item))

        self._lay_boards()
        self._lay_places()
        self._lay_rest()
        self._lay_counters()
        self._lay_supply()

    # ------------------------------------------------------------ pieces

    def piece(self, group: Group, item: Item) -> Piece:
        """Makes the piece of an item, once."""
        if id(item) not in self._pieces:
            front = item.front
            if group.sort in ("cards", "tiles", "tokens"):
                cut = Shape(group.size.width, group.size.height)
            else:
                scale = group.size.width / max(one.front.width for one in group.items)
                cut = Shape(front.width * scale, front.height * scale)
            disc = bool(front.shapes) and front.shapes[0].startswith("<circle")
            name = item.name
            if item.seat is not None:
                name = text("{thing} of player {number}", thing=name, number=item.seat + 1)
            self._pieces[id(item)] = Piece(
                name,
                item.kind,
                group.name,
                group.sort,
                cut,
                faced(front, cut),
                self._back(item.back, cut),
                disc,
                item.text,
                item.fields,
            )
        return self._pieces[id(item)]

    def _back(self, picture: Picture | None, cut: Shape) -> Picture | None:
        """Fits the other side of pieces, once for all that share it."""
        if picture is None:
            return None
        key = (id(picture), cut.width, cut.height)
        if key not in self._backs:
            self._backs[key] = faced(picture, cut)
        return self._backs[key]

    def of(self, thing: int, *among: Sort) -> Piece | None:
        """Finds the piece of a thing: as one of these sorts, or as any."""
        layout, kind = self.layout, self.layout.kind_of[thing]
        name = layout.name_of(thing)
        if kind.parent is not None and not printed(kind) and layout.parent_of[thing] != NONE:
            name = layout.name_of(layout.parent_of[thing])
        owner = self.s.owner(thing)
        seat = owner if owner != NONE else layout.home_of(thing)
        for sort in among or self.sorts[kind.name]:
            known = self._items.get((kind.name, sort), [])
            found = [one for one in known if one[1].name == name and one[1].seat in (None, seat)]
            found = found or [one for one in known if one[1].seat == seat]
            if not found and known:
                every = [one for one in known for _ in range(one[1].copies)]
                found = [every[(thing - layout.things[kind.name].start) % len(every)]]
            if found:
                return self._with_sign(thing, self.piece(*found[0]), seat if seat != NONE else None)
        return None

    def _with_sign(self, thing: int, piece: Piece, seat: int | None) -> Piece:
        """Gives a token the letters that tell it apart on a board, where its kind has such a fact and all see it."""
        kind = self.layout.kind_of[thing]
        known = self._signs.get(kind)
        if known is None or piece.sort != "tokens" or known.fact.seen != "everyone":
            return piece
        letters = known.letters(self.s.cells[self.layout.fact_cell(thing, known.fact)])
        if not letters:
            return piece
        key = (id(piece), letters, seat)
        if key not in self._signed:
            drawn = disc(piece.cut.width, letters, seat=seat)
            self._signed[key] = replace(
                piece, name=joined(" ", (piece.name, letters)), front=drawn, back=None
            )
        return self._signed[key]

    def seat_of(self, thing: int) -> int | None:
        owner = self.s.owner(thing)
        return owner if owner != NONE else None

    # ------------------------------------------------------------ boards

    def _lay_boards(self) -> None:
        for board, owner in self.layout.boards():
            box = self._board(board, owner)
            if box is not None:
                (self.boards if owner == NONE else self.areas[owner]).append(box)

    def _board(self, board: m.Board, owner: int) -> Box | None:
        s, layout = self.s, self.layout
        laid = {
            at: s.cells[cell]
            for at, cell in enumerate(layout.cells_of(board, owner))
            if s.cells[cell] != NONE
        }
        known = self._boards.get(board.name)
        if known is None:
            return self._tiled(board, laid)
        view = next(
            one
            for (other, whose), one in zip(layout.boards(), self.view.boards, strict=True)
            if (other, whose) == (board, owner)
        )
        if not view.spaces:
            return None
        bare = replace(view, spaces=tuple(replace(one, things=(), owner=None) for one in view.spaces))
        picture = drawn_board(bare, title=view.name, legend=False, look=self.look)
        group, item = known
        scale = group.size.width / item.front.width
        laying = [one for one in self.game.kinds.values() if sided(self.game, one) is not None]
        if laying and "tiles" in self.sorts[laying[0].name]:
            scale = self._size(laying[0]).width / space_width(view)
        cut = Shape(picture.width * scale, picture.height * scale)
        front = faced(picture, cut)
        paper = shape("rect", "paper", x=0, y=0, width=cut.width, height=cut.height, rx=3)
        front = replace(front, shapes=(paper, *front.shapes))
        piece = Piece(view.name, board.name, group.name, "boards", cut, front)
        return self._on(piece, scale, list(zip(laid.values(), middles(bare, self.look), strict=True)))

    def _on(self, piece: Piece, scale: float, spaces: Sequence[tuple[int, tuple[float, float]]]) -> Box:
        """Lays a board, and what stands on its spaces."""
        width, height = piece.cut.width, piece.cut.height
        spots = tuple((x * scale - width / 2, y * scale - height / 2) for _, (x, y) in spaces)
        lying = [Lying("board", piece.name, width / 2, height / 2, width, height, (piece,), spots=spots)]
        for space, (x, y) in spaces:
            lying += self._standing(space, x * scale, y * scale)
        return Box(width, height, lying)

    def _tiled(self, board: m.Board, laid: dict[int, int]) -> Box | None:
        """Lays tiles side by side: spaces that a table lists."""
        made: list[Lying] = []
        slanted = board.shape.directions == 6
        for at, space in laid.items():
            piece = self.of(space, "tiles")
            if piece is None:
                continue
            self._laid.add(space)
            row, column = board.shape.row(at), board.column_number(at) - 1
            wide, high = piece.cut.width + 1, (piece.cut.height + 1) * (0.87 if slanted else 1)
            x, y = (column + (row / 2 if slanted else 0)) * wide, row * high
            down = not knowledge.may_see(self.s, board.seen, space, None)
            made.append(
                Lying("piece", piece.name, x, y, piece.cut.width, piece.cut.height, (piece,), down=down)
            )
            made += self._standing(space, x, y)
        return bounded(made)

    def _standing(self, space: int, x: float, y: float) -> list[Lying]:
        """Lays what stands on a space: one in its middle, several around it."""
        made: list[Lying] = []
        things = self.s.contents[space]
        for at, thing in enumerate(things):
            across, down = (at % 3 - (min(len(things), 3) - 1) / 2) * 9, at // 3 * 9
            lying = self._lying(thing, x + across, y + down, not knowledge.knows(self.s, None, thing))
            made += [lying] if lying is not None else []
        return made

    def _lying(self, thing: int, x: float, y: float, down: bool) -> Lying | None:
        """Makes what lies on the table of one thing."""
        kind = self.layout.kind_of[thing]
        if kind.faces is not None:
            return self._die(thing, x, y)
        piece = self.of(thing, "tokens", "tiles", "cards", "panels")
        if piece is None:
            return None
        return Lying("piece", piece.name, x, y, piece.cut.width, piece.cut.height, (piece,), down=down)

    def _die(self, thing: int, x: float = 0, y: float = 0) -> Lying | None:
        kind = self.layout.kind_of[thing]
        if not is_made(kind):
            return None
        told = knowledge.knows(self.s, None, thing)
        face = self.s.cells[self.layout.face_cell + thing] if told else all_faces(kind)[0]
        return Lying("die", kind.name, x, y, _DIE, _DIE, value=max(face, 0), die=kind)

    # ------------------------------------------------------------ places

    def _lay_places(self) -> None:
        layout = self.layout
        for place in range(layout.count, len(layout.place_names)):
            decl, owner = layout.place_names[place]
            things = self.s.contents[place]
            if place == layout.gone:
                self.supply += self._heap(text("Out of the game"), things, down=True)
                continue
            if isinstance(decl, m.Place):
                seat = owner if decl.owner == "player" else None
                name = decl.name
                if isinstance(decl.owner, m.Kind):
                    seat = self.seat_of(owner)
                    name = text("{thing} of {place}", thing=decl.name, place=layout.name_of(owner))
                self._lay_place(decl, name, seat, place, things)
            elif things:
                holder = self.seat_of(owner) if isinstance(decl, m.Track | m.Counter) else owner
                if isinstance(decl, m.Track | m.Counter):
                    called = text("{thing} of {place}", thing=decl.name, place=layout.name_of(owner))
                    boxes = self._heap(called, things, down=False)
                    (self.common if holder is None else self.areas[holder]).extend(boxes)
                else:
                    self.hands[owner] += [p for thing in things if (p := self.of(thing)) is not None]

    def _lay_place(self, decl: m.Place, name: str, seat: int | None, place: int, things: list[int]) -> None:
        seen = knowledge.seers(self.s, place)
        to = self.common if seat is None else self.areas[seat]
        pieces = [self.layout.kind_of[thing].faces is None for thing in things]
        if things and all(pieces) and seat is not None and seen == {seat}:
            self.hands[seat] += [p for thing in things if (p := self._flat(thing)) is not None]
            return
        if not things:
            if decl.word in ("pile", "deck") and not isinstance(decl.owner, m.Kind):
                cut = self._size(decl.holds)
                to.append(single(Lying("zone", name, 0, 0, cut.width, cut.height, seat=seat)))
            return
        stacked = decl.word == "deck" or (seen is not None and decl.word != "box")
        if all(pieces) and (stacked or (decl.word == "pile" and self._cards(decl.holds))):
            flat = [p for thing in reversed(things) if (p := self._flat(thing)) is not None]
            if flat and (seen is not None or len(flat) > _SPREAD or decl.word == "deck"):
                cut = flat[0].cut
                lying = Lying(
                    "stack" if len(flat) > 1 else "piece",
                    name if len(flat) > 1 else flat[0].name,
                    0,
                    0,
                    cut.width,
                    cut.height,
                    tuple(flat),
                    down=seen is not None,
                    seat=seat,
                )
                to.append(single(lying))
                return
        aside = self.supply if decl.word == "box" and seat is None else to
        aside.extend(self._heap(name, things, down=seen is not None))

    def _flat(self, thing: int) -> Piece | None:
        return self.of(thing, "cards", "tiles", "tokens", "panels")

    def _cards(self, kind: m.Kind) -> bool:
        return "cards" in self.sorts[kind.name]

    def _size(self, kind: m.Kind) -> Shape:
        sorts_of: tuple[Sort, ...] = ("cards", "tiles", "tokens")
        for sort in sorts_of:
            known = self._items.get((kind.name, sort))
            if known:
                return Shape(known[0][0].size.width, known[0][0].size.height)
        return Shape(63, 88)

    def _heap(self, name: str, things: Sequence[int], *, down: bool) -> list[Box]:
        """Lays things side by side, many that are alike in a bag."""
        dice = [thing for thing in things if self.layout.kind_of[thing].faces is not None]
        found = [self._flat(thing) for thing in things if thing not in set(dice)]
        boxes = self._alike([piece for piece in found if piece is not None], down=down, name=name)
        boxes += [single(die) for thing in dice if (die := self._die(thing)) is not None]
        return [rows(boxes, wide(boxes), 3.0)] if boxes else []

    def _alike(self, pieces: Sequence[Piece], *, down: bool, name: str = "") -> list[Box]:
        """Lays pieces side by side: as many as are alike together."""
        several: dict[int, list[Piece]] = {}
        for piece in pieces:
            several.setdefault(id(piece), []).append(piece)
        boxes = []
        if down and len(pieces) > 1:
            return [single(Lying("bag", name, 0, 0, 40, 40, tuple(pieces), down=True))]
        for alike in several.values():
            one = alike[0]
            if len(alike) > _LOOSE and one.sort in ("cards", "tiles"):
                lying = Lying("stack", one.name, 0, 0, one.cut.width, one.cut.height, tuple(alike))
                boxes.append(single(lying))
            elif len(alike) > _LOOSE:
                boxes.append(single(Lying("bag", one.name, 0, 0, 40, 40, tuple(alike))))
            else:
                boxes += [
                    single(Lying("piece", one.name, 0, 0, one.cut.width, one.cut.height, (one,), down=down))
                    for _ in alike
                ]
        return boxes

    # ------------------------------------------------------------ what lies nowhere

    def _lay_rest(self) -> None:
        """Lays what is in no place: panels and figures before their owners, everything else beside the boards."""
        s, layout = self.s, self.layout
        loose: dict[int | None, list[Piece]] = {}
        dice: dict[int | None, list[Box]] = {}
        for thing in range(layout.count):
            kind = layout.kind_of[thing]
            if kind.board is not None and "tiles" in self.sorts[kind.name] and thing not in self._laid:
                if (piece := self.of(thing, "tiles")) is not None:
                    loose.setdefault(None, []).append(piece)
            if kind.board is not None or (kind.parent is not None and kind.column):
                continue
            nowhere = s.where[thing] == NONE
            seat = self.seat_of(thing)
            if kind.faces is not None:
                if nowhere and (die := self._die(thing)) is not None:
                    dice.setdefault(seat, []).append(single(die))
                continue
            known = self.sorts[kind.name]
            if "panels" in known and (nowhere or "tokens" in known or s.where[thing] < layout.count):
                piece = self.of(thing, "panels")
                if piece is not None:
                    loose.setdefault(seat, []).append(piece)
            others = [sort for sort in known if sort in ("tokens", "cards", "tiles")]
            if nowhere and others and (piece := self.of(thing, *others)) is not None:
                loose.setdefault(seat, []).append(piece)
        for seat, pieces in loose.items():
            to = self.supply if seat is None else self.areas[seat]
            to.extend(self._alike(pieces, down=False))
        for seat, boxes in dice.items():
            to = self.common if seat is None else self.areas[seat]
            to.append(rows(boxes, 160.0, 3.0))

    def _lay_counters(self) -> None:
        """Lays a counter for each number that a match keeps, and a sheet for what is no number."""
        owned = [(player.seat, thing) for player in self.view.players for thing in player.things]
        told: set[str] = set()
        for seat, thing in [*owned, *((None, one) for one in self.view.things)]:
            kind = self.game.kinds.get(thing.kind)
            if kind is None:
                continue
            to = self.common if seat is None else self.areas[seat]
            facts = kept(kind)
            numbers = [one for one in facts if isinstance(one.type, IntType) and one.index is None]
            for one in numbers[:_MOST_COUNTERS]:
                name = one.name
                if thing.name not in ("", kind.name):
                    name = text("{name}: {told}", name=thing.name, told=one.name)
                lying = Lying(
                    "counter", name, 0, 0, _COUNTER.width, _COUNTER.height, value=_start(thing, one)
                )
                to.append(single(replace(lying, seat=seat)))
            if len(numbers) < len(facts) and "sheets" in self.sorts[kind.name]:
                known = self._items.get((kind.name, "sheets"), [])
                found = [one for one in known if one[1].name == thing.name] or known
                if found and (seat is not None or kind.name not in told):
                    piece = self.piece(*found[0])
                    cut = piece.cut
                    sheet = Lying("piece", piece.name, 0, 0, cut.width, cut.height, (piece,), seat=seat)
                    to.append(single(sheet))
                    told.add(kind.name)

    def _lay_supply(self) -> None:
        """Lays what the rules name without its being a thing: tokens of links, chits for dice that are no cubes."""
        links = set(self.game.links)
        for group in self.stock.groups:
            chits = group.sort == "dice" and any(
                not is_made(self.game.kinds[item.kind])
                for item in group.items
                if item.kind in self.game.kinds
            )
            if chits:
                pieces = [self.piece(group, item) for item in group.items]
                self.supply.append(single(Lying("bag", group.name, 0, 0, 40, 40, tuple(pieces))))
            elif group.sort == "tokens" and any(item.kind in links for item in group.items):
                pieces = [self.piece(group, item) for item in group.items for _ in range(item.copies)]
                self.supply.append(rows(self._alike(pieces, down=False), 220.0, 3.0))


def is_made(die: m.Kind) -> bool:
    """Tells whether there is such a die on a virtual table: an ordinary one, or a cube with faces of its own."""
    return ordinary(die) is not None or is_cube(die)


def ordinary(die: m.Kind) -> int | None:
    """Gives the number of faces of a die that every table has; None for any other."""
    faces = die.faces
    if isinstance(faces, tuple) and faces[0] == 1 and faces[1] in (4, 6, 8, 10, 12, 20):
        return int(faces[1])
    return None


def _start(thing: ThingView, fact: m.Field) -> int:
    """Gives the number that a fact has now; 0 where that is not told."""
    text = thing.facts.get(fact.name, "").replace("\u2212", "-")
    return int(text) if text.lstrip("-").isdecimal() else 0
