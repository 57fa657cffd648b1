"""An experiment: a ruleset and who plays it, from which every one of its games can be played anywhere.

Invariants:
    An experiment is data that can be sent to another process or machine; nothing is read from files there.
    Game i is the same, whoever plays it and whichever games are played besides; see `rng` for its seeds.
"""

import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, Protocol

from gekido_dsl import store
from gekido_dsl.backend.who_plays import COMPILED, NotCompiled, WhoPlays, compiling
from gekido_dsl.engine import Asked, Executor, Setting
from gekido_dsl.simulate.game import GameResult, Maker, follow, play
from gekido_dsl.simulate.tallies import Tally
from gekido_dsl.simulate.totals import Totals
from gekido_dsl.source import Recorded

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m

OTHERWISE: Final = "bots that look ahead do so in another way there, and play other games of the same seed"
"""What is said where bots are asked choice by choice that modules play elsewhere."""
_KEPT: Final = 4
"""How many experiments a thread keeps ready."""


Kind = Literal["any", "interpreter", "compiled"]


@dataclass(frozen=True, slots=True)
class Experiment:
    """Which games are played."""

    name: str
    """What the ruleset is called by its texts."""
    texts: Recorded
    setting: Setting
    """Its seed is that of the experiment."""
    seats: tuple[Maker, ...]
    tallies: bool = False
    """Whether it is counted what happens in the games."""
    kind: Kind = "any"
    """Which executor plays; what comes of it is the same."""
    why: str = "its bots are asked choice by choice"
    """Why the interpreter plays, where it does."""
    searches: bool = False
    """Whether there are bots that search, which compiled code does."""
    maker: "Callable[[Experiment, m.Game], Batch] | None" = None
    """Makes what plays the games, where it is neither executor by itself. It is sent to others, and has to be equal to
    what it was, or a worker makes everything anew for each chunk."""

    @property
    def draws_first(self) -> bool:
        """Whether what is tried before it is chosen is drawn first, as nobody counts what is offered; see `rng`."""
        return not self.tallies and all(seat is None for seat in self.seats)

    @property
    def kept(self) -> tuple[str, ...]:
        """What a module of its games depends on besides the setting; empty where nothing is kept."""
        version = store.version() if store.current() is not None else None
        if version is None:
            return ()
        texts = [part or "" for asked, given in self.texts.given for part in (*asked, *given)]
        return (version, self.name, *texts)

    def __hash__(self) -> int:
        return hash((self.name, self.texts, self.setting.seed, self.setting.players, self.seats))


@dataclass(slots=True)
class Chunk:
    """Games that were played one after the other."""

    first: int
    end: int
    """One past the last that was played; less than was asked for where the playing was stopped."""
    totals: Totals
    games: list[GameResult] = field(default_factory=list)
    """In order; empty unless they were asked for."""
    stopped: bool = False
    """Whether Ctrl-C ended it."""
    by: WhoPlays = field(default=COMPILED, compare=False)
    """Which executor played them, and why."""


class Batch(Protocol):
    """Plays games of one experiment: an interpreter, or a module that plays many in one call."""

    def play(self, first: int, end: int, keep: bool, stop: Callable[[], bool]) -> Chunk:
        """Plays games `first` to `end - 1`, at least one.

        Args:
            keep: whether each game is wanted, not only the totals.
            stop: is asked between games; once it is true, the chunk ends. A batch that plays many games in one call may
                ask it after each call.
        """
        ...


