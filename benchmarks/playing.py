"""Whoever can play random games: compiled code, the interpreter of now and of before, `open_spiel`, the plain programs.

Each plays for about so many seconds of CPU time and says how many games that were; `Played.firsts` and `drawn` count
games that the first player won, and that nobody won alone, where that is known.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import c_program
import plain_gekido

from gekido_dsl.backend import runtime
from gekido_dsl.backend.batch import FIXED, ROWS, Numbers, batch_module
from gekido_dsl.compilation import load
from gekido_dsl.engine import Outcome, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.lowering import NotLowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng, game_seed, player_seed

ROOT = Path(__file__).parents[1]
SEED = 1
BEFORE = "905b9d1"
"""The commit whose interpreter is the reference of what compiling has brought."""


@dataclass(slots=True)
class Played:
    """Games and what they took."""

    games: int = 0
    seconds: float = 0.0
    """CPU time."""
    decisions: int = 0
    firsts: int = 0
    drawn: int = 0

    def add(self, other: Played) -> None:
        """Takes up further games."""
        self.games += other.games
        self.seconds += other.seconds
        self.decisions += other.decisions
        self.firsts += other.firsts
        self.drawn += other.drawn

    @property
    def rate(self) -> float:
        """Games in a second of CPU time."""
        return self.games / self.seconds


class Player(Protocol):
    """Plays random games."""

    name: str

    def play(self, seconds: float) -> Played:
        """Plays for about so many seconds, at least one game."""
        ...


def game_of(ruleset: str) -> m.Game:
    """Reads a ruleset of this repository, as in `classics/hex`."""
    path = ROOT / "rulesets" / f"{ruleset}.gdl"
    game = load(path.name, FolderProvider(path.parent, library=ROOT / "rulesets")).game
    assert game is not None, ruleset
    return game


def answers_of(game: m.Game, options: dict[str, str]) -> dict[str, int]:
    """Gives the numbers of answers to options."""
    return {name: list(game.options[name].answers.members).index(answer) for name, answer in options.items()}


def ours(ruleset: str, players: int, options: dict[str, str] | None = None) -> Player:
    """Gives compiled code for a ruleset, or the interpreter as long as it cannot be compiled."""
    return for_game(game_of(ruleset), players, options or {})


def for_game(game: m.Game, players: int, options: dict[str, str]) -> Player:
    """Gives compiled code for a game, or the interpreter as long as it cannot be compiled."""
    try:
        return Compiled(game, players, options)
    except (NotLowered, runtime.NoRuntime):
        return Interpreted(game, players, options)


class Compiled:
    """The module that plays whole games, as many in a call as it takes."""

    name = "compiled"

    def __init__(self, game: m.Game, players: int, options: dict[str, str]) -> None:
        lowered = lower(game, players, answers_of(game, options))
        record = [Numbers(lowered.memory.out, range(players))]
        self._batch = batch_module(lowered.program, record=record, drawn=True)
        self._instance = runtime.Instance(runtime.compile_module(self._batch.module))
        self._players = players
        self._next, self._call = 0, 1

    def play(self, seconds: float) -> Played:
        """Plays games; see `Player`."""
        found = Played()
        while found.seconds < seconds:
            began = time.process_time()
            self._instance.call("play", SEED, self._next, 0, self._call)
            took = time.process_time() - began
            self._next += self._call
            found.add(self._counted(self._call, took))
            if took < seconds / 8:
                self._call = min(self._call * 2, ROWS)
        return found

    def first(self, games: int) -> list[int]:
        """Gives the number of decisions of the first games."""
        self._instance.call("play", SEED, 0, 0, games)
        rows, width = self._instance.words(self._batch.rows), self._batch.width
        return [rows[number * width] for number in range(games)]

    def _counted(self, games: int, seconds: float) -> Played:
        """Reads what came of the last call; reading is no part of the time."""
        rows, width = self._instance.words(self._batch.rows), self._batch.width
        found = Played(games, seconds)
        for at in range(0, games * width, width):
            found.decisions += rows[at]
            ends = [_key(out) for out in rows[at + FIXED : at + FIXED + self._players]]
            _count(found, ends)
        return found


class Interpreted:
    """The interpreter, with the random player and the seeds that compiled code has."""

    name = "interpreter"

    def __init__(self, game: m.Game, players: int, options: dict[str, str]) -> None:
        self._x = Interpreter(game, trace=False)
        self._players, self._options = players, options
        self._next = 0

    def play(self, seconds: float) -> Played:
        """Plays games; see `Player`."""
        found = Played()
        while found.seconds < seconds:
            began = time.process_time()
            decisions, outcome = self._game(self._next)
            found.add(Played(1, time.process_time() - began, decisions))
            self._next += 1
            if outcome is not None:
                _count(found, [(rank, 0) for rank in outcome.ranks])
        return found

    def first(self, games: int) -> list[int]:
        """Gives the number of decisions of the first games."""
        return [self._game(number)[0] for number in range(games)]

    def _game(self, number: int) -> tuple[int, Outcome | None]:
        """Plays a game; gives its decisions and how it ended."""
        x, seed = self._x, game_seed(SEED, number)
        random, decisions = Rng(player_seed(seed)), 0
        state, _ = x.initial(Setting(self._players, seed, self._options))
        while count := x.count(state):
            ways = x.tried(state)
            choice = random.below(count) if ways is None else random.passing(*ways, count - len(ways[1]))
            x.apply(state, choice)
            decisions += 1
        return decisions, x.outcome(state)


def _key(out: int) -> tuple[int, int]:
    """Orders players at the end of a game, the winner first."""
    if out in (lay.WON, lay.LOST):
        return (0, 0) if out == lay.WON else (3, 0)
    if out < lay.RANKED:
        return 0, lay.RANKED - out - 1
    return (1, 0) if out == 0 else (2, -out)


def _count(found: Played, keys: list[tuple[int, int]]) -> None:
    best = min(keys)
    shared = keys.count(best) > 1
    found.drawn += shared
    found.firsts += not shared and keys[0] == best


class Spiel:
    """`open_spiel`, driven by the loop of its documentation."""

    name = "open_spiel"

    def __init__(self, game: str) -> None:
        import pyspiel

        self._game = pyspiel.load_game(game)
        self._rng = random.Random(SEED)

    def play(self, seconds: float) -> Played:
        """Plays games; see `Player`."""
        found, rng = Played(), self._rng
        while found.seconds < seconds:
            began = time.process_time()
            state = self._game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
                    found.decisions += 1
            found.seconds += time.process_time() - began
            found.games += 1
            returns = state.returns()
            _count(found, [(-number, 0) for number in returns])
        return found


class PlainPython:
    """`plain_gekido.py` with four players."""

    name = "plain_gekido.py"

    def __init__(self) -> None:
        self._next = 0

    def play(self, seconds: float) -> Played:
        """Plays games; see `Player`."""
        found = Played()
        while found.seconds < seconds:
            began = time.process_time()
            plain_gekido.Game(4, self._next).play()
            found.seconds += time.process_time() - began
            found.games += 1
            self._next += 1
        return found


class PlainC:
    """`plain_gekido.c` with four players, built by `gcc -O2`."""

    name = "plain_gekido.c"

    def __init__(self) -> None:
        self._games, self._seed = 1000, 1
        c_program.build()

    def play(self, seconds: float) -> Played:
        """Plays games; see `Player`."""
        found = Played()
        while found.seconds < seconds:
            said = json.loads(c_program.run("--games", str(self._games), "--seed", str(self._seed)))
            found.add(Played(self._games, said["seconds"]))
            self._seed += 1
            if said["seconds"] < seconds / 4:
                self._games *= 2
        return found


@dataclass
class Before:
    """The interpreter of an earlier commit, in a process of its own that reads the same rulesets as they were then."""

    ruleset: str
    players: int
    name: str = f"interpreter of {BEFORE}"
    _process: subprocess.Popen[str] | None = field(default=None, repr=False)

    def play(self, seconds: float) -> Played:
        """Plays games; see `Player`."""
        if self._process is None:
            where = earlier_version()
            self._process = subprocess.Popen(
                [sys.executable, "-c", _BEFORE, self.ruleset, str(self.players)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                cwd=where,
                env={"PYTHONPATH": str(where), "GDL_CACHE": "off"},
            )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        games, took, decisions = json.loads(self._process.stdout.readline())
        return Played(games, took, decisions)

    def close(self) -> None:
        """Ends the process."""
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()
            self._process.wait()
            self._process = None


_BEFORE = """
import json, random, sys, time
from pathlib import Path
from gekido_dsl.compilation import load
from gekido_dsl.engine import Outcome, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter

