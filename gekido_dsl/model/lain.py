"""How drawings are laid out: as they are drawn, turned or mirrored; and the spaces that this makes.

Invariants:
    A drawing has as many spaces in each of its lies, in the same order. What is said of directions turns with them, and
    in a mirror what is Left is Right.
"""

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.compass import COMPASS
from gekido_dsl.model.lies import WAYS, lying
from gekido_dsl.model.types import EnumType, ListType, Type
from gekido_dsl.source import Span
from gekido_dsl.syntax import nodes as s
from gekido_dsl.tables.drawing import JOINT

LAY_OUT: Final = "lay out"
_OTHER_HAND: Final = {"Left": "Right", "Right": "Left"}
"""Values that change places in a mirror, as the ways round of the language do."""
_ARROWS: Final = "^>v<"
"""Signs are typed with these for up, right, down and left."""


def lies_of(declarations: Sequence[s.Declaration], variant: bool) -> tuple[int, ...]:
    """Lists the lies in which any sentence lays a drawing out, as it is drawn first.

    Args:
        variant: whether lines of another text may stand in a declaration.
    """
    found = {0}
    for declaration in declarations:
        if variant or LAY_OUT in declaration.span.text:
            found |= {lie for one in _laid(declaration) if (lie := lie_of(one)) is not None}
    return tuple(sorted(found))


def lie_of(sentence: s.Sentence) -> int | None:
    """Gives the lie that a sentence says; None where it does not say which."""
    if sentence.way is None:
        return 0
    lies = {"mirrored": (4,), **{way: lies for way, lies in WAYS.items() if len(lies) == 1}}.get(sentence.way)
    return lies[0] if lies is not None else None


def _laid(node: Any) -> Iterator[s.Sentence]:
    """Gives the sentences below a node that lay a drawing out."""
    if isinstance(node, tuple):
        for one in node:
            yield from _laid(one)
    elif is_dataclass(node) and not isinstance(node, Span):
        if isinstance(node, s.Sentence) and node.verb == LAY_OUT:
            yield node
        for one in fields(node):
            yield from _laid(getattr(node, one.name))


def size_of(drawing: m.Drawing, lie: int) -> tuple[int, int]:
    """Gives how many rows and columns a drawing has in a lie."""
    return (drawing.columns, drawing.rows) if lie % 2 else (drawing.rows, drawing.columns)


def lain(rows: list[m.Row], kind: m.Kind, drawing: m.Drawing, lie: int) -> list[m.Row]:
    """Gives the spaces of a drawing as they lie, turned or mirrored."""
    if not lie:
        return rows
    corners = [(0, 0), (drawing.rows - 1, drawing.columns - 1)]
    spots = lying([*corners, *(row.spot for row in rows if row.spot is not None)], lie)[len(corners) :]
    signs: dict[str, str] = {}
    made = []
    for row, spot in zip(rows, spots, strict=True):
        values = {name: _turned(kind.fields[name], value, lie) for name, value in row.values.items()}
        for sign in row.drawn.split(JOINT):
            if sign not in signs:
                signs[sign] = _sign(kind, sign, lie)
        drawn = JOINT.join(signs[sign] for sign in row.drawn.split(JOINT))
        made.append(replace(row, spot=spot, lie=lie, values=values, drawn=drawn))
    return made


def _sign(kind: m.Kind, sign: str, lie: int) -> str:
    """Gives the sign that says what another says once it is turned; makes it where the table has none."""
    found = next((one for one in kind.signs if one.sign == sign and one.edge is None), None)
    if found is None:
        return sign
    values = {name: _turned(kind.fields[name], value, lie) for name, value in found.values.items()}
    if values == found.values:
        return sign
    alike = next((one for one in kind.signs if one.edge is None and one.values == values), None)
    if alike is None:
        turned = "".join(
            _ARROWS[_heading(_ARROWS.index(one), 4, lie)] if one in _ARROWS else one for one in sign
        )
        if any(one.sign == turned for one in kind.signs):
            return sign
        alike = replace(found, sign=turned, values=values)
        kind.signs.append(alike)
    alike.used = True
    return alike.sign


def _turned(field: m.Field, value: Any, lie: int) -> Any:
    """Turns what a printed fact, or a sign, says of directions."""
    if isinstance(value, dict):
        turns = isinstance(field.index, m.Enum) and field.index.compass
        size = len(field.index.members) if isinstance(field.index, m.Enum) else 0
        return {
            _heading(at, size, lie) if turns else at: _pointing(field.type, one, lie)
            for at, one in value.items()
        }
    if isinstance(field.index, m.Enum) and field.index.compass and isinstance(value, tuple):
        turned: list[Any] = [None] * len(value)
        for at, one in enumerate(value):
            turned[_heading(at, len(value), lie)] = _pointing(field.type, one, lie)
        return tuple(turned)
    return _pointing(field.type, value, lie)


def _pointing(kind: Type, value: Any, lie: int) -> Any:
    if isinstance(kind, ListType) and isinstance(value, tuple):
        return tuple(_pointing(kind.item, one, lie) for one in value)
    if isinstance(kind, EnumType) and kind.enum.compass and isinstance(value, int) and value >= 0:
        return _heading(value, len(kind.enum.members), lie)
    if isinstance(kind, EnumType) and isinstance(value, int) and value >= 0 and lie >= 4:
        name = _OTHER_HAND.get(kind.enum.members[value], "")
        return kind.enum.members.index(name) if name in kind.enum.members else value
    return value


def _heading(at: int, headings: int, lie: int) -> int:
    """Gives where a direction points in a lie; as it is where the compass is none of squares."""
    if headings not in (4, 8):
        return at
    row, column = COMPASS[headings][at]
    there = (row, -column if lie >= 4 else column)
    for _ in range(lie % 4):
        there = (there[1], -there[0])
    return COMPASS[headings].index(there)
