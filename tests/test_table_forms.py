"""Tables in other forms: what the ruleset declares is the same in each, and what a person added is kept."""

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gekido_dsl.cli.main import main
from gekido_dsl.cli.paths import shipped
from gekido_dsl.compilation import load
from gekido_dsl.files import LIBRARY_PREFIX, FolderProvider, shipped_folder
from gekido_dsl.language import table_forms as forms
from gekido_dsl.source import Source
from gekido_dsl.tables import columns as c

RULES = """edition 1

game "Two"
  players 2

values Suit: Red, Gold

kind Card from "cards.csv", 6 of them
  Cost: 0 to 9
  Suits: up to 3 Suit
  Damage for each Suit: 0 to 9
  Wild: yes or no
  Effect: an Effect or none
  Rival: a Card or none

kind Purse, 1 for each player
  Coins: 0 or more, starts 0

deck Pack: all Cards, shuffled
pool Row of Cards

effect Draw Cards with 1 to 3 as the amount "draw"
  my Purse's Coins gains the amount

turn of each player
  Main

phase Main
  move the next Card of Pack to Row if possible
  my Purse's Coins gains Ring's Cost
  my Purse's Coins gains 1 if some Card is Wild
  my Purse's Coins gains 1 if some Card's Rival is Ring
  my Purse's Coins gains the number of Ring's Suits
  my Purse's Coins gains Ring's Damage for Gold
  each Card of Row whose Effect is not none
    apply its Effect

the game ends when my Purse's Coins is at least 12
  the player wins
"""
CARDS = """The cards of Two,,,,,,,,,,
Name,Copies,Cost,Suits,Damage: Red,Damage: Gold,Wild,Effect,Rival,Notes,Artist
Ring,1,4,"Red, Gold",1,0,yes,Draw Cards 2,,too strong?,Ada
Old Mill,3,1,Gold,0,2,,,Ring,,
Pond,2,0,,0,0,,,,,Bo
"""
YAML = """# The cards of Two

# too strong?
# Artist: Ada
- Name: Ring
  Cost: 4
  Suits: [Red, Gold]
  Damage: {Red: 1, Gold: 0}
  Wild: true
  Effect: {Draw Cards: 2}
  Rival: none
  Copies: 1

- Name: Old Mill
  Cost: 1
  Suits: [Gold]
  Damage: {Red: 0, Gold: 2}
  Wild: false
  Effect: none
  Rival: Ring
  Copies: 3

# Artist: Bo
- Name: Pond
  Cost: 0
  Suits: []
  Damage: {Red: 0, Gold: 0}
  Wild: false
  Effect: none
  Rival: none
  Copies: 2
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "two.gdl").write_text(RULES)
    (tmp_path / "cards.csv").write_text(CARDS)
    return tmp_path


def run(*arguments: object) -> int:
    return main([str(one) for one in arguments])


SHIPPED = sorted(set(shipped().values()))


@pytest.mark.dear
@pytest.mark.quick_in_turn(6)
@pytest.mark.parametrize("inside", SHIPPED)
def test_every_shipped_table_says_the_same_in_every_form(inside: str) -> None:
    made = load(LIBRARY_PREFIX + inside, FolderProvider(Path(), library=shipped_folder()))
    _ = made.model
    for source in made.tables:
        table = forms.tables_for(made, source.name)[0]
        old, found = forms.read(table, source)
        if old is None:
            assert "no effect is called" in found[0].message  # a variant takes the effect away, and the row
            continue
        for name in ("a.csv", "a.tsv", "a.xlsx", "a.ods", "a.yaml"):
            new = forms.converted(old, name)  # it compares by itself
            text = new if isinstance(new, str) else forms.text_of_cells(new)
            again, _ = forms.read(table, Source(name, text))
            assert again is not None and forms.said(table, again.rows) == forms.said(table, old.rows)
            forms.converted(again, "b.yaml")


def test_comments_and_columns_of_ones_own_are_kept(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("table", "convert", folder / "cards.csv", folder / "cards.yaml") == 0
    assert (folder / "cards.yaml").read_text() == YAML
    assert 'from "cards.yaml"' in capsys.readouterr().err
    (folder / "two.gdl").write_text(RULES.replace("cards.csv", "cards.yaml"))
    assert run("table", "convert", folder / "cards.yaml", folder / "back.tsv") == 0
    back = (folder / "back.tsv").read_text().splitlines()
    assert back[1].startswith("Name\tCost") and back[1].endswith("\tCopies\tNotes")
    assert back[2].endswith('\t1\t"too strong?') and back[3] == 'Artist: Ada"'
    assert run("validate", folder / "two.gdl") == 0


@pytest.mark.parametrize("name", ["cards.xlsx", "cards.ods"])
def test_a_workbook_is_written_and_read(folder: Path, name: str) -> None:
    assert run("table", "convert", folder / "cards.csv", folder / name) == 0
    (folder / "two.gdl").write_text(RULES.replace('"cards.csv"', f'"{name}" sheet "Card"'))
    assert run("validate", folder / "two.gdl") == 0
    assert run("table", "convert", folder / name, folder / "again.csv", "--sheet", "Card") == 0
    assert run("table", "convert", folder / name, folder / "cards.yaml") == 0
    assert (folder / "cards.yaml").read_text() == YAML


def test_what_is_there_or_wrong_is_not_written(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("table", "convert", folder / "cards.csv", folder / "two.gdl") == 2
    assert run("table", "convert", folder / "cards.csv", folder / "cards.csv") == 2
    (folder / "cards.csv").write_text(CARDS.replace("Ring,1,4", "Ring,1,44"))
    assert run("table", "convert", folder / "cards.csv", folder / "cards.yaml") == 1
    assert not (folder / "cards.yaml").exists()
    (folder / "other.csv").write_text("Name\nA\n")
    assert run("table", "convert", folder / "other.csv", folder / "cards.yaml") == 2
    assert "no ruleset beside it reads" in capsys.readouterr().err


def test_an_empty_sheet_offers_what_a_cell_may_hold(folder: Path) -> None:
    (folder / "cards.csv").unlink()  # the kind is declared, and its table still to be written
    assert run("table", "new", folder / "two.gdl", "cards", "-o", folder / "cards.xlsx") == 0
    page = openpyxl.load_workbook(folder / "cards.xlsx")["Card"]
    headers = [one.value for one in page[1]]
    assert headers == [
        "Name", "Cost", "Suits", "Damage: Red", "Damage: Gold", "Wild", "Effect", "Rival", "Copies", "Text",
    ]  # fmt: skip
    rules = {str(one.sqref): (one.type, one.formula1) for one in page.data_validations.dataValidation}
    assert rules["B2:B501"] == ("whole", "0") and rules["F2:F501"] == ("list", '"yes,no"')
    assert rules["G2:G501"] == ("list", '"Draw Cards,none"')
    assert page["B1"].comment.text.strip() == "A whole number from 0 to 9."
    assert run("table", "new", folder / "two.gdl", "Card", "-o", folder / "cards.tsv") == 0
    assert (folder / "cards.tsv").read_text() == "\t".join(headers) + "\n"
    assert run("table", "new", folder / "two.gdl", "Crad", "-o", folder / "more.csv") == 2


def test_an_empty_office_sheet_offers_the_same(folder: Path) -> None:
    """Read again by odfpy, which did not write it."""
    from odf.opendocument import load
    from odf.table import ContentValidation, TableCell, TableRow

    (folder / "cards.csv").unlink()
    assert run("table", "new", folder / "two.gdl", "Card", "-o", folder / "cards.ods") == 0
    page = load(folder / "cards.ods").spreadsheet
    rules = {
        one.getAttribute("name"): one.getAttribute("condition")
        for one in page.getElementsByType(ContentValidation)
    }
    head, empty = page.getElementsByType(TableRow)
    assert int(empty.getAttribute("numberrowsrepeated")) == 500
    cells = [one.getAttribute("contentvalidationname") for one in empty.getElementsByType(TableCell)]
    assert rules[cells[1]] == "of:cell-content-is-whole-number() and cell-content-is-between(0,9)"
    assert rules[cells[5]] == 'of:cell-content-is-in-list("yes";"no")'
    assert rules[cells[6]] == 'of:cell-content-is-in-list("Draw Cards";"none")'
    assert "A whole number from 0 to 9." in str(head.getElementsByType(TableCell)[1])
    assert run("validate", folder / "two.gdl") == 1  # it has no rows


@settings(max_examples=25, deadline=None)
@given(st.lists(st.text(st.sampled_from("ab ,\"'\n<&=\u00e91"), max_size=8), min_size=1, max_size=4))
def test_any_cell_of_an_office_sheet_is_read_as_it_was_written(cells: list[str]) -> None:
    from gekido_dsl.language.office_writer import office_sheet
    from gekido_dsl.tables.workbooks import text_of

    table = c.Table("Card", tuple(c.Column(f"C{at}", c.TextColumn()) for at in range(len(cells))))
    grid = [["Name", *(f"C{at}" for at in range(len(cells)))], ["Ring", *cells]]
    read = text_of(office_sheet(grid, "Card", table), "a.ods", None)
    assert isinstance(read, str)
    found = read.split("\n")[1].split("\t")[1:]
    found += [""] * (len(cells) - len(found))
    assert [one.replace("\u2028", "\n").strip() for one in found] == [one.strip() for one in cells]


# ---------------------------------------------------------------- any table

TABLE = c.Table(
    "Card",
    (
        c.Column("Note", c.TextColumn()),
        c.Column("Words", c.ListColumn(4, c.TextColumn())),
        c.Column("Map", c.MapColumn(("A", "B: C"), c.TextColumn())),
        c.Column("Few", c.ListColumn(3, c.ListColumn(3, c.ChoiceColumn(("Red", "Deep, Blue"))))),
        c.Column("Effect", c.EffectColumn((c.EffectSpec("Go", (("On, Off", "Up"), (1, 3))),), True)),
        c.Column("Plan", c.DrawingColumn(), False),
    ),
)
TEXTS = st.text(st.sampled_from("ab ,;|:-\n\"'[]{}#\té1"), max_size=8)
ROWS = st.fixed_dictionaries(
    {
        "Note": TEXTS,
        "Words": st.lists(TEXTS, max_size=3),
        "Map": st.fixed_dictionaries({"A": TEXTS, "B: C": TEXTS}),
        "Few": st.lists(st.lists(st.sampled_from(["Red", "Deep, Blue"]), max_size=2), max_size=2),
        "Effect": st.sampled_from([None, {"Go": ["On, Off", 2]}, {"Go": ["Up", 1]}]),
        "Plan": st.lists(st.text(st.sampled_from('ab ["|'), min_size=1, max_size=5), min_size=1, max_size=3),
    }
)


@settings(max_examples=60, deadline=None)
@given(st.lists(ROWS, min_size=1, max_size=2))
def test_any_table_is_kept_or_refused(rows: list[dict[str, object]]) -> None:
    import json

    lines = [json.dumps({"Name": f"N{number}", **row}, ensure_ascii=True) for number, row in enumerate(rows)]
    old, _ = forms.read(TABLE, Source("old.yaml", "".join(f"- {line}\n" for line in lines)))
    for name in ("a.csv", "a.tsv", "a.xlsx", "a.yaml") if old is not None else ():
        try:
            forms.converted(old, name)
        except forms.NotKept as why:
            assert "cannot hold" in str(why)


# ---------------------------------------------------------------- published sheets


class Published(BaseHTTPRequestHandler):
    text = b""

    def do_GET(self) -> None:
        if self.path == "/away":
            self.send_response(302)
            self.send_header("location", "file:///etc/passwd")
            self.end_headers()
            return
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("content-type", "text/html" if self.path == "/page" else "text/csv")
        self.end_headers()
        body = b"x" * 2_000_000 if self.path == "/large" else self.text
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address() -> Iterator[str]:
    server = HTTPServer(("127.0.0.1", 0), Published)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def published(folder: Path, address: str) -> None:
    (folder / "sheets.toml").write_text(f'["cards.csv"]\naddress = "{address}"\n')


def test_settings_that_are_nested_too_deeply_are_told(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "sheets.toml").write_text(f"a = {'[' * 90_000}")
    assert run("table", "pull", folder / "two.gdl") == 2
    assert (
        "sheets.toml cannot be read: its lists and tables lie too deep in one another"
        in capsys.readouterr().err
    )


def test_a_published_sheet_is_pulled(folder: Path, address: str, capsys: pytest.CaptureFixture[str]) -> None:
    rules, cards = folder / "two.gdl", folder / "cards.csv"
    published(folder, f"{address}/cards.csv")
    Published.text = CARDS.encode()
    assert run("table", "pull", rules) == 0
    assert "nothing is new" in capsys.readouterr().err
    head, titles, ring, mill, pond = CARDS.splitlines()
    Published.text = "\n".join(
        (head, titles, mill.replace(",3,1,", ",2,2,"), pond, ring, "Gate,1,0,,0,0,,,,,")
    ).encode()
    assert run("table", "pull", rules, "--check") == 1
    assert cards.read_text() == CARDS
    assert run("table", "pull", rules, "--yes") == 0
    said = capsys.readouterr().out
    for line in ("Old Mill: Cost was 1, is 2", "Old Mill: Copies was 3, is 2", "Gate is new"):
        assert f"  {line}\n" in said
    assert "Ring" not in said and cards.read_bytes() == Published.text


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("/gone", "answers 404"),
        ("/page", "publish the sheet as CSV"),
        ("/large", "more than 1,000,000 bytes"),
        ("/away", "is not allowed"),
    ],
)
def test_what_cannot_be_a_table_is_not_pulled(
    folder: Path, address: str, path: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    published(folder, address + path)
    assert run("table", "pull", folder / "two.gdl", "--yes") != 0
    assert why in capsys.readouterr().err and (folder / "cards.csv").read_text() == CARDS


def test_a_published_sheet_with_errors_is_not_written(
    folder: Path, address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    published(folder, f"{address}/cards.csv")
    Published.text = CARDS.replace("Ring,1,4", "Ring,1,44").encode()
    assert run("table", "pull", folder / "two.gdl", "--yes") == 1
    assert "Cost" in capsys.readouterr().err and (folder / "cards.csv").read_text() == CARDS


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (None, "there is no sheets.toml"),
        ('["../cards.csv"]\naddress = "https://example.org"\n', "no .csv or .tsv in the ruleset's folder"),
        ('["cards.csv"]\naddress = "http://example.org/a"\n', "is no https address"),
        ('["cards.csv"]\naddress = "file:///etc/passwd"\n', "is no https address"),
        ("[", "cannot be read"),
        ('["cards.csv"]\n', "has no `address"),
    ],
)
def test_settings_are_read_with_care(
    folder: Path, settings: str | None, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    if settings is not None:
        (folder / "sheets.toml").write_text(settings)
    assert run("table", "pull", folder / "two.gdl") != 0
    assert why in capsys.readouterr().err
