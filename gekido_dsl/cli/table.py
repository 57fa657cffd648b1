"""What a seat may see becomes a drawing of the table.

Invariants:
    Only a `View` is drawn, so a drawing holds nothing that its seat may not see.
    Colours add to what is written and never replace it: whose a thing is stands beside it as P1, P2, ...
    No word of any one game is known here.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from rich import box
from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from gekido_dsl.cli.floor import Floor, arrow, figures, has_floor
from gekido_dsl.cli.gathering import ending_of_all
from gekido_dsl.cli.screen import PRETTY, Marks
from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.engine import BoardView, PlaceView, PlayerView, Seat, SpaceView, ThingView, View
from gekido_dsl.model.english import article

SEAT_STYLES = ("bright_cyan", "bright_yellow", "bright_magenta", "bright_green", "bright_blue", "bright_red")
QUIET = "dim"
LOUD = "bold"

_ROOMY_COLUMNS = 12
"""A space narrower than this is drawn with the signs of its things alone."""
_PLAYER_COLUMNS = 56
"""A player's panel is at least this wide if several stand side by side."""
_SMALL_PLACE = 12
"""Places with more things than this are counted, not listed."""
_LARGEST_HAND = 60
"""A hand with more cards than this is counted, even to its owner."""
_FEW = 4
"""Piles with more things than this are left out between turns."""
_LONG_FACT = 30
"""A fact with more letters than this has lines of its own."""
_TELLS_NOTHING = ("", "none", "no", "0")
"""What is not worth a place where facts are many."""
_EMPTY = ("", "none")
_KEPT_WORDS = ("deck", "hand")
"""Places that are told even between turns when they are empty."""
_NARROW_COLUMNS = 3
_LINED_ROWS = 8
"""A narrow board with more rows than this is drawn without lines between them."""


def seat_style(seat: Seat | None) -> str:
    """Gives the colour of a player."""
    return "" if seat is None else SEAT_STYLES[seat % len(SEAT_STYLES)]


def seat_name(view: View, seat: Seat) -> str:
    """Names a player, by the one named thing that stands for them if there is one: `player 1 (V-REX)`."""
    own = [thing for player in view.players if player.seat == seat for thing in player.things]
    named = [thing for thing in own if thing.name not in ("", thing.kind)]
    places = [place for player in view.players if player.seat == seat for place in player.places]
    lying = {thing.kind for place in places for thing in place.things or ()}
    alone = len(named) == 1 and named[0].kind not in lying
    return f"player {seat + 1}" + (f" ({safe(named[0].name)})" if alone else "")


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
    return _Drawer(width_columns, marks, brief, explained).whole(view)


def situation(view: View, marks: Marks = PRETTY) -> list[Text]:
    """Draws in a line or two what changes between decisions: phases, their facts, and small places."""
    drawer = _Drawer(0, marks, True)
    phases = drawer.phases(view)
    facts = drawer.pairs(view.facts)
    small = [held for held in view.places if _is_listed(held)]
    shown = [held for held in small if held.word == "pool" or held.count <= _FEW]
    lines = [phases.append(": ").append_text(facts) if facts else phases] if phases else []
    return [*lines, *([Text("   ").join(drawer.place(held) for held in shown)] if shown else [])]


