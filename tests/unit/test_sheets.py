"""Spreadsheets saved as text: every dialect gives the same rows, and every cell has its place."""

import csv
import io
import json
import zipfile
from pathlib import Path
from typing import Any

import pytest
from babel import Locale
from hypothesis import given
from hypothesis import strategies as st

from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import codes
from gekido_dsl.files import FolderProvider, decoded
from gekido_dsl.source import MemoryProvider, ReadFailure, Source
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import read, reading
from gekido_dsl.tables.dates import is_date
from gekido_dsl.tables.schema import check
from gekido_dsl.tables.shaping import shaped

TABLE = c.Table(
    "Card",
    (
        c.Column("Cost", c.IntColumn(0, 9)),
        c.Column("Suits", c.ListColumn(3, c.ChoiceColumn(("Red", "Deep Blue", "Gold")))),
        c.Column("Damage", c.MapColumn(("Red", "Gold"), c.IntColumn(0, 9))),
        c.Column("Wild", c.BoolColumn()),
        c.Column(
            "Effect",
            c.EffectColumn(
                (c.EffectSpec("Gain", ((1, 3),)), c.EffectSpec("Match", (("Red", "Gold"), (1, 3)))), True
            ),
        ),
        c.Column(
            "Powers",
            c.RowsColumn((c.Column("Power", c.TextColumn()), c.Column("Most", c.IntColumn(1, 3))), 4),
        ),
    ),
    total=5,
)
HEADERS = "Name,Cost,Suits,Damage: Red,Damage: Gold,Wild,Effect,Powers 1: Power,Powers 1: Most,Copies"
PLAIN = f"{HEADERS}\nRing of Power,4,Red,1,2,yes,Gain 2,Jump,2,2\nOld Mill,0,,0,0,,Match Gold 3,,,3\n"
YAML = """
- {Name: Ring of Power, Cost: 4, Suits: [Red], Damage: {Red: 1, Gold: 2}, Wild: true, Effect: {Gain: 2},
   Powers: [{Power: Jump, Most: 2}], Copies: 2}
- {Name: Old Mill, Cost: 0, Suits: [], Damage: {Red: 0, Gold: 0}, Wild: false, Effect: {Match: [Gold, 3]},
   Powers: [], Copies: 3}
"""


def plain(value: Any) -> Any:
    value = value.value
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if hasattr(value, "items"):
        return {key: plain(one) for key, one in value.items()}
    return value


def rows(source: Source) -> tuple[list[Any], list[str]]:
    """Gives what a table says, and the slugs of its findings."""
    parsed = reading.parse(source)
    found = [*parsed.diagnostics]
    if parsed.value is None:
        return [], [one.code.slug for one in found]
    made = shaped(TABLE, parsed.value, source)
    found += made.diagnostics
    if made.value is None:
        return [], [one.code.slug for one in found]
    checked = check(TABLE, made.value, source)
    found += checked.diagnostics
    said = [
        (one.name, one.copies, {key: plain(cell) for key, cell in one.values.items()})
        for one in checked.value or ()
    ]
    return said, [one.code.slug for one in found]


RULES = """edition 1

game "Two"
  players 2

kind Card from "cards.csv"
  Cost: 0 to 9

kind Purse, 1 for each player
  Coins: 0 or more, starts 0

turn of each player
  Main

phase Main
  my Purse's Coins gains Ace's Cost

the game ends when my Purse's Coins is at least 12
  the player wins
"""
WANTED = rows(Source("cards.yaml", YAML))[0]


def test_a_sheet_says_what_a_table_in_yaml_says() -> None:
    assert WANTED and rows(Source("cards.csv", PLAIN)) == (WANTED, [])


@pytest.mark.parametrize(
    "text",
    [
        PLAIN.replace("\n", "\r\n"),
        PLAIN.replace("\n", "\r"),
        PLAIN.replace(",", ";"),
        PLAIN.replace(",", "\t"),
        PLAIN.replace(",", "|"),
        "sep=;\r\n" + PLAIN.replace(",", ";"),
        "My cards,,,,,,,,,\n" + PLAIN,
        PLAIN.replace("\n", "\n,,,,,,,,,\n"),
        PLAIN.replace("\n", "\n\n"),
        PLAIN.replace("Name,Cost", "name, COST "),
        PLAIN.replace("Power,4,", 'Power,"4,0",').replace("Mill,0,", "Mill,0.00,"),
        PLAIN.replace("yes", "WAHR").replace("0,0,,", "0,0,FALSCH,"),
        PLAIN.replace("Gain 2", "gain: 2").replace("Match Gold 3", '"Match: Gold, 3"'),
        PLAIN.replace("Gain 2", "{Gain: 2}").replace("Match Gold 3", '"{Match: [Gold, 3]}"'),
        PLAIN.replace("Ring of Power", '"Ring\nof Power"'),
        PLAIN.replace("Ring of Power", '" Ring of Power "'),
        PLAIN.rstrip("\n"),
    ],
)
def test_dialects_say_the_same(text: str) -> None:
    assert rows(Source("cards.csv", text)) == (WANTED, [])


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
@pytest.mark.parametrize("name", ["Café “Zur Eiche”", "Ring of Power"])
def test_encodings_are_told_apart(encoding: str, name: str) -> None:
    got = decoded("cards.csv", PLAIN.replace("Ring of Power", name).encode(encoding))
    assert isinstance(got, Source)
    assert [one[0] for one in rows(got)[0]] == [name, "Old Mill"]


