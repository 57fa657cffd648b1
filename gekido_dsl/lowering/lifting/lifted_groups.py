"""Whether something is next to the group of a space, or of a thing: worked out for all of them at once.

What touches a group reaches all of it, so a flood from what is next to those spaces comes to just the groups that are
asked for.
"""

from gekido_dsl.lowering.boards import connections
from gekido_dsl.lowering.boards import geometry as geo
from gekido_dsl.lowering.game.special import Special
from gekido_dsl.lowering.game.totality import is_total
from gekido_dsl.lowering.kept import standing
from gekido_dsl.lowering.lifting.lift import Lift
from gekido_dsl.lowering.lifting.standing_bits import actor_may_be_none, standing_of, words_of
from gekido_dsl.lowering.sets.words import Words, chosen
from gekido_dsl.model import nodes as m
from gekido_dsl.model import walk
from gekido_dsl.model.types import NONE
from gekido_dsl.program import expressions as x

_SUBJECT = 1
"""The local that holds what a property is asked of."""


def next_to_group(lift: Lift, several: m.Expr, test: m.Expr, local: int) -> Words | None:
    """Of `some of several is next to its group` gives those for which one is; None where it asks something else."""
    if not isinstance(test, m.ops.NextTo) or walk.reads(several, lift.local):
        return None
    group = next((one for one in test.args if not _is(one, local)), None)
    if group is None or not any(_is(one, local) for one in test.args):
        return None
    touching = _group_of(lift, group)
    if touching is None or not connections.near_is_steps(lift.field) or actor_may_be_none(lift.w):
        return None
    if len(lift.w.game.boards) != 1 or not is_total(lift.w.lowering, several):
        return None
    touched = _spaces_of(lift, several)
    inside = _inside(lift, touching)
    if touched is None or inside is None or not lift.w.lowering.takes(Special.GROUPS_AT_ONCE):
        return None
    near = touched.near(lift.w).kept(lift.w)
    found: Words | None = None
    for here in inside:
        kept = here.kept(lift.w)
        wanted = kept if lift.wanted is None else lift.wanted & kept
        one = connections.reached(lift.w, kept, near & kept, wanted=wanted.kept(lift.w))
        found = one if found is None else found | one
    return found


def _is(e: m.Expr, local: int) -> bool:
    return isinstance(e, m.ops.Local) and e.value == local


def _group_of(lift: Lift, e: m.Expr) -> m.ops.Touching | None:
    """Gives how the group is made up of which what is asked about is a part."""
    if not isinstance(e, m.ops.Property) or len(e.args) != 1 or not lift.is_self(e.args[0]):
        return None
    value = e.ref.value
    if e.ref.exceptions or not isinstance(value, m.ops.Touching) or not _is(value.thing, _SUBJECT):
        return None
    return value


def _spaces_of(lift: Lift, several: m.Expr) -> Words | None:
    """Gives the spaces that several are, or on which they stand."""
    if geo.board_of(several.type) is lift.field.board:
        found = words_of(lift.w, several)
        return found.words if found is not None else None
    return standing_of(lift.w, lift.field, several)


def _inside(lift: Lift, touching: m.ops.Touching) -> list[Words] | None:
    """Gives where groups may be: the spaces of all that may belong to one, for each of those that do not mingle."""
    w, field, things = lift.w, lift.field, touching.things
    if not lift.thing:
        if geo.board_of(things.type) is not field.board or walk.reads(things, _SUBJECT):
            return None
        spaces = words_of(w, things) if is_total(w.lowering, things) else None
        return None if spaces is None else [spaces.words]
    if not isinstance(things, m.ops.Filter) or not isinstance(things.set, m.ops.Things):
        return None
    kind, test = things.set.ref, things.test
    if kind.name not in w.lowering.stands or kind.board is not None or not isinstance(test, m.ops.Is):
        return None
    owners = [one.of for one in test.args if isinstance(one, m.ops.Owner)]
    if len(owners) != len(test.args) or not (
        any(_is(one, things.value) for one in owners) and any(_is(one, _SUBJECT) for one in owners)
    ):
        return None
    every_owner = ((None, x.constant(owner)) for owner in range(NONE, w.layout.players))
    apart = [
        of if condition is None else chosen(condition, of)
        for condition, owner in (every_owner if lift.owners is None else lift.owners)
        for of in (standing.of_owner(w, field, kind, owner),)
    ]
    if lift.wanted is None or not lift.one or len(apart) == 1:
        return apart
    whole: Words | None = None
    for of in apart:
        own = chosen(w.code.let((lift.wanted & of).some()), of)
        whole = own if whole is None else whole | own
    return None if whole is None else [whole]
