"""What a position is worth to each seat, for whoever looks ahead: how the match ended, else by the aim of the game."""

from dataclasses import dataclass
from typing import Final

from gekido_dsl.lowering.course.placing import SORT, placing
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import INT, PLAYER
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir

ONE: Final = 1 << 16
"""What it is worth to win; to lose is worth nothing."""
LIFE: Final = 200
"""How much worse than the worst of those in the game somebody stands by the aim who is out."""
_HALF: Final = ONE // 2
_MOST: Final = 26_000
"""How far from one half a position may come that is no end."""
_FAR: Final = 1 << 24
"""What stands further apart by the aim is taken to stand so far apart."""


@dataclass(frozen=True, slots=True)
class Judge:
    """The function that judges, and what it reads and writes."""

    function: ir.Function
    rewards: ir.Array
    """By seat, from 0 to `ONE`."""
    balances: ir.Array
    """By seat: how well it stands by the aim, less how well others do on average."""
    base: ir.Array
    """By seat: the balance that is worth one half."""
    scale: ir.Array
    """The difference from it that is worth half of what may be gained or lost."""
    aimed: bool
    """Whether the game has an aim."""


def write_judge(lowering: Lowering) -> Judge:
    """Writes the function."""
    program, players = lowering.program, lowering.players
    code = program.function("judge")
    judge = Judge(
        code.function,
        program.control("rewards", players),
        program.control("balances", players),
        program.control("base", players),
        program.control("scale"),
        lowering.game.aim is not None,
    )
    w = Writer(lowering, code, None, {0: x.constant(0)}, "judge")
    with code.if_(x.eq(lowering.system("over"), 1)):
        _by_ranks(w, judge)
    with code.else_():
        _by_aim(w, judge)
    w.finish()
    return judge


def _by_ranks(w: Writer, judge: Judge) -> None:
    """The first is worth one, the last nothing, and who ties with all one half."""
    code, players = w.code, range(w.layout.players)
    how = placing(w)
    keys = how.keys
    if w.game.row:
        counted = x.eq(w.lowering.system("match"), 1)
        keys = [code.let(x.select(counted, x.sub(SORT, x.load(w.memory.won, p)), keys[p])) for p in players]
    for player, key in enumerate(keys):
        number, beaten, first = x.constant(0), x.constant(0), x.constant(1)
        for other in players:
            apart = x.ne(how.sides[player], how.sides[other])
            better, worse = x.lt(key, keys[other]), x.gt(key, keys[other])
            number = x.add(number, apart)
            beaten = x.add(beaten, x.select(apart, x.sub(better, worse), 0))
            first = x.and_(first, x.not_(worse))
        number, beaten = code.let(number), code.let(beaten)
        won = x.and_(first, x.not_(how.lost))
        share = x.add(_HALF, x.div(x.mul(_HALF, beaten), x.select(number, number, 1)))
        alone = x.or_(x.or_(how.joint, how.lost), x.not_(number))
        code.store(judge.rewards, player, x.select(alone, x.select(won, ONE, 0), share))


def _by_aim(w: Writer, judge: Judge) -> None:
    code, players, aim = w.code, range(w.layout.players), w.game.aim
    if aim is None:
        for player in players:
            code.store(judge.rewards, player, _HALF)
        return
    of = (m.ops.Actor(PLAYER, aim.span),) if aim.amount.subject is not None else ()
    asked = m.made("amount", INT, aim.span, of, aim.amount)
    values: list[ir.Local] = []
    least = code.variable(_FAR, "least")
    for player in players:
        value = code.variable(_FAR, "aim")
        values.append(value)
        with code.if_(x.le(x.load(w.memory.out, player), 0)), w.acting(x.constant(player)):
            found = code.let(w.value(asked))
            code.set(value, _within(x.sub(0, found) if aim.lowest else found, _FAR - 1))
            code.set(least, x.select(x.lt(value, least), value, least))
    code.set(least, x.sub(x.select(x.eq(least, _FAR), 0, least), LIFE))
    for value in values:
        code.set(value, x.select(x.eq(value, _FAR), least, value))
    total: ir.Expr = x.constant(0)
    for value in values:
        total = x.add(total, value)
    total = code.let(total)
    others = max(len(values) - 1, 1)
    for player, value in enumerate(values):
        balance = value
        if len(values) > 1:
            balance = code.variable(x.sub(value, x.div(x.sub(total, value), others)), "balance")
        code.store(judge.balances, player, balance)
        apart = code.let(_within(x.sub(balance, x.load(judge.base, player)), _FAR))
        size = x.add(x.select(x.lt(apart, 0), x.sub(0, apart), apart), x.load(judge.scale))
        gained = x.div(x.mul(x.extend(apart), _MOST), x.extend(x.select(x.gt(size, 0), size, 1)))
        code.store(judge.rewards, player, x.add(_HALF, x.wrap(gained)))


def _within(value: ir.Expr, most: int) -> ir.Expr:
    return x.select(x.gt(value, most), most, x.select(x.lt(value, -most), -most, value))
