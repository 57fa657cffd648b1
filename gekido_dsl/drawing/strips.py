"""A worked example becomes a strip: how things stand, what happens, and how they stand then, changes marked."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

from gekido_dsl.drawing.boards import board
from gekido_dsl.drawing.changes import COMMON, Changes, compared, cropped
from gekido_dsl.drawing.dice import face_shapes
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.market import Claim, claims, is_market, market
from gekido_dsl.drawing.sheets import sheet
from gekido_dsl.drawing.solids import laden
from gekido_dsl.drawing.svg import Picture, label, lines, placed, polygon, shape
from gekido_dsl.drawing.tabletop import WIDTH, area, common
from gekido_dsl.engine import BoardView, View
from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import spot

_TYPE: Final = 3.6
_LINE: Final = 4.8
_DIE: Final = 8.0
_BOARD: Final = 106.0
"""How wide a board is at most."""


@dataclass(frozen=True, slots=True)
class Line:
    """Something that happens, or that is so, in words; dice that fall are drawn."""

    text: str
    die: m.Kind | None = None
    faces: tuple[int, ...] = ()
    caption: str | None = None
    """What stands beside a picture of the board, which shows the places: maybe nothing; None where the text does."""
    spots: tuple[str, ...] = ()
    """The spaces that it speaks of."""
    offered: bool = False
    """Whether these are all that somebody may choose, so that the picture marks them."""


Stage = tuple[Sequence[Line], Sequence[Line]]
"""What happens, and what is so then."""


def strip(
    game: m.Game,
    title: str,
    given: Sequence[Line],
    positions: Sequence[View],
    stages: Sequence[Stage],
    look: Look = PLAIN,
) -> Picture | None:
    """Draws an example; None where it has neither positions that differ nor dice to show.

    Args:
        given: what is so before anything happens.
        positions: one before each stage, and one at the end.
    """
    positions = [laden(game, view) for view in positions]
    hidden = frozenset(
        place.name for place in game.places.values() if place.owner is None and place.word == "box"
    )
    changes = [compared(one, other, hidden) for one, other in pairwise(positions)]
    dice = any(line.die is not None for happens, _ in stages for line in happens)
    mentioned = " ".join(
        line.text for part in ([*given], *(one for stage in stages for one in stage)) for line in part
    )
    kept = {*game.tracks, *game.counters}
    changes = [replace(one, values=_mattering(one.values, mentioned, kept)) for one in changes]
    claimed = [claims(game, view) for view in positions]
    drafted = len(set(claimed)) > 1
    if not dice and not drafted and not any(change.any for change in changes):
        return None
    whole = Changes(
        tuple(
            frozenset().union(*labels) or _told_of(board_of, mentioned)
            for board_of, *labels in zip(positions[0].boards, *(one.spaces for one in changes), strict=True)
        ),
        (),
        frozenset().union(*(one.values for one in changes)),
    )
    seen = frozenset(
        space.label
        for one, labels in zip(positions[0].boards, whole.spaces, strict=True)
        if labels
        for space in cropped(one, labels).spaces
    )
    pen = _Pen(look, seen)
    pen.told.append(title)
    for line in given:
        pen.line(line, "·", "quiet")
    if given:
        pen.y += 1.5
    offered = [spot for line in given if line.offered for spot in line.spots]
    first = whole if offered else replace(whole, spaces=_first(whole, changes, positions))
    pen.position(game, positions[0], first, None, offered)
    if drafted:
        pen.markets(game, positions[0], claimed[0])
    for at, (happens, then) in enumerate(stages):
        pen.steps(happens)
        if at < len(changes) and changes[at].any:
            pen.position(game, positions[at + 1], whole, changes[at], [])
        if at < len(changes) and claimed[at] != claimed[at + 1]:
            pen.markets(game, positions[at + 1], claimed[at + 1])
        for line in then:
            pen.line(line, "✓", "good")
        pen.y += 1.5
    return Picture(WIDTH, pen.y, tuple(pen.shapes), title, ". ".join(pen.told))


def _mattering(
    values: frozenset[tuple[int, str]], mentioned: str, kept: Set[str]
) -> frozenset[tuple[int, str]]:
    """Keeps dice and counters, and of all else what the example itself speaks of."""
    return frozenset(
        (seat, key)
        for seat, key in values
        if (name := key.rsplit("/", 1)[-1]) in kept or name.split(" for ")[0] in mentioned
    )


def _told_of(view: BoardView, mentioned: str) -> frozenset[str]:
    """Gives the spaces of things that an example puts onto a board, where nothing on the board changes."""
    row = view.rows == 1
    return frozenset(
        space.label
        for space in view.spaces
        if any(f"{thing.name} is on {spot(space.label, row=row)}" in mentioned for thing in space.things)
    )


def _first(
    whole: Changes, changes: Sequence[Changes], positions: Sequence[View]
) -> tuple[frozenset[str], ...]:
    """Gives the spaces of each board that is drawn before anything happens: none where arrows tell how it was."""
    found = []
    for number_, spaces in enumerate(whole.spaces):
        stirred = [one for one in changes if one.spaces[number_]]
        moved = {end for one in stirred for move in one.moves[number_] for end in move}
        reached = {to for one in stirred for _, to in one.moves[number_]}
        free = all(
            not space.things for space in positions[0].boards[number_].spaces if space.label in reached
        )
        told = len(stirred) == 1 and stirred[0].spaces[number_] <= moved and free
        found.append(frozenset() if told else spaces)
    return tuple(found)


class _Pen:
    """Draws a strip from the top down."""

    def __init__(self, look: Look, seen: frozenset[str]) -> None:
        """Begins at the top.

        Args:
            seen: the labels of the spaces that the pictures of boards show.
        """
        self.look = look
        self.seen = seen
        self.y = 1.0
        self.shapes: list[str] = []
        self.told: list[str] = []

    def line(self, line: Line, sign: str, look: str) -> None:
        """Writes a line with a sign before it; what a picture shows stands in the description alone."""
        self.told.append(line.text)
        caption = line.caption if line.caption is not None and self.seen.issuperset(line.spots) else line.text
        if not self.seen:
            caption = line.text
        if not caption:
            return
        self.shapes.append(label(sign, 2.5, self.y + _LINE / 2, _TYPE, look, bold=True))
        for text in lines(caption, WIDTH - 8, _TYPE):
            self.shapes.append(label(text, 6, self.y + _LINE / 2, _TYPE, "ink", "start"))
            self.y += _LINE

    def steps(self, happens: Sequence[Line]) -> None:
        """Draws what happens, in a box with an arrow that leads on."""
        at, start = len(self.shapes), self.y
        self.y += 1.8
        for line in happens:
            if line.die is not None and line.faces:
                for number_, face in enumerate(line.faces):
                    x = 6 + number_ * (_DIE + 1.2)
                    if x + _DIE < WIDTH:
                        self.shapes.append(placed(face_shapes(line.die, face, _DIE), x, self.y))
                self.y += _DIE + 0.8
                self.told.append(line.text)
            else:
                self.line(line, "▸", "accent")
        self.y += 1.2
        height = self.y - start
        look = "tint accent-edge"
        self.shapes.insert(
            at, shape("rect", look, x=0.4, y=start, width=WIDTH - 0.8, height=height, rx=2, stroke_width=0.5)
        )
        x, y = WIDTH / 2, self.y
        self.shapes.append(polygon("accent", (x - 3, y), (x + 3, y), (x, y + 3.2)))
        self.y += 4.6

    def markets(self, game: m.Game, view: View, claimed: tuple[Claim, ...]) -> None:
        """Draws the cards that lie open, with what belongs to each."""
        for place in view.places:
            if is_market(game, place):
                drawn = market(game, place, WIDTH, claimed)
                self.shapes.append(placed(drawn.shapes, 0, self.y))
                self.y += drawn.height + 2
                self.told.append(drawn.text)

    def position(
        self, game: m.Game, view: View, whole: Changes, changed: Changes | None, offered: Sequence[str]
    ) -> None:
        """Draws what differs somewhere in the strip, as it is in one position.

        Args:
            offered: the spaces that somebody may choose, which are marked.
        """
        before = self.y
        for number_, one in enumerate(view.boards):
            if not whole.spaces[number_] or (changed is not None and not changed.spaces[number_]):
                continue
            marked = changed.spaces[number_] if changed is not None else frozenset(offered)
            moves = changed.moves[number_] if changed is not None else ()
            drawn = board(
                cropped(one, whole.spaces[number_]),
                marked=sorted(marked),
                moves=moves,
                legend=False,
                look=self.look,
            )
            scale = min(1.0, _BOARD / drawn.width)
            self.shapes.append(placed(drawn.shapes, (WIDTH - drawn.width * scale) / 2, self.y, scale))
            self.y += drawn.height * scale + 2
            self.told.append(f"{one.name}: {drawn.text}")
        wide = (WIDTH - 3) / 2
        boxes = []
        for player in view.players:
            only = {key for seat, key in whole.values if seat == player.seat}
            marks = {key for seat, key in changed.values if seat == player.seat} if changed else set()
            drawn_ = area(game, player, wide, marked=marks, only=only) if only else None
            if drawn_ is not None:
                boxes.append(drawn_)
        only = {key for seat, key in whole.values if seat == COMMON}
        marks = {key for seat, key in changed.values if seat == COMMON} if changed else set()
        table = common(game, view.places, wide, marked=marks, only=only) if only else None
        if table is not None:
            boxes.append(table)
        if boxes:
            beside = sheet(boxes, "", width=WIDTH, text=". ".join(box.text for box in boxes))
            self.shapes.append(placed(beside.shapes, 0, self.y))
            self.y += beside.height + 2
            self.told.append(beside.text)
        if self.y > before:
            self.y += 1
