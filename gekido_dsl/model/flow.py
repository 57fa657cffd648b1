"""Between which numbers a fact lies at a statement, told from what was done to it since its body began.

Invariants:
    A range is never too narrow: a loop that changes the fact, and what is set going elsewhere, may bring any number.
"""

from functools import lru_cache

from gekido_dsl.model import bounds, facts, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.ranges import Range, arithmetic, declared, hull, meet
from gekido_dsl.model.sites import Site


def at(game: m.Game, site: Site, fact: m.Expr) -> Range:
    """Gives the range of a fact where a statement stands."""
    anything = declared(fact.type)
    if not isinstance(site.owner, m.Procedure) or not isinstance(fact, m.ops.Field | m.ops.Cell):
        return anything
    found = _followed(game, site.owner, fact).get(id(site.statement))
    return anything if found is None else meet(anything, found)


@lru_cache(maxsize=4_096)
def _followed(game: m.Game, owner: m.Procedure, fact: m.Expr) -> dict[int, Range]:
    """Gives the range of a fact at each statement of a body, by its id: a body is followed once for each fact."""
    walked = _Walk(game, owner, fact)
    walked.block(owner.body.statements, walked.start)
    return walked.found


class _Walk:
    """Follows one fact through a body."""

    def __init__(self, game: m.Game, owner: m.Procedure, fact: m.Expr) -> None:
        self.facts, self.bounds = facts.of(game), bounds.of(game)
        self.fact = fact
        self.key: facts.Fact = (fact.op, fact.ref)
        self.anything = declared(fact.type)
        entry = sites.of(game).entry(owner)
        everyone = bounds.of_one(fact, entry)
        self.start = self.bounds.range(fact, (*entry, *everyone))
        self.of_all = self.bounds.range(fact, tuple(everyone))
        self.found: dict[int, Range] = {}

    def block(self, block: tuple[m.Statement, ...], now: Range) -> Range | None:
        """Gives the range after a block; None when nothing goes on behind it."""
        left: Range | None = now
        for statement in block:
            if left is None:
                return None
            left = self._statement(statement, left)
        return None if sites.leaves(block) else left

    def _statement(self, statement: m.Statement, now: Range) -> Range | None:
        self.found[id(statement)] = now
        changes = self.key in self.facts.changed_in((statement,))
        match statement:
            case m.Sentence(otherwise=otherwise):
                after = self._sentence(statement, now) if changes else now
                return self._either(after, self.block(otherwise, now) if otherwise else None)
            case m.If(then=then, otherwise=otherwise):
                return self._either(self.block(then, now), self.block(otherwise, now))
            case m.Menu(bodies=bodies):
                left: Range | None = now
                for body in bodies:
                    left = self._either(left, self.block(body, now))
                return left
            case m.Each(body=body, acting=True):
                own = changes and now == self.start and self._only_own(body)
                self.block(body, self.of_all if own or not changes else self.anything)
                return self.anything if changes else now
            case m.Each(body=body) | m.Repeat(body=body):
                self.block(body, self.anything if changes else now)
                return self.anything if changes else now

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
        for statement in walk.statements(body):
            if statement.record.repeats and any(
                self.key in self.facts.changed_in(block) for block in statement.blocks
            ):
                return False
            if isinstance(statement, m.Sentence) and self.key in self.facts.changes(statement.act):
                if statement.act.operands[:1] != (self.fact,) or statement.actor is not None:
                    return False
        return isinstance(self.fact, m.ops.Field) and isinstance(self.fact.thing, m.ops.Mine)