class _Drawer:
    """Draws at one width with one set of signs."""

    def __init__(
        self, width_columns: int, marks: Marks, brief: bool, explained: Collection[str] = ()
    ) -> None:
        self.width = width_columns
        self.marks = marks
        self.brief = brief
        self.plain = marks is not PRETTY
        self.explained = explained if brief else ()

    def whole(self, view: View) -> RenderableType:
        parts: list[RenderableType] = [self.head(view)]
        if facts := self.pairs(view.facts):
            parts.append(facts)
        parts += [self.board(view, board) for board in own_first(view) if board.spaces]
        common = self.common(view.places)
        if common is not None:
            parts.append(common)
        if view.players:
            parts.append(self.players(view))
        return Group(*parts)

    # ------------------------------------------------------------ the head

    def head(self, view: View) -> Text:
        turn = "Round" if view.on_turn is None else "Turn"
        line = Text(f"{turn} {view.turn}" if view.turn else "Set-up", LOUD)
        if view.on_turn is not None:
            line.append(f" {self.marks.dot} ", QUIET)
            line.append(seat_name(view, view.on_turn), seat_style(view.on_turn))
        if view.phases:
            line.append(f" {self.marks.dot} ", QUIET).append_text(self.phases(view))
        return line

    def phases(self, view: View) -> Text:
        return Text(f" {self.marks.step} ".join(safe(phase) for phase in view.phases))

    def pairs(self, facts: Mapping[str, str], left_out: Sequence[str] = _TELLS_NOTHING) -> Text:
        """Writes names and values in a row, those left out that tell nothing."""
        shown = [
            Text.assemble((safe(name) + " ", QUIET), safe(value))
            for name, value in facts.items()
            if value not in left_out
        ]
        return Text(f" {self.marks.dot} ", QUIET).join(shown) if shown else Text()

    # ------------------------------------------------------------ boards

    def board(self, view: View, board: BoardView) -> RenderableType:
        if self.brief and view.seat is not None and board.owner not in (None, view.seat):
            return self.other_board(board)
        if has_floor(board):
            floor = Floor(board, self.width, self.marks, SEAT_STYLES)
            drawn = Group(*floor.lines(explained=self.explained))
            return Group(Text(safe(board.name), LOUD), drawn)
        inner = (self.width - 4) // max(1, board.columns) - 3
        named = any(space.name or space.facts for space in board.spaces)
        title = Text(safe(board.name), LOUD)
        by_place = {(space.row, space.column): space for space in board.spaces}
        rows = [
            [by_place.get((row, column)) for column in range(1, board.columns + 1)]
            for row in range(1, board.rows + 1)
        ]
        if named and inner >= _ROOMY_COLUMNS:
            return Group(title, self.roomy_board(board, rows, min(inner, 24)))
        width = max([_NARROW_COLUMNS, *(self.sign(board, space).cell_len for row in rows for space in row)])
        if board.directions == 6:
            return Group(title, *self.slanted_board(board, rows, width))
        return Group(title, self.narrow_board(board, rows, width))

    def other_board(self, board: BoardView) -> Text:
        """Says in a line who stands where on a board of another player."""
        names = figures(board, self.plain)
        told = [
            Text(f"{names[id(thing)]} {safe(space.label)}", seat_style(thing.owner))
            for space in board.spaces
            for thing in space.things
        ]
        line = Text.assemble((safe(board.name) + ": ", LOUD), Text(", ").join(told))
        return line.append(f"{' ' * bool(told)}(view draws it)", QUIET)

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

    def narrow_board(self, board: BoardView, rows: Sequence[Sequence[SpaceView | None]], width: int) -> Table:
        """Draws a sign for each space, rows and columns numbered at the edge."""
        grid = Table(
            box=box.ASCII2 if self.plain else box.SQUARE,
            show_lines=board.rows <= _LINED_ROWS,
            padding=0,
            border_style=QUIET,
            header_style=QUIET,
        )
        grid.add_column("", justify="right", style=QUIET)
        for column in range(1, board.columns + 1):
            grid.add_column(str(column), justify="center", width=width, no_wrap=True)
        for number, row in zip(_row_numbers(board), rows, strict=True):
            grid.add_row(str(number), *(self.sign(board, space) for space in row))
        return grid

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
        lines = [Text.assemble((safe(space.label), QUIET), " ", safe(space.name))]
        lines += [self.standing(thing) for thing in space.things]
        if not self.brief and (facts := self.pairs(space.facts)):
            lines.append(facts)
        if len(lines) == 1:
            lines.append(Text())
        return Text("\n").join(lines)

    def sign(self, board: BoardView, space: SpaceView | None) -> Text:
        """Writes what stands on a space in a few letters; with one kind of thing, whose it is."""
        if space is None:
            return Text(" ")
        if not space.things:
            return Text(safe(space.drawn) or ("." if self.plain else "·"), QUIET)
        words = {_word(thing) for other in board.spaces for thing in other.things}
        signs = []
        for thing in space.things[:2]:
            word, mark = _word(thing), "" if thing.owner is None else f"P{thing.owner + 1}"
            if len(words) > 1 or not mark:
                word = word[:3] if not mark else word[:2]
                mark = word + mark[1:]
            signs.append(Text(mark + arrow(thing.heading, self.plain), seat_style(thing.owner)))
        return Text("").join(signs)

    def standing(self, thing: ThingView) -> Text:
        """Writes a thing on a board: whose it is, and what it is."""
        line = Text()
        if thing.owner is not None:
            line.append(f"P{thing.owner + 1} ", seat_style(thing.owner))
        return line.append(_word(thing), f"{LOUD} {seat_style(thing.owner)}".strip())

    # ------------------------------------------------------------ places

    def common(self, places: Sequence[PlaceView]) -> RenderableType | None:
        listed = [held for held in places if _is_listed(held)]
        counted = [held for held in places if not _is_listed(held) and (held.count or held.word == "deck")]
        lines: list[Text] = [self.place(held) for held in listed]
        if counted:
            lines.append(Text(f" {self.marks.dot} ", QUIET).join(self.place(held) for held in counted))
        return Group(*lines) if lines else None

    def place(self, held: PlaceView) -> Text:
        """Writes a place in a row: its things if it has few and they may be seen, else how many."""
        line = Text(safe(held.name), QUIET)
        if held.things is None or not _is_listed(held):
            return line.append(f" {held.count}")
        faces = [self.face(thing) for thing in held.things]
        ending = ending_of_all(faces) if len(faces) > 1 else ""
        if ending:
            line.append(f", each {article(ending.strip())}:", QUIET)
        told = Text(" ").join(Text(f"[{face.removesuffix(ending)}]") for face in faces)
        return line.append(" ").append_text(told)

    def face(self, thing: ThingView) -> str:
        """Writes a die with the sign that the ruleset draws for its face, where signs can be shown."""
        return _word(thing) if self.plain or not thing.glyph else f"{safe(thing.glyph)} {_word(thing)}"

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
        title = Text(f"Player {player.seat + 1}", f"{LOUD} {seat_style(player.seat)}")
        if player.seat == view.seat:
            title.append(" (you)")
        if player.seat == view.on_turn:
            title.append(f" {self.marks.dot} on turn")
        if not player.remaining:
            title.append(f" {self.marks.dot} out")
        lines: list[RenderableType] = []
        plain = [thing for thing in player.things if _is_plain(thing)]
        for thing in player.things:
            if not _is_plain(thing):
                alone = sum(other.kind == thing.kind for other in player.things) == 1
                lines += self.thing(view, thing, alone)
        if plain:
            lines.append(self.tally(plain))
        for held in player.places:
            if held.count or not self.brief or held.word in _KEPT_WORDS:
                lines += self.own_place(held)
        return Panel(
            Group(*lines) if lines else Text(self.marks.dash, QUIET),
            box=box.ASCII2 if self.plain else box.ROUNDED,
            title=title,
            title_align="left",
            border_style=seat_style(player.seat),
        )

    def tally(self, things: Iterable[ThingView]) -> Text:
        """Writes things that differ in nothing but their names, with their numbers."""
        words = sorted(_word(thing) for thing in things)
        counts = [(word, len(list(same))) for word, same in groupby(words)]
        told = [word if count == 1 else f"{word} {self.marks.times}{count}" for word, count in counts]
        return Text(", ".join(told))

    def thing(self, view: View, thing: ThingView, alone: bool) -> list[RenderableType]:
        """Writes a thing in lines; one that has no name and is alone of its kind needs no line for that."""
        head = Text()
        if thing.name not in ("", thing.kind):
            head = Text.assemble((_word(thing), LOUD), (f" {safe(thing.kind)}", QUIET))
        elif not alone or thing.space:
            head = Text(_word(thing), LOUD)
        if thing.space:
            head.append(f" on {safe(thing.space)}", QUIET)
            if (mark := self.mark(view, thing)) and head.plain:
                head = Text.assemble((f"{mark} ", seat_style(thing.owner))).append_text(head)
        lines: list[RenderableType] = [head] if head else []
        numbers = [self.track(name, dice) for name, dice in thing.tracks.items()]
        numbers += [self.counter(name, number) for name, number in thing.counters.items()]
        if numbers:
            lines.append(Text("  ").join(numbers))
        for name, sides in thing.links.items():
            if sides:
                told = Text(safe(name) + ": ", QUIET)
                lines.append(
                    told.append(", ".join(f"{safe(other)} {safe(side)}" for other, side in sides.items()))
                )
        held = [self.held(place) for place in thing.places if place.count or not self.brief]
        if held:
            lines.append(Text("  ").join(held))
        lines += self.parts(thing.parts)
        long = {name: value for name, value in thing.facts.items() if len(value) > _LONG_FACT}
        short = {name: value for name, value in thing.facts.items() if name not in long}
        facts = self.pairs(short, (*_EMPTY, "no") if self.brief else _EMPTY)
        if facts:
            lines.append(facts)
        if not self.brief or thing.owner == view.seat:
            lines += [self.pairs({name: value}) for name, value in long.items()]
        return lines

    def mark(self, view: View, thing: ThingView) -> str:
        """Gives what stands for a thing on a board with signs; nothing if its player has no other there."""
        for board in filter(has_floor, view.boards):
            named = figures(board, self.plain)
            own = [other for space in board.spaces for other in space.things if other.owner == thing.owner]
            for figure in own if len(own) > 1 else ():
                if (figure.name, figure.space) == (thing.name, thing.space):
                    return named[id(figure)]
        return ""

    def parts(self, parts: Sequence[ThingView]) -> list[RenderableType]:
        """Writes the parts of a thing in lines; numbered ones in a row that are alike share one."""
        lines: list[RenderableType] = []
        for _, same in groupby(parts, lambda part: (_unnumbered(part), self.part(part).plain, part.parts)):
            alike = list(same)
            first, last = alike[0], alike[-1]
            row = Text("  ").append(_word(first))
            if first is not last:
                row.append(f" {self.marks.more} {_word(last).removeprefix(_unnumbered(last))}")
            if told := self.part(first):
                row.append("  ").append_text(told)
            lines.append(row)
            lines += self.parts(first.parts)
        return lines

    def part(self, part: ThingView) -> Text:
        """Writes what there is to tell of a part."""
        numbers = [self.track(name, dice) for name, dice in part.tracks.items()]
        numbers += [self.counter(name, number) for name, number in part.counters.items()]
        facts = self.pairs({name: value for name, value in part.facts.items() if value != part.name})
        return Text("  ").join([*numbers, *([facts] if facts else []), *map(self.held, part.places)])

    def held(self, place: PlaceView) -> Text:
        """Writes a place of a thing: what lies there, or how many where they may not be seen."""
        shown = ", ".join(map(_word, place.things)) if place.things is not None else str(place.count)
        return Text.assemble((safe(place.name) + " ", QUIET), shown or self.marks.dash)

    def track(self, name: str, dice: Sequence[int]) -> Text:
        shown = "".join(f"[{number}]" for number in dice) or self.marks.dash
        return Text.assemble((safe(name) + " ", QUIET), shown)

    def counter(self, name: str, number: int | None) -> Text:
        return Text.assemble((safe(name) + " ", QUIET), self.marks.dash if number is None else str(number))

    def own_place(self, held: PlaceView) -> list[RenderableType]:
        """Writes a place of a player; the cards of the viewer's hand with what they say."""
        if held.things is None or not _is_listed(held):
            return [self.place(held)]
        if not any(thing.text for thing in held.things):
            return [self.place(held)]
        lines: list[RenderableType] = [Text(f"{safe(held.name)} {held.count}", QUIET)]
        for thing in held.things:
            line = Text(_word(thing))
            told = [value for value in thing.facts.values() if value not in _TELLS_NOTHING]
            if told:
                line.append(f" ({', '.join(map(safe, told))})")
            if thing.text:
                line.append(f" {self.marks.dash} {safe(thing.text)}", QUIET)
            lines.append(Padding(line, (0, 0, 0, 2)))
        return lines


