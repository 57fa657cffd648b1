"""Drawings: the turn that is found, its chart, and text that cannot break out."""

from pathlib import Path
from xml.etree import ElementTree

import pytest

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.drawing import Picture, document
from gekido_dsl.files import FolderProvider
from gekido_dsl.graph import FORMATS, Edge, Graph, Node, build, render
from gekido_dsl.graph.build import _either
from gekido_dsl.graph.chart import chart, drawn
from gekido_dsl.graph.dot import dot
from gekido_dsl.graph.flow import Flow, Part, flow
from gekido_dsl.graph.mermaid import mermaid
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
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
    again = Compilation("g.gdl", MemoryProvider({"g.gdl": TEXT})).game
    assert again is not None
    assert render(game, form) == render(again, form)  # type: ignore[arg-type]


def test_names_cannot_break_out_of_a_format() -> None:
    bad = 'A"]; <script>&\\ #x\x07'
    graph = Graph(bad, (Node("n0", "phase", bad), Node("n1", "rule", "B")), (Edge("n0", "n1", "does", bad),))
    picture = drawn(Flow(bad, bad, (Part("phase", bad, bad, offers=(bad,)),), (bad,)))
    root = ElementTree.fromstring(document(picture))
    assert not [each for each in root.iter() if each.tag.endswith("script")]
    assert mermaid(graph).count('"') == 6
    assert '"]' not in mermaid(graph).replace('B"', "").replace('#7;"]', "") or "<" not in mermaid(graph)
    assert '\\"]' in dot(graph)


def outlines(picture: Picture) -> list[tuple[float, float, float, float]]:
    """Lists the boxes of a picture: left, top, right, bottom."""
    root = ElementTree.fromstring(document(picture))
    found = []
    for each in root.iter("{http://www.w3.org/2000/svg}rect"):
        x, y, width, height = (float(each.get(name, "0")) for name in ("x", "y", "width", "height"))
        found.append((x, y, x + width, y + height))
    return found


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize(
    "name",
    [
        "gekido",
        pytest.param("aimbots", marks=pytest.mark.slow),
        "botwars",
        pytest.param("geeko", marks=pytest.mark.slow),
        "classics/whist",
        "classics/pig",
    ],
)
@pytest.mark.in_turn(2)
@pytest.mark.quick_in_turn(3)
def test_boxes_of_a_chart_lie_apart_or_inside_each_other(name: str, whole: bool) -> None:
    path = RULESETS / f"{name}.gdl"
    made = load(path.name, FolderProvider(path.parent)).game
    assert made is not None and made.turn is not None
    picture = chart(made, whole=whole)
    boxes = outlines(picture)
    for number, one in enumerate(boxes):
        assert one[0] >= 0 and one[2] <= picture.width and one[3] <= picture.height
        for other in boxes[:number]:
            apart = one[1] >= other[3] - 0.01 or other[1] >= one[3] - 0.01
            inside = all(a >= b - 0.01 for a, b in ((one[0], other[0]), (one[1], other[1]))) and all(
                a <= b + 0.01 for a, b in ((one[2], other[2]), (one[3], other[3]))
            )
            assert apart or inside
    assert "…" not in document(picture)
    for line in made.turn.lines:
        assert line.phase.name in picture.text


def test_a_chart_follows_the_sentences(game: m.Game) -> None:
    found = flow(game, whole=True)
    assert [part.name for part in found.parts] == ["Rolling", "Scoring"]
    rolling, scoring = found.parts
    assert scoring.note == "if Early is Allowed"
    assert [part.name for part in rolling.parts] == ["Shaking", "Looking"]
    shaking, looking = rolling.parts
    assert [(part.kind, part.name, part.note) for part in shaking.parts] == [
        ("rule", "Shake", "if Early is Allowed"),
        ("window", "Pause", ""),
    ]
    assert shaking.parts[1].offers == ("Nod",)
    assert [(part.name, part.told) for part in looking.parts] == [("Shake", False)]
    assert found.ends == ("when some Seat is Full",)
    assert [part.name for part in flow(game).parts[0].parts[0].parts] == ["Pause"]


def test_phases_within_a_phase_follow_each_other() -> None:
    text = TEXT.replace("phase Scoring\n", "phase Scoring\n  do Fine\n  do Good\n").replace(
        "      stop\n\nrule", "      stop\n\nphase Fine\n  stop\n\nphase Good\n  stop\n\nrule"
    )
    made = load("g.gdl", MemoryProvider({"g.gdl": text}))
    assert made.game is not None, [found.message for found in made.diagnostics]
    assert {"Scoring does Fine: ", "Fine next Good: "} <= said(build(made.game))


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
