"""Who knows which thing lies where.

Of each thing a match keeps for every seat, and for spectators, whether they know which thing it is; of a die, which
face it shows.

Invariants:
    What lies open is known to all, but for its order once it was shuffled there.
    What a seat came to know it remembers as long as the thing stays, or goes where the seat can follow it.
    What a spectator knows, everybody knows.
"""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.ground import layout as lay
from gekido_dsl.ground.position import Position
from gekido_dsl.model import hidden
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE

_STACKS = ("deck", "pile")
"""Places that have a top and a bottom for everybody; elsewhere nobody knows at which place something lies."""
BY_OWNER: Final = -2
"""Stands for the bits of those who see a place where that depends on whose the thing is that has the place."""


def seers(s: Position, place: int) -> set[int] | None:
    """Tells who sees the things of a place; None is everybody. A place of a thing is seen by the thing's owner."""
    layout = s.layout
    if place == NONE:
        return None
    if place == layout.gone:
        return set()
    decl, owner = layout.place_names[place]
    if isinstance(decl, m.Kind):
        board = decl.board
        if board is None or board.seen == "everyone":
            return None
        return {s.owner(owner)} - {NONE} if board.seen == "owner" else set()
    if isinstance(decl, m.Place | m.Track | m.Counter):
        if decl.seen == "everyone":
            return None
        if decl.seen != "owner" or (isinstance(decl, m.Place) and decl.owner is None):
            return set()
        players = isinstance(decl, m.Place) and decl.owner == "player"
        return {owner if players else s.owner(owner)} - {NONE}
    return {owner}


def may_see(s: Position, seen: str, thing: int, seat: int | None) -> bool:
    """Tells whether a seat sees what everyone, the owner of a thing, or nobody sees."""
    return seen == "everyone" or (seen == "owner" and seat is not None and s.owner(thing) == seat)


def begin(s: Position) -> None:
    """Notes what is known when a match begins: all that lies open, and of hidden dice that nobody has rolled them."""
    layout = s.layout
    for kind in layout.game.kinds.values():
        for fact in kind.fields.values():
            first = layout.fact_known.get((id(kind), fact.name), NONE)
            many = layout.index_size(fact.index) * len(layout.things[kind.name]) if first != NONE else 0
            s.cells[first : first + many] = [everybody(s)] * many
    for cell in layout.fact_counted.values():
        s.cells[cell] = 1
    if layout.known_cell == NONE:
        return
    for thing in range(layout.count):
        rolled = layout.kind_of[thing].faces is None
        s.cells[layout.known_cell + thing] = _mask(s, s.where[thing]) if rolled else everybody(s)


def everybody(s: Position) -> int:
    """Gives the bits of all seats and of spectators."""
    return (2 << s.layout.players) - 1


def bits(s: Position, seats: set[int] | None) -> int:
    """Gives the bits of seats; None is everybody."""
    return everybody(s) if seats is None else sum(1 << seat for seat in seats)


def _mask(s: Position, place: int) -> int:
    """Gives the bits of those who see what lies in a place."""
    seen_by = s.layout.seen_by
    mask = seen_by.get(place)
    if mask is None:
        mask = seen_by[place] = everybody(s) if place == NONE else seers_of(s.layout, place)
    return bits(s, seers(s, place)) if mask == BY_OWNER else mask


def seers_of(layout: lay.Layout, place: int) -> int:
    """Gives the bits of those who see a place all the match; `BY_OWNER` where that depends on whose a thing is."""
    every = (2 << layout.players) - 1
    if place == layout.gone:
        return 0
    decl, owner = layout.place_names[place]
    if isinstance(decl, m.Kind):
        seen, of_thing = (decl.board.seen if decl.board is not None else "everyone"), True
    elif isinstance(decl, m.Place | m.Track | m.Counter):
        seen, of_thing = decl.seen, not (isinstance(decl, m.Place) and decl.owner in (None, "player"))
        if seen == "owner" and isinstance(decl, m.Place) and decl.owner is None:
            return 0
    else:
        return 1 << owner
    if seen != "owner":
        return every if seen == "everyone" else 0
    return BY_OWNER if of_thing else 1 << owner


def known(s: Position, thing: int) -> int:
    """Gives the bits of those who know which thing it is."""
    first = s.layout.known_cell
    return s.cells[first + thing] if first != NONE and thing != NONE else everybody(s)


def knows(s: Position, seat: int | None, thing: int) -> bool:
    """Tells whether a seat, or a spectator, knows which thing it is."""
    return bool(known(s, thing) >> (s.layout.players if seat is None else seat) & 1)


