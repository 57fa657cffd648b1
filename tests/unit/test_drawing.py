"""Pictures are sound files that show what the ruleset says, whatever its names are."""

import importlib
import inspect
import pkgutil
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from gekido_dsl import drawing
from gekido_dsl.compilation import Compilation, load
from gekido_dsl.drawing.art import Art
from gekido_dsl.drawing.look import Look
from gekido_dsl.drawing.plans import plan
from gekido_dsl.drawing.theme import PRINT, SCREEN
from gekido_dsl.engine import BoardView, SpaceView, ThingView
from gekido_dsl.files import FolderProvider
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import table
from gekido_dsl.rulesdoc.pictures import boards, of_row
from gekido_dsl.rulesdoc.subjects import find as subject_of
from gekido_dsl.source import MemoryProvider

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"
GAMES = sorted(path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("*.gdl")) + sorted(
    path.relative_to(RULESETS).as_posix() for path in RULESETS.glob("classics/*.gdl")
)


def compiled(name: str) -> Compilation:
    path = RULESETS / name
    return load(path.name, FolderProvider(path.parent))


class DrawnPage:
    """What the rule pages ask of a writer."""

    def __init__(self, game: m.Game) -> None:
        self.game = game
        self.look = drawing.PLAIN


def pictures(compilation: Compilation) -> Iterator[drawing.Picture]:
    game = compilation.game
    assert game is not None
    for view in boards(compilation).values():
        yield drawing.board(view)
    for kind in game.kinds.values():
        if kind.faces is not None:
            yield drawing.die_faces(kind)
        elif kind.file is not None:
            for number in range(len(kind.rows)):
                yield of_row(DrawnPage(game), kind, number)  # type: ignore[arg-type]
    for patterns in game.patterns.values():
        for pattern in patterns.patterns:
            yield drawing.pattern(patterns, pattern)


def texts(picture: drawing.Picture) -> list[str]:
    root = ElementTree.fromstring(drawing.document(picture))
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.quick_in_turn(6)
def test_every_component_is_drawn(name: str) -> None:
    for picture in pictures(compiled(name)):
        for theme in (SCREEN, PRINT):
            written = drawing.document(picture, theme)
            root = ElementTree.fromstring(written)
            assert root.find("{http://www.w3.org/2000/svg}title").text  # type: ignore[union-attr]
            assert "http" not in written.replace("http://www.w3.org/2000/svg", "")
        assert picture.width > 0 and picture.height > 0 and picture.shapes
    assert "var(" not in PRINT.sheet


def test_the_same_ruleset_gives_the_same_pictures() -> None:
    one, other = (list(pictures(compiled("gekido.gdl"))) for _ in range(2))
    assert one == other


def test_a_panel_shows_every_number_of_its_row() -> None:
    game = compiled("gekido.gdl").game
    assert game is not None
    kind = game.kinds["Bot"]
    for number, row in enumerate(kind.rows):
        shown = texts(drawing.panel(game, kind, number))
        assert row.name in shown
        for column in ("Damage", "Malfunction"):
            for value in row.values[column]:
                assert str(value) in shown


def test_artwork_of_any_shape_leaves_the_numbers_of_a_panel() -> None:
    game = compiled("gekido.gdl").game
    assert game is not None
    kind = game.kinds["Bot"]
    for number, row in enumerate(kind.rows):
        drawn = drawing.panel(game, kind, number)
        for ratio in (drawn.width / drawn.height, 1.0, None):
            look = Look(art={(kind.name, row.name): Art("data:image/png;base64,", ratio)})
            shown = drawing.thing(game, kind, number, look)
            assert "<image" in "".join(shown.shapes)
            assert {row.name, "Structure", "Hand Limit"} <= set(texts(shown)), f"{row.name}, {ratio}"


