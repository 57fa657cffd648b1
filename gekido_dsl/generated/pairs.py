"""What of the kernel rulesets reach, in combination: pairs of verbs and operators, and of statements.

A verb and an operator are a pair where the operator stands in what an act is done with, in its decision or its
condition; two statements where one stands in a block of the other, or right after it.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import product

from gekido_dsl.generated import pairing
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.kernel.act import VERBS

WORDS: frozenset[str] = frozenset(VERBS)
WRITTEN = frozenset(name for name, verb in VERBS.items() if verb.record.frames or verb.record.operands)
"""Verbs with sentences of their own; another one, with nothing to be done to, is a part of what a sentence does."""
BLOCKS = ("If", "Each", "Repeat", "Menu")
STATEMENTS = (*BLOCKS, *sorted(WRITTEN))


@dataclass(frozen=True, slots=True)
class Share:
    """How many of some pairs were reached."""

    what: str
    reached: frozenset[tuple[str, str]]
    all: frozenset[tuple[str, str]]
    """Those that are well typed; see `pairing`."""

    @property
    def percent(self) -> float:
        """Gives the share of the well typed that was reached."""
        return 100 * len(self.reached & self.all) / len(self.all)


def shares(found: "Reached") -> tuple[Share, ...]:
    """Gives what was reached of all pairs that can be written."""
    phrases, statements = product(WRITTEN, m.OPERATORS), tuple(product(STATEMENTS, STATEMENTS))
    return (
        Share(
            "a verb and an operator in its sentence",
            frozenset(found.phrases),
            frozenset(one for one in phrases if pairing.goes_with(*one)),
        ),
        Share(
            "a statement and one in its block",
            frozenset(found.nested),
            frozenset(one for one in statements if pairing.can_hold(one[0])),
        ),
        Share("a statement and the next one", frozenset(found.following), frozenset(statements)),
    )


@dataclass
class Reached:
    """What was reached by some rulesets."""

    rulesets: int = 0
    operators: set[str] = field(default_factory=set)
    verbs: set[str] = field(default_factory=set)
    phrases: set[tuple[str, str]] = field(default_factory=set)
    """Verbs, and operators in what they are done with."""
    nested: set[tuple[str, str]] = field(default_factory=set)
    """Statements, and statements in their blocks."""
    following: set[tuple[str, str]] = field(default_factory=set)
    """Statements, and statements right after them."""

    def add(self, game: m.Game) -> None:
        """Takes what a game reaches."""
        self.rulesets += 1
        for decl in walk.declarations(game):
            self.operators.update(one.op for one in walk.exprs(decl))
            for body in walk.bodies(decl):
                self._block(body)
        for root in (game.setup, game.turn, game.aim, *game.damages, *game.ends, *game.reports.values()):
            if root is not None:
                self.operators.update(one.op for one in walk.exprs(root))

    def _block(self, body: tuple[m.Statement, ...]) -> None:
        before = ""
        for statement in body:
            sort = sort_of(statement)
            if before:
                self.following.add((before, sort))
            before = sort
            if isinstance(statement, m.Sentence):
                self.verbs.add(sort)
                parts = (statement.act, statement.decision, statement.condition, statement.actor)
                self.phrases.update((sort, one.op) for part in parts for one in walk.exprs(part))
            for inner in statement.blocks:
                self.nested.update((sort, sort_of(one)) for one in inner)
                self._block(inner)


def sort_of(statement: m.Statement) -> str:
    """Names the sort of a statement: a block by its class, a sentence by its verb."""
    return statement.act.record.name if isinstance(statement, m.Sentence) else type(statement).__name__


def of_games(games: Iterable[m.Game]) -> Reached:
    """Gives what games reach."""
    found = Reached()
    for game in games:
        found.add(game)
    return found


def missing(found: Reached) -> Iterator[str]:
    """Names operators and verbs that were not reached."""
    yield from sorted(m.OPERATORS - found.operators)
    yield from sorted(WORDS - found.verbs)