def readers(s: Position, thing: int) -> set[int] | None:
    """Gives those who may read what a thing is called; None is everybody."""
    mask, players = known(s, thing), s.layout.players
    return None if mask >> players & 1 else {seat for seat in range(players) if mask >> seat & 1}


def move(s: Position, thing: int, place: int, *, on_top: bool = False, under: bool = False) -> None:
    """Moves a thing, and notes who knows of it.

    Args:
        on_top: whether everybody knows that it is what lay at one end of its place.
        under: whether it comes first in its place, not last.
    """
    layout = s.layout
    first, before = layout.known_cell, s.where[thing]
    for square in layout.shaped.get(thing, ()):
        # A shape that goes somewhere is taken off the spaces that it covers.
        if s.where[square] not in (NONE, layout.gone):
            move(s, square, NONE)
    s.move(thing, place)
    if under and place != NONE:
        s.contents[place].insert(0, s.contents[place].pop())
    if first == NONE:
        return
    every = everybody(s)
    there = _mask(s, place) if place != NONE else 0
    if there == every and place != before:
        s.cells[first + thing] = every  # what comes to lie open is known to all, and nothing else is lost
        return
    here = _mask(s, before)
    kind = layout.kind_of[thing]
    alone = before != NONE and not any(layout.kind_of[other] is kind for other in s.contents[before])
    follow = every if alone or (on_top and _is_stack(layout, before)) else here
    if hides_spaces(layout, place):
        follow = 0  # of what stands on a hidden board, where it stands is what may be known
    if place == before:
        there = s.cells[first + thing]
    s.cells[first + thing] = there | (s.cells[first + thing] & follow)
    lost = every & ~there & ~follow & ~here
    if lost and before != NONE:
        for other in s.contents[before]:
            if layout.kind_of[other] is kind:
                s.cells[first + other] &= ~lost


def hides_spaces(layout: lay.Layout, place: int) -> bool:
    """Tells whether a place is a space of a board that not everybody sees."""
    board = layout.kind_of[place].board if place in layout.base_of else None
    return board is not None and board.seen != "everyone"


def _is_stack(layout: lay.Layout, place: int) -> bool:
    decl = layout.place_names[place][0] if place != NONE else None
    return isinstance(decl, m.Place) and decl.word in _STACKS


def shuffled(s: Position, place: int) -> None:
    """Notes that nobody knows the order of a place any more, but who alone sees it and looks at it again."""
    mixed(s, s.contents[place], place)


def mixed(s: Position, things: list[int], place: int) -> None:
    """Notes the same of some of what lies in a place."""
    first = s.layout.known_cell
    if first != NONE:
        left = seers(s, place)
        for thing in things:
            s.stir(thing)
            s.cells[first + thing] = bits(s, left) if left is not None else 0


def rolled(s: Position, die: int) -> None:
    """Notes that only those know the face of a die who see it."""
    first = s.layout.known_cell
    if first != NONE:
        s.cells[first + die] = _mask(s, s.where[die])


def turned(s: Position, die: int, actor: int) -> None:
    """Notes that a die was turned by a player: they, and those who see it, know its face."""
    first = s.layout.known_cell
    if first != NONE:
        by = 1 << actor if actor != NONE else 0
        s.cells[first + die] = _mask(s, s.where[die]) | by


def show(s: Position, thing: int, seats: set[int] | None) -> None:
    """Notes that players have seen what a thing is; None is everybody."""
    first = s.layout.known_cell
    if first != NONE:
        s.cells[first + thing] |= bits(s, seats)


def look(s: Position, thing: int) -> None:
    """Notes that somebody sees what lies in the places of a thing, as with a new owner."""
    layout = s.layout
    if layout.known_cell == NONE:
        return
    for (_, owner), place in layout.place_of.items():
        decl = layout.place_names[place][0]
        if owner == thing and not (isinstance(decl, m.Place) and decl.owner == "player"):
            for inner in s.contents[place]:
                s.cells[layout.known_cell + inner] |= _mask(s, place)


def _fact_cell(s: Position, fact: m.Field, at: int) -> int:
    """Gives the cell that keeps who knows a value of a fact; NONE where all know it."""
    first = s.layout.fact_known.get((id(fact.owner), fact.name))
    return NONE if first is None else first + at


@dataclass(frozen=True, slots=True)
class Target:
    """What those know of a thing whose fact is written who do not see the fact."""

    by_chance: bool = False
    """Whether chance took it, so that nobody knows which it is."""
    same: bool = False
    """Whether the rule says which value it had."""