def test_what_a_panel_says_of_its_dice_stands_apart() -> None:
    game = compiled("gekido.gdl").game
    assert game is not None
    kind = game.kinds["Bot"]
    for number, row in enumerate(kind.rows):
        drawn = drawing.panel(game, kind, number)
        said = r'<text [^>]*font-size="([0-9.]+)" x="([0-9.]+)" y="([0-9.]+)"'
        found = re.findall(said, "".join(drawn.shapes))
        by_column: dict[str, list[tuple[float, float]]] = {}
        for size, x, y in found:
            by_column.setdefault(x, []).append((float(y), float(size)))
        assert len(found) > 20
        for column in by_column.values():
            column.sort()
            for (above, _), (below, size) in pairwise(column):
                assert below - above >= size * 0.9, f"{row.name}: lines at {above} and {below}"


def test_the_parts_of_a_panel_are_numbered_and_named() -> None:
    game = compiled("gekido.gdl").game
    assert game is not None
    picture = drawing.anatomy(game, game.kinds["Bot"], 0)
    assert picture is not None
    for part in ("Structure", "Armor", "Target Lock", "Hand Limit", "Powers"):
        assert part in texts(picture)
    names = picture.text.split("; ")
    assert all(str(number + 1) in texts(picture) for number in range(len(names)))


def test_a_solid_die_shows_what_lies_around_it() -> None:
    compilation = compiled("aimbots.gdl")
    game = compilation.game
    assert game is not None
    die = game.kinds["Program Die"]
    for up in range(1, 7):
        picture = drawing.unfolded(die, up)
        sides = [text for text in texts(picture) if text.isdigit()]
        assert sides == [str(side) for side in die.rings[up]]
        assert f"under: {7 - up}" in texts(picture)


def test_a_thing_that_carries_a_die_shows_it_on_the_board() -> None:
    compilation = compiled("aimbots.gdl")
    picture = subject_of(compilation, "set-up with 2 players")
    executor = compilation.shared_executor
    state = table._set_up(executor, 2, {})
    assert state is not None and picture is not None
    things = [thing for player in executor.observe(state, None).players for thing in player.things]
    assert len(things) == 10
    for thing in things:
        die = next(one for place in thing.places for one in place.things or () if one.sides)
        assert die.face is not None
        drawn = [die.face, *die.sides.values(), f"{thing.name[0]}{(thing.owner or 0) + 1}"]
        assert " ".join(drawn) in " ".join(texts(picture))


def test_a_draft_is_seen_on_the_cards_that_lie_open() -> None:
    compilation = compiled("aimbots.gdl")
    game = compilation.game
    assert game is not None
    scenario = next(one for one in game.scenarios if one.name.startswith("A draft:"))
    picture = table.strip(compilation, scenario)
    assert picture is not None
    assert "Narwhal with 2 of player 1, Turret with 2 of player 2" in picture.text
    assert "Narwhal with 2 of player 1, 2 of player 1, Turret with 2 of player 2" in picture.text


def test_an_example_shows_the_board_that_it_is_played_on() -> None:
    compilation = compiled("aimbots.gdl")
    game = compilation.game
    assert game is not None
    scenario = next(one for one in game.scenarios if one.name.startswith("Equal values"))
    picture = table.strip(compilation, scenario)
    assert picture is not None and "row 5, column 4: Alpha of player 1" in picture.text


def test_a_pattern_shows_as_many_dice_as_it_needs() -> None:
    game = compiled("gekido.gdl").game
    assert game is not None
    patterns = game.patterns["Command"]
    said = {pattern.name: drawing.pattern(patterns, pattern).text for pattern in patterns.patterns}
    assert said["Full House"] == "3 alike, such as Circle and 2 alike, such as Triangle"
    for pattern in patterns.patterns:
        shapes = "".join(drawing.pattern(patterns, pattern).shapes)
        assert shapes.count("<rect") == sum(count for count, _ in pattern.groups)


def board_with(*things: ThingView, directions: int = 4, name: str = "r1c1") -> BoardView:
    space = SpaceView("r1c1", 1, 1, name, things)
    return BoardView("Field", 1, 1, directions, (space,))


@pytest.mark.parametrize("directions", [4, 6, 8])
def test_names_are_texts_and_nothing_else(directions: int) -> None:
    nasty = "<script>alert(1)</script> & \" ' \x00"
    view = board_with(ThingView("Pawn", nasty, 0), directions=directions, name=nasty)
    written = drawing.document(drawing.board(view, title=nasty))
    ElementTree.fromstring(written)
    assert "<script" not in written and "\x00" not in written


