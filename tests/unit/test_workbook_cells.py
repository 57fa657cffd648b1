"""Single cells of a workbook are written anew, and all else in it stays."""

import re
import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest
import xlsxwriter
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P
from openpyxl import load_workbook

from gekido_dsl.tables.workbook_cells import NotChanged, changed
from gekido_dsl.tables.workbooks import text_of

SHEET = "Cards"


def excel() -> bytes:
    made = BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        book.add_worksheet("Read me").write_string(0, 0, "Mine")
        bold = book.add_format({"bold": True, "bg_color": "#ffcc00"})
        page = book.add_worksheet(SHEET)
        page.write_row(0, 0, ["Name", "Cost", "Wild", "Twice"])
        page.write_row(1, 0, ["Ring of Power", 4], bold)
        page.write_boolean(1, 2, True)
        page.write_formula(1, 3, "=2*B2", None, 8)
        page.write_row(4, 0, ["Ace", "007"])
        page.write_comment(1, 0, "Too strong?")
        page.conditional_format("B2:B9", {"type": "cell", "criteria": ">", "value": 5, "format": bold})
    return made.getvalue()


def office() -> bytes:
    book = OpenDocumentSpreadsheet()
    page = Table(name=SHEET)
    for repeated, cells in (
        (1, ["Name", "Cost", "Cost 2"]),
        (2, ["Ring", 4, 4]),
        (3, []),
        (1, ["Ace", 1, 1]),
    ):
        row = TableRow(numberrowsrepeated=repeated) if repeated > 1 else TableRow()
        for cell in cells:
            if isinstance(cell, str):
                made = TableCell(valuetype="string")
                made.addElement(P(text=cell))
            else:
                made = TableCell(valuetype="float", value=str(cell))
            row.addElement(made)
        if not cells:
            row.addElement(TableCell(numbercolumnsrepeated=1000))
        page.addElement(row)
    book.spreadsheet.addElement(page)
    saved = BytesIO()
    book.write(saved)
    return saved.getvalue()


def text(data: bytes, file: str) -> str:
    found = text_of(data, file, SHEET)
    assert isinstance(found, str)
    return found


def test_a_cell_of_excel_is_another_one_and_keeps_its_look() -> None:
    before = excel()
    wanted = (
        text(before, "g.xlsx")
        .replace("Ring of Power\t4\tTRUE", "<Ring> & \u2028 Co\t9\tFALSE")
        .replace("Ace\t007", "Ace\t7\tTRUE\t1")
        .replace("\nsheet:", "\nNew\t3\nsheet:")
    )
    done = changed(before, "g.xlsx", SHEET, wanted)
    assert text(done, "g.xlsx") == wanted
    book = load_workbook(BytesIO(done))
    page = book[SHEET]
    assert (page["A2"].value, page["B2"].value, page["C2"].value) == ("<Ring> & \n Co", 9, False)
    assert page["B2"].font.bold and page["A2"].fill.fgColor.rgb == "FFFFCC00" and page["D2"].value == "=2*B2"
    assert page["B5"].value == 7 and page["A6"].value == "New"
    assert page["A2"].comment.text == "Too strong?" and book.sheetnames == ["Read me", SHEET]
    assert book.calculation.fullCalcOnLoad
    parts = [dict.fromkeys(zipfile.ZipFile(BytesIO(one)).namelist()) for one in (before, done)]
    assert parts[0] == parts[1]
    same = [zipfile.ZipFile(BytesIO(one)).read("xl/styles.xml") for one in (before, done)]
    assert same[0] == same[1]


def test_a_cell_of_an_open_document_is_another_one_and_its_likes_stay() -> None:
    before = office()
    wanted = (
        text(before, "g.ods")
        .replace("Ring\t4\t4\n\n", "Ring\t4\t5\n\n")
        .replace("\nsheet:", "\n\nNew\t\t\t3\nsheet:")
    )
    assert wanted != text(before, "g.ods")
    done = changed(before, "g.ods", SHEET, wanted)
    assert text(done, "g.ods") == wanted
    assert text(done, "g.ods").count("Ring\t4\t4") == 1
    assert zipfile.ZipFile(BytesIO(done)).infolist()[0].filename == "mimetype"


def test_nothing_else_gives_the_same_bytes() -> None:
    for file, data in (("g.xlsx", excel()), ("g.ods", office())):
        assert changed(data, file, SHEET, text(data, file)) is data


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("\t8", "\t9", "D2 is a formula; change it in your spreadsheet program"),
        ("sheet: Cards", "sheet: Read me", "this is another sheet"),
        ("Ace", "A\x0bce", "a sign that no cell holds"),
        ("Ace", "A\ud800ce", "a sign that no cell holds"),
        ("Ace", "Ace" + "\tAce" * 1200, "1,201 cells are others, and at most 1,000"),
    ],
    ids=["formula", "sheet", "sign", "half of a sign", "many"],
)
def test_what_cannot_be_written_is_told(old: str, new: str, why: str) -> None:
    data = excel()
    with pytest.raises(NotChanged, match=re.escape(why)):
        changed(data, "g.xlsx", SHEET, text(data, "g.xlsx").replace(old, new))


