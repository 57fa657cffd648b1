"""One game on both executors, match after match."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from gekido_dsl.backend import limits
from gekido_dsl.backend.machine import Failed, Machine
from gekido_dsl.backend.match import match_module
from gekido_dsl.data import dataclass
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.lockstep.comparing import Asked, Differs, Side, compare
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.program.nodes import Array
from gekido_dsl.program.verify import verify
from gekido_dsl.rng import Rng

T = TypeVar("T")

_LIMITS = (
    "this never comes to a decision",
    "this calls itself without end",
    "this moves and looks through far too much",
    "there is far too much to look through",
)
"""How errors begin that say that a match needs too much between two decisions."""


class Stopped(Exception):
    """A match was not played to its end."""


@dataclass(frozen=True, slots=True)
class _Decision:
    seat: int
    count: int
    site: int
    options: Sequence[tuple[int, ...]]


class Compiled:
    """A match as the backend plays it; see `Side`."""

    def __init__(self, machine: Machine, seed: int) -> None:
        self._machine = machine
        self._stand = machine.start(seed)

    def choose(self, number: int) -> None:
        """Takes a choice; see `Side`."""
        self._stand = self._machine.apply(self._stand, number)

    @property
    def decision(self) -> Asked | None:
        """What is asked."""
        stand = self._stand
        if not stand.count:
            return None
        return _Decision(stand.seat, stand.count, stand.site, self._machine.offers(stand))

    def numbers_of(self, lowered: Lowered) -> dict[Array, list[int]]:
        """Gives the numbers of the state."""
        return {array: self._machine.read(self._stand, array) for array in lowered.program.state()}


class Pair:
    """A game with its options and number of players settled, on the interpreter and compiled."""

    def __init__(
        self,
        game: m.Game,
        setting: Setting,
        lowered: Lowered | None = None,
        begin: Callable[[int], Side] | None = None,
    ) -> None:
        """Compiles the game.

        Args:
            setting: its seed does not matter.
            lowered: the program, if it has been made.
            begin: begins a match of the program from a seed; the backend if left out.
        Raises:
            NoRuntime: modules cannot run here.
            NotLowered: something in the game has no lowering.
            TooLarge: the program is larger than a program may be.
        """
        self.setting = setting
        self.interpreter = Interpreter(game, trace=False)
        numbers = self.interpreter.option_numbers(setting.options)
        answers = {name: numbers.get(name, 0) for name in game.options}
        self.lowered = lowered or lower(game, setting.players, answers)
        if begin is None:
            limits.check(self.lowered.program)
            verify(self.lowered.program)
            machine = Machine(match_module(self.lowered.program))
            self._begin: Callable[[int], Side] = lambda seed: Compiled(machine, seed)
        else:
            self._begin = begin
        self.decision = 0
        """The decision that was compared last, from 0: where a difference is."""

    def play(self, seed: int, choices: Rng, most: int, stop: Callable[[], bool] = lambda: False) -> int:
        """Plays one match.

        Args:
            seed: of the match.
            choices: draws the choices.
            most: after how many decisions it ends.
            stop: is asked now and then whether to stop.
        Returns:
            how many decisions were taken.
        Raises:
            Differs: the executors are not of one mind, at the decision `decision`.
            Stopped: `stop` said so.
        """
        self.decision = 0
        setting = Setting(self.setting.players, seed, self.setting.options)
        try:
            state, _ = self.interpreter.initial(setting)
        except RuleError as error:
            self._fails_too(partial(self._begin, seed), error)
            return 0
        side = self._carried_out(partial(self._begin, seed))
        while True:
            compare(state, side, self.lowered)
            if state.question is None or self.decision == most:
                return self.decision
            if self.decision % 64 == 0 and stop():
                raise Stopped
            chosen = choices.below(len(state.question.options))
            try:
                self.interpreter.apply(state, chosen)
            except RuleError as error:
                self._fails_too(partial(side.choose, chosen), error)
                return self.decision
            self._carried_out(partial(side.choose, chosen))
            self.decision += 1

    def _carried_out(self, act: Callable[[], T]) -> T:
        try:
            return act()
        except Failed as failed:
            raise Differs(f"a rule error that is none: {self._said(failed)}") from None

    def _fails_too(self, act: Callable[[], object], error: RuleError) -> None:
        """Has what the interpreter cannot carry out be done, and compares why not."""
        if error.message.startswith(_LIMITS):
            # How much is too much is not counted alike.
            return
        try:
            act()
        except Failed as failed:
            if failed.site < 0:
                return
            if self.lowered.sites[failed.site].word.split("{")[0].strip("`") not in error.message:
                raise Differs(f"rule error `{self._said(failed)}`, should be `{error.message}`") from None
            return
        raise Differs(f"no rule error, should be `{error.message}`")

    def _said(self, failed: Failed) -> str:
        if failed.site < 0:
            return failed.message or f"limit {failed.site}"
        return str(self.lowered.sites[failed.site].word)