path, players = Path("rulesets") / (sys.argv[1] + ".gdl"), int(sys.argv[2])
x = Interpreter(load(path.name, FolderProvider(path.parent, library=Path("rulesets"))).game, trace=False)
number = 0
for line in sys.stdin:
    games = decisions = 0
    began = time.process_time()
    while time.process_time() - began < float(line):
        rng = random.Random(number)
        state, _ = x.initial(Setting(players, number))
        while count := x.count(state):
            x.apply(state, rng.randrange(count))
            decisions += 1
        games, number = games + 1, number + 1
    print(json.dumps([games, time.process_time() - began, decisions]), flush=True)
"""

_unpacked: list[tempfile.TemporaryDirectory[str]] = []


def earlier_version() -> Path:
    """Unpacks the earlier commit from the history of this repository, once, into a temporary folder."""
    if not _unpacked:
        folder = tempfile.TemporaryDirectory(prefix="gekido-before-")
        archive = subprocess.run(
            ["git", "archive", BEFORE, "gekido_dsl", "rulesets"], check=True, capture_output=True, cwd=ROOT
        )
        subprocess.run(["tar", "-x", "-C", folder.name], input=archive.stdout, check=True)
        _unpacked.append(folder)
    return Path(_unpacked[0].name)


def spiel_is_there() -> bool:
    """Tells whether `open_spiel` is installed."""
    try:
        import pyspiel
    except ImportError:
        return False
    return bool(pyspiel)
