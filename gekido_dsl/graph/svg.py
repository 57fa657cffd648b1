"""A graph becomes a picture that stands alone: no script, no font and no style from elsewhere."""

import re
from collections.abc import Sequence
from html import escape
from typing import Final

from gekido_dsl.graph.build import Edge, Graph, Node
from gekido_dsl.graph.layout import Box, layout, text_width

_MOST_LETTERS: Final = 34
"""Of a condition beside a line; the whole of it appears under the pointer."""
_ALONG: Final = (0.6, 0.5, 0.7, 0.4, 0.8, 0.3, 0.2)
"""Where along its line a condition may stand, the best place first."""
_NOT_XML: Final = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TITLE_HEIGHT: Final = 34.0

_STYLE: Final = """\
text { font: 13px sans-serif; fill: #222; text-anchor: middle }
.title { font-weight: bold; font-size: 15px }
.label { font-size: 10px; fill: #555; stroke: #fff; stroke-width: 3px; paint-order: stroke }
.box { fill: #fff; stroke: #555 }
.turn, .end { fill: #eee }
.phase { stroke-width: 2.5px; fill: #e8f0fb }
.window { stroke-dasharray: 5 3; fill: #fdf5e0 }
.action { fill: #eef8ea }
.line { fill: none; stroke: #888 }
.next { stroke: #335; stroke-width: 2px }
.opens, .offers { stroke-dasharray: 5 3 }
"""


def svg(graph: Graph) -> str:
    """Draws a graph, from the top down."""
    pairs = list(dict.fromkeys((edge.start, edge.goal) for edge in graph.edges if edge.start != edge.goal))
    placed = layout({node.id: node.name for node in graph.nodes}, pairs)
    width, height = max(placed.width, 200.0), placed.height + _TITLE_HEIGHT
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img">',
        f"<title>{_escaped(graph.title)}</title>",
        f"<style>\n{_STYLE}</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" '
        'orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="#666"/></marker></defs>',
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
        f'<text class="title" x="{width / 2:g}" y="22">{_escaped(graph.title)}</text>',
        f'<g transform="translate(0 {_TITLE_HEIGHT:g})">',
    ]
    for pair in pairs:
        edges = [edge for edge in graph.edges if (edge.start, edge.goal) == pair]
        lines += _line(edges, placed.lines[pair])
    for node in graph.nodes:
        itself = [edge for edge in graph.edges if edge.start == edge.goal == node.id]
        lines += _node(node, placed.boxes[node.id], bool(itself))
    taken: list[_Area] = []
    for pair in pairs:
        edges = [edge for edge in graph.edges if (edge.start, edge.goal) == pair]
        lines += _label(edges, placed.lines[pair], taken)
    return "\n".join([*lines, "</g>", "</svg>"]) + "\n"


def _node(node: Node, box: Box, again: bool) -> list[str]:
    left, top = box.x - box.width / 2, box.y - box.height / 2
    round_by = {"turn": 17, "end": 17, "rule": 10, "effect": 10}.get(node.kind, 2)
    loop = ""
    if again:
        right = left + box.width
        loop = (
            f'<path class="line" d="M{right:g} {box.y - 8:g}c22 -6 22 22 0 16" marker-end="url(#tip)">'
            "<title>does itself again</title></path>"
        )
    return [
        f"<g><title>{_escaped(f'{node.kind} {node.name}')}</title>{loop}"
        f'<rect class="box {node.kind}" x="{left:g}" y="{top:g}" width="{box.width:g}" '
        f'height="{box.height:g}" rx="{round_by}"/>'
        f'<text x="{box.x:g}" y="{box.y:g}" dy=".35em">{_escaped(node.name)}</text></g>'
    ]


def _line(edges: Sequence[Edge], points: Sequence[tuple[float, float]]) -> list[str]:
    (x, y), *rest = points
    path = f"M{x:g} {y:g}"
    for to_x, to_y in rest:
        if x == to_x:
            path += f"L{to_x:g} {to_y:g}"
        else:
            middle = (y + to_y) / 2
            path += f"C{x:g} {middle:g} {to_x:g} {middle:g} {to_x:g} {to_y:g}"
        x, y = to_x, to_y
    return [f'<path class="line {edges[0].kind}" d="{path}" marker-end="url(#tip)"/>']


_Area = tuple[float, float, float, float]
"""Left, top, right and bottom of a label."""


def _label(edges: Sequence[Edge], points: Sequence[tuple[float, float]], taken: list[_Area]) -> list[str]:
    """Writes the condition of a line beside it, where no other is written yet."""
    said = list(dict.fromkeys(edge.label for edge in edges if edge.label))
    if not said:
        return []
    text = " / ".join(said)
    short = text if len(text) <= _MOST_LETTERS else text[: _MOST_LETTERS - 1].rstrip() + "…"
    half = text_width(short) * 0.4
    begin, end = points[-2], points[-1]
    areas = []
    for along in _ALONG:
        x, y = _between(begin, end, along)
        areas.append((x - half, y - 6, x + half, y + 6))
    area = next((each for each in areas if not any(_meet(each, other) for other in taken)), areas[0])
    taken.append(area)
    x, y = round((area[0] + area[2]) / 2, 1), round((area[1] + area[3]) / 2, 1)
    title = f"<title>{_escaped(text)}</title>" if short != text else ""
    return [f'<text class="label" x="{x:g}" y="{y:g}" dy=".35em">{title}{_escaped(short)}</text>']


def _between(begin: tuple[float, float], end: tuple[float, float], along: float) -> tuple[float, float]:
    """Gives a point of the curve that `_line` draws."""
    back = 1 - along
    early, late = back**3 + 3 * back**2 * along, along**3 + 3 * along**2 * back
    middle = (begin[1] + end[1]) / 2
    y = back**3 * begin[1] + 3 * (back**2 * along + back * along**2) * middle + along**3 * end[1]
    return early * begin[0] + late * end[0], y


def _meet(one: _Area, other: _Area) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _escaped(text: str) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text), quote=True)
