"""What a seat may see becomes a drawing of the table.

Invariants:
    Only a `View` is drawn, so a drawing holds nothing that its seat may not see.
    Colours add to what is written and never replace it: whose a thing is stands beside it as P1, P2, ...
    No word of any one game is known here.
"""

from collections.abc import Collection, Iterator, Sequence

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gekido_dsl.cli.floor import Floor, arrow, figures, has_floor, square
from gekido_dsl.cli.lined import lined
from gekido_dsl.cli.maps import mapped
from gekido_dsl.cli.meshes import meshed
from gekido_dsl.cli.screen import PRETTY, Marks
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.cli.things import LOUD, QUIET, SEAT_STYLES, Things, is_listed, is_plain, seat_style, word_of
from gekido_dsl.engine import BoardView, PlaceView, PlayerView, SpaceView, ThingView, View
from gekido_dsl.languages import text
from gekido_dsl.model.english import shaped, wrapping
from gekido_dsl.table.words import own_boards, own_first, seat_name, turn_of

_ROOMY_COLUMNS = 12
"""A space narrower than this is drawn with the signs of its things alone."""
_PLAYER_COLUMNS = 56
"""A player's panel is at least this wide if several stand side by side."""
_FEW = 4
"""Piles with more things than this are left out between turns."""
_KEPT_WORDS = ("deck", "hand")
"""Places that are told even between turns when they are empty."""
_NARROW_COLUMNS = 3
_APART = 3
"""Columns between two things in a row."""
_LINED_ROWS = 8
"""A narrow board with more rows than this is drawn without lines between them."""


def draw(
    view: View,
    width_columns: int,
    marks: Marks = PRETTY,
    *,
    brief: bool = False,
    explained: Collection[str] = (),
) -> RenderableType:
    """Draws the whole table.

    Units:
        Columns of the terminal; what is drawn is not wider.
    Args:
        brief: whether to leave out what is printed on spaces and, in many words, on things of other players; and
            places that are empty.
        explained: which meanings of signs a brief drawing need not tell again.
    """
    return Drawer(width_columns, marks, brief, explained).whole(view)


def draw_boards(
    view: View, width_columns: int, marks: Marks = PRETTY, *, explained: Collection[str] = ()
) -> RenderableType:
    """Draws what the seat sees on the boards that it shares or has, and nothing else."""
    drawer = Drawer(width_columns, marks, True, explained)
    return Group(*(drawer.board(view, board) for board in own_boards(view)))


def situation(view: View, marks: Marks = PRETTY) -> list[Text]:
    """Draws in a line or two what changes between decisions: phases, their facts, and small places."""
    drawer = Drawer(0, marks, True)
    phases = drawer.phases(view)
    facts = drawer.pairs(view.facts)
    small = [held for held in view.places if is_listed(held)]
    shown = [held for held in small if held.word == "pool" or held.count <= _FEW]
    lines = [phases.append(": ").append_text(facts) if facts else phases] if phases else []
    return [*lines, *([Text("   ").join(drawer.place(held) for held in shown)] if shown else [])]


