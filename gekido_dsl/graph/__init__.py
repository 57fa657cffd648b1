"""A game becomes a drawing of its turn: phases, their steps, the windows they open and the rules they do.

Mermaid and DOT draw a graph, which other programs lay out; an SVG is a chart of boxes within boxes.

Invariants:
    The same game gives the same text, whatever the machine.
    A name from a ruleset cannot break out of the format it is written in.
"""

from typing import Final, Literal, assert_never

from gekido_dsl.drawing import document
from gekido_dsl.graph.build import Edge, Graph, Node, build
from gekido_dsl.graph.chart import chart, spot_of
from gekido_dsl.graph.dot import dot
from gekido_dsl.graph.mermaid import mermaid
from gekido_dsl.model import nodes as m

__all__ = ["FORMATS", "Edge", "Format", "Graph", "Node", "build", "chart", "render", "spot_of"]

Format = Literal["mermaid", "dot", "svg"]
FORMATS: Final[tuple[Format, ...]] = ("mermaid", "dot", "svg")


def render(game: m.Game, form: Format) -> str:
    """Draws the turn of a game."""
    match form:
        case "mermaid":
            return mermaid(build(game))
        case "dot":
            return dot(build(game))
        case "svg":
            return document(chart(game, whole=True))
        case _:
            assert_never(form)
