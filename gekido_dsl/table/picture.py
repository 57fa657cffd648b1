"""The view of a seat becomes the picture that a page shows: names on everything that can be clicked or moves."""

from typing import TYPE_CHECKING

from gekido_dsl.drawing.solids import laden
from gekido_dsl.drawing.svg import Picture, number, words
from gekido_dsl.drawing.tabletop import tabletop
from gekido_dsl.engine import View
from gekido_dsl.table.answers import Message
from gekido_dsl.table.names import Named

if TYPE_CHECKING:
    from gekido_dsl.table.table import Table
    from gekido_dsl.table.viewer import Viewer


def picture(table: "Table", viewer: "Viewer", view: View) -> tuple[Message, Named]:
    """Draws what a viewer sees, and names everything in it."""
    view = laden(table.game, view)
    named = viewer.names.of(view)
    drawn = tabletop(table.game, view, table.game.title, table.look)
    return {"svg": svg(drawn), "title": drawn.title, "text": drawn.text}, named


def svg(drawn: Picture) -> str:
    """Writes a picture without style of its own, as a strict content security policy wants it."""
    return (
        f'<svg class="gdl" viewBox="0 0 {number(drawn.width)} {number(drawn.height)}" role="img">'
        f"<title>{words(drawn.title)}</title>{''.join(drawn.shapes)}</svg>"
    )
