"""What is kept and read at once: the one thing of a player on a space, and how many things there are."""

from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.kept import in_the_game, ones, standing
from gekido_dsl.lowering.lifting.standing_bits import actor_may_be_none
from gekido_dsl.lowering.writing.writer import Writer
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x
from gekido_dsl.program import nodes as ir


def the_one_on(w: Writer, several: m.Expr) -> ir.Expr | None:
    """Gives the one thing on a space that is a player's, where there is one at most; None where that is not kept."""
    asked = ones.asked_of_one(several)
    fields = standing.fields(w.lowering)
    if asked is None or len(fields) != 1 or actor_may_be_none(w):
        return None
    kind, test, spaces = asked
    field = fields[0]
    if geo.board_of(spaces.type) is not field.board or not ones.keeps_the_one(w.lowering, field, kind):
        return None
    if not w.lowering.takes(Special.THE_ONE):
        return None
    code = w.code
    spot = code.let(x.sub(w.fixed(spaces), field.spaces.start))
    owner = code.let(w.actor if test is m.ops.Friendly else x.sub(1, w.actor))
    inside = code.let(x.within(spot, 0, field.size - 1))
    at = code.let(x.select(inside, spot, 0))
    there = standing.of_owner(w, field, kind, owner).has(w, at)
    one = ones.the_one(w, field, kind, owner, at)
    return code.let(x.select(x.and_(inside, there), one, NONE))


def number_kept(w: Writer, several: m.Expr) -> ir.Expr | None:
    """Counts the things of a kind on a board, or of a player in the game, where that is kept."""
    if isinstance(several, m.ops.Filter):
        return in_the_game.number(w, several)
    if (
        not isinstance(several, m.ops.On)
        or not isinstance(several.spaces, m.ops.Board)
        or several.spaces.owner is not None
    ):
        return None
    for field in standing.fields(w.lowering):
        on_it = field.board is several.spaces.ref and several.ref.name in w.lowering.stands
        if on_it and w.lowering.takes(Special.NUMBER_ON_BOARD):
            return standing.number(w, field, several.ref)
    return None


def number_of(w: Writer, e: m.ops.Count, most: int | None = None) -> ir.Expr:
    """Counts several; with `most`, as far as it takes to know whether there are more than that."""
    kept = number_kept(w, e.set)
    if kept is not None:
        return kept
    several = w.several(e.set)
    if most is None or not w.lowering.takes(Special.AS_FAR_AS_NEEDED):
        return several.count(w)
    return several.count_up_to(w, most)
