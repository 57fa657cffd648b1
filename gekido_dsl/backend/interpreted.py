"""A match is played on by the interpreter, from where compiled code stands until nothing is under way again.

What runs between two boundaries is in no position: it is in the locals of compiled code, or in the frames of the
interpreter. So whoever needs the frames has the interpreter play the turn over, and whoever changed them has it play
on to the next boundary, where compiled code goes on.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from gekido_dsl import engine as e
from gekido_dsl.backend.control import DRAWN, ORDERED
from gekido_dsl.backend.machine import Stand
from gekido_dsl.backend.positions import Positions
from gekido_dsl.ground.position import Position
from gekido_dsl.interpreter import Interpreter, secret_part
from gekido_dsl.interpreter.state import Frame, Program, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE


@dataclass(frozen=True, slots=True)
class Boundary:
    """A boundary that the interpreter came to."""

    position: Position
    play: int
    """Where in the order of play."""


class Interpreted:
    """The matches of one plan, between two boundaries."""

    def __init__(self, interpreter: Interpreter, program: Program, positions: Positions) -> None:
        self._interpreter = interpreter
        self._program = program
        self._positions = positions
        self._watched: State | None = None
        self._passed: Boundary | None = None
        self._steps = boundary_steps(program.game.turn) if program.game.turn is not None else []
        for play, step in enumerate(self._steps, 1):
            self._watch(step, play)

    def _watch(self, step: int, play: int) -> None:
        """Has a step of the order of play be noticed, before which nothing is under way."""
        steps = self._program.turn.steps
        own = steps[step]

        def watched(s: State, f: Frame) -> None:
            if s is self._watched:
                self._passed = Boundary(s.copy(), play)
            own(s, f)

        steps[step] = watched

    def state(self, stand: Stand, setting: e.Setting, blank: State) -> State:
        """Plays a turn over, up to a decision."""
        interpreter, chance = self._interpreter, _Given(stand.chances)
        position = blank.copy()
        self._positions.fill(stand.boundary, position)
        play = self._positions.play(stand.boundary)
        if not play:
            s, _ = interpreter.initial(setting, chance, position.rng.state)
        else:
            s = position
            frame = self._program.turn.start(0)
            frame.step = self._steps[play - 1]
            s.frames = [frame]
            interpreter.go_on(s, chance)
        script = iter(stand.script)
        for entry in script:
            if entry == ORDERED:
                self._in_order(s, [next(script) for _ in range(next(script))])
            elif entry <= DRAWN:
                self._positions.fill(stand.worlds[DRAWN - entry], s)
                s.mark = None
                secret_part.begin_anew(s)
            else:
                interpreter.apply(s, entry, chance if stand.chances else None)
        return s

    def _in_order(self, s: State, order: list[int]) -> None:
        """Begins the secret part that runs once more, in another order."""
        part = s.secret_part
        assert part is not None
        s.cells, s.contents = list(part.start.cells), [list(things) for things in part.start.contents]
        s.find()
        s.frames = s.frames[: part.depth]
        frame = s.frames[-1]
        frame.locals, frame.step = list(part.start.locals), part.head
        frame.locals[part.local] = tuple(order)
        # Each who decides begins with the locals of the start, so these have to know the order, too.
        start = replace(part.start, locals=tuple(frame.locals))
        s.secret_part = replace(part, start=start, parts=(), player=NONE, before=None)
        self._interpreter.go_on(s)

    def apply(self, s: State, choice: int, chance: e.Chance | None) -> tuple[list[e.Event], Boundary | None]:
        """Takes a choice and goes on to the next decision; gives the last boundary that was passed, if any was."""
        self._watched, self._passed = s, None
        try:
            events = self._interpreter.apply(s, choice, chance)
        finally:
            self._watched = None
        return events, self._passed


class _Given:
    """Gives the draws of a script again; the stream gives what follows."""

    def __init__(self, draws: Sequence[int]) -> None:
        self._left = iter(draws)

    def draw(self, request: e.ChanceRequest) -> int | None:
        """Gives the next draw."""
        given = next(self._left, -1)
        return None if given < 0 else given


def boundary_steps(turn: m.Turn) -> list[int]:
    """Lists the steps of the interpreter's order of play that follow upon boundaries, by where they are in it.

    Both are made of the lines of a turn, or of a round with turns inside: see `interpreter.rounds` for the steps and
    `lowering.turn` for the parts.
    """
    if not turn.turns:
        return [0]
    found: list[int] = [0]
    at, after_turns, begun = 1, False, False
    groups: list[tuple[int, list[Any]]] = [
        (number, list(own)) for number, own in groupby(turn.lines, key=lambda line: line.turns)
    ]
    for number, own in groups:
        if number < 0:
            if begun:
                found.append(at)
            at += len(own)
            after_turns = False
        else:
            if after_turns:
                found.append(at)
            found.append(at + 1)
            at += len(own) + 4
            after_turns = True
        begun = True
    if after_turns:
        found.append(at)
    return found
