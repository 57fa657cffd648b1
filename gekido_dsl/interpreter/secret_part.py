"""What nobody else sees while players decide in secret: all that they did since the secret part began.

Invariants:
    To a seat, the state is as it was when the part began, and as the seat itself changed it since.
    A secret part is never changed, only replaced; so states share it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter.secret_history import Part, SecretPart, Still, from_plain, plain_value
from gekido_dsl.interpreter.state import Frame, State
from gekido_dsl.model.types import NONE


def of(s: State) -> SecretPart | None:
    """Gives the secret part that is running."""
    return s.secret_part if s.cells[lay.SECRET] else None


# ---------------------------------------------------------------- while it runs


def begin(s: State, f: Frame, local: int) -> bool:
    """Begins a secret part, unless it is inside another; tells whether it is a new one."""
    s.cells[lay.SECRET] += 1
    if s.cells[lay.SECRET] > 1:
        return False
    s.secret_part = SecretPart(len(s.frames), local, f.step + 1, _still(s, f))
    return True


def turn_to(s: State, f: Frame, local: int, player: int) -> bool:
    """Has the next player decide, before the body knows of it; tells whether it is another one than before.

    What the body noted of the one before is forgotten.
    """
    secret_part = of(s)
    if secret_part is None or (secret_part.depth, secret_part.local) != (len(s.frames), local):
        return False
    now, before = _still(s, f), secret_part.before
    parts = (
        (*secret_part.parts, Part(secret_part.player, before, now))
        if before is not None
        else secret_part.parts
    )
    at = f.locals[local + 1]
    f.locals[:] = secret_part.start.locals
    f.locals[local + 1] = at
    begun = replace(now, locals=tuple(map(plain_value, f.locals)))
    s.secret_part = replace(secret_part, parts=parts, player=player, before=begun)
    s.cells[lay.DECIDES] = player + 1
    return secret_part.player != player


def end(s: State, left: int) -> None:
    """Ends secret parts but for so many that they are inside."""
    s.cells[lay.SECRET] = left
    if not left:
        s.secret_part = None


def _still(s: State, f: Frame | None) -> Still:
    locals_ = map(plain_value, f.locals) if f is not None else ()
    return Still(tuple(s.cells), tuple(map(tuple, s.contents)), tuple(locals_))


def of_moments(moments: Sequence[tuple[int, State]]) -> SecretPart | None:
    """Makes a secret part of positions in which nothing runs.

    Args:
        moments: who began to decide, and how it was then; first none, and how it was when the part began.
    """
    if not moments:
        return None
    (_, began), *turns = moments
    stills = [_still(position, None) for _, position in turns]
    parts = [Part(turns[k][0], stills[k], stills[k + 1]) for k in range(len(turns) - 1)]
    player, before = (turns[-1][0], stills[-1]) if turns else (NONE, None)
    return SecretPart(0, 0, 0, _still(began, None), tuple(parts), player, before)


# ---------------------------------------------------------------- what a seat sees


def seen_by(s: State, seat: int | None) -> State:
    """Gives the state as a seat may know it; the state itself, where nothing is kept from the seat.

    It may be a position alone, in which nothing runs.
    """
    secret_part = of(s)
    if secret_part is None or (seat == secret_part.player and not others(secret_part)):
        return s
    made = s.copy()
    made.secret_part = None
    made.cells = list(secret_part.start.cells)
    made.contents = [list(things) for things in secret_part.start.contents]
    made.where = [NONE] * len(s.where)
    for place, things in enumerate(made.contents):
        for thing in things:
            made.where[thing] = place
    locals_ = list(secret_part.start.locals)
    for part in _own(s, secret_part, seat):
        _carry_over(made, part)
        changed = zip(part.before.locals, part.after.locals, strict=True)
        for at, (old, new) in enumerate(changed):
            if old != new:
                locals_[at] = new
    if not made.frames:
        return made
    made.frames[secret_part.depth - 1].locals = locals_
    if seat != secret_part.player:
        made.frames = made.frames[: secret_part.depth]
    return made


def undecided(s: State, seat: int) -> State:
    """Gives a state that the seat cannot tell from this one, in which nobody else has decided anything in secret.

    Whoever decides now is the first; another one than the seat has yet to begin, and nothing is asked. Those who have
    decided, but for the seat, will do so last. Where only the seat has decided, or is asked by another, the state
    itself.
    """
    secret_part = of(s)
    if secret_part is None or (seat == secret_part.player and not others(secret_part)):
        return s
    if seat != secret_part.player and (s.question is None or s.question.seat == seat):
        return s
    L = s.frames[secret_part.depth - 1].locals
    every, at = L[secret_part.local], L[secret_part.local + 1]
    if others(secret_part):
        every = (*every[at - 1 :], *every[: at - 1])
    made = seen_by(s, seat)
    frame = made.frames[secret_part.depth - 1]
    if seat == secret_part.player:
        frame.locals[secret_part.local : secret_part.local + 2] = every, 1
        made.secret_part = replace(secret_part, parts=(), before=secret_part.start)
        return made
    if any(part.player == seat for part in secret_part.parts):
        every = tuple(one for one in every if one != seat)
    frame.locals = list(secret_part.start.locals)
    frame.locals[secret_part.local] = every
    frame.step, made.question = secret_part.head, None
    made.secret_part = replace(secret_part, parts=(), player=NONE, before=None)
    return made


def begin_anew(s: State) -> None:
    """Has a secret part begin with what is now: in a world that is drawn, nothing else is left of how it was."""
    secret_part = of(s)
    if secret_part is not None:
        now = _still(s, _frame(s, secret_part))
        s.secret_part = replace(
            secret_part, start=now, parts=(), before=now if secret_part.player != NONE else None
        )


def relabelled(secret_part: SecretPart, names: Mapping[int, int], rows: Sequence[int]) -> SecretPart:
    """Gives the secret part of a world in which things lie where others did.

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

    parts = tuple(
        replace(part, before=told(part.before), after=told(part.after)) for part in secret_part.parts
    )
    before = told(secret_part.before) if secret_part.before is not None else None
    return replace(secret_part, start=told(secret_part.start), parts=parts, before=before)


def stills(secret_part: SecretPart) -> Iterator[Still]:
    """Lists the moments that a secret part keeps."""
    yield secret_part.start
    for part in secret_part.parts:
        yield from (part.before, part.after)
    if secret_part.before is not None:
        yield secret_part.before


def _frame(s: State, secret_part: SecretPart) -> Frame | None:
    return s.frames[secret_part.depth - 1] if s.frames else None


def others(secret_part: SecretPart) -> bool:
    """Tells whether somebody else than the player whose part it is has decided in it."""
    return any(part.player != secret_part.player for part in secret_part.parts)


def _own(s: State, secret_part: SecretPart, seat: int | None) -> Iterator[Part]:
    """Lists what a seat did itself, up to now."""
    yield from (part for part in secret_part.parts if part.player == seat)
    if seat == secret_part.player and secret_part.before is not None:
        yield Part(secret_part.player, secret_part.before, _still(s, _frame(s, secret_part)))


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
    "Part",
    "SecretPart",
    "Still",
    "begin",
    "begin_anew",
    "end",
    "from_plain",
    "of",
    "of_moments",
    "others",
    "relabelled",
    "seen_by",
    "stills",
    "turn_to",
    "undecided",
]  # fmt: skip
