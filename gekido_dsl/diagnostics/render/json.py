"""Diagnostics become JSON for programs.

Invariants:
    `schema_version` rises when a field changes its meaning or goes; new fields may come without it.
"""

import json
from collections.abc import Sequence
from typing import Any

from gekido_dsl.diagnostics.diagnostic import Diagnostic, Severity
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.source import Span

SCHEMA_VERSION = 1


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """Writes one JSON object: `schema_version`, `summary`, and the list `diagnostics` in the order given.

    Units:
        Lines and columns from 1, columns in code points; `offset` from 0, in code points; ends are exclusive.
    """
    return json.dumps(data(diagnostics), ensure_ascii=False, indent=2) + "\n"


def data(diagnostics: Sequence[Diagnostic]) -> dict[str, Any]:
    """Gives what `render` writes, for a tool that puts it into a larger report."""
    severities = [found.severity for found in diagnostics]
    return {
        "schema_version": SCHEMA_VERSION,
        "summary": {f"{severity.value}s": severities.count(severity) for severity in Severity},
        "diagnostics": [_diagnostic(found) for found in diagnostics],
    }


def _diagnostic(found: Diagnostic) -> dict[str, Any]:
    return {
        "code": found.code.slug,
        "severity": found.severity.value,
        "message": found.message,
        "labels": [{**_span(label.span), "text": label.text} for label in found.labels],
        "help": found.help,
        "notes": list(found.notes),
        "edits": [{**_span(edit.span), "replacement": edit.replacement} for edit in found.text_edits],
    }


def _span(span: Span) -> dict[str, Any]:
    at = place(span)
    return {
        "file": at.file,
        **({"cell": at.cell} if at.cell else {}),
        "start": {"line": at.line, "column": at.column, "offset": span.start},
        "end": {"line": at.end_line, "column": at.end_column, "offset": span.end},
    }
