"""A bot that plans: whole courses of its own decisions, up to the beginning of its next turn, valued by the aim.

Invariants:
    It is fair like every bot: it looks at the decision, at views of its own seat and at sampled worlds, nothing else.
    The effort is counted in courses that are tried, and a course in decisions; never in seconds.
    A plan is remembered and followed as long as its seat sees what the plan foresaw; else it is made anew. So the bot
    plays the same match again, but one that goes on in the middle of a plan may plan otherwise than before.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.engine import Decision, Executor, RuleError, Seat, State, View
from gekido_dsl.play.bots import WIN, open_choices, rng_of, shuffle, worth
from gekido_dsl.rng import Rng

_AGAIN: Final = 12
"""After how many changes in a row that give a plan tried before a search ends."""
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

    A plan is the identities of choices in order. What a world does not offer is replaced by chance. Others decide at
    random; what chance brings in a world is the same for every plan.
    """

    def __init__(self, seed: int, worlds: int = 3, courses: int = 80, depth: int = 160) -> None:
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
        """Finds a plan, and gives its course in the first world with what the seat sees on it."""
        courses = self._begin()
        known = {courses[0].taken}
        again = 0
        while self.left > 0 and again < _AGAIN:
            plan = self._changed(courses[0])
            again = again + 1 if plan in known else 0
            if again:
                continue
            known.add(plan)
            total = sum(course.worth for course in courses)
            changed = self._tried(plan, [course.worth for course in courses])
            if len(changed) == len(courses) and sum(course.worth for course in changed) >= total:
                courses = changed
        return self._course(self.worlds[0], courses[0].taken, self.worlds[0].seed, seeing=True)

    def _begin(self) -> list[_Course]:
        """Tries random plans: all in the first world, the better half of those in the next, and so on."""
        order = list(range(len(self.first)))
        shuffle(order, self.rng)
        number = max(2, min(2 * len(order), self.left // 4))
        plans = [(self.first[order[k % len(order)]],) for k in range(number)]
        field = [[self._course(self.worlds[0], plan, self.rng.next_word())] for plan in plans]
        for world in self.worlds[1:]:
            field.sort(key=lambda tried: -sum(course.worth for course in tried))
            field = field[: max(1, len(field) // 2)]
            for tried in field:
                tried.append(self._course(world, tried[0].taken, world.seed))
        return max(field, key=lambda tried: sum(course.worth for course in tried))

    def _changed(self, course: _Course) -> tuple[str, ...]:
        """Changes one decision of a plan, and keeps what comes before and, where it still fits, after it.

        What is chosen earlier than planned changes places with what it displaces.
        """
        place = self.rng.below(len(course.taken))
        others = [one for one in course.offered[place] if one != course.taken[place]] or [course.taken[place]]
        other = others[self.rng.below(len(others))]
        after = list(course.taken[place + 1 :])
        if other in after:
            after[after.index(other)] = course.taken[place]
        return (*course.taken[:place], other, *after)

    def _tried(self, plan: tuple[str, ...], mark: Sequence[float]) -> list[_Course]:
        """Tries a plan in one world after the other, as long as it keeps up with the best one."""
        tried: list[_Course] = []
        for number, world in enumerate(self.worlds):
            tried.append(self._course(world, tried[0].taken if tried else plan, world.seed))
            if sum(course.worth for course in tried) < sum(mark[: number + 1]):
                break
        return tried

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
                name = wanted if wanted in ids else names[own.below(len(names))]
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
