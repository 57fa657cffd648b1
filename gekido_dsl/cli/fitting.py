"""The table is drawn by the room that there is: in full where it fits, else with less of what can be looked up.

Invariants:
    What changes in a match is drawn at every size; what is printed on things is left to `show`, signs to `view`.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import chain, groupby

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from gekido_dsl.cli.floor import Floor, has_floor
from gekido_dsl.cli.screen import PRETTY, Marks
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.table import Drawer
from gekido_dsl.cli.things import LOUD, QUIET, SEAT_STYLES, is_listed, is_plain, seat_style, word_of
from gekido_dsl.engine import BoardView, PlaceView, PlayerView, SpaceView, View
from gekido_dsl.languages import text
from gekido_dsl.table.words import own_boards, own_first

_BESIDE_COLUMNS = 30
"""What stands beside a board has at least so much room."""
_LEAST_PART = 7
"""A part of a board that is drawn alone has at least so many rows."""
_FEW_DICE = 6
"""Of more dice on a track, those that are alike and lie together are counted."""


def fitted(
    view: View,
    width_columns: int,
    rows: int,
    marks: Marks = PRETTY,
    *,
    explained: Collection[str] = (),
) -> RenderableType:
    """Draws the table in so many rows, as far as that can be done: the fullest drawing that fits, else the lowest."""
    return _first_that_fits(_drawings(view, width_columns, marks, explained), width_columns, rows)


def fitted_boards(
    view: View, width_columns: int, rows: int, marks: Marks = PRETTY, *, explained: Collection[str] = ()
) -> RenderableType:
    """Draws what the seat sees on its boards in so many rows, as far as that can be done."""
    drawers = (Drawer(width_columns, marks, True, explained), _Dense(width_columns, marks, explained))
    drawings = (Group(*(drawer.board(view, board) for board in own_boards(view))) for drawer in drawers)
    return _first_that_fits(
        chain(drawings, _parts_of_floors(view, width_columns, rows, marks)), width_columns, rows
    )


def _parts_of_floors(view: View, width: int, rows: int, marks: Marks) -> Iterator[RenderableType]:
    """Gives drawings of ever fewer rows around what the seat has on a drawn floor, where that is one alone."""
    boards = own_boards(view)
    if len(boards) != 1 or not has_floor(boards[0]):
        return
    board = boards[0]
    own = [space.row for space in board.spaces if any(one.owner == view.seat for one in space.things)]
    if not own:
        return
    drawer = _Dense(width, marks, (), scarce=True)
    for shown in range(min(board.rows - 1, rows - 2), _LEAST_PART - 1, -1):
        first = max(1, min((min(own) + max(own)) // 2 - shown // 2, board.rows - shown + 1))
        seen = range(first, first + shown)
        if not all(row in seen for row in own):
            return
        part = replace(
            board,
            spaces=tuple(space for space in board.spaces if space.row in seen),
            edges=tuple(edge for edge in board.edges if edge.row in seen),
        )
        yield Group(drawer.board(view, part), Text(spoken(text("view draws the whole board")), QUIET))


def height(drawing: RenderableType, width_columns: int) -> int:
    """Counts the rows that a drawing takes."""
    return len(_rendered(drawing, width_columns))


def _rendered(drawing: RenderableType, width_columns: int) -> list[str]:
    console = Console(width=width_columns, color_system=None, force_terminal=False, legacy_windows=False)
    lines = console.render_lines(drawing, pad=False)
    return ["".join(segment.text for segment in line).rstrip() for line in lines]


def _first_that_fits(drawings: Iterator[RenderableType], width_columns: int, rows: int) -> RenderableType:
    lowest: tuple[int, RenderableType] | None = None
    for drawing in drawings:
        high = height(drawing, width_columns)
        if high <= rows:
            return drawing
        if lowest is None or high < lowest[0]:
            lowest = high, drawing
    assert lowest is not None
    return lowest[1]


def _drawings(view: View, width: int, marks: Marks, explained: Collection[str]) -> Iterator[RenderableType]:
    """Gives drawings of the table, each lower than the one before."""
    yield Drawer(width, marks, True, explained).whole(view)
    short = Drawer(width, marks, True, explained)
    short.short = True
    yield short.whole(view)
    for scarce in (False, True):
        yield _Dense(width, marks, explained, scarce).whole(view)
        yield _beside(view, width, marks, explained, scarce)


def _beside(view: View, width: int, marks: Marks, explained: Collection[str], scarce: bool) -> RenderableType:
    """Draws the boards on the left, and everything else beside them, where there is room for both."""
    drawer = _Dense(width, marks, explained, scarce)
    boards = drawer.boards(view)
    if not boards:
        return drawer.whole(view)
    taken = max(map(len, _rendered(Group(*boards), width)), default=0)
    room = width - taken - 3
    if room < _BESIDE_COLUMNS:
        return drawer.whole(view)
    narrow = _Dense(room, marks, explained, scarce)
    grid = Table.grid(padding=(0, 3, 0, 0))
    grid.add_column(width=taken, no_wrap=True)
    grid.add_column(width=room)
    grid.add_row(Group(*boards), Group(*narrow.around(view)))
    return Group(drawer.head(view), grid)


class _Dense(Drawer):
    """Draws with little room: boards without lines between the rows, players without a box."""

    short = True

    def __init__(
        self, width_columns: int, marks: Marks, explained: Collection[str] = (), scarce: bool = False
    ) -> None:
        """Begins to draw.

        Args:
            scarce: whether to leave out, too, what lies in decks and boxes, and what other players have besides.
        """
        super().__init__(width_columns, marks, True, explained)
        self.scarce = scarce

    def whole(self, view: View) -> RenderableType:
        return Group(self.head(view), *self.boards(view), *self.around(view))

    def boards(self, view: View) -> list[RenderableType]:
        return [self.board(view, board) for board in own_first(view) if board.spaces]

    def around(self, view: View) -> list[RenderableType]:
        """Draws everything but the boards."""
        parts: list[RenderableType] = []
        if facts := self.pairs(view.facts):
            parts.append(facts)
        places = [held for held in view.places if not self.scarce or is_listed(held)]
        common = self.common(places)
        if common is not None:
            parts.append(common)
        parts += self.loose(view)
        for player in view.players:
            parts += self.player_rows(view, player)
        return parts

    # ------------------------------------------------------------ boards

    def board(self, view: View, board: BoardView) -> RenderableType:
        explained = set(board.signs.values()) if self.scarce else self.explained
        if has_floor(board) and (view.seat is None or board.owner in (None, view.seat)):
            floor = Floor(board, self.width, self.marks, SEAT_STYLES)
            return Group(*floor.lines(explained=explained, dense=True))
        return super().board(view, board)

    def roomy_board(self, board: BoardView, rows: Sequence[Sequence[SpaceView | None]], width: int) -> Table:
        grid = Table.grid(padding=(0, 2, 0, 0))
        for _ in range(board.columns):
            grid.add_column(width=width)
        for row in rows:
            grid.add_row(*map(self.roomy_space, row))
        return grid

    def roomy_space(self, space: SpaceView | None) -> Text:
        text = super().roomy_space(space)
        text.rstrip()
        return text

    def narrow_board(
        self, board: BoardView, rows: Sequence[Sequence[SpaceView | None]], width: int
    ) -> Iterator[Table]:
        for grid in super().narrow_board(board, rows, width):
            grid.show_lines = False
            grid.box = None
            if board.rows > 1:
                grid.padding = (0, 1, 0, 0)
            yield grid

    # ------------------------------------------------------------ players

    def player_rows(self, view: View, player: PlayerView) -> list[Text]:
        """Writes what a player has, one thing after the other; a line ends between two of them where it can."""
        told = [part for thing in player.things if not is_plain(thing) for part in self.told(view, thing)]
        plain = [thing for thing in player.things if is_plain(thing)]
        if plain:
            told.append(self.tally(plain))
        for held in player.places:
            if held.count or held.word == "hand":
                told += self._own(view, player, held)
        if not told and player.remaining:
            return []
        name = Text(f"P{player.seat + 1}", f"{LOUD} {seat_style(player.seat)}")
        if player.seat == view.seat:
            name.append(" " + spoken(text("you")), QUIET)
        if not player.remaining:
            name.append(" " + spoken(text("out")), QUIET)
        dot, rows = Text(f" {self.marks.dot} ", QUIET), [name.append(" ")]
        for number, one in enumerate(told):
            if number and rows[-1].cell_len + dot.cell_len + one.cell_len > self.width:
                rows.append(Text("   "))
            elif number:
                rows[-1].append_text(dot)
            rows[-1].append_text(one)
        return rows

    def _own(self, view: View, player: PlayerView, held: PlaceView) -> list[Text]:
        if self.scarce and player.seat != view.seat:
            return [Text.assemble((spoken(held.name) + " ", QUIET), str(held.count))]
        if held.things is not None and is_listed(held) and any(thing.text for thing in held.things):
            named = ", ".join(map(word_of, held.things))
            return [Text.assemble((f"{spoken(held.name)} {held.count}: ", QUIET), named)]
        return [self.place(held)]

    def track(self, name: str, dice: Sequence[int]) -> Text:
        if len(dice) <= _FEW_DICE:
            return super().track(name, dice)
        runs = [(number, len(list(same))) for number, same in groupby(dice)]
        shown = "".join(f"[{number}]" + f"{self.marks.times}{count}" * (count > 1) for number, count in runs)
        return Text.assemble((spoken(name) + " ", QUIET), shown)
