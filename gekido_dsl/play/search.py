"""A bot that searches: it plays the game on from where it stands, thousands of times, and takes what came out best.

Invariants:
    It is fair, as all bots are: it looks at worlds that `sample` drew for its seat, and at nothing else.
    With a number of playouts, the same seed gives the same choices; with a time, it depends on the machine.
"""

from collections.abc import Callable, Collection
from typing import Final

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.plans import CompiledState
from gekido_dsl.backend.searching import Searched
from gekido_dsl.engine import Decision, Executor, State
from gekido_dsl.play.bots import GreedyBot, open_choices, rng_of

SLICE: Final = 256
"""Playouts in one world before the next world comes up."""
WORLDS: Final = 48
"""How many worlds are drawn for a decision, at most."""
ROUNDS: Final = 2
"""For how many rounds a playout goes on, in a game with an aim; see `backend.horizon`."""


class SearchBot:
    """Searches a tree of choices by playouts; see `backend.tree`."""

    def __init__(
        self,
        seed: int,
        playouts: int | None = None,
        seconds: float = 1.0,
        clock: Callable[[], float] | None = None,
    ) -> None:
        """Sets the effort.

        Args:
            playouts: how many a decision may take; None goes by time.
            seconds: how long a decision may take.
            clock: tells the time, in seconds.
        """
        assert playouts is not None or clock is not None, "how long is it to think?"
        self.seed = seed
        self.playouts = playouts
        self.seconds = seconds
        self.clock = clock
        self.expected: list[Searched] = []
        """What the last search found, by choice."""
        self.made = 0
        """How many playouts it took."""

    def choose(
        self, executor: Executor, state: State, decision: Decision, taken: int, barred: Collection[int] = ()
    ) -> int:
        """Gives the number of a choice; see `Bot`."""
        candidates = open_choices(decision, barred)
        self.expected, self.made = [], 0
        if len(candidates) == 1:
            return candidates[0]
        if not isinstance(executor, CompiledExecutor) or not isinstance(state, CompiledState):
            return GreedyBot(self.seed).choose(executor, state, decision, taken, barred)
        began = self.clock() if self.clock is not None else 0.0
        rng = rng_of(self.seed, taken)
        worlds = self._worlds(executor, state, decision.seat, rng.next_word, began)
        if not worlds:
            return GreedyBot(self.seed).choose(executor, state, decision, taken, barred)
        ahead = state.plan.horizon(ROUNDS)
        self.expected = executor.search(worlds, rng.next_word(), lambda made: self._next(made, began), ahead)
        self.made = sum(one.visits for one in self.expected)
        return max(candidates, key=lambda number: (self.expected[number].rank, self.expected[number].worth))

    def _worlds(
        self,
        executor: CompiledExecutor,
        state: CompiledState,
        seat: int,
        seed: Callable[[], int],
        began: float,
    ) -> list[CompiledState]:
        """Draws worlds: as many as playouts make sense of, and in at most a quarter of the time."""
        most = WORLDS if self.playouts is None else max(1, min(WORLDS, self.playouts // 16))
        worlds: list[CompiledState] = []
        for _ in range(most):
            world = executor.sample(state, seat, seed())
            if world.played is None:
                worlds.append(world)
            # Else what was dealt anew is under way in the middle of the turn, where only the interpreter goes on.
            if len(worlds) == 2 and worlds[0].stand == worlds[1].stand:
                return worlds[:1]
            if self.clock is not None and self.clock() - began > self.seconds / 4:
                break
        return worlds

    def _next(self, made: int, began: float) -> int:
        """Gives how many playouts to make next."""
        if self.playouts is not None:
            return min(max(self.playouts // WORLDS, 16), self.playouts - made)
        assert self.clock is not None
        passed = self.clock() - began
        if not made or passed <= 0:
            return 1
        return max(0, min(SLICE, int(made / passed * (self.seconds - passed))))
