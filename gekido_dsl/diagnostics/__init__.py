"""What is found in a ruleset, as data: built where the fact is known, drawn by `render`."""

from gekido_dsl.diagnostics.diagnostic import (
    Code,
    Diagnostic,
    Edit,
    Label,
    Missing,
    Outcome,
    Severity,
    has_errors,
    in_reading_order,
)

__all__ = [
    "Code",
    "Diagnostic",
    "Edit",
    "Label",
    "Missing",
    "Outcome",
    "Severity",
    "has_errors",
    "in_reading_order",
]
