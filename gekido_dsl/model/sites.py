"""Where the statements of a game stand, and what is known to hold there.

Invariants:
    A guard holds whenever its statement is reached; what a statement before it may break is left out.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final, assert_never

from gekido_dsl.model import coming_round, conditions, facts, steady, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.conditions import Literal
from gekido_dsl.model.types import BOOL, item


@dataclass(frozen=True, slots=True)
class Site:
    """A statement and what is known to hold where it stands."""

    owner: m.Decl
    statement: m.Statement
    guards: tuple[Literal, ...]
    first: bool = False
    """Whether it is the first statement of its body."""


class Sites:
    """The statements of one game."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.facts = facts.of(game)
        self._known: dict[m.Decl, list[Site]] = {}
        self._entries: dict[m.Decl, tuple[Literal, ...]] = {}
        self._called: dict[m.Decl, tuple[list[Site], dict[m.Decl, list[Site]]]] = {}

    def of(self, decl: m.Decl) -> list[Site]:
        """Lists the statements of a declaration, each with what is known where it stands."""
        if decl not in self._known:
            found: list[Site] = []
            if isinstance(decl, m.Procedure):
                entry = self.entry(decl)
                found += self._block(decl, decl.body.statements, entry, True)
                for exception in decl.exceptions:
                    if exception.body is not None:
                        known = entry if exception.as_began else (*entry, (exception.condition, True))
                        found += self._block(decl, exception.body.statements, known, True)
            elif isinstance(decl, m.Place) and decl.refill is not None:
                found.append(Site(decl, decl.refill, _of(decl.refill.condition)))
            self._known[decl] = found
        return self._known[decl]

    def every(self) -> Iterator[Site]:
        """Gives every statement of the game."""
        for decl in self.facts.decls:
            yield from self.of(decl)

    def entry(self, decl: m.Procedure) -> tuple[Literal, ...]:
        """Gives what a body may rely on when it begins: from its own words, or from all that do it."""
        if decl in self._entries:
            return self._entries[decl]
        self._entries[decl] = ()
        self._entries[decl] = found = (*self._own(decl), *self._callers(decl))
        return found

    def _callers(self, decl: m.Procedure) -> tuple[Literal, ...]:
        """Gives what is known wherever a rule is done by its name, also of what it is given, and of no other local."""
        if decl.word not in ("rule", "effect") or decl.in_turn:
            return ()
        common: dict[Literal, None] | None = None
        for caller in self._by_called.get(decl, ()):
            by = self._calling(caller).get(decl, ())
            for site in by:
                assert isinstance(site.statement, m.Sentence)
                told: list[Literal] = []
                if site.statement.actor is None:
                    told = [*self._everywhere(site.guards), *_passed_on(site.guards, site.statement.act)]
                common = dict.fromkeys(one for one in told if common is None or one in common)
            if not by or not common:
                return ()
        return tuple(common or ())

    @cached_property
    def _by_called(self) -> dict[m.Decl, list[m.Decl]]:
        """Lists by declaration those that set it going."""
        found: dict[m.Decl, list[m.Decl]] = {}
        for caller in self.facts.decls:
            for called in dict.fromkeys(self.facts.calls(caller)):
                found.setdefault(called, []).append(caller)
        return found

    def _calling(self, caller: m.Decl) -> dict[m.Decl, list[Site]]:
        """Lists the sentences of a declaration by what they set going."""
        all_ = self.of(caller)
        known = self._called.get(caller)
        if known is None or known[0] is not all_:  # a rule that does itself asks for what is being listed
            found: dict[m.Decl, list[Site]] = {}
            for site in all_:
                if isinstance(site.statement, m.Sentence):
                    for called in dict.fromkeys(self.facts.called_by(site.statement.act)):
                        found.setdefault(called, []).append(site)
            known = self._called[caller] = (all_, found)
        return known[1]

    def _everywhere(self, guards: tuple[Literal, ...]) -> list[Literal]:
        """Leaves out what speaks of locals."""
        return [one for one in guards if all(sort != "local" for sort, _ in self.facts.reads(one[0]))]

    def _own(self, decl: m.Procedure) -> list[Literal]:
        """Gives what a body may rely on when it begins, from its own words alone."""
        known: list[Literal] = [(condition, True) for condition in decl.only_if]
        if decl.candidates is not None:
            known += _chosen(decl.candidates, 1)
        if decl.in_turn:
            ends = [end.condition for end in self.game.ends if end.condition is not None and end.last is None]
            known += [(steady.reached(self.game, end), False) for end in ends]
        if decl.event is not None and decl.condition is not None and not decl.after_damage:
            known.append((decl.condition, True))
        return known

    def _block(
        self, owner: m.Decl, block: tuple[m.Statement, ...], guards: tuple[Literal, ...], first: bool
    ) -> Iterator[Site]:
        for statement in block:
            yield from self._statement(owner, statement, guards, first)
            first = False
            guards = self._after(statement, guards)

    def _statement(
        self, owner: m.Decl, statement: m.Statement, guards: tuple[Literal, ...], first: bool
    ) -> Iterator[Site]:
        match statement:
            case m.Sentence(actor=actor, condition=condition, decision=decision, otherwise=otherwise):
                known = (*guards, *_of(condition))
                if actor is not None:  # what was asked of who acted is not said of who acts now
                    known = tuple(one for one in known if not self.facts.speaks_of_me(one[0]))
                if decision is not None:
                    for slot in decision.slots:
                        known = (*known, *_chosen(slot.candidates, slot.local))
                yield Site(owner, statement, known, first)
                if otherwise:
                    yield from self._block(owner, otherwise, guards, False)
            case m.If(condition=condition, then=then, otherwise=otherwise):
                yield Site(owner, statement, guards, first)
                yield from self._block(owner, then, _when(guards, condition), False)
                yield from self._block(owner, otherwise, (*guards, (condition, False)), False)
            case m.Each(items=items, local=local, body=body, acting=acting, sure=sure):
                yield Site(owner, statement, guards, first)
                held = self._in_loop(guards, body)
                if acting:
                    held = tuple(one for one in held if not self.facts.speaks_of_me(one[0]))
                held = (*held, *_chosen(items, local), *self._sure(sure))
                yield from self._block(owner, body, held, False)
            case m.Repeat(condition=condition, body=body):
                yield Site(owner, statement, guards, first)
                held = self._in_loop(guards, body)
                yield from self._block(owner, body, (*held, *_of(condition)), False)
            case m.Menu(conditions=tests, bodies=bodies):
                yield Site(owner, statement, guards, first)
                for test, body in zip(tests, bodies, strict=True):
                    yield from self._block(owner, body, (*guards, *_of(test)), False)
            case _:
                assert_never(statement)

    def _sure(self, sure: m.Sure | None) -> tuple[Literal, ...]:
        """Gives what is sure in a loop that was written out, unless what is bounded counts in its own bound."""
        if sure is None:
            return ()
        counted = {one for one in self.facts.reads(sure.bounded) if one[0] in ("field", "cell")}
        return () if counted & self.facts.reads(sure.bound) else ((sure.condition, True),)

    def _after(self, statement: m.Statement, guards: tuple[Literal, ...]) -> tuple[Literal, ...]:
        """Gives what is known after a statement."""
        left = self._kept(guards, (statement,))
        match statement:
            case m.If(condition=condition, then=then, otherwise=otherwise):
                return (*left, (condition, False)) if leaves(then) and not otherwise else left
            case m.Each(body=body) | m.Repeat(body=body):
                return (*left, *self._when_played(guards, body, left))
            case m.Sentence(condition=m.Expr() as condition, act=m.acts.Stop() | m.acts.Skip()):
                return (*left, (condition, False))
            case m.Sentence(decision=m.Decision() as decision, act=m.acts.Bind() | m.acts.Set() as act):
                candidates = decision.slots[-1].candidates
                goal = (
                    m.ops.Local(item(candidates.type), statement.span, value=act.local)
                    if isinstance(act, m.acts.Bind)
                    else act.fact
                )
                sure = not statement.if_possible and not decision.may
                chosen = leaves(statement.otherwise) if statement.otherwise is not None else sure
                chosen = chosen and statement.condition is None
                return (*left, *_chosen_as(candidates, goal)) if chosen else left
            case m.Sentence(act=m.acts.Bind(found=found, local=local), condition=None, decision=None):
                return (*left, *_named(left, found, local))
            case m.Sentence(decision=m.Decision() as decision, actor=None, condition=None):
                certain = not statement.if_possible and not decision.may
                if not (leaves(statement.otherwise) if statement.otherwise is not None else certain):
                    return left
                changed = self.facts.changes(statement.act)
                ones = (slot for slot in decision.slots if slot.least == 1 == slot.most)
                named = tuple(one for slot in ones for one in _chosen(slot.candidates, slot.local))
                return (*left, *self._still(named, changed, 3))
            case _:
                return left

    def _kept(self, guards: tuple[Literal, ...], block: tuple[m.Statement, ...]) -> tuple[Literal, ...]:
        """Leaves out the guards that a block may break."""
        return self._unbroken(guards, self.facts.changed_in(block)) if guards else guards

    def _in_loop(self, guards: tuple[Literal, ...], body: tuple[m.Statement, ...]) -> tuple[Literal, ...]:
        """Leaves out the guards that a round of a loop may break for the next one."""
        return self._unbroken(guards, coming_round.changed(self.facts, body)) if guards else guards

    def _when_played(
        self, guards: tuple[Literal, ...], body: tuple[m.Statement, ...], left: tuple[Literal, ...]
    ) -> Iterator[Literal]:
        """Gives what still holds behind a loop where a word tells that it was not stopped."""
        told = coming_round.told_by(body)
        if told is None or len(guards) > _MOST_SAID_ANEW:
            return
        for guard, holds in self._in_loop(guards, body):
            if holds and (guard, holds) not in left:
                stopped = m.ops.Not(BOOL, guard.span, condition=m.ops.Local(BOOL, guard.span, value=told))
                yield m.ops.Or(BOOL, guard.span, left=stopped, right=guard), True

    def _unbroken(self, guards: tuple[Literal, ...], changed: frozenset[facts.Fact]) -> tuple[Literal, ...]:
        counters = {ref for sort, ref in changed if sort == "counter"}
        if ("counter", None) in changed and not (counters - {None}):
            changed |= {("counter", one) for one in self.game.counters.values()}
        return tuple(self._still(guards, changed, 3))

    def _still(
        self, guards: tuple[Literal, ...], changed: frozenset[facts.Fact], depth: int
    ) -> Iterator[Literal]:
        """Gives what still holds of several guards, also of what a definition says with several conditions."""
        for guard, holds in guards:
            if not self.facts.reads(guard) & changed:
                yield guard, holds
                continue
            opened = conditions.opened(guard) if isinstance(guard, m.ops.Defined) and depth else None
            parts = tuple(conditions.flat([(guard if opened is None else opened, holds)]))
            if depth and parts != ((guard, holds),):
                yield from self._still(parts, changed, depth - 1)


