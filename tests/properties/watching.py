"""Watches what operators give while matches are played, and what of a match their answers depend on.

An expression is asked again on a copy of the match in which one fact is another one: if the answer is another one, too,
the expression reads the fact. What is declared of the operators has to say so.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from gekido_dsl.engine import RuleError, Setting
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.interpreter.operators import Evaluator
from gekido_dsl.interpreter.state import Locals, Program, State
from gekido_dsl.lowering.game import ranges
from gekido_dsl.model import bounds, facts
from gekido_dsl.model import nodes as m
from gekido_dsl.model.facts import Fact
from gekido_dsl.model.kernel.operator import Fails, Nothing, Repeats, Sort
from gekido_dsl.model.types import (
    NONE,
    BoardType,
    BoolType,
    EffectType,
    EnumType,
    IntType,
    PlaceType,
    PlayerType,
    SetType,
    TextType,
    ThingType,
    Type,
    item,
)

Change = Callable[[State, random.Random], None]
Seen = tuple[m.Expr, frozenset[Fact]]
"""An expression whose answer was another one when these facts were."""

SORTS: dict[type, Sort] = {
    IntType: Sort.NUMBER,
    BoolType: Sort.CONDITION,
    EnumType: Sort.VALUE,
    ThingType: Sort.THING,
    PlayerType: Sort.PLAYER,
    PlaceType: Sort.PLACE,
    BoardType: Sort.BOARD,
    EffectType: Sort.EFFECT,
    TextType: Sort.TEXT,
}
OFTEN = 3
"""How often one expression is watched in a match."""
ANSWERS: Counter[str] = Counter()
"""By operator, how many answers were watched."""
FAULTS: dict[str, str] = {}
"""By operator and column, an answer that its record does not allow."""
EVIDENCE: dict[str, list[tuple[m.Game, Seen]]] = defaultdict(list)
"""By operator, answers that depended on something."""


def sort_of(kind: Type) -> Sort:
    """Gives the sort of a type, of several that of one."""
    return SORTS.get(type(item(item(kind))), Sort.ANY)


def changes(program: Program) -> Iterator[tuple[frozenset[Fact], Change]]:
    """Gives ways to change a match, each with the facts that it changes."""
    layout, game = program.layout, program.layout.game
    dice = [t for kind in game.kinds.values() if kind.faces is not None for t in layout.things[kind.name]]
    held = {
        number: decl for number, (decl, _) in enumerate(layout.place_names) if isinstance(decl, m.Counter)
    }
    known = facts.of(game)
    leaving = {t for kind in game.kinds.values() if known.may_be_gone(kind) for t in layout.things[kind.name]}
    movable = [
        t
        for kind in game.kinds.values()
        if kind.board is None and kind.parent is None
        for t in layout.things[kind.name]
    ]

    def cell(at: int, *values: int) -> Change:
        def change(s: State, rng: random.Random) -> None:
            s.cells[at] = rng.choice([one for one in values if one != s.cells[at]] or [s.cells[at]])

        return change

    def of_facts(*names: str) -> frozenset[Fact]:
        return frozenset((name, None) for name in names)

    def of_kind(sort: str, kind: m.Kind) -> frozenset[Fact]:
        """Gives what is declared to change where one of a kind goes elsewhere, or to somebody else."""
        return frozenset(((sort, None), (sort, kind)))

    def move(s: State, rng: random.Random, movable: list[int]) -> None:
        thing, goal = rng.choice(movable), rng.randrange(len(s.contents))
        if s.where[thing] == NONE or goal in held or s.where[thing] in held:
            return
        if goal == layout.gone and thing not in leaving:
            return
        s.contents[s.where[thing]].remove(thing)
        s.contents[goal].insert(rng.randrange(len(s.contents[goal]) + 1), thing)
        s.where[thing] = goal

    def empty(s: State, rng: random.Random) -> None:
        counter = rng.choice(list(held))
        for thing in s.contents[counter]:
            s.where[thing] = layout.gone
            s.contents[layout.gone].append(thing)
        s.contents[counter].clear()

    kinds = list(dict.fromkeys(layout.kind_of[t] for t in movable))
    for kind in kinds * (4 // max(1, len(kinds)) or 1):
        yield of_kind("where", kind), partial(move, movable=[t for t in movable if layout.kind_of[t] is kind])
    if held:
        yield frozenset(("counter", decl) for decl in held.values()), empty
    if dice:
        die = dice[0]
        kind = next(kind for kind in game.kinds.values() if die in layout.things[kind.name])
        low, high = (
            kind.faces if isinstance(kind.faces, tuple) else (0, len(getattr(kind.faces, "members", ())) - 1)
        )
        counted = frozenset(("counter", decl) for decl in held.values())
        for one in dice[:: max(1, len(dice) // 6)]:
            yield of_facts("face") | counted, cell(layout.face_cell + one, *range(low, high + 1))
    owned = [t for t in movable if layout.owner_of[t] != NONE] if hasattr(layout, "owner_of") else movable
    for one in owned[:: max(1, len(owned) // 6)]:
        yield (
            of_kind("owner", layout.kind_of[one]),
            cell(layout.owner_cell + layout.root_of[one], *range(layout.players)),
        )
    for player in range(layout.players):
        yield of_facts("out"), cell(layout.out_cell + player, 0, 1)
    for first in layout.used_cell.values():
        yield of_facts("used"), cell(first, 0, 1)
    for first in layout.moved_cell.values():
        yield of_kind("where", layout.kind_of[(movable or [0])[0]]), cell(first + (movable or [0])[0], 0, 1)
    yield of_facts("window"), cell(lay.WINDOW, 0, 1, 2)
    for at in (lay.ROUND, lay.TURNS, lay.GAME, lay.ROUND_OVER, layout.won_cell):
        yield of_facts("round"), cell(at, 0, 1, 2)
    yield of_facts("turn"), cell(lay.ON_TURN, *range(layout.players))
    for owner in (*game.kinds.values(), *game.phases.values()):
        for fact in owner.fields.values():
            if (id(owner), fact.name) in layout.field_cell and fact.kept:
                name = "field" if isinstance(owner, m.Kind) else "cell"
                first = layout.field_cell[id(owner), fact.name]
                yield frozenset({(name, fact)}), cell(first, 0, 1, 2)
    for link in game.links.values():
        first = layout.link_cell[link.name]
        size = len(layout.things[link.origin.name]) * len(layout.things[link.goal.name])

        def turn(s: State, rng: random.Random, first: int = first, size: int = size) -> None:
            for at in range(first, first + size):
                s.cells[at] = 1 - s.cells[at]

        yield frozenset({("link", link)}), turn


class Watching(Evaluator):
    """Notes what is wrong with what it gives; see `FAULTS`."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.watch_chance = random.Random(1)
        self.watch_times: Counter[int] = Counter()
        self.watch_busy = False
        self.watch_ways = list(changes(program))
        self.watch_ranges = bounds.of(self.game)
        self.watch_known_facts = facts.of(self.game)

    def make(self, expr: m.Expr) -> Any:
        """Makes the function of an expression, watched."""
        made = super().make(expr)

        def watched(s: State, L: Locals) -> Any:
            if self.watch_busy or self.watch_times[id(expr)] >= OFTEN:
                return made(s, L)
            self.watch_times[id(expr)] += 1
            self.watch_busy = True
            try:
                return self.watch_watched(expr, made, s, L)
            finally:
                self.watch_busy = False

        return watched

    def watch_watched(self, expr: m.Expr, made: Any, s: State, L: Locals) -> Any:
        before = list(L)
        try:
            value = made(s, L)
        except RuleError:
            if expr.record.fails is Fails.NEVER and not expr.args:
                FAULTS[f"{expr.op} fails"] = expr.span.text
            raise
        found = list(value) if isinstance(value, list | tuple) else value
        ANSWERS[expr.op] += 1
        self.watch_check(expr, found)
        work = self.work
        for touched, change in self.watch_ways:
            other = s.copy()
            change(other, self.watch_chance)
            if self.watch_differs(made, other, before, found):
                EVIDENCE[expr.op].append((self.game, (expr, touched)))
                if not touched & self.watch_known_facts.reads(expr):
                    FAULTS[f"{expr.op} reads {sorted(one[0] for one in touched)}"] = expr.span.text
        who = list(before)
        who[0] = (before[0] + 1) % self.layout.players
        if self.watch_differs(made, s, who, found) and not self.watch_known_facts.speaks_of_me(expr):
            FAULTS[f"{expr.op} of_me"] = expr.span.text
        self.work = work
        return value

    def watch_differs(self, made: Any, s: State, L: Locals, found: Any) -> bool:
        work = self.work
        try:
            with self.apart():
                now = made(s, list(L))
        except (RuleError, IndexError, KeyError, ValueError, TypeError):
            return False  # such a position never comes up
        finally:
            self.work = work
        return (list(now) if isinstance(now, list | tuple) else now) != found

    def watch_check(self, expr: m.Expr, found: Any) -> None:
        record, kind = expr.record, item(expr.type)
        if sort_of(expr.type) is not Sort.ANY and not sort_of(expr.type) & record.result:
            FAULTS[f"{expr.op} result {kind}"] = expr.span.text
        several = found if isinstance(found, list) else [found]
        if isinstance(expr.type, SetType) is not isinstance(found, list) and not isinstance(found, list):
            FAULTS[f"{expr.op} is one"] = expr.span.text
        if isinstance(kind, ThingType | PlayerType | EnumType | PlaceType):
            if NONE in several and record.nothing is Nothing.NEVER:
                FAULTS[f"{expr.op} nothing"] = expr.span.text
        if isinstance(expr.type, SetType) and len({str(one) for one in several}) < len(several):
            if record.repeats is Repeats.NEVER:
                FAULTS[f"{expr.op} repeats"] = expr.span.text
        if isinstance(expr.type, IntType) and isinstance(found, int):
            none = found == NONE and record.nothing is not Nothing.NEVER
            for low, high in (self.watch_ranges.range(expr), ranges.bounds(self.layout, expr)):
                if not none and not (low is None or low <= found) & (high is None or found <= high):
                    FAULTS[f"{expr.op} range"] = f"{expr.span.text}: {found} is not in {low} to {high}"


def play(game: m.Game, most: int) -> None:
    """Plays a random match and watches it."""
    interpreter = Interpreter(game, trace=False, evaluator=Watching)
    rng = random.Random(4)
    state, _ = interpreter.initial(Setting(game.least_players, 4))
    for _ in range(most):
        if not (count := interpreter.count(state)):
            break
        interpreter.apply(state, rng.randrange(count))