def test_what_a_formula_of_several_cells_gives_is_not_written_over() -> None:
    made = BytesIO()
    with xlsxwriter.Workbook(made, {"in_memory": True}) as book:
        page = book.add_worksheet(SHEET)
        page.write_column(0, 0, ["Name", "Ace", "King"])
        page.write_array_formula("B2:B3", "{=ROW(A2:A3)}", None, 2)
        page.write_number("B3", 3)
    data = made.getvalue()
    with pytest.raises(NotChanged, match="B3 is a formula"):
        changed(data, "g.xlsx", SHEET, text(data, "g.xlsx").replace("\t3", "\t7"))
    assert "Jack" in text(
        changed(data, "g.xlsx", SHEET, text(data, "g.xlsx").replace("King", "Jack")), "g.xlsx"
    )

    rows = zipfile.ZipFile(BytesIO(office()))
    content = rows.read("content.xml").replace(
        b'<table:table-cell office:value-type="float"',
        b'<table:table-cell table:number-matrix-rows-spanned="2" office:value-type="float"',
        1,
    )
    assert b"matrix" in content
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as again:
        for name in rows.namelist():
            again.writestr(name, content if name == "content.xml" else rows.read(name))
    data = made.getvalue()
    with pytest.raises(NotChanged, match="fills several cells"):
        changed(data, "g.ods", SHEET, text(data, "g.ods").replace("Ace", "Jack"))


def again(data: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """Packs a workbook anew, with a part of it changed."""
    made = BytesIO()
    with zipfile.ZipFile(BytesIO(data)) as packed, zipfile.ZipFile(made, "w") as other:
        for name in packed.namelist():
            found = packed.read(name)
            other.writestr(name, change(found) if name == part else found)
    return made.getvalue()


def test_what_other_programs_write_is_found() -> None:
    """Prefixes, quotes of the other sort, rows and sheets that hold nothing; all else keeps its bytes."""
    part = "xl/worksheets/sheet2.xml"

    def prefixed(found: bytes) -> bytes:
        found = re.sub(rb"<(/?)(\w)", rb"<\1x:\2", found.replace(b"xmlns=", b"xmlns:x="))
        found = found.replace(b'<x:row r="5"', b"<!-- <x:row r='5'> --><x:row r='4' ht='20'/><x:row r='5'")
        return found.replace(b' s="1"', b" s='1'")

    before = again(excel(), part, prefixed)
    wanted = text(before, "g.xlsx").replace("4\tTRUE", "5\tTRUE").replace("\n\n\nAce", "\n\nTwo\t2\nAce")
    done = changed(before, "g.xlsx", SHEET, wanted)
    assert text(done, "g.xlsx") == wanted
    old, new = (zipfile.ZipFile(BytesIO(one)).read(part) for one in (before, done))
    assert b"<!-- <x:row r='5'> -->" in new and b"<x:row r='4' ht='20'><x:c " in new
    assert (
        old.partition(b"<x:row")[0].replace(b'<x:dimension ref="A1:D5"/>', b"") == new.partition(b"<x:row")[0]
    )
    assert old[old.index(b"<x:conditionalFormatting") :] == new[new.index(b"<x:conditionalFormatting") :]

    empty = again(excel(), part, lambda found: re.sub(rb"<sheetData>.*</sheetData>", b"<sheetData/>", found))
    assert text(changed(empty, "g.xlsx", SHEET, "Name\tCost\nAce\t1\nsheet: Cards"), "g.xlsx").startswith(
        "Name"
    )


def test_notes_in_an_open_document_stay() -> None:
    note = b"<office:annotation><text:p>Too strong?</text:p></office:annotation>"
    before = again(
        office(), "content.xml", lambda found: found.replace(b"<text:p>Ring", note + b"<text:p>Ring")
    )
    wanted = text(before, "g.ods").replace("Ring\t4\t4\n\n", "Band\t4\t4\n\n")
    done = changed(before, "g.ods", SHEET, wanted)
    assert text(done, "g.ods") == wanted
    content = zipfile.ZipFile(BytesIO(done)).read("content.xml")
    assert content.count(note) == 2 and note + b"<text:p>Band</text:p>" in content


def test_a_part_with_a_document_type_is_not_written() -> None:
    head = b"<!DOCTYPE x [<!ENTITY a 'b'>]>"
    data = again(
        excel(), "xl/worksheets/sheet2.xml", lambda found: found.replace(b"<worksheet", head + b"<worksheet")
    )
    with pytest.raises(NotChanged):
        changed(data, "g.xlsx", SHEET, "Name\nsheet: Cards")


def test_a_file_that_is_another_than_its_name_says_is_told() -> None:
    with pytest.raises(NotChanged):
        changed(b"PK\x03\x04 and no more", "g.xlsx", SHEET, "Name\nsheet: Cards")
