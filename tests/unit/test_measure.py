"""Pictures that cost too much to draw are refused, however short their files are."""

import struct

import pytest

from gekido_dsl.drawing.art import Art, art

ROOT = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">'


def svg(inner: str, root: str = ROOT) -> Art | str:
    return art(f"{root}{inner}</svg>".encode())


def uses(levels: int, each: int) -> str:
    made = "".join(f'<g id="g{k + 1}">' + f'<use x:href="#g{k}"/>' * each + "</g>" for k in range(levels))
    return f'<g id="g0"><rect width="9" height="9"/></g>{made}'


def paints(levels: int) -> str:
    return "".join(f'<pattern id="p{k + 1}"><rect fill="url(#p{k})"/></pattern>' for k in range(levels))


@pytest.mark.parametrize(
    ("inner", "reason"),
    [
        ("<g>" * 2_000 + "</g>" * 2_000, "lie in one another more than 100 deep"),
        (uses(9, 10), "draws more than 20,000 elements"),
        (uses(40, 2), "draws more than 20,000 elements"),
        (uses(90, 1), "refer to one another, more than 100 deep"),
        (paints(900), "refer to one another, more than 100 deep"),
        ("<rect/>" * 20_001, "more than 20,000 elements"),
        ("<g " + " ".join(f'a{k}="1"' for k in range(101)) + "/>", "more than 100 attributes"),
        ("<style>" + ".a{fill:red}" * 2_000 + "</style>", "more than 20,000 letters"),
        ("<text>" + "x" * 20_001 + "</text>", "its texts have more than 20,000 letters"),
        ("<text>a<tspan>bc</tspan></text>" * 9_000, "its texts have more than 20,000 letters"),
        ('<filter id="f">' + "<feOffset/>" * 51 + "</filter>", "more than 50 steps of filters"),
        (
            '<filter id="f"><feOffset/></filter>' + '<g filter="url(#f)"/>' * 60,
            "more than 50 steps of filters",
        ),
    ],
)
def test_what_costs_too_much_is_refused(inner: str, reason: str) -> None:
    made = svg(inner)
    assert isinstance(made, str)
    assert reason in made


@pytest.mark.parametrize(
    "root", ['viewBox="0 0 1e30 1"', 'width="1e9"', 'width="9" height="1e300"', 'viewBox="0 0 9 1e-9"']
)
def test_drawings_without_bounds_are_refused(root: str) -> None:
    assert isinstance(svg("<g/>", f'<svg xmlns="http://www.w3.org/2000/svg" {root}>'), str)


@pytest.mark.parametrize("side", [10_001, 60_000, 2**31 - 1])
def test_pictures_of_too_many_pixels_are_refused(side: int) -> None:
    made = art(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", side, 5))
    assert isinstance(made, str)
    assert "pixels" in made


def test_what_designers_draw_is_taken() -> None:
    shadow = '<filter id="f"><feDropShadow/></filter>' + '<g filter="url(#f)"/>' * 20
    loop = '<g id="a"><use x:href="#b"/></g><g id="b"><use x:href="#a"/></g>'
    for inner in ("<path/>" * 9_000, uses(3, 10), paints(5), shadow, loop):
        assert isinstance(svg(inner), Art)
