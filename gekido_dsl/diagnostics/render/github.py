"""Diagnostics become GitHub Actions workflow commands, which GitHub shows beside the lines of a change.

Source:
    GitHub, "Workflow commands for GitHub Actions"; escaping as in actions/toolkit, `command.ts`.
"""

from collections.abc import Sequence

from gekido_dsl.diagnostics.diagnostic import Diagnostic, Severity
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.diagnostics.render.screen import safe

_COMMAND_BY_SEVERITY = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}


def render(diagnostics: Sequence[Diagnostic]) -> str:
    """Writes one command per diagnostic, a line each."""
    return "".join(_command(found) + "\n" for found in diagnostics)


def _command(found: Diagnostic) -> str:
    properties: list[tuple[str, str]] = []
    if found.span is not None:
        at = place(found.span)
        properties += [("file", at.file), ("line", str(at.line)), ("col", str(at.column))]
        properties.append(("endLine", str(at.end_line)))
        if at.end_line == at.line:
            properties.append(("endColumn", str(at.end_column)))
    properties.append(("title", f"gdl ({found.code.slug})"))
    written = ",".join(f"{name}={_property(value)}" for name, value in properties)
    return f"::{_COMMAND_BY_SEVERITY[found.severity]} {written}::{_data(_text(found))}"


def _text(found: Diagnostic) -> str:
    """Puts what the excerpt would show into words, a line each."""
    lines = [safe(found.message)]
    for index, label in enumerate(found.labels):
        at = place(label.span)
        if index > 0:
            lines.append(f"{at.file}:{at.line}:{at.column}: {safe(label.text) or 'see also'}")
        elif label.text:
            lines.append(safe(label.text))
    lines += [f"note: {safe(note)}" for note in found.notes]
    if found.help is not None:
        lines.append(f"help: {safe(found.help)}")
    return "\n".join(lines)


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
