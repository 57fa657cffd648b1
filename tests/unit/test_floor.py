"""Boards with signs, edges and figures as a person reads them in a terminal."""

from collections.abc import Collection, Mapping
from io import StringIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from gekido_dsl.cli.floor import Floor, arrow, explains, figures, has_floor
from gekido_dsl.cli.screen import PLAIN, PRETTY, Marks
from gekido_dsl.cli.table import draw
from gekido_dsl.cli.things import SEAT_STYLES
from gekido_dsl.engine import (
    BoardView,
    EdgeView,
    Heading,
    PlaceView,
    PlayerView,
    SpaceView,
    ThingView,
    View,
)
from gekido_dsl.table.words import own_first
from gekido_dsl.telling.ranges import ranges

SOUTH = Heading(2, 4, "South")


def robot(owner: int, heading: Heading | None = SOUTH) -> ThingView:
    return ThingView("Robot", "Robot", owner, heading=heading)


def board(
    rows: int,
    columns: int,
    drawn: Mapping[tuple[int, int], str],
    standing: Mapping[tuple[int, int], tuple[ThingView, ...]],
    edges: tuple[EdgeView, ...] = (),
    signs: Mapping[str, str] | None = None,
) -> BoardView:
    spaces = tuple(
        SpaceView(
            f"r{rows + 1 - row}c{column}", row, column, "",
            standing.get((row, column), ()), drawn=drawn.get((row, column), "."),
        )
        for row in range(1, rows + 1)
        for column in range(1, columns + 1)
    )  # fmt: skip
    names = ("Wall", "Fence")
    return BoardView("Floor", rows, columns, 4, spaces, True, None, edges, names, signs or {})


def lines(
    one: BoardView, marks: Marks = PRETTY, width: int = 80, explained: Collection[str] = ()
) -> list[str]:
    return [line.plain for line in Floor(one, width, marks, SEAT_STYLES).lines(explained=explained)]


def test_signs_edges_and_figures_have_their_places() -> None:
    one = board(
        2,
        2,
        {(1, 1): "y^", (2, 2): "a+b"},
        {(1, 1): (robot(0),), (2, 2): (robot(1), robot(2, Heading(1, 4, "East", "»")))},
        (EdgeView(1, 1, True, "Wall"), EdgeView(2, 2, False, "Fence"), EdgeView(2, 2, True, "Wall")),
        {"y^": "yellow belt", "a": "a", "b": "bridge"},
    )
    assert lines(one) == [
        "    1   2",
        "2 ┃y^   ·",
        "  ┃P1↓",
        "      ┼╌╌╌╌",
        "1   · ┃a+b",
        "      ┃P2↓",
        "      ┃P3»",
        "y^ yellow belt   b bridge   ━ Wall   ╌ Fence",
    ]
    assert lines(one, PLAIN)[3:5] == ["      +----", "1   . #a+b"]


@pytest.mark.parametrize(
    ("names", "marks"),
    [
        (("Red One", "Red Two"), ("RO1↓", "RT1↓")),
        (("Rook", "Knight"), ("Ro1↓", "Kn1↓")),
        (("Pawn", "Pawn"), ("Pa1↓", "Pa1↓")),
        (("Red One", "Redder One"), ("Re1↓", "Re1↓")),
    ],
)
def test_figures_of_one_player_are_told_apart(names: tuple[str, str], marks: tuple[str, str]) -> None:
    standing = tuple(ThingView("Robot", name, 0, heading=SOUTH) for name in names)
    drawn = figures(board(1, 2, {}, {(1, 1): standing[:1], (1, 2): standing[1:]}), False)
    assert tuple(drawn[id(thing)] for thing in standing) == marks


def test_fourteen_rows_of_twelve_columns_fit_into_eighty_columns() -> None:
    places = [(row, column) for row in range(1, 15) for column in range(1, 13)]
    one = board(14, 12, dict.fromkeys(places, "pv135+Teleporter"), {(7, 7): tuple(map(robot, range(8)))})
    drawn = lines(one)
    assert max(map(len, drawn)) <= 80
    assert drawn[1].startswith("14 ")
    assert sum(line.count("pv135") for line in drawn) == 14 * 12
    assert sum(f"P{n}↓" in line for line in drawn for n in range(1, 9)) == 8


