"""What of a ruleset was played becomes text, a page, or data."""

from collections.abc import Sequence
from html import escape
from typing import Any, Final

from gekido_dsl.drawing.charts import Bar, bars
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.insight import frame
from gekido_dsl.insight.coverage import Answer, Counted, Coverage, Line, Mark, Part, Thing, share
from gekido_dsl.simulate.report_text import table

SCHEMA_VERSION: Final = 1
_SIGNS: Final[dict[Mark, str]] = {"games": ">", "examples": "+", "never": "!", "": " "}
"""Before a line: played in games, only in examples, never; no part of the rules."""
_MEANS: Final = "> played in games   + only in examples   ! never"

_MISSED: Final[tuple[tuple[Mark, str, str], ...]] = (
    ("never", "never played, in games or examples", "nothing happened with these"),
    ("examples", "played in examples alone", "only in examples something happened with these"),
)

_STYLE: Final = """\
ol.source{list-style:none;margin:.4rem 0;padding:0;overflow-x:auto;font-family:ui-monospace,"DejaVu Sans Mono",Menlo,
Consolas,monospace;font-size:.8rem;line-height:1.45}
ol.source li{display:flex;white-space:pre;min-width:max-content;padding-right:1rem}
ol.source .number{flex:none;width:3.2em;text-align:right;color:var(--quiet);user-select:none}
ol.source .sign{flex:none;width:2.2em;text-align:center;font-weight:700;user-select:none}
ol.source .games .sign{color:var(--good)}
ol.source .never{background:var(--missed)}ol.source .never .sign{color:var(--bad)}
ol.source .examples{background:var(--part)}
"""


def whole(found: Coverage) -> tuple[int, int]:
    """Counts the parts of the rules that were played in games, of all parts: the number that a build can ask for."""
    return share(found.parts)


def played(found: Coverage) -> str:
    """Words how many games and examples there were."""
    games = f"{found.games:,} {'game' if found.games == 1 else 'games'}"
    return f"{games} and {found.examples:,} {'example' if found.examples == 1 else 'examples'}"


def text(found: Coverage, who: str, *, lines: bool = False) -> str:
    """Writes it for people.

    Args:
        who: played, in words.
        lines: whether to write the whole ruleset, each line with its mark.
    """
    told = [f"{played(found)}: {who}", "", *table(_rows(found))]
    told += _missed(found)
    if lines:
        told += ["", _MEANS]
        for name, content in found.files:
            told += ["", name]
            told += [f"{_SIGNS[line.mark]} {line.number:4}  {line.text}".rstrip() for line in content]
    return "\n".join(told) + "\n"


def _rows(found: Coverage) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = [("", "there are", "in games", "", "or in examples", "")]
    groups: list[tuple[str, list[Counted]]] = [("parts of the rules", [*found.parts])]
    groups += [(f"  {what}", listed) for what, listed in found.rules]
    for name, listed in [*groups, *found.rest]:
        number, of = share(listed)
        both, _ = share(listed, examples=True)
        if of:
            rows.append(
                (name, f"{of:,}", f"{number:,}", f"{number / of:.0%}", f"{both:,}", f"{both / of:.0%}")
            )
    return rows


def _missed(found: Coverage) -> list[str]:
    """Lists what no game played."""
    told: list[str] = []
    for mark, begun, happened in _MISSED:
        parts = sorted((one for one in found.parts if one.mark == mark), key=lambda one: (one.file, one.line))
        if parts:
            told += ["", begun, *(f"  {one.file}:{one.line}: {one.told}" for one in parts)]
        things = [one for one in found.things if one.mark == mark]
        if things:
            told += ["", happened, *(f"  {one.file}:{one.line}: {one.kind} {one.name}" for one in things)]
    rest = [one for one in found.answers if one.mark != "games"]
    if rest:
        told += ["", "options that no game had (--every-option plays them all)"]
        told += [f"  {_answer(one)}" for one in rest]
    return told


def _answer(one: Answer) -> str:
    said = "=".join("-".join(name.casefold().split()) for name in (one.option, one.answer))
    return said + ("" if one.examples else ", in no example either")


# ---------------------------------------------------------------- a page


