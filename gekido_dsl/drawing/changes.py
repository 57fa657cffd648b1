"""Two positions of a match are compared: what stands elsewhere, and which dice, numbers and places are others."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from gekido_dsl.drawing.solids import carried
from gekido_dsl.engine import BoardView, PlaceView, ThingView, View

COMMON = -1
"""Stands for the seat of what belongs to nobody."""


@dataclass(frozen=True, slots=True)
class Changes:
    """What differs between two positions."""

    spaces: tuple[frozenset[str], ...]
    """For each board, the labels of spaces on which something else stands."""
    moves: tuple[tuple[tuple[str, str], ...], ...]
    """For each board, from where to where a thing has moved."""
    values: frozenset[tuple[int, str]]
    """Seats with the keys of what is another: `THING/PART/TRACK` or `/PLACE`."""

    @property
    def any(self) -> bool:
        """Whether anything differs that can be drawn."""
        return bool(self.values) or any(self.spaces)


def compared(before: View, after: View, hidden: frozenset[str] = frozenset()) -> Changes:
    """Compares two positions of one match.

    Args:
        hidden: places of which nobody wants to know how much lies there.
    """
    spaces, moves = [], []
    for one, other in zip(before.boards, after.boards, strict=True):
        old, new = _standing(one), _standing(other)
        changed = {label for label in old.keys() | new.keys() if old.get(label) != new.get(label)}
        spaces.append(frozenset(changed))
        moves.append(tuple(_moves(one, other)))
    old_values, new_values = _values(before, hidden), _values(after, hidden)
    keys = {
        key for key in old_values.keys() | new_values.keys() if old_values.get(key) != new_values.get(key)
    }
    return Changes(tuple(spaces), tuple(moves), frozenset(keys))


def _standing(board: BoardView) -> dict[str, tuple[object, ...]]:
    return {
        space.label: (space.name, space.drawn, *(_told(thing) for thing in space.things))
        for space in board.spaces
    }


def _told(thing: ThingView) -> tuple[object, ...]:
    heading = thing.heading.number if thing.heading is not None else None
    die = carried(thing)
    lying = (die.face, *die.sides.values()) if die is not None else ()
    return thing.kind, thing.name, thing.owner, thing.face, heading, tuple(thing.sides.items()), lying


def _moves(before: BoardView, after: BoardView) -> Iterator[tuple[str, str]]:
    """Finds things that can be told from all others and stand elsewhere; else the only one that left and came."""
    old, new = (
        [
            ((thing.kind, thing.name, thing.owner), space.label)
            for space in board.spaces
            for thing in space.things
        ]
        for board in (before, after)
    )
    for thing in dict.fromkeys(thing for thing, _ in old):
        gone = Counter(label for one, label in old if one == thing)
        come = Counter(label for one, label in new if one == thing)
        left, reached = list((gone - come).elements()), list((come - gone).elements())
        if len(left) == len(reached) == 1:
            yield left[0], reached[0]


def _values(view: View, hidden: frozenset[str]) -> dict[tuple[int, str], object]:
    found: dict[tuple[int, str], object] = {}
    for player in view.players:
        for thing in player.things:
            name = thing.name or thing.face or thing.kind
            for one, part in [(thing, ""), *((part, part.name or part.kind) for part in thing.parts)]:
                for told in (one.tracks, one.counters, one.facts):
                    for key, value in told.items():
                        found.setdefault((player.seat, f"{name}/{part}/{key}"), value)
                for link, sides in one.links.items():
                    for other, side in sides.items():
                        found.setdefault((player.seat, f"{name}/{part}/{link} for {other}"), side)
        for place in player.places:
            found[player.seat, f"/{place.name}"] = _lying(place)
    for place in view.places:
        if place.name not in hidden:
            found[COMMON, f"/{place.name}"] = _lying(place)
    return found


def _lying(place: PlaceView) -> tuple[object, ...]:
    names = sorted(thing.face or thing.name or thing.kind for thing in place.things or ())
    return place.count, *names


def cropped(board: BoardView, labels: Sequence[str] | frozenset[str], margin: int = 1) -> BoardView:
    """Cuts a board down to some of its spaces and those around them; a small one stays whole."""
    wanted = [space for space in board.spaces if space.label in labels]
    if not wanted or len(board.spaces) <= 16:
        return board
    top, bottom = min(s.row for s in wanted) - margin, max(s.row for s in wanted) + margin
    left, right = min(s.column for s in wanted) - margin, max(s.column for s in wanted) + margin
    kept = [s for s in board.spaces if top <= s.row <= bottom and left <= s.column <= right]
    spots = {(space.row, space.column) for space in kept}
    edges = [edge for edge in board.edges if _beside(edge.row, edge.column, edge.upright, spots)]
    shown = {sign for space in kept for sign in space.drawn.split("+")}
    lines = board.lines and tuple(line for line in board.lines if line[0] in spots and line[1] in spots)
    signs = {sign: name for sign, name in board.signs.items() if sign in shown}
    return replace(board, spaces=tuple(kept), edges=tuple(edges), lines=lines, signs=signs)


def _beside(row: int, column: int, upright: bool, spots: set[tuple[int, int]]) -> bool:
    other = (row, column - 1) if upright else (row - 1, column)
    return (row, column) in spots or other in spots
