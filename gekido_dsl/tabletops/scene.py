"""A game becomes a table: the set-up is played, and what lies where then is laid out, each player's area at a rim.

Invariants:
    The same ruleset, players and seed give the same table.
"""

from dataclasses import replace
from typing import Final

from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.engine import Setting
from gekido_dsl.ground import layout as lay
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.languages import spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.printing.box import Wish
from gekido_dsl.printing.stock import stock
from gekido_dsl.tabletops.lying import GAP, Box, Lying, Scene, rows
from gekido_dsl.tabletops.places import Places

_WIDTHS: Final = (300.0, 420.0, 600.0, 850.0, 1200.0, 1700.0)
"""How wide areas are tried; the table is the one that is seen largest on a screen."""
_SHOWN: Final = (1600.0, 1000.0)
"""The shape of such a screen."""
_HAND: Final = 300.0
"""How wide a hand is at least."""
MOST_THINGS: Final = 3_000
"""How many things a table has at most."""


def scene(game: m.Game, players: int, seed: int = 1, look: Look = PLAIN, wish: Wish | None = None) -> Scene:
    """Lays out the table of a game.

    Raises:
        RuleError: the set-up cannot be carried out.
        ValueError: there are too many things.
    """
    wish = replace(wish or Wish(), players=players, only=frozenset(), ordinary_dice=False)
    program = Interpreter(game, trace=False)
    layout = lay.lay_out(game, players)
    if layout.count > MOST_THINGS:
        raise ValueError(f"the game has {layout.count:,} things; a table has room for {MOST_THINGS:,}")
    state, _ = program.initial(Setting(players, seed))
    laid = Places(game, state, program.observe(state, None), stock(game, wish, look), look)
    tables = [_arranged(laid, room) for room in _WIDTHS]
    return min(tables, key=lambda one: max(one.width / _SHOWN[0], one.height / _SHOWN[1]))


def _arranged(laid: Places, room: float) -> Scene:
    """Puts boards in the middle, what is for all below them, players along the rims, the supply at the side.

    Args:
        room: how wide an area is, at most, where nothing in it is wider.
    """
    middle = Box()
    for boxes in (laid.boards, laid.common):
        if boxes:
            part = rows(boxes, max(room, middle.width))
            middle.put(part, 0, middle.height + (GAP * 2 if middle.height else 0))
    areas = [_area(laid, seat, room) for seat in range(laid.layout.players)]
    near = [seat for seat in range(len(areas)) if seat % 2 == 0]
    far = [seat for seat in range(len(areas)) if seat % 2]
    below = rows([areas[seat] for seat in near], 1e9, GAP * 5)
    above = rows([areas[seat].turned() for seat in far], 1e9, GAP * 5)
    supply = rows(laid.supply, max(300.0, room)) if laid.supply else Box()
    wide = max(below.width, above.width, middle.width + (supply.width + GAP * 4 if laid.supply else 0))
    table = Box()
    if above.lying:
        table.put(above, (wide - above.width) / 2, 0)
    top = table.height + (GAP * 4 if table.height else 0)
    used = middle.width + (supply.width + GAP * 4 if laid.supply else 0)
    table.put(middle, (wide - used) / 2, top)
    if laid.supply:
        table.put(supply, (wide - used) / 2 + middle.width + GAP * 4, top)
    table.put(below, (wide - below.width) / 2, table.height + GAP * 4)
    width, height = table.width, table.height
    lying = [
        replace(one, x=round(one.x - width / 2, 2), y=round(one.y - height / 2, 2)) for one in table.lying
    ]
    return Scene(
        spoken(laid.game.title), laid.layout.players, tuple(lying), width, height, laid.stock.besides
    )


def _area(laid: Places, seat: int, room: float) -> Box:
    """Lays out what is a player's, the hand at the rim."""
    widest = max([room, *(one.width for one in laid.areas[seat])])
    made = rows(laid.areas[seat], widest)
    hand = laid.hands[seat]
    held = any(place.seen == "owner" for place in laid.game.places.values())
    high = max([88.0 if held else 24.0, *(one.cut.height for one in hand)])
    width = max(made.width, _HAND if held else _HAND / 2)
    card = max((one.cut.width for one in hand), default=0.0)
    step = min(card + 2, (width - card - 10) / max(len(hand) - 1, 1))
    y = made.height + GAP * 2 + high / 2
    made.put(Box(0, 0, [Lying("hand", text("Hand"), 0, 0, width, high, seat=seat)]), width / 2, y)
    for at, piece in enumerate(hand):
        x = width / 2 + (at - (len(hand) - 1) / 2) * step
        cut = piece.cut
        made.lying.append(Lying("piece", piece.name, x, y, cut.width, cut.height, (piece,), seat=seat))
    made.width, made.height = max(made.width, width), y + high / 2
    return made
