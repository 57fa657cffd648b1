"""A graph becomes DOT, the language of Graphviz."""

from textwrap import wrap
from typing import Final

from gekido_dsl.graph.build import Edge, Graph, Node, NodeKind
from gekido_dsl.graph.mermaid import LETTERS

_BREAK: Final = "\\n"

_SHAPE: Final[dict[NodeKind, str]] = {
    "turn": "shape=circle",
    "phase": "shape=box, style=bold",
    "step": "shape=box",
    "window": "shape=hexagon, style=dashed",
    "rule": 'shape=box, style="rounded"',
    "effect": 'shape=box, style="rounded"',
    "action": "shape=parallelogram",
    "end": "shape=doublecircle",
}


def dot(graph: Graph) -> str:
    """Writes a digraph, from the top down."""
    lines = [f"digraph {_quoted(graph.title)} {{", "  rankdir=TB", '  node [fontname="sans-serif"]']
    lines += [f"  {_node(node)}" for node in graph.nodes]
    lines += [f"  {_edge(edge)}" for edge in graph.edges]
    return "".join(line + "\n" for line in [*lines, "}"])


def _node(node: Node) -> str:
    return f"{node.id} [label={_quoted(node.name)}, {_SHAPE[node.kind]}]"


def _edge(edge: Edge) -> str:
    words = " ".join(part for part in ("" if edge.kind == "next" else edge.kind, edge.label) if part)
    lines = [_quoted(line)[1:-1] for line in wrap(words, LETTERS)]
    marks = [f'label="{_BREAK.join(lines)}"'] if words else []
    marks += {"next": ["penwidth=2"], "opens": ["style=dashed"], "offers": ["style=dashed"]}.get(
        edge.kind, []
    )
    return f"{edge.start} -> {edge.goal}" + (f" [{', '.join(marks)}]" if marks else "")


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", " ") + '"'
