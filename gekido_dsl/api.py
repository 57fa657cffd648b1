"""Rulesets from Python: read one, see what is found in it, play it, let it play itself, run its examples.

What stands here is what `import gekido_dsl` gives; docs/api/index.md shows it at work.
"""

import inspect
import os
import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor as WorkExecutor
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from gekido_dsl import __version__, scenario
from gekido_dsl.backend.who_plays import COMPILED, NotCompiled, WhoPlays, compiling
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.diagnostics import Diagnostic
from gekido_dsl.engine import (
    Choice,
    Decision,
    Event,
    Executor,
    IllegalChoice,
    Outcome,
    RuleError,
    Setting,
    View,
)
from gekido_dsl.files import LIBRARY_PREFIX, FolderProvider, shipped_folder
from gekido_dsl.model import nodes as m
from gekido_dsl.play.bots import Bot, GreedyBot, RandomBot
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.play.planner import PlannerBot
from gekido_dsl.play.record import Header
from gekido_dsl.play.session import Session
from gekido_dsl.scenario import ScenarioResult
from gekido_dsl.simulate import (
    Chunk,
    Experiment,
    Maker,
    Pool,
    Report,
    Run,
    Totals,
    WorkersDie,
    made,
    policies_of,
    report_of,
    roll_out,
)
from gekido_dsl.source import MemoryProvider, Recording

if TYPE_CHECKING:
    from gekido_dsl.simulate.matches import Matches

__all__ = [
    "Bot", "Choice", "Decision", "Diagnostic", "Event", "Executor", "GreedyBot", "IllegalChoice", "InvalidRuleset",
    "NotCompiledWarning", "Outcome", "PlannerBot", "RandomBot", "Report", "RuleError", "Ruleset", "ScenarioResult",
    "Session", "Setting", "View", "WorkersDie", "read", "read_text", "roll_out",
]  # fmt: skip

_WORTH_COMPILING: Final = 16
"""For fewer matches at a time the interpreter is ready sooner."""


class NotCompiledWarning(RuntimeWarning):
    """The interpreter plays, which is slower, where compiled code should; the text says why."""


class InvalidRuleset(ValueError):
    """A ruleset has errors, and cannot be played; `findings` says which."""

    def __init__(self, name: str, findings: tuple[Diagnostic, ...]) -> None:
        super().__init__(f"{name} has errors: {'; '.join(one.message for one in findings)}")
        self.findings = findings


def read(path: str | Path) -> "Ruleset":
    """Reads a ruleset: a file, or a shipped game by its name, such as `gekido` or `classics/pig`.

    Raises:
        FileNotFoundError: there is neither such a file nor such a game.
    """
    path = Path(path)
    library = shipped_folder()
    if path.is_file():
        return Ruleset(
            load(path.name, Recording(FolderProvider(path.parent, library=library))), path.as_posix()
        )
    inside = path.as_posix().removesuffix(".gdl") + ".gdl"
    if path.is_absolute() or not (library / inside).is_file():
        raise FileNotFoundError(f"there is no file and no shipped game called {path}")
    made = load(LIBRARY_PREFIX + inside, Recording(FolderProvider(Path(), library=library)))
    return Ruleset(made, inside.removesuffix(".gdl"))


def read_text(text: str, files: Mapping[str, str] | None = None) -> "Ruleset":
    """Reads a ruleset from a text.

    Args:
        files: what it names, tables and more rules, by name.
    """
    name = "ruleset.gdl"
    return Ruleset(load(name, Recording(MemoryProvider({**(files or {}), name: text}))), name)