def _when(guards: tuple[Literal, ...], condition: m.Expr) -> tuple[Literal, ...]:
    """Gives what is known where a condition holds, also what was known to hold with it."""
    unless = m.ops.Not(condition.type, condition.span, condition=condition)
    then = (
        (guard.right, True)
        for guard, holds in guards
        if holds and isinstance(guard, m.ops.Or) and not guard.more and guard.left == unless
    )
    return (*guards, (condition, True), *then)


_MOST_SAID_ANEW: Final = 48
"""Of so many guards what they say by another word, or behind a loop, is known, too; each may double them."""


def _named(guards: tuple[Literal, ...], found: m.Expr, local: int) -> Iterator[Literal]:
    """Says what is known of something by the word that it is called by from here on."""
    if isinstance(found, m.ops.Const) or len(guards) > _MOST_SAID_ANEW:
        return
    word = m.ops.Local(found.type, found.span, value=local)
    for guard, holds in guards:
        said = _in_place(guard, found, word)
        if said != guard:
            yield said, holds


def _in_place(expr: m.Expr, found: m.Expr, word: m.Expr) -> m.Expr:
    if expr == found:
        return word
    args = tuple(_in_place(arg, found, word) for arg in expr.args)
    return expr if args == expr.args else expr.with_args(args)


