"""Finds out which spaces lie between two others: those that are next to both."""

from dataclasses import replace
from typing import TYPE_CHECKING

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.english.nouns import outermost
from gekido_dsl.syntax import nodes as s

if TYPE_CHECKING:
    from gekido_dsl.rulesdoc.english.teller import Teller


def between(t: "Teller", phrase: s.Phrase) -> tuple[str, s.Relative] | None:
    """Gives what spaces lie next to besides `it`, and what else is said of them; None if they are not next to both."""
    relative = phrase.relative
    if relative is None or relative.joined != "and" or relative.whose:
        return None
    at_it = [one for one in relative.predicates if isinstance(_next_to(one), s.It)]
    rest = [one for one in relative.predicates if one not in at_it]
    other = next((word for one in rest if (word := _near(t, one)) is not None), None)
    if len(at_it) != 1 or other is None:
        return None
    return other, replace(relative, predicates=tuple(one for one in rest if _next_to(one) is None))


def _next_to(one: s.Predicate) -> s.Expr | None:
    """Gives what a space is next to by a predicate, however it is next to it."""
    if not isinstance(one, s.Is) or one.negated or one.others:
        return None
    near = one.how == "next_to" or (one.how == "leap" and one.distance == 1 and one.across <= 1)
    return one.operand if near or one.how == "relation" else None


def _near(t: "Teller", one: s.Predicate) -> str | None:
    """Gives the word of what a space is next to, by a predicate or by all that a definition allows."""
    beside = _next_to(one)
    if isinstance(beside, s.Noun) and beside.definite and beside.name is not None:
        return beside.name.text
    operand = one.operand if isinstance(one, s.Is) and one.how == "value" and not one.negated else None
    key = outermost(t, operand) if operand is not None else None
    text = t.text_of(key) if isinstance(key, m.Definition) else None
    if not isinstance(operand, s.Noun) or not isinstance(text, s.Definition) or len(text.params) != 1:
        return None
    asked = operand.arguments[0].value
    word = text.params[0].word or getattr(getattr(text.params[0].type, "name", None), "text", "")
    ways = (
        text.condition.parts
        if isinstance(text.condition, s.Logic) and text.condition.operator == "or"
        else (text.condition,)
    )
    if not all(any(_joins_it(each, word) for each in _all_of(way)) for way in ways):
        return None
    return (
        asked.name.text if isinstance(asked, s.Noun) and asked.definite and asked.name is not None else None
    )


def _all_of(cond: s.Cond) -> tuple[s.Cond, ...]:
    return cond.parts if isinstance(cond, s.Logic) and cond.operator == "and" else (cond,)


def _joins_it(cond: s.Cond, word: str) -> bool:
    """Tells whether a test says that `it` and what a word means are next to one another."""
    beside = _next_to(cond.predicate) if isinstance(cond, s.Test) else None
    if not isinstance(cond, s.Test) or beside is None:
        return False
    named = [
        one.name.text for one in (cond.subject, beside) if isinstance(one, s.Noun) and one.name is not None
    ]
    return named == [word] and any(isinstance(one, s.It) for one in (cond.subject, beside))
