"""What lies in the box of a game becomes a PDF of sheets."""

from collections.abc import Sequence
from typing import Any, Final

from gekido_dsl.drawing import Picture, document
from gekido_dsl.drawing.theme import PRINT, Theme
from gekido_dsl.languages import plural, spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.printing import layout
from gekido_dsl.printing.box import Group, Stock
from gekido_dsl.printing.gray import grayed_svg
from gekido_dsl.printing.typeset import Typeset, source, typeset

TEMPLATE: Final = "sheets.typ"


def print_and_play(
    game: m.Game,
    things: Stock,
    *,
    paper: str = "a4",
    backs: bool = True,
    duplex: bool = False,
    gray: bool = False,
    theme: Theme = PRINT,
    template: str | None = None,
    fonts: Sequence[str] = (),
    folder: str | None = None,
) -> Typeset:
    """Sets the sheets of a game.

    Args:
        things: what is printed.
        paper: a name of `PAPERS`.
        backs: whether backs are printed, for paper that is printed on both sides.
        duplex: whether every sheet has two sides, so that all pages can be printed so at once.
        theme: the colours of pictures.
        template: a typst source in place of ours; `sheets.typ` says what it gets.
        fonts: folders with more fonts.
        folder: from where the template may read files.

    Raises:
        MissingTypst: typst is not installed.
        WrongTemplate: the template has a mistake.
    """
    made = layout.sheets(things.groups, layout.PAPERS[paper], backs=backs, duplex=duplex)
    return typeset(
        template if template is not None else source(TEMPLATE),
        data(game.title, things, made, paper=paper, duplex=duplex, gray=gray, theme=theme),
        fonts=fonts,
        folder=folder,
    )


def data(
    title: str,
    things: Stock,
    made: Sequence[layout.Sheet],
    *,
    paper: str,
    duplex: bool = False,
    gray: bool = False,
    theme: Theme = PRINT,
) -> dict[str, Any]:
    """Writes down what a template gets; `sheets.typ` explains it."""
    first = 3 if duplex and any(sheet.side == "back" for sheet in made) else 2
    named: dict[int, str] = {}
    pictures: dict[str, str] = {}

    def name(picture: Picture) -> str:
        if id(picture) not in named:
            named[id(picture)] = f"p{len(named)}"
            pictures[named[id(picture)]] = (
                grayed_svg(document(picture, theme)) if gray else document(picture, theme)
            )
        return named[id(picture)]

    pages = [
        {
            "name": spoken(sheet.group.name),
            "sort": sheet.group.sort,
            "side": sheet.side,
            "width": sheet.paper.width,
            "height": sheet.paper.height,
            "number": at + first,
            "of": len(made) + first - 1,
            "note": spoken(sheet.note),
            "cuts": {"x": sheet.cuts_x, "y": sheet.cuts_y},
            "pieces": [_piece(one, sheet, name(_shown(one))) for one in sheet.pieces],
        }
        for at, sheet in enumerate(made)
    ]
    return {
        "title": spoken(title),
        "players": spoken(plural("For {count} player", "For {count} players", things.players)),
        "paper": paper,
        "gray": gray,
        "double": any(sheet.side == "back" for sheet in made),
        "duplex": duplex,
        "both": both_sides(made),
        "contents": [
            {**_line(group, made, first), "picture": name(group.items[0].front)} for group in things.groups
        ],
        "besides": [spoken(one) for one in things.besides],
        "pictures": pictures,
        "sheets": pages,
    }


def both_sides(made: Sequence[layout.Sheet]) -> int:
    """Counts the pages that are printed on both sides of their paper; they come first, behind the list of contents."""
    backs = [at for at, sheet in enumerate(made, start=1) if sheet.side == "back"]
    return backs[-1] if backs else 0


def _shown(one: layout.Placed) -> Picture:
    return one.item.back if one.side == "back" and one.item.back is not None else one.item.front


def _piece(one: layout.Placed, sheet: layout.Sheet, picture: str) -> dict[str, Any]:
    return {
        "name": spoken(one.item.name),
        "kind": spoken(one.item.kind),
        "sort": sheet.group.sort,
        "side": one.side,
        "fields": [{"name": spoken(name), "value": spoken(value)} for name, value in one.item.fields],
        "text": spoken(one.item.text),
        "picture": picture,
        "x": round(one.x, 3),
        "y": round(one.y, 3),
        "width": round(one.width, 3),
        "height": round(one.height, 3),
        "whole": {"width": round(one.whole.width, 3), "height": round(one.whole.height, 3)},
        "shift": {"x": round(one.shift[0], 3), "y": round(one.shift[1], 3)},
        "bleed": dict(zip(("left", "top", "right", "bottom"), one.bleed, strict=True)),
    }


def _line(group: Group, made: Sequence[layout.Sheet], first: int) -> dict[str, Any]:
    """Tells how many pieces of a group there are, and on which pages; the sheets begin with the page `first`."""
    mine = {id(item) for item in group.items}
    on = [
        at
        for at, sheet in enumerate(made, start=first)
        if sheet.side == "front" and any(id(one.item) in mine for one in sheet.pieces)
    ]
    where = str(on[0]) if len(on) == 1 else spoken(text("{low} to {high}", low=on[0], high=on[-1]))
    return {"name": spoken(group.name), "number": group.number, "sheets": where}


__all__ = ["TEMPLATE", "data", "print_and_play"]
