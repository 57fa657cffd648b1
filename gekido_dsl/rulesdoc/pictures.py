"""Pictures of components on the pages of a site."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl import drawing
from gekido_dsl.compilation import Compilation
from gekido_dsl.engine import BoardView, RuleError, Setting
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc import table
from gekido_dsl.rulesdoc.subjects import find, subjects
from gekido_dsl.rulesdoc.writer import Writer

__all__ = [
    "CSS",
    "Picture",
    "boards",
    "cover",
    "figure",
    "gallery",
    "of_row",
    "of_table",
    "picture",
    "strip",
    "subjects",
]

_LONGEST: Final = 300
"""How many letters of a description stand beside a picture."""
_SEED: Final = 1
"""Of the match whose boards are drawn."""
_MOST_SPACES: Final = 400
"""The most spaces of a board that is drawn."""
_MOST_CARDS: Final = 80
"""The most cards of a table that are drawn."""

CSS: Final = """\
figure.gdl-picture { margin: .6rem 0; overflow-x: auto; }
figure.gdl-picture svg { max-width: 100%; height: auto; }
figure.gdl-picture.wide svg { width: 100%; max-width: 44rem; }
.gdl-gallery { display: flex; flex-wrap: wrap; gap: .6rem; align-items: flex-end; }
.gdl-gallery figure.gdl-picture { margin: 0; max-width: 100%; }
.gdl-gallery figcaption { font-size: .7rem; margin: 0; font-style: normal; text-align: left; }
"""


def css(look: drawing.Look) -> str:
    """Gives the style of pages with pictures."""
    return CSS + look.screen.sheet + "\n"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture as a file, and what it shows in words."""

    svg: str
    """For screens: light and dark, and paper when printed; its style is inside."""
    alt: str
    printed: str
    """For paper, and for programs that know no variables of style sheets."""
    width: float
    """In millimetres, at its own size."""
    height: float


def picture(
    compilation: Compilation, subject: str, options: Mapping[str, str] | None = None
) -> Picture | None:
    """Draws what an author names: a board, a row, a kind, a pattern, a value, `turn`, `set-up with 3 players`.

    Args:
        options: the answers that are not the default, for what follows from them.
    Returns:
        None where there is nothing of that name to be drawn; `subjects` lists what there is.
    """
    return _made(compilation, find(compilation, subject, options))


def strip(compilation: Compilation, scenario: m.Scenario) -> Picture | None:
    """Draws a scenario as a worked example: position, what happens, position with what changed marked.

    Returns:
        None where nothing in it can be seen, or where it does not pass.
    """
    return _made(compilation, table.strip(compilation, scenario))


def cover(compilation: Compilation) -> Picture | None:
    """Draws what a game is known by, for a title page; None where it has no board."""
    return _made(compilation, table.cover(compilation))


def _made(compilation: Compilation, drawn: drawing.Picture | None) -> Picture | None:
    if drawn is None:
        return None
    told = f"{drawn.title}: {drawn.text}" if drawn.text and drawn.text != drawn.title else drawn.title
    if len(told) > _LONGEST:  # the picture itself tells the whole
        told = told[:_LONGEST].rpartition(" ")[0] + " …"
    look = table.look_of(compilation)
    screen, printed = drawing.document(drawn, look.screen), drawing.document(drawn, look.printed)
    return Picture(screen, told, printed, drawn.width, drawn.height)


def boards(compilation: Compilation) -> Mapping[str, BoardView]:
    """Gives the boards as they lie at the first question of a match with the fewest players, by name."""
    game = compilation.game
    if game is None or not game.boards:
        return {}
    executor = compilation.shared_executor
    try:
        state, _ = executor.initial(Setting(game.least_players, _SEED))
    except RuleError:
        return {}
    found: dict[str, BoardView] = {}
    for view in executor.observe(state, None).boards:
        if 0 < len(view.spaces) <= _MOST_SPACES:
            found.setdefault(view.name, view)
    return found


def figure(w: Writer, picture: drawing.Picture, *, caption: bool = False) -> str:
    """Writes a picture; nothing on a single page, whose readers show no drawings inside.

    Args:
        caption: whether its title stands beneath.
    """
    if w.single:
        return ""
    told = f"<figcaption>{drawing.words(picture.title)}</figcaption>" if caption else ""
    wide = " wide" if picture.width > drawing.PAGE_WIDTH else ""
    return f'<figure class="gdl-picture{wide}">{drawing.document(picture, alone=False)}{told}</figure>'


def gallery(w: Writer, pictures: Sequence[drawing.Picture], *, captions: bool = False) -> str:
    """Writes pictures side by side."""
    made = "".join(figure(w, picture, caption=captions) for picture in pictures)
    return f'<div class="gdl-gallery">{made}</div>' if made else ""


def of_row(w: Writer, kind: m.Kind, number: int) -> drawing.Picture:
    """Draws a row of a table as what it is on the table."""
    return drawing.thing(w.game, kind, number, w.look)


def of_table(w: Writer, kind: m.Kind) -> list[str]:
    """Draws the rows of a table as cards, folded up; spaces of a board are no cards."""
    if w.single or kind.board is not None or not 0 < len(kind.rows) <= _MOST_CARDS:
        return []
    drawn = gallery(w, [of_row(w, kind, number) for number in range(len(kind.rows))])
    return [f"<details><summary>The {md.escape(kind.plural)} as cards</summary>{drawn}</details>"]
