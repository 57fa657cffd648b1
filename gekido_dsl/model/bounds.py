"""How large a number can become, and how many things a set can hold, told from the ruleset alone.

Invariants:
    A bound is never too narrow; None stands for a bound that cannot be told.
    A guard narrows only what it tells of: the same expression, written again.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gekido_dsl.model import conditions, facts, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.conditions import Literal
from gekido_dsl.model.types import NONE, BoolType, EnumType, IntType, ListType, SetType, item

Range = tuple[int | None, int | None]

EVERYTHING: Range = (None, None)
_DEPTH = 6


@dataclass(frozen=True, slots=True)
class Site:
    """A statement and what is known to hold where it stands."""

    owner: m.Decl
    statement: m.Statement
    guards: tuple[Literal, ...]
    first: bool = False
    """Whether it is the first statement of its body."""


class Bounds:
    """Bounds of the numbers of one game."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.facts = facts.of(game)
        self._amounts: dict[m.Decl, Range] = {}
        self._busy: set[m.Decl] = set()
        self._sites: dict[m.Decl, list[Site]] | None = None

    # ------------------------------------------------------------ numbers

    def range(self, expr: m.Expr, guards: tuple[Literal, ...] = ()) -> Range:
        """Gives the least and the greatest value of a number where guards hold."""
        plain = self._plain(expr, guards)
        about = [
            guard
            for guard in guards
            if any(part == expr for part in walk.inside(guard[0]))
            or any(node.op == "defined" for node in walk.inside(guard[0]))
        ]
        if not about:
            return plain
        found: Range | None = None
        for case in conditions.cases(about):
            one = plain
            for literal, holds in case.literals:
                one = _meet(one, self._told(expr, literal, holds, guards))
            if one[0] is not None and one[1] is not None and one[0] > one[1]:
                continue
            found = one if found is None else hull(found, one)
        return plain if found is None else found

    def _told(self, expr: m.Expr, literal: m.Expr, holds: bool, guards: tuple[Literal, ...]) -> Range:
        """Gives what one literal tells of a number."""
        if literal.op not in ("is", "at_least", "at_most", "more", "less") or len(literal.args) != 2:
            return EVERYTHING
        left, right = literal.args
        op = literal.op
        if not holds:
            negated = {"at_least": "less", "at_most": "more", "more": "at_most", "less": "at_least"}
            if op not in negated:
                return EVERYTHING
            op = negated[op]  # type: ignore[assignment]
        if left == expr:
            low, high = self._plain(right, ())
        elif right == expr:
            low, high = self._plain(left, ())
            flipped = {"at_least": "at_most", "at_most": "at_least", "more": "less", "less": "more"}
            op = flipped.get(op, op)  # type: ignore[assignment]
        else:
            return EVERYTHING
        match op:
            case "is":
                return low, high
            case "at_least":
                return low, None
            case "more":
                return (None if low is None else low + 1), None
            case "at_most":
                return None, high
            case _:
                return None, (None if high is None else high - 1)

    def _plain(self, expr: m.Expr, guards: tuple[Literal, ...]) -> Range:
        match expr.op:
            case "const":
                return expr.value, expr.value
            case "amount":
                return self.amount(expr.ref)
            case "plus" | "minus" | "times":
                left, right = (self.range(arg, guards) for arg in expr.args)
                return _arithmetic(expr.op, left, right)
            case "count":
                return self.size(expr.args[0])
            case "sum":
                return _arithmetic("times", self.size(expr.args[0]), self.range(expr.args[1], guards))
            case "field" if not expr.ref.kept and isinstance(item(expr.ref.type), IntType):
                return self._printed(expr.ref)
            case "property":
                return self.range(expr.ref.value) if expr.ref.value is not None else EVERYTHING
            case _:
                return _declared(expr)

    def _printed(self, column: m.Field) -> Range:
        kind = column.owner
        values = [
            number
            for row in (kind.rows if isinstance(kind, m.Kind) else ())
            for number in _flat(row.values.get(column.name))
        ]
        return (min(values), max(values)) if values else _declared_type(column)

    def amount(self, amount: m.Amount) -> Range:
        """Gives the least and the greatest value of an amount."""
        if amount in self._amounts:
            return self._amounts[amount]
        if amount in self._busy:
            return EVERYTHING
        self._busy.add(amount)
        found = self._lines(amount.lines)
        for exception in amount.exceptions:
            found = hull(found, self._lines(exception.lines))
        self._busy.discard(amount)
        self._amounts[amount] = found
        return found

    def _lines(self, lines: tuple[m.AmountLine, ...]) -> Range:
        """Runs a pipeline on ranges, layer by layer."""
        now: Range = (0, 0)
        ordered = sorted(lines, key=lambda line: m.LAYERS[line.operator])
        for line in ordered:
            operand = self.range(line.operand)
            after = _apply(line, now, operand)
            now = after if line.condition is None else hull(now, after)
        return now

    # ------------------------------------------------------------ sets

    def size(self, expr: m.Expr) -> tuple[int, int | None]:
        """Gives how few and how many a set can hold."""
        match expr.op:
            case "members":
                number = len(expr.ref.members)
                return number, number
            case "players":
                return 1, self.game.most_players
            case "things":
                number = self.count(expr.ref)
                return number, number
            case "filter":
                return 0, self.size(expr.args[0])[1]
            case "sorted" | "reversed":
                return self.size(expr.args[0])
            case "called" if isinstance(expr.type, SetType):
                kind, name = expr.ref
                number = sum(row.copies for row in kind.rows if row.name == name)
                return (0 if expr.args else number), number * (
                    self.game.most_players if kind.each_player else 1
                )
            case "items":
                inner = expr.args[0]
                if isinstance(inner.type, ListType):
                    return 0, inner.type.most
                return 1, 1
            case "nested":
                return self._nested(expr)
            case _:
                kind_of = getattr(item(expr.type), "kind", None)
                return 0, self.count(kind_of) if isinstance(kind_of, m.Kind) else None

    def _nested(self, expr: m.Expr) -> tuple[int, int | None]:
        kind: m.Kind = expr.ref
        if not kind.column:
            many = sum(row.copies for row in kind.rows)
            return many, many * (
                self.count(kind.parent) if isinstance(expr.args[0].type, SetType) and kind.parent else 1
            )
        numbers = [
            sum(1 for part in kind.rows if part.parent == parent)
            for parent in range(len(kind.parent.rows) if kind.parent is not None else 0)
        ]
        return (min(numbers), max(numbers)) if numbers else (0, 0)

    def count(self, kind: m.Kind) -> int:
        """Gives how many things of a kind there can be."""
        if kind.each_player is not None:
            return kind.each_player * self.game.most_players
        if kind.parent is not None and kind.column:
            return len(kind.rows) * (self.game.most_players if kind.parent.each_player is not None else 1)
        if kind.parent is not None:
            return sum(row.copies for row in kind.rows) * self.count(kind.parent)
        return sum(row.copies for row in kind.rows)

    # ------------------------------------------------------------ where statements stand

    def sites(self, decl: m.Decl) -> list[Site]:
        """Lists the statements of a declaration, each with what is known where it stands."""
        if self._sites is None:
            self._sites = {}
        if decl not in self._sites:
            found: list[Site] = []
            if isinstance(decl, m.Procedure):
                entry = self._entry(decl)
                found += self._block(decl, decl.body.statements, entry, True)
                for exception in decl.exceptions:
                    if exception.body is not None:
                        known = entry if exception.as_began else (*entry, (exception.condition, True))
                        found += self._block(decl, exception.body.statements, known, True)
            elif isinstance(decl, m.Place) and decl.refill is not None:
                found.append(Site(decl, decl.refill, _of(decl.refill.condition)))
            self._sites[decl] = found
        return self._sites[decl]

    def every_site(self) -> Iterator[Site]:
        """Gives every statement of the game."""
        for decl in self.facts.decls:
            yield from self.sites(decl)

    def _entry(self, decl: m.Procedure) -> tuple[Literal, ...]:
        """Gives what a body may rely on when it begins, from its own words alone."""
        known: list[Literal] = [(condition, True) for condition in decl.only_if]
        if decl.candidates is not None:
            known += _chosen(decl.candidates, 1)
        if decl.in_turn:
            known += [(end.condition, False) for end in self.game.ends if end.condition is not None]
        if decl.event is not None and decl.condition is not None and not decl.after_damage:
            known.append((decl.condition, True))
        return tuple(known)

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
            case m.Sentence(condition=condition, decision=decision, otherwise=otherwise):
                known = (*guards, *_of(condition))
                if decision is not None:
                    for slot in decision.slots:
                        known = (*known, *_chosen(slot.candidates, slot.local))
                yield Site(owner, statement, known, first)
                if otherwise:
                    yield from self._block(owner, otherwise, guards, False)
            case m.If(condition=condition, then=then, otherwise=otherwise):
                yield Site(owner, statement, guards, first)
                yield from self._block(owner, then, (*guards, (condition, True)), False)
                yield from self._block(owner, otherwise, (*guards, (condition, False)), False)
            case m.Each(items=items, local=local, body=body):
                yield Site(owner, statement, guards, first)
                held = self.kept(guards, body)
                yield from self._block(owner, body, (*held, *_chosen(items, local)), False)
            case m.Repeat(condition=condition, body=body):
                yield Site(owner, statement, guards, first)
                held = self.kept(guards, body)
                yield from self._block(owner, body, (*held, *_of(condition)), False)
            case m.Menu(conditions=tests, bodies=bodies):
                yield Site(owner, statement, guards, first)
                for test, body in zip(tests, bodies, strict=True):
                    yield from self._block(owner, body, (*guards, *_of(test)), False)

    def _after(self, statement: m.Statement, guards: tuple[Literal, ...]) -> tuple[Literal, ...]:
        """Gives what is known after a statement."""
        left = self.kept(guards, (statement,))
        if isinstance(statement, m.Sentence) and statement.otherwise and _leaves(statement.otherwise):
            decision, act = statement.decision, statement.act
            if decision is not None and statement.condition is None:
                slot = decision.slots[-1]
                if act.verb == "bind":
                    goal = m.Expr("local", item(slot.candidates.type), statement.span, value=act.value)
                elif act.verb == "set":
                    goal = act.args[0]
                else:
                    return left
                return (*left, *_chosen_as(slot.candidates, goal))
        if isinstance(statement, m.If) and _leaves(statement.then) and not statement.otherwise:
            left = (*left, (statement.condition, False))
        if (
            isinstance(statement, m.Sentence)
            and statement.act.verb == "stop"
            and statement.condition is not None
        ):
            left = (*left, (statement.condition, False))
        if isinstance(statement, m.Sentence) and statement.act.verb in ("bind", "set") and statement.decision:
            slot = statement.decision.slots[-1]
            goal = (
                m.Expr("local", item(slot.candidates.type), statement.span, value=statement.act.value)
                if statement.act.verb == "bind"
                else statement.act.args[0]
            )
            if not statement.otherwise and not statement.if_possible and not statement.decision.may:
                left = (*left, *_chosen_as(slot.candidates, goal))
        return left

    def kept(self, guards: tuple[Literal, ...], block: tuple[m.Statement, ...]) -> tuple[Literal, ...]:
        """Leaves out the guards that a block may break."""
        if not guards:
            return guards
        changed = self.facts.changed_in(block)
        counters = {ref for sort, ref in changed if sort == "counter"}
        if ("counter", None) in changed and not (counters - {None}):
            changed |= {("counter", one) for one in self.game.counters.values()}
        return tuple(guard for guard in guards if not (self.facts.reads(guard[0]) & changed))

    # ------------------------------------------------------------ from the callers

    def entry_range(self, decl: m.Decl, expr: m.Expr, depth: int = _DEPTH) -> Range:
        """Gives the range of a fact when a body begins, from every place that sets it going."""
        if depth <= 0 or not isinstance(decl, m.Procedure):
            return _declared(expr)
        found: Range | None = None
        for caller in self.facts.decls:
            if decl not in self.facts.calls(caller):
                continue
            for one in self._from(caller, decl, expr, depth):
                found = one if found is None else hull(found, one)
        return _declared(expr) if found is None else _meet(_declared(expr), found)

    def _from(self, caller: m.Decl, decl: m.Procedure, expr: m.Expr, depth: int) -> Iterator[Range]:
        steps = self.facts.steps(caller) if isinstance(caller, m.Procedure) else ()
        if decl in steps and isinstance(caller, m.Procedure):
            yield self._at_step(caller, steps.index(decl), expr)
        direct = False
        for site in self.sites(caller):
            if isinstance(site.statement, m.Sentence) and decl in self.facts.called_by(site.statement.act):
                direct = True
                yield self.at(site, expr, depth - 1)
        if not direct and decl not in steps:
            yield _declared(expr)

    def _at_step(self, phase: m.Procedure, step: int, expr: m.Expr) -> Range:
        fact: facts.Fact = (expr.op, expr.ref)
        before = self.facts.changed_in(phase.body.statements)
        for earlier in self.facts.steps(phase)[:step]:
            before |= self.facts.changes_of(earlier)
        if expr.op != "cell" or expr.ref.owner is not phase or fact in before or expr.ref.index is not None:
            return _declared(expr)
        return self.start(expr.ref)

    def start(self, fact: m.Field) -> Range:
        """Gives what a fact starts with."""
        if fact.start is not None:
            return self.range(fact.start)
        kind = fact.type
        if isinstance(kind, IntType):
            value = max(0, kind.low or 0)
            return (value, value) if kind.high is None or value <= kind.high else (kind.high, kind.high)
        return EVERYTHING

    def at(self, site: Site, expr: m.Expr, depth: int = _DEPTH) -> Range:
        """Gives the range of a number where a statement stands."""
        found = self.range(expr, (*site.guards, *_of_one(expr, site.guards)))
        declared = _declared(expr)
        if found == declared and expr.op == "cell" and site.first:
            return _meet(found, self.entry_range(site.owner, expr, depth))
        if found == declared and expr.op == "cell" and isinstance(site.owner, m.Procedure):
            before = self._before(site)
            if before is not None and (expr.op, expr.ref) not in self.facts.changed_in(before):
                return _meet(found, self.entry_range(site.owner, expr, depth))
        return found

    def _before(self, site: Site) -> tuple[m.Statement, ...] | None:
        """Gives the statements before one that stands at the top of its body."""
        for body in walk.bodies(site.owner):
            for place, statement in enumerate(body):
                if statement is site.statement:
                    return body[:place]
        return None


