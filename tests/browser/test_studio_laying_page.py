"""Spaces are laid by hand on the picture of the table: by mouse, finger and keys, with a server and without."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.browser.serving import served
from tests.browser.tables import choose, findings, still, until, window
from tests.server.test_studio_laying import MAP, SQUARES

pytest.importorskip("starlette")

_SPOT = "[data-lay='space Land {}']"
_TOUCHED = """async ([spot, far]) => {
  const handle = document.querySelector(`[data-lay="${spot}"]`);
  const box = handle.getBoundingClientRect();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const finger = { bubbles: true, cancelable: true, pointerId: 7, pointerType: "touch", isPrimary: true, button: 0 };
  const told = (type, by) => handle.dispatchEvent(new PointerEvent(type, { ...finger, clientX: x, clientY: y + by }));
  handle.setPointerCapture = () => {};
  told("pointerdown", 0);
  told("pointermove", far);
  told("pointerup", far);
}"""


@pytest.fixture
def begun(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """Opens the studio on a map; gives its folder and the address."""
    (tmp_path / "roads.gdl").write_text(MAP, encoding="utf-8")
    with served(tmp_path / "roads.gdl") as address:
        yield tmp_path, address


def dragged(page: Any, spot: str, right: float, down: float) -> None:
    """Drags a space so many pixels."""
    box = still(page, page.locator(_SPOT.format(spot)))
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + right / 2, y + down / 2, steps=3)
    page.mouse.move(x + right, y + down, steps=3)
    page.mouse.up()


def lies(page: Any, spot: str) -> tuple[int, int]:
    """Tells where a space lies by its handle."""
    told = page.locator(_SPOT.format(spot)).get_attribute("aria-label") or ""
    found = re.search(r"(-?\d+) across and (-?\d+) down", told)
    assert found, told
    return int(found[1]), int(found[2])


def test_spaces_are_laid_by_mouse_finger_and_keys(browser: Any, begun: tuple[Path, str]) -> None:
    folder, address = begun
    theme = folder / "roads" / "theme.yaml"
    context = window(browser, reduced_motion="reduce")
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{error}"))
    page.goto(address)
    page.get_by_text("Playable").wait_for()
    page.get_by_role("button", name="Lay out the board").click()
    said = page.locator(".laying-bar [role=status]")
    page.locator(_SPOT.format("Ashby")).wait_for()
    page.locator(_SPOT.format("Ashby")).focus()
    before, seen = lies(page, "Ashby"), still(page, page.locator(_SPOT.format("Ashby")))
    # By the keys: it is written once, when nothing more is pressed.
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    said.filter(has_text="written in roads/theme.yaml").wait_for()
    until(page, lambda: lies(page, "Ashby") == (before[0], before[1] + 2))
    assert page.evaluate("document.activeElement.dataset.lay") == "space Land Ashby", (
        "the keys go on from there"
    )
    assert theme.is_file()
    # By the mouse: the table shows it where it was let go, and the file says so once it is saved.
    dragged(page, "Ashby", 40, 60)
    until(page, lambda: lies(page, "Ashby")[1] > before[1] + 2)
    now = still(page, page.locator(_SPOT.format("Ashby")))
    benton = still(page, page.locator(_SPOT.format("Benton")))
    assert now["y"] - seen["y"] > 0 or benton["y"] < now["y"]
    laid = lies(page, "Ashby")
    page.get_by_role("button", name="Save", exact=True).click()
    until(page, lambda: f"Ashby: [{laid[0]}, {laid[1]}]" in theme.read_text("utf-8"))
    assert 'theme from "roads/theme.yaml"' in (folder / "roads.gdl").read_text("utf-8")
    # By a finger.
    page.evaluate(_TOUCHED, ["space Land Benton", 30])
    said.filter(has_text="Benton lies at").wait_for()
    until(page, lambda: lies(page, "Ashby") == laid)
    moved = lies(page, "Benton")
    assert not findings(page)
    # Undone, one after the other.
    page.locator(_SPOT.format("Benton")).focus()
    page.keyboard.press("Control+z")
    until(page, lambda: lies(page, "Benton") != moved)
    page.locator(".laying-bar").get_by_role("button", name="Undo").click()
    until(page, lambda: lies(page, "Ashby") == (before[0], before[1] + 2))
    # The match goes on as ever where nothing is laid out.
    page.get_by_role("button", name="Lay out the board").click()
    choose(page)
    context.close()
    assert not wrong, wrong


def test_squares_are_laid_in_a_page_without_a_server(browser: Any, studio: str) -> None:
    context = window(browser, reduced_motion="reduce")
    context.set_default_timeout(180_000)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{error}"))
    page.goto(studio)
    page.locator(".question button.choice").first.wait_for(state="attached")
    page.get_by_role("button", name="Projects").click()
    page.locator(".projects-dialog input[type=file]:not([webkitdirectory])").first.set_input_files(
        [{"name": "squares.gdl", "mimeType": "text/plain", "buffer": SQUARES.encode()}]
    )
    page.locator(".cm-line", has_text='game "Roads"').wait_for()
    page.get_by_role("button", name="Lay out the board").click()
    page.locator(_SPOT.format("r2c3")).wait_for()
    before = lies(page, "r2c3")
    dragged(page, "r2c3", -30, 50)
    page.locator(".laying-bar [role=status]", has_text="written in squares/theme.yaml").wait_for()
    until(page, lambda: lies(page, "r2c3")[1] > before[1] and lies(page, "r2c3")[0] < before[0])
    page.locator("svg.whole text", has_text="r2c3").wait_for()
    page.reload()
    page.locator(".cm-line", has_text='theme from "squares/theme.yaml"').wait_for()
    page.locator("svg.whole text", has_text="r2c3").wait_for()
    context.close()
    assert not wrong, wrong
