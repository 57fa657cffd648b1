"""How wide the counts of uses of actions are: as wide as the quotas let them become.

What no quota of the stretch bounds is counted in 32 bits, more than a match can come to.
"""

from typing import Final

from gekido_dsl.ground import layout as lay
from gekido_dsl.model import nodes as m
from gekido_dsl.program.build import width_for
from gekido_dsl.program.nodes import Width

_MANY: Final = 1 << 31


def width(game: m.Game, name: str, scope: str) -> Width:
    """Gives how wide the count of uses of an action is, by its name and that of the stretch of play."""
    bound = _most(game, name, scope)
    return max(16, width_for(0, bound))


def _most(game: m.Game, name: str, scope: str) -> int:
    """Gives how often a player can use an action between two beginnings of a stretch of play."""
    quotas = [
        (quota, action)
        for window in game.windows.values()
        for line in window.lines
        for quota in line.quotas
        for action in quota.actions
        if action.name == name
    ]
    if not quotas:
        return 0
    action = quotas[0][1]
    if action.once_each is not None and lay.scope_name(action.once_each) == scope:
        return 1
    own = [_most_in(quota, scope) for quota, _ in quotas]
    return max(_MANY if one is None else one for one in own)


def _most_in(quota: m.Quota, scope: str) -> int | None:
    """Gives how many uses a quota allows in a stretch of play; None if it does not count by it."""
    return quota.most if quota.scope is not None and lay.scope_name(quota.scope) == scope else None
