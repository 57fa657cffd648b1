"""Positions are counted on a compiled game: the same numbers, sooner."""

from collections.abc import Callable, Sequence

from gekido_dsl.backend import limits
from gekido_dsl.backend.machine import Draw, Failed, Stand
from gekido_dsl.backend.tallying import ANY_TURN, Tallier, tally_module
from gekido_dsl.backend.who_plays import NotCompiled, compiling
from gekido_dsl.engine import Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.lowering import lower
from gekido_dsl.model import nodes as m
from gekido_dsl.program.verify import verify

__all__ = ["CompiledTree", "NotCompiled", "Unclear"]


class Unclear(Exception):
    """Chance, or a rule that cannot be carried out: the interpreter says what it is."""

    def __init__(self, line: tuple[int, ...]) -> None:
        super().__init__(line)
        self.line = line
        """The numbers of the choices that lead there."""


class CompiledTree:
    """The tree of one match, walked depth first."""

    def __init__(self, game: m.Game, setting: Setting, by_turn: bool) -> None:
        """Compiles the game.

        Raises:
            NotCompiled: modules cannot run on this machine, or not this game.
        """
        numbers = Interpreter(game, trace=False).option_numbers(setting.options)
        with compiling():
            lowered = lower(game, setting.players, {name: numbers.get(name, 0) for name in game.options})
            limits.check(lowered.program)
            verify(lowered.program)
            self._machine = Tallier(tally_module(lowered.program, lowered.memory.system["turns"]))
        self._turns = lowered.memory.system["turns"]
        self._setting = setting
        self._by_turn = by_turn
        self._drawn = False
        self._looked_at = 0

    def count(
        self, depth: int, tell: Callable[[int], None], every: int
    ) -> tuple[list[int], list[int], list[int]]:
        """Counts down to a depth.

        Returns:
            positions by ply, those of them that are ends, and the positions at the depth by the first choice.
        Raises:
            Unclear: something stands in the way of counting.
        """
        self._depth, self._tell, self._every = depth, tell, every
        self.positions, self.ended = [0] * (depth + 1), [0] * (depth + 1)
        parts: list[int] = []
        try:
            start = self._machine.start(self._setting.seed, self._noticed)
        except Failed:
            raise Unclear(()) from None
        self._visit(start, 0, (), True, parts)
        return self.positions, self.ended, parts

    def _noticed(self, draw: Draw) -> int | None:
        """Notices chance and leaves it to the seeded stream."""
        if draw.count > 1:
            self._drawn = True
        return None

    def _visit(
        self, stand: Stand, ply: int, line: tuple[int, ...], new: bool, parts: list[int] | None = None
    ) -> None:
        self._look(1)
        if new:
            self.positions[ply] += 1
            self.ended[ply] += not stand.count
        if not stand.count or ply == self._depth:
            return
        turn = self._turn(stand)
        choices: Sequence[int] = range(stand.count)
        if ply + 1 == self._depth and parts is None:
            # Nobody looks at what lies behind these positions, so they are counted where they are.
            tallied = self._machine.tally(stand, turn if self._by_turn else ANY_TURN)
            if tallied is not None:
                positions, ended, choices = tallied
                self.positions[self._depth] += positions
                self.ended[self._depth] += ended
                self._look(positions)
        for number in choices:
            self._drawn = False
            try:
                after = self._machine.apply(stand, number, self._noticed)
            except Failed:
                raise Unclear((*line, number)) from None
            if self._drawn:
                raise Unclear((*line, number))
            passed = not self._by_turn or not after.count or self._turn(after) != turn
            before = self.positions[self._depth]
            self._visit(after, ply + passed, (*line, number), passed)
            if parts is not None:
                parts.append(self.positions[self._depth] - before)

    def _look(self, positions: int) -> None:
        """Notes that so many more positions were looked at, and tells it from time to time."""
        before = self._looked_at // self._every
        self._looked_at += positions
        if self._looked_at // self._every > before:
            self._tell(self._looked_at)

    def _turn(self, stand: Stand) -> int:
        return self._machine.read(stand, self._turns)[0] if self._by_turn else 0
