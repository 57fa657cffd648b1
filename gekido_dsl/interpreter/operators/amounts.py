"""Operators that a ruleset declares itself: amounts, properties and definitions, with their exceptions."""

from collections.abc import Callable
from typing import Any, Final

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter.operators.lasting import asked_about, lasting
from gekido_dsl.interpreter.operators.making import Asked, Declared, Function, Maker, gives, held
from gekido_dsl.interpreter.state import Locals, Program, State
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlayerType, Type

Lines = list[tuple[m.AmountLine, Function, Function | None]]
"""Lines of an amount, each with its operand and its condition."""
_KNOWN: Final = 20_000
"""How many answers of one definition are kept."""


class Amounts(Maker):
    """Operators with a declaration of their own."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._definitions: dict[int, Declared] = {}
        self._amounts: dict[int, Declared] = {}
        self._properties: dict[int, Declared] = {}

    @gives(m.ops.Amount)
    def _amount(self, e: m.ops.Amount) -> Function:
        amount: m.Amount = e.ref
        run = self._amounts.get(id(amount))
        if run is None:
            ways: list[tuple[Function | None, Lines]] = []
            self._amounts[id(amount)] = run = self.remembered(
                amount, lambda s, L: pipeline(s, L, lines_now(s, L, ways), amount.locals, None)
            )
            ways += self._ways(amount)
        asked = self._asked(amount.subject, e)
        return lambda s, L: run(s, asked(s, L))

    def _asked(
        self, subject: Type | None, e: m.ops.Amount | m.ops.Property | m.ops.Defined
    ) -> Callable[[State, Locals], Asked]:
        """Makes the first locals of what is asked: the actor, the subject, and what it is asked with.

        Of a player it is asked as that player.
        """
        args = self.make_all(e.args)
        if subject is None:
            return lambda s, L: (L[0], NONE, *[arg(s, L) for arg in args])
        one, given = args[0], args[1:]
        if isinstance(subject, PlayerType):
            if not given:
                return lambda s, L: (one(s, L),) * 2
            return lambda s, L: (*(one(s, L),) * 2, *[arg(s, L) for arg in given])
        match given:
            case []:
                return lambda s, L: (L[0], one(s, L))
            case [second]:
                return lambda s, L: (L[0], one(s, L), second(s, L))
            case [second, third]:
                return lambda s, L: (L[0], one(s, L), second(s, L), third(s, L))
            case _:
                return lambda s, L: (L[0], *[arg(s, L) for arg in args])

    def _ways(self, amount: m.Amount) -> list[tuple[Function | None, Lines]]:
        """Gives the lines of an amount: those of each exception with its condition, then its own."""

        def made(lines: tuple[m.AmountLine, ...]) -> Lines:
            layered = sorted(lines, key=lambda line: m.LAYERS[line.operator])
            return [
                (x, self.make(x.operand), self.make(x.condition) if x.condition else None) for x in layered
            ]

        ways: list[tuple[Function | None, Lines]] = [
            (self.exception(exception), made(exception.lines))
            for exception in amount.exceptions
            if exception.lines
        ]
        return [*ways, (None, made(amount.lines))]

    def explain(self, e: m.Expr, s: State, L: Locals) -> tuple[str, ...]:
        """Gives the lines of an amount that held, for `why`."""
        if not isinstance(e, m.ops.Amount):
            cites = "".join(f" [{cite}]" for cite in getattr(e.ref, "cites", ()))
            return (f"{' '.join(e.span.text.split())}: {self.make(e)(s, L)}{cites}",)
        amount: m.Amount = e.ref
        told: list[str] = []
        asked = self._asked(amount.subject, e)(s, L)
        pipeline(s, asked, lines_now(s, asked, self._ways(amount)), amount.locals, told)
        return tuple(told)

    @gives(m.ops.Property)
    def _property(self, e: m.ops.Property) -> Function:
        prop: m.Property = e.ref
        asked = self._asked(prop.subject, e)
        if id(prop) not in self._properties:
            self._properties[id(prop)] = lambda s, L: NONE
            value, blank = self._valued(prop), [NONE] * (prop.locals - 1 - len(e.args))
            self._properties[id(prop)] = self.remembered(prop, lambda s, L: value(s, [*L, *blank]))
        run = self._properties[id(prop)]
        return lambda s, L: run(s, asked(s, L))

    def _valued(self, prop: m.Property) -> Function:
        """Makes the function that gives what a property is, exceptions first."""
        value = self.make(prop.value)
        ways = [(self.exception(one), self.make(one.test)) for one in prop.exceptions if one.test is not None]
        if not ways:
            return value

        def now(s: State, L: Locals) -> Any:
            return next((instead for when, instead in ways if when(s, L)), value)(s, L)

        return now

    @gives(m.ops.Defined)
    def _defined(self, e: m.ops.Defined) -> Function:
        definition: m.Definition = e.ref
        run = self.definition(definition)
        if len(e.args) == 1 and not isinstance(definition.subject, PlayerType):
            if isinstance(e.thing, m.ops.Local):
                local = e.thing.value
                return lambda s, L: run(s, (L[0], L[local]))
            one = self.make(e.thing)
            return lambda s, L: run(s, (L[0], one(s, L)))
        asked = self._asked(definition.subject, e)
        return lambda s, L: run(s, asked(s, L))

    def definition(self, definition: m.Definition) -> Declared:
        """Makes the test of a definition, exceptions first: of its first locals."""
        key = id(definition)
        if key not in self._definitions:
            test: list[Any] = []
            exceptions: list[tuple[Function, Function]] = []
            self._definitions[key] = self._tested(definition, test, exceptions)
            with self.declared():
                test.append(self.make(definition.test))
            if self._is_plain(definition):
                # Who asks from now on needs no way round.
                self._definitions[key] = test[0]
            for exception in definition.exceptions:
                if exception.test is not None:
                    exceptions.append((self.exception(exception), self.make(exception.test)))
        return self._definitions[key]

    def _is_plain(self, definition: m.Definition) -> bool:
        """Tells whether a definition is its test and nothing besides."""
        return (
            definition.locals == 2 + len(definition.params)
            and not definition.exceptions
            and self._operators(definition) is not None
            and not lasting(definition.test, self.game, asked_about(definition), placed=False)
        )

    def _tested(
        self, definition: m.Definition, test: list[Function], exceptions: list[tuple[Function, Function]]
    ) -> Declared:
        """Makes the test of a definition whose conditions are made later, since they may ask about each other.

        What printed facts alone say is worked out once.
        """
        blank = [NONE] * (definition.locals - 2 - len(definition.params))

        def plain(s: State, asked: Asked) -> bool:
            return bool(test[0](s, [*asked, *blank]))

        def excepted(s: State, asked: Asked) -> bool:
            L: Locals = [*asked, *blank]
            for when, instead in exceptions:
                if when(s, L):
                    return bool(instead(s, L))
            return bool(test[0](s, L))

        run = excepted if definition.exceptions else plain

        if definition.exceptions or not lasting(
            definition.test, self.game, asked_about(definition), placed=False
        ):
            return self.remembered(definition, run)
        known: dict[tuple[int, ...], bool] = {}

        def once(s: State, asked: Asked) -> bool:
            about = asked[1:]
            found = known.get(about)
            if found is None:
                if len(known) >= _KNOWN:
                    known.clear()
                found = known[about] = run(s, asked)
            return found

        return once

    def exception(self, exception: m.Exception_) -> Function:
        """Makes the condition of an exception: asked afresh, or as it was noted."""
        if exception.note < 0:
            return self.make(exception.condition)
        cell = self.layout.note_cell + exception.note
        return lambda s, L: s.cells[cell]


def lines_now(s: State, L: Asked, ways: list[tuple[Function | None, Lines]]) -> Lines:
    """Gives the lines that count: those of the first exception that holds, else the amount's own."""
    if len(ways) == 1:
        return ways[0][1]
    for condition, lines in ways:
        if condition is None or condition(s, [*L, *[NONE] * 8]):
            return lines
    return []


def pipeline(
    s: State,
    asked: Asked,
    parts: Lines,
    size: int,
    told: list[str] | None,
) -> int:
    """Runs an amount: its lines in the order of their layers.

    Args:
        told: takes up the lines that held, in words; None when nobody asks.
    """
    L = [*asked, *[NONE] * (size - len(asked))]
    total = 0
    for line, operand, condition in parts:
        if condition is not None and not condition(s, L):
            continue
        value = operand(s, L)
        match line.operator:
            case "start" | "set":
                total = value
            case "add":
                total = held(total + value, line.span)
            case "subtract":
                total = held(total - value, line.span)
            case "multiply":
                total = held(total * value, line.span)
            case "divide":
                if value == 0:
                    raise RuleError("this divides by 0", line.span)
                total = held(-(-total // value) if line.rounding == "up" else total // value, line.span)
            case "floor":
                total = max(total, value)
            case "cap":
                total = min(total, value)
        if told is not None:
            cites = "".join(f" [{cite}]" for cite in line.cites)
            told.append(f"{' '.join(line.span.text.split('[')[0].split())}: {value}, makes {total}{cites}")
    return total
