"""Columns of a sheet in the order of their declaration: the same cells, whatever was written around them."""

import random
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from in_time import in_time

from gekido_dsl.cli import fmt
from gekido_dsl.source import Source
from gekido_dsl.tables import columns as c
from gekido_dsl.tables.column_order import laid_out
from tests.unit.test_sheets import RULES

TABLE = c.Table(
    "Card",
    (
        c.Column("Cost", c.IntColumn(0, 9)),
        c.Column("Suits", c.ListColumn(3, c.ChoiceColumn(("Red", "Gold")))),
        c.Column("Damage", c.MapColumn(("Red", "Gold"), c.IntColumn(0, 9))),
        c.Column(
            "Powers",
            c.RowsColumn((c.Column("Power", c.TextColumn()), c.Column("Most", c.IntColumn(1, 3))), 4),
        ),
    ),
    total=5,
)
HEADERS = [
    *("name", "COST", "Suits 1", "Suits 2", "Damage: Red", "Damage:Gold"),
    *("Powers 1: Power", "Powers 1: Most", "Powers 2: Power", "Copies", "Text", "Zeta", "# mine", ""),
]
ROWS = [
    [
        '"King ""of"" Spades"',
        "4",
        "Red",
        "Gold",
        "1",
        "2",
        "Jump",
        "2",
        "",
        "2",
        '"two\r\nlines"',
        "z",
        "",
        "",
    ],
    ["Ace", '"4,0"', "", "", "0", "0", "", "", "", "3", '"a;b|c"', '""', "n", "x"],
]


def text(rows: list[list[str]], order: list[int], separator: str) -> str:
    return "".join(separator.join(row[at] for at in order) + "\r\n" for row in rows)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
@pytest.mark.parametrize("seed", range(6))
def test_columns_are_put_in_order_and_nothing_else_changes(separator: str, seed: int) -> None:
    order = list(range(len(HEADERS)))
    random.Random(seed).shuffle(order)
    own = sorted((at for at in order if at > 10), key=order.index)
    rows = [
        [cell.replace(";", " ").replace("|", " ") if separator in ";|" else cell for cell in row]
        for row in ROWS
    ]
    above = f"Cards{separator * 3}\r\n\r\n"
    given = above + text([HEADERS, *rows], order, separator)
    wanted = above + text([HEADERS, *rows], [*range(11), *own], separator)
    assert laid_out(TABLE, Source("cards.csv", given)) == wanted
    assert laid_out(TABLE, Source("cards.csv", wanted)) == wanted


def test_short_rows_and_a_line_that_names_the_separator_are_kept() -> None:
    given = "sep=;\nCost;Name;Text\n4;Ace\n\n5;King;x"
    assert laid_out(TABLE, Source("cards.csv", given)) == "sep=;\nName;Cost;Text\nAce;4;\n\nKing;5;x"


def run(*words: str | Path) -> tuple[int, str]:
    """Gives what `gdl fmt` exits with, and what it says."""
    got = CliRunner().invoke(fmt.command, [str(one) for one in words], standalone_mode=False)
    said = got.exception.format_message() if isinstance(got.exception, click.ClickException) else ""
    return 2 if said else got.return_value, got.output + said


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"])
def test_the_command_keeps_the_encoding(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "two.gdl").write_text(RULES, encoding="utf-8")
    sheet = tmp_path / "cards.csv"
    sheet.write_bytes("Cost;Name\r\n4;Ace\r\n5;Café\r\n".encode(encoding))
    assert run("--check", sheet)[0] == 1
    assert run(sheet)[0] == 0
    assert sheet.read_bytes() == "Name;Cost\r\nAce;4\r\nCafé;5\r\n".encode(encoding)
    assert run("--check", sheet)[0] == 0


@pytest.mark.parametrize(
    ("name", "rules", "said"),
    [
        ("cards.po", RULES, "cannot be read"),
        ("cards.xlsx", RULES, "cannot be read"),
        ("cards.csv", "", "no ruleset beside it reads"),
        ("cards.csv", RULES.replace("Cost: 0", "Prize: 0"), "has no column for `Prize`"),
        ("cards.csv", RULES, "`Caf�` has a letter"),
    ],
    ids=["text", "workbook", "no ruleset", "missing column", "lost letter"],
)
def test_a_table_that_is_not_laid_out_is_left_as_it_is(
    tmp_path: Path, name: str, rules: str, said: str
) -> None:
    if rules:
        (tmp_path / "two.gdl").write_text(rules, encoding="utf-8")
    data = b"Cost;Name\n4;Ace\n5;Caf\x8e\n"
    (tmp_path / name).write_bytes(data)
    code, told = run(tmp_path / name)
    assert code in (1, 2)
    assert said in told
    assert (tmp_path / name).read_bytes() == data


def test_a_table_in_yaml_keeps_its_layout(tmp_path: Path) -> None:
    (tmp_path / "cards.yaml").write_text("- {Cost: 4, Name: Ace}\n", encoding="utf-8")
    code, told = run(tmp_path / "cards.yaml")
    assert code == 2
    assert "neither a ruleset nor a table in CSV or TSV" in told


@pytest.mark.parametrize(
    "cell",
    [
        b'"' + b"a" * 150_000,
        b"a" * 100_000 + " \ufffd".encode(),
        b"a\xe9" * 50_000 + b"\n5,\x81",
        b"\x81" * 150_000,
    ],
    ids=["an open quote", "a long word and a lost letter", "many letters", "letters that are all lost"],
)
def test_long_cells_are_told_soon(tmp_path: Path, cell: bytes) -> None:
    (tmp_path / "two.gdl").write_text(RULES.replace("Ace's", '"剣士剣士剣士剣士"\'s'), encoding="utf-8")
    (tmp_path / "cards.csv").write_bytes(b"Cost,Name\n4," + cell + b"\n")
    with in_time(6):
        assert run(tmp_path / "cards.csv")[0] == 1
