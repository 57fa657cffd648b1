"""Drawings: the turn that is found, the layout, and text that cannot break out."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gekido_dsl.compilation import load
from gekido_dsl.graph import FORMATS, Edge, Graph, Node, build, render
from gekido_dsl.graph.build import _either
from gekido_dsl.graph.dot import dot
from gekido_dsl.graph.layout import NODE_GAP, layout
from gekido_dsl.graph.mermaid import mermaid
from gekido_dsl.graph.svg import svg
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

TEXT = """\
edition 1

game "Two <Phases>"
  players 2

option Early "Whether one may stop early" is Allowed or Forbidden

kind Seat, 1 for each player
  Points: 0 to 9, starts at 0

turn of each player
  Rolling: Shaking, Looking
  Scoring if Early is Allowed

phase Rolling

phase Shaking
  do Shake if Early is Allowed
  open Pause

phase Looking
  if my Seat's Points is at least 3
    do Shake
  otherwise
    end Rolling

phase Scoring
  choose one
    "Again"
      do Shake
    "Enough" if Early is not Forbidden
      stop

rule Shake
  my Seat's Points gains 1 if possible

action Nod: a Seat
  stop

window Pause
  first me: any number of Nod

the game ends when some Seat is Full
  all remaining players win

a Seat is Full if its Points is 9
"""


@pytest.fixture(scope="module")
def game() -> m.Game:
    made = load("g.gdl", MemoryProvider({"g.gdl": TEXT}))
    assert made.game is not None, [found.message for found in made.diagnostics]
    return made.game


def said(graph: Graph) -> set[str]:
    name = {node.id: node.name for node in graph.nodes}
    return {f"{name[each.start]} {each.kind} {name[each.goal]}: {each.label}" for each in graph.edges}


def test_turn_is_drawn_with_its_conditions(game: m.Game) -> None:
    assert said(build(game)) == {
        "turn next Rolling: ",
        "Rolling has Shaking: ",
        "Rolling has Looking: ",
        "Rolling next Scoring: if Early is Allowed",
        "Rolling next turn: ",
        "Scoring next turn: ",
        "Shaking does Shake: if Early is Allowed",
        "Shaking opens Pause: ",
        "Looking does Shake: if my Seat's Points is at least 3",
        "Looking ends Rolling: unless my Seat's Points is at least 3",
        "Scoring does Shake: “Again”",
        "Pause offers Nod: ",
        "turn ends end of the game: if some Seat is Full",
    }


@pytest.mark.parametrize("form", FORMATS)
def test_drawing_is_always_the_same(form: str, game: m.Game) -> None:
    again = load("g.gdl", MemoryProvider({"g.gdl": TEXT})).game
    assert again is not None
    assert render(game, form) == render(again, form)  # type: ignore[arg-type]


def test_names_cannot_break_out_of_a_format() -> None:
    bad = 'A"]; <script>&\\ #x\x07'
    graph = Graph(bad, (Node("n0", "phase", bad), Node("n1", "rule", "B")), (Edge("n0", "n1", "does", bad),))
    root = ElementTree.fromstring(svg(graph))
    assert not [each for each in root.iter() if each.tag.endswith("script")]
    assert mermaid(graph).count('"') == 6
    assert '"]' not in mermaid(graph).replace('B"', "").replace('#7;"]', "") or "<" not in mermaid(graph)
    assert '\\"]' in dot(graph)


@settings(max_examples=80, deadline=None)
@given(st.integers(1, 14), st.data())
def test_layout_keeps_boxes_apart_and_joins_them(size: int, data: st.DataObject) -> None:
    names = {f"n{number}": "x" * data.draw(st.integers(0, 20)) for number in range(size)}
    ids = st.sampled_from(sorted(names))
    pairs = sorted(
        {pair for pair in data.draw(st.lists(st.tuples(ids, ids), max_size=30)) if pair[0] != pair[1]}
    )
    placed = layout(names, pairs)
    assert set(placed.boxes) == set(names) and set(placed.lines) == set(pairs)
    boxes = list(placed.boxes.values())
    for number, one in enumerate(boxes):
        assert one.width / 2 <= one.x <= placed.width and one.height / 2 <= one.y <= placed.height
        for other in boxes[:number]:
            if one.y == other.y:
                assert abs(one.x - other.x) >= (one.width + other.width) / 2 + NODE_GAP - 0.3
    for (start, goal), points in placed.lines.items():
        for box, point in ((placed.boxes[start], points[0]), (placed.boxes[goal], points[-1])):
            assert point[0] == box.x and abs(abs(point[1] - box.y) - box.height / 2) < 0.2
    assert layout(names, pairs) == placed


@pytest.mark.parametrize(
    ("paths", "told"),
    [
        ([("if A",)], "if A"),
        ([("if A",), ()], ""),
        ([("if A",), ("unless A",)], ""),
        (
            [("unless A", "if B"), ("unless A", "unless B", "if C"), ("unless A", "unless B", "unless C")],
            "unless A",
        ),
        ([("if A",), ("if A", "if B")], "if A"),
        ([("if A", "if B"), ("if C",)], "if A, if B, or if C"),
    ],
)
def test_cases_that_are_enough_each_are_told_in_few_words(paths: list[tuple[str, ...]], told: str) -> None:
    assert _either(paths) == told