def choices_in_columns(lines: Sequence[Text], width_columns: int) -> RenderableType:
    """Lays out a menu: one choice to a line, or several if they are many and short."""
    widest = max((line.cell_len for line in lines), default=0)
    if len(lines) <= 12 or widest * 2 + 4 > width_columns:
        return Group(*lines)
    return Columns(lines, padding=(0, 3), equal=True, column_first=True)


def own_first(view: View) -> list[BoardView]:
    """Lists the boards: those of all and the viewer's own, then those of other players."""
    return sorted(view.boards, key=lambda board: board.owner not in (None, view.seat))


def _row_numbers(board: BoardView) -> list[int]:
    """Numbers the rows of a board, the top row first."""
    numbers = list(range(1, board.rows + 1))
    return numbers[::-1] if board.from_bottom else numbers


def _is_listed(held: PlaceView) -> bool:
    """Tells whether the things of a place are listed: they are few, may be seen, and are not put away."""
    most = _LARGEST_HAND if held.word == "hand" else _SMALL_PLACE
    return bool(held.things) and held.count <= most and held.word != "box"


def _word(thing: ThingView) -> str:
    """Names a thing; a solid die with its sides: `2 (N4 E1 S3 W6)`."""
    word = thing.name or thing.face or thing.kind
    if thing.sides:
        between = "" if all(face.isdigit() for face in thing.sides.values()) else " "
        sides = " ".join(f"{way[0]}{between}{face}" for way, face in thing.sides.items())
        word += f" ({sides})"
    return safe(word)


def _unnumbered(thing: ThingView) -> str:
    """Gives the name of a thing without the number that it ends in."""
    return _word(thing).rstrip("0123456789")


def _is_plain(thing: ThingView) -> bool:
    return not (thing.facts or thing.tracks or thing.counters or thing.links or thing.parts or thing.places)
