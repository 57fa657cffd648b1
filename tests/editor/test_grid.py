"""Tables as rows and columns: what is found in them, and that an edit changes one cell and nothing else."""

import pytest

from gekido_dsl.compilation import load
from gekido_dsl.files import FolderProvider, shipped_folder
from gekido_dsl.language import grid
from gekido_dsl.source import MemoryProvider, Source
from gekido_dsl.tables import columns as t
from gekido_dsl.tables import yaml

GAME = """\
edition 1

game "Cards"
  players 2
  limit 10 turns

values Colour: Red, Green

kind Card from "cards.yaml", 3 of them
  Cost: 0 to 9
  Colour: a Colour
  Note: text
  Flags: up to 2 Colour

turn of each player
  Wait

phase Wait
  end the turn

the game ends when the Deck is empty
"""
TABLE = """\
# All cards.
- Name: Spark # the first
  Cost: 3 # printed
  Colour: Red
  Note: "a: b"
  Flags: [Red,
    Green]

- {Name: Leaf, Cost: 1, Colour: Green, Note: x, Flags: []}

# the last
- Name: Stone
  Colour: Red
  Flags: [Red]
"""


def table() -> tuple[Source, yaml.Cell | None, list[t.Table]]:
    made = load("game.gdl", MemoryProvider({"game.gdl": GAME, "cards.yaml": TABLE}))
    assert made.model.value is not None
    source = Source("cards.yaml", TABLE)
    return source, yaml.parse(source).value, grid.tables_in(made, "cards.yaml")


def changed(edits: list[grid.Edit], text: str = TABLE) -> str:
    (edit,) = edits
    return text[: edit.span.start] + edit.replacement + text[edit.span.end :]


def test_columns_are_those_that_are_declared() -> None:
    _, root, tables = table()
    found = grid.grid(root, tables)
    assert [one.name for one in found.columns] == ["Name", "Cost", "Colour", "Note", "Flags"]
    assert found.columns[1].type == t.IntColumn(0, 9)
    assert found.columns[2].type == t.ChoiceColumn(("Red", "Green"))
    assert [len(row.cells) for row in found.rows] == [5, 5, 3]
    first = found.rows[0].cells
    assert (first["Note"].text, first["Cost"].text, first["Name"].text) == ("a: b", "3", "Spark")
    assert first["Flags"].text == "[Red, Green]"
    assert not first["Flags"].one_line


@pytest.mark.parametrize(
    ("row", "column", "text", "was", "now"),
    [
        (0, "Cost", "4", "Cost: 3 # printed", "Cost: 4 # printed"),
        (0, "Name", "No: 1", "Name: Spark # the", 'Name: "No: 1" # the'),
        (0, "Note", "yes", 'Note: "a: b"', 'Note: "yes"'),
        (0, "Note", "12", 'Note: "a: b"', 'Note: "12"'),
        (0, "Note", "plain, words", 'Note: "a: b"', "Note: plain, words"),
        (1, "Note", "plain, words", "Note: x,", 'Note: "plain, words",'),
        (1, "Flags", "[Red, Green]", "Flags: []", "Flags: [Red, Green]"),
        (2, "Cost", "0", "- Name: Stone\n", "- Name: Stone\n  Cost: 0\n"),
        (1, "Copies", "2", "Flags: []}", "Flags: [], Copies: 2}"),
        (2, "Copies", "2", "Flags: [Red]\n", "Flags: [Red]\n  Copies: 2\n"),
    ],
)
def test_one_cell_changes_and_nothing_else(row: int, column: str, text: str, was: str, now: str) -> None:
    made = changed(grid.set_cell(*table(), row, column, text))
    assert made == TABLE.replace(was, now, 1)
    cell = grid.grid(yaml.parse(Source("cards.yaml", made)).value, table()[2]).rows[row].cells[column]
    assert cell.text == text.strip("[]")


def test_what_is_the_same_is_left_alone() -> None:
    assert grid.set_cell(*table(), 0, "Cost", " 3 ") == []