@dataclass(frozen=True)
class Ruleset:
    """A ruleset that was read, with or without errors."""

    compilation: Compilation
    name: str
    """What it is called where it is named: the path of its file, or the name of a shipped game."""

    @property
    def findings(self) -> tuple[Diagnostic, ...]:
        """Everything that `gdl validate` reports, in order of reading."""
        return self.compilation.diagnostics

    @property
    def game(self) -> m.Game:
        """What the ruleset says, resolved and typed.

        Raises:
            InvalidRuleset: it has errors.
        """
        game = self.compilation.game
        if game is None:
            errors = tuple(one for one in self.findings if one.severity.value == "error")
            raise InvalidRuleset(self.compilation.name, errors)
        return game

    @property
    def title(self) -> str:
        """The name of the game."""
        return self.game.title

    @property
    def players(self) -> range:
        """The numbers of players that it may have."""
        return range(self.game.least_players, self.game.most_players + 1)

    @property
    def options(self) -> dict[str, list[str]]:
        """The answers of each option, the default first."""
        return self.compilation.option_names

    @cached_property
    def executor(self) -> Executor:
        """What plays it: positions in, positions out. It tells events."""
        _ = self.game
        return self.compilation.executor()

    def match(
        self, players: int | None = None, *, seed: int = 0, options: Mapping[str, str] | None = None
    ) -> Session:
        """Sets up a match.

        Args:
            players: how many; None for the fewest.
        Raises:
            InvalidRuleset: the ruleset has errors.
            ValueError: no such number of players, option or answer.
            RuleError: the set-up cannot be carried out.
        """
        setting = self.setting(players, seed=seed, options=options)
        header = Header(
            identity=self.compilation.identity,
            ruleset=self.name,
            edition=self.game.edition,
            players=setting.players,
            seed=seed,
            options=setting.options,
            seats=(PERSON,) * setting.players,
            engine=__version__,
        )
        return Session(self.executor, header)

    def simulate(
        self,
        games: int = 100,
        players: int | None = None,
        *,
        seed: int = 0,
        seats: Sequence[Callable[[int], Bot]] = (),
        options: Mapping[str, str] | None = None,
        tallies: bool = False,
        executor: WorkExecutor | None = None,
    ) -> Report:
        """Plays many games, and counts. The same seed gives the same report, whoever plays the games.

        `Report.played_by` says which executor played: `compiled`, or `interpreted, because ...`. Where compiled code
        should play and cannot, it warns with `NotCompiledWarning`, too.

        Args:
            seats: who plays each seat, such as `GreedyBot`; seats that are left out choose at random.
            tallies: whether it is counted what happens in the games, too.
            executor: where the games are played: `ProcessPoolExecutor()`, that of a Dask client, or any other of
                `concurrent.futures`; None for this process. It is not shut down.
        Raises:
            InvalidRuleset: the ruleset has errors.
            ValueError: no such number of players, option or answer; more bots than seats.
            WorkersDie: workers of the executor die again and again, or of one game.
        """
        setting = self.setting(players, seed=seed, options=options)
        if len(seats) > setting.players:
            raise ValueError(f"{len(seats)} bots for {setting.players} players")
        bots: list[Maker] = [None if bot is RandomBot else bot for bot in seats]
        bots += [None] * (setting.players - len(seats))
        totals = Totals()
        played_by: WhoPlays | None = None

        def keep(chunk: Chunk) -> None:
            nonlocal played_by
            if chunk.by.failed and not (played_by is not None and played_by.failed):
                self._warn(chunk.by)
            played_by = chunk.by if played_by is None else played_by.beside(chunk.by)
            totals.merge(chunk.totals)

        given = self.compilation.provider
        assert isinstance(given, Recording)
        game = self.game
        texts = given.recorded(without=".md")
        experiment = Experiment(self.compilation.name, texts, setting, tuple(bots), tallies)
        if any(bots) and policies_of(experiment) is None:
            experiment = replace(
                experiment, kind="interpreter", why="its bots have no policy that a module plays"
            )
        run = Run(experiment, [range(games)], keep, time.perf_counter)
        if executor is None:
            run.here(made(experiment, lambda: game))
        else:
            workers = getattr(executor, "_max_workers", None) or os.cpu_count() or 1
            run.over(Pool(lambda: executor, lambda _, done: None, workers))
        if run.left_out:
            raise WorkersDie(f"game {run.left_out[0]} kills every worker that plays it")
        return report_of(totals, setting.players, played_by=played_by)

    def matches(
        self,
        size: int,
        players: int | None = None,
        *,
        seed: int = 0,
        options: Mapping[str, str] | None = None,
    ) -> "Matches":
        """Sets up many matches that are stepped together, with arrays of numpy.

        From 16 matches on compiled code steps them; where it cannot, it warns with `NotCompiledWarning`.
        `Matches.played_by` says which executor steps them.

        Args:
            size: how many at a time.
            players: how many in each match; None for the fewest.
            seed: of the experiment; match i is its game i.
        Raises:
            ImportError: numpy is not installed.
            InvalidRuleset: the ruleset has errors.
            ValueError: no such number of players, option or answer.
        """
        try:
            from gekido_dsl.simulate.matches import Matches
        except ImportError as error:
            raise ImportError(
                "numpy is needed for this; `pip install gekido-dsl[numpy]` installs it"
            ) from error
        setting = self.setting(players, seed=seed, options=options)
        executor, by = self._stepped(setting, size)
        return Matches(executor, setting, size, played_by=str(by))

    def _stepped(self, setting: Setting, size: int) -> tuple[Executor, WhoPlays]:
        """Gives what steps so many matches: compiled code where that can be and is worth its while."""
        by = WhoPlays(f"fewer than {_WORTH_COMPILING} matches start sooner without compiling")
        if size >= _WORTH_COMPILING:
            from gekido_dsl.backend.executor import CompiledExecutor

            game = self.game
            try:
                with compiling():
                    executor = CompiledExecutor(game)
                    executor.plan(setting)
                    return executor, COMPILED
            except NotCompiled as error:
                by = WhoPlays(str(error), True)
                self._warn(by)
        return self.compilation.executor(trace=False), by

    def _warn(self, by: WhoPlays) -> None:
        """Warns that the interpreter plays, at the line that called this package."""
        frame, level = inspect.currentframe(), 1
        while frame is not None and frame.f_globals.get("__name__", "").startswith("gekido_dsl."):
            frame, level = frame.f_back, level + 1
        text = f"{self.name}: {by}"
        warnings.warn(text, NotCompiledWarning, stacklevel=level)

    def test(self, title: str | None = None) -> list[ScenarioResult]:
        """Runs its examples: all, or those whose title has a text in it."""
        _ = self.game
        return scenario.run(self.compilation, title)

    def setting(
        self, players: int | None = None, *, seed: int = 0, options: Mapping[str, str] | None = None
    ) -> Setting:
        """Gives what matches start from.

        Args:
            players: how many; None for the fewest.
        Raises:
            InvalidRuleset: the ruleset has errors.
            ValueError: no such number of players, option or answer.
        """
        number = self.players.start if players is None else players
        if number not in self.players:
            raise ValueError(f"{self.title} is for {self.players.start} to {self.players.stop - 1} players")
        for name, answer in (options or {}).items():
            if answer not in self.options.get(name, ()):
                raise ValueError(f"there is no option {name!r} with the answer {answer!r}")
        return Setting(number, seed, dict(options or {}))
