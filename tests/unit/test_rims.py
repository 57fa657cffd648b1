"""How spaces follow one another round a board, and which lie opposite."""

from gekido_dsl.ground.geometry import following_of, opposite_of
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Source, Span

SPAN = Span(Source("x.gdl", ""), 0, 0)


def board(rows: int, columns: int, *, closed: bool, clockwise: bool, holes: frozenset[int]) -> m.Board:
    made = m.Board("Ground", SPAN, SPAN)
    made.shape = m.Grid(rows, columns, 4, holes=holes, rim=m.Rim(closed, clockwise))
    return made


def test_against_the_clock_the_bottom_row_leads_to_the_right() -> None:
    ring = board(3, 3, closed=True, clockwise=False, holes=frozenset({4}))
    assert ring.shape.spots == (6, 7, 8, 5, 2, 1, 0, 3)
    assert following_of(ring, 1)[3] == (6, 7, 8, 5, 2, 1, 0, 3)
    assert following_of(ring, -1)[7] == (6, 3, 0, 1, 2, 5, 8, 7)


def test_clockwise_the_bottom_row_leads_to_the_left() -> None:
    line = board(2, 4, closed=False, clockwise=True, holes=frozenset())
    assert line.shape.spots == (7, 6, 5, 4, 0, 1, 2, 3)
    assert following_of(line, 1)[2] == (3,)
    assert following_of(line, 1)[3] == ()
    assert following_of(line, -1)[6] == (7,)


def test_one_row_or_column_does_not_turn_back() -> None:
    row = board(1, 4, closed=False, clockwise=False, holes=frozenset())
    column = board(4, 1, closed=False, clockwise=False, holes=frozenset())
    assert row.shape.spots == (0, 1, 2, 3)
    assert column.shape.spots == (3, 2, 1, 0)


def test_what_lies_opposite_is_in_the_same_column() -> None:
    pits = board(2, 3, closed=True, clockwise=False, holes=frozenset({0}))
    assert opposite_of(pits) == [-1, 4, 5, -1, 1, 2]
