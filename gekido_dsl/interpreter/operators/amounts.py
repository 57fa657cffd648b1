"""Operators that a ruleset declares itself: amounts, properties and definitions, with their exceptions."""

from collections.abc import Callable
from typing import Any, Final

from gekido_dsl.engine import RuleError
from gekido_dsl.interpreter.operators.lasting import asked_about, lasting
from gekido_dsl.interpreter.operators.making import Function, gives, held
from gekido_dsl.interpreter.state import Declared, Evaluation, Given, Locals, State
from gekido_dsl.languages import done, text
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE, PlayerType, Type

Lines = list[tuple[m.AmountLine, Function, Function | None]]
"""Lines of an amount, each with its operand and its condition."""
_KNOWN: Final = 20_000
"""How many answers of one definition are kept."""


@gives(m.ops.Amount)
def _amount(ev: Evaluation, e: m.ops.Amount) -> Function:
    amount: m.Amount = e.ref
    run = ev.answers.get(id(amount))
    if run is None:
        ways: list[tuple[Function | None, Lines]] = []
        ev.answers[id(amount)] = run = ev.remembered(
            amount, lambda s, L: pipeline(s, L, lines_now(s, L, ways), amount.locals, None)
        )
        ways += _ways(ev, amount)
    asked = _asked(ev, amount.subject, e)
    return lambda s, L: run(s, asked(s, L))


def _asked(
    ev: Evaluation, subject: Type | None, e: m.ops.Amount | m.ops.Property | m.ops.Defined
) -> Callable[[State, Locals], Given]:
    """Makes the first locals of what is asked: the actor, the subject, and what it is asked with.

    Of a player it is asked as that player.
    """
    args = ev.make_all(e.args)
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


def _ways(ev: Evaluation, amount: m.Amount) -> list[tuple[Function | None, Lines]]:
    """Gives the lines of an amount: those of each exception with its condition, then its own."""

    def made(lines: tuple[m.AmountLine, ...]) -> Lines:
        layered = sorted(lines, key=lambda line: m.LAYERS[line.operator])
        return [(x, ev.make(x.operand), ev.make(x.condition) if x.condition else None) for x in layered]

    ways: list[tuple[Function | None, Lines]] = [
        (ev.exception(exception), made(exception.lines)) for exception in amount.exceptions if exception.lines
    ]
    return [*ways, (None, made(amount.lines))]


def explain(ev: Evaluation, e: m.Expr, s: State, L: Locals) -> tuple[str, ...]:
    """Gives the lines of an amount that held, for `why`."""
    if not isinstance(e, m.ops.Amount):
        cites = "".join(f" [{cite}]" for cite in getattr(e.ref, "cites", ()))
        rule = " ".join(e.span.text.split())
        return (text("{rule}: {value}{cites}", rule=rule, value=ev.make(e)(s, L), cites=done(cites)),)
    amount: m.Amount = e.ref
    told: list[str] = []
    asked = _asked(ev, amount.subject, e)(s, L)
    pipeline(s, asked, lines_now(s, asked, _ways(ev, amount)), amount.locals, told)
    return tuple(told)


@gives(m.ops.Property)
def _property(ev: Evaluation, e: m.ops.Property) -> Function:
    prop: m.Property = e.ref
    asked = _asked(ev, prop.subject, e)
    if id(prop) not in ev.answers:
        ev.answers[id(prop)] = lambda s, L: NONE
        value, blank = _valued(ev, prop), [NONE] * (prop.locals - 1 - len(e.args))
        ev.answers[id(prop)] = ev.remembered(prop, lambda s, L: value(s, [*L, *blank]))
    run = ev.answers[id(prop)]
    return lambda s, L: run(s, asked(s, L))


def _valued(ev: Evaluation, prop: m.Property) -> Function:
    """Makes the function that gives what a property is, exceptions first."""
    value = ev.make(prop.value)
    ways = [(ev.exception(one), ev.make(one.test)) for one in prop.exceptions if one.test is not None]
    if not ways:
        return value

    def now(s: State, L: Locals) -> Any:
        return next((instead for when, instead in ways if when(s, L)), value)(s, L)

    return now


@gives(m.ops.Defined)
def _defined(ev: Evaluation, e: m.ops.Defined) -> Function:
    definition: m.Definition = e.ref
    run = definition_of(ev, definition)
    if len(e.args) == 1 and not isinstance(definition.subject, PlayerType):
        if isinstance(e.thing, m.ops.Local):
            local = e.thing.value
            return lambda s, L: run(s, (L[0], L[local]))
        one = ev.make(e.thing)
        return lambda s, L: run(s, (L[0], one(s, L)))
    asked = _asked(ev, definition.subject, e)
    return lambda s, L: run(s, asked(s, L))


def definition_of(ev: Evaluation, definition: m.Definition) -> Declared:
    """Makes the test of a definition, exceptions first: of its first locals."""
    key = id(definition)
    if key not in ev.answers:
        test: list[Any] = []
        exceptions: list[tuple[Function, Function]] = []
        ev.answers[key] = _tested(ev, definition, test, exceptions)
        with ev.declared():
            test.append(ev.make(definition.test))
        if _is_plain(ev, definition):
            # Who asks from now on needs no way round.
            ev.answers[key] = test[0]
        for exception in definition.exceptions:
            if exception.test is not None:
                exceptions.append((ev.exception(exception), ev.make(exception.test)))
    return ev.answers[key]


def _is_plain(ev: Evaluation, definition: m.Definition) -> bool:
    """Tells whether a definition is its test and nothing besides."""
    return (
        definition.locals == 2 + len(definition.params)
        and not definition.exceptions
        and ev.quick(definition)
        and not lasting(definition.test, ev.game, asked_about(definition), placed=False)
    )


def _tested(
    ev: Evaluation,
    definition: m.Definition,
    test: list[Function],
    exceptions: list[tuple[Function, Function]],
) -> Declared:
    """Makes the test of a definition whose conditions are made later, since they may ask about each other.

    What printed facts alone say is worked out once.
    """
    blank = [NONE] * (definition.locals - 2 - len(definition.params))

    def plain(s: State, asked: Given) -> bool:
        return bool(test[0](s, [*asked, *blank]))

    def excepted(s: State, asked: Given) -> bool:
        L: Locals = [*asked, *blank]
        for when, instead in exceptions:
            if when(s, L):
                return bool(instead(s, L))
        return bool(test[0](s, L))

    run = excepted if definition.exceptions else plain

    if definition.exceptions or not lasting(definition.test, ev.game, asked_about(definition), placed=False):
        return ev.remembered(definition, run)
    known: dict[tuple[int, ...], bool] = {}

    def once(s: State, asked: Given) -> bool:
        about = asked[1:]
        found = known.get(about)
        if found is None:
            if len(known) >= _KNOWN:
                known.clear()
            found = known[about] = run(s, asked)
        return found

    return once


def lines_now(s: State, L: Given, ways: list[tuple[Function | None, Lines]]) -> Lines:
    """Gives the lines that count: those of the first exception that holds, else the amount's own."""
    if len(ways) == 1:
        return ways[0][1]
    for condition, lines in ways:
        if condition is None or condition(s, [*L, *[NONE] * 8]):
            return lines
    return []


def pipeline(
    s: State,
    asked: Given,
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
            rule = " ".join(line.span.text.split("[")[0].split())
            told.append(
                text(
                    "{rule}: {value}, makes {total}{cites}",
                    rule=rule,
                    value=value,
                    total=total,
                    cites=done(cites),
                )
            )
    return total
