"""What is different becomes text for a terminal, Markdown for a comment on a change, a page of HTML, or JSON.

Invariants:
    Every format tells every change of the rules; examples are named, and only counted where there are many.
    Nothing of a ruleset is taken for markup.
"""

import base64 as encoded
import html as escapes
import json as encoding
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from gekido_dsl.diff.nodes import APART, AREAS, RULES, Area, Change, Difference
from gekido_dsl.diff.tables import cell_words

FORMATS: Final = ("text", "markdown", "html", "json")
JSON_FORMAT: Final = 1
"""The version of what `json` gives."""

_EXAMPLES: Final = 6
"""Up to how many examples have a sentence of their own."""
_VALUES: Final = 3
"""Up to how many cells of a row stand in one sentence."""
_FOLDED: Final = 4
"""From how many lines on a declaration that is gone is folded in a page."""

Faces = Mapping[str, tuple[str | None, str | None]]
"""By what a change is about: its face before and now, as SVG."""
_MARKUP: Final = re.compile(r"([\\`*_{}\[\]<>|#~])")


def render(difference: Difference, form: str) -> str:
    """Writes what is different.

    Args:
        form: one of `FORMATS`.
    """
    forms: dict[str, Callable[[Difference], str]] = {
        "text": text,
        "markdown": markdown,
        "html": html,
        "json": json,
    }
    return forms[form](difference)


def summary(difference: Difference) -> str:
    """Counts what is different, in a sentence."""
    if not difference.changes:
        return "Nothing is different."
    rules = len(difference.rules)
    parts = [f"{_counted(rules, 'change')} in the rules" if rules else "no change in the rules"]
    others: dict[str, tuple[Area, ...]] = {
        "examples": ("examples",),
        "rulings, reports and aims": ("rulings", "around"),
        "looks": ("look",),
        "words alone": ("words",),
    }
    parts += [
        f"{number} in {what}" for what, areas in others.items() if (number := len(difference.of(*areas)))
    ]
    return f"{', '.join(parts).capitalize()}."


def _counted(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


# ---------------------------------------------------------------- text


def text(difference: Difference) -> str:
    """Writes what is different for a terminal."""
    found = [f"{difference.old_title} → {difference.new_title}", summary(difference)]
    for area, changes in _areas(difference):
        found += ["", AREAS[area]]
        for change in changes:
            several = _several(change)
            sentence = f"{change.what}:" if several else change.sentence
            found.append(f"  {sentence}{_reference(change)}")
            found += [f"      {value}" for value in several]
            if not change.told:
                found += [f"    {line}" for line in change.lines]
    return "\n".join(found) + "\n"


def _several(change: Change) -> list[str]:
    """Gives the cells of a row one by one, where they are many."""
    if change.area != "tables" or change.how != "changed" or len(change.values) <= _VALUES:
        return []
    return [cell_words(value, ": ") for value in change.values]


def _reference(change: Change) -> str:
    """Says where a change stands, and which pages it comes from."""
    places = _both(str(change.old or ""), str(change.new or ""))
    pages = _both("; ".join(change.old_pages), "; ".join(change.new_pages))
    said = "; ".join(one for one in (places, pages) if one)
    return f"  ({said})" if said else ""


def _both(old: str, new: str) -> str:
    return f"{old} → {new}" if old and new and old != new else new or old


def _areas(difference: Difference) -> list[tuple[Area, list[Change]]]:
    """Gives the changes by areas, examples put together where they are many."""
    found = []
    for area in (*RULES, *APART):
        changes = list(difference.of(area))
        if area == "examples" and len(changes) > _EXAMPLES:
            changes = _together(changes)
        if changes:
            found.append((area, changes))
    return found


def _together(changes: Sequence[Change]) -> list[Change]:
    """Says in one sentence for each sort which examples are new, gone and changed."""
    made = []
    words = {"added": "new", "removed": "gone", "changed": "changed"}
    for how, word in words.items():
        group = [one for one in changes if one.how == how]
        if group:
            be = "is" if len(group) == 1 else "are"
            names = ", ".join(f"“{one.name}”" for one in group)
            sentence = f"{_counted(len(group), 'example')} {be} {word}: {names}."
            made.append(replace(group[0], what="examples", sentence=sentence, old=None, new=None, lines=()))
    return made


# ---------------------------------------------------------------- Markdown


def markdown(difference: Difference) -> str:
    """Writes what is different as Markdown, such as a comment on a change has."""
    found = [f"## {_plain(difference.old_title)} → {_plain(difference.new_title)}", "", summary(difference)]
    folded = False
    for area, changes in _areas(difference):
        if area in APART and not folded:
            found += ["", "<details><summary>Apart from the rules</summary>"]
            folded = True
        found += ["", f"### {AREAS[area]}", ""]
        for change in changes:
            found += _item(change)
    made = "\n".join([*found, *(["", "</details>"] if folded else [])]) + "\n"
    return re.sub("\n{3,}", "\n\n", made)


def _item(change: Change) -> list[str]:
    several = _several(change)
    sentence = f"**{_plain(change.what)}**:" if several else _plain(change.sentence)
    reference = _reference(change).strip()
    found = [f"- {sentence}" + (f" <sub>{_plain(reference)}</sub>" if reference else "")]
    found += [f"    - {_plain(value)}" for value in several]
    lines = [f"    {line}" for line in change.lines]
    block = ["", "    ```diff", *lines, "    ```", ""]
    if not change.told:
        found += block
    return found


def _plain(words: str) -> str:
    return _MARKUP.sub(r"\\\1", words)


# ---------------------------------------------------------------- HTML


def html(difference: Difference, faces: Faces | None = None) -> str:
    """Writes what is different as a page that needs nothing else.

    Args:
        faces: by what a change is about, pictures of it before and now.
    """
    title = escapes.escape(f"{difference.old_title} → {difference.new_title}")
    parts = [f"<h1>{title}</h1>", f"<p>{escapes.escape(summary(difference))}</p>"]
    for area, changes in _areas(difference):
        parts.append(f'<section class="{area}"><h2>{escapes.escape(AREAS[area])}</h2><ul>')
        parts += [_entry(change, (faces or {}).get(change.what)) for change in changes]
        parts.append("</ul></section>")
    body = "\n".join(parts)
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<style>{_CSS}</style></head>\n'
        f"<body><main>\n{body}\n</main></body></html>\n"
    )