def _passed_on(guards: tuple[Literal, ...], act: m.Act) -> Iterator[Literal]:
    """Says what is known of the arguments of a call as what the rule that is called knows of its parameters."""
    if not isinstance(act, m.acts.Do):
        return
    given: dict[m.Expr, m.Expr] = {
        arg: m.ops.Local(item(arg.type), arg.span, value=number)
        for number, arg in enumerate(act.values, start=1)
        if not isinstance(arg, m.ops.Const | m.ops.Actor)
    }
    for guard, holds in _opened(guards, 3):
        said = _renamed(guard, given)
        if said is not None and said != guard:
            yield said, holds


def _opened(guards: Iterable[Literal], depth: int) -> Iterator[Literal]:
    """Gives conditions one by one, and what they say where they are definitions."""
    for guard, holds in conditions.flat(guards):
        yield guard, holds
        inner = conditions.opened(guard) if isinstance(guard, m.ops.Defined) and depth else None
        if inner is not None:
            yield from _opened(((inner, holds),), depth - 1)


def _renamed(expr: m.Expr, given: dict[m.Expr, m.Expr]) -> m.Expr | None:
    """Puts parameters in the place of what they are given; None where another local is left."""
    if expr in given:
        return given[expr]
    if isinstance(expr, m.ops.Local | m.ops.Filter | m.ops.Some | m.ops.No | m.ops.Every | m.ops.Count):
        return None  # a local of the caller, or one that the condition itself binds
    args: list[m.Expr] = []
    for arg in expr.args:
        said = _renamed(arg, given)
        if said is None:
            return None
        args.append(said)
    return expr.with_args(tuple(args)) if args else expr


