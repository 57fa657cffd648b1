"""Between which numbers a fact lies at a statement, told from what was done to it since its body began.

Invariants:
    A range is never too narrow: a loop that changes the fact, and what is set going elsewhere, may bring any number.
"""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache

from gekido_dsl.model import bounds, facts, sites
from gekido_dsl.model import nodes as m
from gekido_dsl.model.ranges import Range, arithmetic, declared, hull, meet
from gekido_dsl.model.sites import Site


def at(game: m.Game, site: Site, fact: m.Expr) -> Range:
    """Gives the range of a fact where a statement stands."""
    anything = declared(fact.type)
    if not isinstance(site.owner, m.Procedure) or not isinstance(fact, m.ops.Field | m.ops.Cell):
        return anything
    found = _of(game).walk(site.owner, fact).before(site.statement)
    return anything if found is None else meet(anything, found)


class _Flow:
    """What was followed in one game."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self._courses: dict[m.Procedure, _Course] = {}
        self._walks: dict[tuple[m.Procedure, m.Expr], _Walk] = {}

    def course(self, owner: m.Procedure) -> "_Course":
        """Looks through a body, once for all facts."""
        found = self._courses.get(owner)
        if found is None:
            found = self._courses[owner] = _Course(facts.of(self.game), owner.body.statements)
        return found

    def walk(self, owner: m.Procedure, fact: m.Expr) -> "_Walk":
        """Follows a fact through a body, once for each fact."""
        found = self._walks.get((owner, fact))
        if found is None:
            found = self._walks[owner, fact] = _Walk(self.game, owner, fact, self.course(owner))
            found.block(owner.body.statements, found.start)
        return found


@lru_cache(maxsize=2)
def _of(game: m.Game) -> _Flow:
    """Gives what was followed in a game, which is kept as long as its facts are."""
    return _Flow(game)


class _Course:
    """How a body goes, whichever fact is asked about."""

    def __init__(self, known: facts.Facts, body: tuple[m.Statement, ...]) -> None:
        self.places: dict[int, tuple[int, int, m.Statement | None]] = {}
        """By the id of a statement: the id of its block, its number there, and the statement around the block."""
        self.ends: dict[int, int] = {}
        """By the id of a block: the number of the statement after which nobody comes, where there is one."""
        self.changing: dict[int, dict[facts.Fact, list[int]]] = {}
        """By the id of a block: for each fact the numbers of the statements that change it."""
        self._facts = known
        self._block(body, None)

    def _block(self, block: tuple[m.Statement, ...], around: m.Statement | None) -> bool:
        """Notes a block, and tells whether somebody comes to its end."""
        key = id(block)
        changing = self.changing[key] = {}
        self.ends.pop(key, None)
        for number, statement in enumerate(block):
            self.places[id(statement)] = key, number, around
            for fact in self._facts.changed_in((statement,)):
                changing.setdefault(fact, []).append(number)
            ended = [not self._block(inner, statement) for inner in statement.blocks]
            if isinstance(statement, m.If) and all(ended):
                self.ends.setdefault(key, number)
        return key not in self.ends and not sites.leaves(block)


class _Walk:
    """Follows one fact through a body, by the statements that change it alone."""

    def __init__(self, game: m.Game, owner: m.Procedure, fact: m.Expr, course: _Course) -> None:
        self.facts, self.bounds = facts.of(game), bounds.of(game)
        self.course = course
        self.fact = fact
        self.key: facts.Fact = (fact.op, fact.ref)
        self.anything = declared(fact.type)
        entry = sites.of(game).entry(owner)
        everyone = bounds.of_one(fact, entry)
        self.start = self.bounds.range(fact, (*entry, *everyone))
        self.of_all = self.bounds.range(fact, tuple(everyone))
        self.found: dict[int, tuple[list[int], list[Range]]] = {}
        """By the id of a block: the numbers of the statements before which the range is another, and the ranges."""

    def before(self, statement: m.Statement) -> Range | None:
        """Gives the range before a statement; None where nobody comes, or in what belongs to no plain course."""
        place = self.course.places.get(id(statement))
        if place is None:
            return None
        block, number, around = place
        if number > self.course.ends.get(block, number):
            return None
        if block in self.found:
            numbers, ranges = self.found[block]
            return ranges[bisect_right(numbers, number) - 1]
        now = self.before(around) if around is not None else None
        return self.of_all if now is not None and isinstance(around, m.Each) and around.acting else now

    def _changing(self, block: tuple[m.Statement, ...]) -> Sequence[int]:
        return self.course.changing[id(block)].get(self.key, ())

    def block(self, block: tuple[m.Statement, ...], now: Range) -> Range | None:
        """Gives the range after a block; None when nothing goes on behind it."""
        numbers, ranges = self.found[id(block)] = [0], [now]
        end = self.course.ends.get(id(block))
        for number in self._changing(block):
            if end is not None and number > end:
                break
            left = self._statement(block[number], now)
            if left is None:
                break
            now = left
            numbers.append(number + 1)
            ranges.append(now)
        return None if end is not None or sites.leaves(block) else now

    def _statement(self, statement: m.Statement, now: Range) -> Range | None:
        """Gives the range after a statement that changes the fact."""
        match statement:
            case m.Sentence(otherwise=otherwise):
                after = self._sentence(statement, now)
                return self._either(after, self.block(otherwise, now) if otherwise else None)
            case m.If(then=then, otherwise=otherwise):
                return self._either(self.block(then, now), self.block(otherwise, now))
            case m.Menu(bodies=bodies):
                left: Range | None = now
                for body in bodies:
                    left = self._either(left, self.block(body, now))
                return left
            case m.Each(body=body, acting=True):
                own = now == self.start and self._only_own(body)
                self.block(body, self.of_all if own else self.anything)
                return self.anything
            case m.Each(body=body) | m.Repeat(body=body):
                self.block(body, self.anything)
                return self.anything

    def _either(self, one: Range | None, other: Range | None) -> Range | None:
        if one is None or other is None:
            return one if other is None else other
        return hull(one, other)

    def _sentence(self, sentence: m.Sentence, now: Range) -> Range:
        """Gives the range after a sentence that changes the fact, of this thing or of another."""
        act = sentence.act
        match act:
            case m.acts.Set(fact=goal, to=to):
                after = self.bounds.range(to)
            case m.acts.Gain(fact=goal, number=number):
                after = arithmetic("plus", now, self.bounds.range(number))
            case m.acts.Lose(fact=goal, number=number):
                after = arithmetic("minus", now, self.bounds.range(number))
            case _:
                return self.anything
        if (goal.op, goal.ref) != self.key:
            return self.anything
        sure = sentence.condition is None and sentence.decision is None and not sentence.if_possible
        return meet(self.anything, after if sure and goal == self.fact else hull(now, after))

    def _only_own(self, body: tuple[m.Statement, ...]) -> bool:
        """Tells whether a body of each player changes the fact of their own things alone, each by its own sentence."""
        for number in self._changing(body):
            statement = body[number]
            if statement.record.repeats and any(self._changing(block) for block in statement.blocks):
                return False
            if isinstance(statement, m.Sentence) and self.key in self.facts.changes(statement.act):
                if statement.act.operands[:1] != (self.fact,) or statement.actor is not None:
                    return False
            if not all(self._only_own(block) for block in statement.blocks):
                return False
        return isinstance(self.fact, m.ops.Field) and isinstance(self.fact.thing, m.ops.Mine)
