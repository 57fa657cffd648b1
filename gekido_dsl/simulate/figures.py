"""What games come to becomes single figures with their intervals: how long, fiddly and tense; what comes with winning.

Every figure has a key, which stays what it is from version to version, and words for people.

Units:
    Shares from 0 to 1; minutes of play, without teaching the game.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from gekido_dsl.ground.happenings import HANDS
from gekido_dsl.ground.pace import Pace
from gekido_dsl.ground.told import TOLD
from gekido_dsl.simulate import intervals
from gekido_dsl.simulate.courses import PARTS, Courses, Estimate
from gekido_dsl.simulate.mattering import Mattering
from gekido_dsl.simulate.spread import Spread
from gekido_dsl.simulate.tallies import Tallies

Form = Literal["number", "share", "minutes"]


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that the games tell."""

    group: str
    key: str
    name: str
    estimate: Estimate
    form: Form = "number"
    of: int = 0
    """Of how many games it is told."""


_HANDS: Final = {
    "moves": ("moves_a_turn", "things put somewhere, each turn"),
    "draws": ("draws_a_turn", "things drawn, each turn"),
    "throws": ("throws_a_turn", "throws of dice, each turn"),
    "numbers": ("numbers_a_turn", "numbers changed, each turn"),
}


def figures(courses: Courses, pace: Pace) -> Iterator[Figure]:
    """Gives the figures of games whose courses were followed; none of none."""
    moments = courses.moments
    if not moments.games:
        return
    games, turn, real = moments.games, {"turns": 1.0}, {"real": 1.0}

    def one(
        group: str, key: str, name: str, estimate: Estimate, form: Form = "number", of: int = games
    ) -> Figure:
        return Figure(group, key, name, estimate, form, of)

    yield one("length", "minutes", "minutes, about", moments.mean(pace.weights), "minutes")
    yield one("length", "real_decisions", "decisions with a choice", moments.mean(real))
    quick = moments.ratio({"quick": 1}, real)
    if quick.value:
        yield one("length", "quick_share", "of them passes or repeats", quick, "share")
    again = moments.ratio({"again": 1}, real)
    if again.value:
        yield one("length", "again_share", "of them asked before in the turn", again, "share")
    yield one("choices", "choices_a_decision", "choices each time", moments.ratio({"choices": 1}, real))
    share = moments.ratio(real, {"decisions": 1})
    yield one("choices", "real_share", "decisions that have a choice", share, "share")
    yield one("choices", "decisions_a_turn", "with a choice, each turn", moments.ratio(real, turn))
    if len(courses.seats) > 1:
        wait = moments.ratio({"waited": 1}, {"waits": 1})
        yield one("waiting", "wait", "decisions of others in between", wait)
        yield one("waiting", "longest_wait", "the longest wait of a game", _mean(courses.longest))
    work = dict.fromkeys(HANDS, 1.0)
    yield one("by hand", "operations_a_turn", "all operations, each turn", moments.ratio(work, turn))
    further = moments.ratio({"further": 1}, work)
    if further.value:
        yield one("by hand", "further_share", "of them one more of the same", further, "share")
    for name in HANDS:
        if moments.total({name: 1}):
            yield one("by hand", *_HANDS[name], moments.ratio({name: 1}, turn))
    if courses.changes.count:
        measured = courses.changes.count
        yield one("lead", "lead_changes", "lead changes in a game", _mean(courses.changes), of=measured)
    if courses.judged:
        yield from _settled(courses)


def worth(found: Mattering) -> Iterator[Figure]:
    """Tells how often a decision mattered, and what a good choice is worth; nothing where that was not measured."""
    if found.weighed:
        yield Figure("worth", "mattered", "decisions that mattered", found.share, "share", found.games)
        yield Figure(
            "worth", "good_choice", "a good choice over any, of 100 wins", found.gain, of=found.games
        )


def _settled(courses: Courses) -> Iterator[Figure]:
    """Tells when games are decided, and how often the last comes first."""
    of = courses.judged
    halves = sum(number for part, number in courses.decided.items() if part < PARTS // 2)
    late = sum(number for part, number in courses.decided.items() if part >= PARTS - PARTS // 10)
    yield Figure("lead", "settled_by_half", "settled in the first half", _share(halves, of), "share", of)
    yield Figure(
        "lead", "open_to_the_end", "settled in the last tenth or later", _share(late, of), "share", of
    )
    yield Figure(
        "lead",
        "comebacks",
        "won by who was last at half or later",
        _share(courses.comebacks, of),
        "share",
        of,
    )


def _mean(spread: Spread) -> Estimate:
    low, high = intervals.mean(spread.count, spread.mean, spread.sd)
    return Estimate(spread.mean, low, high, spread.sd)


def _share(count: int, of: int) -> Estimate:
    return Estimate(count / of if of else 0.0, *intervals.wilson(count, of))


# ---------------------------------------------------------------- what comes with winning


@dataclass(frozen=True, slots=True)
class Effect:
    """How often those win who do something with a thing, and how often the others do."""

    what: str
    kind: str
    name: str
    times: int
    used: int
    """By players in finished games, each counted once for a game."""
    won: int
    others: int
    others_won: int

    @property
    def gain(self) -> Estimate:
        """The share of wins with it, less that without."""
        with_it = self.won / self.used if self.used else 0.0
        without = self.others_won / self.others if self.others else 0.0
        return Estimate(
            with_it - without, *intervals.difference(self.won, self.used, self.others_won, self.others)
        )

    @property
    def clear(self) -> bool:
        """Whether its interval leaves nothing out."""
        return self.gain.low > 0 or self.gain.high < 0


_NEVER: Final = frozenset(kind for kind, told in TOLD.items() if told.decides)
"""What says by itself who wins or loses."""


def effects(tallies: Tallies, players: int, finished: int, wins: int) -> list[Effect]:
    """Compares, for each thing with a name, the players to whom something happened with it and the others.

    Args:
        finished: games that ended by their rules.
        wins: of all seats together, in those games.
    """
    summed: dict[tuple[str, str, str], list[int]] = {}
    for one in tallies.happenings:
        if one.seat >= 0 and one.name and one.what not in _NEVER and one.kind != "phase":
            counts = summed.setdefault((one.kind, one.what, one.name), [0, 0, 0])
            for at, count in enumerate((one.times, one.games, one.won)):
                counts[at] += count
    found = []
    for (kind, what, name), (times, used, won) in sorted(summed.items()):
        others = players * finished - used
        if used and others > 0:
            found.append(Effect(what, kind, name, times, used, won, others, wins - won))
    return found


def telling(found: Iterable[Effect], most: int) -> list[Effect]:
    """Gives the largest effects that are clear; of each thing the one that tells most."""
    best: dict[tuple[str, str], Effect] = {}
    for one in sorted((one for one in found if one.clear), key=_size):
        best[one.kind, one.name] = one
    return sorted(best.values(), key=lambda one: (-_size(one), one.kind, one.name))[:most]


def _size(one: Effect) -> float:
    return abs(one.gain.value)
