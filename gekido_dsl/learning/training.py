"""Rounds of training: searches play, looking learns from them, and it is measured whether that plays better.

Expert iteration (Anthony, Tian and Barber 2017): from the second round on half of the games' decisions, and then more,
are taken by the learner itself, so that the search is asked where the learner comes to (Ross, Gordon and Bagnell 2011).

Invariants:
    What comes of a round depends on the ruleset, the setting, the plan, the seed and the player that it began with
    alone, however many processes play.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from dataclasses import dataclass, replace
from typing import Any, Final

from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.engine import Setting
from gekido_dsl.learning.fitting import Notes, fit
from gekido_dsl.learning.games import Looking, LookingGames, quick
from gekido_dsl.learning.measuring import checked, share
from gekido_dsl.learning.player import Checked, Player
from gekido_dsl.source import Recorded

OPPONENTS: Final[dict[str, Policy]] = {"greedy": GREEDY, "search:60": Policy(60)}
"""Against whom a trained player is measured."""
_APART: Final = 1 << 24
"""Games of one round have numbers that are so far from those of the next."""
_MEASURED: Final = 1 << 22
"""From which number on the games of a round measure."""
_OPENINGS: Final = 2
"""So many decisions for each player are left to chance where a player meets the one before, as both may always choose
alike."""
_CHUNK: Final = 2
"""Games that a process plays at a time."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How players are trained."""

    rounds: int = 6
    games: int = 400
    """For a round, at most."""
    decisions: int = 15_000
    """After so many decisions a round has enough games."""
    playouts: int = 200
    """What a search takes for a decision."""
    looks: int = 4
    measured: int = 100
    """Pairs of games that measure a player."""


@dataclass(frozen=True, slots=True)
class Course:
    """Which ruleset is trained on, as it is sent to processes."""

    name: str
    texts: Recorded
    setting: Setting


@dataclass(frozen=True, slots=True)
class Round:
    """What came of a round."""

    number: int
    games: int
    decisions: int
    agrees: float
    """In which share of decisions it would have done as the search did."""
    won: Checked | None
    """Against the player before; None where there was none."""
    better: bool
    player: Player


@dataclass(slots=True)
class _Ready:
    """What a process has made ready."""

    course: Course | None = None
    games: LookingGames | None = None


_ready = _Ready()


def _games(course: Course) -> LookingGames:
    if _ready.course != course or _ready.games is None:
        from gekido_dsl.compilation import load

        game = load(course.name, course.texts).model.value
        if game is None:
            raise ValueError(f"{course.name} has errors and cannot be played")
        _ready.course, _ready.games = (
            course,
            LookingGames(game, course.setting, [None] * course.setting.players),
        )
    return _ready.games


def play_noted(course: Course, policy: Looking, first: int, end: int) -> list[list[int]]:
    """Plays games in which each seat searches, and gives what was noted in each."""
    games = _games(course)
    games.arrange([policy] * course.setting.players)
    found: list[list[int]] = []
    for number in range(first, end):
        games.noted()
        games.play(number)
        found.append(games.noted())
    return found


def play_measured(
    course: Course, one: Policy, other: Policy, openings: int, first: int, end: int
) -> list[float]:
    """Plays games, each from both sides, and gives what the one won of them."""
    games, players = _games(course), course.setting.players
    won = [0.0] * (end - first)
    for begins in (0, 1):
        games.arrange([one if seat % 2 == begins else other for seat in range(players)], openings)
        for number in range(first, end):
            played = games.play(number)
            won[number - first] += share(played, range(begins, players, 2), games.standing()) / 2
    return won


