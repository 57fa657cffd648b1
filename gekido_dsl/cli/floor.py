"""Boards with signs, borders and figures that face somewhere become lines of text.

A cell shows the signs that the space is drawn with, and what stands there; edges are lines between cells. A row of
spaces takes as many lines as its fullest cell, and a line of its own stands over it where an edge does.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from rich.text import Text

from gekido_dsl.cli.screen import PRETTY, Marks
from gekido_dsl.cli.spoken import spoken
from gekido_dsl.engine import BoardView, Heading, SpaceView, ThingView
from gekido_dsl.languages import text
from gekido_dsl.tables.drawing import BLANK, JOINT
from gekido_dsl.telling.ranges import ranges

_QUIET = "dim"
_LOUD = "bold"
_LEAST_COLUMNS = 2
_CALM_COLUMNS = 3
_LOOSE_ROWS = 8
"""A board with more rows than this has lines between rows only where an edge is."""
_FEW_SIGNS = 8
"""No more signs than this are explained each time."""
_UPRIGHT: Final = ("┃", "╎", "║", "┊")
_LEVEL: Final = ("━", "╌", "═", "┈")
_CROSSING: Final = (" ━━━┃┛┗┻┃┓┏┳┃┫┣╋", "┼" * 16, " ═══║╝╚╩║╗╔╦║╣╠╬", "┼" * 16)
"""Where edges meet, by the sum of what meets there: 1 left, 2 right, 4 above, 8 below."""
_PLAIN_UPRIGHT: Final = ("#", ":", "H", "!")
_PLAIN_LEVEL: Final = ("#", "-", "=", "~")
_PLAIN_CROSSING: Final = ("#" * 16, "+" * 16, "H" * 16, "+" * 16)
_ARROWS: Final = {4: "↑→↓←", 6: "↑↗↘↓↙↖", 8: "↑↗→↘↓↙←↖"}
_PLAIN_ARROWS: Final = {
    4: ("^", ">", "v", "<"),
    6: ("n", "ne", "se", "s", "sw", "nw"),
    8: ("n", "ne", "e", "se", "s", "sw", "w", "nw"),
}


_JOINED: Final = "▪╵╶└╷│┌├╴┘─┴┐┤┬┼"
"""How a square of a shape leads on to others, by the sum of the sides: 1 above, 2 right, 4 below, 8 left."""


def has_floor(board: BoardView) -> bool:
    """Tells whether there is more to draw on a board than what stands on it."""
    return board.directions != 6 and bool(board.signs or board.edge_names)


def arrow(heading: Heading | None, plain: bool) -> str:
    """Gives the sign for where a thing faces; nothing for one that faces nowhere."""
    if heading is None:
        return ""
    if plain:
        return _PLAIN_ARROWS.get(heading.count, _PLAIN_ARROWS[4])[heading.number]
    return spoken(heading.glyph) if heading.glyph else _ARROWS.get(heading.count, _ARROWS[4])[heading.number]


def figures(board: BoardView, plain: bool) -> dict[int, str]:
    """Gives a short name for each thing on a board, by its identity: whose it is, and where it faces."""
    things = [thing for space in board.spaces for thing in space.things]
    owned = Counter(thing.owner for thing in things)
    short = {owner: _initials({_word(each) for each in things if each.owner == owner}) for owner in owned}
    named = {}
    for thing in things:
        word = _word(thing)
        if thing.joined is not None:
            mark = square(thing, plain)
        elif thing.sign:
            mark = spoken(thing.sign) + ("" if thing.owner is None else str(thing.owner + 1))
        elif thing.owner is None:
            mark = word[:3]
        elif owned[thing.owner] == 1:
            mark = f"P{thing.owner + 1}"
        else:
            mark = f"{short[thing.owner][word]}{thing.owner + 1}"
        named[id(thing)] = mark + arrow(thing.heading, plain)
    return named


def square(thing: ThingView, plain: bool) -> str:
    """Gives a square of a shape: whose it is, and a line that leads on to the others of its shape."""
    joined = thing.joined or frozenset()
    whose = str(thing.owner + 1) if thing.owner is not None else _word(thing)[:1]
    if plain:
        upright, level = joined & {0, 2}, joined & {1, 3}
        line = "+" if upright and level else "|" if upright else "-" if level else " "
    else:
        line = _JOINED[sum(1 << side for side in joined)]
    return whose + line + (("-" if plain else "─") if 1 in joined else " ")


def _word(thing: ThingView) -> str:
    return spoken(thing.name or thing.face or thing.kind)


def _initials(words: set[str]) -> dict[str, str]:
    """Gives two letters for each word: its first ones, or those of its parts where the first ones are alike."""
    first = {word: word[:2] for word in words}
    parts = {word: "".join(part[0] for part in word.split())[:2] for word in words}
    return parts if len(set(parts.values())) > len(set(first.values())) else first


def explains(board: BoardView) -> set[str]:
    """Gives what the signs of a board mean."""
    return set(board.signs.values())


def changes(board: BoardView) -> Iterator[tuple[str, str]]:
    """Gives what has changed on spaces, each with the spaces where it is so."""
    where: dict[str, list[SpaceView]] = {}
    for space in board.spaces:
        for name, value in space.changed.items():
            where.setdefault(text("{name} {value}", name=name, value=value), []).append(space)
        if space.owner is not None:
            where.setdefault(text("Taken by P{number}", number=space.owner + 1), []).append(space)
    for fact, spaces in where.items():
        labels = [re.fullmatch(r"r(\d+)c(\d+)", space.label) for space in spaces]
        spots = [(int(label[1]), int(label[2])) for label in labels if label is not None]
        yield fact, ranges(spots)


class Floor:
    """Draws one board at one width with one set of signs."""

    def __init__(self, board: BoardView, width_columns: int, marks: Marks, styles: Sequence[str]) -> None:
        """Measures a board.

        Args:
            styles: the colours of the players.
        """
        self.board = board
        self.screen = width_columns
        self.plain = marks is not PRETTY
        self.marks = marks
        self.styles = styles
        self.signs = self._signs()
        self.figures = figures(board, self.plain)
        self.spaces = {(space.row, space.column): space for space in board.spaces}
        strokes = (
            (_PLAIN_UPRIGHT, _PLAIN_LEVEL, _PLAIN_CROSSING) if self.plain else (_UPRIGHT, _LEVEL, _CROSSING)
        )
        self.upright, self.level, self.crossings = strokes
        order = {name: min(n, len(_LEVEL) - 1) for n, name in enumerate(board.edge_names)}
        self.edges: dict[tuple[int, int, bool], int] = {}
        for edge in board.edges:
            key = (edge.row, edge.column, edge.upright)
            self.edges[key] = min(order[edge.name], self.edges.get(key, len(_LEVEL)))
        rows, columns = [row for row, _ in self.spaces] or [1], [column for _, column in self.spaces] or [1]
        self.rows = range(min(rows), max(rows) + 1)
        self.columns = range(min(columns), max(columns) + 1)
        self.edge = len(str(board.rows)) + 1
        room = (width_columns - self.edge - 1) // len(self.columns) - 1
        wanted = [len(name) for name in self.figures.values()] + [
            len(self._joined(space)) for space in board.spaces
        ]
        self.dense = False
        self.width = max(_LEAST_COLUMNS, min(room, max([_CALM_COLUMNS, *wanted])))

    def lines(self, *, explained: Collection[str] = (), dense: bool = False) -> Iterator[Text]:
        """Draws the board, then what its signs mean and what has changed on it.

        Args:
            explained: what need not be explained again, if the signs are many; see `explains`.
            dense: whether rows stand close, and no sign is explained again.
        """
        self.dense = dense
        if self.spaces:
            header = "".join(str(column).center(self.width) + " " for column in self.columns)
            yield Text(" " * (self.edge + 1) + header.rstrip(), _QUIET)
            for row in self.rows:
                yield from self._border(row)
                yield from self._row(row)
            yield from self._border(self.rows.stop)
        yield from self._legend(explained)
        for fact, where in changes(self.board):
            yield Text.assemble((spoken(fact) + ": ", _QUIET), where)

    # ------------------------------------------------------------ edges

    def _border(self, row: int) -> Iterator[Text]:
        """Draws the line over a row, if there is anything on it."""
        inner = self.rows.start < row < self.rows.stop and len(self.rows) <= _LOOSE_ROWS and not self.dense
        if not inner and not any((row, column, False) in self.edges for column in self.columns):
            return
        line = Text(" " * self.edge)
        for column in self.columns:
            line.append(self._crossing(row, column))
            edge = self.edges.get((row, column, False))
            line.append((" " if edge is None else self.level[edge]) * self.width)
        line.append(self._crossing(row, self.columns.stop))
        line.rstrip()
        yield line

    def _crossing(self, row: int, column: int) -> str:
        """Draws where four borders meet: what runs through, or ends there."""
        around = [self.edges.get((row, at, False)) for at in (column - 1, column)]
        around += [self.edges.get((at, column, True)) for at in (row - 1, row)]
        met = {edge for edge in around if edge is not None}
        if not met:
            return " "
        arms = sum(1 << n for n, edge in enumerate(around) if edge is not None)
        if arms <= 3:
            return self.level[min(met)]
        if arms == 12:
            return self.upright[min(met)]
        if arms in (4, 8):
            return " "
        return self.crossings[min(met) if len(met) == 1 else 1][arms]

    # ------------------------------------------------------------ spaces

    def _row(self, row: int) -> Iterator[Text]:
        cells = [self._cell(self.spaces.get((row, column))) for column in self.columns]
        number = self.board.rows + 1 - row if self.board.from_bottom else row
        for at in range(max(map(len, cells))):
            head = str(number) if at == 0 else ""
            line = Text(head.rjust(self.edge - 1) + " ", _QUIET)
            for column, cell in zip(self.columns, cells, strict=True):
                line.append(self._stroke(row, column))
                text = cell[at] if at < len(cell) else Text()
                spare = self.width - text.cell_len
                line.append(" " * (spare // 2)).append_text(text).append(" " * (spare - spare // 2))
            line.append(self._stroke(row, self.columns.stop))
            line.rstrip()
            yield line

    def _stroke(self, row: int, column: int) -> str:
        edge = self.edges.get((row, column, True))
        return " " if edge is None else self.upright[edge]

    def _cell(self, space: SpaceView | None) -> list[Text]:
        """Draws a space in as many lines as it needs, all in one if they fit."""
        if space is None:
            return [Text()]
        standing = [self._figure(thing) for thing in space.things]
        signs = self._packed(space)
        whole = Text(" ").join([*(Text(sign) for sign in signs), *standing])
        if (signs or standing) and len(signs) < 2 and whole.cell_len <= self.width:
            return [whole]
        if not signs and not standing:
            return [Text(self._blank(), _QUIET)]
        lines = [Text(sign) for sign in signs]
        for figure in standing:
            if lines and len(lines) > len(signs) and lines[-1].cell_len + figure.cell_len < self.width:
                lines[-1].append(" ").append_text(figure)
            else:
                lines.append(figure)
        return lines

    def _figure(self, thing: ThingView) -> Text:
        style = "" if thing.owner is None else self.styles[thing.owner % len(self.styles)]
        figure = Text(self.figures[id(thing)], f"{_LOUD} {style}".strip())
        if figure.cell_len > self.width:
            figure.truncate(self.width)
        return figure

    def _packed(self, space: SpaceView) -> list[str]:
        """Puts the signs of a space into lines that are not too long."""
        lines: list[str] = []
        for sign in self._parts(space):
            joined = f"{lines[-1]}{JOINT}{sign}" if lines else sign
            if lines and len(joined) <= self.width:
                lines[-1] = joined
            else:
                lines.append(sign[: self.width])
        return lines

    def _joined(self, space: SpaceView) -> str:
        return JOINT.join(self._parts(space))

    def _parts(self, space: SpaceView) -> list[str]:
        return [
            self.signs.get(sign, spoken(sign)) for sign in space.drawn.split(JOINT) if sign not in ("", BLANK)
        ]

    def _blank(self) -> str:
        return "." if self.plain else "·"

    # ------------------------------------------------------------ signs

    def _signs(self) -> dict[str, str]:
        """Gives what is written for each sign: the sign itself, or letters of its name where it cannot be shown."""
        shown: dict[str, str] = {}
        for sign, name in self.board.signs.items():
            word = spoken(sign)
            if self.plain and not word.isascii():
                letters = "".join(part[0] for part in name.split() if part[0].isascii()) or "x"
                word = letters
                number = 2
                while word in shown.values():
                    word, number = f"{letters}{number}", number + 1
            shown[sign] = word
        return shown

    def _legend(self, explained: Collection[str]) -> Iterator[Text]:
        named = [
            (self._blank() if sign == BLANK else self.signs[sign], name)
            for sign, name in self.board.signs.items()
            if spoken(name) != self.signs[sign]
        ]
        drawn = {edge.name for edge in self.board.edges}
        strokes = [
            (self.level[min(n, len(_LEVEL) - 1)], name)
            for n, name in enumerate(self.board.edge_names)
            if name in drawn
        ]
        many = len(named) > (0 if self.dense else _FEW_SIGNS)
        known = [name for _, name in named if name in explained] if many else []
        named = [(sign, name) for sign, name in named if name not in known]
        more = [Text(spoken(text("view explains the signs")), _QUIET)] if known else []
        if self.dense:
            strokes = [(sign, name) for sign, name in strokes if name not in explained]
        told = [Text.assemble((sign, _LOUD), (f" {spoken(name)}", _QUIET)) for sign, name in named + strokes]
        yield from packed([*told, *more], self.screen)


def packed(parts: Sequence[Text], width_columns: int) -> Iterator[Text]:
    """Puts short texts into lines, one after the other."""
    line = Text()
    for part in parts:
        if line and line.cell_len + 3 + part.cell_len > width_columns:
            yield line
            line = Text()
        line = Text("   ").join([line, part]) if line else part
    if line:
        yield line