def _entry(change: Change, faces: tuple[str | None, str | None] | None = None) -> str:
    several = _several(change)
    sentence = f"{change.what}:" if several else change.sentence
    reference = _reference(change).strip()
    said = escapes.escape(sentence) + (f" <small>{escapes.escape(reference)}</small>" if reference else "")
    if several:
        said += "<ul>" + "".join(f"<li>{escapes.escape(value)}</li>" for value in several) + "</ul>"
    marks = {"-": "del", "+": "ins", " ": "span"}
    lines = "\n".join(
        f"<{marks[line.sign]}>{escapes.escape(str(line))}</{marks[line.sign]}>" for line in change.lines
    )
    if not change.told:
        said += f"<pre>{lines}</pre>"
    elif change.how == "removed" and len(change.lines) >= _FOLDED:
        said += f"<details><summary>as it was</summary><pre>{lines}</pre></details>"
    if faces is not None:
        shown = zip(("before", "now"), faces, strict=True)
        said += f'<div class="faces">{"".join(_face(change, when, svg) for when, svg in shown if svg)}</div>'
    return f'<li class="{change.how}">{said}</li>'


def _face(change: Change, when: str, svg: str) -> str:
    """Writes a picture that cannot mix with others of the page."""
    data = encoded.b64encode(svg.encode()).decode()
    told = escapes.escape(f"{change.what}, {when}")
    return f'<figure><img src="data:image/svg+xml;base64,{data}" alt="{told}"><figcaption>{when}</figcaption></figure>'


_CSS: Final = """
:root { color-scheme: light dark; --ink: #1d1d1f; --paper: #fff; --old: #b3261e; --new: #146c2e; --dim: #666; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e6e6e6; --paper: #1b1b1d; --old: #ff8a80; --new: #81c995; --dim: #aaa; }
}
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 50rem; margin: auto; padding: 1rem; overflow-wrap: anywhere; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-bottom: .25rem; }
ul { padding-left: 1.2rem; } li { margin: .25rem 0; }
.faces { display: flex; flex-wrap: wrap; gap: 1rem; margin: .5rem 0; } figure { margin: 0; max-width: 100%; }
figure img { width: 15rem; max-width: 100%; display: block; background: #fff; border-radius: .5rem; }
figcaption { color: var(--dim); font-size: .85rem; text-align: center; }
small { color: var(--dim); } pre { margin: .25rem 0; white-space: pre-wrap; font-size: .85rem; }
del { color: var(--old); text-decoration: none; } ins { color: var(--new); text-decoration: none; }
"""


# ---------------------------------------------------------------- JSON


def json(difference: Difference) -> str:
    """Writes what is different for programs."""
    found: dict[str, Any] = {
        "format": JSON_FORMAT,
        "old": difference.old_title,
        "new": difference.new_title,
        "summary": summary(difference),
        "rules": [change.facts() for change in difference.rules],
        "apart": [change.facts() for change in difference.apart],
    }
    return encoding.dumps(found, ensure_ascii=False, indent=2) + "\n"
