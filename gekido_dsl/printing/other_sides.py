"""Panels get a second side: that of a variant, for those who play either game with one set of them."""

from dataclasses import replace
from typing import Final

from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.svg import Picture, label
from gekido_dsl.model import nodes as m
from gekido_dsl.printing.box import Group, Stock, Wish
from gekido_dsl.printing.stock import stock

_HEAD: Final = 12.0


def two_sided(one: tuple[m.Game, Look], other: tuple[m.Game, Look], wish: Wish) -> Stock:
    """Lists what a game is made of, its panels with those of another game that have the same names on their backs.

    Both sides are as high as the higher one, so that they are cut alike.
    """
    panels = replace(wish, only=frozenset({"panels"}), players=None)
    sides = [stock(game, panels, look) for game, look in (one, other)]
    high = max((group.size.height for side in sides for group in side.groups), default=0.0)
    even = replace(wish, panel_height=high)
    behind = {
        (item.kind, item.name): _titled(item.front, other[0].title)
        for group in stock(other[0], replace(panels, panel_height=high), other[1]).groups
        for item in group.items
    }
    things = stock(one[0], even, one[1])
    return replace(things, groups=tuple(_backed(group, behind, one[0].title) for group in things.groups))


def _backed(group: Group, behind: dict[tuple[str, str], Picture], title: str) -> Group:
    if group.sort != "panels":
        return group
    items = [
        replace(item, front=_titled(item.front, title), back=back)
        if (back := behind.get((item.kind, item.name))) is not None
        else item
        for item in group.items
    ]
    return replace(group, items=tuple(items))


def _titled(panel: Picture, title: str) -> Picture:
    """Says of a side which game it is for, in the middle of its head."""
    return replace(panel, shapes=(*panel.shapes, label(title, panel.width / 2, _HEAD / 2, 3.6, "quiet")))