@pytest.mark.parametrize(("row", "column"), [(0, "Flags"), (9, "Cost"), (-1, "Cost")])
def test_what_cannot_be_written_in_a_line_is_refused(row: int, column: str) -> None:
    with pytest.raises(grid.NotWritten):
        grid.set_cell(*table(), row, column, "[Red]")


def test_a_new_row_fits_its_columns() -> None:
    made = changed(grid.add_row(*table(), "Frost: two"))
    rows = '- Name: "Frost: two"\n  Cost: 0\n  Colour: Red\n  Note: ""\n  Flags: []\n'
    assert made == f"{TABLE}\n{rows}"
    files = {"game.gdl": GAME.replace("3 of", "4 of"), "cards.yaml": made}
    found = load("game.gdl", MemoryProvider(files)).diagnostics
    assert not [one for one in found if one.span is not None and one.span.source.name == "cards.yaml"]


@pytest.mark.parametrize("ruleset", ["gekido", "aimbots", "botwars", "geeko"])
def test_every_shipped_table_is_a_grid(ruleset: str) -> None:
    made = load(f"{ruleset}.gdl", FolderProvider(shipped_folder(), library=shipped_folder()))
    for source in made.tables:
        outcome = made.cells[source.name].value
        tables = grid.tables_in(made, source.name)
        found = grid.grid(outcome, tables)
        assert len(found.rows) == len(outcome.value)  # type: ignore[union-attr, arg-type]
        for number, row in enumerate(found.rows):
            for column, cell in row.cells.items():
                if cell.one_line:  # what is shown, written again, changes nothing
                    edits = grid.set_cell(source, outcome, tables, number, column, cell.text)
                    assert edits == []


EFFECTS = """\
kind Card from "cards.yaml"
  Does: an Effect
  Worth for each Colour: 0 to 9

effect Score with 1 to 5 as the points "score points"
  skip

effect Swap with 1 to 3 as the one, 2 to 4 as the other "swap"
  skip
"""


@pytest.mark.parametrize(
    ("column", "typed", "written", "shown"),
    [
        ("Does", "Score: 4", "{Score: 4}", "Score 4"),
        ("Does", "score 4", "{Score: 4}", "Score 4"),
        ("Does", "{Score: 4}", "{Score: 4}", "Score 4"),
        ("Does", "Swap 1, 2", "{Swap: [1, 2]}", "Swap: 1, 2"),
        ("Does", "Nothing 4", "Nothing 4", "Nothing 4"),
        ("Worth", "Red: 1; Green: 2", "{Red: 1, Green: 2}", "Red: 1; Green: 2"),
        ("Worth", "Green: 2, Red: 1", "{Green: 2, Red: 1}", "Green: 2; Red: 1"),
    ],
)
def test_nobody_needs_brackets(column: str, typed: str, written: str, shown: str) -> None:
    a, b = GAME.index("kind Card"), GAME.index("turn of each")
    text = "- Name: Spark\n  Does: {Score: 1}\n  Worth: {Red: 0, Green: 0}\n"
    made = load("game.gdl", MemoryProvider({"game.gdl": GAME[:a] + EFFECTS + GAME[b:], "cards.yaml": text}))
    assert made.model.value is not None
    tables, source = grid.tables_in(made, "cards.yaml"), Source("cards.yaml", text)
    root = yaml.parse(source).value
    assert grid.grid(root, tables).rows[0].cells["Does"].text == "Score 1"
    again = changed(grid.set_cell(source, root, tables, 0, column, typed), text)
    assert f"{column}: {written}\n" in again
    assert (
        grid.grid(yaml.parse(Source("cards.yaml", again)).value, tables).rows[0].cells[column].text == shown
    )
    added = changed(grid.add_row(source, root, tables, "New"), text)
    assert "- Name: New\n  Does: {Score: 1}\n  Worth: {Red: 0, Green: 0}\n" in added
