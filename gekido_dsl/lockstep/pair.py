"""One game on both executors, match after match."""

from collections.abc import Callable, Iterator

from gekido_dsl.backend import limits
from gekido_dsl.backend.journal import Entry, Journal, journal_module
from gekido_dsl.backend.machine import Failed
from gekido_dsl.backend.parts import NO_FUEL
from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.ground.limits import TOO_MUCH_DUE
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.state import State
from gekido_dsl.lockstep.comparing import Differs, Said
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.program.verify import verify
from gekido_dsl.rng import Rng, player_seed

LIMITS = (
    "this never comes to a decision",
    "this calls itself without end",
    "this moves and looks through far too much",
    "there is far too much to look through",
    TOO_MUCH_DUE,
)
"""How errors begin that say that a match needs too much between two decisions."""
MUCH = 10_000
"""What the interpreter counts as work in a step of which it may be that compiled code, which keeps no answers while it
asks, gives up; see the limits in docs/design/lowering.md."""
_FACTOR = 0x9E37_79B9_7F4A_7C15
_MASK = 0xFFFF_FFFF_FFFF_FFFF

Source = Callable[[int, int], Iterator[Entry | None]]
"""Plays the match of a seed up to a number of decisions; see `Journal.play`."""


class Stopped(Exception):
    """A match was not played to its end."""


class GivesUp(Exception):
    """Compiled code has done all the work that it may, where the interpreter has much to do as well."""


class Pair:
    """A game with its options and number of players settled, on the interpreter and compiled."""

    def __init__(
        self,
        game: m.Game,
        setting: Setting,
        lowered: Lowered | None = None,
        source: Source | None = None,
        interpreter: Interpreter | None = None,
    ) -> None:
        """Compiles the game.

        Args:
            setting: its seed does not matter.
            lowered: the program, if it has been made.
            source: plays matches of the program; the module that keeps a journal if left out.
            interpreter: one of the same game, with which what it has made ready is shared.
        Raises:
            NoRuntime: modules cannot run here.
            NotLowered: something in the game has no lowering.
            TooLarge: the program is larger than a program may be.
        """
        self.setting = setting
        self.interpreter = (interpreter or Interpreter(game)).silent()
        self.lowered = lowered or lowered_for(game, setting)
        if source is None:
            limits.check(self.lowered.program)
            verify(self.lowered.program)
            source = Journal(journal_module(self.lowered.program)).play
        self._source = source
        self._said = Said(self.lowered)
        self.decision = 0
        """The decision that was compared last, from 0: where a difference is."""
        self.hashed = 0
        """Of the number of options and the choice, over all decisions of the last match; see `batch_module`."""
        self.most = 0
        """The greatest number of options of a decision of the last match."""

    def play(
        self, seed: int, most: int, stop: Callable[[], bool] = lambda: False
    ) -> tuple[State, RuleError | None]:
        """Plays one match with choices drawn by chance, as a batch plays the game of that seed.

        Args:
            seed: of the match.
            most: after how many decisions it ends.
            stop: is asked now and then whether to stop.
        Returns:
            how it stands on the interpreter, and the rule that could not be carried out.
        Raises:
            Differs: the executors are not of one mind, at the decision `decision`.
            Stopped: `stop` said so.
        """
        self.decision = self.hashed = self.most = 0
        setting = Setting(self.setting.players, seed, self.setting.options)
        choices = Rng(player_seed(seed))
        entries = self._source(seed, most)
        said, interpreter = self._said, self.interpreter
        before = interpreter.effort
        try:
            state, _ = interpreter.initial(setting)
        except RuleError as error:
            self._fails_too(entries, error)
            return interpreter.blank(setting), error
        while True:
            try:
                entry = self._next(entries, interpreter.effort - before)
            except GivesUp as gives_up:
                return state, RuleError(str(gives_up), None)
            said.take(entry)
            said.compare(state, entry)
            if state.question is None or self.decision == most:
                return state, None
            if self.decision % 64 == 0 and stop():
                raise Stopped
            count = entry.count
            chosen = choices.below(count)
            if chosen != entry.choice:
                raise Differs(f"the choice: {entry.choice}, should be {chosen}")
            mixed = self.hashed ^ (count << 32 | chosen)
            self.hashed = ((mixed << 29 | mixed >> 35) & _MASK) * _FACTOR & _MASK
            self.most = max(self.most, count)
            before = interpreter.effort
            try:
                interpreter.apply(state, chosen)
            except RuleError as error:
                self._fails_too(entries, error)
                self.decision += 1
                return state, error
            self.decision += 1

    def _next(self, entries: Iterator[Entry | None], work: int) -> Entry:
        """Gives what compiled code says at the next decision.

        Args:
            work: how much the interpreter had to do to come there.
        """
        try:
            for entry in entries:
                if entry is not None:
                    return entry
                self._said.begin()
        except Failed as failed:
            if failed.site == NO_FUEL and work >= MUCH:
                raise GivesUp(LIMITS[0]) from None
            raise Differs(f"a rule error that is none: {self._said_of(failed)}") from None
        raise Differs("the match ends without a word")

    def _fails_too(self, entries: Iterator[Entry | None], error: RuleError) -> None:
        """Has what the interpreter cannot carry out be done, and compares why not."""
        if error.message.startswith(LIMITS):
            # How much is too much is not counted alike.
            return
        try:
            for entry in entries:
                if entry is not None:
                    break
        except Failed as failed:
            if failed.site < 0:
                return
            if failed.message:
                raise Differs(f"no rule error, but a fault: {failed.message}") from None
            if self.lowered.sites[failed.site].word.split("{")[0].strip("`") not in error.message:
                raise Differs(f"rule error `{self._said_of(failed)}`, should be `{error.message}`") from None
            return
        raise Differs(f"no rule error, should be `{error.message}`")

    def _said_of(self, failed: Failed) -> str:
        if failed.site < 0 or failed.message:
            return failed.message or f"limit {failed.site}"
        return self.lowered.sites[failed.site].said()


def lowered_for(game: m.Game, setting: Setting) -> Lowered:
    """Lowers a game for a number of players and the answers to its options."""
    numbers = Interpreter(game, trace=False).option_numbers(setting.options)
    return lower(game, setting.players, {name: numbers.get(name, 0) for name in game.options})
