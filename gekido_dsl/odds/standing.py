"""The chances from where a match stands: what can still come of the dice, and why the rest cannot.

Invariants:
    Nothing is told of dice or facts that whoever asks may not see.
"""

from collections.abc import Callable, Mapping, Sequence

from gekido_dsl.ground.position import Position
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, EnumType, item
from gekido_dsl.odds import finding
from gekido_dsl.odds.chances import Chances
from gekido_dsl.odds.graph import walk_expr
from gekido_dsl.odds.position import roller_of
from gekido_dsl.odds.report import PartReport, is_number
from gekido_dsl.odds.resuming import Running, during
from gekido_dsl.odds.scope import NotExact, NotOpen

Offered = Callable[[m.Expr, int], Sequence[int] | None]
"""Gives the values among which a player would choose now; None where that cannot be told."""


class Standing:
    """A position of a match, for one who asks about it."""

    def __init__(
        self, game: m.Game, answers: Mapping[str, int], s: Position, stack: Sequence[Running], reader: int
    ) -> None:
        """Keeps the position, which is only read.

        Args:
            stack: what runs there, the innermost last.
            reader: the seat of whoever asks.
        """
        self._game = game
        self._s = s
        self._stack = stack
        self._reader = reader
        self._parts = [Chances(game, part, answers) for part in finding.parts(game)]

    def reports(self, offered: Offered, wanted: Sequence[str] = ()) -> list[PartReport]:
        """Works out the chances of each part of the turn that is under way.

        Args:
            wanted: the names of what is asked; empty for all.
        """
        found = []
        names = {name.casefold() for name in wanted}
        for chances in self._parts:
            part = chances.part
            try:
                roller = roller_of(part.procedures, self._stack)
            except NotOpen:
                continue
            every = finding.aims(self._game, part)
            aims = [one for one in every if not names or one.name.casefold() in names]
            made = PartReport(part.name, part.die, 0, 0, aims, [0], now=True)
            left = aims
            if roller == self._reader:
                left = [one for one in aims if _may_count(self._game, one, roller, offered)]
            made.barred = list(dict.fromkeys(one.name for one in aims if one not in left))
            try:
                if left:
                    made.carried = chances.carried(left[0], self._s, self._stack, self._reader)
                for aim in left:
                    told = made.expected if is_number(aim) else made.chances
                    told[aim.name] = {0: chances.at(aim, self._s, self._stack, self._reader)}
            except NotOpen:
                continue
            except NotExact as error:
                made.why = during(made.carried, error.why)
            _leave_out_others(self._s, aims, made)
            found.append(made)
        return found

    def chance(self, enum: m.Enum, value: int, most: int) -> float | None:
        """Gives the chance of one pattern, by its name as a value; None where it cannot be told, or not quickly.

        Args:
            most: how many situations are looked at, at most.
        """
        for chances in self._parts:
            for aim in finding.aims(self._game, chances.part):
                if isinstance(aim.decl, m.PatternSet) and aim.decl.enum is enum and aim.value == value:
                    try:
                        return chances.at(aim, self._s, self._stack, self._reader, most)
                    except NotExact:
                        continue
        return None


def _leave_out_others(s: Position, aims: Sequence[finding.Aim], made: PartReport) -> None:
    """Leaves out the patterns that cannot count, since another one was chosen and stays so."""
    others: dict[str, str] = {}
    for aim in aims:
        chosen = next((value for key in aim.cells for value in [_value(s, key)] if value != NONE), NONE)
        if aim.kind == "pattern" and chosen not in (NONE, aim.value) and aim.name in made.chances:
            assert isinstance(aim.decl, m.PatternSet)
            others[aim.name] = aim.decl.patterns[chosen].name
    if all(made.chances[name] == {0: 0.0} for name in others):
        for name, made.chosen in others.items():
            del made.chances[name]


def _value(s: Position, key: object) -> int:
    """Gives what a fact of a phase is."""
    layout = s.layout
    for phase in layout.game.phases.values():
        for fact in phase.fields.values():
            if key == ("cell", id(fact)):
                return s.cells[layout.field_cell[id(phase), fact.name]]
    return NONE


def _may_count(game: m.Game, aim: finding.Aim, player: int, offered: Offered) -> bool:
    """Tells whether a value that dice are judged by can still be chosen by a player, as far as dice do not decide."""
    decl = aim.decl
    if isinstance(decl, m.PatternSet):
        enum = decl.enum
    elif isinstance(decl, m.Definition | m.Amount) and isinstance(decl.subject, EnumType):
        enum = decl.subject.enum
    else:
        return True
    asked = [_values(candidates, player, offered) for candidates in _choices(game, enum)]
    return not asked or any(one is None or aim.value in one for one in asked)


def _values(candidates: m.Expr, player: int, offered: Offered) -> Sequence[int] | None:
    inside = list(walk_expr(candidates))
    bound = {one.value for one in inside if not isinstance(one, m.ops.Local | m.ops.Const)}
    free = any(isinstance(one, m.ops.Local) and one.value and one.value not in bound for one in inside)
    return None if free or _asks_dice(candidates, set()) else offered(candidates, player)


def _asks_dice(e: m.Expr, seen: set[int]) -> bool:
    """Tells whether an expression, or a declaration that it asks, looks at dice."""
    for one in walk_expr(e):
        if isinstance(one, m.ops.Face | m.ops.Shows | m.ops.Fits | m.ops.Complete):
            return True
        if isinstance(one, m.ops.Defined | m.ops.Amount) and id(one.ref) not in seen:
            seen.add(id(one.ref))
            if any(_asks_dice(inner, seen) for inner in walk.exprs(one.ref)):
                return True
    return False


def _choices(game: m.Game, enum: m.Enum) -> list[m.Expr]:
    """Lists among what a player chooses a value of a kind, in all of a turn."""
    lines = game.turn.lines if game.turn is not None else ()
    every = [one for line in lines for one in (line.phase, *line.steps)]
    return [
        slot.candidates
        for statement in finding.statements_of(every)
        if isinstance(statement, m.Sentence) and statement.decision is not None
        for slot in statement.decision.slots
        for kind in [item(slot.candidates.type)]
        if isinstance(kind, EnumType) and kind.enum is enum
    ]
