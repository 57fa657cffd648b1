"""The games of an experiment are played in chunks over an executor of PEP 3148, whatever happens to its workers.

Invariants:
    Every game is handed over once, in some order. A chunk whose worker died is played again.
    A game that kills its worker again and again is left out and reported; the others are played.
    At any time no more than a few chunks are under way, however many games there are.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from typing import Final

from gekido_dsl.simulate.experiment import Batch, Chunk, Experiment, batch

CHUNK_S: Final = 0.5
"""How long a chunk should take."""
_GROWTH: Final = 4
"""How many times as large as the one before a chunk may be."""
_LARGEST: Final = 1 << 20
_TRIES: Final = 3
"""How often a game may kill its worker before it is left out, and how often workers may die with nothing to do."""
_MOST_LEFT_OUT: Final = 10
"""How many games may be left out before it is given up."""
_PATIENCE_S: Final = 1.0
"""How long games are played by what was ready first, if what plays faster has to be made before."""
_LOOK_S: Final = 0.2
"""How often it is looked whether to stop, at least."""

stopping: Callable[[], bool] = lambda: False  # noqa: E731
"""Tells a worker to hand back what it has; a process pool that can tell its workers sets it there."""


class WorkersDie(Exception):
    """Workers die whatever they are given to do; what is left is not played."""


@dataclass(frozen=True)
class Pool:
    """Where chunks are played."""

    open: Callable[[], Executor]
    """Makes an executor; called again when one is broken."""
    close: Callable[[Executor, bool], None]
    """Ends an executor; told whether all its work is done."""
    workers: int
    deadly: tuple[type[BaseException], ...] = ()
    """What a future raises when its worker died and the executor goes on, besides what says that it is broken."""
    stop: Callable[[], None] | None = None
    """Has the workers hand back what they have; None if they cannot be told, and play their chunks to the end."""


@dataclass(slots=True)
class _Piece:
    """Games that are to be played as one chunk."""

    games: range
    deaths: int = 0


@dataclass
class Run:
    """The playing of some games of an experiment."""

    experiment: Experiment
    left: Sequence[range]
    """The games to be played."""
    keep: Callable[[Chunk], None]
    """Is handed each chunk that has been played."""
    clock: Callable[[], float]
    """Gives seconds; must be known by its name, to be sent to workers."""
    wanted: bool = False
    """Whether each game is wanted, not only the totals."""
    died: Callable[[], None] = lambda: None
    """Is told that a worker died, whose games are played again."""
    stop: Callable[[], bool] = lambda: False
    """Is asked now and then whether to stop; what has been played by then is kept."""
    left_out: list[int] = field(default_factory=list)
    """Games that killed their workers."""
    stopped: bool = False
    """Whether it was stopped before its end."""
    _size: int = 1

    # ------------------------------------------------------------ here

    def here(self, player: Batch | None = None, faster: Callable[[], Batch] | None = None) -> None:
        """Plays the games in this process.

        Args:
            player: plays them, if there is one already.
            faster: makes what plays the rest where the games take long, which takes some time itself.
        Raises:
            KeyboardInterrupt: after the games that are over have been kept.
        """
        player = player or batch(self.experiment)
        played, took_s, ahead = 0, 0.0, sum(map(len, self.left))
        for games in self.left:
            first = games.start
            while first < games.stop:
                if self.stop():
                    self.stopped = True
                    return
                end = min(first + self._size, games.stop)
                begun = self.clock()
                chunk = player.play(first, end, self.wanted, self.stop)
                last_s = self.clock() - begun
                self._paced(chunk, last_s)
                if chunk.end > chunk.first:
                    self.keep(chunk)
                if chunk.stopped:
                    raise KeyboardInterrupt
                first = chunk.end
                played, took_s = played + chunk.end - chunk.first, took_s + last_s
                if faster is not None and min(took_s, took_s / played * (ahead - played)) > _PATIENCE_S:
                    player, faster = faster(), None

    def _paced(self, chunk: Chunk, took_s: float) -> None:
        """Sets the size of the next chunks by how long one took."""
        games = chunk.end - chunk.first
        if games:
            fitting = int(games * CHUNK_S / max(took_s, 1e-6))
            self._size = max(1, min(fitting, games * _GROWTH, _LARGEST))

    # ------------------------------------------------------------ over an executor

    def over(self, pool: Pool) -> None:
        """Plays the games over an executor.

        Raises:
            WorkersDie: whatever they are given to do, or in too many games.
        """
        _Spread(self, pool).go()


class _Spread:
    """One run over an executor."""

    def __init__(self, run: Run, pool: Pool) -> None:
        self.run = run
        self.pool = pool
        self.ahead = deque(run.left)
        self.total = sum(map(len, self.ahead))
        self.suspects: deque[_Piece] = deque()
        """Chunks whose worker died, or that were under way when one did; each is played with nothing else under way."""
        self.flying: dict[Future[tuple[Chunk, float]], _Piece] = {}
        self.executor = pool.open()

    def go(self) -> None:
        """Plays everything."""
        done = False
        try:
            while self.ahead or self.suspects or self.flying:
                if self.run.stop():
                    self._finish()
                    return
                self._submit()
                if self.flying:
                    self._take(wait(self.flying, _LOOK_S, FIRST_COMPLETED).done)
            done = True
        finally:
            self.pool.close(self.executor, done)

    def _finish(self) -> None:
        """Has the workers stop, and keeps what they have played."""
        self.run.stopped = True
        if self.pool.stop is not None:
            self.pool.stop()
            for future in list(self.flying):
                if future.cancel():
                    del self.flying[future]
        for future in wait(self.flying).done:
            if not future.cancelled() and future.exception() is None:
                self._keep(*future.result())

    def _submit(self) -> None:
        """Has as much under way as is useful, but never anything beside a suspect."""
        if self.suspects:
            if not self.flying:
                self._send(self.suspects.popleft())
            return
        # One chunk waits for each worker, so that none is idle, and as few as possible die with it.
        while self.ahead and len(self.flying) < 2 * self.pool.workers:
            games = self.ahead.popleft()
            most = max(1, self.total // (4 * self.pool.workers))
            size = min(self.run._size, most, len(games))
            if size < len(games):
                self.ahead.appendleft(games[size:])
            if not self._send(_Piece(games[:size])):
                return

    def _send(self, piece: _Piece) -> bool:
        games, run = piece.games, self.run
        try:
            future = self.executor.submit(
                play_chunk, run.experiment, games.start, games.stop, run.wanted, run.clock
            )
        except BrokenExecutor:
            self.suspects.append(piece)
            executor = self.executor
            self._take(wait(self.flying).done)
            if self.executor is executor:  # nothing was under way that told of it
                self.run.died()
                self._again()
            return False
        self.flying[future] = piece
        return True

    def _take(self, done: Iterable[Future[tuple[Chunk, float]]]) -> None:
        """Keeps what has been played; what has not is played again."""
        broken = False
        dead: list[_Piece] = []
        for future in done:
            piece = self.flying.pop(future)
            try:
                chunk, took_s = future.result()
            except (BrokenExecutor, CancelledError):
                broken = True
                dead.append(piece)
            except self.pool.deadly:
                dead.append(piece)
            else:
                self._keep(chunk, took_s)
                if chunk.end < piece.games.stop:
                    self.ahead.appendleft(range(chunk.end, piece.games.stop))
        if broken:
            # Of all that was under way nobody can tell what killed the worker.
            dead += self.flying.values()
            self.flying.clear()
        if dead:
            self.run.died()
            alone = len(dead) == 1
            for piece in dead:
                self._suspect(piece, alone)
        if broken:
            self._again()

    def _keep(self, chunk: Chunk, took_s: float) -> None:
        self.run._paced(chunk, took_s)
        if chunk.end > chunk.first:
            self.run.keep(chunk)

    def _suspect(self, piece: _Piece, alone: bool) -> None:
        """Has a chunk played again: by itself, then in halves, then game by game."""
        games = piece.games
        if alone and len(games) > 1:
            half = len(games) // 2
            self.suspects.extendleft([_Piece(games[half:]), _Piece(games[:half])])
            return
        piece.deaths += alone
        if piece.deaths < _TRIES:
            self.suspects.append(piece)
            return
        self.run.left_out.append(games.start)
        if len(self.run.left_out) >= _MOST_LEFT_OUT:
            raise WorkersDie

    def _again(self) -> None:
        """Opens another executor, and goes on only if its workers live as long as they have nothing to do."""
        for _ in range(_TRIES):
            self.pool.close(self.executor, False)
            self.executor = self.pool.open()
            try:
                self.executor.submit(prepare, self.run.experiment).result()
                return
            except (BrokenExecutor, CancelledError):
                continue
            except self.pool.deadly:
                continue
        raise WorkersDie


# ---------------------------------------------------------------- at the workers


def prepare(experiment: Experiment) -> None:
    """Makes a worker ready."""
    batch(experiment)


def play_chunk(
    experiment: Experiment, first: int, end: int, wanted: bool, clock: Callable[[], float]
) -> tuple[Chunk, float]:
    """Plays a chunk, and tells how many seconds the playing took."""
    player = batch(experiment)
    begun = clock()
    chunk = player.play(first, end, wanted, stopping)
    return chunk, clock() - begun


def gaps(played: Sequence[tuple[int, int]], games: int) -> list[range]:
    """Gives the games that are left of the first so many, when those from one number up to another were played."""
    left = []
    at = 0
    for first, end in sorted(played):
        if first > at:
            left.append(range(at, min(first, games)))
        at = max(at, end)
    if at < games:
        left.append(range(at, games))
    return [games for games in left if games]