@pytest.mark.parametrize(
    "name",
    [
        *(
            "créée",
            "größe",
            "L’été",
            "cœur",
            "CŒUR",
            "NOËL",
            "ÄÖÜ",
            "¿Qué?",
            "«Non»",
            "Tšekki ja pöytä",
            "Ærø",
            "l·l",
        ),
        *(
            "5 €",
            "20°C",
            "m³",
            "Acme®",
            "2×Gold",
            "12‰",
            "red—gold",
            "wait…what",
            "Rock´n´Roll",
            "1º",
            "©2020",
        ),
    ],
)
def test_windows_1252_is_read(name: str) -> None:
    got = decoded("cards.csv", PLAIN.replace("Ring of Power", name).encode("cp1252"))
    assert isinstance(got, Source)
    assert [one[0] for one in rows(got)[0]] == [name, "Old Mill"]


@pytest.mark.parametrize(
    ("encoding", "name"),
    [
        *(("mac_roman", name) for name in ("König", "Café", "Straße", "don’t", "Ærø", "Ésprit", "“Eiche”")),
        *(("cp1250", name) for name in ("Kładka", "żółw", "Łoś")),
        *(("cp1251", name) for name in ("Город", "Меч")),
        *(("shift_jis", name) for name in ("剣士", "カード")),
        ("gb18030", "剑士"),
    ],
)
def test_letters_of_another_encoding_are_reported_once_at_their_cell(encoding: str, name: str) -> None:
    got = decoded("cards.csv", PLAIN.replace("Ring of Power", f"{name},4\n{name}").encode(encoding))
    assert isinstance(got, Source)
    (finding,) = (
        one
        for one in reading.parse(got).diagnostics
        if one.code is codes.CSV_SYNTAX and "letter" in one.message
    )
    assert finding.labels[0].span.start_position == (1, 0)
    assert "and 1 other word have a letter" in finding.message
    assert "UTF-8" in (finding.help or "")


@pytest.mark.parametrize("broken", [b"K\xc3nig", b"K\xf6nig", b"K\xef\xbf\xbdnig"])
def test_one_broken_letter_leaves_the_others(broken: bytes) -> None:
    data = (
        PLAIN.replace("Ring of Power", "NAME").replace("Old Mill", "Café").encode().replace(b"NAME", broken)
    )
    got = decoded("cards.csv", data)
    assert isinstance(got, Source)
    assert rows(got)[1] == ["csv-syntax"]
    assert [one[0] for one in rows(got)[0]] == ["K\ufffdnig", "Café"]


@pytest.mark.parametrize("data", [b"Name,Cost\nAce\0,1\n", b"\0\0\0", "Name\n\0Ace".encode("utf-16-le")])
def test_a_zero_byte_is_no_text(data: bytes) -> None:
    got = decoded("cards.csv", data)
    assert isinstance(got, ReadFailure)
    assert got.kind == "binary"


def test_a_workbook_that_is_called_csv_is_told() -> None:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("content.xml", "<a/>")
    got = decoded("cards.csv", data.getvalue())
    assert isinstance(got, ReadFailure)
    assert "spreadsheet" in got.reason


DATES = (
    "2-Jan",
    "Jan 2, 2026",
    "2 Jan 2026",
    "Jan-26",
    "Jan 02",
    "2024-01-02",
    "2024-01-02 00:00:00",
    "1/2/2024",
    "1-2-2024",
    "01-02-24",
    "2. Mai",
    "02.01.2024",
    "2024. 1. 2.",
    "1. Mrz",
    "01.Feb",
    "01-févr",
    "févr.-01",
    "02-août",
    "02-abr",
    "1-ene.",
    "01/fev",
    "01/fev/24",
    "02-set",
    "1-mrt",
    "01.фев",
    "1月2日",
)
NO_DATES = (
    "May 4",
    "Mar",
    "2 set",
    "2-set",
    "2. Set",
    "10 sept",
    "Set-02",
    "3-oak",
    "1-2",
    "1/2",
    "1-2-3",
    "4.5.6",
)


