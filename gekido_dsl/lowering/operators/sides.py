"""Who plays on whose side; see the interpreter's operators about players."""

from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def side_of(w: Writer, player: ir.Expr) -> ir.Expr:
    """Gives the number of a player's side, where there are sides; the player is not none."""
    sides = w.game.sides
    one = w.code.let(player)
    match sides:
        case None:
            return one
        case m.Sides(kind="opposite"):
            half = w.layout.players // 2
            return x.select(x.ge(one, half), x.sub(one, half), one)
        case m.Sides(kind="alternate", number=number):
            return x.rem(one, number)
        case m.Sides(kind="one", number=seat):
            return x.ne(one, seat)
        case m.Sides(kind="by", by=m.Expr() as by):
            asked = Writer(w.lowering, w.code, w.decl, {0: one}, w.rule)
            asked.rounds, asked.region = w.rounds, w.region
            told = asked.fixed(by)
            return w.code.let(x.select(x.eq(told, -1), x.sub(-2, one), told))
        case _:
            return x.constant(0)


def friends(w: Writer, one: ir.Expr, other: ir.Expr) -> ir.Expr:
    """Whether two players are on one side; the first is not none where the answer counts."""
    if w.game.sides is None:
        return x.eq(one, other)
    left, right = w.code.let(one), w.code.let(other)
    same = w.code.variable(x.eq(left, right), "friends")
    with w.code.if_(x.and_(x.not_(same), x.and_(x.ge(left, 0), x.ge(right, 0)))):
        mine = w.code.let(side_of(w, left))
        w.code.set(same, x.eq(mine, side_of(w, right)))
    return same
