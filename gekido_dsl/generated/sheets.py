"""Tables that the generator writes in YAML are sheets in some rulesets: as text, or as the sheet of a workbook.

A workbook is given as the text that it is read as, see `source.SHEET_MARK`.
"""

from typing import Final

from gekido_dsl.compilation import Compilation
from gekido_dsl.language import table_forms
from gekido_dsl.language.table_forms import Grid, text_of_cells, text_of_grid
from gekido_dsl.lockstep import Differs
from gekido_dsl.rng import Rng
from gekido_dsl.source import Source, is_sheet, is_workbook

_SHEET: Final = "Sheet1"
_GRIDS: Final[dict[str, Grid]] = {
    "charms.yaml": [
        ["Name", "Cost", "Gift", "Effect", "Brands"],
        ["Amulet", "", "Mauve", "Boon", "Mauve, Teal"],
        ["Bell", "3", "Teal", "Curse 2", ""],
        ["Crown", "0", "Mauve", "none", "Teal"],
    ],
    "runes.yaml": [
        ["Name", "Effect", "Marks", "Notes"],
        ["Alder", "Gleam", "Mauve, Teal", "tried"],
        ["Birch", "Glare 2", "", ""],
    ],
    "ports.yaml": [["Name"], ["Grey Port"], ["Blue Port"], ["Far Port"]],
    "flags.yaml": [
        ["Name", "Copies", "Edges 1: Dye", "Edges 1: Ends", "Edges 2: Dye", "Edges 2: Ends"],
        ["Red Flag", "2", "Mauve", "North, East", "Teal", "South"],
        ["Pale Flag", "2", "Mauve", "North, South", "", ""],
    ],
    "charts.yaml": [["Name", "Rows"], ["Wet Chart", "~  .\n.  ~"], ["Dry Chart", ".  .\n.  ~"]],
    "marks.yaml": [["sign", "name", "Soft"], ["~", "mire", "yes"]],
}
"""The cells of tables, which say the same as the text in YAML."""
_FORMS: Final = (".csv", ".tsv", ".xlsx", ".xlsx/" + _SHEET)


def in_sheets(text: str, files: dict[str, str], rng: Rng) -> tuple[str, dict[str, str]]:
    """Gives a ruleset and its other files, with one of its tables as a sheet; the same where it has none."""
    tables = [name for name in files if name in _GRIDS and f'"{name}"' in text]
    if not tables:
        return text, files
    name = tables[rng.below(len(tables))]
    made = name.removesuffix(".yaml") + _FORMS[rng.below(len(_FORMS))]
    file, _, sheet = made.partition("/")
    said = f'"{file}"' + (f' sheet "{sheet}"' if sheet and f'signs from "{name}"' not in text else "")
    if not said.endswith(f'"{sheet}"'):
        made = file
    others = {one: held for one, held in files.items() if one != name}
    return text.replace(f'"{name}"', said), {**others, made: written(_GRIDS[name], made)}


def written(grid: Grid, name: str) -> str:
    """Writes cells as the text that a file of that name is read as."""
    if is_workbook(name):
        return text_of_cells(grid, _SHEET)
    return text_of_grid(grid, "\t" if name.endswith(".tsv") else ",")


def tables_again(made: Compilation, seed: int) -> None:
    """Writes each table in another form; what is written says the same.

    Raises:
        Differs: it does not, or it cannot be read.
    """
    rng = Rng(seed)
    for source in made.tables:
        for table in table_forms.tables_for(made, source.name):
            read, found = table_forms.read(table, source)
            if read is None and made.bases:
                continue  # what a row of the base names may be gone in a variant, with the row
            if read is None:
                raise Differs(
                    f"a table that was read cannot be read again: {found[0].message if found else ''}"
                )
            stem = source.name.rpartition("/")[2].partition(".")[0]
            ending = (".yaml", ".csv", ".tsv", ".xlsx")[rng.below(4)]
            name = f"{stem} again{ending}"
            try:
                new = table_forms.converted(read, name)
            except table_forms.NotKept as why:
                if is_sheet(name):  # not every form can hold everything, and says so
                    continue
                raise Differs(f"a table in YAML: {why}") from why
            text = new if isinstance(new, str) else text_of_cells(new)
            again, wrong = table_forms.read(table, Source(name, text))
            if again is None:
                raise Differs(
                    f"a table in another form: {wrong[0].message if wrong else 'it cannot be read'}"
                )
            if table_forms.said(table, again.rows) != table_forms.said(table, read.rows):
                raise Differs(f"a table in another form says something else: {name}")
