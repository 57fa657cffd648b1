"""What a designer claims of many games is tested as they are played: it holds, it fails, or it is not settled.

Error rates:
    However long it is played and whenever it is ended, a claim that is true is said to fail, and one that is false is
    said to hold, with a chance of no more than 1 less the confidence. Of a mean that is so after some hundred games,
    and nothing is said before; of shares always.
    To fail, one of all that a claim speaks of is enough, as one row of `each`: the chance is parted evenly among
    them. To hold, all of them have to: each is given the whole chance, since a claim is false only if one of them is.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Final

from gekido_dsl.ground.pace import Pace
from gekido_dsl.insight import sequences
from gekido_dsl.model import nodes as m
from gekido_dsl.simulate import Batch, Chunk, Experiment, GameResult, Spread, made

if TYPE_CHECKING:
    from collections.abc import Sequence

_PACE: Final = Pace()
_MOST: Final = 100_000_000
"""How many games nobody plays."""
_FIRST: Final = 200
"""How many games come before a mean is judged."""
_TAKEN: Final = 100
"""How many are taken to lie as far inside a claim's range as can be, as few games do not say how many more it takes."""


class Verdict(Enum):
    """What is known of a claim."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "not settled"


@dataclass(frozen=True, slots=True)
class Shown:
    """What games show of one thing that a line speaks of."""

    name: str
    value: float
    low: float
    high: float
    """Where the share or the mean lies."""
    of: int
    verdict: Verdict
    more: int | None
    """About how many games more would settle it; 0 when it is settled, None when no number would."""


@dataclass(frozen=True, slots=True)
class Tested:
    """A line of a claim, and what games show of it."""

    line: m.Claimed
    shown: tuple[Shown, ...]

    @property
    def verdict(self) -> Verdict:
        """It fails where one fails, and holds where all hold."""
        verdicts = {one.verdict for one in self.shown}
        if Verdict.FAILS in verdicts:
            return Verdict.FAILS
        return Verdict.HOLDS if verdicts == {Verdict.HOLDS} else Verdict.OPEN


@dataclass(frozen=True, slots=True)
class Result:
    """A claim, and what games show of it."""

    claim: m.Claim
    games: int
    failed: int
    """Games with a rule error, which count for nothing."""
    lines: tuple[Tested, ...]

    @property
    def verdict(self) -> Verdict:
        """It fails where a line fails, and holds where all hold."""
        verdicts = {one.verdict for one in self.lines}
        if Verdict.FAILS in verdicts:
            return Verdict.FAILS
        return Verdict.HOLDS if verdicts == {Verdict.HOLDS} else Verdict.OPEN

    @property
    def more(self) -> int | None:
        """About how many games more would settle it; None when no number would."""
        each = [one.more for line in self.lines for one in line.shown if one.verdict is Verdict.OPEN]
        known = [one for one in each if one is not None]
        return max(known, default=0) if len(known) == len(each) else None


# ---------------------------------------------------------------- counting

Counted = tuple[int, str]
"""A line by its number, and what it speaks of."""


@dataclass(slots=True)
class Counts:
    """What games add to the lines of a claim."""

    games: int = 0
    failed: int = 0
    shares: dict[Counted, list[int]] = field(default_factory=dict)
    """How often it was so, of how many."""
    means: dict[int, Spread] = field(default_factory=dict)

    def add(self, game: GameResult, lines: "Sequence[m.Claimed]", pace: Pace = _PACE) -> None:
        """Counts a game."""
        if game.error is not None:
            self.failed += 1
            return
        self.games += 1
        for at, line in enumerate(lines):
            if line.kind == "mean":
                self.means.setdefault(at, Spread()).add(_length(game, line.unit, pace))
                continue
            for name, count, of in _counted(game, line, pace):
                counts = self.shares.setdefault((at, name), [0, 0])
                counts[0] += count
                counts[1] += of

    def merge(self, other: "Counts") -> None:
        """Adds other games."""
        self.games += other.games
        self.failed += other.failed
        for key, (count, of) in other.shares.items():
            counts = self.shares.setdefault(key, [0, 0])
            counts[0] += count
            counts[1] += of
        for at, spread in other.means.items():
            self.means.setdefault(at, Spread()).merge(spread)


def _length(game: GameResult, unit: str, pace: Pace) -> int:
    """Gives how long a game took; minutes as seconds, since totals are whole numbers."""
    match unit:
        case "minutes":
            assert game.course is not None
            return pace.seconds(game.course.numbers)
        case "turns":
            return game.turns
        case _:
            return game.decisions


def _scale(unit: str) -> int:
    """Gives in how many parts a unit is counted."""
    return 60 if unit == "minutes" else 1


def follows(claim: m.Claim) -> bool:
    """Tells whether games have to be followed to judge a claim: how long they take at a table needs that."""
    return any(line.unit == "minutes" for line in claim.lines)


def _counted(game: GameResult, line: m.Claimed, pace: Pace) -> Iterator[tuple[str, int, int]]:
    """Gives how often what a line says was so in a game, of how many; wins are of the games that ended."""
    match line.kind:
        case "longer":
            yield "", int(_length(game, line.unit, pace) > line.length * _scale(line.unit)), 1
        case "shorter":
            yield "", int(_length(game, line.unit, pace) < line.length * _scale(line.unit)), 1
        case "unfinished":
            yield "", int(not game.finished), 1
        case _ if not game.finished:
            return
        case "drawn":
            yield "", int(game.shared), 1
        case "ends":
            yield "", int(game.label in line.names), 1
        case "all":
            yield "", int(len(game.winners) == len(game.ranks)), 1
        case "seats":
            for seat in range(len(game.ranks)):
                yield f"seat {seat + 1}", int(seat in game.won), 1
        case "seat":
            yield "", int(line.seat in game.won), 1
        case _:
            for seat, things in enumerate(game.owned):
                for kind, name in things:
                    if kind == line.thing and name in line.names:
                        yield name, int(seat in game.won), 1


@dataclass(slots=True)
class ClaimChunk(Chunk):
    """Games that were played one after the other, as a claim counts them."""

    counts: Counts = field(default_factory=Counts)


@dataclass(frozen=True, slots=True)
class Counting:
    """Makes what counts the games of an experiment for a claim; it can be sent to other processes."""

    number: int
    """Of the claim in its ruleset."""
    pace: Pace = _PACE

    def __call__(self, experiment: Experiment, game: "m.Game") -> Batch:
        """Makes it; see `Experiment.maker`."""
        player = made(replace(experiment, maker=None), lambda: game)
        return ClaimBatch(player, game.claims[self.number].lines, self.pace)


class ClaimBatch:
    """Plays games, and counts them for a claim."""

    def __init__(self, player: Batch, lines: "Sequence[m.Claimed]", pace: Pace = _PACE) -> None:
        self._player = player
        self._pace = pace
        self._lines = lines

    def play(self, first: int, end: int, keep: bool, stop: Callable[[], bool]) -> ClaimChunk:
        """Plays games; see `Batch`."""
        played = self._player.play(first, end, True, stop)
        chunk = ClaimChunk(first, played.end, type(played.totals)(), [], played.stopped, played.by)
        for game in played.games:
            chunk.counts.add(game, self._lines, self._pace)
        return chunk


# ---------------------------------------------------------------- judging


def names_of(line: m.Claimed, players: int) -> tuple[str, ...]:
    """Lists what a line speaks of."""
    if line.kind in ("rows", "row"):
        return line.names
    return tuple(f"seat {seat + 1}" for seat in range(players)) if line.kind == "seats" else ("",)


def judge(claim: m.Claim, counts: Counts, players: int, confidence: float) -> Result:
    """Tells what games show of a claim."""
    each: Mapping[int, tuple[str, ...]] = {at: names_of(line, players) for at, line in enumerate(claim.lines)}
    alpha = (1 - confidence) / max(1, sum(map(len, each.values())))
    lines = []
    for at, line in enumerate(claim.lines):
        if line.kind == "mean":
            lines.append(Tested(line, (_mean(line, counts.means.get(at, Spread()), alpha),)))
            continue
        shown = tuple(_share(line, name, counts, at, alpha, 1 - confidence) for name in each[at])
        lines.append(Tested(line, shown))
    return Result(claim, counts.games, counts.failed, tuple(lines))


def _share(line: m.Claimed, name: str, counts: Counts, at: int, alpha: float, whole: float) -> Shown:
    count, of = counts.shares.get((at, name), (0, 0))
    low, high = sequences.share(count, of, alpha)
    value = count / of if of else 0.0
    verdict = _share_verdict(line, count, of, alpha, whole)
    more: int | None = 0
    if verdict is Verdict.OPEN:
        needed = _needed(line, count, of, alpha, whole)
        # What is counted may come less than once in a game.
        more = max(1, math.ceil((needed - of) * counts.games / of)) if needed is not None else None
    return Shown(name, value, low, high, of, verdict, more)


def _share_verdict(line: m.Claimed, count: int, of: int, alpha: float, whole: float) -> Verdict:
    """Judges a share.

    Args:
        alpha: the chance with which it may be said to fail though it is true.
        whole: the chance with which it may be said to hold though it is false.
    """
    low, high = sequences.share(count, of, alpha)
    if high < line.low or low > line.high:
        return Verdict.FAILS
    least, most = max(line.low, 0.0), min(line.high, 1.0)
    needed = -math.log(whole)
    above = least <= 0.0 or sequences.evidence(count, of, least, most) >= needed
    below = most >= 1.0 or sequences.evidence(count, of, most, least) >= needed
    return Verdict.HOLDS if of and above and below else Verdict.OPEN


def _needed(line: m.Claimed, count: int, of: int, alpha: float, whole: float) -> int | None:
    """Gives of how many it would be settled if it went on much as it went; None if of none that could be played."""
    if not of:
        return None
    inside = 0.0 if line.low <= 0.0 else 1.0 if line.high >= 1.0 else (line.low + line.high) / 2
    share = (count + _TAKEN * inside) / (of + _TAKEN)
    times = 1.0
    while times * of < _MOST:
        times *= 1.25
        number = math.ceil(of * times)
        then = count + round(share * (number - of))
        if _share_verdict(line, then, number, alpha, whole) is not Verdict.OPEN:
            return number
    return None


def _mean(line: m.Claimed, spread: Spread, alpha: float) -> Shown:
    scale = _scale(line.unit)
    mean, sd = spread.mean / scale, max(spread.sd, 0.5) / scale
    half = sd * sequences.radius(spread.count, alpha)
    low, high = max(0.0, mean - half), mean + half
    verdict = _verdict(line, low, high) if spread.count >= _FIRST else Verdict.OPEN
    more: int | None = 0
    if verdict is Verdict.OPEN:
        needed = sequences.games_for(_distance(line, mean), sd, alpha)
        more = max(1, needed - spread.count) if needed is not None else None
    return Shown("", mean, low, high, spread.count, verdict, more)


def _verdict(line: m.Claimed, low: float, high: float) -> Verdict:
    if high < line.low or low > line.high:
        return Verdict.FAILS
    return Verdict.HOLDS if line.low <= low and high <= line.high else Verdict.OPEN


def _distance(line: m.Claimed, value: float) -> float:
    """Gives how far a value lies from the nearest end that it could cross."""
    ends = [
        end
        for end, open_end in (
            (line.low, line.low <= 0.0),
            (line.high, line.high >= 1.0 and line.kind != "mean"),
        )
        if not open_end and math.isfinite(end)
    ]
    return min((abs(value - end) for end in ends), default=1.0)
