"""Games of random players are played by a compiled module, thousands in one call."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from gekido_dsl.backend.games import Games
from gekido_dsl.backend.rows import ROWS, Played
from gekido_dsl.backend.who_plays import COMPILED, NotCompiled, compiling
from gekido_dsl.engine import Outcome, Setting
from gekido_dsl.simulate.course import Course
from gekido_dsl.simulate.experiment import Chunk, Experiment
from gekido_dsl.simulate.game import GameResult, described
from gekido_dsl.simulate.tallies import Tallies
from gekido_dsl.simulate.totals import Totals

if TYPE_CHECKING:
    from gekido_dsl.lowering import Lowered
    from gekido_dsl.model import nodes as m

_ASKED_EVERY: Final = 64
"""After how many games it is asked whether to stop, at least."""
_DECISIONS: Final = 1 << 14
"""After about how many decisions it is asked whether to stop, where games are short."""
_OUTCOMES: Final = 1 << 12


class CompiledBatch:
    """Plays games in a module; all its players choose at random."""

    def __init__(self, experiment: Experiment, game: "Callable[[], m.Game]") -> None:
        """Compiles the game, or takes its module from the store.

        Args:
            game: gives what is played, where it is needed.
        Raises:
            NotCompiled: modules cannot run on this machine, or not this game.
        """
        setting = experiment.setting
        if any(seat is not None for seat in experiment.seats):
            raise NotCompiled("its bots are asked choice by choice")
        self._counted = experiment.tallies
        winners = Winners() if experiment.tallies else None
        with compiling():
            self._games = Games(
                game,
                setting,
                lambda: _lowered(game(), setting, experiment.tallies),
                kept=experiment.kept,
                winners=winners,
                drawn=not experiment.tallies,
            )

    def play(self, first: int, end: int, keep: bool, stop: Callable[[], bool]) -> Chunk:
        """Plays games; see `Batch`."""
        chunk = Chunk(first, first, Totals(), by=COMPILED)

        def add(played: Played, times: int) -> None:
            chunk.totals.add(result_of(played), times)

        size = _ASKED_EVERY
        while chunk.end < end and (chunk.end == first or not stop()):
            upto = min(chunk.end + size, end)
            if keep:
                self._each(chunk, upto)
            else:
                decisions = self._games.tally(chunk.end, upto, add)
                size = min(ROWS, max(_ASKED_EVERY, _DECISIONS // max(decisions, 1)))
            chunk.end = upto
        self._games.tallied(add)
        if self._counted:
            counted = self._games.taken()
            chunk.totals.tallies.merge(Tallies(counted.happened, counted.asked, counted.reached))
        return chunk

    def _each(self, chunk: Chunk, end: int) -> None:
        """Plays the next games of a chunk, and keeps each."""
        for played in self._games.play(chunk.end, end):
            result = result_of(played)
            chunk.games.append(result)
            chunk.totals.add(result)


class Winners:
    """Tells who won games."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Outcome, tuple[int, ...]]] = {}
        """By the identity of outcomes, of which there are few; they are kept, so that no other has it."""

    def __call__(self, played: Played) -> tuple[int, ...] | None:
        outcome = played.outcome
        if outcome is None:
            return None
        if id(outcome) not in self._known:
            if len(self._known) > _OUTCOMES:
                self._known.clear()
            self._known[id(outcome)] = outcome, result_of(played).won
        return self._known[id(outcome)][1]


def _lowered(game: "m.Game", setting: Setting, counted: bool) -> "Lowered":
    """Lowers a game.

    Args:
        counted: whether it is counted what happens, and who leads by the aim of the game.
    Raises:
        NotLowered: it cannot be.
    """
    from gekido_dsl.interpreter import Interpreter
    from gekido_dsl.lowering import lower

    numbers = Interpreter(game, trace=False).option_numbers(setting.options)
    answers = {name: numbers.get(name, 0) for name in game.options}
    return lower(game, setting.players, answers, counted and game.aim is not None)


def result_of(played: Played) -> GameResult:
    """Makes a result of a game that a module played."""
    error = described(played.error) if played.error is not None else None
    outcome = played.outcome
    course = Course(played.course) if played.course else None
    if outcome is None:
        return GameResult(
            played.number, played.seed, (), played.turns, played.decisions, played.owned, error, played.most,
            course=course, apart=played.apart,
        )  # fmt: skip
    return GameResult(
        played.number, played.seed, outcome.ranks, played.turns, played.decisions, played.owned, None, played.most,
        outcome.label, outcome.sides, outcome.joint, course, played.apart,
    )  # fmt: skip
