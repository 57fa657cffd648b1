"""Operators that a ruleset declares itself: amounts, properties and definitions, with their exceptions.

What is short is written in place; what is long, or asks about itself, is a function of the actor, what it is asked
about and what it is asked with.
"""

from collections.abc import Callable
from functools import partial

from gekido_dsl.lowering.lifting.amount_tables import printed_amount
from gekido_dsl.lowering.sets.sets import Frozen, Set
from gekido_dsl.lowering.writing.amounts import pipeline
from gekido_dsl.lowering.writing.registry import operator
from gekido_dsl.lowering.writing.writer import Held, Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE, PlayerType, SetType, Type
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

_LONG = 30
"""A declaration with more nodes than this is a function."""
Declared = m.Definition | m.Property | m.Amount
Ways = list[tuple[m.Exception_, Callable[[], ir.Expr]]]
"""What exceptions say instead."""


@operator(m.ops.Defined)
def defined(w: Writer, e: m.ops.Defined) -> ir.Expr:
    """Whether a definition holds, exceptions first."""
    found = _declared(w, e, _definition)
    assert not isinstance(found, Set)
    return found


@operator(m.ops.Property)
def property_of(w: Writer, e: m.ops.Property) -> Held:
    """What the phrase of a property gives, exceptions first."""
    return _declared(w, e, _property)


@operator(m.ops.Amount)
def amount(w: Writer, e: m.ops.Amount) -> ir.Expr:
    """The pipeline of an amount worked out."""
    found = _declared(w, e, _amount)
    assert not isinstance(found, Set)
    return found


def _declared(
    w: Writer, e: m.ops.Amount | m.ops.Property | m.ops.Defined, write: Callable[[Writer, "Declared"], Held]
) -> Held:
    declared: Declared = e.ref
    held = _asked(w, declared.subject, e)
    if isinstance(declared, m.Amount):
        printed = printed_amount(w, declared)
        if printed is not None and isinstance(held[1], ir.Expr):
            return printed.of(w, held[1])
    several = any(isinstance(one, Set) for one in held.values()) or isinstance(e.type, SetType)
    if not several and (
        declared in w.lowering.within or (_size(w, declared) > _long(w, declared) and not w.laying)
    ):
        return x.ask(_function(w, declared, len(held), write), *held.values())  # type: ignore[arg-type]
    w.lowering.within.append(declared)
    found = write(w.within(declared, held), declared)
    w.lowering.within.pop()
    return found


def _asked(
    w: Writer, subject: Type | None, e: m.ops.Amount | m.ops.Property | m.ops.Defined
) -> dict[int, Held]:
    """Gives the first locals of what is asked: the actor, the subject, what it is asked with.

    Of a player it is asked as that player.
    """
    given: list[Held] = []
    for arg in e.args:
        found = w.lower(arg)
        given.append(found.freeze(w) if isinstance(found, Set) else w.code.let(found))
    if subject is None:
        return dict(enumerate([w.actor, x.constant(NONE), *given]))
    actor: Held = given[0] if isinstance(subject, PlayerType) else w.actor
    return dict(enumerate([actor, *given]))


def _size(w: Writer, declared: Declared) -> int:
    """Gives how many nodes what is written in place of a declaration has."""
    sizes = w.lowering.sizes
    if id(declared) not in sizes:
        sizes[id(declared)] = 10 * _LONG
        number = 0
        for expr in walk.asked(declared):
            for one in walk.inside(expr):
                number += 1
                if one.record.declared:
                    number += min(_size(w, one.ref), _LONG)
        sizes[id(declared)] = number
    return sizes[id(declared)]


