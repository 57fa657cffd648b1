"""What another answer to an option changes is told at the option: the sentences that the book would have with it.

Invariants:
    The chapters before tell the game as it is agreed on; what no match by these answers has stands here alone.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.book.nodes import Chapter
from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc import markdown as md

_MOST: Final = 12
"""The most answers that are told; where there are more, the table alone names them."""
_WORK: Final = 1_500
"""So many declarations are told for all of them together, at most."""
_LINES: Final = 3
"""As many lines stand in the item of an answer; more stand under a heading."""
_APART: Final = ("overview", "options", "faq", "glossary")
"""The chapters that only gather what others say."""
_MARKER: Final = re.compile(r"\s*(?:\d+\.|-) ")
_SENTENCE: Final = re.compile(r"(?<=[.!?]) (?=[A-Z\[*“])")
_ID: Final = re.compile(r" \{[^}]*\}$")
_LOOK: Final = re.compile(r"\s*(?:\{[^}]*\}|!\[.*)")


@dataclass(frozen=True, slots=True)
class _Told:
    """A line that a book would have: what leads to it, and what it says anew."""

    lead: str
    text: str
    deep: int = 0
    """How far beneath a line that is new, too."""
    table: bool = False


def alternatives(
    game: m.Game, options: Mapping[str, str], write: Callable[[Mapping[str, str]], Sequence[Chapter]]
) -> str:
    """Writes what each other answer changes.

    Args:
        options: the answers that this book has, by the name of the option.
        write: writes the chapters of the book with other answers.
    """
    others = other_answers(game, options)
    if not others:
        return ""
    here = write(options)
    short, long = [], []
    for option, answer in others:
        lines = list(_changes(here, write({**options, option.name: answer})))
        asked = md.escape((option.title or option.name).rstrip("."))
        if 0 < len(lines) <= _LINES and not any(one.table or one.deep for one in lines):
            said = " ".join(_led(lines))
            short.append(f"- **{md.escape(answer)}** ({asked}): {said}")
        elif lines:
            ids = f"options-{md.slug(option.name)}-{md.slug(answer)}"
            long.append(f"## {asked}: {md.escape(answer)} {{ #{ids} }}")
            long.append("With this answer, this is so, too, or instead:")
            long.append(_listed(lines))
    lead = ["What another answer changes:", "\n".join(short)] if short else []
    return "\n\n".join([*lead, *long])


def other_answers(game: m.Game, options: Mapping[str, str]) -> list[tuple[m.Option, str]]:
    """Lists the answers of which a book tells what they change; none where that would be too much to tell or to do."""
    others = [
        (option, answer)
        for option in game.options.values()
        for answer in option.answers.members
        if answer != options.get(option.name, option.answers.members[0])
    ]
    size = sum(1 for _ in game.declarations())
    return others if len(others) <= _MOST and len(others) * size <= _WORK else []


def _led(lines: Sequence[_Told]) -> list[str]:
    """Writes lines with what leads to them, which is said once."""
    made: list[str] = []
    lead = ""
    for one in lines:
        made.append(f"{one.lead} {one.text}" if one.lead not in ("", lead) else one.text)
        lead = one.lead
    return made


def _listed(lines: Sequence[_Told]) -> str:
    """Writes lines as a list, and tables as they are."""
    made: list[str] = []
    before = False
    for one, said in zip(lines, _led(lines), strict=True):
        gap = "\n" if one.table is not before and made else ""
        made.append(gap + (one.text if one.table else f"{'    ' * one.deep}- {said}"))
        before = one.table
    return "\n".join(made)


def _changes(here: Sequence[Chapter], there: Sequence[Chapter]) -> Iterator[_Told]:
    """Gives the lines of a book that another one has not, chapter by chapter."""
    known = {one.slug: one.markdown for one in here}
    new = {one.slug: one for one in there}
    for slug, chapter in new.items():
        if slug in _APART:
            continue
        before = known.get(slug, "")
        told = list(_new(before, chapter.markdown))
        yield from told
        gone = [one for one in _new(chapter.markdown, before) if not one.table]
        if gone and not told:
            yield _Told("This is left out:", " ".join(f"“{one.text}”" for one in gone))
    for slug, text in known.items():
        if slug not in new and slug not in _APART:
            gone = [one for one in _new("", text) if not one.table]
            yield _Told("This is left out:", " ".join(f"“{one.text}”" for one in gone))


def _new(before: str, text: str) -> Iterator[_Told]:
    """Gives what a text says that another one does not."""
    lines = {line.strip() for line in before.split("\n")}
    sentences = {one for line in lines for one in _SENTENCE.split(_MARKER.sub("", line, count=1).strip())}
    leads: list[tuple[int, str]] = []
    whole = -1  # beneath a line that is new, all is told
    for line in text.split("\n"):
        said = _MARKER.sub("", line, count=1).strip()
        if not said or _LOOK.fullmatch(line):
            continue
        deep = len(line) - len(line.lstrip()) + (1 if _MARKER.match(line) else 0)
        whole = -1 if deep <= whole else whole
        while leads and leads[-1][0] >= deep:
            leads.pop()
        if line.startswith("#"):
            name = _ID.sub("", said.lstrip("# "))
            leads = [(-1, f"**{name}**:")] if line.startswith("##") else []
        elif line.startswith("|"):
            if line.strip() not in lines or (line.startswith("| ---") and not before):
                yield _Told("", line.strip(), table=True)
        else:
            parts = _SENTENCE.split(said)
            new = whole >= 0 or parts[0] not in sentences
            told = parts if new else [one for one in parts if one not in sentences]
            if told:
                under = (deep - whole + 3) // 4 if whole >= 0 else 0
                yield _Told(" ".join(one for _, one in leads if one), " ".join(told), under)
            if said.endswith(":"):
                whole = deep if parts[-1] in told and whole < 0 else whole
                leads.append((deep, "" if parts[-1] in told else parts[-1]))
