"""Workbooks of Excel and LibreOffice: what they hold reads as a table, and what is hostile is refused early."""

import datetime
import sys
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import xlsxwriter
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics.render import concise, human
from gekido_dsl.diagnostics.render import json as as_json
from gekido_dsl.files import FolderProvider
from gekido_dsl.source import ReadFailure, Span, cell_name, is_workbook, workbook_of
from gekido_dsl.syntax.parse import parse
from gekido_dsl.tables.workbooks import text_of

RULES = """edition 1

game "Two"
  players 2

kind Card from "game.xlsx" sheet "Cards"
  Cost: 0 to 9
  Wild: yes or no

kind Purse, 1 for each player
  Coins: 0 or more, starts 0

turn of each player
  Main

phase Main
  my Purse's Coins gains Ace's Cost

the game ends when my Purse's Coins is at least 12
  the player wins
"""
ROWS: list[list[Any]] = [
    ["My cards"],
    [],
    ["Name", "Cost", "Wild", "Notes"],
    ["Ring of Power", 4.0, True, "too\nstrong\t?"],
    [],
    ["Ace", "=1+1", False, ""],
]


def excel(
    rows: list[list[Any]] = ROWS, before: tuple[str, ...] = ("Read me",), sheet: str = "Cards"
) -> bytes:
    made = BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        short = book.add_format({"num_format": "d-mmm"})
        for name in before:
            book.add_worksheet(name).write(0, 0, "hello")
        page = book.add_worksheet(sheet)
        page.merge_range(0, 0, 0, 3, "My cards")
        for row, cells in enumerate(rows):
            for column, cell in enumerate(cells):
                if isinstance(cell, datetime.date):
                    page.write_datetime(row, column, cell, short)
                elif isinstance(cell, str) and cell.startswith("=1/"):
                    page.write_formula(row, column, cell, value="#DIV/0!")
                elif isinstance(cell, str) and cell.startswith("="):
                    page.write_formula(row, column, cell, value=2)
                elif row or column:
                    page.write(row, column, cell)
    return made.getvalue()


def office(rows: list[list[Any]] = ROWS) -> bytes:
    book = OpenDocumentSpreadsheet()
    page = Table(name="Cards")
    book.spreadsheet.addElement(page)
    for cells in rows:
        row = TableRow()
        for cell in cells:
            if isinstance(cell, bool):
                made = TableCell(valuetype="boolean", booleanvalue=str(cell).lower())
            elif isinstance(cell, float) or cell == "=1+1":
                made = TableCell(valuetype="float", value=cell if isinstance(cell, float) else 2)
            else:
                made = TableCell(valuetype="string")
                for line in str(cell).replace("\t", " ").split("\n"):
                    made.addElement(P(text=line))
            row.addElement(made)
        page.addElement(row)
    empty = TableRow(numberrowsrepeated=1_048_000)
    empty.addElement(TableCell(numbercolumnsrepeated=16_384))
    page.addElement(empty)
    saved = BytesIO()
    book.save(saved)
    return saved.getvalue()


TEXT = "My cards\n\nName\tCost\tWild\tNotes\nRing of Power\t4\tTRUE\ttoo\u2028strong ?\n\nAce\t2\tFALSE\nsheet: Cards"


def test_both_forms_give_the_same_text() -> None:
    assert text_of(excel(), "game.xlsx", "Cards") == text_of(office(), "game.ods", None) == TEXT


@pytest.mark.parametrize("wanted", ["Cards", "cards", " CARDS"])
def test_a_sheet_is_found_by_its_name(wanted: str) -> None:
    assert text_of(excel(), "game.xlsx", wanted) == TEXT


def test_without_a_name_it_is_the_first_sheet_and_an_unknown_one_is_said() -> None:
    assert text_of(excel(), "game.xlsx", None) == "hello\nsheet: Read me"
    got = text_of(excel(), "game.xlsx", "Crads")
    assert isinstance(got, ReadFailure) and got.help == "its sheets are `Read me`, `Cards`"


def found(folder: Path, rules: str = RULES) -> list[Any]:
    (folder / "two.gdl").write_text(rules)
    found = load("two.gdl", FolderProvider(folder)).diagnostics
    return [one for one in found if one.code.slug != "unused-declaration"]


def test_a_workbook_is_a_table(tmp_path: Path) -> None:
    (tmp_path / "game.xlsx").write_bytes(excel())
    assert found(tmp_path) == []
    (tmp_path / "game.ods").write_bytes(office())
    assert found(tmp_path, RULES.replace('.xlsx" sheet "Cards"', '.ods"')) == []