_PLAIN: Final = Target()


def wrote(s: Position, fact: m.Field, thing: int, at: int, target: Target = _PLAIN) -> None:
    """Notes that a fact is about to be written: only those know its value who see it.

    How often a fact that is dealt has each value stays known while all know which value is overwritten.

    Args:
        at: which of all values of the fact, of all things.
    """
    cell = _fact_cell(s, fact, at)
    if cell == NONE:
        return
    layout, kind = s.layout, s.layout.kind_of[thing]
    key, things, size = (id(kind), fact.name), layout.things[kind.name], layout.index_size(fact.index)
    first, many = layout.fact_known[key], size * len(things)
    touched = range(many) if target.by_chance else range(at, at + 1)
    if key in layout.fact_counted and not target.same:
        start = layout.field_cell[key]
        values = {s.cells[start + one] for one in touched}
        told = all(s.cells[first + one] == everybody(s) for one in touched)
        if len(values) > 1 or not told:
            s.cells[layout.fact_counted[key]] = 0
    for one in touched:
        owner = {s.owner(things[one // size])} - {NONE} if hidden.seen(fact) == "owner" else set[int]()
        s.cells[first + one] = bits(s, owner)


def counted(s: Position, fact: m.Field) -> bool:
    """Tells whether all know how often a fact has each value, over all things."""
    cell = s.layout.fact_counted.get((id(fact.owner), fact.name))
    return cell is not None and bool(s.cells[cell])


def tell_fact(s: Position, fact: m.Field, at: int, seats: set[int] | None) -> None:
    """Notes that players were told the value of a fact; None is everybody."""
    cell = _fact_cell(s, fact, at)
    if cell != NONE:
        s.cells[cell] |= bits(s, seats)


def knows_fact(s: Position, fact: m.Field, thing: int, at: int, seat: int | None) -> bool:
    """Tells whether a seat, or a spectator, sees a value of a fact, or remembers it."""
    if may_see(s, hidden.seen(fact), thing, seat):
        return True
    cell = _fact_cell(s, fact, at)
    return cell != NONE and bool(s.cells[cell] >> (s.layout.players if seat is None else seat) & 1)


def may_be_written(
    s: Position, decl: m.Field | m.Counter, own: bool, writers: set[int], *, remember: bool
) -> None:
    """Notes that a hidden fact or counter may be written unseen: nobody else knows then whether, and of what.

    Args:
        own: whether each of them writes it of their own things alone.
        writers: those who may.
        remember: whether a player who alone may write it knows of it.
    """
    layout = s.layout
    assert isinstance(decl.owner, m.Kind)
    seen = hidden.seen(decl) if isinstance(decl, m.Field) else decl.seen
    for at, thing in enumerate(layout.things[decl.owner.name]):
        owner = s.owner(thing)
        if own and owner not in writers:
            continue
        by = {owner} if own else writers
        left = bits(s, by) if remember and len(by) == 1 else 0
        if seen == "owner" and owner != NONE:
            left |= 1 << owner
        if isinstance(decl, m.Field):
            size = layout.index_size(decl.index)
            first = layout.fact_known[id(decl.owner), decl.name] + at * size
            cells = list(range(first, first + size))
        else:
            cells = [layout.known_cell + die for die in s.contents[layout.place_of[decl.name, thing]]]
        for cell in cells:
            s.cells[cell] &= left


def in_sight(s: Position, things: list[int]) -> list[int]:
    """Lists things as they may be seen: those whose order is not known, by their number in each other's places."""
    first = s.layout.known_cell
    if first == NONE or len(things) < 2:
        return things
    every = everybody(s)
    unsure = [at for at, thing in enumerate(things) if s.cells[first + thing] != every and _open(s, thing)]
    if len(unsure) < 2:
        return things
    found = list(things)
    for at, thing in zip(unsure, sorted(things[at] for at in unsure), strict=True):
        found[at] = thing
    return found


def _open(s: Position, thing: int) -> bool:
    return seers(s, s.where[thing]) is None


__all__ = [
    "BY_OWNER",
    "Target",
    "begin",
    "bits",
    "counted",
    "everybody",
    "hides_spaces",
    "in_sight",
    "known",
    "knows",
    "knows_fact",
    "look",
    "may_be_written",
    "may_see",
    "mixed",
    "move",
    "readers",
    "rolled",
    "seers",
    "seers_of",
    "show",
    "shuffled",
    "tell_fact",
    "turned",
    "wrote",
]  # fmt: skip
