"""A theme lays a picture of the designer's own below a map: in place, safe, and named where it does not fit."""

import re

from gekido_dsl.compilation import Compilation, load
from gekido_dsl.drawing.boards import board, middles
from gekido_dsl.drawing.svg import document
from gekido_dsl.engine import Setting
from gekido_dsl.source import MemoryProvider

GAME = """\
edition 1

game "Bays"
  players 2

theme from "theme.yaml"

kind Port from "ports.yaml"
{places}
kind Lane
  One: a Port
  Other: a Port
board Sea: Port, touching along Lanes
  Ardmore to Brill
  Brill to Corrie
kind Yard
board Quay: 2 by 2 Yard, touching in 4 directions

turn of each player
  Wait

phase Wait
  do nothing

the game ends when the Round is 3
  nobody wins
"""
PLACES = "  Across: 0 to 400\n  Down: 0 to 100\n"
AT = ("Across: 100, Down: 0", "Across: 300, Down: 50", "Across: 200, Down: 100")
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100"><rect width="9" height="9"/></svg>'


def made(theme: str = "maps:\n  Sea: sea.svg\n", places: str = PLACES, art: str = SVG) -> Compilation:
    ports = zip(("Ardmore", "Brill", "Corrie"), AT if places else ("", "", ""), strict=True)
    table = "".join("- {" + f"Name: {name}{', ' if at else ''}{at}" + "}\n" for name, at in ports)
    files = {"bays.gdl": GAME.format(places=places), "theme.yaml": theme, "ports.yaml": table, "sea.svg": art}
    return load("bays.gdl", MemoryProvider(files))


def drawn(one: Compilation) -> tuple[str, list[tuple[float, float]]]:
    executor = one.executor()
    view = executor.observe(executor.initial(Setting(2, 1))[0], None).boards[0]
    look = one.look.value
    assert look is not None
    return document(board(view, look=look)), middles(view, look)


def box(picture: str) -> tuple[float, ...]:
    found = re.search(r'<image x="(.*?)" y="(.*?)" width="(.*?)" height="(.*?)"', picture)
    assert found is not None
    return tuple(float(one) for one in found.groups())


def test_a_picture_lies_where_the_numbers_of_the_table_say() -> None:
    picture, spots = drawn(made())
    x, y, width, height = box(picture)
    for (across, down), (right, below) in zip(((100, 0), (300, 50), (200, 100)), spots[:3], strict=True):
        assert abs(x + width * across / 400 - right) < 0.02
        assert abs(y + height * down / 100 - below) < 0.02
    assert 'preserveAspectRatio="none"' in picture
    assert picture.index("<image") < picture.rindex("Ardmore")


def test_without_places_it_is_cut_to_the_shape_of_the_map() -> None:
    picture, spots = drawn(made(places=""))
    x, y, width, height = box(picture)
    assert all(x < right < x + width and y < below < y + height for right, below in spots)
    assert 'preserveAspectRatio="xMidYMid slice"' in picture


def test_what_does_not_fit_is_told() -> None:
    found = [one.message for one in made("maps:\n  Quay: sea.svg\n").look.diagnostics]
    assert len(found) == 1
    assert "Quay" in found[0]
    found = [one.message for one in made(art="no picture").look.diagnostics]
    assert len(found) == 1
    assert "`sea.svg` cannot be used as a picture" in found[0]