def _of_one(expr: m.Expr, guards: tuple[Literal, ...]) -> list[Literal]:
    """Gives what guards on all things of a kind tell of the thing that an expression is about."""
    if expr.op not in ("field", "counter") or not expr.args:
        return []
    thing = expr.args[0]
    found: list[Literal] = []
    for guard, holds in guards:
        told = {("no", True): False, ("some", False): False, ("every", True): True}.get((guard.op, holds))
        if told is not None and guard.args[0].op == "things" and item(guard.args[0].type) == item(thing.type):
            found.append((walk.replaced(guard.args[1], guard.value, thing), told))
    return found


def _chosen(candidates: m.Expr, local: int) -> list[Literal]:
    """Gives what is known of a thing that was chosen, as a local."""
    return _chosen_as(candidates, m.Expr("local", item(candidates.type), candidates.span, value=local))


def _chosen_as(candidates: m.Expr, goal: m.Expr) -> list[Literal]:
    found: list[Literal] = []
    while candidates.op == "filter":
        found.append((walk.replaced(candidates.args[1], candidates.value, goal), True))
        candidates = candidates.args[0]
    return found


def _of(condition: m.Expr | None) -> tuple[Literal, ...]:
    return () if condition is None else ((condition, True),)


def _leaves(block: tuple[m.Statement, ...]) -> bool:
    """Tells whether a block never goes on to what stands after it."""
    last = block[-1] if block else None
    return isinstance(last, m.Sentence) and last.act.verb in ("stop", "end") and last.condition is None


