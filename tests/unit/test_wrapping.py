"""Boards that wrap round: what touches what, lines, rows and distances, against a graph and plain arithmetic."""

import re
from itertools import pairwise

import networkx
import pytest

from gekido_dsl import engine as e
from gekido_dsl.compilation import load
from gekido_dsl.drawing.boards import board as picture
from gekido_dsl.ground.charts import Chart
from gekido_dsl.ground.geometry import leaps, rows_of
from gekido_dsl.model import nodes as m
from gekido_dsl.model.regions import region
from gekido_dsl.source import MemoryProvider, Source, Span

NOWHERE = Span(Source("none", ""), 0, 0)
ROWS, COLUMNS = 4, 5


def board_of(down: bool, across: bool, directions: int = 4) -> m.Board:
    return m.Board("Ring", NOWHERE, NOWHERE, shape=m.Grid(ROWS, COLUMNS, directions, wraps=(down, across)))


@pytest.mark.parametrize(("down", "across"), [(True, True), (True, False), (False, True)])
def test_spaces_touch_as_on_a_torus_or_a_cylinder(down: bool, across: bool) -> None:
    graph = networkx.grid_2d_graph(ROWS, COLUMNS, periodic=(down, across))
    near = Chart(board_of(down, across)).near
    for row, column in graph:
        assert near[row * COLUMNS + column] == {r * COLUMNS + c for r, c in graph[row, column]}


def test_a_line_ends_before_it_comes_back() -> None:
    chart = Chart(board_of(True, True, 8))
    assert chart.ray(1, (0, 1)) == [2, 3, 4, 0]
    assert chart.ray(1, (-1, 0)) == [16, 11, 6]
    assert len(chart.ray(0, (1, 1))) == ROWS * COLUMNS - 1 == chart.board.shape.longest - 1


def test_rows_of_three_cross_the_seam() -> None:
    assert len(set(rows_of(Chart(board_of(True, True, 8)), 3))) == 4 * ROWS * COLUMNS
    assert frozenset({4, 0, 1}) in rows_of(Chart(board_of(False, True, 8)), 3)


def test_a_knight_leaps_over_the_seam() -> None:
    # Two rows up are two rows down on a board of four.
    assert leaps(Chart(board_of(True, True, 8)), 1, 2)[0] == {7, 8, 11, 14, 17, 18}


@pytest.mark.parametrize(
    ("down", "across", "corners", "outer", "top", "left"),
    [
        (True, True, 0, 0, 0, 0),
        (False, True, 0, 2 * COLUMNS, COLUMNS, 0),
        (True, False, 0, 2 * ROWS, 0, ROWS),
    ],
)
def test_a_side_that_wraps_has_no_rim(
    down: bool, across: bool, corners: int, outer: int, top: int, left: int
) -> None:
    board = board_of(down, across)
    names = ("corners", "outer", "top", "left", "centre")
    assert [len(region(board, name)) for name in names] == [corners, outer, top, left, 0]


def test_the_picture_shows_where_it_wraps() -> None:
    text = (
        'edition 1\ngame "Ring"\n  players 2\n  limit 9 turns\nkind Cell\nkind Stone, 5 for each player\n'
        "board Ring: 3 by 4 Cell, touching in 4 directions{wraps}\nturn of each player\n  Setting\nphase Setting\n"
        "  put my Stone onto an empty Cell\n    otherwise do nothing\nthe game ends when no Cell is empty\n"
        "  the player wins\n"
    )

    def drawn(wraps: str) -> int:
        made = load("ring.gdl", MemoryProvider({"ring.gdl": text.format(wraps=wraps)}))
        assert made.game is not None, made.diagnostics
        game = made.executor()
        view = game.observe(game.initial(e.Setting(2, 1))[0], None).boards[0]
        return "".join(picture(view).shapes).count("<polygon")

    arrows = [drawn(wraps) for wraps in ("", ", wrapping left to right", ", wrapping both ways")]
    assert [one - arrows[0] for one in arrows] == [0, 6, 14]


def test_rings_and_spirals_are_drawn_without_gaps() -> None:
    for shape, number in (("3 rings of 8", 24), ("a ring of 12 anticlockwise", 12), ("a spiral of 30", 30)):
        text = (
            'edition 1\ngame "Wheel"\n  players 2\n  limit 9 turns\nkind Cell\nkind Stone, 5 for each player\n'
            f"board Wheel: Cell, in {shape}\nturn of each player\n  Setting\nphase Setting\n"
            "  put my Stone onto an empty Cell\n    otherwise do nothing\nthe game ends when no Cell is empty\n"
            "  the player wins\n"
        )
        made = load("wheel.gdl", MemoryProvider({"wheel.gdl": text}))
        assert made.game is not None, made.diagnostics
        game = made.executor()
        view = game.observe(game.initial(e.Setting(2, 1))[0], None).boards[0]
        cells = re.findall(r'<polygon[^>]*points="([^"]*)"', "".join(picture(view).shapes))
        assert len(cells) == number
        corners = [set(one.split()) for one in cells]
        # Spaces that follow one another share the two ends of a side.
        assert all(len(one & other) == 2 for one, other in pairwise(corners[:8]))