class Drawer(Things):
    """Draws at one width with one set of signs."""

    def whole(self, view: View) -> RenderableType:
        parts: list[RenderableType] = [self.head(view)]
        if facts := self.pairs(view.facts):
            parts.append(facts)
        parts += [self.board(view, board) for board in own_first(view) if board.spaces]
        common = self.common(view.places)
        if common is not None:
            parts.append(common)
        parts += self.loose(view)
        bare = all(player.remaining and not self.player_lines(view, player) for player in view.players)
        if view.players and not (self.brief and bare):
            parts.append(self.players(view))
        return Group(*parts)

    # ------------------------------------------------------------ the head

    def head(self, view: View) -> Text:
        line = Text(spoken(turn_of(view)), LOUD)
        if view.on_turn is not None:
            line.append(f" {self.marks.dot} ", QUIET)
            line.append(spoken(seat_name(view, view.on_turn)), seat_style(view.on_turn))
        if view.phases:
            line.append(f" {self.marks.dot} ", QUIET).append_text(self.phases(view))
        return line

    def phases(self, view: View) -> Text:
        return Text(f" {self.marks.step} ".join(spoken(phase) for phase in view.phases))

    # ------------------------------------------------------------ boards

    def board(self, view: View, board: BoardView) -> RenderableType:
        if self.brief and view.seat is not None and board.owner not in (None, view.seat):
            return self.other_board(board)
        if board.map is not None:
            return Group(Text(spoken(board.name), LOUD), *mapped(board, figures(board, self.plain)))
        if board.mesh is not None:
            return Group(Text(spoken(board.name), LOUD), *meshed(board, figures(board, self.plain)))
        if has_floor(board):
            floor = Floor(board, self.width, self.marks, SEAT_STYLES)
            drawn = Group(*floor.lines(explained=self.explained))
            return Group(Text(spoken(board.name), LOUD), drawn)
        inner = (self.width - 4) // max(1, board.columns) - 3
        named = any(space.name or space.facts for space in board.spaces)
        title = Text.assemble((spoken(board.name), LOUD), (_shape(board), QUIET))
        by_place = {(space.row, space.column): space for space in board.spaces}
        rows = [
            [by_place.get((row, column)) for column in range(1, board.columns + 1)]
            for row in range(1, board.rows + 1)
        ]
        if named and inner >= _ROOMY_COLUMNS:
            return Group(title, self.roomy_board(board, rows, min(inner, 24)))
        if board.lines is not None:
            signs = [[self.sign(board, space) for space in row] for row in rows]
            return Group(title, *lined(board, rows, signs, self.plain))
        width = max([_NARROW_COLUMNS, *(self.sign(board, space).cell_len for row in rows for space in row)])
        if board.directions == 6:
            return Group(title, *self.slanted_board(board, rows, width))
        return Group(title, *self.narrow_board(board, rows, width))

    def other_board(self, board: BoardView) -> Text:
        """Says in a line who stands where on a board of another player."""
        names = figures(board, self.plain)
        told = [
            Text(f"{names[id(thing)]} {spoken(space.label)}", seat_style(thing.owner))
            for space in board.spaces
            for thing in space.things
        ]
        line = Text.assemble((spoken(board.name) + ": ", LOUD), Text(", ").join(told))
        return line.append(" " * bool(told) + "(" + spoken(text("view draws it")) + ")", QUIET)

    def roomy_board(self, board: BoardView, rows: Sequence[Sequence[SpaceView | None]], width: int) -> Table:
        """Draws the spaces with their names and what stands on them."""
        grid = Table(
            box=box.ASCII2 if self.plain else box.SQUARE,
            show_lines=True,
            show_header=False,
            border_style=QUIET,
        )
        for _ in range(board.columns):
            grid.add_column(width=width)
        for row in rows:
            grid.add_row(*map(self.roomy_space, row))
        return grid

    def narrow_board(
        self, board: BoardView, rows: Sequence[Sequence[SpaceView | None]], width: int
    ) -> Iterator[Table]:
        """Draws a sign for each space, rows and columns numbered at the edge; a wide board in several parts.

        A board that is one row turns back at the end of each part, so that neighbours stay neighbours.
        """
        edge = len(str(board.rows)) + 2
        part = max(1, (self.width - edge) // (width + 1))
        parts = -(-board.columns // part)
        part = -(-board.columns // parts)
        for first in range(0, board.columns, part):
            columns = list(range(first, min(first + part, board.columns)))
            alone = board.rows == 1
            if alone and first // part % 2:
                columns.reverse()
            grid = Table(
                box=None if alone else box.ASCII2 if self.plain else box.SQUARE,
                show_lines=board.rows <= _LINED_ROWS,
                padding=(0, 1) if alone else 0,
                border_style=QUIET,
                header_style=QUIET,
            )
            if not alone:
                grid.add_column("", justify="right", style=QUIET)
            for column in columns:
                grid.add_column(str(column + 1), justify="center", width=width, no_wrap=True)
            for number, row in zip(_row_numbers(board), rows, strict=True):
                signs = [self.sign(board, row[column]) for column in columns]
                grid.add_row(*([] if alone else [str(number)]), *signs)
            if alone and first + part < board.columns:
                grid.add_row()
            yield grid

    def slanted_board(
        self, board: BoardView, rows: Sequence[Sequence[SpaceView | None]], width: int
    ) -> Iterator[Text]:
        """Draws hexagons: each row stands half a space further right, so that neighbours touch."""
        step = width + 1 + (width + 1) % 2
        edge = len(str(board.rows)) + 1
        header = "".join(str(column).ljust(step) for column in range(1, board.columns + 1))
        yield Text(" " * edge + header.rstrip(), QUIET)
        for place, (number, row) in enumerate(zip(_row_numbers(board), rows, strict=True)):
            line = Text(" " * (step // 2 * place))
            line.append(str(number).rjust(edge - 1) + " ", QUIET)
            for space in row:
                sign = self.sign(board, space)
                line.append_text(sign).append(" " * (step - sign.cell_len))
            line.rstrip()
            yield line

    def roomy_space(self, space: SpaceView | None) -> Text:
        if space is None:
            return Text()
        lines = [Text.assemble((spoken(space.label), QUIET), " ", spoken(space.name))]
        if space.owner is not None:
            lines[0].append(f" P{space.owner + 1}", seat_style(space.owner))
        lines += [self.standing(thing) for thing in space.things]
        if facts := self.pairs(self.facts_of_space(space)):
            lines.append(facts)
        if len(lines) == 1:
            lines.append(Text())
        return Text("\n").join(lines)

    def facts_of_space(self, space: SpaceView) -> dict[str, str]:
        """Gives the facts of a space that are to be told; where little is drawn, what changed, or is counted there."""
        return {
            name: value
            for name, value in space.facts.items()
            if not self.brief or name in space.changed or value == space.number
        }

    def sign(self, board: BoardView, space: SpaceView | None) -> Text:
        """Writes what stands on a space in a few letters; with one kind of thing, whose it is."""
        if space is None:
            return Text(" ")
        if not space.things:
            if space.number:
                return Text(space.number, seat_style(space.owner))
            if space.owner is not None and not space.drawn:
                return Text(f"P{space.owner + 1}", seat_style(space.owner))
            return Text(spoken(space.drawn) or ("." if self.plain else "·"), QUIET)
        words = {word_of(thing) for other in board.spaces for thing in other.things}
        signs: dict[str, tuple[Text, int]] = {}
        for thing in space.things:
            word, mark = word_of(thing), "" if thing.owner is None else f"P{thing.owner + 1}"
            if thing.joined is not None:
                mark = square(thing, self.plain)
            elif thing.sign:
                mark = spoken(thing.sign) + mark[1:]
            elif len(words) > 1 or not mark:
                word = word[:3] if not mark else word[:2]
                mark = word + mark[1:]
            sign = Text(mark + arrow(thing.heading, self.plain), seat_style(thing.owner))
            signs[sign.plain] = (sign, signs.get(sign.plain, (sign, 0))[1] + 1)
        times = "x" if self.plain else "×"
        counted = [sign + f"{times}{count}" if count > 1 else sign for sign, count in signs.values()]
        return Text("").join(counted[:2])

    def standing(self, thing: ThingView) -> Text:
        """Writes a thing on a board: whose it is, and what it is."""
        line = Text()
        if thing.owner is not None:
            line.append(f"P{thing.owner + 1} ", seat_style(thing.owner))
        return line.append(word_of(thing), f"{LOUD} {seat_style(thing.owner)}".strip())

    # ------------------------------------------------------------ places

    def common(self, places: Sequence[PlaceView]) -> RenderableType | None:
        listed = [held for held in places if is_listed(held)]
        counted = [held for held in places if not is_listed(held) and (held.count or held.word == "deck")]
        lines: list[Text] = [self.place(held) for held in listed]
        if counted:
            lines.append(Text(f" {self.marks.dot} ", QUIET).join(self.place(held) for held in counted))
        return Group(*lines) if lines else None

    def loose(self, view: View) -> list[Text]:
        """Writes things that belong to nobody and lie nowhere, several in a row.

        Where little is drawn, only of those that have something to tell which is not printed on them.
        """
        before, self.short = self.short, self.short or self.brief
        told = [list(self.told(view, thing, named=True)) for thing in view.things]
        self.short = before
        rows: list[Text] = []
        for each in told:
            if len(each) == 1 and self.brief:
                continue
            one = Text(" ").join(each)
            if rows and rows[-1].cell_len + _APART + one.cell_len <= self.width:
                rows[-1].append(" " * _APART).append_text(one)
            else:
                rows.append(one)
        return rows

    # ------------------------------------------------------------ players

    def players(self, view: View) -> RenderableType:
        abreast = max(1, min(len(view.players), self.width // _PLAYER_COLUMNS))
        panels = [self.player(view, player) for player in view.players]
        if abreast == 1:
            return Group(*panels)
        grid = Table.grid(expand=True, padding=0)
        for _ in range(abreast):
            grid.add_column(ratio=1)
        for first in range(0, len(panels), abreast):
            row: list[RenderableType] = list(panels[first : first + abreast])
            grid.add_row(*row, *[""] * (abreast - len(row)))
        return grid

    def player(self, view: View, player: PlayerView) -> RenderableType:
        title = Text(
            spoken(text("Player {number}", number=player.seat + 1)), f"{LOUD} {seat_style(player.seat)}"
        )
        if player.seat == view.seat:
            title.append(" (" + spoken(text("you")) + ")")
        if player.seat == view.on_turn:
            title.append(f" {self.marks.dot} " + spoken(text("on turn")))
        if not player.remaining:
            title.append(f" {self.marks.dot} " + spoken(text("out")))
        lines = self.player_lines(view, player)
        return Panel(
            Group(*lines) if lines else Text(self.marks.dash, QUIET),
            box=box.ASCII2 if self.plain else box.ROUNDED,
            title=title,
            title_align="left",
            border_style=seat_style(player.seat),
        )

    def player_lines(self, view: View, player: PlayerView) -> list[RenderableType]:
        """Writes what a player has."""
        lines: list[RenderableType] = []
        plain = [thing for thing in player.things if is_plain(thing)]
        for thing in player.things:
            if not is_plain(thing):
                alone = sum(other.kind == thing.kind for other in player.things) == 1
                lines += self.thing(view, thing, alone)
        if plain:
            lines.append(self.tally(plain))
        for held in player.places:
            if held.count or not self.brief or held.word in _KEPT_WORDS:
                lines += self.own_place(held)
        return lines


MANY = 12
"""More choices than this stand side by side where they are short."""


def choices_in_columns(lines: Sequence[Text], width_columns: int, many: int = MANY) -> RenderableType:
    """Lays out a menu: one choice to a line, or several if they are many and short."""
    widest = max((line.cell_len for line in lines), default=0)
    if len(lines) <= many or widest * 2 + 4 > width_columns:
        return Group(*lines)
    return Columns(lines, padding=(0, 3), equal=True, column_first=True)


def _shape(board: BoardView) -> str:
    """Says behind the name of a board what its rows and columns do not show."""
    return wrapping(board.wraps) if board.round is None else shaped(board.rows, board.round.spiral)


def _row_numbers(board: BoardView) -> list[int]:
    """Numbers the rows of a board, the top row first."""
    numbers = list(range(1, board.rows + 1))
    return numbers[::-1] if board.from_bottom else numbers
