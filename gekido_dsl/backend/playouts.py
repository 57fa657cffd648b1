"""Playouts for a search: down a path from a decision, then at random, in the module; many in one call.

The tree is the caller's. What it needs of each playout is here: who decides at the end of the path, among how many, and
how it ended. See docs/api for a search of ten lines.

Invariants:
    A playout depends on the state, the path, the seed and the limit alone. All chance from the state on, and all
    random choices, come from the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from gekido_dsl import engine as e
from gekido_dsl.backend import limits, runtime
from gekido_dsl.backend.ends import Ends
from gekido_dsl.backend.machine import Failed, Stand
from gekido_dsl.backend.making import rule_error
from gekido_dsl.backend.runtime import signed
from gekido_dsl.backend.trying import FIXED, PATH, ROWS, trying_module
from gekido_dsl.interpreter.state import State
from gekido_dsl.lowering import Lowered
from gekido_dsl.program.verify import verify


@dataclass(frozen=True, slots=True)
class Playout:
    """What came of a playout."""

    taken: int
    """How many choices of the path were taken: fewer where the match was over, or chance did not offer one."""
    seat: int
    """Who decides there; -1 when the match is over."""
    count: int
    """Among how many choices; 0 when the match is over."""
    decisions: int
    """How many were taken at random then."""
    outcome: e.Outcome | None
    """None where the limit ended it, or a rule error."""
    balances: tuple[int, ...] | None
    """Where it ended at the limit in a game with an aim: by seat, how well it stands by the aim, less how well others
    do on average."""
    error: e.RuleError | None = None
    """The rule that could not be carried out."""


class Playouts:
    """Plays on from one decision after the other; see `CompiledExecutor.playouts`."""

    def __init__(self, lowered: Lowered, blank: State) -> None:
        """Makes the module.

        Args:
            lowered: with what judges positions.
            blank: any position of the game.
        Raises:
            NoRuntime: modules cannot run here.
            TooLarge: the program is larger than a program may be.
        """
        limits.check(lowered.program)
        verify(lowered.program)
        self._lowered = lowered
        self._ends = Ends(lowered, blank)
        module, trying = trying_module(lowered, self._ends.arrays)
        self._module, self._trying = module, trying
        self._instance = instance = runtime.Instance(runtime.compile_module(module.module))
        words = instance.words
        start = instance.address(trying.root_boundary)
        self._boundary = instance.memory[start : start + module.size]
        start = instance.address(module.worlds)
        self._worlds = instance.memory[start : start + module.worlds.length]
        self._script, self._length = words(trying.root_script), words(trying.root_length)
        self._seeds, self._limit = words(trying.seeds), words(trying.limit)
        self._paths, self._lengths = words(trying.paths), words(trying.lengths)
        self._rows, self._at, self._error = words(trying.rows), words(trying.at), words(module.error)
        self._seats, self._aimed = blank.layout.players, lowered.layout.game.aim is not None

    def begin(self, stand: Stand) -> None:
        """Has playouts begin where a match stands."""
        if stand.chances:
            raise ValueError("chance came from elsewhere in this turn; take a snapshot when it is over")
        self._boundary[:] = stand.boundary
        for number, world in enumerate(stand.worlds):
            self._worlds[number * self._module.size : (number + 1) * self._module.size] = world
        for at, number in enumerate(stand.script):
            self._script[at] = number
        self._length[0] = len(stand.script)

    def play(self, path: Sequence[int], seed: int, limit: int) -> Playout:
        """Plays one.

        Args:
            path: choices from where they begin, in order.
            seed: of all chance and of all random choices.
            limit: how many random choices there may be.
        """
        self._put(0, path, seed)
        self._limit[0] = limit
        try:
            self._instance.call("playouts", 0, 1)
        except runtime.Stopped as stopped:
            return self._failed(stopped)
        return self._read(0)

    def play_many(self, paths: Sequence[Sequence[int]], seeds: Sequence[int], limit: int) -> list[Playout]:
        """Plays one for each path and seed, in order; it makes them 2 to 10 times as fast where they are short."""
        found: list[Playout] = []
        for first in range(0, len(seeds), ROWS):
            some = min(len(seeds) - first, ROWS)
            for row in range(some):
                self._put(row, paths[first + row], seeds[first + row])
            self._limit[0] = limit
            begin = 0
            while begin < some:
                try:
                    self._instance.call("playouts", begin, some)
                    stopped = None
                    end = some
                except runtime.Stopped as error:
                    stopped, end = error, self._at[0]
                found += [self._read(row) for row in range(begin, end)]
                if stopped is not None:
                    found.append(self._failed(stopped))
                begin = end + 1
        return found

    def _put(self, row: int, path: Sequence[int], seed: int) -> None:
        if len(path) > PATH:
            raise ValueError(f"a path may have {PATH} choices, not {len(path)}")
        at = row * PATH
        for number in path:
            self._paths[at] = number
            at += 1
        self._lengths[row] = len(path)
        self._seeds[row] = signed(seed)

    def _read(self, row: int) -> Playout:
        rows, width = self._rows, self._trying.width
        at = row * width
        taken, seat, count, decisions, left = rows[at : at + FIXED]
        if left:
            balances = tuple(rows[at + FIXED : at + FIXED + self._seats]) if self._aimed else None
            return Playout(taken, seat, count, decisions, None, balances)
        numbers = rows[at + FIXED + self._seats : at + width]
        return Playout(taken, seat, count, decisions, self._ends.of(numbers), None)

    def _failed(self, stopped: runtime.Stopped) -> Playout:
        site = self._error[0]
        self._error[0] = 0
        if site <= 0:
            return Playout(0, -1, 0, 0, None, None, e.RuleError(f"a limit was reached: {stopped.why}", None))
        return Playout(0, -1, 0, 0, None, None, rule_error(Failed(site), self._lowered))
