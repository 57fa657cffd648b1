"""A table file becomes cells, whatever its form: the name of the file says which."""

from gekido_dsl.diagnostics import Outcome
from gekido_dsl.source import Source, is_sheet
from gekido_dsl.tables import sheets, yaml
from gekido_dsl.tables.cells import Cell


def parse(source: Source) -> Outcome[Cell]:
    """Reads a table file as far as it can be read. The cells of a spreadsheet are texts; see `shaping`."""
    return sheets.parse(source) if is_sheet(source.name) else yaml.parse(source)
