"""Where rules compare the sum of dice with a number or with the sum of other dice, and how likely each outcome is.

Invariants:
    Every roll is counted by how often it comes. What is added to the dice is left open: chances are told for each
    number.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.odds import finding
from gekido_dsl.odds.graph import walk_expr
from gekido_dsl.odds.scope import range_of
from gekido_dsl.odds.throwing import Rolled

MOST_DICE: Final = 8
MOST_AHEAD: Final = 6
"""By so much one side is ahead of the other besides its dice, at most."""
_MOST_NUMBERS: Final = 4
_MOST_ROWS: Final = 12


@dataclass(frozen=True)
class Side:
    """What stands on one side of a comparison."""

    name: str
    places: tuple[m.Place, ...]
    """The places whose dice are added up."""
    more: bool
    """Whether other numbers are added, which the dice do not tell."""
    fixed: int = 0
    """What is always added."""


@dataclass(frozen=True)
class Contest:
    """A comparison that dice decide."""

    name: str
    decl: m.Decl
    """The definition or rule that compares."""
    where: m.Procedure
    """The phase or rule in which it is rolled and asked."""
    die: m.Kind
    high: Side
    low: Side
    strict: bool
    """Whether a tie is not enough."""
    dice: tuple[int, ...]
    """How many dice are rolled for a side."""
    unless: tuple[tuple[str, bool], ...] = ()
    """In which case, in the words of the rules, a tie counts otherwise, and whether it is not enough then."""
    changed: bool = False
    """Whether dice may be changed between the roll and the comparison."""

    def chance(self, dice: int, ahead: int, strict: bool | None = None) -> float:
        """Gives the chance that it holds with so many dice for a side, where one side is ahead by so much without them.

        Args:
            ahead: what the side that has to be higher has more, besides its dice; below 0 for less.
            strict: whether a tie is not enough; None for as the rules say.
        """
        strict = self.strict if strict is None else strict
        high = _sums(range_of(self.die), dice * len(self.high.places))
        low = _sums(range_of(self.die), dice * len(self.low.places))
        ahead += self.high.fixed - self.low.fixed
        held = sum(
            often * times
            for one, often in high.items()
            for two, times in low.items()
            if one + ahead > two or (one + ahead == two and not strict)
        )
        return held / (sum(high.values()) * sum(low.values()))

    def needed(self, dice: int, reached: int, strict: bool | None = None) -> float:
        """Gives the chance that it holds where the dice of one side have to reach a sum, or not to go beyond it."""
        fixed = self.low.fixed - self.high.fixed
        return self.chance(dice, fixed + (-reached if self.high.places else reached), strict)

    @property
    def both(self) -> bool:
        """Whether dice are rolled for both sides."""
        return bool(self.high.places and self.low.places)

    @property
    def rows(self) -> list[int]:
        """Lists for how much one side is ahead chances are told; with dice on one side, for which sums."""
        if self.both:
            return list(range(MOST_AHEAD + 1)) if self.high.more or self.low.more else [0]
        if not self.high.more and not self.low.more:
            return [0]
        faces, side = range_of(self.die), self.high.places or self.low.places
        least, most = len(side) * faces[0] * self.dice[0], len(side) * faces[-1] * self.dice[-1]
        step = max(1, -(-(most - least) // _MOST_ROWS))
        return list(range(least + (1 if step == 1 else step), most + 1, step))


def contests(game: m.Game, rolled: Rolled) -> list[Contest]:
    """Lists the comparisons that dice decide which are rolled once.

    Args:
        rolled: how many dice are rolled at once, and by which rule.
    """
    found: dict[str, Contest] = {}
    decided = {part.die.name for part in finding.parts(game)}
    for where in (*game.phases.values(), *game.rules.values(), *game.actions.values()):
        statements = list(finding.statements_of([where]))
        rolls = {
            die.name: die
            for one in statements
            if isinstance(one, m.Sentence) and one.decision is None
            for die in [finding.dice_of(one.act)]
            if die is not None and die.name not in decided and die.faces is not None
        }
        for die in rolls.values():
            if isinstance(die.faces, m.Enum):
                continue
            for name, decl, test, unless in _tests(where, statements):
                made = _contest(name, decl, test, unless, where, die, statements, rolled)
                if made is not None:
                    found.setdefault(name, made)
    return list(found.values())


_Unless = Sequence[tuple[str, m.Expr]]


def _tests(
    where: m.Procedure, statements: Sequence[m.Statement]
) -> Iterator[tuple[str, m.Decl, m.Expr, _Unless]]:
    """Gives the comparisons that statements ask, with the names they go by and the exceptions to them."""
    seen: set[int] = set()
    for statement in statements:
        for e in walk.exprs(statement):
            if isinstance(e, m.ops.AtLeast | m.ops.More | m.ops.AtMost | m.ops.Less):
                yield _words(e), where, e, ()
            elif isinstance(e, m.ops.Defined) and id(e.ref) not in seen:
                seen.add(id(e.ref))
                unless = [
                    (_words(one.condition), one.test) for one in e.ref.exceptions if one.test is not None
                ]
                if len(unless) == len(e.ref.exceptions):
                    yield e.ref.name, e.ref, e.ref.test, unless


def _contest(
    name: str,
    decl: m.Decl,
    test: m.Expr,
    unless: _Unless,
    where: m.Procedure,
    die: m.Kind,
    statements: Sequence[m.Statement],
    rolled: Rolled,
) -> Contest | None:
    found = _compared(test, die)
    if found is None:
        return None
    high, low, strict = found
    others = []
    for words, other in unless:
        again = _compared(other, die)
        if again is None or again[:2] != (high, low):
            return None
        others.append((words, again[2]))
    rolling, changed = set(), False
    places = {*high.places, *low.places}
    for procedure in {id(one): one for one in [where, *_called(statements)]}.values():
        inner = [one for one in walk.statements(procedure.body.statements) if isinstance(one, m.Sentence)]
        after = not any(_has_rolled(one, die) for one in inner)
        for statement in inner:
            # What is moved or turned before the roll changes nothing.
            after = after or _has_rolled(statement, die)
            named = {
                e.ref for arg in statement.act.operands for e in walk_expr(arg) if isinstance(e, m.ops.Place)
            }
            if finding.dice_of(statement.act) is die and statement.decision is None and named & places:
                rolling.add(procedure.name)
            elif after and (
                statement.act.record.moves_named
                or isinstance(statement.act, m.acts.Turn | m.acts.Flip | m.acts.Reroll)
            ):
                changed = changed or bool(named & places)
            changed = changed or (after and isinstance(statement.act, m.acts.Open))
    if not rolling:
        return None
    numbers: Counter[int] = Counter()
    for (what, by), often in rolled.items():
        if what == die.name and by in rolling:
            numbers += often
    # What is taken away or added in between makes other numbers: then the usual one alone is sure to be compared.
    usual = [number for number, _ in numbers.most_common(1 if changed else _MOST_NUMBERS)]
    dice = tuple(sorted(number for number in usual if number <= MOST_DICE))
    return Contest(name, decl, where, die, high, low, strict, dice, tuple(others), changed) if dice else None


def _has_rolled(statement: m.Sentence, die: m.Kind) -> bool:
    """Tells whether a statement rolls dice, by itself or by what it runs."""
    return any(finding.dice_of(act) is die for act in finding.acts((statement,)))


def _called(statements: Sequence[m.Statement]) -> Iterator[m.Procedure]:
    for statement in statements:
        if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Do):
            yield statement.act.rule


def _compared(test: m.Expr, die: m.Kind) -> tuple[Side, Side, bool] | None:
    """Gives the side that has to be higher, the other one, and whether a tie is not enough."""
    match test:
        case m.ops.AtLeast(left=more, right=less) | m.ops.More(left=more, right=less):
            high, low = _side(more, die), _side(less, die)
        case m.ops.AtMost(left=less, right=more) | m.ops.Less(left=less, right=more):
            high, low = _side(more, die), _side(less, die)
        case _:
            return None
    if high is None or low is None or not (high.places or low.places):
        return None
    return high, low, isinstance(test, m.ops.More | m.ops.Less)


def _side(e: m.Expr, die: m.Kind) -> Side | None:
    """Reads one side; None where dice count otherwise than by their sum."""
    name = e.ref.name if isinstance(e, m.ops.Amount) else _words(e)
    if isinstance(e, m.ops.Const) and isinstance(e.value, int):
        return Side(name, (), False, e.value)
    if isinstance(e, m.ops.Sum) and isinstance(e.set, m.ops.Inside) and isinstance(e.set.place, m.ops.Place):
        place = e.set.place.ref
        if place.holds is die and isinstance(e.number, m.ops.Face):
            return Side(name, (place,), False)
    if isinstance(e, m.ops.Amount) and not e.ref.exceptions and not e.asked:
        return _amount(e.ref, die)
    return None if _shows(e, die, set()) else Side(name, (), True)


def _amount(amount: m.Amount, die: m.Kind) -> Side | None:
    places: tuple[m.Place, ...] = ()
    more, fixed = False, 0
    for line in amount.lines:
        side = _side(line.operand, die)
        if side is None or line.operator not in ("start", "add", "subtract"):
            return None
        if side.places and (line.operator == "subtract" or line.condition is not None):
            return None
        places += side.places
        more = more or side.more or (bool(side.fixed) and line.condition is not None)
        if line.condition is None:
            fixed += -side.fixed if line.operator == "subtract" else side.fixed
    return Side(amount.name, places, more, fixed)


def _shows(e: m.Expr, die: m.Kind, seen: set[int]) -> bool:
    """Tells whether something follows from what these dice show."""
    for one in walk_expr(e):
        if (
            isinstance(one, m.ops.Face | m.ops.Shows | m.ops.Fits | m.ops.Complete)
            and getattr(one.args[0].type, "kind", die) is die
        ):
            return True
        if isinstance(one, m.ops.Defined | m.ops.Amount) and id(one.ref) not in seen:
            seen.add(id(one.ref))
            if any(_shows(inner, die, seen) for inner in walk.exprs(one.ref)):
                return True
    return False


def _sums(faces: range, dice: int) -> dict[int, int]:
    """Counts in how many ways so many dice come to each sum."""
    found = {0: 1}
    for _ in range(dice):
        after: Counter[int] = Counter()
        for total, often in found.items():
            for face in faces:
                after[total + face] += often
        found = dict(after)
    return found


def _words(e: m.Expr) -> str:
    return " ".join(e.span.text.split())
