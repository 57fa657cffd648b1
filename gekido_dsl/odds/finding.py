"""Where in a ruleset dice are rolled and kept: which part of the turn, what for, and what helps.

Invariants:
    It is found by what statements do, never by what anything is called.
"""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass

from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, EnumType, IntType, ThingType
from gekido_dsl.odds.expressions import key_of_cell
from gekido_dsl.odds.graph import Offer
from gekido_dsl.odds.scope import OTHER, ROLLER, RowOf, range_of


@dataclass(frozen=True, eq=False)
class Part:
    """A part of the turn in which a player rolls dice, and decides what to roll again."""

    die: m.Kind
    procedures: tuple[m.Procedure, ...]

    @property
    def name(self) -> str:
        """What the part is called."""
        return self.procedures[0].title or self.procedures[0].name


@dataclass(frozen=True, eq=False)
class Aim:
    """Something to strive for: a pattern, a value for which a test holds, or a number."""

    name: str
    kind: str
    """`pattern`, `test`, `amount` or `gain`."""
    decl: m.Decl
    value: int
    """Which pattern or value; of a gain, how much at least, or 0 for as much as can be expected."""
    cells: tuple[Hashable, ...] = ()
    """Of a pattern, the facts that say which is strived for; of a gain, the fact that grows."""


def acts(statements: Sequence[m.Statement], seen: frozenset[int] = frozenset()) -> Iterator[m.Act]:
    """Gives the acts of statements, with those of the rules that they run."""
    for statement in walk.statements(tuple(statements)):
        if isinstance(statement, m.Sentence):
            yield statement.act
            if isinstance(statement.act, m.acts.Do) and id(statement.act.rule) not in seen:
                yield from acts(statement.act.rule.body.statements, seen | {id(statement.act.rule)})


def statements_of(procedures: Sequence[m.Procedure]) -> Iterator[m.Statement]:
    """Gives all statements of procedures, with those of the rules that they run."""
    seen: set[int] = set()
    waiting = list(procedures)
    while waiting:
        procedure = waiting.pop(0)
        if id(procedure) in seen:
            continue
        seen.add(id(procedure))
        for statement in walk.statements(procedure.body.statements):
            yield statement
            if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Do):
                waiting.append(statement.act.rule)


def dice_of(act: m.Act) -> m.Kind | None:
    """Gives the kind of the dice that an act rolls."""
    if not isinstance(act, m.acts.Rolling):
        return None
    kind = getattr(act.dice.type, "item", act.dice.type)
    return kind.kind if isinstance(kind, ThingType) else None


def parts(game: m.Game) -> list[Part]:
    """Lists the parts of a turn in which dice are rolled, and some of them again as a player decides."""
    found: list[Part] = []
    lines = game.turn.lines if game.turn is not None else ()
    for line in lines:
        procedures = (line.phase, *line.steps)
        kinds = dict.fromkeys(
            kind
            for statement in statements_of(procedures)
            if isinstance(statement, m.Sentence)
            for kind in [dice_of(statement.act)]
            if kind is not None
        )
        for die in kinds:
            if _again(procedures, die) and not any(
                one.die is die and one.procedures[0] is procedures[0] for one in found
            ):
                found.append(Part(die, procedures))
    return found


def _again(procedures: Sequence[m.Procedure], die: m.Kind) -> bool:
    """Tells whether a player decides what is rolled again."""
    every = list(statements_of(procedures))
    rolls = [one for one in every if isinstance(one, m.Sentence) and dice_of(one.act) is die]
    loops = [one for one in every if isinstance(one, m.Repeat) and _rolls(one.body, die)]
    for statement in every:
        if isinstance(statement, m.Menu) and any(_rolls(body, die) for body in statement.bodies):
            inside = [one for one in statements_in(statement) if one in rolls]
            if len(inside) < len(rolls) or any(statement in statements_in(loop) for loop in loops):
                return True
        if isinstance(statement, m.Sentence) and statement.decision is not None:
            if dice_of(statement.act) is die and isinstance(statement.act, m.acts.Reroll) and len(rolls) > 1:
                return True
            moves = isinstance(statement.act, m.acts.Move)
            if moves and any(statement in statements_in(loop) for loop in loops):
                return True
    return False


def statements_in(statement: m.Statement) -> list[m.Statement]:
    """Lists a statement with all inside it and inside the rules that it runs."""
    found = list(walk.statements((statement,)))
    done = [one.act for one in found if isinstance(one, m.Sentence)]
    called = [act.rule for act in done if isinstance(act, m.acts.Do)]
    return [*found, *statements_of(called)]


def _rolls(statements: Sequence[m.Statement], die: m.Kind) -> bool:
    return any(dice_of(act) is die for act in acts(statements))


# ---------------------------------------------------------------- what for


def aims(game: m.Game, part: Part) -> list[Aim]:
    """Lists what may be strived for: patterns first, else what tests and numbers say of the dice, else what grows."""
    found = [aim for patterns in game.patterns.values() for aim in _patterns(part, patterns)]
    if not found:
        found = list(_tests(game, part))
    return found or list(_gains(part))


def _patterns(part: Part, patterns: m.PatternSet) -> Iterator[Aim]:
    if patterns.die is not part.die:
        return
    cells = dict.fromkeys(
        key_of_cell(e.pattern)
        for statement in statements_of(part.procedures)
        for e in walk.exprs(statement)
        if isinstance(e, m.ops.Complete) and e.ref is patterns and isinstance(e.pattern, m.ops.Cell)
    )
    for number, pattern in enumerate(patterns.patterns):
        yield Aim(pattern.name, "pattern", patterns, number, tuple(cells))


