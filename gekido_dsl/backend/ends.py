"""How a match ended, from the numbers that a module notes of its end."""

from typing import Final

from gekido_dsl import engine as e
from gekido_dsl.ground.ending import Ending
from gekido_dsl.interpreter.games import label_of, outcome
from gekido_dsl.interpreter.operators.players import sides
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered
from gekido_dsl.program.nodes import Array

_KEPT: Final = 1 << 16
"""Ends that are kept, so that those that come again need not be worked out."""


class Ends:
    """Tells how matches of one setting ended."""

    def __init__(self, lowered: Lowered, blank: State) -> None:
        """Finds out what has to be noted.

        Args:
            blank: any position of the game.
        """
        memory, game = lowered.memory, lowered.layout.game
        self._memory, self._blank = memory, blank.copy()
        self._sided = sides(blank.program.evaluator) is not None
        arrays = [
            *(memory.system[name] for name in ("over", "end", "joint", "match")),
            memory.out,
            memory.won,
        ]
        # Whose side one is on may depend on anything.
        self._runs = [run for run in lowered.cells if self._sided or run.array in arrays]
        self._labels = tuple(label_of(end) for end in game.ends)
        self._known: dict[bytes, e.Outcome | None] = {}

    @property
    def arrays(self) -> list[Array]:
        """Gives what is to be noted, in order."""
        return [run.array for run in self._runs]

    def of(self, numbers: "memoryview[int]") -> e.Outcome | None:
        """Tells how a match ended; None if only a limit of the rules did so.

        Args:
            numbers: of 32 bits, what was noted.
        """
        key = bytes(numbers)
        if key not in self._known:
            if len(self._known) > _KEPT:
                self._known.clear()
            self._known[key] = self._ended(numbers.tolist())
        return self._known[key]

    def _ended(self, numbers: list[int]) -> e.Outcome | None:
        at, by_array = 0, {}
        for run in self._runs:
            by_array[run.array] = numbers[at : at + run.count]
            self._blank.cells[run.cell : run.cell + run.count] = numbers[at : at + run.count]
            at += run.array.length
        if self._sided:
            return outcome(self._blank)
        memory, players = self._memory, self._blank.layout.players
        system = {name: by_array[memory.system[name]][0] for name in ("over", "end", "joint", "match")}
        end = system["end"]
        won = by_array[memory.won][:players] if system["match"] == 1 else None
        label = self._labels[end - 1] if end else ""
        out = by_array[memory.out][:players]
        return Ending(out, system["over"], label, bool(system["joint"]), won).outcome()
