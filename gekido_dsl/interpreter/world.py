"""Worlds that look the same to a seat as a state does.

Invariants:
    A sampled world differs from the state only in what the seat cannot see, and in the chance to come.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from gekido_dsl import engine as e
from gekido_dsl.interpreter import alike, veil
from gekido_dsl.interpreter.state import State
from gekido_dsl.interpreter.words import seers
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, BoolType, EffectType, EnumType, IntType, PlayerType, ThingType
from gekido_dsl.rng import Rng

WORLDS_LIMIT: Final = 100
"""How many worlds are drawn to find one in which the open question would be asked."""


def sample(s: State, seat: int, seed: int, run: Callable[[State], object]) -> State:
    """Deals anew what a seat cannot see, and sets the stream of chance anew.

    The seat sees who decides; so worlds in which nobody would be asked, or somebody else, are not among those drawn.

    Args:
        run: goes on to the next question.
    """
    rng, asked = Rng(seed), s.question
    known = veil.undecided(s, seat)
    for _ in range(WORLDS_LIMIT):
        made = _drawn(known, seat, rng)
        if asked is None or asked.seat == seat or (_asked_anew(made, run) and _decides(made) == _decides(s)):
            return made
    # Chance finds no other: the state itself is the one world known to be possible.
    made = known.copy()
    made.rng = rng
    if made.question is None:
        _asked_anew(made, run)
    return made


def _asked_anew(made: State, run: Callable[[State], object]) -> bool:
    """Asks the open question anew, or goes on to the first of a secret part; tells whether there is one."""
    again = made.question is not None
    made.question = None
    frame = made.frames[-1]
    try:
        if again:
            frame.code.steps[frame.step](made, frame)
        else:
            run(made)
    except e.RuleError:
        return False
    return made.question is not None


def _decides(s: State) -> int:
    """Gives whoever decides, as everybody knows: in secret, whose part it is."""
    hidden = veil.of(s)
    if hidden is not None:
        return hidden.player
    return s.question.seat if s.question is not None else NONE


def _drawn(s: State, seat: int, rng: Rng) -> State:
    made = s.copy()
    made.rng = rng
    layout = made.program.layout
    hidden = veil.of(s)
    known = _seen_before(s, seat, hidden) if hidden is not None else frozenset()
    spots = [
        (number, at)
        for number in range(layout.count, len(layout.place_names))
        if (seeing := seers(s, number)) is not None and seat not in seeing
        for at, thing in enumerate(s.contents[number])
        if thing not in known
    ]
    unseen = {s.contents[number][at] for number, at in spots}
    # Whose a thing is in its spot, and whether it came there of late, stays with the spot.
    facts = [layout.owner_cell, *layout.moved_cell.values()]
    names = alike.deal(made, unseen, made.rng)
    if names:
        _put(made, s, spots, names, [*facts, layout.alike_cell])
    _put(made, made.copy(), spots, _mixed(made, spots), facts)
    if hidden is not None:
        names = {s.contents[number][at]: made.contents[number][at] for number, at in spots}
        made.veil = veil.relabelled(hidden, names, facts)
    _draw_facts(made, seat)
    if hidden is not None and hidden.player in (seat, NONE):
        veil.begin_anew(made)
    return made


def _mixed(made: State, spots: list[tuple[int, int]]) -> dict[int, int]:
    """Deals things anew among the spots of their sort; what lies as it was shuffled with others stays as dealt."""
    layout, first = made.program.layout, made.program.layout.alike_cell
    sorts: dict[alike.Sort, list[int]] = {}
    for number, at in spots:
        thing = made.contents[number][at]
        numbered = first != NONE and made.cells[first + thing] > 0
        if not numbered or layout.place_names[number][0].name not in layout.alike_places:
            sorts.setdefault(alike.sort_of(layout, thing), []).append(thing)
    names: dict[int, int] = {}
    for before in sorts.values():
        things = sorted(before)  # so that worlds that look the same give the same samples
        made.rng.shuffle(things)
        names |= dict(zip(before, things, strict=True))
    return names


def _put(
    made: State, s: State, spots: list[tuple[int, int]], names: Mapping[int, int], facts: list[int]
) -> None:
    """Puts things into the spots of others; the facts that stay with a spot are those of the things in it before."""
    for number, at in spots:
        before = s.contents[number][at]
        thing = names.get(before, before)
        made.contents[number][at] = thing
        made.where[thing] = number
        for first in facts:
            made.cells[first + thing] = s.cells[first + before]


def _seen_before(s: State, seat: int, hidden: veil.Veil) -> frozenset[int]:
    """Gives the things that a seat saw when a secret part began; that somebody took them, it does not know."""
    if seat == hidden.player:
        return frozenset()
    known: set[int] = set()
    for still in veil.stills(hidden):
        for number, things in enumerate(still.contents):
            seeing = seers(s, number) if things else set()
            if seeing is None or seat in seeing:
                known.update(things)
    return frozenset(known)


def _draw_facts(made: State, seat: int) -> None:
    """Draws anew the facts that a seat may not see: any value of the declared type, each equally likely."""
    layout = made.program.layout
    for kind in layout.game.kinds.values():
        for fact in kind.fields.values():
            if not fact.kept or fact.seen == "everyone":
                continue
            values = values_of(made, fact)
            if not values:
                continue
            first, size = layout.field_cell[id(kind), fact.name], layout.index_size(fact.index)
            for place, thing in enumerate(layout.things[kind.name]):
                if fact.seen == "owner" and made.owner(thing) == seat:
                    continue
                for cell in range(first + place * size, first + (place + 1) * size):
                    made.cells[cell] = values[made.rng.below(len(values))]


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
