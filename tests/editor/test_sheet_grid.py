"""Spreadsheets in the grid of the studio, and what an editor offers in their cells."""

from pathlib import Path
from typing import Any

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import Edit
from gekido_dsl.language.fixes import fixes
from gekido_dsl.language.grid import NotWritten, tables_in
from gekido_dsl.language.mentions import Mentions
from gekido_dsl.language.renaming import applied
from gekido_dsl.language.sheet_grid import add_sheet_row, complete_sheet_cell, set_sheet_cell, sheet_grid
from gekido_dsl.source import MemoryProvider, Source
from gekido_dsl.studio.drafts import Drafts, version_of
from gekido_dsl.studio.language_answers import LanguageAnswers
from gekido_dsl.studio.refusal import Refused
from gekido_dsl.tables import sheets

RULES = """edition 1

game "Two"
  players 2

values Suit: Red, Gold

kind Card from "cards.csv"
  Cost: 0 to 9
  Suits: up to 3 Suit
  Wild: yes or no
  Suit: a Suit or none

kind Purse, 1 for each player
  Coins: 0 or more, starts 0

turn of each player
  Main

phase Main
  my Purse's Coins gains Ring's Cost

the game ends when my Purse's Coins is at least 12
  the player wins
"""
CARDS = 'My cards\nName,Cost,Suits,Wild,Suit,Notes\nRing,4,"Red, Gold",yes,,"a ""b"""\n"Old, Mill",1,Gold\n'


def made(text: str = CARDS) -> tuple[Mentions, Source]:
    compilation = load("two.gdl", MemoryProvider({"two.gdl": RULES, "cards.csv": text}))
    return Mentions(compilation), Source("cards.csv", text)


def changed(edits: list[Edit], text: str = CARDS) -> str:
    return applied(text, edits)


def test_a_sheet_is_a_grid() -> None:
    mentions, source = made()
    grid = sheet_grid(sheets.parse(source).value, tables_in(mentions.compilation, "cards.csv"))
    assert [(one.name, one.required) for one in grid.columns] == [
        ("Name", True),
        ("Cost", True),
        ("Suits", True),
        ("Wild", True),
        ("Suit", False),
        ("Notes", False),
    ]
    assert [cell.text for cell in grid.rows[0].cells.values()] == [
        "Ring",
        "4",
        "Red, Gold",
        "yes",
        "",
        'a "b"',
    ]


@pytest.mark.parametrize(
    ("row", "column", "text", "old", "new"),
    [
        (0, "Cost", "5", "Ring,4,", "Ring,5,"),
        (0, "Suits", "Gold, Red", '"Red, Gold"', '"Gold, Red"'),
        (0, "Suit", "Red, Gold", 'yes,,"', 'yes,"Red, Gold","'),
        (0, "Notes", 'c "d"', '"a ""b"""', '"c ""d"""'),
        (1, "Name", "Mill", '"Old, Mill"', '"Mill"'),
        (1, "Suit", "Red", "1,Gold\n", "1,Gold,,Red\n"),
        (1, "Cost", "", 'Mill",1,', 'Mill",,'),
    ],
)
def test_one_cell_changes_and_nothing_else(row: int, column: str, text: str, old: str, new: str) -> None:
    _, source = made()
    edits = set_sheet_cell(source, sheets.parse(source).value, row, column, text)
    assert changed(edits) == CARDS.replace(old, new) != CARDS
    assert set_sheet_cell(source, sheets.parse(source).value, 0, "Cost", "4") == []


def test_a_row_is_added_in_the_order_of_the_sheet() -> None:
    mentions, source = made()
    edits = add_sheet_row(
        source, sheets.parse(source).value, tables_in(mentions.compilation, "cards.csv"), "New, one"
    )
    assert changed(edits) == CARDS + '"New, one",0,,no,,\n'
    with pytest.raises(NotWritten, match="no kind"):
        add_sheet_row(source, None, [], "New")


@pytest.mark.parametrize(
    ("tail", "first"),
    [
        ("Ring,4,", ["Red", "Gold"]),
        ("Ring,4,R", ["Red"]),
        ('Ring,4,"Red, G', ["Gold"]),
        ("Ring,4,,", ["yes", "no"]),
        ("Ring,4,,,", ["Red", "Gold", "none"]),
        ("Ring,", []),
        ("\n\nRing,4,R", ["Red"]),
    ],
)
def test_a_cell_is_completed_by_its_column(tail: str, first: list[str]) -> None:
    mentions, _ = made()
    text = CARDS + tail
    found = complete_sheet_cell(Source("cards.csv", text), len(text), mentions)
    assert [one.text for one in found] == first
    if first and not tail.endswith(","):
        assert text[found[0].start :] in ("R", "G")


