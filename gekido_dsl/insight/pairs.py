"""Two experiments are played with common random numbers, game beside game, and each pair becomes numbers.

Game i has the same seed in both: the same shuffles, dice and choices of chance for as long as both ask for the same
ones. What is equal in both cancels out, so a difference is known after far fewer games than if they were played apart.

Invariants:
    Sums are whole numbers; added up in any order they are the same.
    A measure is a share or a mean: over all games the sum of its number by the sum of what it is counted of.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from gekido_dsl.simulate import Batch, Chunk, Experiment, GameResult, made

if TYPE_CHECKING:
    from gekido_dsl.model import nodes as m

Measure = tuple[str, str]
"""What is measured, and of what: `("wins", "seat 1")`, `("Bot", "Slicer")`, `("length", "turns")`."""

WINS: Final = "wins"
LENGTH: Final = "length"
END: Final = "ended by"
DRAWS: Final = ("draws", "")
UNFINISHED: Final = ("unfinished", "")
TURNS: Final = (LENGTH, "turns")
DECISIONS: Final = (LENGTH, "decisions")
JOINT: Final = ("all win", "")


def measured(game: GameResult) -> Iterator[tuple[Measure, int, int]]:
    """Gives what a game adds to each measure: a number, and how often it could have been."""
    if game.error is not None:
        return
    yield TURNS, game.turns, 1
    yield DECISIONS, game.decisions, 1
    yield UNFINISHED, int(not game.finished), 1
    if not game.finished:
        return
    yield DRAWS, int(game.shared), 1
    if game.joint:
        yield JOINT, int(bool(game.winners)), 1
    won = frozenset(game.won)
    for seat in range(len(game.ranks)):
        yield (WINS, f"seat {seat + 1}"), int(seat in won), 1
    if game.label:
        yield (END, game.label), 1, 1
    had: dict[Measure, list[int]] = {}
    for seat, things in enumerate(game.owned):
        for thing in things:
            counts = had.setdefault(thing, [0, 0])
            counts[0] += seat in won
            counts[1] += 1
    for thing, (wins, times) in had.items():
        yield thing, wins, times


@dataclass(slots=True)
class Moments:
    """Sums over pairs of games of four numbers, and of their products: in A and in B, what was counted and of what."""

    sums: list[int] = field(default_factory=lambda: [0] * 4)
    products: list[int] = field(default_factory=lambda: [0] * 16)

    def add(self, numbers: tuple[int, int, int, int]) -> None:
        """Counts a pair of games."""
        for at, one in enumerate(numbers):
            if one:
                self.sums[at] += one
                for other_at, other in enumerate(numbers):
                    self.products[4 * at + other_at] += one * other

    def merge(self, other: "Moments") -> None:
        """Adds other pairs of games."""
        for at, one in enumerate(other.sums):
            self.sums[at] += one
        for at, one in enumerate(other.products):
            self.products[at] += one


@dataclass(slots=True)
class Pairs:
    """What pairs of games come to."""

    games: int = 0
    alike: int = 0
    """Pairs whose two games came out the same in everything that is measured."""
    failed: list[int] = field(default_factory=lambda: [0, 0])
    """In A and in B, games in which a rule could not be carried out; their pairs are in no measure."""
    by_measure: dict[Measure, Moments] = field(default_factory=dict)
    several: set[str] = field(default_factory=set)
    """Kinds of which a player had more than one."""

    def add(self, a: GameResult, b: GameResult) -> None:
        """Counts a pair."""
        if a.error is not None or b.error is not None:
            self.failed[0] += a.error is not None
            self.failed[1] += b.error is not None
            return
        self.games += 1
        numbers: dict[Measure, tuple[int, int, int, int]] = {}
        for measure, count, of in measured(a):
            numbers[measure] = (count, of, 0, 0)
        same = True
        for measure, count, of in measured(b):
            before = numbers.get(measure, (0, 0))
            same = same and before[:2] == (count, of)
            numbers[measure] = (before[0], before[1], count, of)
        self.alike += same and all(numbers[one][3] for one in numbers)
        for measure, four in numbers.items():
            self.by_measure.setdefault(measure, Moments()).add(four)
        for game in (a, b):
            for things in game.owned:
                if len({kind for kind, _ in things}) < len(things):
                    kinds = [kind for kind, _ in things]
                    self.several |= {kind for kind in kinds if kinds.count(kind) > 1}

    def merge(self, other: "Pairs") -> None:
        """Adds other pairs."""
        self.games += other.games
        self.alike += other.alike
        self.failed = [mine + more for mine, more in zip(self.failed, other.failed, strict=True)]
        self.several |= other.several
        for measure, moments in other.by_measure.items():
            self.by_measure.setdefault(measure, Moments()).merge(moments)


@dataclass(slots=True)
class PairChunk(Chunk):
    """Pairs of games that were played one after the other."""

    pairs: Pairs = field(default_factory=Pairs)


@dataclass(frozen=True, slots=True)
class Beside:
    """Makes what plays an experiment with another one beside it; it can be sent to other processes."""

    other: Experiment

    def __call__(self, experiment: Experiment, game: "m.Game") -> Batch:
        """Makes it; see `Experiment.maker`."""
        return PairedBatch(made(replace(experiment, maker=None), lambda: game), made(self.other))


class PairedBatch:
    """Plays the games of two experiments side by side."""

    def __init__(self, a: Batch, b: Batch) -> None:
        self._a, self._b = a, b

    def play(self, first: int, end: int, keep: bool, stop: Callable[[], bool]) -> PairChunk:
        """Plays pairs of games; see `Batch`."""
        one = self._a.play(first, end, True, stop)
        other = self._b.play(first, one.end, True, lambda: False) if one.end > first else one
        last = min(one.end, other.end)
        chunk = PairChunk(first, last, type(one.totals)(), [], one.stopped or other.stopped)
        chunk.by = one.by.beside(other.by)
        for a, b in zip(one.games, other.games, strict=False):
            chunk.pairs.add(a, b)
        return chunk


def paired(a: Experiment, b: Experiment) -> Experiment:
    """Makes the experiment whose games are pairs: those of one with those of another beside them."""
    return replace(a, maker=Beside(b))
