"""What is counted of exceptions to definitions, properties and amounts where a player is asked; see `ground.blocks`."""

from gekido_dsl.ground.blocks import InForce
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def count_in_force(w: Writer, seat: ir.Expr) -> None:
    """Writes that the exceptions which are in force for a player count."""
    for one in w.lowering.blocks.in_force:
        condition = _condition(w, one, seat)
        if condition != ir.Const(0):
            w.code.reach(one.block, condition)


def _condition(w: Writer, one: InForce, seat: ir.Expr) -> ir.Expr:
    if one.exception.note >= 0:
        return w.exception(one.exception)
    found = w.lowering.remembered(("in force", one.block), lambda: _function(w, one))
    return found if isinstance(found, ir.Const) else x.ask(found, seat)


def _function(w: Writer, one: InForce) -> ir.Function | ir.Const:
    """Gives the function that tells whether an exception is in force for a player, or what is known of that."""
    lowering = w.lowering
    code = lowering.program.function("in force", ["actor"], "i32")
    code.pure = True
    (actor,) = code.parameters
    own = Writer(lowering, code, None, {0: actor, 1: actor if one.of_a_player else x.constant(NONE)})
    within, lowering.within = lowering.within, []
    found = own.test(one.condition)
    lowering.within = within
    code.return_(found)
    own.finish()
    return found if isinstance(found, ir.Const) else code.function