def test_a_line_with_nothing_in_it_is_no_row_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheets, "ROWS_LIMIT", 1)
    found = sheets.parse(Source("cards.csv", "Name,Cost\nRing,4\n\n"))
    assert found.value is not None and not found.diagnostics
    found = sheets.parse(Source("cards.csv", "Name,Cost\nRing,4\n\nCrown,5\n"))
    assert [one.code.slug for one in found.diagnostics] == ["file-too-large"]


def test_headers_are_offered_that_are_lacking() -> None:
    mentions, _ = made()
    text = "Name,Cost,W"
    found = complete_sheet_cell(Source("cards.csv", text), len(text), mentions)
    assert [one.text for one in found] == ["Wild"]


def test_steps_write_no_quotes_of_yaml() -> None:
    text = CARDS.replace('"Red, Gold"', "Rde").replace("yes", "perhaps")
    found = made(text)[0].compilation.diagnostics
    assert [one.help for one in found if one.code.slug == "cell-type"] == ["write yes or no"]
    steps = [fix for one in found if one.code.slug == "cell-value" for fix in fixes(one)]
    assert [changed([*one.edits], text) for one in steps] == [text.replace("Rde", "Red")]


@pytest.fixture
def studio(tmp_path: Path) -> tuple[Drafts, LanguageAnswers]:
    (tmp_path / "two.gdl").write_text(RULES)
    (tmp_path / "cards.csv").write_text(CARDS)
    drafts = Drafts(tmp_path, "two.gdl")
    return drafts, LanguageAnswers(drafts)


def test_the_studio_opens_and_changes_a_sheet(studio: tuple[Drafts, LanguageAnswers]) -> None:
    _, answers = studio
    asked = {"name": "cards.csv"}
    cells = answers.cells(asked)
    assert cells["own"] and cells["can_add"] and len(cells["rows"]) == 2
    assert cells["columns"][3]["type"]["values"] == ["yes", "no"]
    edit = answers.set_cell({**asked, "row": 0, "column": "Cost", "text": "7"})["edits"]
    assert [(one["name"], one["text"]) for one in edit] == [("cards.csv", "7")]
    assert answers.add_row({**asked, "title": "Well"})["edits"][0]["text"] == "\nWell,0,,no,,\n"


def test_tables_are_brought(studio: tuple[Drafts, LanguageAnswers], tmp_path: Path) -> None:
    drafts, _ = studio
    from unit.test_workbooks import excel

    drafts.bring("game.xlsx", excel(), again=False)
    with pytest.raises(Refused, match="is there already"):
        drafts.bring("cards.csv", b"Name\nAce\n", again=False)
    drafts.bring("cards.csv", "Name\nÄss\n".encode("cp1252"), again=True)
    assert (tmp_path / "cards.csv").read_bytes() == "Name\nÄss\n".encode("cp1252")
    for name, data, why in (
        ("bad.xlsx", b"PK\x03\x04", "damaged"),
        ("a.png", b"", "is no table"),
        ("../a.csv", b"Name\n", "no name of a file"),
        ("large.csv", b"a" * 1_000_001, "limit"),
    ):
        with pytest.raises(Refused, match=why):
            drafts.bring(name, data, again=False)


def test_a_workbook_is_changed_in_the_grid_and_saved(
    studio: tuple[Drafts, LanguageAnswers], tmp_path: Path
) -> None:
    drafts, answers = studio
    from unit.test_workbooks import excel

    name = "game.xlsx/Cards"
    (tmp_path / "game.xlsx").write_bytes(excel())
    (tmp_path / "two.gdl").write_text(RULES.replace('"cards.csv"', '"game.xlsx" sheet "Cards"'))
    cells = answers.cells({"name": name})
    assert cells["own"] and cells["can_add"] and cells["rows"][0]["cells"][0]["text"] == "Ring of Power"
    version = version_of(drafts.on_disk(name))

    def typed(edits: list[dict[str, Any]]) -> str:
        text = drafts.source(name).text
        for one in edits:
            text = text[: one["start"]] + one["text"] + text[one["end"] :]
        drafts.type(name, text)
        return text

    typed(answers.set_cell({"name": name, "row": 0, "column": "Cost", "text": "7"})["edits"])
    text = typed(answers.add_row({"name": name, "title": "Well"})["edits"])
    assert [row["cells"][0]["text"] for row in answers.cells({"name": name})["rows"]] == [
        "Ring of Power",
        "Ace",
        "Well",
    ]
    assert drafts.unsaved() == [name] and drafts.on_disk(name) != text
    after = drafts.write(name, text, version)
    assert drafts.unsaved() == [] and drafts.on_disk(name) == text and "Ring of Power\t7\tTRUE" in text
    with pytest.raises(Refused, match="has changed on the disk"):
        drafts.write(name, text, version)
    with pytest.raises(Refused, match="B6 is a formula"):
        drafts.write(name, text.replace("Ace\t2", "Ace\t3"), after)
