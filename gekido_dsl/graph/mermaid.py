"""A graph becomes Mermaid, which documentation sites and code hosts draw."""

from textwrap import wrap
from typing import Final

from gekido_dsl.graph.build import Edge, Graph, Node, NodeKind

LETTERS: Final = 36
"""How many letters of a condition stand in one line."""
_SHAPE: Final[dict[NodeKind, tuple[str, str]]] = {
    "turn": ("((", "))"),
    "phase": ("[", "]"),
    "step": ("[", "]"),
    "window": ("{{", "}}"),
    "rule": ("(", ")"),
    "effect": ("(", ")"),
    "action": ("[/", "/]"),
    "end": ("([", "])"),
}


def mermaid(graph: Graph) -> str:
    """Writes a flowchart, from the top down."""
    lines = ["flowchart TD"]
    lines += [f"  {_node(node)}" for node in graph.nodes]
    lines += [f"  {_edge(edge)}" for edge in graph.edges]
    lines += ["  classDef phase stroke-width:2px", "  classDef window stroke-dasharray:4"]
    for kind in ("phase", "window"):
        ids = [node.id for node in graph.nodes if node.kind == kind]
        if ids:
            lines.append(f"  class {','.join(ids)} {kind}")
    return "".join(line + "\n" for line in lines)


def _node(node: Node) -> str:
    begin, end = _SHAPE[node.kind]
    return f"{node.id}{begin}{_quoted(node.name)}{end}"


def _edge(edge: Edge) -> str:
    arrow = {"next": "==>", "opens": "-.->", "offers": "-.->"}.get(edge.kind, "-->")
    words = " ".join(part for part in ("" if edge.kind == "next" else edge.kind, edge.label) if part)
    label = f"|{_quoted(*wrap(words, LETTERS))}|" if words else ""
    return f"{edge.start} {arrow}{label} {edge.goal}"


def _quoted(*lines: str) -> str:
    """Writes lines in quotes, signs that mean something to Mermaid or to a page as codes."""
    told = ("".join(f"#{ord(sign)};" if sign in '"#<>&`' else sign for sign in line) for line in lines)
    return f'"{"<br/>".join(told)}"'
