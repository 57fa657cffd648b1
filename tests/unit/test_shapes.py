"""Shapes of boards and their charts: what touches what, and who may ask a board for its rows."""

import re
from pathlib import Path

import networkx
import pytest

from gekido_dsl.ground.charts import Chart
from gekido_dsl.ground.geometry import neighbourhood, rows_of
from gekido_dsl.model import nodes as m
from gekido_dsl.source import Source, Span

PROGRAM = Path(__file__).resolve().parents[2] / "gekido_dsl"
NOWHERE = Span(Source("none", ""), 0, 0)
GRIDS_ALONE = {
    "drawing/areas.py",
    "drawing/plans.py",
    "drawing/tabletop.py",
    "ground/charts.py",
    "ground/geometry.py",
    "ground/layout.py",
    "ground/pieces.py",
    "ground/start.py",
    "interpreter/operators/boards.py",
    "learning/features.py",
    "lowering/boards/bitsets.py",
    "lowering/lifting/lifted_places.py",
    "lowering/operators/boards.py",
    "lowering/operators/lines.py",
    "lowering/operators/pieces.py",
    "model/boards.py",
    "model/checks/empty_choice.py",
    "model/drawings.py",
    "model/drawn.py",
    "model/lies.py",
    "model/nodes/places.py",
    "model/phrases/attributes.py",
    "model/phrases/directions.py",
    "model/phrases/phrases.py",
    "model/pictures.py",
    "model/pieces.py",
    "model/regions.py",
    "model/sentences/things.py",
    "model/sides.py",
    "model/sizes.py",
    "model/wrapping.py",
    "printing/plans.py",
    "rulesdoc/english/phrases.py",
    "rulesdoc/english/standing.py",
    "rulesdoc/english/things.py",
    "table/as_drawn.py",
    "tabletops/places.py",
    "telling/boards.py",
    "telling/view.py",
}
"""The modules that may ask what only a board of rows and columns has."""


def chart_of(rows: int, columns: int, directions: int, holes: frozenset[int] = frozenset()) -> Chart:
    board = m.Board("Field", NOWHERE, NOWHERE, shape=m.Grid(rows, columns, directions, holes))
    return Chart(board, frozenset(board.shape.spots) if holes else None)


@pytest.mark.parametrize("holes", [frozenset[int](), frozenset({4, 6})])
def test_spaces_of_a_grid_touch_as_in_a_graph_of_one(holes: frozenset[int]) -> None:
    chart = chart_of(3, 5, 4, holes)
    graph = networkx.relabel_nodes(networkx.grid_2d_graph(3, 5), lambda at: at[0] * 5 + at[1])
    graph.remove_nodes_from(holes)
    for here in graph:
        assert chart.near[here] == set(graph[here])
        far = networkx.single_source_shortest_path_length(graph, here, cutoff=2)
        assert neighbourhood(chart, 2)[here] == set(far) - {here}


def test_six_directions_are_those_of_hexagons() -> None:
    graph = networkx.Graph()
    for row in range(3):
        for column in range(4):
            for down, right in ((0, 1), (1, 0), (1, -1)):
                if row + down < 3 and 0 <= column + right < 4:
                    graph.add_edge(row * 4 + column, (row + down) * 4 + column + right)
    assert [set(graph[here]) for here in range(12)] == chart_of(3, 4, 6).near


def test_rows_lie_in_four_directions() -> None:
    assert len(rows_of(chart_of(3, 3, 8), 3)) == 8


def test_only_those_named_ask_a_board_for_rows() -> None:
    asks = {
        path.relative_to(PROGRAM).as_posix()
        for path in PROGRAM.rglob("*.py")
        if re.search(r"\bshape\.(rows|columns|directions|holes|links)\b", path.read_text(encoding="utf-8"))
    }
    assert asks <= GRIDS_ALONE