def _tests(game: m.Game, part: Part) -> Iterator[Aim]:
    every: list[m.Definition | m.Amount] = [*game.definitions.values(), *game.amounts.values()]
    named = [
        one
        for one in every
        if isinstance(one.subject, EnumType) and not one.params and about(one, part.die, set())
    ]
    for one in named:
        assert isinstance(one.subject, EnumType)
        for number, member in enumerate(one.subject.enum.members):
            yield Aim(member, "test" if isinstance(one, m.Definition) else "amount", one, number)


def about(decl: m.Definition | m.Amount, die: m.Kind, seen: set[int]) -> bool:
    """Tells whether a definition or amount asks what dice show."""
    if id(decl) in seen:
        return False
    seen.add(id(decl))
    for e in walk.exprs(decl):
        if (
            isinstance(e, m.ops.Face | m.ops.Shows)
            and isinstance(e.die.type, ThingType)
            and e.die.type.kind is die
        ):
            return True
        if isinstance(e, m.ops.Defined | m.ops.Amount) and about(e.ref, die, seen):
            return True
    return False


def _gains(part: Part) -> Iterator[Aim]:
    """Finds facts of a player's own that grow in the part by what was rolled."""
    seen: set[int] = set()
    for statement in statements_of(part.procedures):
        if not isinstance(statement, m.Sentence) or not isinstance(statement.act, m.acts.Gain):
            continue
        target = statement.act.fact
        if (
            not isinstance(target, m.ops.Field)
            or not isinstance(target.thing, m.ops.Mine)
            or target.index is not None
        ):
            continue
        fact = target.ref
        if id(fact) in seen or not isinstance(fact.type, IntType):
            continue
        seen.add(id(fact))
        for least in (0, 10, 20, 30, 40, 50):
            yield Aim(
                f"{fact.name} gains {least} or more" if least else f"{fact.name} gained",
                "gain",
                fact,
                least,
                (("field", id(fact)),),
            )


# ---------------------------------------------------------------- what helps


def owners(game: m.Game, part: Part) -> list[m.Kind]:
    """Lists the kinds of which each player has one row, where that row can count for the dice."""
    found: dict[m.Kind, None] = {}
    exprs = [e for statement in statements_of(part.procedures) for e in walk.exprs(statement)]
    for window in _windows(part, game):
        for line in window.lines:
            for quota in line.quotas:
                for action in quota.actions:
                    if action.candidates is not None:
                        exprs += [
                            e
                            for e in walk.inside(action.candidates)
                            if isinstance(e, m.ops.Nested | m.ops.Mine)
                        ]
    for e in exprs:
        if isinstance(e, m.ops.Mine) and e.ref.file is not None and e.ref.rows:
            found[e.ref] = None
    return list(found)


def _windows(part: Part, game: m.Game) -> list[m.Window]:
    return list(
        dict.fromkeys(
            statement.act.window
            for statement in statements_of(part.procedures)
            if isinstance(statement, m.Sentence) and isinstance(statement.act, m.acts.Open)
        )
    )


def offers(game: m.Game, part: Part, kind: m.Kind | None, row: int) -> list[Offer]:
    """Lists what may be used in the windows of the part: what a row of a kind has, else what everybody may have.

    Args:
        kind: of which kind the player has a row; None for what belongs to no such row.
    """
    found: list[Offer] = []
    for window in _windows(part, game):
        for line in window.lines:
            for quota in line.quotas:
                for action in quota.actions:
                    if action.candidates is None or not isinstance(action.item, ThingType):
                        continue
                    thing = action.item.kind
                    if kind is None and thing.parent is not None:
                        continue
                    if kind is not None and thing.parent is not kind:
                        continue
                    for number, one in enumerate(thing.rows):
                        if kind is not None and one.parent not in (row, NONE):
                            continue
                        for seat in (ROLLER, OTHER):
                            offer = Offer(
                                _named(thing, number),
                                action,
                                RowOf(thing, number),
                                _uses(action, thing, number),
                                seat,
                            )
                            if not any(
                                known.thing == offer.thing and known.action is action and known.seat is seat
                                for known in found
                            ):
                                found.append(offer)
    return found


def _named(kind: m.Kind, number: int) -> str:
    """Says what a thing is called; of one that has no name of its own, what it stands for."""
    row = kind.rows[number]
    if row.name and kind.parent is None:
        return row.name
    for fact in kind.fields.values():
        value = row.values.get(fact.name)
        if isinstance(fact.type, ThingType) and isinstance(value, int) and value != NONE:
            return fact.type.kind.rows[value].name
    return row.name


def _uses(action: m.Procedure, kind: m.Kind, number: int) -> int:
    """Tells how often a thing can be used: as its table says, else once."""
    counters = [
        e.ref
        for act in acts(action.body.statements)
        if isinstance(act, m.acts.Lose)
        for e in act.operands
        if isinstance(e, m.ops.Counter)
    ]
    if not counters:
        return 1
    numbers = [
        kind.rows[number].values.get(fact.name)
        for fact in kind.fields.values()
        if not fact.kept and isinstance(fact.type, IntType) and fact.index is None
    ]
    known = [value for value in numbers if isinstance(value, int) and value > 0]
    return known[0] if len(known) == 1 else counters[0].high


def faces_of(die: m.Kind) -> range:
    """Gives the values of the faces of a die."""
    return range_of(die)
