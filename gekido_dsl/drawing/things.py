"""Things of a ruleset become pictures: each as what it is on the table, a card, a panel, a tile, a token or a plan."""

from dataclasses import replace
from typing import Final, Literal

from gekido_dsl.drawing.art import Art
from gekido_dsl.drawing.boards import board
from gekido_dsl.drawing.cards import HEIGHT as CARD_HEIGHT
from gekido_dsl.drawing.cards import WIDTH as CARD_WIDTH
from gekido_dsl.drawing.cards import card
from gekido_dsl.drawing.look import EFFECTS, PLAIN, Look
from gekido_dsl.drawing.own_faces import filled
from gekido_dsl.drawing.panels import panel
from gekido_dsl.drawing.plans import plan
from gekido_dsl.drawing.sheets import SHEET, resized, sheet
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.drawing.tokens import tile, token
from gekido_dsl.drawing.values import columns, said
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import EffectType, item

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
    if any(other.parent is kind and other.column and other.lies is None for other in game.kinds.values()):
        return "panel"
    held = any(place.holds is kind and place.word in ("deck", "hand") for place in game.places.values())
    written = any(row.text for row in kind.rows) or len(columns(kind)) > _TOKEN_VALUES
    return "card" if held or written else "token"


def thing(game: m.Game, kind: m.Kind, number: int, look: Look = PLAIN) -> Picture:
    """Draws a row of a kind as what it is.

    Artwork of the designer's own is taken in its place; on a card or panel it stands above the values and the text,
    unless it is made for the whole card, and so does that of a theme on a tile. How high a panel is follows from what
    stands on it, so no artwork is made for a whole one: as square a picture would hide the values of some alone.
    """
    face = on_own_face(game, kind, number, look)
    if face is not None:
        return face
    sort = sort_of(game, kind)
    if sort == "card":
        return illustrated(game, kind, number, look)
    art = look.art.get((kind.name, kind.rows[number].name))
    if sort == "panel":
        return panel(game, kind, number, look, art)
    if sort == "tile" and not kind.rows[number].art:
        return tile(game, kind, number, look)
    return in_place(_thing(game, kind, number, look), art)


def illustrated(
    game: m.Game, kind: m.Kind, number: int, look: Look = PLAIN, height: float = CARD_HEIGHT
) -> Picture:
    """Draws a row of a kind as a card, with its artwork, or that of what it does.

    Artwork in the shape of a card is a whole card only if it is made for the row: that of an effect shows no name.

    Args:
        height: how high the card is for its width of 63 mm.
    """
    face = on_own_face(game, kind, number, look)
    if face is not None:
        return face
    own = look.art.get((kind.name, kind.rows[number].name))
    if own is not None and own.fills(CARD_WIDTH, height):
        return in_place(card(game, kind, number, look, height=height), own)
    return card(game, kind, number, look, art_of(game, kind, number, look), height)


def on_own_face(game: m.Game, kind: m.Kind, number: int, look: Look) -> Picture | None:
    """Draws a row on the face that the theme has for its kind; None where it has none."""
    face = look.faces.get(kind.name)
    return (
        filled(face, game, kind, number, look, art_of(game, kind, number, look)) if face is not None else None
    )


def art_of(game: m.Game, kind: m.Kind, number: int, look: Look) -> Art | None:
    """Finds the artwork of a row, or of what it does."""
    return look.art.get((kind.name, kind.rows[number].name)) or _art_of_effect(game, kind, number, look)


def in_place(drawn: Picture, art: Art | None) -> Picture:
    """Puts artwork in the place of a picture, if there is any; what is said of it stays."""
    if art is None:
        return drawn
    return replace(drawn, shapes=(art.shape(0, 0, drawn.width, drawn.height),), ground=())


def _art_of_effect(game: m.Game, kind: m.Kind, number: int, look: Look) -> Art | None:
    """Finds the artwork of the first effect of a row that has one: `Drive 2`, else `Drive`."""
    for column in columns(kind):
        if not isinstance(item(column.type), EffectType):
            continue
        for effect in said(game, column.type, kind.rows[number].values.get(column.name)).split(", "):
            art = look.art.get((EFFECTS, effect)) or look.art.get((EFFECTS, effect.rstrip(" 0123456789")))
            if art is not None:
                return art
    return None


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
