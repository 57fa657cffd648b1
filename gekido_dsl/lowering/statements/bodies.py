"""Bodies of rules, effects, actions, triggers and ends: their exceptions first, then their statements."""

from gekido_dsl.lowering.writing import reporting
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x


def write_body(w: Writer, procedure: m.Procedure) -> None:
    """Writes the body of a procedure, its exceptions first."""
    with w.code.block("all") as after:
        for exception in procedure.exceptions:
            if exception.body is not None:
                with w.code.if_(w.exception(exception)):
                    w.body(exception.body.statements)
                    w.code.br(after)
        if procedure.word != "action":
            for condition in procedure.only_if:
                w.code.br(after, x.not_(w.test(condition)))
        w.body(procedure.body.statements)
    reporting.at_end_of(w, procedure)
