"""Where it hangs on hidden things whether a hidden fact is written, or of what.

There nobody is told that it was, and what could have been written is not known any more, whether it was or not: the
log and the view of who does not see the fact are the same, whatever lies hidden.

Invariants:
    What is done openly, a move or an open fact, is told: rules that do it on a hidden condition mean to tell it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from gekido_dsl.model import dealing, facts, hidden, secret_writing, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.secret_writing import Written
from gekido_dsl.model.types import NONE


@dataclass
class Unseen:
    """What is written in one game on hidden conditions, by the identity of sentences and statements."""

    quiet: set[int] = field(default_factory=set)
    """The sentences that write what not everybody sees, where whether they are done, or of what, is hidden."""
    before: dict[int, tuple[Written, ...]] = field(default_factory=dict)
    """What a statement may write so, of those that are the first to ask for something hidden; what a trigger may."""

    @cached_property
    def written(self) -> frozenset[m.Field | m.Counter]:
        """All that is written so."""
        return frozenset(one.decl for written in self.before.values() for one in written)


@lru_cache(maxsize=2)
def of(game: m.Game) -> Unseen:
    """Gives what is written on hidden conditions in a game."""
    made = Unseen()
    links = any(_is_hidden(link) for link in game.links.values())
    if links or any(True for _ in secret_writing.hidden_facts(game)):
        _Reading(game, made).all()
    return made


class _Reading:
    """Follows what hangs on hidden things."""

    def __init__(self, game: m.Game, made: Unseen) -> None:
        self.game, self.made = game, made
        self.called: set[m.Decl] = set()
        """What is called where it is hidden whether it is."""
        self.unsure: set[int] = set()
        """The locals of the body at hand whose value hangs on hidden things."""
        self.known: dict[int, bool] = {}

    def all(self) -> None:
        """Reads all bodies, again until no more are found to be called in the dark."""
        before = -1
        while before != len(self.called):
            before = len(self.called)
            for decl in facts.of(self.game).decls:
                self.unsure = drawn = self._drawn(decl)
                dark = decl in self.called or self._waits_unseen(decl)
                if self._waits_unseen(decl):
                    self._forgets(id(decl), walk.bodies(decl))
                for body in walk.bodies(decl):
                    self.unsure = set(drawn)
                    self._block(body, dark, dark)

    def _drawn(self, decl: m.Decl) -> set[int]:
        """Gives the local that holds what was drawn, where not everybody sees that."""
        event = decl.event if isinstance(decl, m.Procedure) else None
        if event is None or event.kind != "drawn":
            return set()
        return (
            {1}
            if any(one.holds is event.subject and one.seen != "everyone" for one in self.game.places.values())
            else set()
        )

    def _waits_unseen(self, decl: m.Decl) -> bool:
        """Tells whether it is hidden whether a trigger or replacement is done, by its condition or its event."""
        if not isinstance(decl, m.Procedure) or decl.event is None:
            return False
        return self._hides(decl.condition) or _is_hidden(decl.event.other)

    def _forgets(self, key: int, bodies: Iterable[tuple[m.Statement, ...]]) -> None:
        """Notes what may be written unseen where something begins."""
        found = [one for body in bodies for one in secret_writing.written_by(self.game, body, None)]
        if found:
            self.made.before[key] = tuple(dict.fromkeys((*self.made.before.get(key, ()), *found)))

    def _hides(self, *exprs: m.Expr | None) -> bool:
        return any(one is not None and self._hidden(one) for one in exprs)

    def _hidden(self, expr: m.Expr) -> bool:
        if id(expr) not in self.known:
            self.known[id(expr)] = hidden.readers(self.game, expr)[0] != "everyone"
        return self.known[id(expr)] or any(walk.reads(expr, local) for local in self.unsure)

    def _block(self, body: tuple[m.Statement, ...], dark: bool, marked: bool) -> bool:
        """Reads statements; tells whether it is hidden whether one of them leaves the block.

        Args:
            dark: whether it is hidden whether they are done.
            marked: whether a statement around them has been noted.
        """
        left = False
        for statement in body:
            asks = self._asks(statement) or left
            if asks and not marked:
                written = secret_writing.written_by(self.game, (statement,), None)
                if written:
                    self.made.before[id(statement)] = written
            inside = dark or asks
            self._notes(statement, inside)
            if isinstance(statement, m.Sentence) and not marked:
                for one in facts.of(self.game).called_by(statement.act):
                    if isinstance(one, m.Procedure) and one.event is not None and _is_hidden(one.event.other):
                        self._forgets(id(statement), walk.bodies(one))  # that it happened at all is hidden
            leaves = False
            for block in statement.blocks:
                leaves |= self._block(block, inside, marked or asks)
            if isinstance(statement, m.Each | m.Repeat) and leaves:
                for block in statement.blocks:  # how often it is done is hidden, too
                    self._block(block, True, marked or asks)
            act = statement.act if isinstance(statement, m.Sentence) else None
            left |= leaves or (inside and isinstance(act, m.acts.Stop | m.acts.Skip))
        return left

    def _asks(self, statement: m.Statement) -> bool:
        """Tells whether it hangs on something hidden whether, how often or to what a statement does what it does."""
        match statement:
            case m.If(condition=condition):
                return self._hides(condition)
            case m.Each(items=items, local=local):
                if self._hides(items):
                    self.unsure.add(local)
                    return True
                return False
            case m.Repeat(condition=condition, times=times):
                return self._hides(condition, times)
            case m.Sentence():
                slots = statement.decision.slots if statement.decision is not None else ()
                if self._hides(statement.condition, statement.actor) or self._is_replaced(statement.act):
                    return True
                if statement.otherwise is not None and any(self._hidden(slot.candidates) for slot in slots):
                    return True
                goal = statement.act.fact if isinstance(statement.act, m.acts.Writing) else None
                return isinstance(goal, m.ops.Field | m.ops.Counter) and self._hides(goal.thing)
            case _:
                return False

    def _is_replaced(self, act: m.Act) -> bool:
        """Tells whether it is hidden whether another rule stands in for an act."""
        called = facts.of(self.game).called_by(act)
        return any(one in self.game.replacements and self._hides(one.condition) for one in called)

    def _notes(self, statement: m.Statement, dark: bool) -> None:
        if not isinstance(statement, m.Sentence):
            return
        act = statement.act
        if isinstance(act, m.acts.Bind) and statement.decision is None and self._hides(act.found):
            self.unsure.add(act.local)
        if isinstance(act, m.acts.Writing) and isinstance(act.fact, m.ops.Local):
            if dark or any(self._hides(one) for one in act.operands[1:]):
                self.unsure.add(act.fact.value)
        if not dark:
            return
        if any(_is_hidden(ref) for _, ref in facts.changes_itself(act)):
            self.made.quiet.add(id(statement))
        known = facts.of(self.game)
        for first in known.called_by(act):
            self.called |= known.closure(first) | {first}


OPENLY, BY_CHANCE, QUIET = range(3)
"""How it is told that a fact was written to those who do not see it: of what it was, not of what, or not at all."""


def unseen(game: m.Game, sentence: m.Sentence, goal: m.Expr) -> tuple[int, ...]:
    """Gives what an event says besides of a fact that a sentence writes: nothing, where it is told openly.

    That is which of several values, none for one alone, where the event does not say so itself, and how it is told.
    """
    if not isinstance(goal, m.ops.Field | m.ops.Counter):
        return ()
    how = told(game, sentence, goal.ref)
    several = isinstance(goal, m.ops.Field) and goal.index is not None
    return how if several or not how else (NONE, *how)


def told(game: m.Game, sentence: m.Sentence, ref: m.Field | m.Counter | m.Link) -> tuple[int, ...]:
    """Gives how it is told that a fact was written, or a link turned; nothing, where it is told openly."""
    if not _is_hidden(ref):
        return ()
    if id(sentence) in of(game).quiet:
        return (QUIET,)
    return (BY_CHANCE,) if dealing.by_chance(sentence) else ()


def _is_hidden(ref: object) -> bool:
    if isinstance(ref, m.Link):
        return ref.seen != "everyone"
    return isinstance(ref, m.Field | m.Counter) and secret_writing.is_hidden(ref)


__all__ = ["BY_CHANCE", "OPENLY", "QUIET", "Unseen", "of", "told", "unseen"]
