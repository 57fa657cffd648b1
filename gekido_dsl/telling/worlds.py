"""Dealing anew what a seat cannot see of a position, so that it looks the same to the seat.

Invariants:
    What is drawn differs from what was only in what the seat cannot see.
    All chance comes from the stream of the position.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from gekido_dsl.ground import knowledge, shuffled_alike, values
from gekido_dsl.ground.layout import Layout
from gekido_dsl.ground.position import Position
from gekido_dsl.model import hidden as hiding
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, ThingType
from gekido_dsl.rng import Rng

Spot = tuple[int, int]
"""A place, NONE for out of play, and the thing that lies there before any is dealt."""
Barred = Mapping[int, Collection[int]]
"""Of what lies hidden, which things cannot lie in its spot."""
NOTHING: Final[Barred] = {}
_MIXED: Final = 6
"""How often things change places for each that is dealt where some cannot lie everywhere."""


def stays_with_spot(layout: Layout) -> list[int]:
    """Lists the first cells of what stays with a spot, and is not of the thing that lies there.

    Whose a thing is in its spot, whether it came there of late, and who else knows it.
    """
    facts = [layout.owner_cell, *layout.moved_cell.values()]
    return facts + ([layout.known_cell] if layout.known_cell != NONE else [])


def deal_things(
    made: Position, seat: int, seen: Collection[int] = (), barred: Barred = NOTHING
) -> dict[int, int]:
    """Deals anew the things that a seat does not know.

    Args:
        seen: things that stay where they are besides.
        barred: what cannot lie where.
    Returns:
        The thing that lies there now, by the one that did. Whatever keeps things besides the cells of the layout has to
        follow.
    """
    layout, cells = made.layout, made.cells[:]
    unknown = [spot for spot in spots(made, seat) if spot[1] not in seen]
    names = _dealt(made, seat, unknown, barred)
    for place in {place for place, _ in unknown if place != NONE}:
        made.contents[place] = [names.get(thing, thing) for thing in made.contents[place]]
    in_sight = {thing for place, thing in unknown if sees(made, seat, place)}  # only their order is unknown
    names = {before: thing for before, thing in names.items() if before not in in_sight}
    for place, before in unknown:
        if before in in_sight:
            continue
        thing = names.get(before, before)
        made.where[thing] = place
        for first in stays_with_spot(layout):
            made.cells[first + thing] = cells[first + before]
    return names


def lay_things(made: Position, names: Mapping[int, int]) -> None:
    """Has things lie where others did, by the number of the one that did."""
    cells = made.cells[:]
    made.contents = [[names.get(thing, thing) for thing in things] for things in made.contents]
    made.find()
    for before, thing in names.items():
        for first in stays_with_spot(made.layout):
            made.cells[first + thing] = cells[first + before]


def draw_values(made: Position, seat: int) -> None:
    """Draws anew what stands on hidden boards, and the faces, facts and links that a seat does not know."""
    _mix_boards(made, seat)
    _draw_faces(made, seat)
    _draw_facts(made, seat)
    _draw_links(made, seat)


def spots(s: Position, seat: int) -> list[Spot]:
    """Lists the spots of which a seat does not know what lies there; spaces, tracks and counters are left out."""
    layout = s.layout
    if layout.known_cell == NONE:
        return []
    places = [
        number
        for number in range(layout.count, len(layout.place_names))
        if not isinstance(layout.place_names[number][0], m.Track | m.Counter)
    ]
    found = [(number, thing) for number in places for thing in s.contents[number]]
    found += [(NONE, thing) for thing in range(layout.count) if s.where[thing] == NONE]
    return [spot for spot in found if not knowledge.knows(s, seat, spot[1])]


def _dealt(made: Position, seat: int, unknown: list[Spot], barred: Barred) -> dict[int, int]:
    """Deals things anew among the spots of their sort; gives which lies now where another did.

    What is seen and has only lost its order stays in its place. What lies as it was shuffled with others stays as
    dealt.
    """
    layout, first = made.layout, made.layout.alike_cell
    unseen = {thing for place, thing in unknown if not sees(made, seat, place)}
    names = shuffled_alike.deal(made, unseen, made.rng)
    numbers = {names.get(thing, thing): made.cells[first + thing] for _, thing in unknown} if names else {}
    sorts: dict[tuple[shuffled_alike.Sort, int], list[int]] = {}
    for place, before in unknown:
        numbered = first != NONE and made.cells[first + before] > 0
        if not numbered or layout.place_names[place][0].name not in layout.alike_places:
            thing = names.get(before, before)
            group = NONE if before in unseen else place
            sorts.setdefault((shuffled_alike.sort_of(layout, thing), group), []).append(thing)
    mixed: dict[int, int] = {}
    for key in sorted(sorts):
        things = sorted(sorts[key])  # so that worlds that look the same give the same samples
        made.rng.shuffle(things)
        if not names and any(before in barred for before in sorts[key]):
            things = _where_they_may(sorts[key], things, barred, made.rng)
        mixed |= dict(zip(sorts[key], things, strict=True))
    for thing, number in numbers.items():
        made.cells[first + thing] = number
    dealt = {before: names.get(before, before) for _, before in unknown}
    return {before: new for before, thing in dealt.items() if (new := mixed.get(thing, thing)) != before}


def _where_they_may(spots: list[int], things: list[int], barred: Barred, rng: Rng) -> list[int]:
    """Gives things in an order in which none lies where it cannot; as they are where there is none."""
    may = [{thing for thing in things if thing not in barred.get(spot, ())} for spot in spots]
    holder: dict[int, int] = {}

    def find(at: int, tried: set[int]) -> bool:
        """Finds a thing for a spot; others make room."""
        for thing in things:
            if thing in may[at] and thing not in tried:
                tried.add(thing)
                if thing not in holder or find(holder[thing], tried):
                    holder[thing] = at
                    return True
        return False

    if not all(find(at, set()) for at in range(len(spots))):
        return things
    found = [NONE] * len(spots)
    for thing, at in holder.items():
        found[at] = thing
    for _ in range(_MIXED * len(spots)):
        one, other = rng.below(len(spots)), rng.below(len(spots))
        if found[one] in may[other] and found[other] in may[one]:
            found[one], found[other] = found[other], found[one]
    return found


def sees(s: Position, seat: int, place: int) -> bool:
    """Tells whether a seat sees what lies in a place; out of play, nobody does."""
    seeing = knowledge.seers(s, place) if place != NONE else set()
    return seeing is None or seat in seeing


def _mix_boards(made: Position, seat: int) -> None:
    """Puts what stands unseen on a board onto any of its spaces that are not seen."""
    layout = made.layout
    for board, owner in layout.boards():
        if board.seen == "everyone":
            continue
        spaces = [space for space in _laid(made, board, owner) if not sees(made, seat, space)]
        spaces = [
            one for one in spaces if not any(knowledge.knows(made, seat, t) for t in made.contents[one])
        ]
        for kind in board.kinds:
            _stand_elsewhere(made, [space for space in spaces if layout.kind_of[space] is kind])


def _stand_elsewhere(made: Position, spaces: list[int]) -> None:
    """Deals what stands on spaces anew among them."""
    standing = sorted(tuple(made.contents[space]) for space in spaces if made.contents[space])
    made.rng.shuffle(spaces)
    for at, space in enumerate(spaces):
        made.contents[space] = list(standing[at]) if at < len(standing) else []
        for thing in made.contents[space]:
            made.where[thing] = space


def _laid(s: Position, board: m.Board, owner: int) -> list[int]:
    return [s.cells[cell] for cell in s.layout.cells_of(board, owner) if s.cells[cell] != NONE]


def _draw_faces(made: Position, seat: int) -> None:
    """Draws anew what dice show that a seat does not know: each face equally likely; of a die in use, not 0."""
    layout = made.layout
    if layout.known_cell == NONE:
        return
    for kind in layout.game.kinds.values():
        if kind.faces is None:
            continue
        for die in layout.things[kind.name]:
            place = made.where[die]
            if place == NONE or knowledge.knows(made, seat, die) or sees(made, seat, place):
                continue
            decl = layout.place_names[place][0]
            faces = values.faces_in(kind, decl)
            made.cells[layout.face_cell + die] = faces[made.rng.below(len(faces))]


def _draw_links(made: Position, seat: int) -> None:
    """Draws anew the sides of links that a seat does not see."""
    layout = made.layout
    for link in layout.game.links.values():
        goals, first = layout.things[link.goal.name], layout.link_cell[link.name]
        for at, thing in enumerate(layout.things[link.origin.name]):
            if not knowledge.may_see(made, link.seen, thing, seat):
                for cell in range(first + at * len(goals), first + (at + 1) * len(goals)):
                    if made.cells[cell] != NONE:
                        made.cells[cell] = made.rng.below(len(link.sides.members))


def _draw_facts(made: Position, seat: int) -> None:
    """Draws anew the facts that a seat does not know.

    Where all know how often each value is there, those that the seat does not know change places; elsewhere any value
    of the declared type is equally likely.
    """
    layout = made.layout
    for phase in layout.game.phases.values():
        for fact in phase.fields.values():
            found = values_of(made, fact) if fact.seen != "everyone" else ()
            first = layout.field_cell[id(phase), fact.name]
            for cell in range(first, first + layout.index_size(fact.index)) if found else ():
                made.cells[cell] = found[made.rng.below(len(found))]
    for kind in layout.game.kinds.values():
        for fact in kind.fields.values():
            if not fact.kept or hiding.seen(fact) == "everyone":
                continue
            found = values_of(made, fact)
            if not found:
                continue
            first, size = layout.field_cell[id(kind), fact.name], layout.index_size(fact.index)
            if knowledge.counted(made, fact):
                unknown = [
                    first + at
                    for at, thing in enumerate(layout.things[kind.name])
                    if not knowledge.knows_fact(made, fact, thing, at, seat)
                ]
                mixed = sorted(made.cells[cell] for cell in unknown)  # not as they lie: that would tell
                made.rng.shuffle(mixed)
                for cell, value in zip(unknown, mixed, strict=True):
                    made.cells[cell] = value
                continue
            for place, thing in enumerate(layout.things[kind.name]):
                for cell in range(place * size, (place + 1) * size):
                    value = found[made.rng.below(len(found))]
                    if not knowledge.knows_fact(made, fact, thing, cell, seat):
                        made.cells[first + cell] = value


def values_of(s: Position, fact: m.Field) -> Sequence[int]:
    """Gives the values that a fact may have, as everybody knows; a tile that was not laid is no space."""
    layout, found = s.layout, values.values_of(s.layout, fact)
    if isinstance(fact.type, ThingType) and fact.type.kind.board is not None:
        cells, first = s.cells, layout.position_cell
        return [space for space in found if space == NONE or cells[first + space] != NONE]
    return found