class SteppedBatch:
    """Plays games choice by choice."""

    def __init__(self, experiment: Experiment, game: "m.Game", by: WhoPlays | None = None) -> None:
        """Makes it ready.

        Args:
            by: why no compiled module plays the games; without, as the experiment says.
        """
        from gekido_dsl.ground.blocks import Blocks
        from gekido_dsl.interpreter import Interpreter

        self.by = by or WhoPlays(experiment.why)
        self._experiment = experiment
        self._executor = self._made(game)
        played = self._executor
        self._tried = played.tried if isinstance(played, Interpreter) and experiment.draws_first else None
        self._blocks = Blocks(game).every if experiment.tallies else []
        self._counting: Interpreter | None = None
        """What counts what happens; a game that compiled code has played it plays again."""
        if experiment.tallies:
            self._counting = played if isinstance(played, Interpreter) else Interpreter(game, trace=False)

    def _made(self, game: "m.Game") -> Executor:
        """Makes the executor: compiled code for bots that search in it, else the interpreter."""
        from gekido_dsl.interpreter import Interpreter

        experiment = self._experiment
        if experiment.searches:
            from gekido_dsl.backend.executor import CompiledExecutor

            try:
                with compiling():
                    executor = CompiledExecutor(game, searches=True)
                    executor.plan(experiment.setting)
            except NotCompiled as problem:
                self.by = WhoPlays(f"{problem}; its bots do not search but look a little ahead", True)
            else:
                if not self.by.failed:
                    self.by = COMPILED
                return executor
        return Interpreter(game, trace=False)

    def play(self, first: int, end: int, keep: bool, stop: Callable[[], bool]) -> Chunk:
        """Plays games; see `Batch`."""
        chunk = Chunk(first, first, Totals(), by=self.by)
        try:
            for number in range(first, end):
                if number > first and stop():
                    break
                self._play(number, chunk, keep)
        except KeyboardInterrupt:
            # The games that are over are kept; whoever called is told.
            chunk.stopped = True
        return chunk

    def _play(self, number: int, chunk: Chunk, keep: bool) -> None:
        experiment = self._experiment
        tally = Tally(experiment.setting.players) if experiment.tallies else None
        choices: list[tuple[Asked, int]] = []
        again = self._counting is not None and self._counting is not self._executor
        if self._counting is not None and tally is not None:
            self._counting.notice, self._counting.reached = tally.notice, [0] * len(self._blocks)

        def takes(asked: Asked, choice: int) -> None:
            assert tally is not None
            tally.asks(asked)
            choices.append((asked, choice))

        result = play(
            self._executor,
            experiment.setting,
            number,
            experiment.seats,
            takes=takes if tally is not None else None,
            going=tally.going if tally is not None and not again else None,
            tried=self._tried,
        )
        if self._counting is not None and tally is not None and result.error is None:
            if again:
                state, _ = self._counting.initial(replace(experiment.setting, seed=result.seed))
                for asked, choice in choices:
                    follow(tally.going, self._counting, state, asked, choice)
                    self._counting.apply(state, choice)
            reached = self._counting.reached or ()
            parts = {(*block,): times for block, times in zip(self._blocks, reached, strict=True)}
            chunk.totals.tallies.merge(tally.ended(result.finished, result.won, parts))
            # What was done by hand is known only now, where it was played again.
            result = replace(result, course=tally.going.course())
        chunk.totals.add(result)
        if keep:
            chunk.games.append(result)
        chunk.end = number + 1


class _Ready(threading.local):
    """What a thread has made ready; threads never share an executor."""

    def __init__(self) -> None:
        self.batches: dict[Experiment, Batch] = {}


_ready = _Ready()


def batch(experiment: Experiment) -> Batch:
    """Gives what plays the games of an experiment; each thread of each process makes it once."""
    batches = _ready.batches
    if experiment not in batches:
        if len(batches) >= _KEPT:
            del batches[next(iter(batches))]
        batches[experiment] = made(experiment)
    return batches[experiment]


def made(experiment: Experiment, game: "Callable[[], m.Game] | None" = None) -> Batch:
    """Makes what plays the games of an experiment.

    Args:
        game: gives what is played, where it has been read already; a module from the store is played without.
    Raises:
        ValueError: the ruleset has errors.
    """
    from gekido_dsl.simulate.compiled import CompiledBatch
    from gekido_dsl.simulate.policies import PolicyBatch, policies_of

    def read() -> "m.Game":
        from gekido_dsl.compilation import load

        found = load(experiment.name, experiment.texts).model.value
        if found is None:
            raise ValueError(f"{experiment.name} has errors and cannot be played")
        return found

    game = game or cache(read)
    if experiment.maker is not None:
        return experiment.maker(experiment, game())
    failed, policies = "", policies_of(experiment)
    if experiment.kind != "interpreter":
        try:
            if policies is not None:
                return PolicyBatch(experiment, game, policies)
            return CompiledBatch(experiment, game)
        except NotCompiled as error:
            failed = str(error)
    why = failed or experiment.why
    if policies is not None:
        why = f"{why}; {OTHERWISE}"
    return SteppedBatch(experiment, game(), WhoPlays(why, bool(failed or policies)))


def is_kept(experiment: Experiment) -> bool:
    """Tells whether a module that plays the games is in the store."""
    from gekido_dsl.backend import games

    return bool(experiment.kept) and games.is_kept(experiment.setting, experiment.kept, experiment.tallies)
