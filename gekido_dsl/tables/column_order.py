"""A sheet saved as text is laid out: its columns stand in the order in which the ruleset declares them.

Invariants:
    Every cell, quote and line end stays as it is written; only the order of the columns changes.
    Columns that mean nothing to the ruleset come last, in their own order. Titles above the headers stay.
"""

import re

from gekido_dsl.source import Source
from gekido_dsl.tables import columns as c
from gekido_dsl.tables import shaping, sheets


def laid_out(table: c.Table, source: Source) -> str:
    """Gives the text of a sheet, which reads without errors, with its columns in order."""
    headers = [" ".join(one.text.split()) for one in sheets.headers_in(source)]
    last = (len(c.all_columns(table)),)
    order = sorted(range(len(headers)), key=lambda at: shaping.order_of(table, headers[at]) or last)
    if order == list(range(len(headers))):
        return source.text
    separator = sheets.separator_of(source)
    cell = re.compile(rf'"(?:[^"]|"")*"?[^{re.escape(separator)}\r\n]*|[^{re.escape(separator)}\r\n]*')
    made: list[str] = []
    is_below = False
    for begin, end, is_header in sheets.extents(source):
        text = source.text[begin:end]
        body = text.rstrip("\r\n")
        is_below = is_below or is_header
        if not is_below or not body:
            made.append(text)
            continue
        written = _cells(body, separator, cell)
        written += [""] * (len(headers) - len(written))
        rest = written[len(headers) :]
        made.append(separator.join([*(written[at] for at in order), *rest]) + text[len(body) :])
    return source.text[: sheets.begin_of(source)] + "".join(made)


def _cells(body: str, separator: str, cell: re.Pattern[str]) -> list[str]:
    """Takes a row apart into its cells as they are written, quotes included."""
    found: list[str] = []
    at = 0
    while True:
        one = cell.match(body, at)
        assert one is not None
        found.append(one.group())
        at = one.end()
        if not body.startswith(separator, at):
            return found
        at += len(separator)
