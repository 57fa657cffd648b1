"""How large a number can become, and how many things a set can hold, told from the ruleset alone.

Invariants:
    A bound is never too narrow; None stands for a bound that cannot be told.
    A guard narrows only what it tells of: the same expression, written again.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache, reduce

from gekido_dsl.model import conditions, facts, known, sites, walk
from gekido_dsl.model import nodes as m
from gekido_dsl.model.conditions import Literal
from gekido_dsl.model.kernel.operator import Range as Told
from gekido_dsl.model.kernel.operator import Size
from gekido_dsl.model.kernel.operators import RECORDS
from gekido_dsl.model.ranges import EVERYTHING, Range, after_line, arithmetic, declared, hull, meet
from gekido_dsl.model.sites import Site
from gekido_dsl.model.types import NONE, IntType, ListType, PlayerType, SetType, item

_DEPTH = 6


class Bounds:
    """Bounds of the numbers of one game."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.facts = facts.of(game)
        self.sites = sites.of(game)
        self._amounts: dict[m.Decl, Range] = {}
        self._busy: set[m.Decl] = set()
        self._ranges: dict[tuple[m.Expr, tuple[Literal, ...]], Range] = {}
        self._choices: dict[m.Decl, _Choices] = {}
        self._tops: dict[m.Decl, dict[int, tuple[int, dict[facts.Fact, int]]]] = {}
        """Of each statement at the top of a body, by its id: its place, and where each fact is changed first."""
        self.leaving = self.leaving_by(self.facts.decls)

    @cached_property
    def _some_go_out(self) -> bool:
        """Whether anything ever puts a player out of the game."""
        acts = (act for decl in self.facts.decls for act in self.facts.acts(decl))
        return any(isinstance(act, m.acts.Eliminate) for act in acts)

    # ------------------------------------------------------------ numbers

    def range(self, expr: m.Expr, guards: tuple[Literal, ...] = ()) -> Range:
        """Gives the least and the greatest value of a number where guards hold; worked out once for the same."""
        if self._busy:  # of an amount that is being asked for, nothing is known yet
            return self._narrowed(expr, guards)
        if (expr, guards) not in self._ranges:
            self._ranges[expr, guards] = self._narrowed(expr, guards)
        return self._ranges[expr, guards]

    def _narrowed(self, expr: m.Expr, guards: tuple[Literal, ...]) -> Range:
        plain = self._plain(expr, guards)
        parts = {expr, *known.summed(expr)[0]}
        about = [
            guard
            for guard in guards
            if any(part in parts or isinstance(part, m.ops.Defined) for part in walk.inside(guard[0]))
        ]
        if not about:
            return plain
        found: Range | None = None
        for case in conditions.cases(about):
            one = plain
            for literal, holds in case.literals:
                one = meet(one, self._told(expr, literal, holds, guards))
            one = meet(one, known.of_sum(expr, case.literals, self._alone(case.literals)))
            one = known.without(one, expr, case.literals)
            if one[0] is not None and one[1] is not None and one[0] > one[1]:
                continue
            found = one if found is None else hull(found, one)
        return plain if found is None else found

    def _alone(self, literals: tuple[Literal, ...]) -> Callable[[m.Expr], Range]:
        """Gives what tells the range of one number by what is said of it alone."""

        def plain(expr: m.Expr) -> Range:
            found = declared(expr.type) if isinstance(expr, m.ops.Amount) else self._plain(expr, ())
            for literal, holds in literals:
                found = meet(found, self._told(expr, literal, holds, ()))
            return found

        return plain

    def _told(self, expr: m.Expr, literal: m.Expr, holds: bool, guards: tuple[Literal, ...]) -> Range:
        """Gives what one literal tells of a number."""
        if not isinstance(literal, m.ops.Comparison):
            return EVERYTHING
        left, right = literal.left, literal.right
        op = literal.op if holds else literal.record.negated
        if op is None:
            return EVERYTHING
        if left == expr:
            low, high = self._plain(right, ())
        elif right == expr:
            low, high = self._plain(left, ())
            op = RECORDS[op].mirrored
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
        match expr.record.range:
            case Told.CONSTANT:
                return expr.value, expr.value
            case Told.AMOUNT:
                return self.amount(expr.ref)
            case Told.ARITHMETIC:
                left, right = (self.range(arg, guards) for arg in expr.args)
                return arithmetic(expr.op, left, right)
            case Told.HOW_MANY:
                return self.size(expr.args[0])
            case Told.TOTAL:
                return arithmetic("times", self.size(expr.args[0]), self.range(expr.args[1], guards))
            case Told.FACT:
                printed = not expr.ref.kept and isinstance(item(expr.ref.type), IntType)
                return self._printed(expr.ref) if printed else declared(expr.type)
            case Told.PROPERTY:
                if expr.ref.value is None:
                    return EVERYTHING
                return reduce(hull, (self.range(one) for one in walk.given(expr.ref)))
            case Told.TYPE | Told.TURNS:
                return declared(expr.type)

    def _printed(self, column: m.Field) -> Range:
        kind = column.owner
        values = [
            number
            for row in (kind.rows if isinstance(kind, m.Kind) else ())
            for number in walk.numbers(row.values.get(column.name))
        ]
        return (min(values), max(values)) if values else declared(column.type)

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
            after = after_line(line, now, operand)
            now = after if line.condition is None else hull(now, after)
        return now

    # ------------------------------------------------------------ sets

    def size(self, expr: m.Expr, guards: tuple[Literal, ...] = ()) -> tuple[int, int | None]:
        """Gives how few and how many a set can hold where guards hold."""
        match expr.record.size:
            case Size.MEMBERS:
                number = len(expr.ref.members)
                return number, number
            case Size.PLAYERS:
                return 1 if self._some_go_out else self.game.least_players, self.game.most_players
            case Size.NUMBERS:
                assert isinstance(expr, m.ops.Numbers)
                return self._numbers(expr, guards)
            case Size.KIND:
                return self.fewest(expr.ref), self.count(expr.ref)
            case Size.PASSING:
                return known.passing(expr), self.size(expr.args[0])[1]
            case Size.SAME:
                return self.size(expr.args[0])
            case Size.ROW if isinstance(expr.type, SetType):
                kind, name = expr.ref
                number = sum(row.copies for row in kind.rows if row.name == name)
                few = number * (self.game.least_players if kind.each_player else 1)
                return (0 if expr.args or kind in self.leaving else few), number * (
                    self.game.most_players if kind.each_player else 1
                )
            case Size.ITEMS:
                inner = expr.args[0]
                if isinstance(inner.type, ListType):
                    return 0, inner.type.most
                return 1, 1
            case Size.TOGETHER:
                return self._union(expr, guards)
            case Size.PARTS:
                return self._nested(expr)
            case Size.BOARD:
                return self._laid(expr.ref)
            case Size.ROW | Size.UNTOLD:
                kind_of = getattr(item(expr.type), "kind", None)
                return 0, self.count(kind_of) if isinstance(kind_of, m.Kind) else None

    def _numbers(self, expr: m.ops.Numbers, guards: tuple[Literal, ...]) -> tuple[int, int | None]:
        (least, most), (low, high) = self.range(expr.low, guards), self.range(expr.high, guards)
        few = 0 if low is None or most is None else max(0, low - most + 1)
        between = m.ops.Minus(expr.high.type, expr.span, left=expr.high, right=expr.low)
        fewest = self.range(between, guards)[0]
        few = few if fewest is None else max(few, fewest + 1)
        return few, None if high is None or least is None else max(0, high - least + 1)

    def _union(self, expr: m.Expr, guards: tuple[Literal, ...]) -> tuple[int, int | None]:
        """Gives how few and how many are among several together; a value that may be none counts as none."""
        sizes = [self.size(part, guards) for part in expr.args]
        sure = [
            few
            for part, (few, _) in zip(expr.args, sizes, strict=True)
            if not isinstance(part, m.ops.Items)
            or (isinstance(part.one, m.ops.Const) and part.one.value != NONE)
        ]
        many = [most for _, most in sizes if most is not None]
        return max(sure, default=0), sum(many) if len(many) == len(sizes) else None

    def _laid(self, board: m.Board) -> tuple[int, int]:
        few = len(board.shape.spots)
        few = 0 if board.space.legend is not None or any(one in self.leaving for one in board.kinds) else few
        return few, sum(self.count(one) for one in board.kinds)

    def _nested(self, expr: m.Expr) -> tuple[int, int | None]:
        kind: m.Kind = expr.ref
        if not kind.column:
            many = sum(row.copies for row in kind.rows)
            return 0 if kind in self.leaving else many, many * (
                self.count(kind.parent) if isinstance(expr.args[0].type, SetType) and kind.parent else 1
            )
        numbers = [
            sum(1 for part in kind.rows if part.parent == parent)
            for parent in range(len(kind.parent.rows) if kind.parent is not None else 0)
        ]
        few = 0 if kind in self.leaving else min(numbers, default=0)
        return few, max(numbers, default=0)

    def fewest(self, kind: m.Kind) -> int:
        """Gives how few things of a kind there can be: drawn ones need not lie there, others may leave the game."""
        if kind.legend is not None or kind in self.leaving:
            return 0
        whole = kind.whole()
        if whole.each_player is None:
            return self.count(kind)
        return self.count(kind) * self.game.least_players // self.game.most_players

    def leaving_by(self, decls: Iterable[m.Decl]) -> frozenset[m.Kind]:
        """Lists the kinds of which declarations remove or destroy things, those of their parts among them."""
        acts = (act for decl in decls for act in self.facts.acts(decl))
        kinds = {
            getattr(item(act.things.type), "kind", None) for act in acts if isinstance(act, m.acts.Leaving)
        }
        return frozenset(kind for kind in self.game.kinds.values() if kinds & {kind, *kind.wholes()})

    def most_leaving(self, decl: m.Procedure, kind: m.Kind) -> int:
        """Gives how many things of a kind a body may take out; all where its own lines do not say."""
        taking = [
            act
            for one in self.facts.closure(decl)
            for act in self.facts.acts(one)
            if isinstance(act, m.acts.Leaving)
            and {kind, *kind.wholes()} & {getattr(item(act.things.type), "kind", None)}
        ]
        alike = all(
            getattr(item(act.things.type), "kind", None) is kind and not isinstance(act.things.type, SetType)
            for act in taking
        )
        out = self.times(decl, {id(act) for act in taking}) if alike else None
        return self.count(kind) if out is None else out

    def times(self, decl: m.Procedure, acts: set[int]) -> int | None:
        """Gives how often a body's own lines do some acts at most, told by their ids; None where these do not say."""
        left = set(acts)

        def counted(block: Iterable[m.Statement], rounds: int) -> Iterator[int]:
            for one in block:
                if isinstance(one, m.Sentence) and id(one.act) in left:
                    left.remove(id(one.act))
                    yield rounds
                if isinstance(one, m.Each) and isinstance(item(one.items.type), PlayerType):
                    yield from counted(one.body, rounds * self.game.most_players)
                elif not one.record.repeats:
                    for inner in one.blocks:
                        yield from counted(inner, rounds)

        many = sum(counted(decl.body.statements, 1))
        return None if left else many

    def count(self, kind: m.Kind) -> int:
        """Gives how many things of a kind there can be."""
        if kind.each_player is not None:
            return kind.each_player * self.game.most_players
        if kind.parent is not None and kind.column:
            return len(kind.rows) * (self.game.most_players if kind.parent.each_player is not None else 1)
        if kind.parent is not None:
            return sum(row.copies for row in kind.rows) * self.count(kind.parent)
        return sum(row.copies for row in kind.rows)

    # ------------------------------------------------------------ from the callers

    def entry_range(self, decl: m.Decl, expr: m.Expr, depth: int = _DEPTH) -> Range:
        """Gives the range of a fact when a body begins, from every place that sets it going."""
        if depth <= 0 or not isinstance(decl, m.Procedure):
            return declared(expr.type)
        found: Range | None = None
        for caller in self.facts.decls:
            if decl not in self.facts.calls(caller):
                continue
            for one in self._from(caller, decl, expr, depth):
                found = one if found is None else hull(found, one)
        return declared(expr.type) if found is None else meet(declared(expr.type), found)

    def _from(self, caller: m.Decl, decl: m.Procedure, expr: m.Expr, depth: int) -> Iterator[Range]:
        steps = self.facts.steps(caller) if isinstance(caller, m.Procedure) else ()
        if decl in steps and isinstance(caller, m.Procedure):
            yield self._at_step(caller, steps.index(decl), expr)
        direct = False
        for site in self.sites.of(caller):
            if isinstance(site.statement, m.Sentence) and decl in self.facts.called_by(site.statement.act):
                direct = True
                yield self.at(site, expr, depth - 1)
        if not direct and decl not in steps:
            yield declared(expr.type)

    def _at_step(self, phase: m.Procedure, step: int, expr: m.Expr) -> Range:
        fact: facts.Fact = (expr.op, expr.ref)
        before = self.facts.changed_in(phase.body.statements)
        for earlier in self.facts.steps(phase)[:step]:
            before |= self.facts.changes_of(earlier)
        if (
            not isinstance(expr, m.ops.Cell)
            or expr.ref.owner is not phase
            or fact in before
            or expr.ref.index is not None
        ):
            return declared(expr.type)
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
        found = self.range(expr, (*site.guards, *of_one(expr, site.guards)))
        if isinstance(expr, m.ops.Local) and None in found:
            found = meet(found, self._chosen(site.owner, expr.value))
        by_type = declared(expr.type)
        if found == by_type and isinstance(expr, m.ops.Cell) and site.first:
            return meet(found, self.entry_range(site.owner, expr, depth))
        if found == by_type and isinstance(expr, m.ops.Cell) and isinstance(site.owner, m.Procedure):
            if self._unchanged(site, (expr.op, expr.ref)):
                return meet(found, self.entry_range(site.owner, expr, depth))
        return found

    def _chosen(self, owner: m.Decl, local: int) -> Range:
        """Gives the range of a number that was chosen among others, and that nothing has changed since."""
        if owner not in self._choices:
            self._choices[owner] = _Choices(owner, self.facts)
        chosen = self._choices[owner].chosen(local)
        if not isinstance(chosen, m.ops.Numbers):
            return EVERYTHING
        return self.range(chosen.low)[0], self.range(chosen.high)[1]

    def _unchanged(self, site: Site, fact: facts.Fact) -> bool:
        """Tells whether a statement stands at the top of its body and nothing before it changes a fact."""
        if site.owner not in self._tops:
            self._tops[site.owner] = tops = {}
            for body in walk.bodies(site.owner):
                first: dict[facts.Fact, int] = {}
                for place, statement in enumerate(body):
                    tops[id(statement)] = place, first
                    for changed in self.facts.changed_in((statement,)):
                        first.setdefault(changed, place)
        place, first = self._tops[site.owner].get(id(site.statement), (0, {fact: -1}))
        return first.get(fact, place) >= place


