"""Bodies of phases, rules, effects, actions, triggers and ends, and the statements in them."""

from collections.abc import Sequence

from gekido_dsl.lowering import arranging, asking, choosing_several, flow, loops, menus, reporting
from gekido_dsl.lowering.flow import Around
from gekido_dsl.lowering.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.events import EVENTS
from gekido_dsl.model.types import NONE, UNKNOWN
from gekido_dsl.program import expressions as x


def parameters(procedure: m.Procedure) -> Sequence[m.Param]:
    """Gives what a body is given besides its actor; local k + 1 is number k."""
    number = len(procedure.params)
    if procedure.word in ("trigger", "replacement") and procedure.event is not None:
        number = max(number, len(EVENTS[procedure.event.kind].hands_on))
    elif procedure.word == "action":
        number = max(number, 1)
    missing = number - len(procedure.params)
    return [*procedure.params, *[m.Param("", UNKNOWN, procedure.span)] * missing]


def write_body(w: Writer, procedure: m.Procedure) -> None:
    """Writes the body of a procedure, its exceptions first."""
    if procedure.word == "phase":
        from gekido_dsl.lowering.phases import write_phase

        write_phase(w, procedure)
        return
    with w.code.block("all") as after:
        for exception in procedure.exceptions:
            if exception.body is not None:
                with w.code.if_(w.lowering.exception(w, exception)):
                    write_statements(w, exception.body.statements)
                    w.code.br(after)
        if procedure.word != "action":
            for condition in procedure.only_if:
                w.code.br(after, x.not_(w.test(condition)))
        write_statements(w, procedure.body.statements)
    reporting.at_end_of(w, procedure)


def write_statements(w: Writer, statements: tuple[m.Statement, ...]) -> None:
    """Writes the statements of a body; `stop` outside of a loop leaves it."""
    outer = w.around
    with w.code.block("body") as after:
        w.around = [Around(after)]
        write_block(w, statements)
    w.around = outer


def write_block(w: Writer, statements: tuple[m.Statement, ...]) -> None:
    """Writes statements one after the other."""
    number = w.lowering.blocks.of(statements)
    if number is not None:
        w.code.reach(number)
    for statement in statements:
        write_statement(w, statement)


def write_statement(w: Writer, statement: m.Statement) -> None:
    """Writes a statement."""
    w.lowering.at = statement.span
    match statement:
        case m.Sentence():
            _sentence(w, statement)
        case m.If():
            with w.code.if_(w.test(statement.condition)):
                write_block(w, statement.then)
            with w.code.else_():
                write_block(w, statement.otherwise)
        case m.Each():
            loops.each(w, statement)
        case m.Repeat():
            loops.repeat(w, statement)
        case m.Menu():
            menus.write(w, statement)


def _sentence(w: Writer, sentence: m.Sentence) -> None:
    act = sentence.act
    if isinstance(act, m.acts.Stop | m.acts.Skip):
        flow.leave(w, sentence, act)
    elif isinstance(act, m.acts.Arrange):
        arranging.write(w, sentence, act)
    elif sentence.decision is None:
        _plain(w, sentence)
    elif sentence.each < 0:
        asking.single(w, sentence)
    else:
        choosing_several.write(w, sentence)


def _plain(w: Writer, sentence: m.Sentence) -> None:
    """Writes a sentence without a choice."""
    with w.code.block("sentence") as after:
        if sentence.condition is not None:
            w.code.br(after, x.not_(w.test(sentence.condition)))
        if sentence.actor is None:
            with w.step(sentence.span, sentence.cites):
                w.act(sentence)
            return
        who = w.fixed(sentence.actor)
        w.code.br(after, x.eq(who, NONE))
        with w.acting(who), w.step(sentence.span, sentence.cites):
            w.act(sentence)
