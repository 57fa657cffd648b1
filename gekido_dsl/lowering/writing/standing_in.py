"""What stands in for an event: the first rule `instead when` whose condition holds, done when the step at hand is.

A rule that is being done stands in for nothing: a number of the state says so while its body runs.
"""

from gekido_dsl.lowering.writing.functions import function_of
from gekido_dsl.lowering.writing.triggers import add
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import EVENTS, Kind
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def stands_in(w: Writer, kind: Kind, about: str, *given: ir.Expr) -> ir.Expr:
    """Has a rule stand in for an event where one does; gives whether."""
    rules = w.lowering.instead.get((kind, about), ())
    if not rules:
        return x.constant(0)
    code = w.code
    replaced = code.variable(0, "replaced")
    assert w.due is not None
    for rule in rules:
        free = x.not_(x.load(_done(w, rule), 0))
        with code.if_(x.and_(x.not_(replaced), free)):
            asked = w.within(rule, {0: w.actor, **dict(enumerate(given, 1))})
            holds = asked.test(rule.condition) if rule.condition is not None else x.constant(1)
            with code.if_(holds):
                add(w, _body(w, rule), rule, (w.actor, *given))
                code.set(replaced, 1)
    return replaced


def _done(w: Writer, rule: m.Procedure) -> ir.Array:
    """Gives the number that tells whether a rule is being done."""
    made: ir.Array = w.lowering.remembered(
        ("being done", id(rule)), lambda: w.lowering.program.state(f"being done {rule.name}", 1, 8)
    )
    return made


def _body(w: Writer, rule: m.Procedure) -> ir.Function:
    """Gives the function that does a rule, and notes meanwhile that it does."""
    done = _done(w, rule)
    given = ["actor", *EVENTS[rule.event.kind].hands_on] if rule.event is not None else ["actor"]

    def write(own: Writer) -> None:
        code = own.code
        code.store(done, 0, 1)
        status = code.let(code.call_status(own.lowering.body_of(rule), *code.parameters))
        code.store(done, 0, 0)
        with code.if_(status):
            code.return_(status)

    return function_of(w.lowering, ("stands in", id(rule)), rule.name, given, "status", rule, write)
