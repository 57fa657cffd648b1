"""Worlds that look the same to a seat as a state does.

Invariants:
    A sampled world differs from the state only in what the seat cannot see, and in the chance to come.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl import engine as e
from gekido_dsl.interpreter import agreeing, answering, secret_part
from gekido_dsl.interpreter.looking_ahead import advance
from gekido_dsl.interpreter.state import State
from gekido_dsl.model.types import NONE
from gekido_dsl.rng import Rng
from gekido_dsl.telling import worlds
from gekido_dsl.telling.question import Question

WORLDS_LIMIT: Final = 100
"""How many worlds are drawn to find one in which the open question would be asked."""


@dataclass(frozen=True, slots=True)
class World:
    """A world that was drawn."""

    state: State
    known: State
    """The state that it was drawn from, in which others have decided nothing in secret that the seat has not seen."""
    alike: bool
    """Whether it differs from that in nothing but the position: the same runs, and the same numbers are offered."""


Told = Sequence[int] | State
"""What agrees with what a seat was told: the cells of a world alone, or a state in which other things lie, too."""


def sample(
    s: State,
    seat: int,
    seed: int,
    run: Callable[[State], object],
    told: Told | None = None,
    barred: worlds.Barred = worlds.NOTHING,
    own: Callable[[Any], bool] = lambda span: False,
) -> World:
    """Deals anew what a seat cannot see, and sets the stream of chance anew.

    The seat sees who decides; so worlds in which nobody would be asked, or somebody else, are not among those drawn.

    Args:
        run: goes on to the next question.
        told: a world that agrees with what the seat was told; see `agreeing` and `answering`.
        barred: what cannot lie where; see `following`.
        own: whether whoever is asked at a place of the rules can work out what is offered.
    """
    known = secret_part.undecided(s, seat)
    if known is not s and not _asks_the_same(known, s, run):
        known = s  # what is offered to the seat tells of what others did
    made = _sample(s, known, seat, Rng(seed), run, told, barred, own)
    hidden = secret_part.of(s)
    begun = hidden is None or hidden.player == seat
    return World(made, known, begun and same_point(known, made))


def _asks_the_same(known: State, s: State, run: Callable[[State], object]) -> bool:
    """Tells whether the open question, asked anew, offers what it offers in another state; none is open to others."""
    if known.question is None or s.question is None:
        return True
    again = known.copy()
    return (
        _asked_anew(again, run)
        and again.question is not None
        and again.question.options == s.question.options
    )


def same_point(s: State, made: State) -> bool:
    """Tells whether the same runs in two states, with the same locals, and the same numbers are offered."""
    one, other = s.question, made.question
    if (one is None) != (other is None) or len(s.frames) != len(made.frames):
        return False
    if one is not None and other is not None and (one.seat, one.options) != (other.seat, other.options):
        return False
    return all(
        (mine.code, mine.step, mine.locals) == (its.code, its.step, its.locals)
        for mine, its in zip(s.frames, made.frames, strict=True)
    )


def _sample(
    s: State,
    known: State,
    seat: int,
    rng: Rng,
    run: Callable[[State], object],
    told: Told | None,
    barred: worlds.Barred,
    own: Callable[[Any], bool],
) -> State:
    asked = s.question
    for _ in range(WORLDS_LIMIT):
        made, names = _drawn(known, seat, rng, told, barred)
        if asked is None:
            return made
        if asked.seat == seat and not _offers(asked, names):
            # What is offered may tell of what lies hidden: which spaces of a board that nobody sees are empty.
            if own(asked.span) or _asks_the_same(made, s, run):
                return made
        elif _asked_anew(made, run) and _decides(made) == _decides(s):
            return made
        if isinstance(told, State):
            told = None  # the same world again would be asked the same
    # Chance finds no other: the state itself is the one world known to be possible.
    made = known.copy()
    made.rng, made.past = rng, None
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
    made.forget_passing()
    return made.question is not None


def _decides(s: State) -> int:
    """Gives whoever decides, as everybody knows: in secret, whose part it is."""
    hidden = secret_part.of(s)
    if hidden is not None:
        return hidden.player
    return s.question.seat if s.question is not None else NONE


def _drawn(
    s: State, seat: int, rng: Rng, told: Told | None, barred: worlds.Barred
) -> tuple[State, dict[int, int]]:
    """Draws a world; gives, too, what lies now where other things did."""
    made = s.copy()
    made.rng, made.past = rng, None
    hidden = secret_part.of(s)
    if isinstance(told, State):
        names = answering.names(s, told)
        worlds.lay_things(made, names)
        rename(made, names)
        worlds.draw_values(made, seat)
        answering.put(made, told, seat)
        return made, names
    seen = _seen_before(s, seat, hidden) if hidden is not None else frozenset[int]()
    names = worlds.deal_things(made, seat, seen, barred)
    rename(made, names)
    if hidden is not None:
        made.secret_part = secret_part.relabelled(hidden, names, worlds.stays_with_spot(s.layout))
    worlds.draw_values(made, seat)
    if told is not None:
        agreeing.put(made, told, seat)
    # Where a world keeps what others did in secret, since it is offered, the seat still does not see it.
    if hidden is not None and hidden.player in (seat, NONE) and not secret_part.others(hidden):
        secret_part.begin_anew(made)
    return made, names


def rename(made: State, names: Mapping[int, int]) -> None:
    """Has what points to a thing point to the one that lies where it did: facts, and the locals of what runs."""
    if not names:
        return
    for cell in made.layout.pointers:
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


def _seen_before(s: State, seat: int, hidden: secret_part.SecretPart) -> frozenset[int]:
    """Gives the things that a seat saw when a secret part began; that somebody took them, it does not know."""
    if seat == hidden.player:
        return frozenset()
    known: set[int] = set()
    for still in secret_part.stills(hidden):
        for number, things in enumerate(still.contents):
            if things and worlds.sees(s, seat, number):
                known.update(things)
    return frozenset(known)
