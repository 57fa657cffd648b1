"""Diagnostics become one line each, which editors and other programs can read."""

from collections.abc import Sequence

from gekido_dsl.diagnostics.diagnostic import Diagnostic
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.diagnostics.render.screen import safe


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """Writes `file:line:column: severity[code]: message`, a line each; `gdl` stands for a missing place.

    The place of a cell in a workbook is written `cards.xlsx, sheet Cards, C7`.
    """
    return "".join(_line(found) + "\n" for found in diagnostics)


def _line(found: Diagnostic) -> str:
    where = "gdl"
    if found.span is not None:
        where = safe(place(found.span).shown)
    return f"{where}: {found.severity.value}[{found.code.slug}]: {safe(found.message)}"
