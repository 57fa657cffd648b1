"""Laying drawn spaces on a board, for the verb and for scenarios."""

from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


def own(layout: Layout, found: int | list[int], owner: int) -> int:
    """Gives the thing whose drawing is laid on a board of a player: their own of those like the one named."""
    named = (found[0] if found else NONE) if isinstance(found, list | tuple) else found
    if owner == NONE or named == NONE:
        return named
    alike = layout.called[layout.kind_of[named].name, layout.name_of(named)]
    return next((thing for thing in alike if layout.born_to[thing] == owner), NONE)


def in_the_way(s: Position, board: m.Board, owner: int, drawn: int, lie: int = 0) -> list[int]:
    """Lists what stands on spaces that would be taken away."""
    layout = s.layout
    spaces = (s.cells[cell] for cell in layout.cells_of(board, owner))
    stay = laid(layout, board, drawn, lie)
    gone = (space for space in spaces if space != NONE and space not in stay)
    return [thing for space in gone for thing in s.contents[space]]


def laid(layout: Layout, board: m.Board, drawn: int, lie: int) -> range:
    """Gives the spaces of a drawing in one of its lies: one after the other, lie by lie."""
    spaces = layout.parts.get((board.space.name, drawn), [])
    if not spaces:
        return range(0)
    many, at = len(spaces) // len(board.space.lain), board.space.lain.index(lie)
    return range(spaces[0] + at * many, spaces[0] + (at + 1) * many)


def lay(s: Position, board: m.Board, owner: int, drawn: int, lie: int = 0) -> None:
    """Takes away the spaces that lie on a board and lays those drawn for a thing."""
    layout = s.layout
    cells, position = layout.cells_of(board, owner), layout.position_cell
    for cell in cells:
        if s.cells[cell] != NONE:
            s.cells[position + s.cells[cell]] = NONE
            s.cells[cell] = NONE
    for space in laid(layout, board, drawn, lie):
        spot = layout.spots[space]
        s.cells[cells.start + spot], s.cells[position + space] = space, spot
