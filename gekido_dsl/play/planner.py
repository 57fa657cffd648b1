"""A bot that plans: whole courses of its own decisions, up to the beginning of its next turn, valued by the aim.

Invariants:
    It is fair like every bot: it looks at the decision, at views of its own seat and at sampled worlds, nothing else.
    The effort is counted in courses that are tried, and a course in decisions; never in seconds.
    A plan is remembered and followed as long as its seat sees what the plan foresaw; else it is made anew. So the bot
    plays the same match again, but one that goes on in the middle of a plan may plan otherwise than before.
"""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.engine import Decision, Executor, RuleError, Seat, State, View
from gekido_dsl.play.bots import WIN, open_choices, rng_of, worth
from gekido_dsl.rng import Rng

_AGAIN: Final = 12
"""After how many changes in a row that give a plan tried before a search ends."""
_WAYS: Final = 8
"""One change in so many leaves a decision out, and one puts one in."""
_REMEMBERED: Final = 24
"""How many decisions ahead a plan is remembered."""


@dataclass(frozen=True, slots=True)
class _Course:
    """One course of a match, from the decision at hand to the beginning of the seat's next turn."""

    worth: float
    taken: tuple[str, ...]
    """What the seat chose, wherever it had a choice."""
    offered: tuple[tuple[str, ...], ...]
    """What it could choose among there."""
    seen: tuple[View, ...] = ()
    """What it saw there, if that was asked for."""


@dataclass(frozen=True, slots=True)
class _World:
    """A sampled world, and the chance by which others decide in it."""

    state: State
    seed: int


class PlannerBot:
    """Searches for the best plan: random plans first, then changes of the best one, a decision at a time.

    A plan is the identities of choices in order. What a world does not offer is replaced by what is called most like
    it. Others decide at random; what chance brings in a world is the same for every plan.
    """

    def __init__(self, seed: int, worlds: int = 3, courses: int = 240, depth: int = 160) -> None:
        """Sets the effort.

        Args:
            worlds: in how many worlds a plan is tried.
            courses: how many courses a search may try, in all worlds together.
            depth: how many decisions a course has, at most.
        """
        self.seed = seed
        self.worlds = worlds
        self.courses = courses
        self.depth = depth
        self._taken = 0
        self._ahead: list[tuple[View, str]] = []

    def choose(
        self, executor: Executor, state: State, decision: Decision, taken: int, barred: Collection[int] = ()
    ) -> int:
        """Gives the number of a choice; see `Bot`."""
        candidates = open_choices(decision, barred)
        if len(candidates) == 1:
            return candidates[0]
        numbers = {decision.choices[number].id: number for number in reversed(candidates)}
        ahead, self._ahead = self._ahead if taken > self._taken else [], []
        self._taken = taken
        if ahead and ahead[0][1] in numbers and ahead[0][0] == executor.observe(state, decision.seat):
            self._ahead = ahead[1:]
            return numbers[ahead[0][1]]
        search = _Search(self, executor, state, decision.seat, tuple(numbers), taken)
        best = search.best()
        self._ahead = list(zip(best.seen, best.taken, strict=False))[1:]
        return numbers[best.taken[0]]


