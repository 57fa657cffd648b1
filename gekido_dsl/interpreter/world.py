"""Worlds that look the same to a seat as a state does.

Invariants:
    A sampled world differs from the state only in what the seat cannot see, and in the chance to come.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from gekido_dsl import engine as e
from gekido_dsl.ground import knowledge, shuffled_alike
from gekido_dsl.interpreter import secret_part
from gekido_dsl.interpreter.ahead import advance
from gekido_dsl.interpreter.state import State
from gekido_dsl.model import hidden as hiding
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EffectType, EnumType, IntType, PlayerType, ThingType
from gekido_dsl.rng import Rng
from gekido_dsl.telling.question import Question

WORLDS_LIMIT: Final = 100
"""How many worlds are drawn to find one in which the open question would be asked."""


def sample(s: State, seat: int, seed: int, run: Callable[[State], object]) -> State:
    """Deals anew what a seat cannot see, and sets the stream of chance anew.

    The seat sees who decides; so worlds in which nobody would be asked, or somebody else, are not among those drawn.

    Args:
        run: goes on to the next question.
    """
    rng, asked = Rng(seed), s.question
    known = secret_part.undecided(s, seat)
    for _ in range(WORLDS_LIMIT):
        made, names = _drawn(known, seat, rng)
        if asked is None or (asked.seat == seat and not _offers(asked, names)):
            return made
        if _asked_anew(made, run) and _decides(made) == _decides(s):
            return made
    # Chance finds no other: the state itself is the one world known to be possible.
    made = known.copy()
    made.rng = rng
    if made.question is None:
        _asked_anew(made, run)
    return made


def _offers(asked: Question, names: Mapping[int, int]) -> bool:
    """Tells whether a question offers things that were dealt anew."""
    return any(value in names for option in asked.options for value in option or ())


def _asked_anew(made: State, run: Callable[[State], object]) -> bool:
    """Asks the open question anew, or goes on to the first of a secret part; tells whether there is one."""
    again = made.question is not None
    made.question = None
    try:
        if again:
            advance(made)
        else:
            run(made)
    except e.RuleError:
        return False
    return made.question is not None


def _decides(s: State) -> int:
    """Gives whoever decides, as everybody knows: in secret, whose part it is."""
    hidden = secret_part.of(s)
    if hidden is not None:
        return hidden.player
    return s.question.seat if s.question is not None else NONE


Spot = tuple[int, int]
"""A place, NONE for out of play, and the thing that lies there before any is dealt."""


def _drawn(s: State, seat: int, rng: Rng) -> tuple[State, dict[int, int]]:
    """Draws a world; gives, too, what lies now where other things did."""
    made = s.copy()
    made.rng = rng
    layout = made.program.layout
    hidden = secret_part.of(s)
    seen = _seen_before(s, seat, hidden) if hidden is not None else frozenset()
    spots = [spot for spot in _spots(s, seat) if spot[1] not in seen]
    names = _dealt(made, seat, spots)
    # Whose a thing is in its spot, who else knows it, and whether it came there of late, stays with the spot.
    facts = [layout.owner_cell, *layout.moved_cell.values()]
    facts += [layout.known_cell] if layout.known_cell != NONE else []
    for place in {place for place, _ in spots if place != NONE}:
        made.contents[place] = [names.get(thing, thing) for thing in s.contents[place]]
    for place, before in spots:
        thing = names.get(before, before)
        made.where[thing] = place
        for first in facts:
            made.cells[first + thing] = s.cells[first + before]
    rename(made, names)
    if hidden is not None:
        made.secret_part = secret_part.relabelled(hidden, names, facts)
    _mix_boards(made, seat)
    _draw_faces(made, seat)
    _draw_facts(made, seat)
    _draw_links(made, seat)
    if hidden is not None and hidden.player in (seat, NONE):
        secret_part.begin_anew(made)
    return made, names


def _spots(s: State, seat: int) -> list[Spot]:
    """Lists the spots of which a seat does not know what lies there; spaces, tracks and counters are left out."""
    layout = s.program.layout
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


def _dealt(made: State, seat: int, spots: list[Spot]) -> dict[int, int]:
    """Deals things anew among the spots of their sort; gives which lies now where another did.

    What is seen and has only lost its order stays in its place. What lies as it was shuffled with others stays as
    dealt.
    """
    layout, first = made.program.layout, made.program.layout.alike_cell
    unseen = {thing for place, thing in spots if not _sees(made, seat, place)}
    names = shuffled_alike.deal(made, unseen, made.rng)
    numbers = {names.get(thing, thing): made.cells[first + thing] for _, thing in spots} if names else {}
    sorts: dict[tuple[shuffled_alike.Sort, int], list[int]] = {}
    for place, before in spots:
        numbered = first != NONE and made.cells[first + before] > 0
        if not numbered or layout.place_names[place][0].name not in layout.alike_places:
            thing = names.get(before, before)
            group = NONE if before in unseen else place
            sorts.setdefault((shuffled_alike.sort_of(layout, thing), group), []).append(thing)
    mixed: dict[int, int] = {}
    for key in sorted(sorts):
        things = sorted(sorts[key])  # so that worlds that look the same give the same samples
        made.rng.shuffle(things)
        mixed |= dict(zip(sorts[key], things, strict=True))
    for thing, number in numbers.items():
        made.cells[first + thing] = number
    dealt = {before: names.get(before, before) for _, before in spots}
    return {before: new for before, thing in dealt.items() if (new := mixed.get(thing, thing)) != before}


def _sees(s: State, seat: int, place: int) -> bool:
    """Tells whether a seat sees what lies in a place; out of play, nobody does."""
    seeing = knowledge.seers(s, place) if place != NONE else set()
    return seeing is None or seat in seeing


def rename(made: State, names: Mapping[int, int]) -> None:
    """Has what points to a thing point to the one that lies where it did: facts, and the locals of what runs."""
    if not names:
        return
    for cell in made.program.pointers():
        made.cells[cell] = names.get(made.cells[cell], made.cells[cell])
    for frame in made.frames:
        for local in made.program.pointing(frame.code):
            if local < len(frame.locals):
                frame.locals[local] = _renamed(frame.locals[local], names)


def _renamed(value: Any, names: Mapping[int, int]) -> Any:
    if isinstance(value, tuple):
        return tuple(_renamed(one, names) for one in value)
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    return names.get(value, value)


def _mix_boards(made: State, seat: int) -> None:
    """Puts what stands unseen on a board onto any of its spaces that are not seen."""
    layout = made.program.layout
    for board, owner in layout.boards():
        if board.seen == "everyone":
            continue
        spaces = [space for space in _laid(made, board, owner) if not _sees(made, seat, space)]
        spaces = [
            one for one in spaces if not any(knowledge.knows(made, seat, t) for t in made.contents[one])
        ]
        standing = sorted(tuple(made.contents[space]) for space in spaces if made.contents[space])
        made.rng.shuffle(spaces)
        for at, space in enumerate(spaces):
            made.contents[space] = list(standing[at]) if at < len(standing) else []
            for thing in made.contents[space]:
                made.where[thing] = space


def _laid(s: State, board: m.Board, owner: int) -> list[int]:
    return [s.cells[cell] for cell in s.program.layout.cells_of(board, owner) if s.cells[cell] != NONE]


def _draw_faces(made: State, seat: int) -> None:
    """Draws anew what dice show that a seat does not know: each face equally likely; of a die in use, not 0."""
    layout = made.program.layout
    if layout.known_cell == NONE:
        return
    for kind in layout.game.kinds.values():
        if kind.faces is None:
            continue
        for die in layout.things[kind.name]:
            place = made.where[die]
            if place == NONE or knowledge.knows(made, seat, die) or _sees(made, seat, place):
                continue
            decl = layout.place_names[place][0]
            faces: Sequence[int] = faces_of(kind)
            if isinstance(decl, m.Counter):
                faces = range(decl.low if decl.kept is not None else max(decl.low, 1), decl.high + 1)
            elif isinstance(decl, m.Track):
                faces = [face for face in faces if face > 0] or faces
            made.cells[layout.face_cell + die] = faces[made.rng.below(len(faces))]


def faces_of(kind: m.Kind) -> range:
    """Gives the faces of a die as numbers."""
    if isinstance(kind.faces, tuple):
        return range(kind.faces[0], kind.faces[1] + 1)
    return range(len(kind.faces.members)) if kind.faces is not None else range(1)


def _seen_before(s: State, seat: int, hidden: secret_part.SecretPart) -> frozenset[int]:
    """Gives the things that a seat saw when a secret part began; that somebody took them, it does not know."""
    if seat == hidden.player:
        return frozenset()
    known: set[int] = set()
    for still in secret_part.stills(hidden):
        for number, things in enumerate(still.contents):
            if things and _sees(s, seat, number):
                known.update(things)
    return frozenset(known)


def _draw_links(made: State, seat: int) -> None:
    """Draws anew the sides of links that a seat does not see."""
    layout = made.program.layout
    for link in layout.game.links.values():
        goals, first = layout.things[link.goal.name], layout.link_cell[link.name]
        for at, thing in enumerate(layout.things[link.origin.name]):
            if not knowledge.may_see(made, link.seen, thing, seat):
                for cell in range(first + at * len(goals), first + (at + 1) * len(goals)):
                    if made.cells[cell] != NONE:
                        made.cells[cell] = made.rng.below(len(link.sides.members))


def _draw_facts(made: State, seat: int) -> None:
    """Draws anew the facts that a seat does not know.

    Where all know how often each value is there, those that the seat does not know change places; elsewhere any value
    of the declared type is equally likely.
    """
    layout = made.program.layout
    for phase in layout.game.phases.values():
        for fact in phase.fields.values():
            values = values_of(made, fact) if fact.seen != "everyone" else ()
            first = layout.field_cell[id(phase), fact.name]
            for cell in range(first, first + layout.index_size(fact.index)) if values else ():
                made.cells[cell] = values[made.rng.below(len(values))]
    for kind in layout.game.kinds.values():
        for fact in kind.fields.values():
            if not fact.kept or hiding.seen(fact) == "everyone":
                continue
            values = values_of(made, fact)
            if not values:
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
                    value = values[made.rng.below(len(values))]
                    if not knowledge.knows_fact(made, fact, thing, cell, seat):
                        made.cells[first + cell] = value


def values_of(s: State, fact: m.Field) -> Sequence[int]:
    """Gives the values that a fact may have, as everybody knows: none only if its type says so."""
    layout = s.program.layout
    least = NONE if fact.optional else 0
    match fact.type:
        case EnumType(enum=enum):
            return range(least, len(enum.members))
        case BoolType():
            return range(2)
        case IntType(low=int(low), high=int(high)):
            return range(low, high + 1)
        case PlayerType():
            return range(least, layout.players)
        case EffectType():
            return range(least, len(layout.game.effect_calls))
        case ThingType(kind=kind):
            things: Sequence[int] = layout.things[kind.name]
            if kind.board is not None:
                # A tile that was not laid is no space.
                things = [space for space in things if s.cells[layout.position_cell + space] != NONE]
            return [NONE, *things] if fact.optional else things
        case _:
            return ()
