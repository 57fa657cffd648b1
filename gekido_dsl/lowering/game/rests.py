"""Rests: places within a turn where nothing is under way but the turn itself, so that it can be gone on from there.

There is one before each phase of a turn, before each step of a phase, and before each round of a loop with which a
phase or step begins. Whoever goes on from a rest begins the entry, in which all that comes before it is passed over.
Only programs that judge positions have rests: others are never begun there.

Invariants:
    No local that is set before a rest is read after it: `program.verify` finds where one is.
    There are rests inside a phase or step only where nothing but the order of play runs it, and at one place alone.
"""

from collections import Counter
from collections.abc import Sequence

from gekido_dsl.lowering.game.whole_game import WholeGame
from gekido_dsl.model import nodes as m


class Rests:
    """The rests of a game, numbered from 1 in the order in which they come."""

    def __init__(self, whole: WholeGame, wanted: bool) -> None:
        self._last = 0
        self._inside: dict[int, list[range]] = {}
        self._loops: dict[int, int] = {}
        lines = whole.game.turn.lines if wanted and whole.game.turn is not None else ()
        runs = Counter(id(one) for line in lines for one in (line.phase, *line.steps))
        runs.update(id(act.rule) for _, act in whole.acts if isinstance(act, m.acts.Do))
        self._runs = runs
        self._lines = {id(line): self._number(line.phase, line.steps) for line in lines}

    def _number(self, phase: m.Procedure, steps: Sequence[m.Procedure] = ()) -> range:
        """Numbers the rest before a phase or step, and those inside."""
        first = self._next()
        if self._runs[id(phase)] == 1:
            match phase.body.statements[:1]:
                case (m.Repeat(times=None, ends=None) as loop,) if not phase.exceptions:
                    self._loops[id(loop)] = self._next()
            inside = [range(first, self._last + 1), *map(self._number, steps)]
            if self._last > first:
                self._inside[id(phase)] = inside
        return range(first, self._last + 1)

    def _next(self) -> int:
        self._last += 1
        return self._last

    def of(self, line: m.TurnLine) -> range:
        """Gives the rests of a phase of the turn: the one before it, then those inside."""
        return self._lines.get(id(line), range(0))

    def inside(self, phase: m.Procedure) -> list[range]:
        """Gives the rests of what a phase or step does by itself, then of each of its steps; nothing without any."""
        return self._inside.get(id(phase), [])

    def of_loop(self, loop: m.Repeat) -> int:
        """Gives the rest before a round of a loop; 0 without one."""
        return self._loops.get(id(loop), 0)