class _Search:
    """One search, at one decision."""

    def __init__(
        self,
        bot: PlannerBot,
        executor: Executor,
        state: State,
        seat: Seat,
        first: tuple[str, ...],
        taken: int,
    ) -> None:
        self.executor = executor
        self.seat = seat
        self.first = first
        self.turn = executor.turn(state)[0]
        self.depth = bot.depth
        self.left = max(bot.courses, bot.worlds + 1)
        self.rng = rng_of(bot.seed, taken)
        self.worlds = [
            _World(executor.sample(state, seat, self.rng.next_word()), self.rng.next_word())
            for _ in range(bot.worlds)
        ]

    def best(self) -> _Course:
        """Finds a plan, and gives its course in the first world with what the seat sees on it.

        Changes are tried in the first world; what is better there than the best plan is in all must be so in all.
        """
        here = best = self._begin()
        mean = self._mean(best, -math.inf)
        known = {best.taken}
        again = 0
        while self.left > 0 and again < _AGAIN:
            plan = self._changed(here)
            again = again + 1 if plan in known else 0
            if again:
                continue
            course = self._course(self.worlds[0], plan, self.worlds[0].seed)
            known |= {plan, course.taken}
            if course.worth >= here.worth:
                here = course
            if course.worth > mean and (tried := self._mean(course, mean)) > mean:
                best, mean = course, tried
        return self._course(self.worlds[0], best.taken, self.worlds[0].seed, seeing=True)

    def _begin(self) -> _Course:
        """Tries random plans in the first world, and gives the best of them."""
        order = list(range(len(self.first)))
        self.rng.shuffle(order)
        number = max(2, min(2 * len(order), self.left // 6))
        plans = [(self.first[order[k % len(order)]],) for k in range(number)]
        tried = [self._course(self.worlds[0], plan, self.rng.next_word()) for plan in plans]
        return max(tried, key=lambda course: course.worth)

    def _mean(self, course: _Course, mark: float) -> float:
        """Tries the plan of a course in the other worlds, as long as it stays above a mark; gives its mean worth."""
        total, count = course.worth, 1
        for world in self.worlds[1:]:
            if total <= mark * count:
                break
            total += self._course(world, course.taken, world.seed).worth
            count += 1
        return total / count

    def _changed(self, course: _Course) -> tuple[str, ...]:
        """Changes one decision of a plan, puts one in or leaves one out; what comes after it stays.

        What is chosen earlier than planned changes places with what it displaces.
        """
        place = self.rng.below(len(course.taken))
        now, before, after = course.taken[place], course.taken[:place], list(course.taken[place + 1 :])
        others = [one for one in course.offered[place] if one != now] or [now]
        other = others[self.rng.below(len(others))]
        match self.rng.below(_WAYS):
            case 0:
                return (*before, *after)
            case 1:
                return (*before, other, now, *after)
        if other in after:
            after[after.index(other)] = now
        return (*before, other, *after)

    def _course(self, world: _World, plan: Sequence[str], fill: int, *, seeing: bool = False) -> _Course:
        """Follows a plan in a world; `fill` decides what the plan leaves open."""
        self.left -= 1
        executor, seat = self.executor, self.seat
        trial = world.state.copy()
        others, own = Rng(world.seed), Rng(fill)
        taken: list[str] = []
        offered: list[tuple[str, ...]] = []
        seen: list[View] = []
        for _ in range(self.depth):
            decision = executor.decision(trial)
            if decision is None or (taken and self._over(trial)):
                break
            choices = decision.forward
            if decision.seat != seat:
                if not _by_chance(executor, trial, choices, others):
                    break
                continue
            number = choices[0]
            if len(choices) > 1 or not taken:
                ids = {decision.choices[one].id: one for one in reversed(choices)}
                names = self.first if not taken else tuple(reversed(ids))
                wanted = plan[len(taken)] if len(taken) < len(plan) else ""
                name = wanted if wanted in ids else _like(wanted, names, own)
                if seeing and len(seen) < _REMEMBERED:
                    seen.append(executor.observe(trial, seat))
                taken.append(name)
                offered.append(names)
                number = ids[name]
            try:
                executor.apply(trial, number)
            except RuleError:
                return _Course(-2 * WIN, tuple(taken), tuple(offered), tuple(seen))
        return _Course(worth(executor, trial, seat), tuple(taken), tuple(offered), tuple(seen))

    def _over(self, trial: State) -> bool:
        """Tells whether a later turn of the seat, or of everybody, has begun."""
        turn, whose = self.executor.turn(trial)
        return turn > self.turn and whose in (None, self.seat)


def _by_chance(executor: Executor, trial: State, choices: list[int], rng: Rng) -> bool:
    """Takes any choice that can be carried out; False if there is none."""
    left = list(choices)
    while left:
        try:
            executor.apply(trial, left.pop(rng.below(len(left))))
        except RuleError:
            continue
        return True
    return False


def _like(wanted: str, names: Sequence[str], rng: Rng) -> str:
    """Gives a choice whose name begins most like the wanted one: another of the same make, where there is one."""
    alike = [_common(wanted, name) for name in names]
    nearest = [name for name, length in zip(names, alike, strict=True) if length == max(alike)]
    return nearest[rng.below(len(nearest))]


def _common(one: str, other: str) -> int:
    """Counts the letters with which two names begin alike."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
