"""How a match ends: the conditions that are asked, and what makes it over."""

from gekido_dsl.lowering.game.lowering import OVER, Lowering
from gekido_dsl.lowering.writing import reporting
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def check(w: Writer, on_turn: ir.Expr | None = None) -> None:
    """Ends the match here when a condition for its end holds.

    Args:
        on_turn: who is on turn, where that is known.
    """
    asked = function(w.lowering)
    if asked is not None:
        w.code.call(asked, on_turn if on_turn is not None else w.lowering.system("on_turn"))


def function(lowering: Lowering) -> ir.Function | None:
    """Gives the function that asks the conditions in order: `OVER` if one held and its body has run."""
    if all(end.whole for end in lowering.game.ends):
        return None
    if "check" not in lowering.functions:
        code = lowering.program.function("check_end", ("on_turn",), "status")
        lowering.functions["check"] = code
        own = Writer(lowering, code, None, {0: code.parameters[0]})
        with code.if_(lowering.system("over")):
            code.return_(0)
        for number, end in enumerate(lowering.game.ends, 1):
            if not end.whole:
                _one(own, number, end)
        own.finish()
    return lowering.functions["check"].function


def _one(w: Writer, number: int, end: m.Procedure) -> None:
    assert end.condition is not None
    asked = w.within(end, {0: w.actor})
    with w.code.if_(asked.test(end.condition)):
        w.code.store(w.memory.system["over"], 0, 1)
        w.code.store(w.memory.system["end"], 0, number)
        if w.lowering.secrets:
            w.code.store(w.memory.system["secret"], 0, 0)
        reporting.at_end_of_match(w)
        w.code.call(w.lowering.body_of(end), w.actor)
        w.code.return_(OVER)


def over(w: Writer) -> None:
    """Ends the match here, unless it has ended already."""
    with w.code.if_(x.not_(w.lowering.system("over"))):
        w.code.store(w.memory.system["over"], 0, 1)
        reporting.at_end_of_match(w)
        w.code.return_(OVER)