@pytest.mark.parametrize("text", DATES)
def test_a_date_is_reported(text: str) -> None:
    assert rows(Source("cards.csv", PLAIN.replace("Power,4", f'Power,"{text}"')))[1] == ["sheet-date"]


@pytest.mark.parametrize("text", NO_DATES)
def test_a_name_with_a_number_is_no_date(text: str) -> None:
    assert rows(Source("cards.csv", PLAIN.replace("Power,4", f"Power,{text}")))[1] == ["cell-type"]


def test_months_are_those_of_the_unicode_data() -> None:
    for language in (
        "cs",
        "da",
        "de",
        "en",
        "es",
        "fr",
        "hu",
        "it",
        "nb",
        "nl",
        "pl",
        "pt",
        "ro",
        "ru",
        "sv",
        "tr",
    ):
        for names in (Locale(language).months[use] for use in ("format", "stand-alone")):
            for name in [*names["abbreviated"].values(), *names["wide"].values()]:
                assert all(
                    is_date(form.format(name)) for form in ("02-{}", "02/{}", "02.{}", "02. {} 2026")
                ), name


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("4.5", "this is a number with a decimal point"),
        ('"4,5"', "this is a number with a decimal comma"),
        ("4.5.6", "this is text"),
    ],
)
def test_a_number_with_a_fraction_is_called_one(number: str, said: str) -> None:
    source = Source("cards.csv", PLAIN.replace("Power,4", f"Power,{number}", 1))
    parsed = reading.parse(source)
    assert parsed.value is not None
    made = shaped(TABLE, parsed.value, source)
    assert made.value is not None
    (finding,) = check(TABLE, made.value, source).diagnostics
    assert finding.labels[0].text == said


@pytest.mark.parametrize(
    ("old", "new", "slug", "marked"),
    [
        ("Power,4", "Power,12", "cell-range", "12"),
        ("Power,4", "Power,4.5", "cell-type", "4.5"),
        ("Power,4", "Power,4.000", "cell-type", "4.000"),
        ("Power,4", "Power,", "cell-type", ""),
        ("4,Red", '4,"Red, Gld"', "cell-value", "Gld"),
        ("yes", "perhaps", "cell-type", "perhaps"),
        ("Gain 2", "Gian 2", "cell-value", "Gian 2"),
        ("Gain 2", "Gain 9", "cell-range", "9"),
    ],
)
def test_a_finding_points_at_its_cell(old: str, new: str, slug: str, marked: str) -> None:
    source = Source("cards.csv", PLAIN.replace(old, new, 1))
    parsed = reading.parse(source)
    assert parsed.value is not None
    made = shaped(TABLE, parsed.value, source)
    assert made.value is not None
    found = check(TABLE, made.value, source).diagnostics
    assert [(one.code.slug, one.span.text if one.span else None) for one in found] == [(slug, marked)]


TEXTS = st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cn"]), max_size=12)


@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6), st.sampled_from([",", ";", "\t"]))
def test_cells_are_those_of_the_csv_module_and_lie_in_order(
    written: list[tuple[str, str]], separator: str
) -> None:
    out = io.StringIO()
    writer = csv.writer(out, delimiter=separator, lineterminator="\r\n")
    writer.writerow(["Name", "Text", "Number"])
    for number, (name, text) in enumerate(written):
        writer.writerow([name, text, str(number)])
    said = "" if separator == "\t" else f"sep={separator}\n"
    source = Source(
        "cards.tsv" if separator == "\t" else "cards.csv",
        f"{said}{out.getvalue()}",
    )
    got = reading.parse(source)
    assert not got.diagnostics and got.value is not None and isinstance(got.value.value, tuple)
    ends = 0
    for number, row in enumerate(got.value.value):
        assert hasattr(row.value, "items")
        cells = dict(row.value.items())  # type: ignore[union-attr]
        assert cells["Number"].value == str(number) == cells["Number"].span.text
        assert row.span.start >= ends
        ends = row.span.end


@given(st.text(max_size=300))
def test_any_text_is_read_without_a_traceback(text: str) -> None:
    for name in ("cards.csv", "cards.tsv"):
        rows(Source(name, text))
        rows(Source(name, f"{HEADERS}\n{text}"))


