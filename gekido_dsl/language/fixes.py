"""A finding becomes the steps that settle it, as far as an editor can take them."""

import re
from dataclasses import dataclass
from typing import Final

from gekido_dsl.diagnostics import Diagnostic, Edit
from gekido_dsl.source import is_sheet, is_workbook

_MEANT: Final = re.compile(r"\bdid you mean (.*)\?")
_QUOTED: Final = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True, slots=True)
class Fix:
    """One way to settle a finding."""

    title: str
    edits: tuple[Edit, ...]
    alone: bool
    """Whether it is the only one, so that it can be taken without a thought."""


def fixes(found: Diagnostic) -> list[Fix]:
    """Lists the steps that settle a finding: those that it brings along, or each name that may have been meant."""
    if found.text_edits:
        return [Fix(found.help or f"Settle: {found.message}", found.text_edits, True)]
    meant = _MEANT.search(found.help or "")
    span = found.span
    if (
        meant is None
        or span is None
        or is_workbook(span.source.name)
        or f"`{span.text}`" not in found.message
    ):
        return []
    names = _QUOTED.findall(meant[1])
    if is_sheet(span.source.name):
        names = [one for one in names if not set(one) & set(',;|"\t')]
    return [Fix(f"Replace with `{name}`", (Edit(span, name),), len(names) == 1) for name in names]
