"""The view of a seat becomes the picture that a page shows: names on everything that can be clicked or moves."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import unescape
from typing import TYPE_CHECKING, Final

from gekido_dsl.diagnostics.render.screen import safe
from gekido_dsl.drawing.changes import Changes, compared
from gekido_dsl.drawing.live import Scene
from gekido_dsl.drawing.solids import laden
from gekido_dsl.drawing.svg import Picture, number, words
from gekido_dsl.engine import Seat, View
from gekido_dsl.engine.spots import Address
from gekido_dsl.languages import capital, joined, speaking, text
from gekido_dsl.model import nodes as m
from gekido_dsl.play.kinds import PERSON
from gekido_dsl.table.answers import Message
from gekido_dsl.table.names import Named, Names
from gekido_dsl.table.words import seat_name

if TYPE_CHECKING:
    from gekido_dsl.table.table import Table
    from gekido_dsl.table.viewer import Viewer

_NAMED: Final = re.compile(r'data-spot="([^"]*)"')


@dataclass(eq=False)
class Watch:
    """What is seen through the eyes of one seat, one view after the other. Whoever comes back finds the same names."""

    names: Names = field(default_factory=Names)
    view: View | None = None
    before: View | None = None
    """The view before, if there was another one."""
    named: Named = field(default_factory=Named)
    drawn: dict[tuple[object, ...], tuple[Message, frozenset[str]]] = field(default_factory=dict)
    """The pictures of this view, by what else is in them."""
    seen: View | None = None
    """The view as it was seen, before dice were laid on their things."""

    def see(self, game: m.Game, view: View) -> View:
        """Takes up what is seen now, and names it."""
        if view != self.seen:
            self.seen = view
            laid = laden(game, view)
            self.before, self.view = self.view, laid
            self.named, self.drawn = self.names.of(laid), {}
        assert self.view is not None
        return self.view

    def apart(self) -> "Watch":
        """Makes one that goes on from here by itself, as for looking back."""
        return Watch(self.names.copy(), self.view, self.before, self.named, {}, self.seen)


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
    watch = table.watches.setdefault(view.seat, Watch())
    if viewer.at is None:
        viewer.past = None
    else:
        if viewer.past is None or viewer.past.view is None or viewer.past.view.seat != view.seat:
            viewer.past = watch.apart()
        watch = viewer.past
    view = watch.see(table.game, view)
    goes_on = viewer.at is not None or table.session.outcome is None
    key = (
        goes_on,
        deciding,
        asked,
        viewer.width,
        viewer.language,
        tuple(table.people.items()),
        tuple(table.seats),
    )
    if key not in watch.drawn:
        scene = Scene(
            {player.seat: _called(table, view, player.seat) for player in view.players},
            {player.seat: _note(view, player.seat, deciding, goes_on) for player in view.players},
            deciding,
            asked,
            _changes(watch.before, view),
            table.colours(view),
        )
        with speaking(viewer.language):
            made = table.live.draw(view, watch.named.of, scene, viewer.width)
            written = svg(made)
            drawn = {"svg": written, "title": safe(made.title), "text": safe(made.text)}
        watch.drawn[key] = drawn, names_in(written)
    found, spots = watch.drawn[key]
    return found, watch.named, spots


def _called(table: "Table", view: View, seat: Seat) -> str:
    name = capital(seat_name(view, seat))
    known = table.people.get(seat)
    if known is None or not known.name or table.seats[seat] != PERSON:
        return name
    return text("{person}, {player}", person=known.name, player=name)


def _changes(before: View | None, view: View) -> Changes | None:
    """Compares a view with the one that was drawn before; None where nothing of interest differs."""
    if before is None or before.seat != view.seat or len(before.boards) != len(view.boards):
        return None
    return compared(before, view)


def _note(view: View, seat: Seat, deciding: Seat | None, goes_on: bool) -> str:
    out = any(player.seat == seat and not player.remaining for player in view.players)
    decides = [text("you decide")] if deciding == seat == view.seat else []
    parts = decides or [text("you")] * (seat == view.seat)
    parts += [text("out")] * out
    if deciding == seat != view.seat:
        parts.append(text("decides"))
    elif goes_on and not out and deciding != seat and view.on_turn == seat:
        parts.append(text("on turn"))
    return joined(", ", parts)


def names_in(written: str) -> frozenset[str]:
    """Gives the names that occur in a picture."""
    return frozenset(unescape(name) for name in _NAMED.findall(written))


def svg(drawn: Picture) -> str:
    """Writes a picture without style of its own, as a strict content security policy wants it."""
    return (
        f'<svg class="gdl" viewBox="0 0 {number(drawn.width)} {number(drawn.height)}" role="group" '
        f'aria-label="{words(drawn.title)}">{"".join(drawn.shapes)}</svg>'
    )