def _declared(expr: m.Expr) -> Range:
    kind = item(expr.type)
    if isinstance(kind, IntType):
        return kind.low, kind.high
    if isinstance(kind, BoolType):
        return 0, 1
    if isinstance(kind, EnumType):
        return NONE, len(kind.enum.members) - 1
    return EVERYTHING


def _declared_type(column: m.Field) -> Range:
    kind = item(column.type)
    return (kind.low, kind.high) if isinstance(kind, IntType) else EVERYTHING


def _flat(value: object) -> Iterator[int]:
    if isinstance(value, tuple):
        for part in value:
            yield from _flat(part)
    elif isinstance(value, int):
        yield value


def hull(one: Range, other: Range) -> Range:
    """Gives the least range that holds both."""
    low = None if one[0] is None or other[0] is None else min(one[0], other[0])
    high = None if one[1] is None or other[1] is None else max(one[1], other[1])
    return low, high


def _meet(one: Range, other: Range) -> Range:
    low = one[0] if other[0] is None else other[0] if one[0] is None else max(one[0], other[0])
    high = one[1] if other[1] is None else other[1] if one[1] is None else min(one[1], other[1])
    return low, high


def _arithmetic(op: str, left: Range, right: Range) -> Range:
    if op == "minus":
        right = (None if right[1] is None else -right[1], None if right[0] is None else -right[0])
        op = "plus"
    if op == "plus":
        low = None if left[0] is None or right[0] is None else left[0] + right[0]
        high = None if left[1] is None or right[1] is None else left[1] + right[1]
        return low, high
    if None in left or None in right:
        return EVERYTHING
    every = [a * b for a in left for b in right if a is not None and b is not None]
    return min(every), max(every)


