"""The matches of an experiment are compared in chunks, which `simulate.running` hands to any executor."""

from collections.abc import Callable

from gekido_dsl.data import dataclass
from gekido_dsl.engine import Setting
from gekido_dsl.lockstep.comparing import Differs
from gekido_dsl.lockstep.pair import Pair, Stopped
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng, game_seed, player_seed
from gekido_dsl.simulate.experiment import Chunk, Experiment
from gekido_dsl.simulate.game import DECISIONS_LIMIT
from gekido_dsl.simulate.totals import Totals


@dataclass(frozen=True, slots=True)
class Difference:
    """Where two executors go apart."""

    number: int
    """Of the match in the experiment."""
    seed: int
    """Of the match."""
    decision: int
    """How many decisions were taken before."""
    what: str
    """What is different, in words."""


@dataclass(slots=True)
class Compared(Chunk):
    """Matches that were compared; after a difference none is played."""

    decisions: int = 0
    difference: Difference | None = None


class LockstepBatch:
    """Compares matches of one experiment; see `simulate.Batch`."""

    def __init__(self, experiment: Experiment, game: m.Game) -> None:
        """Compiles the game.

        Raises:
            NoRuntime: modules cannot run here.
            NotLowered: something in the game has no lowering.
            TooLarge: the program is larger than a program may be.
        """
        self._setting: Setting = experiment.setting
        self._pair = Pair(game, experiment.setting)

    def play(self, first: int, end: int, keep: bool, stop: Callable[[], bool]) -> Compared:
        """Plays matches `first` to `end - 1`, up to the first difference; see `simulate.Batch`."""
        done = Compared(first, first, Totals())
        try:
            while done.end < end and done.difference is None and not stop():
                self._compare(done, stop)
        except Stopped:
            pass
        except KeyboardInterrupt:
            # The matches that are over are kept; whoever called is told.
            done.stopped = True
        return done

    def _compare(self, done: Compared, stop: Callable[[], bool]) -> None:
        """Plays the next match."""
        number = done.end
        seed = game_seed(self._setting.seed, number)
        try:
            done.decisions += self._pair.play(seed, Rng(player_seed(seed)), DECISIONS_LIMIT, stop)
        except Differs as differs:
            done.difference = Difference(number, seed, self._pair.decision, str(differs))
        done.end = number + 1