def test_only_the_spaces_that_are_laid_take_room() -> None:
    one = board(3, 4, {}, {})
    laid = tuple(space for space in one.spaces if space.row > 1 and space.column < 3)
    small = BoardView("Floor", 3, 4, 4, laid, True, edge_names=("Wall",))
    assert lines(small) == ["    1   2", "2   ·   ·", "", "1   ·   ·"]
    assert lines(BoardView("Floor", 3, 4, 4, (), True, edge_names=("Wall",))) == []


def test_signs_that_cannot_be_shown_become_letters_of_their_names() -> None:
    one = board(1, 2, {(1, 1): "↑", (1, 2): "⇑"}, {}, signs={"↑": "belt north", "⇑": "blue north"})
    assert lines(one, PLAIN) == ["    1   2", "1  bn  bn2", "bn belt north   bn2 blue north"]
    assert all(line.isascii() for line in lines(one, PLAIN))


def test_many_signs_are_explained_once() -> None:
    signs = {letter: f"sign {letter}" for letter in "abcdefghij"}
    one = board(1, 10, {(1, n + 1): letter for n, letter in enumerate(signs)}, {}, signs=signs)
    assert "j sign j" in lines(one)[-1]
    assert lines(one, explained=explains(one) - {"sign c"})[-1] == "c sign c   view explains the signs"
    few = board(1, 1, {(1, 1): "a"}, {}, signs={"a": "sign a"})
    assert lines(few, explained=explains(few)) == lines(few)


@pytest.mark.parametrize(
    ("heading", "pretty", "plain"),
    [
        (None, "", ""),
        (Heading(3, 4, "West"), "←", "<"),
        (Heading(1, 8, "North East"), "↗", "ne"),
        (Heading(2, 6, "South East"), "↘", "se"),
        (Heading(0, 4, "North", "N"), "N", "^"),
    ],
)
def test_an_arrow_tells_where_a_thing_faces(heading: Heading | None, pretty: str, plain: str) -> None:
    assert (arrow(heading, False), arrow(heading, True)) == (pretty, plain)


def test_a_solid_die_is_told_with_its_sides() -> None:
    die = ThingView("Body", "2", 0, "2", sides={"North": "4", "East": "1", "South": "3", "West": "6"})
    named = ThingView("Body", "Cog", 0, "Cog", sides={"North": "Up", "East": "Left"})
    frame = PlaceView("Frame", "pool", 0, 2, (die, named))
    body = ThingView("Bot", "Bot", 0, places=(frame,))
    view = View(0, 1, 0, (), {}, (), (PlayerView(0, True, (body,), ()),), ())
    shown = Console(width=80, file=StringIO())
    shown.print(draw(view, 80))
    assert isinstance(shown.file, StringIO)
    assert "Frame 2 (N4 E1 S3 W6), Cog (N Up E Left)" in shown.file.getvalue()


def test_a_board_without_signs_and_edges_has_no_floor() -> None:
    assert not has_floor(BoardView("Board", 3, 3, 8, ()))
    assert not has_floor(BoardView("Board", 3, 3, 6, (), edge_names=("Wall",)))


def test_the_viewers_own_board_comes_first() -> None:
    boards = tuple(BoardView(f"{seat}", 1, 1, 4, (), owner=seat) for seat in (0, 1, None))
    view = View(1, 1, 0, (), {}, boards, (), ())
    assert [one.owner for one in own_first(view)] == [1, None, 0]


@given(st.sets(st.tuples(st.integers(1, 6), st.integers(1, 6)), max_size=20))
@pytest.mark.dear
def test_ranges_name_every_space_once(spots: set[tuple[int, int]]) -> None:
    told = []
    for part in filter(None, ranges(spots).split(", ")):
        rows, columns = ([*map(int, part.split("-"))] for part in part[1:].split("c"))
        told += [(r, c) for r in range(rows[0], rows[-1] + 1) for c in range(columns[0], columns[-1] + 1)]
    assert sorted(told) == sorted(spots)


def test_spaces_in_a_line_are_one_range() -> None:
    assert ranges({(4, 7), (5, 7), (6, 7)}) == "r4-6c7"
    assert ranges({(1, 1), (1, 2), (3, 3)}) == "r1c1-2, r3c3"