def test_figures_are_told_apart_without_colour() -> None:
    view = board_with(ThingView("Bot", "Ape", 0), ThingView("Bot", "Bear", 1), ThingView("Rock", "Rock"))
    shown = texts(drawing.board(view))
    assert "R" in shown
    marks = [drawing.board(board_with(ThingView("Bot", "Ape", seat))).shapes for seat in range(12)]
    plain = {re.sub(r"player\d+", "player", "".join(one)) for one in marks}
    assert len(plain) == len(marks), "each seat has a mark of its own"


def test_a_board_is_told_in_words() -> None:
    view = board_with(ThingView("Bot", "Ape", 0), name="Hill")
    assert drawing.board(view).text == "1 by 1 spaces; space 1: Hill, Ape of player 1"


def test_lines_lead_from_point_to_point() -> None:
    (view,) = boards(compiled("classics/nine_mens_morris.gdl")).values()
    shapes = "".join(drawing.board(view).shapes)
    assert view.lines and shapes.count("<line") == len(view.lines)
    assert shapes.count("<circle") == len(view.spaces)


# ---------------------------------------------------------------- artwork of signs


FLOOR = """\
edition 1

game "Floor"
  players 1

theme from "theme.yaml"

values Way: North, East, South, West, clockwise

kind Plan from "plans.yaml"

kind Square of each Plan, drawn as Rows with signs from "signs.yaml"
  Belt: a Way or none
  Flag: 0 to 2
  Loud: yes or no

board Ground: 1 by 4 Square, touching in 4 directions

setup
  lay out Ground as Only

turn of each player
  Wait

phase Wait
  stop

the game ends when the number of Plans is 1
  nobody wins
"""
SIGNS = """\
- {sign: "y^", name: belt north, Belt: North}
- {sign: "y>", name: belt east, Belt: East}
- {sign: "F1", name: flag 1, Flag: 1}
- {sign: "q", name: loud, Loud: true}
"""
PLANS = '- Name: Only\n  Rows:\n    - "y^  y>  F1+q  ."\n'
ART = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 4'><circle cx='2' cy='2' r='2'/></svg>"


def drawn_floor(theme: str) -> tuple[str, list[str]]:
    files = {
        "game.gdl": FLOOR,
        "signs.yaml": SIGNS,
        "plans.yaml": PLANS,
        "theme.yaml": theme,
        "art/a.svg": ART,
    }
    made = load("game.gdl", MemoryProvider(files))
    assert made.game is not None, [one.message for one in made.diagnostics]
    looked = made.look
    view = plan(made.game, made.game.kinds["Plan"], 0)
    assert looked.value is not None
    return drawing.document(drawing.board(view, look=looked.value)), [
        one.message for one in looked.diagnostics
    ]


def test_the_artwork_of_a_sign_is_turned_with_its_arrow_and_has_labels_in_a_corner() -> None:
    theme = 'signs:\n  "y": {art: art/a.svg}\n  "F1": {art: art/a.svg, label: "one"}\n'
    svg, found = drawn_floor(theme)
    assert found == []
    assert svg.count("rotate(90 ") == 1
    assert "rotate(180" not in svg
    assert svg.count("<image") >= 3
    assert ">one q<" in svg
    plain, _ = drawn_floor("signs: {}\n")
    assert "<image" not in plain
    assert ">F1<" in plain


def test_the_artwork_of_a_sign_must_be_there() -> None:
    _, found = drawn_floor('signs:\n  "y": {art: art/none.svg}\n  "q": {label: much too long}\n')
    assert len(found) == 2
    assert any("art/none.svg" in one for one in found)


def test_no_module_hides_what_the_package_gives() -> None:
    """A module that is imported later stands in its package under its name, in place of a function of that name."""
    for one in pkgutil.iter_modules(drawing.__path__):
        importlib.import_module(f"{drawing.__name__}.{one.name}")
    assert not [name for name in drawing.__all__ if inspect.ismodule(getattr(drawing, name))]
