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
    if all(end.whole or end.last for end in lowering.game.ends):
        return None
    if "check" not in lowering.functions:
        code = lowering.program.function("check_end", ("on_turn",), "status")
        lowering.functions["check"] = code
        own = Writer(lowering, code, None, {0: code.parameters[0]})
        with code.if_(lowering.system("over")):
            code.return_(0)
        for number, end in enumerate(lowering.game.ends, 1):
            if not end.whole and end.last is None:
                _one(own, number, end)
        own.finish()
    return lowering.functions["check"].function


def _one(w: Writer, number: int, end: m.Procedure) -> None:
    assert end.condition is not None
    asked = w.within(end, {0: w.actor})
    with w.code.if_(asked.test(end.condition)):
        _ended(w, number, end)


def _ended(w: Writer, number: int, end: m.Procedure) -> None:
    """Writes that the match ends by the end with a number, from 1."""
    w.code.store(w.memory.system["over"], 0, 1)
    w.code.store(w.memory.system["end"], 0, number)
    if w.lowering.secrets:
        w.code.store(w.memory.system["secret"], 0, 0)
    reporting.at_end_of_match(w)
    w.code.call(w.lowering.body_of(end), w.actor)
    w.code.return_(OVER)


def end_turn(lowering: Lowering, together: bool) -> ir.Function | None:
    """Gives the function that notes as a turn ends that last turns begin, or who has had theirs.

    It gives `OVER` when all have had theirs, and the body of the end has run.

    Args:
        together: whether turns are of all players.
    """
    lasts = [(number, end) for number, end in enumerate(lowering.game.ends, 1) if end.last is not None]
    if not lasts:
        return None
    if "end turn" not in lowering.functions:
        code = lowering.program.function("end_turn", ("on_turn",), "status")
        lowering.functions["end turn"] = code
        own = Writer(lowering, code, None, {0: code.parameters[0]})
        memory, players = own.memory, own.layout.players
        with code.block("noted") as noted:
            with code.if_(lowering.system("due")):
                if together:
                    for player in range(players):
                        code.store(memory.last, player, 1)
                else:
                    code.store(memory.last, own.actor, 1)
                code.br(noted)
            for number, end in lasts:
                assert end.condition is not None
                asked = own.within(end, {0: own.actor})
                with code.if_(asked.test(end.condition)):
                    code.store(memory.system["due"], 0, number)
                    code.store(memory.last, own.actor, int(end.last == "others"))
                    asked.tell("last", end, span=end.span)
                    code.br(noted)
        done: ir.Expr = x.constant(1)
        for player in range(players):
            one = x.load(memory.last, player)
            if lowering.may_go_out:
                one = x.or_(one, x.load(memory.out, player))
            done = x.and_(done, x.truth(one))
        with code.if_(done):
            for number, end in lasts:
                if end.last != "alike":
                    with code.if_(x.eq(lowering.system("due"), number)):
                        _ended(own, number, end)
        own.finish()
    return lowering.functions["end turn"].function


def end_round(lowering: Lowering) -> ir.Function | None:
    """Gives the function that ends the match as a round is over that was the last: `OVER` if it was."""
    lasts = [(number, end) for number, end in enumerate(lowering.game.ends, 1) if end.last == "alike"]
    if not lasts:
        return None
    if "end round" not in lowering.functions:
        code = lowering.program.function("end_round", ("on_turn",), "status")
        lowering.functions["end round"] = code
        own = Writer(lowering, code, None, {0: code.parameters[0]})
        for number, end in lasts:
            with code.if_(x.eq(lowering.system("due"), number)):
                _ended(own, number, end)
        own.finish()
    return lowering.functions["end round"].function


def over(w: Writer) -> None:
    """Ends the match here, unless it has ended already."""
    with w.code.if_(x.not_(w.lowering.system("over"))):
        w.code.store(w.memory.system["over"], 0, 1)
        reporting.at_end_of_match(w)
        w.code.return_(OVER)
