"""Charts show every number in words as well, and keep what they draw inside their frame."""

import itertools
import re
from xml.etree import ElementTree

import pytest

from gekido_dsl.drawing import document
from gekido_dsl.drawing.charts import Bar, Bin, Point, Series, bars, binned, curves, histogram, percent
from gekido_dsl.drawing.svg import Picture


def every() -> list[Picture]:
    return [
        bars("Wins", [Bar("A <b>", 0.62, 0.5, 0.7), Bar("a name that needs two lines", 0.001, 0.0, 0.004)], fair=0.25),
        bars("Effect", [Bar("less", -0.12, -0.2, -0.05), Bar("more", 0.3, 0.2, 0.4)]),
        bars("Nothing", []),
        histogram("Turns", binned({3: 4, 7: 1, 250: 2}), unit="turns", mean=30.0),
        histogram("Nothing", []),
        curves("Strength", [Series("x", [Point(10, 0.5, 0.4, 0.6), Point(1000, 0.9)]), Series("y", [Point(10, 0.2)])],
               across="playouts", up="won", logarithmic=True, fair=0.5),
        curves("Nothing", []),
    ]  # fmt: skip


@pytest.mark.parametrize("picture", every(), ids=lambda one: one.title)
def test_a_chart_stays_in_its_frame(picture: Picture) -> None:
    ElementTree.fromstring(document(picture))
    drawn = "".join(picture.shapes)
    for name in ("x", "x1", "x2", "cx"):
        for value in re.findall(rf' {name}="(-?[0-9.]+)"', drawn):
            assert -0.01 <= float(value) <= picture.width + 0.01
    for name in ("y", "y1", "y2", "cy"):
        for value in re.findall(rf' {name}="(-?[0-9.]+)"', drawn):
            assert -1 <= float(value) <= picture.height + 0.01


def test_a_chart_tells_its_numbers() -> None:
    wins, _, _, turns, _, strength, _ = every()
    assert "A <b> 62%, from 50% to 70%" in wins.text
    assert "71%" in turns.text
    assert "10 50%, from 40% to 60%" in strength.text


def test_bins_hold_every_number_once() -> None:
    counts = {1: 3, 2: 5, 99: 1, 1000: 7}
    made = binned(counts)
    assert sum(one.count for one in made) == sum(counts.values())
    assert len(made) <= 24
    assert all(one.high == other.low for one, other in itertools.pairwise(made))
    assert binned({5: 2}) == [Bin(5, 6, 2)]


def test_shares_are_short() -> None:
    assert [percent(one) for one in (0, 0.004, 0.25, 1, -0.05)] == ["0%", "0.4%", "25%", "100%", "-5%"]
