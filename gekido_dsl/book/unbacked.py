"""Texts of rows that promise what nothing in the rules does, or say a number that nothing of what they tell has.

Invariants:
    It is a hint: words are compared, and not understood. A text that takes its number, or says what a cell of its row
    holds, is never one; nor is a row whose kind has no rules for any row.
"""

import re
from collections.abc import Iterator
from typing import Final

from gekido_dsl.book.rule_lines import numbers_in
from gekido_dsl.book.subjects import Subjects, Teller
from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.source import Span

_CHANGES: Final = re.compile(
    r"\b(?:more|less|fewer|farther|further|longer|shorter|higher|lower|faster|slower|stronger|weaker|cheaper|extra|"
    r"additional|another|twice|double|again)\b",
    re.IGNORECASE,
)
"""Words that say that something is otherwise than for others."""
_ANGLE: Final = re.compile(r"(\d+)(?=\s*(?:°|degrees?\b))")


def unbacked(subjects: Subjects) -> Iterator[Diagnostic]:
    """Finds the texts of rows that nothing does what they say."""
    rows = [one for one in subjects.texts() if one.sort == "row"]
    able = {_kind_of(one) for one in rows if len(one.told) > 1}
    for teller in rows:
        text = teller.saying.text
        word = _CHANGES.search(text)
        if len(teller.told) == 1 and word is not None and _kind_of(teller) in able:
            yield Diagnostic(
                codes.UNBACKED_TEXT,
                f"the {teller.id} says `{word[0]}`, and nothing in the rules does it",
                (Label(_within(teller.span, word[0]), "no effect, trait or rule"),),
                "give the row an effect or name it in a rule, or let the text say what its cells hold",
            )
            continue
        known = {abs(one) for told in (*teller.told.values(), *teller.touched) for one in numbers_in(told)}
        angles = {int(one) for one in _ANGLE.findall(text)}
        for said in teller.saying.numbers:
            if said.kind != "article" and said.value > 1 and said.value not in angles:
                if not any(said.may_be(one) for one in known):
                    yield _number(teller, said.value)


def _number(teller: Teller, value: int) -> Diagnostic:
    return Diagnostic(
        codes.UNBACKED_TEXT,
        f"the {teller.id} says {value}, and neither its row nor a rule that it tells of has this number",
        (Label(_within(teller.span, str(value)), "where from?"),),
        "write the number that the rules have, or take it from there by a name in double braces",
    )


def _kind_of(teller: Teller) -> str:
    """Gives the kind that stands in `row Sniper` of Programs: the first line of what a row means."""
    return next(iter(teller.told.values())).partition("\n")[0].rpartition(" of ")[2]


def _within(span: Span, word: str) -> Span:
    found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", span.text)
    return span if found is None else Span(span.source, span.start + found.start(), span.start + found.end())