def test_findings_name_the_cell(tmp_path: Path) -> None:
    rows = [
        *ROWS,
        ["King", datetime.date(2026, 1, 2), "x"],
        ["Queen", "=1/0"],
        ["Jack", 12, "ja"],
    ]
    rows += [[datetime.date(2026, 2, 1), 1]]
    (tmp_path / "game.xlsx").write_bytes(excel(rows))
    got = found(tmp_path)
    assert [(one.code.slug, one.span.cell) for one in got] == [
        ("sheet-date", ("Cards", "B7")),
        ("sheet-formula", ("Cards", "B8")),
        ("cell-range", ("Cards", "B9")),
        ("sheet-date", ("Cards", "A10")),
    ]
    place = f"{tmp_path.as_posix()}/game.xlsx"
    assert concise.render(got[:1]).startswith(
        f"{place}, sheet Cards, B7: error[sheet-date]: `Cost` of `King`"
    )
    assert "game.xlsx, sheet Cards, B7\n  |\n7 | King" in human.render(got[:1], width_columns=200)
    label = as_json.data(got[:1])["diagnostics"][0]["labels"][0]
    assert (label["file"], label["cell"]) == (place, "sheet Cards, B7")
    assert (label["start"]["line"], label["start"]["column"], label["end"]["column"]) == (7, 2, 3)


def test_a_formula_of_which_no_value_was_saved_is_told(tmp_path: Path) -> None:
    rows = [*ROWS, ["King", "=1/0"], ["Queen", "=1+1"]]
    whole = excel(rows)
    bare = changed(
        whole,
        replaced(
            "xl/worksheets/sheet2.xml", b"<v>2</v></c></row></sheetData>", b"<v></v></c></row></sheetData>"
        ),
    )
    assert bare != whole
    (tmp_path / "game.xlsx").write_bytes(bare)
    got = found(tmp_path)
    assert [(one.code.slug, one.span.cell) for one in got] == [
        ("sheet-formula", ("Cards", "B7")),
        ("sheet-formula", ("Cards", "B8")),
    ]
    assert got[1].message == "the formula for `Cost` of `Queen` has no saved value"
    assert got[1].help is not None and "open the file in your spreadsheet program" in got[1].help
    assert "UNSAVED" not in str(text_of(changed(whole, kept), "game.xlsx", "Cards"))


def test_a_formula_without_a_value_in_an_open_document_is_told() -> None:
    bare = changed(
        office(), replaced(OFFICE, b'office:value-type="float" office:value="2"', b'table:formula="of:=1+1"')
    )
    text = text_of(bare, "game.ods", None)
    assert isinstance(text, str) and "Ace\t#UNSAVED!" in text


def test_a_wrong_sheet_says_how_to_name_the_right_one(tmp_path: Path) -> None:
    (tmp_path / "game.xlsx").write_bytes(excel())
    got = found(tmp_path, RULES.replace(' sheet "Cards"', ""))
    assert got[0].code.slug == "sheet-header" and 'from "game.xlsx" sheet "Cards"' in got[0].help


def test_the_sentence_is_written_again_as_it_was() -> None:
    from gekido_dsl.source import Source
    from gekido_dsl.syntax.text import lines

    file = parse(Source("two.gdl", RULES), {}).value
    assert file is not None
    kind = next(one for one in file.declarations if type(one).__name__ == "Kind")
    assert 'kind Card from "game.xlsx" sheet "Cards"' in str(lines(kind))


def test_the_text_of_a_page_needs_no_library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text_of.cache_clear()
    monkeypatch.setitem(sys.modules, "python_calamine", None)
    got = text_of(excel(), "game.xlsx", "Cards")
    assert isinstance(got, ReadFailure) and got.help is not None and "gekido-dsl[sheets]" in got.help
    text_of.cache_clear()
    monkeypatch.setattr(sys, "platform", "emscripten")
    got = text_of(excel(), "game.xlsx", "Cards")
    assert isinstance(got, ReadFailure) and got.help is not None and "save the sheet as CSV" in got.help
    text_of.cache_clear()


# ---------------------------------------------------------------- hostile


def changed(
    data: bytes, change: Callable[[str, bytes], bytes], more: dict[str, bytes] | None = None
) -> bytes:
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as old, zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, change(name, old.read(name)))
        for name, part in (more or {}).items():
            new.writestr(name, part)
    return made.getvalue()


