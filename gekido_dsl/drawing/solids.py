"""Solid dice from above, and figures that carry one: the face on top, and the side faces where they look."""

from dataclasses import replace
from typing import Final

from gekido_dsl.drawing.dice import SIZE, all_faces, face_name, face_shapes
from gekido_dsl.drawing.svg import Picture, label, placed, polygon, shape
from gekido_dsl.drawing.values import index_names
from gekido_dsl.engine import PlaceView, ThingView, View
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import BoolType

_WAYS: Final = ((0, -1), (1, 0), (0, 1), (-1, 0))
_FLAP: Final = 0.5
"""How far a side face is folded out, as a part of the face on top."""


def unfolded(kind: m.Kind, up: int, size: float = SIZE) -> Picture:
    """Draws a solid die from above, with its four side faces folded out and the face below in words."""
    flap = size * _FLAP
    ring, under = kind.rings[up], kind.opposite.get(up)
    slant, edge = flap * 0.25, size * 0.025
    left = top = flap
    right, bottom = left + size, top + size
    corners = (
        ((left, top), (right, top), (right - slant, 0), (left + slant, 0)),
        ((right, top), (right, bottom), (right + flap, bottom - slant), (right + flap, top + slant)),
        ((left, bottom), (right, bottom), (right - slant, bottom + flap), (left + slant, bottom + flap)),
        ((left, top), (left, bottom), (0, bottom - slant), (0, top + slant)),
    )
    shapes: list[str] = []
    far = size / 2 + flap / 2
    for (dx, dy), side, points in zip(_WAYS, ring, corners, strict=True):
        shapes.append(polygon("tint strong-edge", *points, stroke_width=edge))
        x, y = left + size / 2 + dx * far, top + size / 2 + dy * far
        shapes.append(label(face_name(kind, side), x, y, size * 0.33, bold=True))
    shapes.append(placed(face_shapes(kind, up, size), left, top))
    sides = ", ".join(face_name(kind, side) for side in ring)
    told = f"{kind.name} showing {face_name(kind, up)}, around it {sides}"
    high = size + 2 * flap
    if under is not None:
        below = face_name(kind, under)
        shapes.append(label(f"under: {below}", high / 2, high + size * 0.17, size * 0.22, "quiet"))
        told += f", under it {below}"
        high += size * 0.3
    return Picture(size + 2 * flap, high, tuple(shapes), f"A {kind.name} from above", told)


def carried(thing: ThingView) -> ThingView | None:
    """Gives the solid die that lies on a thing, if everybody sees it."""
    for place in thing.places:
        for one in place.things or ():
            if one.sides and one.face is not None:
                return one
    return None


def laden(game: m.Game, view: View) -> View:
    """Gives the things on boards what lies on them, which a view tells once, among what their owners have."""
    full = {
        (thing.kind, thing.name, thing.owner): _with_marks(game, thing)
        for player in view.players
        for thing in player.things
        if carried(thing) is not None
    }
    if not full:
        return view
    boards = []
    for board in view.boards:
        spaces = []
        for space in board.spaces:
            things = tuple(
                replace(thing, places=full.get((thing.kind, thing.name, thing.owner), thing.places))
                for thing in space.things
            )
            spaces.append(replace(space, things=things))
        boards.append(replace(board, spaces=tuple(spaces)))
    return replace(view, boards=tuple(boards))


def _with_marks(game: m.Game, thing: ThingView) -> tuple[PlaceView, ...]:
    """Gives the places of a thing, its die with those of its own facts that are yes or no for each face."""
    kind = game.kinds.get(thing.kind)
    places = []
    for place in thing.places:
        dice = []
        for one in place.things or ():
            die = game.kinds.get(one.kind)
            faces = {face_name(die, face) for face in all_faces(die)} if die is not None else set()
            said = {
                field.name: thing.facts.get(field.name, "")
                for field in (kind.fields.values() if kind is not None and one.sides else ())
                if field.index is not None
                and isinstance(field.type, BoolType)
                and set(index_names(field.index)) == faces
            }
            dice.append(replace(one, facts={**one.facts, **said}) if said else one)
        places.append(replace(place, things=tuple(dice)) if place.things is not None else place)
    return tuple(places)


def body(die: ThingView, name: str, look: str, ink: str, x: float, y: float, radius: float) -> list[str]:
    """Draws a figure that is a die in a chassis: the top face large, the side faces where they look.

    Args:
        name: what tells it from others, written on a plate at the upper left.
        look: its colour, as the theme names it.
        ink: what is written on that colour.
    """
    half, core = radius * 1.12, radius * 0.58
    made = [
        shape("rect", look, x=x - half, y=y - half, width=2 * half, height=2 * half, rx=radius * 0.3,
              stroke_width=0.4),
        shape("rect", "paper strong-edge", x=x - core, y=y - core, width=2 * core, height=2 * core,
              rx=radius * 0.14, stroke_width=0.3),
        label(die.face or "", x, y, radius * 0.95 if len(die.face or "") == 1 else radius * 0.4, bold=True),
    ]  # fmt: skip
    far = (half + core) / 2
    for (dx, dy), side in zip(_WAYS, die.sides.values(), strict=False):
        made.append(label(side[:2], x + dx * far, y + dy * far, radius * 0.5, ink, bold=True))
    for (dx, dy), side in zip(_WAYS, die.sides.values(), strict=False):
        if any(side in fact.split(", ") for fact in die.facts.values()):
            across, along = half * 0.86, radius * 0.09
            made.append(
                shape("rect", "paper strong-edge", x=x + dx * half - (along if dx else across),
                      y=y + dy * half - (across if dx else along), width=2 * (along if dx else across),
                      height=2 * (across if dx else along), rx=along, stroke_width=0.35)
            )  # fmt: skip
    if name:
        wide, high = radius * (0.34 + 0.33 * len(name)), radius * 0.6
        left, top = x - half - radius * 0.12, y - half - radius * 0.12
        made.append(shape("rect", "paper strong-edge", x=left, y=top, width=wide, height=high, rx=radius * 0.14,
                          stroke_width=0.25))  # fmt: skip
        made.append(label(name, left + wide / 2, top + high / 2, radius * 0.5, bold=True))
    return made
