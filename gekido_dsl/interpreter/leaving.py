"""Leaving the game and the board: what goes along with a thing, and what becomes of what it held.

Invariants:
    What has left the game lies in a place of its own that no rule can name, with all its parts. Whose it was is kept
    for those who still speak of it.
    A space that has left the game lies on no board, and nothing stands on it.
"""

from collections.abc import Iterator

from gekido_dsl.ground import knowledge
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


def gone(s: State, thing: int) -> bool:
    """Tells whether a thing has left the game."""
    return s.where[thing] == s.program.layout.gone


def standing_on(s: State, thing: int) -> list[int]:
    """Lists what stands on a space, or on those that are parts of a thing."""
    return [
        one for part in _with_parts(s, thing) if part < s.program.layout.count for one in s.contents[part]
    ]


def leave_game(s: State, thing: int) -> None:
    """Takes a thing out of the game: its dice go back to their supply, links from and to it are gone.

    What stood on it is nowhere; what lies in its places stays there.
    """
    layout, game = s.program.layout, s.program.game
    holders: list[m.Track | m.Counter] = [*game.tracks.values(), *game.counters.values()]
    for one in _with_parts(s, thing):
        for holder in holders:
            place = layout.place_of.get((holder.name, one)) if holder.owner is layout.kind_of[one] else None
            for die in list(s.contents[place]) if place is not None else ():
                knowledge.move(s, die, layout.place_of[holder.supply.name, NONE])
        if one in layout.base_of:
            _leave_board(s, one)
        knowledge.move(s, one, layout.gone)
        for link in game.links.values():
            _drop(s, link, one)


def _with_parts(s: State, thing: int) -> Iterator[int]:
    """Gives a thing and its parts, and theirs."""
    yield thing
    for part in s.program.layout.parts_of.get(thing, ()):
        yield from _with_parts(s, part)


def _leave_board(s: State, space: int) -> None:
    layout = s.program.layout
    at = s.cells[layout.position_cell + space]
    if at != NONE:
        s.cells[layout.base_of[space] + at] = s.cells[layout.position_cell + space] = NONE
    for thing in list(s.contents[space]):
        knowledge.move(s, thing, NONE)


def _drop(s: State, link: m.Link, thing: int) -> None:
    """Takes the tokens from and to a thing."""
    layout = s.program.layout
    first, origins, goals = (
        layout.link_cell[link.name],
        layout.things[link.origin.name],
        layout.things[link.goal.name],
    )
    for a in origins:
        for b in goals:
            if thing in (a, b):
                s.cells[first + (a - origins.start) * len(goals) + b - goals.start] = NONE
