"""How many things of a kind each player has in the game, kept where they leave it for good and never change hands."""

from gekido_dsl.ground.position import Position
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.lowering.game.occupancy import is_local
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import ThingType
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def number(w: Writer, several: m.Expr) -> ir.Expr | None:
    """Counts all things of a kind that are the actor's, or another's; None where that is not kept."""
    asked = _asked(several)
    if asked is None or not _is_kept(w.lowering, asked[0]):
        return None
    kind, test = asked
    left, players = _left(w.lowering, kind), w.layout.players
    own = x.load(left, x.add(w.actor, 1))
    if test is m.ops.Friendly:
        return own
    every: ir.Expr = x.constant(0)
    for player in range(players):
        every = x.add(every, x.load(left, player + 1))
    return x.sub(every, own)


def leaves(w: Writer, kind: m.Kind, thing: ir.Expr) -> None:
    """Notes that a thing has left the game."""
    if _is_kept(w.lowering, kind):
        w.code.increase(_left(w.lowering, kind), x.add(x.load(w.memory.owner, thing), 1), -1)


def _asked(several: m.Expr) -> tuple[m.Kind, type[m.Expr]] | None:
    """Gives kind and test of all things of a kind that are the actor's, or another's."""
    if not isinstance(several, m.ops.Filter) or not isinstance(several.set, m.ops.Things):
        return None
    test = several.test
    if not isinstance(test, m.ops.Friendly | m.ops.Enemy) or not is_local(test.of, several.value):
        return None
    return several.set.ref, type(test)


def _is_kept(lowering: Lowering, kind: m.Kind) -> bool:
    """Tells whether it is kept: somebody asks, things leave, and none comes back."""

    def find() -> bool:
        if lowering.game.row or lowering.game.sides is not None or not lowering.keeps_owner(kind):
            return False
        asked = (
            one.set
            for decl in walk.declarations(lowering.game)
            for one in walk.exprs(decl)
            if isinstance(one, m.ops.Count)
        )
        of_kind = any(found is not None and found[0] is kind for found in map(_asked, asked))
        return lowering.may_leave(ThingType(kind)) and of_kind and lowering.takes(Special.IN_THE_GAME)

    kept: bool = lowering.remembered(("in the game", kind.name), find)
    return kept


def _left(lowering: Lowering, kind: m.Kind) -> ir.Array:
    def derive(s: Position) -> list[int]:
        there = [one for one in lowering.layout.things[kind.name] if s.where[one] != lowering.layout.gone]
        return [0, *(sum(s.owner(one) == player for one in there) for player in range(lowering.players))]

    array: ir.Array = lowering.remembered(
        ("left in the game", kind.name),
        lambda: lowering.derived(f"{kind.plural} in the game", 32, derive),
    )
    return array