def _function(
    w: Writer, declared: Declared, given: int, write: Callable[[Writer, "Declared"], Held]
) -> ir.Function:
    """Gives the function of a declaration."""
    lowering = w.lowering
    window = w.window if m.ops.Window in _operators(w, declared) else None
    key = (id(declared), id(window))
    if key not in lowering.functions:
        names = ["actor", "it", *(f"with{k}" for k in range(given - 2))]
        code = lowering.program.function(declared.name, names, "i32")
        lowering.functions[key] = code
        code.pure = True
        own = Writer(lowering, code, declared, dict(enumerate(code.parameters)))
        own.window = window
        inside, lowering.within = lowering.within, [declared]
        found = write(own, declared)
        lowering.within = inside
        assert not isinstance(found, Set)
        code.return_(found)
        own.finish()
    return lowering.functions[key].function


def _operators(w: Writer, declared: Declared) -> frozenset[type[m.Expr]]:
    """Gives the operators that a declaration uses, with those of all that it mentions."""

    def find() -> frozenset[type[m.Expr]]:
        found, seen, waiting = set[type[m.Expr]](), set[int](), [declared]
        while waiting:
            for expr in walk.asked(waiting.pop()):
                for one in walk.inside(expr):
                    found.add(type(one))
                    if one.record.declared and id(one.ref) not in seen:
                        seen.add(id(one.ref))
                        waiting.append(one.ref)
        return frozenset(found)

    found: frozenset[type[m.Expr]] = w.lowering.remembered(("operators", id(declared)), find)
    return found


def _long(w: Writer, declared: Declared) -> int:
    """Gives from how many nodes on a declaration is a function: more where the known window leaves little of it."""
    return 4 * _LONG if w.window is not None and m.ops.Window in _operators(w, declared) else _LONG


def _definition(w: Writer, declared: Declared) -> Held:
    assert isinstance(declared, m.Definition)
    ways: Ways = [(one, partial(w.test, one.test)) for one in declared.exceptions if one.test is not None]
    return _first_of(w, ways, lambda: w.test(declared.test))


def _property(w: Writer, declared: Declared) -> Held:
    assert isinstance(declared, m.Property)
    ways: Ways = [(one, partial(w.value, one.test)) for one in declared.exceptions if one.test is not None]
    if not ways:
        return w.lower(declared.value)
    if isinstance(declared.value.type, SetType):
        return _first_list(w, declared)
    return _first_of(w, ways, lambda: w.value(declared.value))


def _amount(w: Writer, declared: Declared) -> Held:
    assert isinstance(declared, m.Amount)
    ways: Ways = [(one, partial(pipeline, w, one.lines)) for one in declared.exceptions if one.lines]
    return _first_of(w, ways, lambda: pipeline(w, declared.lines))


def _first_list(w: Writer, declared: m.Property) -> Set:
    """Gives the list of the first exception whose condition holds, else the property's own; it is worked out here."""
    code = w.code
    ways = [one for one in declared.exceptions if one.test is not None]
    values = [*(one.test for one in ways if one.test is not None), declared.value]
    most = max(w.unwritten(lambda value=value: w.several(value)).most for value in values)  # type: ignore[misc]
    array, count = code.frame("listed", max(most, 1)), code.variable(0, "n")

    def fill(value: m.Expr) -> None:
        def keep(one: ir.Expr, _: ir.Label) -> None:
            code.store(array, count, one)
            code.set(count, x.add(count, 1))

        w.several(value).each(w, keep)

    with code.block("ways") as done:
        for one, value in zip(ways, values, strict=False):
            with code.if_(w.exception(one)):
                fill(value)
                code.br(done)
        fill(declared.value)
    return Frozen(array, count, most, sure=False)


def _first_of(w: Writer, ways: Ways, own: Callable[[], ir.Expr]) -> ir.Expr:
    """Gives what the first exception says whose condition holds, else what the declaration says itself."""
    if not ways:
        return own()
    found = w.code.variable(0, "found")
    with w.code.block("ways") as done:
        for exception, give in ways:
            with w.code.if_(w.exception(exception)):
                w.code.set(found, give())
                w.code.br(done)
        w.code.set(found, own())
    return found
