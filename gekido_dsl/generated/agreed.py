"""How often the worlds of a seat agree with what it was told in games of deduction, found without what draws them."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gekido_dsl.compilation import load
from gekido_dsl.engine import Event, Seat, Setting
from gekido_dsl.generated.deductions import NAME, Deduction
from gekido_dsl.interpreter import Interpreter, answering, secret_part
from gekido_dsl.interpreter.looking_ahead import advance
from gekido_dsl.interpreter.state import State
from gekido_dsl.rng import Rng
from gekido_dsl.source import MemoryProvider


@dataclass(slots=True)
class Match:
    """A match of a game of deduction that has come to somebody's decision."""

    executor: Interpreter
    state: State
    seat: Seat
    moments: list[tuple[State, int, list[Event]]]
    """The states before, what was chosen in each, and what was told then."""
    rerolls: bool
    """Whether dice show something else in the end than they did when an answer was given."""


def match(game: Deduction, seed: int) -> Match | None:
    """Plays some choices by chance; None where the match has ended."""
    made = load(NAME, MemoryProvider({NAME: game.text}))
    assert made.game is not None
    x, rng = Interpreter(made.game), Rng(seed)
    state, _ = x.initial(Setting(game.players, seed))
    moments = []
    for _ in range(4 + rng.below(9 * game.players - 4)):
        if state.question is None:
            return None
        choice = rng.below(x.count(state))
        moments.append((state.copy(), choice, x.apply(state, choice)))
    if state.question is None:
        return None
    return Match(x, state, state.question.seat, moments, "reroll" in game.text)


def agrees(match: Match, world: State) -> bool:
    """Tells whether the seat had read the same, had things lain from the start as they do in a world.

    Of a game in which dice are rerolled it is only told whether the match could have gone on so.
    """
    names = answering.names(match.state, world)
    layout = world.layout
    for before, choice, events in match.moments:
        again, asked = before.copy(), before.question
        assert asked is not None
        again.contents = [[names.get(thing, thing) for thing in things] for things in before.contents]
        again.find()
        if not match.rerolls:
            faces = slice(layout.face_cell, layout.face_cell + layout.count)
            again.cells[faces] = world.cells[faces]
        options = tuple(answering.named(option, asked, names) for option in asked.options)
        again.question = replace(asked, options=options)
        told = match.executor.apply(again, choice)
        if not match.rerolls and _read(told, match.seat) != _read(events, match.seat):
            return False
    return True


def offered(x: Interpreter, past: Sequence[tuple[State, int]], state: State, world: State) -> bool:
    """Tells whether what was chosen openly would have been offered, had things lain from the start as in a world.

    Args:
        past: the states before, and what was chosen in each.
    """
    names = answering.names(state, world)
    for before, choice in past:
        asked = before.question
        if asked is None or secret_part.of(before) is not None:
            continue
        again = before.copy()
        again.contents = [[names.get(thing, thing) for thing in things] for things in before.contents]
        again.find()
        again.question = None
        advance(again)
        wanted = answering.named(asked.options[choice], asked, names)
        if again.question is None or wanted not in again.question.options:
            return False
    return True


def _read(events: list[Event], seat: Seat) -> list[str]:
    return [line for event in events if (line := event.read_by(seat))]
