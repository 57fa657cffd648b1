"""How players compare when a game is over; see `ground.ending`."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from gekido_dsl.ground import layout as lay
from gekido_dsl.lowering.operators.sides import side_of
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

SORT: Final = 1 << 20
"""Numbers that compare players are sorts times this: winners and who is ranked, who remains, who is out, losers."""
WON: Final = 0
LOST: Final = 3 * SORT


@dataclass(frozen=True, slots=True)
class Placing:
    """What the numbers of a game that is over come to."""

    keys: list[ir.Expr]
    """By seat: less is better."""
    sides: list[ir.Expr]
    """By seat."""
    lost: ir.Expr
    """Whether all have lost."""
    joint: ir.Expr
    """Whether all win or lose as one."""


def placing(w: Writer) -> Placing:
    """Writes what compares the players."""
    code, players = w.code, range(w.layout.players)
    keys = [code.let(_key(x.load(w.memory.out, player))) for player in players]
    sides = [code.let(side_of(w, x.constant(player))) for player in players]
    if w.game.sides is not None:
        keys = [code.let(_of_side(keys, [x.eq(sides[one], side) for one in players])) for side in sides]
    lost = every(x.eq(key, LOST) for key in keys)
    joint = x.truth(x.load(w.memory.system["joint"], 0))
    if w.game.sides is not None:
        alone = every(x.eq(side, sides[0]) for side in sides)
        joint = x.or_(joint, x.and_(alone, x.or_(x.eq(keys[0], WON), x.eq(keys[0], LOST))))
    return Placing(keys, sides, code.let(lost), code.let(joint))


def every(conditions: Iterable[ir.Expr]) -> ir.Expr:
    """Whether all conditions hold; each is 0 or 1."""
    found: ir.Expr = x.constant(1)
    for one in conditions:
        found = x.and_(found, one)
    return found


def _key(out: ir.Expr) -> ir.Expr:
    ranked = x.sub(lay.RANKED - 1, out)
    remains = x.select(x.eq(out, 0), SORT, x.sub(2 * SORT, out))
    key = x.select(x.lt(out, lay.RANKED), ranked, remains)
    return x.select(x.eq(out, lay.WON), WON, x.select(x.eq(out, lay.LOST), LOST, key))


def _of_side(keys: list[ir.Expr], own: list[ir.Expr]) -> ir.Expr:
    """Gives what a whole side has come to."""
    won: ir.Expr = x.constant(0)
    lost: ir.Expr = x.constant(0)
    least: ir.Expr = x.constant(4 * SORT)
    for key, same in zip(keys, own, strict=True):
        won = x.or_(won, x.and_(same, x.eq(key, WON)))
        lost = x.or_(lost, x.and_(same, x.eq(key, LOST)))
        least = x.select(x.and_(same, x.lt(key, least)), key, least)
    return x.select(won, WON, x.select(lost, LOST, least))