def page(found: Coverage, title: str, who: str, command: str) -> str:
    """Writes the page.

    Args:
        title: of the ruleset.
        who: played, in words.
        command: makes the page again.
    """
    number, of = whole(found)
    both, _ = share(found.parts, examples=True)
    head = f"{title}: what was played"
    facts = [
        ("Parts of the rules", f"{of:,}", ""),
        ("Played in games", f"{number / of:.1%}" if of else "", f"{number:,} of {of:,}"),
        ("In games or examples", f"{both / of:.1%}" if of else "", f"{both:,} of {of:,}"),
        ("By neither", f"{of - both:,}", ""),
    ]
    parts = [
        frame.heading(1, head),
        frame.paragraph(f"{played(found)}: {who}.", "quiet"),
        frame.facts(facts),
        frame.charts(_pictures(found)),
        frame.heading(2, "What no game played"),
        *_list(found),
        frame.heading(2, "The rules, line by line"),
        frame.paragraph(
            "A line belongs to the innermost part that has it: the body of a rule, or what stands below a branch, a "
            "loop or a choice. A part is played when it begins. Lines without a mark declare something.", "quiet"
        ),
        frame.paragraph(_MEANS),
    ]  # fmt: skip
    for name, content in found.files:
        missed = sum(line.mark == "never" for line in content)
        note = f"{missed} never" if missed else "all played"
        parts += [frame.heading(3, f"{name} ({note})"), _source(content)]
    parts += [frame.heading(2, "Make this page again"), frame.command(command)]
    return frame.page(head, parts, style=_STYLE)


def _pictures(found: Coverage) -> list[Picture]:
    def rows(examples: bool) -> list[Bar]:
        told = []
        for what, listed in [*found.rules, *found.rest]:
            number, of = share(listed, examples=examples)
            told.append(Bar(what, number / of))
        return told

    return [
        bars("Played in games", rows(False), most=1.0),
        bars("Played in games or examples", rows(True), most=1.0),
    ]


def _list(found: Coverage) -> list[str]:
    every: list[Part | Thing] = [*found.parts, *found.things]
    marked = sorted(
        (one for one in every if one.mark != "games"),
        key=lambda one: (one.mark != "never", one.file, one.line),
    )
    if not marked:
        return [frame.paragraph("Everything was played.")]
    rows = [
        (
            one.told if isinstance(one, Part) else f"{one.kind} {one.name}",
            f"{one.file}:{one.line}",
            _times(one.examples),
        )
        for one in marked
    ]
    parts = [frame.table(("", "where", "in examples"), rows)]
    rest = [_answer(one) for one in found.answers if one.mark != "games"]
    if rest:
        parts.append(
            frame.folded(f"{len(rest)} answers of options that no game had", map(frame.paragraph, rest))
        )
    return parts


def _times(number: int) -> str:
    return "never" if not number else "once" if number == 1 else f"{number:,} times"


def _source(content: Sequence[Line]) -> str:
    told = {"games": "played in games", "examples": "only in examples", "never": "never played", "": ""}
    lines = "".join(
        f'<li class="{line.mark or "none"}"><span class="number">{line.number}</span>'
        f'<span class="sign" title="{told[line.mark]}">{escape(_SIGNS[line.mark])}</span>'
        f"<span>{escape(line.text) or ' '}</span></li>"
        for line in content
    )
    return f'<ol class="source">{lines}</ol>'


# ---------------------------------------------------------------- data


def data(found: Coverage) -> dict[str, Any]:
    """Gives it as plain data."""
    number, of = whole(found)
    both, _ = share(found.parts, examples=True)
    return {
        "schema_version": SCHEMA_VERSION,
        "games": found.games,
        "examples": found.examples,
        "parts": of,
        "parts_in_games": number,
        "parts_in_games_or_examples": both,
        "share": round(number / of, 6) if of else 1.0,
        "rules": [
            {"what": one.what, "name": one.name, "label": one.label, "file": one.file, "line": one.line,
             "in_games": one.games, "in_examples": one.examples}
            for one in found.parts
        ],
        "things": [
            {"kind": one.kind, "name": one.name, "file": one.file, "line": one.line,
             "in_games": one.games, "in_examples": one.examples}
            for one in found.things
        ],
        "options": [
            {"option": one.option, "answer": one.answer, "in_games": one.games, "in_examples": one.examples}
            for one in found.answers
        ],
        "lines": {
            name: [{"line": line.number, "mark": line.mark} for line in content if line.mark]
            for name, content in found.files
        },
    }  # fmt: skip
