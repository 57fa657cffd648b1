"""Things of a ruleset become pictures: each as what it is on the table, a card, a panel, a tile, a token or a plan."""

from dataclasses import replace
from typing import Final, Literal

from gekido_dsl.drawing.boards import board
from gekido_dsl.drawing.cards import card
from gekido_dsl.drawing.look import PLAIN, Look
from gekido_dsl.drawing.panels import panel
from gekido_dsl.drawing.plans import plan
from gekido_dsl.drawing.sheets import SHEET, resized, sheet
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.drawing.tokens import tile, token
from gekido_dsl.drawing.values import columns
from gekido_dsl.model import nodes as m

Sort = Literal["card", "panel", "tile", "token", "plan"]
_MOST: Final = 60
"""The most rows of a kind that are shown together."""
_TOKEN_VALUES: Final = 2


def sort_of(game: m.Game, kind: m.Kind) -> Sort:
    """Tells what things of a kind are on the table."""
    if any(other.parent is kind and other.drawings for other in game.kinds.values()):
        return "plan"
    if kind.board is not None:
        return "tile"
    if any(track.owner is kind for track in game.tracks.values()) or any(
        field.index is not None for field in columns(kind)
    ):
        return "panel"
    if any(other.parent is kind and other.column for other in game.kinds.values()):
        return "panel"
    held = any(place.holds is kind and place.word in ("deck", "hand") for place in game.places.values())
    written = any(row.text for row in kind.rows) or len(columns(kind)) > _TOKEN_VALUES
    return "card" if held or written else "token"


def thing(game: m.Game, kind: m.Kind, number: int, look: Look = PLAIN) -> Picture:
    """Draws a row of a kind as what it is; artwork of the designer's own is taken in its place."""
    drawn = _thing(game, kind, number, look)
    art = look.art.get((kind.name, kind.rows[number].name))
    return drawn if art is None else replace(drawn, shapes=(art.shape(0, 0, drawn.width, drawn.height),))


def _thing(game: m.Game, kind: m.Kind, number: int, look: Look) -> Picture:
    match sort_of(game, kind):
        case "plan":
            return board(plan(game, kind, number), title=kind.rows[number].name, look=look)
        case "panel":
            return panel(game, kind, number, look)
        case "tile":
            return tile(game, kind, number, look)
        case "token":
            return token(game, kind, number, look)
        case _:
            return card(game, kind, number, look)


def things(game: m.Game, kind: m.Kind, look: Look = PLAIN) -> Picture | None:
    """Draws all rows of a kind together, each with how many there are; None when there are none, or very many."""
    if not 0 < len(kind.rows) <= _MOST:
        return None
    drawn = [thing(game, kind, number, look) for number in range(len(kind.rows))]
    if sort_of(game, kind) == "plan":
        drawn = [resized(one, SHEET) for one in drawn]
    counted = any(row.copies > 1 for row in kind.rows)
    captions = [f"× {row.copies}" for row in kind.rows] if counted else []
    if sort_of(game, kind) == "plan":  # boards bear no name of their own
        captions = [row.name for row in kind.rows]
    text = f"{kind.plural}: {', '.join(row.name for row in kind.rows)}"
    return sheet(drawn, kind.plural, text=text, captions=captions, size=4.2)