class _Choices:
    """What is chosen in the bodies of a declaration, by the local that holds it."""

    def __init__(self, owner: m.Decl, known: facts.Facts) -> None:
        self._candidates: dict[int, m.Expr] = {}
        self._named: dict[int, int] = {}
        """Which local gets what another holds."""
        self._written: set[int] = set()
        for act in known.acts(owner):
            if isinstance(act, m.acts.Writing) and isinstance(act.fact, m.ops.Local):
                self._written.add(act.fact.value)
            elif isinstance(act, m.acts.Bind) and isinstance(act.found, m.ops.Local):
                self._named.setdefault(act.local, act.found.value)
        for body in walk.bodies(owner):
            for statement in walk.statements(body):
                if isinstance(statement, m.Sentence) and statement.decision is not None:
                    self._candidates |= {slot.local: slot.candidates for slot in statement.decision.slots}

    def chosen(self, local: int) -> m.Expr | None:
        """Gives what a local was chosen from; None where it is none, or may be another number by now."""
        seen: set[int] = set()
        while local not in seen:
            seen.add(local)
            if local in self._written:
                return None
            if local not in self._named:
                return self._candidates.get(local)
            local = self._named[local]
        return None


def of_one(expr: m.Expr, guards: tuple[Literal, ...]) -> list[Literal]:
    """Gives what guards on all things of a kind, or all players, tell of what an expression is about."""
    about = [
        one
        for one in walk.inside(expr)
        if isinstance(one, m.ops.Mine | m.ops.Local | m.ops.Actor | m.ops.Things)
    ]
    found: list[Literal] = []
    for guard, holds in conditions.flat(guards):
        match guard:
            case m.ops.No() if holds:
                told = False
            case m.ops.Some() if not holds:
                told = False
            case m.ops.Every() if holds:
                told = True
            case _:
                continue
        if not isinstance(guard.set, m.ops.Things | m.ops.Players):
            continue
        for one in dict.fromkeys(about):
            if item(guard.set.type) == item(one.type) and (
                isinstance(one, m.ops.Actor) or isinstance(guard.set, m.ops.Things)
            ):
                found.append((walk.replaced(guard.test, guard.value, one), told))
    return found


@lru_cache(maxsize=2)
def of(game: m.Game) -> Bounds:
    """Gives the bounds of a game, the same for every check."""
    return Bounds(game)


def measure(game: m.Game) -> None:
    """Tells every amount the least and the greatest number it can be."""
    known = of(game)
    for amount in game.amounts.values():
        amount.low, amount.high = known.amount(amount)
