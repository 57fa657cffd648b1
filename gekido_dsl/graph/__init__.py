"""A game becomes a drawing of its turn: phases, their steps, the windows they open and the rules they do.

Invariants:
    The same game gives the same text, whatever the machine.
    A name from a ruleset cannot break out of the format it is written in.
"""

from typing import Final, Literal, assert_never

from gekido_dsl.graph.build import Edge, Graph, Node, build
from gekido_dsl.graph.dot import dot
from gekido_dsl.graph.mermaid import mermaid
from gekido_dsl.graph.svg import svg
from gekido_dsl.model import nodes as m

__all__ = ["FORMATS", "Edge", "Format", "Graph", "Node", "build", "render"]

Format = Literal["mermaid", "dot", "svg"]
FORMATS: Final[tuple[Format, ...]] = ("mermaid", "dot", "svg")


def render(game: m.Game, form: Format) -> str:
    """Draws the turn of a game."""
    graph = build(game)
    match form:
        case "mermaid":
            return mermaid(graph)
        case "dot":
            return dot(graph)
        case "svg":
            return svg(graph)
        case _:
            assert_never(form)
