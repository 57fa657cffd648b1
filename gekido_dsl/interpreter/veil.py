"""What nobody else sees while players decide in secret: all that they did since the secret part began.

Invariants:
    To a seat, the state is as it was when the part began, and as the seat itself changed it since.
    A veil is never changed, only replaced; so states share it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gekido_dsl.interpreter import layout as lay
from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.model.types import NONE


@dataclass(frozen=True, slots=True)
class Still:
    """How a state is at a moment, and the locals of the body that the secret part belongs to."""

    cells: tuple[int, ...]
    contents: tuple[tuple[int, ...], ...]
    locals: tuple[Any, ...]

    def where(self) -> dict[int, int]:
        """Tells where each thing lies."""
        return {thing: place for place, things in enumerate(self.contents) for thing in things}


@dataclass(frozen=True, slots=True)
class Part:
    """What one player did, from one moment to another."""

    player: int
    before: Still
    after: Still


@dataclass(frozen=True, slots=True)
class Veil:
    """A secret part that is running."""

    depth: int
    """How many frames there were; what runs above them is part of it."""
    local: int
    """Where its loop keeps whom it goes through."""
    head: int
    """The step at which its loop goes on to the next."""
    start: Still
    parts: tuple[Part, ...] = ()
    """What is done by now."""
    player: int = NONE
    """Who decides."""
    before: Still | None = None
    """How it was when he began."""

    def plain(self) -> tuple[Any, ...]:
        """Gives it as plain values."""
        moments = [self.start, *(still for part in self.parts for still in (part.before, part.after))]
        moments += [self.before] if self.before is not None else []
        return (
            self.depth,
            self.local,
            self.head,
            self.player,
            tuple(part.player for part in self.parts),
            tuple((still.cells, still.contents, still.locals) for still in moments),
        )


def from_plain(plain: Sequence[Any] | None) -> Veil | None:
    """Makes a veil from plain values."""
    if plain is None:
        return None
    depth, local, head, player, players, moments = plain
    stills = [
        Still(tuple(cells), tuple(map(tuple, contents)), tuple(map(_plain, locals_)))
        for cells, contents, locals_ in moments
    ]
    parts = tuple(
        Part(one, stills[1 + 2 * number], stills[2 + 2 * number]) for number, one in enumerate(players)
    )
    before = stills[-1] if len(stills) > 1 + 2 * len(parts) else None
    return Veil(depth, local, head, stills[0], parts, player, before)


def _plain(value: Any) -> Any:
    return tuple(map(_plain, value)) if isinstance(value, list | tuple) else value


def of(s: State) -> Veil | None:
    """Gives the secret part that is running."""
    return s.veil if s.cells[lay.SECRET] else None


# ---------------------------------------------------------------- while it runs


def begin(s: State, f: Frame, local: int) -> bool:
    """Begins a secret part, unless it is inside another; tells whether it is a new one."""
    s.cells[lay.SECRET] += 1
    if s.cells[lay.SECRET] > 1:
        return False
    s.veil = Veil(len(s.frames), local, f.step + 1, _still(s, f))
    return True


def turn_to(s: State, f: Frame, local: int, player: int) -> bool:
    """Has the next player decide, before the body knows of it; tells whether he is another one than before.

    What the body noted of the one before is forgotten.
    """
    veil = of(s)
    if veil is None or (veil.depth, veil.local) != (len(s.frames), local):
        return False
    now, before = _still(s, f), veil.before
    parts = (*veil.parts, Part(veil.player, before, now)) if before is not None else veil.parts
    at = f.locals[local + 1]
    f.locals[:] = veil.start.locals
    f.locals[local + 1] = at
    s.veil = replace(veil, parts=parts, player=player, before=_still(s, f))
    return veil.player != player


def end(s: State, left: int) -> None:
    """Ends secret parts but for so many that they are inside."""
    s.cells[lay.SECRET] = left
    if not left:
        s.veil = None


def _still(s: State, f: Frame) -> Still:
    return Still(tuple(s.cells), tuple(map(tuple, s.contents)), tuple(map(_plain, f.locals)))


# ---------------------------------------------------------------- what a seat sees


def seen_by(s: State, seat: int | None) -> State:
    """Gives the state as a seat may know it; the state itself, where nothing is kept from the seat."""
    veil = of(s)
    if veil is None or (seat == veil.player and not _others(veil)):
        return s
    made = s.copy()
    made.veil = None
    made.cells = list(veil.start.cells)
    made.contents = [list(things) for things in veil.start.contents]
    made.where = [NONE] * len(s.where)
    for place, things in enumerate(made.contents):
        for thing in things:
            made.where[thing] = place
    frame = made.frames[veil.depth - 1]
    locals_ = list(veil.start.locals)
    for part in _own(s, veil, seat):
        _carry_over(made, part)
        changed = zip(part.before.locals, part.after.locals, strict=True)
        for at, (old, new) in enumerate(changed):
            if old != new:
                locals_[at] = new
    frame.locals = locals_
    if seat != veil.player:
        made.frames = made.frames[: veil.depth]
    return made


def undecided(s: State, seat: int) -> State:
    """Gives a state that the seat cannot tell from this one, in which nobody else has decided anything in secret.

    Whoever decides now is the first; another one than the seat has yet to begin, and nothing is asked. Those who have
    decided, but for the seat, will do so last. Where only the seat has decided, or is asked by another, the state
    itself.
    """
    veil = of(s)
    if veil is None or (seat == veil.player and not _others(veil)):
        return s
    if seat != veil.player and (s.question is None or s.question.seat == seat):
        return s
    L = s.frames[veil.depth - 1].locals
    every, at = L[veil.local], L[veil.local + 1]
    if _others(veil):
        every = (*every[at - 1 :], *every[: at - 1])
    made = seen_by(s, seat)
    frame = made.frames[veil.depth - 1]
    if seat == veil.player:
        frame.locals[veil.local : veil.local + 2] = every, 1
        made.veil = replace(veil, parts=(), before=veil.start)
        return made
    if any(part.player == seat for part in veil.parts):
        every = tuple(one for one in every if one != seat)
    frame.locals = list(veil.start.locals)
    frame.locals[veil.local] = every
    frame.step, made.question = veil.head, None
    made.veil = replace(veil, parts=(), player=NONE, before=None)
    return made


def begin_anew(s: State) -> None:
    """Has a secret part begin with what is now: in a world that is drawn, nothing else is left of how it was."""
    veil = of(s)
    if veil is not None:
        now = _still(s, s.frames[veil.depth - 1])
        s.veil = replace(veil, start=now, parts=(), before=now if veil.player != NONE else None)


def relabelled(veil: Veil, names: Mapping[int, int], rows: Sequence[int]) -> Veil:
    """Gives the veil of a world in which things lie where others did.

    Args:
        names: the thing that lies there now, by the one that did.
        rows: the first cells of facts that stay with the spot.
    """

    def told(still: Still) -> Still:
        cells = list(still.cells)
        for first in rows:
            for old, new in names.items():
                cells[first + new] = still.cells[first + old]
        contents = tuple(tuple(names.get(thing, thing) for thing in things) for things in still.contents)
        return replace(still, cells=tuple(cells), contents=contents)

    parts = tuple(replace(part, before=told(part.before), after=told(part.after)) for part in veil.parts)
    before = told(veil.before) if veil.before is not None else None
    return replace(veil, start=told(veil.start), parts=parts, before=before)


def stills(veil: Veil) -> Iterator[Still]:
    """Lists the moments that a veil keeps."""
    yield veil.start
    for part in veil.parts:
        yield from (part.before, part.after)
    if veil.before is not None:
        yield veil.before


def _others(veil: Veil) -> bool:
    return any(part.player != veil.player for part in veil.parts)


def _own(s: State, veil: Veil, seat: int | None) -> Iterator[Part]:
    """Lists what a seat did itself, up to now."""
    yield from (part for part in veil.parts if part.player == seat)
    if seat == veil.player and veil.before is not None:
        yield Part(veil.player, veil.before, _still(s, s.frames[veil.depth - 1]))


def _carry_over(made: State, part: Part) -> None:
    """Changes a state as a player changed another one."""
    for cell, (old, new) in enumerate(zip(part.before.cells, part.after.cells, strict=True)):
        if old != new:
            made.cells[cell] = new
    before, after = part.before.where(), part.after.where()
    for thing in sorted(before.keys() | after.keys()):
        if before.get(thing, NONE) != after.get(thing, NONE):
            made.move(thing, after.get(thing, NONE))
    for place, things in enumerate(part.after.contents):
        if things != part.before.contents[place]:
            order = {thing: at for at, thing in enumerate(things)}
            made.contents[place].sort(key=lambda thing: order.get(thing, NONE))


__all__ = [
    "Part", "Still", "Veil", "begin", "begin_anew", "end", "from_plain", "of", "relabelled", "seen_by", "stills",
    "turn_to", "undecided",
]  # fmt: skip