def test_a_game_is_the_same_from_both_forms(tmp_path: Path) -> None:
    rules = RULES
    (tmp_path / "two.gdl").write_text(rules, encoding="utf-8")
    (tmp_path / "cards.csv").write_text("Cost;Name\r\n4;Ace\r\n0;King\r\n", encoding="utf-16")
    one = load("two.gdl", FolderProvider(tmp_path))
    text = json.dumps([{"Name": "Ace", "Cost": 4}, {"Name": "King", "Cost": 0}])
    other = load("two.gdl", MemoryProvider({"two.gdl": rules.replace(".csv", ".yaml"), "cards.yaml": text}))
    assert [x.message for x in one.diagnostics] == [x.message for x in other.diagnostics]
    for made in (one, other):
        assert made.game is not None, made.diagnostics
    assert one.game is not None and other.game is not None
    assert [(x.name, x.values) for x in one.game.kinds["Card"].rows] == [
        (x.name, x.values) for x in other.game.kinds["Card"].rows
    ]


def test_too_much_is_refused() -> None:
    wide = "Name" + "," * 1000 + "\n"
    assert [
        x.code for x in reading.parse(Source("a.csv", wide + ("x" + "," * 1000 + "\n") * 250)).diagnostics
    ] == [codes.FILE_TOO_LARGE]
    assert [x.code for x in reading.parse(Source("a.csv", "Name\n" + "x" * 1_000_001)).diagnostics] == [
        codes.FILE_TOO_LARGE
    ]


def test_yaml_is_read_as_ever() -> None:
    assert read(TABLE, Source("cards.yaml", YAML)).ok


@pytest.mark.dear
def test_a_sheet_of_too_many_rows_is_refused_before_they_are_checked() -> None:
    made = reading.parse(Source("a.csv", "Name,Cost\n" + "A,1\n" * 10_001))
    assert made.value is None
    assert [one.code for one in made.diagnostics] == [codes.FILE_TOO_LARGE]
    assert "10,000 rows" in made.diagnostics[0].message


@pytest.mark.parametrize(
    ("file", "text", "slug"),
    [
        ("cards.csv", "Card,Cost\nAce,4\n", "sheet-header"),
        ("cards.csv", "", "empty-file"),
        ("cards.csv", "Name,Cost\n", "empty-file"),
        ("cards.csv", "Name,Cost\nAc\ufffd,4\n", "csv-syntax"),
        ("cards.xlsx", "", "workbook"),
        ("cards.fods", '<?xml version="1.0"?>\n<office:document/>\n', "binary-file"),
        ("cards.htm", "<table><tr><td>Name</td></tr></table>\n", "binary-file"),
    ],
)
def test_a_table_that_cannot_be_read_is_one_finding(tmp_path: Path, file: str, text: str, slug: str) -> None:
    rules = RULES.replace("cards.csv", file).replace("Ace's", '"Acé"\'s')
    (tmp_path / "two.gdl").write_text(rules, encoding="utf-8")
    (tmp_path / file).write_text(text, encoding="utf-8")
    made = load("two.gdl", FolderProvider(tmp_path))
    assert [one.code.slug for one in made.diagnostics] == [slug]


@pytest.mark.parametrize("header", ["Quantity", "QTY", "Anzahl"])
def test_a_column_of_quantities_is_told_what_it_is_called(header: str) -> None:
    rules = RULES.replace('cards.csv"', 'cards.csv", 3 of them')
    made = load(
        "two.gdl", MemoryProvider({"two.gdl": rules, "cards.csv": f"Name,Art,{header},Cost\nAce,,3,4\n"})
    )
    note, total = made.diagnostics
    assert (note.code, total.code) == (codes.SHEET_COLUMN, codes.TABLE_TOTAL)
    assert note.labels[0].span.text == header
    assert note.help == f"call `{header}` `Copies` if it says how many there are of a row"


@pytest.mark.parametrize("headers", ["Quantity,Cost", "Count,Copies,Cost"])
def test_other_columns_are_the_designers(headers: str) -> None:
    with_copies = "Copies" in headers
    rules = RULES.replace('cards.csv"', 'cards.csv", 3 of them') if with_copies else RULES
    row = "Ace,3,3,4" if with_copies else "Ace,3,4"
    made = load("two.gdl", MemoryProvider({"two.gdl": rules, "cards.csv": f"Name,{headers}\n{row}\n"}))
    notes = [one for one in made.diagnostics if one.code is codes.SHEET_COLUMN]
    assert "Notes" in (notes[0].help or "")


@pytest.mark.parametrize("header", ["Card Name", "Title", "Nmae"])
def test_the_column_of_names_is_pointed_at(header: str) -> None:
    made = load("two.gdl", MemoryProvider({"two.gdl": RULES, "cards.csv": f"Id,{header},Cost\n1,Ace,4\n"}))
    (finding,) = made.diagnostics
    assert (finding.labels[0].span.text, finding.labels[0].text) == (header, "this column?")