def _chosen(candidates: m.Expr, local: int) -> list[Literal]:
    """Gives what is known of a thing that was chosen, as a local."""
    return _chosen_as(candidates, m.ops.Local(item(candidates.type), candidates.span, value=local))


def _chosen_as(candidates: m.Expr, goal: m.Expr) -> list[Literal]:
    found: list[Literal] = []
    while isinstance(candidates, m.ops.Filter):
        found.append((walk.replaced(candidates.test, candidates.value, goal), True))
        candidates = candidates.set
    if isinstance(candidates, m.ops.Numbers):
        low, high = candidates.low, candidates.high
        found.append((m.ops.AtLeast(BOOL, low.span, left=goal, right=low), True))
        found.append((m.ops.AtMost(BOOL, high.span, left=goal, right=high), True))
    return found


def _of(condition: m.Expr | None) -> tuple[Literal, ...]:
    return () if condition is None else ((condition, True),)


def leaves(block: tuple[m.Statement, ...]) -> bool:
    """Tells whether a block never goes on to what stands after it."""
    last = block[-1] if block else None
    if not isinstance(last, m.Sentence) or last.condition is not None:
        return False
    return last.act.record.then.leaves


@lru_cache(maxsize=2)
def of(game: m.Game) -> Sites:
    """Gives the statements of a game, the same for every check."""
    return Sites(game)
