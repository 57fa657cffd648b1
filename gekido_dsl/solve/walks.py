"""Walks through the positions of a match: on a compiled game, or by the interpreter.

A draw of chance among several, and an end that both share as one, stop a walk.
"""

from collections.abc import Callable
from typing import Any

from gekido_dsl import engine as e
from gekido_dsl.backend import limits
from gekido_dsl.backend.machine import Draw, Failed, Machine, Stand
from gekido_dsl.backend.making import rule_error
from gekido_dsl.backend.match import made
from gekido_dsl.backend.positions import Positions
from gekido_dsl.backend.scripted import Maker
from gekido_dsl.backend.who_plays import compiling
from gekido_dsl.collecting import no_collecting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.games import outcome
from gekido_dsl.lowering import lower
from gekido_dsl.model import nodes as m
from gekido_dsl.program.verify import verify
from gekido_dsl.solve.graph import Place
from gekido_dsl.solve.keys import Keys

WINS = 1


class Chance(Exception):
    """A draw of chance; its text is the die, the place or the thing, by name."""


class Shared(Exception):
    """All players have won, or lost, as one."""


def worth(ended: e.Outcome | None) -> int:
    """Tells what an end is worth to the first of two seats.

    Raises:
        Shared: it is the same for both, as one.
    """
    if ended is None:
        return 0
    if ended.joint:
        raise Shared
    mine, other = ended.ranks
    return WINS * ((mine < other) - (mine > other))


class CompiledWalk:
    """Goes through positions by a module that plays matches."""

    def __init__(self, game: m.Game, setting: e.Setting, alike: bool = True) -> None:
        """Compiles the game.

        Args:
            alike: whether things that differ in nothing count as one another.
        Raises:
            NotCompiled: modules cannot run on this machine, or not this game.
        """
        interpreter = Interpreter(game, trace=False)
        numbers = interpreter.option_numbers(setting.options)
        with compiling(), no_collecting():
            self._lowered = lowered = lower(
                game, setting.players, {name: numbers.get(name, 0) for name in game.options}
            )
            limits.check(lowered.program)
            verify(lowered.program)
            state = [one for one in lowered.program.arrays if one.kind == "state"]
            self._machine = Machine(made(Maker(lowered.program, False), kept=state))
            self._keys = Keys(lowered, alike)
            self._positions = Positions(lowered)
            self._blank = interpreter.blank(setting)
        self._setting = setting
        self._ends: dict[bytes, int] = {}

    def start(self) -> Place:
        """Gives where the match begins, after its set-up, which may use chance."""
        return self._place(self._machine.start(self._setting.seed))

    def after(self, place: Place, choice: int) -> Place:
        """Gives where a choice leads.

        Raises:
            Chance: it is followed by chance.
            Shared: it ends the match for both as one.
            RuleError: a rule cannot be carried out.
        """
        try:
            return self._place(self._machine.apply(place.at, choice, self._drawn))
        except Failed as failed:
            raise rule_error(failed, self._lowered) from failed

    def _drawn(self, draw: Draw) -> int | None:
        if draw.count > 1:
            site = self._lowered.sites[draw.site] if draw.site >= 0 else None
            raise Chance(site.word if site is not None else "")
        return None

    def _place(self, stand: Stand) -> Place:
        if stand.count:
            key = self._keys.of(stand.boundary, stand.script)
            return Place(key, stand.seat, stand.count, 0, stand)
        value = self._worth(stand)
        return Place(b"end %d" % value, 0, 0, value, None)

    def _worth(self, stand: Stand) -> int:
        content = self._machine.position(stand)
        position = self._blank.copy()
        self._positions.fill(content, position)
        return worth(outcome(position))


class InterpretedWalk:
    """Goes through positions by the interpreter. Here things count as themselves, and so do numbers of turns."""

    def __init__(
        self, executor: e.Executor, setting: e.Setting, begin: Callable[[], Any] | None = None
    ) -> None:
        """Keeps what carries out the rules.

        Args:
            begin: gives the state in which the match begins; None for its set-up.
        """
        self._executor = executor
        self._setting = setting
        self._begin = begin

    def start(self) -> Place:
        """Gives where the match begins."""
        if self._begin is not None:
            return self._place(self._begin())
        return self._place(self._executor.initial(self._setting)[0])

    def after(self, place: Place, choice: int) -> Place:
        """Gives where a choice leads; raises what `CompiledWalk.after` does."""
        state = place.at.copy()
        self._executor.apply(state, choice, _NoChance())
        return self._place(state)

    def _place(self, state: Any) -> Place:
        asked = self._executor.asked(state)
        if asked is None:
            value = worth(self._executor.outcome(state))
            return Place(b"end %d" % value, 0, 0, value, None)
        key = repr(self._executor.snapshot(state)).encode()
        return Place(key, asked.seat, asked.count, 0, state)


class _NoChance:
    """Refuses chance."""

    def draw(self, request: e.ChanceRequest) -> int | None:
        """Lets pass what is certain."""
        if request.count > 1:
            raise Chance(request.what)
        return None
