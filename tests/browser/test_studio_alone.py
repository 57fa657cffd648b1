"""The studio as a page: written, played, kept by the browser and shared, with no server but one for files."""

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.browser.tables import choose, findings, until, window

START_MS = 180_000
"""Python in a page takes its time to begin."""


@pytest.fixture(scope="module")
def page(browser: Any, studio: str) -> Iterator[Any]:
    """One page for all tests, as Python takes its time to begin."""
    context = window(browser, viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    context.set_default_timeout(START_MS)
    made = context.new_page()
    wrong: list[str] = []
    base = studio.partition("/studio/")[0]
    made.on("pageerror", lambda error: wrong.append(f"{error}"))
    made.on("request", lambda one: one.url.startswith((base, "blob:", "data:")) or wrong.append(one.url))
    made.goto(studio)
    made.wait_for_selector(".studio-bar")
    yield made
    context.close()
    assert not wrong, wrong


def typed(page: Any, text: str) -> None:
    """Writes at the end of the text that is open, and waits until it has been read."""
    page.locator(".cm-content").click()
    page.keyboard.press("Control+End")
    page.keyboard.insert_text(text)


def at_end_of_title(page: Any) -> None:
    """Puts the cursor at the end of the game's title; the editor may still be scrolling to where it was before."""
    title = page.locator(".cm-line", has_text='game "').first

    def is_there() -> bool:
        page.locator(".cm-content").focus()
        page.keyboard.press("Control+Home")
        title.click()
        return bool(page.locator(".cm-activeLine", has_text='game "').count())

    until(page, is_there)
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")


def test_how_much_has_arrived_is_told(browser: Any, studio: str) -> None:
    context = window(browser)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{error}"))
    line = {"offline": False, "downloadThroughput": 4e5, "uploadThroughput": 4e5, "latency": 0}
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", line)
    page.goto(studio)
    page.locator(".progress", has_text=re.compile(r"Fetching, \d+\.\d of \d+\.\d MB")).wait_for()
    context.close()
    assert not wrong, wrong


def test_a_game_is_played_and_its_book_read(page: Any) -> None:
    choose(page)
    page.wait_for_selector(".log li")
    book = page.frame_locator("iframe[title=Rulebook]")
    book.get_by_role("heading", name="My Game").first.wait_for()
    assert (
        book.locator("body").evaluate("(one) => getComputedStyle(one).fontFamily").startswith('"Source Serif')
    )
    assert not findings(page)


def test_an_edit_is_on_the_table_in_the_book_and_kept(page: Any) -> None:
    typed(page, "\nnonsense\n")
    page.locator(".state.bad").wait_for()
    page.keyboard.press("Control+z")
    page.locator(".state:not(.bad)", has_text="Playable").wait_for()
    at_end_of_title(page)
    page.keyboard.insert_text(" Kept")
    page.frame_locator("iframe[title=Rulebook]").get_by_role("heading", name="My Game Kept").first.wait_for()
    page.reload()
    page.wait_for_selector(".studio-bar")
    page.locator(".cm-line", has_text='game "My Game Kept"').wait_for()


def test_a_match_is_begun_while_the_text_has_an_error(page: Any) -> None:
    """What is chosen and said beside the table stays there, whatever the table and the text tell meanwhile."""
    page.get_by_role("tab", name="Options").click()
    page.locator("#seat-1").select_option("random")
    page.locator("#seed").fill("7")
    typed(page, "\nno rule\n")
    page.locator(".state.bad").wait_for()
    begin = page.get_by_role("button", name="Begin a match with this")
    mark = begin.evaluate("(one) => { one.dataset.mine = 'yes'; return one.textContent; }")
    begin.click()
    said = page.locator(".panel.setting [role=status]", has_text="A match has begun.")
    said.wait_for()
    until(page, lambda: page.locator(".seats select").nth(1).input_value() == "random")
    typed(page, "")
    for _ in range(2):
        page.keyboard.press("Control+z")
        if page.locator(".state:not(.bad)", has_text="Playable").count():
            break
    page.locator(".state:not(.bad)", has_text="Playable").wait_for()
    page.locator("#seed").fill("9")
    title = page.locator(".cm-line", has_text='game "').first.inner_text()
    at_end_of_title(page)
    page.keyboard.insert_text("!")
    page.locator(".pane.play .game", has_text=title.split('"')[1] + "!").wait_for()
    assert page.locator("#seed").input_value() == "9" and said.count() == 1
    assert page.locator("[data-mine]", has_text=mark).count() == 1, "it is never laid anew under the pointer"
    page.keyboard.press("Backspace")
    page.locator(".pane.play .game", has_text=re.compile(re.escape(title.split('"')[1]) + "$")).wait_for()
    page.locator("#seat-1").select_option("person")
    begin.click()
    until(page, lambda: page.locator(".seats select").nth(1).input_value() == "person")
    page.get_by_role("tab", name="Rulebook").click()


def test_many_games_are_played_by_the_module(page: Any) -> None:
    page.locator("#tab-simulation").click()
    page.locator("#games").fill("40")
    page.get_by_role("button", name="Simulate", exact=True).click()
    page.locator(".report .executor").wait_for()
    assert page.locator(".report .executor").inner_text() == "Executor: compiled"


def test_cards_and_the_rulebook_are_printed_by_the_browser(page: Any) -> None:
    page.get_by_role("button", name="Print", exact=True).click()
    frame = page.frame_locator("iframe[title='What is printed']")
    page.get_by_role("button", name="The rulebook").click()
    frame.get_by_role("heading", name="My Game").first.wait_for()
    page.get_by_role("button", name="Cards, boards and pieces").click()
    page.locator("dialog.printing .sum", has_text="sheets of A4").wait_for()
    frame.locator(".sheet svg").first.wait_for()
    wide = frame.locator(".sheet").first.evaluate("(one) => one.getBoundingClientRect().width / 96 * 25.4")
    assert abs(wide - 210) < 1, "it is laid out at its true size"
    assert not findings(page)
    page.get_by_role("button", name="Close").click()


def test_helpers_play_games_on_another_core(page: Any) -> None:
    page.evaluate("Object.defineProperty(navigator, 'hardwareConcurrency', { value: 2, configurable: true })")
    page.get_by_role("tab", name="Simulation").click()
    page.locator("#games").fill("1000000")
    page.locator("#sim-who").select_option("random")
    page.get_by_role("button", name="Simulate", exact=True).click()
    until(page, lambda: len(page.workers) == 2)
    page.get_by_role("button", name="Stop").click()
    page.locator(".report svg").first.wait_for()


def test_a_variant_is_begun_and_what_was_open_is_still_there(page: Any) -> None:
    page.keyboard.press("Control+s")
    was_open = page.locator(".cm-line", has_text='game "').first.inner_text()
    page.get_by_role("button", name="New game", exact=True).click()
    page.get_by_label("Begin with").select_option("variant of classics/pig")
    page.get_by_label("What is it called?").fill("Pigs at Dawn")
    page.get_by_role("button", name="Make it").click()
    page.locator(".cm-line", has_text='game "Pigs at Dawn"').wait_for()
    page.get_by_role("button", name="Projects").click()
    names = page.locator(".projects-dialog .projects .name")
    page.locator(".projects-dialog").get_by_text("open now").wait_for()
    begun, *others = names.all_inner_texts()  # one more of this name where the test was tried before
    assert begun.startswith("pigs-at-dawn") and "my-game" in others
    assert not findings(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this project as a file").click()
    assert saved.value.suggested_filename == f"{begun}.zip"
    names.nth(1).click()
    page.locator(".cm-line", has_text=was_open).wait_for()


def test_a_second_tab_says_that_it_keeps_nothing(page: Any, studio: str) -> None:
    other = page.context.new_page()
    other.goto(studio)
    other.locator("dialog.twice").get_by_text("open in another tab, which keeps it").wait_for()
    other.close()


def test_a_link_holds_the_game(page: Any) -> None:
    written = page.locator(".cm-line", has_text='game "').first.inner_text()
    page.get_by_role("button", name="Share", exact=True).click()
    link = page.get_by_label("Link with the game in it").input_value()
    page.keyboard.press("Escape")
    page.goto(link)
    page.reload()
    page.wait_for_selector(".studio-bar")
    page.locator(".cm-line", has_text=written).wait_for()
    assert "#text" not in page.url
    page.get_by_role("button", name="Projects").click()
    page.locator(".projects-dialog").get_by_text("open now").wait_for()
    assert "shared" in page.locator(".projects-dialog .projects .name").all_inner_texts()
    page.keyboard.press("Escape")


IN_A_FOLDER = """async (text) => {
  // Browsers without a window have no dialog for folders; one of their own storage has the same interface.
  const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("on-my-disk", { create: true });
  const file = await folder.getFileHandle("dice.gdl", { create: true });
  if (text) {
    const to = await file.createWritable();
    await to.write(text);
    await to.close();
  }
  window.showDirectoryPicker = async () => folder;
  return (await file.getFile()).text().catch(() => "it is being written");
}"""
ON_DISK = """edition 1

game "On My Disk"
  players 2
  limit 20 turns

kind Seat, 1 for each player
  Score: 0 or more, starts 0

turn of each player
  Play

phase Play
  choose one, asking "Score a point?"
    "Yes"
      my Seat's Score gains 1
    "No"
      stop

the game ends when my Seat's Score is 5
  the highest player by my Seat's Score wins
"""


def test_a_folder_is_worked_on_with_other_programs(page: Any) -> None:
    page.evaluate(IN_A_FOLDER, ON_DISK)
    page.get_by_role("button", name="Projects").click()
    page.get_by_role("button", name="Open a folder").click()
    page.locator(".cm-line", has_text='game "On My Disk"').wait_for()
    typed(page, "\n# saved here\n")
    page.keyboard.press("Control+s")
    until(page, lambda: "# saved here" in page.evaluate(IN_A_FOLDER, ""))
    page.evaluate(IN_A_FOLDER, ON_DISK.replace("On My Disk", "Saved Elsewhere"))
    page.evaluate("dispatchEvent(new Event('focus'))")
    page.locator(".cm-line", has_text='game "Saved Elsewhere"').wait_for()


DROPPED = """(bytes) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], "more.xlsx"));
  const dropped = new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
  document.querySelector("select[aria-label=File]").dispatchEvent(dropped);
}"""


def test_a_workbook_comes_with_its_game_or_is_dragged_in(page: Any, tmp_path: Path) -> None:
    import xlsxwriter

    for name, worth in (("fruit.xlsx", 3), ("more.xlsx", 4)):
        book = xlsxwriter.Workbook(str(tmp_path / name))
        sheet = book.add_worksheet("Fruit")
        sheet.write_row(0, 0, ["Name", "Worth"])
        sheet.write_row(1, 0, ["Äpfel", worth])
        book.close()
    kind = '\nkind Fruit from "fruit.xlsx" sheet "Fruit"\n  Worth: 0 to 9\n'
    (tmp_path / "fruit.gdl").write_text(
        ON_DISK.replace("On My Disk", "Of A Workbook") + kind, encoding="utf-8"
    )
    page.get_by_role("button", name="Projects").click()
    page.locator(".projects-dialog input[type=file]:not([webkitdirectory])").first.set_input_files(
        [tmp_path / "fruit.gdl", tmp_path / "fruit.xlsx"]
    )
    page.locator(".cm-line", has_text='game "Of A Workbook"').wait_for()
    files = page.get_by_label("File", exact=True)
    files.select_option("fruit.xlsx")
    until(page, lambda: cells(page) == ["Äpfel", "3"])
    assert "error" not in "".join(page.get_by_label("What was found").all_inner_texts())
    page.evaluate(DROPPED, list((tmp_path / "more.xlsx").read_bytes()))
    until(page, lambda: files.input_value() == "more.xlsx" and cells(page) == ["Äpfel", "4"])
    # A cell is changed, and stays so where the file is kept.
    page.get_by_label("Worth, row 1").fill("7")
    page.get_by_label("Worth, row 1").press("Enter")
    page.get_by_role("button", name="Save", exact=True).click()
    page.get_by_role("button", name="Saved").wait_for()
    files.select_option("fruit.gdl")
    files.select_option("more.xlsx")
    until(page, lambda: cells(page) == ["Äpfel", "7"])
    page.get_by_role("button", name="Projects").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save this project as a file").click()
    page.keyboard.press("Escape")
    saved.value.save_as(tmp_path / "saved.zip")
    with zipfile.ZipFile(tmp_path / "saved.zip") as kept:
        found = load_workbook(BytesIO(kept.read("more.xlsx")))["Fruit"]
    assert (found["A2"].value, found["B2"].value) == ("Äpfel", 7)
    files.select_option("fruit.gdl")


def cells(page: Any) -> list[str]:
    """Gives what stands in the grid."""
    return [one.input_value() for one in page.locator("td input").all()]


def test_without_a_network_everything_is_still_there(page: Any) -> None:
    page.evaluate("navigator.serviceWorker.ready")
    name = page.locator(".cm-line", has_text='game "').first.inner_text()
    page.context.set_offline(True)
    try:
        page.reload()
        page.wait_for_selector(".studio-bar")
        page.locator(".cm-line", has_text=name).wait_for()
    finally:
        page.context.set_offline(False)


def test_a_game_is_sent_as_a_file(page: Any, browser: Any, tmp_path: Path) -> None:
    with page.expect_download() as saved:
        page.get_by_role("button", name="Send it as a file").click()
    file = tmp_path / saved.value.suggested_filename
    saved.value.save_as(file)
    page.get_by_role("button", name="Done").click()
    context = window(browser)
    context.set_default_timeout(START_MS)
    other = context.new_page()
    other.goto(file.as_uri())
    other.get_by_role("button", name="Play").click()
    choose(other)
    other.wait_for_selector(".log li")
    context.close()


_STARTED = """async () => {
  const found = [];
  for (const name of await caches.keys()) {
    if (!name.startsWith("gekido-dsl started ")) continue;
    for (const one of await (await caches.open(name)).keys()) found.push([name, one.url]);
  }
  return found;
}"""


def test_a_later_start_takes_over_the_memory_of_an_earlier_one(browser: Any, studio: str) -> None:
    context = window(browser)
    context.set_default_timeout(START_MS)
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(f"{error}"))

    def started() -> str:
        page.wait_for_selector(".question button.choice", state="attached")
        return str(page.locator("html").get_attribute("data-remembered"))

    page.goto(studio)
    assert started() == "false"
    until(page, lambda: bool(page.evaluate(_STARTED)))
    page.reload()
    assert started() == "true"
    choose(page)
    page.wait_for_selector(".log li")
    page.locator(".pane.text .cm-content", has_text="game").wait_for()
    spoilt = "async ([[name, at]]) => (await caches.open(name)).put(at, new Response(new Uint8Array(64)))"
    page.evaluate(spoilt, page.evaluate(_STARTED))
    page.reload()
    assert started() == "false"
    context.close()
    assert not wrong, wrong