def replaced(part: str, old: bytes, new: bytes) -> Callable[[str, bytes], bytes]:
    return lambda name, data: data.replace(old, new) if name == part else data


def kept(_: str, data: bytes) -> bytes:
    return data


SHEET, TEXTS, OFFICE = "xl/worksheets/sheet2.xml", "xl/sharedStrings.xml", "content.xml"
TWO = b"<text:p>My cards"
USES = b"<row>" + b'<c t="s"><v>0</v></c>' * 50 + b"</row>"
HOSTILE = {
    "far": (changed(excel(), replaced(SHEET, b'r="B4"', b"r = '&#88;FD1048576'")), "too many cells"),
    "bomb": (
        changed(excel(), replaced(SHEET, b"<sheetData>", b"<sheetData>" + b" " * 45_000_000)),
        "unpacked",
    ),
    "texts": (
        changed(
            changed(excel(), replaced(TEXTS, b"hello", b"h" * 900_000)),
            replaced(SHEET, b"</sheetData>", USES + b"</sheetData>"),
        ),
        "letters together",
    ),
    "document type": (
        changed(excel(), replaced(SHEET, b"<worksheet", b'<!DOCTYPE a [<!ENTITY b "c">]><worksheet')),
        "damaged",
    ),
    "macros": (changed(excel(), kept, {"xl/vbaProject.bin": b"x"}), "macros"),
    "links": (changed(excel(), kept, {"xl/externalLinks/externalLink1.xml": b"<a/>"}), "another file"),
    "parts": (changed(excel(), kept, {f"xl/media/{number}.png": b"" for number in range(2_100)}), "parts"),
    "cut": (excel()[:700], "damaged"),
    "zip": (changed(excel(), kept)[:0] + b"PK\x03\x04" + b"\0" * 50, "damaged"),
    "text": (b"Name,Cost\nAce,1\n", "it is no workbook but text"),
    "old": (b"\xd0\xcf\x11\xe0" + b"\0" * 600, "old form"),
    "picture": (b"\x89PNG\r\n\x1a\n\0", "it is no workbook"),
    "office far": (
        changed(office(), replaced(OFFICE, TWO, b'<x table:number-columns-repeated="1"/>' + TWO)),
        None,
    ),
    "office repeated": (
        changed(
            office(),
            replaced(
                OFFICE, b'office:value="2"', b'office:value="2" table:number-columns-repeated="9999999"'
            ),
        ),
        "too many cells",
    ),
    "office macros": (changed(office(), kept, {"Basic/Standard/Module1.xml": b"<a/>"}), "macros"),
    "office links": (
        changed(
            office(),
            replaced(OFFICE, b"<table:table-row>", b'<table:table-source xlink:href="x"/><table:table-row>'),
        ),
        "another file",
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_workbooks_are_refused(name: str) -> None:
    data, why = HOSTILE[name]
    got = text_of(data, "game.xlsx", None)
    if why is None:
        assert isinstance(got, str)
    else:
        assert isinstance(got, ReadFailure) and why in got.reason and len(got.reason) < 120


@pytest.mark.parametrize("seed", range(12))
def test_damage_ends_in_a_failure_or_a_text(seed: int) -> None:
    """Anywhere in the file, and inside its parts."""
    import random

    chance = random.Random(seed)

    def damaged(data: bytes) -> bytes:
        changed = bytearray(data)
        for _ in range(3):
            changed[chance.randrange(len(changed))] = chance.randrange(256)
        return bytes(changed)

    for data in (excel(), office()):
        assert isinstance(text_of(damaged(data), "a.xlsx", None), str | ReadFailure)
        assert isinstance(
            text_of(changed(data, lambda _, part: damaged(part)), "a.xlsx", None), str | ReadFailure
        )


def test_names_of_workbooks_and_cells() -> None:
    assert workbook_of("a/Game.XLSX/My / Cards") == ("a/Game.XLSX", "My / Cards")
    assert workbook_of("a.ods") == ("a.ods", None)
    assert not is_workbook("a.csv") and not is_workbook("xlsx") and not is_workbook("a.xlsx.yaml")
    assert [cell_name(6, column) for column in (0, 2, 25, 26, 701, 702)] == [
        "A7",
        "C7",
        "Z7",
        "AA7",
        "ZZ7",
        "AAA7",
    ]
    assert Span.cell is not None
