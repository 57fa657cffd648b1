"""Diagnostics become SARIF 2.1.0, which code hosts show beside a change.

Invariants:
    Every result has a place; a finding without one is a notification of the run, since hosts refuse such
    results.
    A fingerprint depends on what the line says and not on its number, so that a finding keeps its history
    when lines are added above it.

Source:
    OASIS, Static Analysis Results Interchange Format 2.1.0; GitHub, "SARIF support for code scanning".
"""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from gekido_dsl.diagnostics import explain
from gekido_dsl.diagnostics.diagnostic import Code, Diagnostic, Edit, Label, has_errors
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.source import Span, file_of

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_ROOT = "%SRCROOT%"


def render(
    diagnostics: Sequence[Diagnostic], *, version: str | None = None, automation_id: str = "gdl/validate/"
) -> str:
    """Writes one SARIF log with one run.

    Args:
        version: of this package; None leaves it out.
        automation_id: tells runs of different commands in one pipeline apart.
    """
    placed = [found for found in diagnostics if found.labels]
    homeless = [found for found in diagnostics if not found.labels]
    rules = list(dict.fromkeys(found.code for found in diagnostics))
    index_by_slug = {rule.slug: index for index, rule in enumerate(rules)}
    seen: Counter[str] = Counter()
    driver: dict[str, Any] = {
        "name": "gdl",
        "fullName": "Gekido DSL",
        "rules": [_rule(rule) for rule in rules],
    }
    if version is not None:
        driver["version"] = version
    invocation: dict[str, Any] = {"executionSuccessful": not has_errors(homeless)}
    if homeless:
        invocation["toolConfigurationNotifications"] = [
            {
                "level": found.severity.value,
                "message": {"text": _message(found)},
                "associatedRule": {"id": found.code.slug, "index": index_by_slug[found.code.slug]},
            }
            for found in homeless
        ]
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": automation_id},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"description": {"text": "The folder in which the command was run."}}},
        "results": [_result(found, index_by_slug[found.code.slug], seen) for found in placed],
    }
    return (
        json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)
        + "\n"
    )


def _rule(code: Code) -> dict[str, Any]:
    summary = _sentence(code.summary)
    rule: dict[str, Any] = {
        "id": code.slug,
        "name": "".join(word.capitalize() for word in code.slug.split("-")),
        "shortDescription": {"text": summary},
        "fullDescription": {"text": summary},
        "defaultConfiguration": {"level": code.severity.value},
    }
    page = explain.page(code.slug)
    rule["help"] = {"text": page, "markdown": page} if page is not None else {"text": summary}
    return rule


def _result(found: Diagnostic, index: int, seen: Counter[str]) -> dict[str, Any]:
    primary, *others = found.labels
    result: dict[str, Any] = {
        "ruleId": found.code.slug,
        "ruleIndex": index,
        "level": found.severity.value,
        "message": {"text": _message(found)},
        "locations": [{"physicalLocation": _location(primary.span)}],
        "partialFingerprints": {"primaryLocationLineHash": _fingerprint(found, primary, seen)},
    }
    if others:
        result["relatedLocations"] = [
            {
                "id": number,
                "physicalLocation": _location(label.span),
                "message": {"text": _sentence(label.text or "see also")},
            }
            for number, label in enumerate(others, start=1)
        ]
    if found.text_edits:
        result["fixes"] = [
            {
                "description": {"text": _sentence(found.help or "edit")},
                "artifactChanges": _changes(found.text_edits),
            }
        ]
    return result


def _message(found: Diagnostic) -> str:
    """Joins everything said, since a host shows this text alone."""
    first = found.labels[0].text if found.labels else ""
    parts = (found.message, first, *found.notes, found.help or "")
    return " ".join(_sentence(part) for part in parts if part)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "?", "!")) else ".")


def _location(span: Span) -> dict[str, Any]:
    return {"artifactLocation": _artifact(file_of(span.source.name)), "region": _region(span)}


def _artifact(name: str) -> dict[str, str]:
    if name.startswith("/"):
        return {"uri": "file://" + _encoded(name)}
    return {"uri": _encoded(name), "uriBaseId": _ROOT}


def _encoded(path: str) -> str:
    """Writes a path as part of a URI: ASCII letters, digits and `-._~/` as they are, all else in percent."""
    return "".join(
        chr(byte) if byte < 128 and (chr(byte).isalnum() or chr(byte) in "-._~/") else f"%{byte:02X}"
        for byte in path.encode("utf-8", "backslashreplace")
    )


def _region(span: Span) -> dict[str, int]:
    at = place(span)
    return {
        "startLine": at.line,
        "startColumn": at.column,
        "endLine": at.end_line,
        "endColumn": at.end_column,
    }


def _changes(edits: Iterable[Edit]) -> list[dict[str, Any]]:
    edits_by_name: dict[str, list[Edit]] = {}
    for edit in edits:
        edits_by_name.setdefault(edit.span.source.name, []).append(edit)
    return [
        {
            "artifactLocation": _artifact(name),
            "replacements": [
                {"deletedRegion": _region(edit.span), "insertedContent": {"text": edit.replacement}}
                for edit in group
            ],
        }
        for name, group in edits_by_name.items()
    ]


def _fingerprint(found: Diagnostic, primary: Label, seen: Counter[str]) -> str:
    line = primary.span.source.line(primary.span.start_position[0]).strip()
    basis = "\0".join((found.code.slug, primary.span.source.name, found.message, line))
    digest = hashlib.sha256(basis.encode("utf-8", "backslashreplace")).hexdigest()[:16]
    seen[digest] += 1
    return f"{digest}:{seen[digest]}"