def _apply(line: m.AmountLine, now: Range, operand: Range) -> Range:
    match line.operator:
        case "start" | "set":
            return operand
        case "add":
            return _arithmetic("plus", now, operand)
        case "subtract":
            return _arithmetic("minus", now, operand)
        case "multiply":
            return _arithmetic("times", now, operand)
        case "divide":
            if None in now or operand[0] is None or operand[0] < 1:
                return EVERYTHING
            values = [a // operand[0] for a in now if a is not None] + [
                -(-a // operand[0]) for a in now if a is not None
            ]
            return min([*values, 0]), max([*values, 0])
        case "floor":
            low = operand[0]
            return (
                now[0] if low is None else low if now[0] is None else max(now[0], low),
                None if now[1] is None or operand[1] is None else max(now[1], operand[1]),
            )
        case _:
            high = operand[1]
            return (
                None if now[0] is None or operand[0] is None else min(now[0], operand[0]),
                now[1] if high is None else high if now[1] is None else min(now[1], high),
            )


@lru_cache(maxsize=2)
def of(game: m.Game) -> Bounds:
    """Gives the bounds of a game, the same for every check."""
    return Bounds(game)


def measure(game: m.Game) -> None:
    """Tells every amount the least and the greatest number it can be."""
    known = of(game)
    for amount in game.amounts.values():
        amount.low, amount.high = known.amount(amount)
