"""Diagnostics become JUnit XML, which build servers show as tests.

Invariants:
    One suite per file, one case per finding. An error fails its case; a warning or a note passes with a text.
    A checked file without findings is one passing case, so that it is seen to have been checked.
"""

import re
from collections.abc import Sequence
from xml.etree import ElementTree

from gekido_dsl.diagnostics.diagnostic import Diagnostic, Severity
from gekido_dsl.diagnostics.render import human
from gekido_dsl.diagnostics.render.place import place

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def render(diagnostics: Sequence[Diagnostic], *, files: Sequence[str] = ()) -> str:
    """Writes one XML document.

    Args:
        files: names of all the files that were checked, those without findings included.
    """
    found_by_name: dict[str, list[Diagnostic]] = {name: [] for name in files}
    for found in diagnostics:
        found_by_name.setdefault(found.span.source.name if found.span is not None else "gdl", []).append(
            found
        )
    root = ElementTree.Element("testsuites", {"name": "gdl", **_counts(list(found_by_name.values()))})
    for name, group in found_by_name.items():
        shown_name = _legal(name)
        suite = ElementTree.SubElement(root, "testsuite", {"name": shown_name, **_counts([group])})
        if not group:
            ElementTree.SubElement(suite, "testcase", classname=shown_name, name="no findings")
        for found in group:
            _case(suite, shown_name, found)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def _counts(groups: Sequence[Sequence[Diagnostic]]) -> dict[str, str]:
    failures = sum(found.severity is Severity.ERROR for group in groups for found in group)
    return {"tests": str(sum(len(group) or 1 for group in groups)), "failures": str(failures), "errors": "0"}


def _case(suite: ElementTree.Element, shown_name: str, found: Diagnostic) -> None:
    case = ElementTree.SubElement(suite, "testcase", classname=shown_name, name=found.code.slug)
    if found.span is not None:
        at = place(found.span)
        case.set("name", f"{found.code.slug} at {at.line}:{at.column}")
        case.set("file", shown_name)
        case.set("line", str(at.line))
    drawn = _legal(human.draw(found))
    if found.severity is Severity.ERROR:
        failure = ElementTree.SubElement(case, "failure", type=found.code.slug, message=_legal(found.message))
        failure.text = drawn
    else:
        ElementTree.SubElement(case, "system-out").text = drawn


def _legal(text: str) -> str:
    """Replaces what XML 1.0 cannot hold even when escaped."""
    return _NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text)