class Training:
    """Trains a player, round by round."""

    def __init__(
        self,
        course: Course,
        plan: Plan,
        executor: Executor,
        jobs: int,
        stop: Callable[[], bool] = lambda: False,
        told: Callable[[str, int, int], None] = lambda what, done, whole: None,
    ) -> None:
        """Begins.

        Args:
            executor: where games are played.
            jobs: how many chunks of games are under way at a time.
            stop: is asked now and then whether to stop.
            told: is told what goes on, how far it is, and of how much.
        """
        self._course, self._plan = course, plan
        self._executor, self._jobs = executor, jobs
        self._stop, self._told = stop, told
        self.stopped = False
        self._features = _games(course).features

    def rounds(self, start: Player | None) -> Iterator[Round]:
        """Trains; after two rounds in a row that do not play better it is over.

        Args:
            start: the player to begin with.
        """
        plan, setting = self._plan, self._course.setting
        options = tuple(sorted(setting.options.items()))
        best = start or Player(setting.players, options, plan.looks, 0)
        weights = best.slots(self._features)
        kept: deque[Notes] = deque(maxlen=2)
        worse = 0
        for number in range(best.rounds + 1, best.rounds + plan.rounds + 1):
            acts = 0 if number == 1 else 128 if number == 2 else 192
            policy = Looking(plan.playouts, weights=weights, looks=plan.looks, labels=True, acts=acts)
            notes, games = self._noted(policy, number)
            if self.stopped or not notes.number:
                return
            kept.append(notes)
            whole = Notes()
            for one in kept:
                whole.join(one)
            fitted = fit(whole, self._features.size, weights)
            won = None
            if weights:
                won = self._against(
                    quick(fitted.weights, plan.looks),
                    quick(weights, best.looks),
                    number,
                    plan.measured,
                    _OPENINGS * setting.players,
                )
                if self.stopped:
                    return
            better = won is None or won.won > 50
            names = self._features.names
            made = Player(
                setting.players, options, plan.looks, number,
                tuple((names[slot], weight) for slot, weight in fitted.weights),
            )  # fmt: skip
            if better:
                best, weights, worse = made, fitted.weights, 0
            else:
                best, worse = replace(best, rounds=number), worse + 1
            yield Round(number, games, notes.number, fitted.agrees, won, better, best)
            if worse == 2:
                return

    def check(self, player: Player, pairs: int) -> Player:
        """Measures a player against those that nobody trained."""
        weights = player.slots(self._features)
        found: list[tuple[str, Checked]] = []
        for name, opponent in OPPONENTS.items():
            won = self._against(quick(weights, player.looks), opponent, 0, pairs)
            if self.stopped:
                return player
            found.append((name, won))
        return replace(player, checked=tuple(found))

    def _noted(self, policy: Looking, number: int) -> tuple[Notes, int]:
        """Plays the games of a round; those after the one that is enough do not count."""
        notes, games, plan = Notes(), 0, self._plan
        first = number * _APART
        for some in self._in_order(play_noted, (policy,), first, plan.games):
            for one in some:
                if notes.number < plan.decisions:
                    notes.read(one)
                    games += 1
            self._told(f"round {number}, decisions", min(notes.number, plan.decisions), plan.decisions)
            if notes.number >= plan.decisions:
                break
        return notes, games

    def _against(self, one: Policy, other: Policy, number: int, pairs: int, openings: int = 0) -> Checked:
        won: list[float] = []
        for some in self._in_order(play_measured, (one, other, openings), number * _APART + _MEASURED, pairs):
            won += some
            self._told("measured, pairs of games", len(won), pairs)
        return checked(won or [0.5], 2 * len(won))

    def _in_order(
        self, work: Callable[..., list[Any]], given: tuple[Any, ...], first: int, number: int
    ) -> Iterator[list[Any]]:
        """Has games played, some at a time, and gives what came of them in the order of the games."""
        ahead = ((at, min(at + _CHUNK, first + number)) for at in range(first, first + number, _CHUNK))
        under_way: deque[Future[list[Any]]] = deque()
        try:
            while True:
                while len(under_way) < 2 * self._jobs and (next_ := next(ahead, None)) is not None:
                    under_way.append(self._executor.submit(work, self._course, *given, *next_))
                if not under_way:
                    return
                while not under_way[0].done():
                    if self._stop():
                        self.stopped = True
                        return
                    _wait(under_way[0])
                yield under_way.popleft().result()
        finally:
            for one in under_way:
                one.cancel()


def _wait(future: "Future[Any]") -> None:
    from concurrent.futures import wait

    wait([future], timeout=0.2)
