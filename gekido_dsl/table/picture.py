"""The view of a seat becomes the picture that a page shows: names on everything that can be clicked or moves."""

import re
from collections.abc import Sequence
from html import unescape
from typing import TYPE_CHECKING, Final

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.drawing.changes import Changes, compared
from gekido_dsl.drawing.live import Scene
from gekido_dsl.drawing.solids import laden
from gekido_dsl.drawing.svg import Picture, number, words
from gekido_dsl.engine import Seat, View
from gekido_dsl.engine.spots import Address
from gekido_dsl.table.answers import Message
from gekido_dsl.table.names import Named
from gekido_dsl.table.viewer import NARROW
from gekido_dsl.table.words import capital, seat_name

if TYPE_CHECKING:
    from gekido_dsl.table.table import Table
    from gekido_dsl.table.viewer import Viewer

_NAMED: Final = re.compile(r'data-spot="([^"]*)"')


def picture(
    table: "Table", viewer: "Viewer", view: View, deciding: Seat | None, asked: Sequence[Address] = ()
) -> tuple[Message, Named, frozenset[str]]:
    """Draws what a viewer sees, and names everything in it.

    Args:
        deciding: who decides, as far as the viewer may know.
        asked: what the choices of the viewer are about.
    Returns:
        the picture; what is called how; the names that occur in the picture.
    """
    view = laden(table.game, view)
    known = viewer.drawn
    if known is not None and known[0] == (view, deciding, asked, viewer.width):
        drawn, named, spots = known[1]
        return drawn, named, spots
    before: View | None = known[2] if known is not None else None
    named = viewer.names.of(view)
    scene = Scene(
        {player.seat: capital(seat_name(view, player.seat)) for player in view.players},
        {player.seat: _note(view, player.seat, deciding) for player in view.players},
        deciding,
        asked,
        _changes(before, view),
    )
    made = table.live.draw(view, named.of, scene, narrow=viewer.width == NARROW)
    text = svg(made)
    drawn = {"svg": text, "title": safe(made.title), "text": safe(made.text)}
    spots = frozenset(unescape(name) for name in _NAMED.findall(text))
    viewer.drawn = ((view, deciding, asked, viewer.width), (drawn, named, spots), view)
    return drawn, named, spots


def _changes(before: View | None, view: View) -> Changes | None:
    """Compares a view with the one that was drawn before; None where nothing of interest differs."""
    if before is None or before.seat != view.seat or len(before.boards) != len(view.boards):
        return None
    return compared(before, view)


def _note(view: View, seat: Seat, deciding: Seat | None) -> str:
    out = any(player.seat == seat and not player.remaining for player in view.players)
    parts = ["you"] * (seat == view.seat) + ["out"] * out
    if deciding == seat:
        parts.append("decides" if seat != view.seat else "decide")
    elif view.on_turn == seat:
        parts.append("on turn")
    return ", ".join(parts)


def svg(drawn: Picture) -> str:
    """Writes a picture without style of its own, as a strict content security policy wants it."""
    return (
        f'<svg class="gdl" viewBox="0 0 {number(drawn.width)} {number(drawn.height)}" role="group" '
        f'aria-label="{words(drawn.title)}">{"".join(drawn.shapes)}</svg>'
    )
