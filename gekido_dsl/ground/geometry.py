"""The geometry of boards: what lies within a distance, in a direction, in a straight line.

Each function takes the chart of a board. Nothing here depends on a match.
"""

from collections.abc import Callable, Mapping, Sequence, Set
from typing import Final

from gekido_dsl.ground.charts import Chart
from gekido_dsl.model import nodes as m
from gekido_dsl.model.compass import COMPASS
from gekido_dsl.model.regions import sides
from gekido_dsl.model.types import NONE, EnumType, item


def headings_of(e: m.Expr) -> int:
    """Gives how many directions the compass of an expression has."""
    kind = item(e.type)
    return len(kind.enum.members) if isinstance(kind, EnumType) else 4


def neighbourhood(chart: Chart, distance: int) -> list[frozenset[int]]:
    """Gives, for each position of a board, the positions within a distance, itself left out."""
    if distance == 1:
        return chart.near
    return [around(chart.near, position, distance) for position in range(chart.size)]


def around(
    one: Sequence[Set[int]], position: int, distance: int, open_: Callable[[int], bool] = lambda spot: True
) -> frozenset[int]:
    """Gives the positions within a distance of one, itself left out.

    Args:
        one: for each position those that touch it.
        open_: whether a way may lead over a position.
    """
    reached = rim = {position}
    for _ in range(distance):
        rim = {other for here in rim for other in one[here] if open_(other)} - reached
        reached = reached | rim
    return frozenset(reached - {position})


def leaps(chart: Chart, along: int, across: int) -> list[frozenset[int]]:
    """Gives, for each position, those a leap away: so many steps one way and so many across, over anything.

    On a board of hexagons across is the way turned by a sixth.
    """
    headings = COMPASS[6 if chart.board.shape.directions == 6 else 4]
    ways = {
        (along * down + across * down2, along * right + across * right2)
        for number, (down, right) in enumerate(headings)
        for down2, right2 in (headings[number - 1], headings[(number + 1) % len(headings)])
    }
    every = frozenset(range(chart.size)) if chart.spaces is None else chart.spaces
    return [
        frozenset(chart.stepped(here, *way) for way in ways) & every - {here} for here in range(chart.size)
    ]


def steps_of(chart: Chart, headings: int) -> list[tuple[int, ...]]:
    """Gives, for each position, the position one step away in each direction of a compass, or NONE."""
    return [tuple(chart.step(position, *way) for way in COMPASS[headings]) for position in range(chart.size)]


def following_of(board: m.Board, way: int) -> list[tuple[int, ...]]:
    """Gives, for each position of a board, those that follow it round the rim, the nearest first.

    Args:
        way: 1 for those after it, -1 for those before it.
    """
    spots, rim = board.shape.spots[::way], board.shape.rim
    found: list[tuple[int, ...]] = [()] * board.size
    for place, spot in enumerate(spots):
        round_again = spots[: place + 1] if rim is not None and rim.closed else ()
        found[spot] = (*spots[place + 1 :], *round_again)
    return found


def opposite_of(board: m.Board) -> list[int]:
    """Gives, for each position of a board, the one straight across in its column, or in its ring; or NONE."""
    if board.shape.round is not None:
        half, odd = divmod(board.size, 2)
        none = odd or board.shape.round.spiral
        return [NONE if none else (here + half) % board.size for here in range(board.size)]
    rows, columns = board.shape.rows, board.shape.columns
    spots = set(board.shape.spots)
    across = [(rows - 1 - spot // columns) * columns + spot % columns for spot in range(board.size)]
    return [there if {here, there} <= spots else NONE for here, there in enumerate(across)]


WAYS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "above": ((-1, 0),),
    "below": ((1, 0),),
    "left of": ((0, -1),),
    "right of": ((0, 1),),
    "ahead of": ((-1, 0),),
    "behind": ((1, 0),),
    "diagonally ahead of": ((-1, -1), (-1, 1)),
}
"""How far down and right it is to where a word of direction leads, seen by the player who looks up the board."""


def toward(chart: Chart, word: str, across: bool) -> list[frozenset[int]]:
    """Gives, for each position, the positions that lie from it where a word says; borders and gaps part nothing.

    Args:
        word: one of `WAYS`.
        across: whether the player who looks sits on the other side, so that ahead is down the board.
    """
    turned = across and word in ("ahead of", "behind", "diagonally ahead of")
    wanted = {(-down, right) if turned else (down, right) for down, right in WAYS[word]}
    if chart.links is not None:
        first: dict[tuple[int, int], tuple[int, int]] = {}
        for (start, down, right), end in chart.links.items():
            first.setdefault((start, end), (down, right))
        return [
            frozenset(end for (start, end), way in first.items() if start == position and way in wanted)
            for position in range(chart.size)
        ]
    return [
        frozenset(there for way in wanted if (there := chart.stepped(position, *way)) != NONE)
        for position in range(chart.size)
    ]


def rows_of(chart: Chart, length: int) -> list[frozenset[int]]:
    """Lists every straight run of so many spaces, each once; where lines are drawn, along one of them."""
    lead = chart.step if chart.links is not None else chart.stepped
    found = []
    for position in range(chart.size):
        for way in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [position]
            while len(run) < length and (there := lead(run[-1], *way)) not in (NONE, position):
                run.append(there)
            if len(run) == length:
                found.append(frozenset(run))
    return found


def sides_of(chart: Chart) -> list[list[int]]:
    """Lists the positions beyond the sides of each position that have a space at first."""
    board, spaces = chart.board.shape, chart.spaces
    grid = board.rows * board.columns
    return [
        [there for there in sides(board, here) if spaces is None or there in spaces] if here < grid else []
        for here in range(chart.size)
    ]
