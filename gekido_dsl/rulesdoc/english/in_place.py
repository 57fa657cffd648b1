"""Helpers are told where they are used: a definition by what it says, a number by its value, a rule by its steps.

Invariants:
    A helper that cannot be told in a place is named there; a book then keeps its passage.
    What is told in place says the same as the passage: its own words mean what they are asked with.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass, replace
from typing import TYPE_CHECKING, Final, TypeVar, cast

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.english.owners import with_owners
from gekido_dsl.rulesdoc.english.settling import settled
from gekido_dsl.syntax import nodes as s

if TYPE_CHECKING:
    from gekido_dsl.rulesdoc.english.teller import Teller


DEEPEST: Final = 3
"""So many helpers are told one inside the other; what is deeper is named."""


@contextmanager
def meaning(t: "Teller", words: Mapping[str, str], it: str = "it") -> Iterator[None]:
    """Has the words of a helper mean what it is asked with.

    Args:
        words: by the name of a parameter what it stands for.
        it: what the helper is said of.
    """
    before, t.bound, t.it = (t.bound, t.it), dict(words), it
    yield
    t.bound, t.it = before


@contextmanager
def inside(t: "Teller", helper: m.Decl) -> Iterator[None]:
    """Tells a helper, which is not told again within itself."""
    t.opened.add(helper)
    yield
    t.opened.discard(helper)


def helper_of(t: "Teller", test: s.Is) -> tuple[m.Definition, s.Definition, tuple[s.Argument, ...]] | None:
    """Gives the definition that a test asks for and what it is asked with, where it is to be told in place."""
    if test.how != "value" or test.others:
        return None
    operand = test.operand.noun if isinstance(test.operand, s.Indefinite) else test.operand
    if not isinstance(operand, s.Noun) or operand.name is None or operand.adjectives or operand.definite:
        return None
    key = t.meaning(operand.name)
    if (
        not isinstance(key, m.Definition)
        or key not in t.helpers
        or key in t.opened
        or len(t.opened) >= DEEPEST
    ):
        return None
    written = t.text_of(key)
    if not isinstance(written, s.Definition) or len(operand.arguments) != len(written.params):
        return None
    return key, written, operand.arguments


def given(t: "Teller", written: s.Definition | s.Property, arguments: Sequence[s.Argument]) -> dict[str, str]:
    """Tells what the words of a helper mean where it is used."""
    said = {}
    params, told = written.params, written.condition if isinstance(written, s.Definition) else written.phrase
    condition = told.span.text
    for param, argument in zip(params, arguments, strict=True):
        text = t.expr(argument.value)
        name = param.type.name if isinstance(param.type, s.RefType) else None
        if text == "it" and name is not None:  # another `it` stands inside
            again = f"its {name.text}" in condition
            text = f"{'that' if again else 'the'} {t.linked(name)}"
        said[word_of(param)] = text
    return said


def sort_of(t: "Teller", test: s.Test) -> s.Test | None:
    """Says of a thing that it is a Pawn where its fact is said to be so; None where no sort of piece is meant."""
    subject, predicate = test.subject, test.predicate
    if not isinstance(subject, s.Of) or subject.attribute.built_in or not isinstance(predicate, s.Is):
        return None
    is_ = _as_sort(t, subject.attribute, predicate)
    return replace(test, subject=subject.base, predicate=is_) if is_ is not None else None


def whose_sort(t: "Teller", whose: s.Whose) -> s.Is | None:
    """Says the same of things: `whose Rank is Pawn` is `that is a Pawn`."""
    return _as_sort(t, whose.attribute, whose.predicate) if isinstance(whose.predicate, s.Is) else None


def _as_sort(t: "Teller", attribute: s.Attribute, predicate: s.Is) -> s.Is | None:
    key = t.w.names.meaning(attribute.name, attribute.span)
    if key not in t.sorts or attribute.arguments or predicate.how != "value":
        return None
    operand = predicate.operand
    if (
        not isinstance(operand, s.Noun)
        or operand.name is None
        or not isinstance(t.meaning(operand.name), tuple)
    ):
        return None
    return replace(predicate, operand=s.Indefinite(operand.span, operand))


def asked_with(written: s.Definition, arguments: Sequence[s.Argument]) -> s.Definition:
    """Puts what a definition is asked with in the place of its own words."""
    meant = {word_of(one): each.value for one, each in zip(written.params, arguments, strict=True)}
    return put_in(written, meant) if meant else written


Made = TypeVar("Made")


def put_in(node: Made, meant: Mapping[str, s.Expr]) -> Made:
    """Puts expressions in the place of the words that stand for them."""
    return cast("Made", _put_in(node, meant))


def _put_in(node: object, meant: Mapping[str, s.Expr]) -> object:
    match node:
        case s.Local(word=word) if word in meant:
            return meant[word]
        case s.Noun(name=s.Name(text=word), definite=True, adjectives=(), arguments=()) if word in meant:
            return meant[word]
        case tuple():
            return tuple(_put_in(one, meant) for one in node)
        case s.Node() if is_dataclass(node):
            changed = {
                field.name: made
                for field in fields(node)
                if (made := _put_in(held := getattr(node, field.name), meant)) is not held
            }
            return replace(node, **changed) if changed else node  # type: ignore[arg-type]
        case _:
            return node


def word_of(param: s.Param) -> str:
    """Gives the word that a parameter goes by: its own, or that of its kind."""
    if param.word:
        return param.word
    name = param.type.name if isinstance(param.type, s.RefType) else None
    return name.text if name is not None else "player"


def said_of_it(
    t: "Teller", written: s.Definition
) -> tuple[tuple[s.Is, ...], tuple[s.Whose, ...], str] | None:
    """Gives what a definition says of its subject alone: what it is, and whose facts are how; None if it says more."""
    left = settled(t, written.condition)
    parts: tuple[s.Cond, ...]
    parts, joined = ((left,), "and") if isinstance(left, s.Test) else ((), "and")
    if isinstance(left, s.Logic):
        parts, joined = left.parts, left.operator
    found: list[s.Is] = []
    whose: list[s.Whose] = []
    for part in parts:
        if not isinstance(part, s.Test) or not isinstance(part.predicate, s.Is):
            return None
        match part.subject:
            case s.It() if not part.predicate.negated and not whose:
                found.append(part.predicate)
            case s.Of(base=s.It()) if (
                sort_of(t, part) is not None and not part.predicate.negated and not whose
            ):
                sort = sort_of(t, part)
                assert sort is not None and isinstance(sort.predicate, s.Is)
                found.append(sort.predicate)
            case s.Of(base=s.It(), attribute=attribute) if joined == "and" and not attribute.arguments:
                whose.append(s.Whose(part.span, attribute, part.predicate))
            case _:
                return None
    if joined == "and":
        found = [one for one in with_owners(t, found) if isinstance(one, s.Is)]
    return (tuple(found), tuple(whose), joined) if parts else None
