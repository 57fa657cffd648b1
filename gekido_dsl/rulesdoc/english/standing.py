"""What stands on a board that is drawn becomes sentences: row by row, what is on which columns."""

from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.types import EnumType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.teller import Teller

_MOST_ROWS: Final = 12
"""The most rows that are told; a picture shows more."""


def standing_lines(t: Teller, board: m.Board) -> list[str]:
    """Writes what stands on a board at the start, a line for each row."""
    if board.is_map or board.each_player or board.shape.round is not None or board.shape.rows > _MOST_ROWS:
        return []
    rows: dict[int, dict[str, list[int]]] = {}
    several: dict[str, str] = {}
    for position, sign in sorted(board.drawing.items()):
        for one in board.legend.get(sign, ()):
            label = _called(t, one)
            several[label] = _called(t, one, many=True)
            columns = rows.setdefault(board.row_number(position), {}).setdefault(label, [])
            columns.append(board.column_number(position))
    lines = []
    for row, things in sorted(rows.items()):
        parts = []
        for label, columns in things.items():
            if len(columns) == board.shape.columns and len(columns) > 1:
                parts.append(f"{_one(label)} on every space")
            elif len(columns) > 1:
                parts.append(
                    f"{several[label]} on columns {md.joined([str(one) for one in sorted(columns)])}"
                )
            else:
                parts.append(f"{_one(label)} on column {columns[0]}")
        lead = f"row {row}: " if board.shape.rows > 1 else ""
        lines.append(en.sentence(f"{lead}{'; '.join(parts)}"))
    return lines


def _one(label: str) -> str:
    return label if label[:1].isdigit() else en.a(label)


def _called(t: Teller, one: m.Standing, *, many: bool = False) -> str:
    """Names what stands on a space, with whose it is."""
    name, kind = one.kind.name, one.kind
    if one.fact is not None and isinstance(one.fact[0].type, EnumType):
        name = one.fact[0].type.enum.members[one.fact[1]]
    elif one.rows is not None and len({kind.rows[row].name for row in one.rows}) == 1:
        name = kind.rows[min(one.rows)].name
    said = kind.plural if name == kind.name else plural(name)
    text = md.escape(said if many or one.number > 1 else name)
    if one.number > 1:
        text = f"{one.number} {text}" + (" each" if many else "")
    owner = f" of the {en.ordinal(one.player)} player" if one.player >= 0 else ""
    return text + owner
