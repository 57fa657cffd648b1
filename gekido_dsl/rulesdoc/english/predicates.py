"""What is said of a subject becomes English, verb first: what it is, has, shows and has done."""

from dataclasses import replace
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.kernel.operators import RECORDS
from gekido_dsl.model.types import BoolType, IntType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.comparing import cost_text, key_text
from gekido_dsl.rulesdoc.english.in_place import given, helper_of, inside, meaning, said_of_it
from gekido_dsl.rulesdoc.english.lines import line_ways
from gekido_dsl.rulesdoc.english.nouns import (
    arguments_text,
    is_row,
    noun_text,
    outermost,
    stretch_text,
)
from gekido_dsl.rulesdoc.english.teller import EXPRESSIONS, PREDICATES, Teller
from gekido_dsl.syntax import nodes as s

_RELATIONS: Final = {"left of": "to the left of", "right of": "to the right of"}
_LEAPS: Final = {
    "": "a leap of {along} by {across} from",
    "diagonally": "diagonally next to",
    "straight": "exactly {along} straight from",
    "slanted": "exactly {along} diagonally from",
    "knight": "a knight's move from",
}


def this_stretch(t: Teller, scope: s.Name) -> str:
    """Writes `this turn`, `during this Attack`."""
    if scope.text in ("Turn", "Round"):
        return f"this {stretch_text(t, scope.text)}"
    return f"during this {t.linked(scope, 'this')}"


def be_text(t: Teller, test: s.Is) -> str:
    """Writes what a space is, in a line."""
    return f"is{' not' if test.negated else ''} {be_what(t, test)}"


def be_what(t: Teller, test: s.Is, *, many: bool | None = None) -> str:
    """Writes what stands after `is`."""
    told = _in_place(t, test, many=many)
    if told is not None:
        return told
    operand = test.operand
    if test.how == "adjective":
        if test.word == "friendly":
            yours = "yours" if t.person == "you" else "theirs"
            return f"on {t.my} side" if t.sided else yours
        record = RECORDS.get(test.word)
        if test.word == "enemy" and t.whole_book and not t.sided:
            return "the other player's" if t.game.most_players == 2 else "another player's"
        return record.predicate or test.word if record is not None else test.word
    assert operand is not None
    if test.how == "relation":
        return f"{_RELATIONS.get(test.word, test.word)} {t.expr(operand)}"
    if test.how == "next_to" and test.over is not None:
        return f"next to {value_text(t, operand, many=many)} along {t.expr(test.over.head)}"
    if test.how == "within":
        return _within(t, test, operand)
    if test.others:
        said = [value_text(t, one, many=many) for one in (operand, *test.others)]
        return f"{', '.join(said[:-1])} or {said[-1]}"
    if test.how == "leap":
        return f"{_LEAPS[test.word].format(along=test.distance, across=test.across)} {t.expr(operand)}"
    if test.how == "connected_to":
        way = f" over {t.expr(test.over.head)}" if test.over is not None else ""
        return f"connected to {t.expr(operand)}{way}"
    if test.how == "on" and isinstance(operand, s.Line) and operand.bound == "blocked":
        return f"in line with {t.expr(operand.origin)} {line_ways(t, operand)}, with nothing on the spaces between"
    if test.how == "value" and isinstance(operand, s.Arithmetic) and not isinstance(operand.left, s.Num):
        beyond = {"minus": "lower", "plus": "higher"}.get(operand.operator)
        if beyond is not None and isinstance(operand.right, s.Num):
            return f"{t.expr(operand.right)} {beyond} than {t.expr(operand.left)}"
        if beyond is not None and isinstance(operand.right, s.Local):
            return f"{beyond} than {t.expr(operand.left)} by {t.expr(operand.right)}"
    words = {
        "value": "",
        "at_least": "at least ",
        "at_most": "at most ",
        "more": "more than ",
        "less": "less than ",
        "next_to": "next to ",
        "on": "on ",
        "in": "in ",
    }
    alike = "equal to " if test.how == "value" and _is_number(t, operand) else ""
    return f"{words[test.how]}{alike}{value_text(t, operand, many=many)}"


def _in_place(t: Teller, test: s.Is, *, many: bool | None) -> str | None:
    """Writes what a helper says of the subject, where it says nothing else."""
    found = helper_of(t, test)
    said = said_of_it(t, found[1]) if found is not None else None
    if found is None or said is None or said[1] or (len(said[0]) > 1 and (test.negated or said[2] == "or")):
        return None
    helper, written, arguments = found
    with inside(t, helper), meaning(t, given(t, written, arguments)):
        return md.joined([be_what(t, one, many=many) for one in said[0]], said[2])


def _within(t: Teller, test: s.Is, operand: s.Expr) -> str:
    """Writes how far something is at most, over what, and what each space counts."""
    far = md.counted(test.distance, "space")
    if test.reach is not None or test.cost is not None:
        far = str(test.distance) if test.reach is None else t.expr(test.reach)
    way = f" over {t.expr(test.over.head)}" if test.over is not None else ""
    return f"within {far} of {t.expr(operand)}{way}{cost_text(t, test.cost)}"


def _is_number(t: Teller, operand: s.Expr) -> bool:
    """Tells whether something is a number that has to be looked up, so that another one equals it."""
    match operand:
        case s.Count() | s.Arithmetic() | s.Sum():
            return True
        case s.Of(attribute=attribute) if not attribute.built_in:
            key = t.w.names.meaning(attribute.name, attribute.span)
            return isinstance(key, m.Field) and isinstance(key.type, IntType)
        case _:
            return False


def value_text(t: Teller, operand: s.Expr, *, many: bool | None = None) -> str:
    """Writes what something is compared with: a fact that is called like its values is the current one.

    Args:
        many: whether the subject is in the plural, for nouns that are to agree with it.
    """
    if isinstance(operand, s.Indefinite) and many and operand.noun.name is not None:
        name = operand.noun.name
        key = t.meaning(name)
        if isinstance(key, m.Definition) and not operand.noun.adjectives:
            return t.w.link(key, plural(name.text)) + arguments_text(t, operand.noun.arguments)
        if is_row(t, name):
            return noun_text(
                t, replace(operand.noun, name=replace(name, text=plural(name.text))), alone=False
            )
    if isinstance(operand, s.Noun) and operand.name is not None:
        key = t.meaning(operand.name)
        if isinstance(key, m.Field) and key.name in t.game.patterns:
            return f"the current {t.linked(operand.name)}"
        if isinstance(key, m.Field) and isinstance(key.type, BoolType) and not many:
            return en.state(key.name, t.expr(operand))
        if isinstance(key, m.Definition) and many is False and operand.name.text == plural(key.name):
            return en.a(t.w.link(key, key.name)) + arguments_text(t, operand.arguments)
        if isinstance(key, m.Definition) and not operand.adjectives:
            return noun_text(t, operand, alone=False)
        if is_row(t, operand.name) and not operand.definite:
            text = noun_text(t, operand, alone=False)
            return plural(text) if many else en.a(text)
    return t.expr(operand)


@PREDICATES.of(s.Is)
def is_text(t: Teller, one: s.Is, *, many: bool, single: bool = False) -> str:
    """Writes what something is.

    Args:
        single: whether the subject is one person in spite of its verb: `they are a Winner`.
    """
    return f"{_be(one, many)} {be_what(t, one, many=many and not single)}"


@PREDICATES.of(s.Has)
def _has(t: Teller, one: s.Has, *, many: bool) -> str:
    have = "have" if many else "has"
    if not one.negated:
        return f"{have} {t.expr(one.operand)}"
    if isinstance(one.operand, s.Indefinite):
        return f"{have} no {noun_text(t, one.operand.noun, alone=False)}"
    return f"{'do' if many else 'does'} not have {t.expr(one.operand)}"


@PREDICATES.of(s.HasMoved)
def _has_moved(t: Teller, one: s.HasMoved, *, many: bool) -> str:
    return f"{'have' if many else 'has'}{' not' if one.negated else ''} moved {this_stretch(t, one.scope)}"


@PREDICATES.of(s.HasUsed)
def _has_used(t: Teller, one: s.HasUsed, *, many: bool) -> str:
    used = md.joined([t.linked(action) for action in one.actions], "or")
    return (
        f"{'have' if many else 'has'}{' not' if one.negated else ''} used {used} {this_stretch(t, one.scope)}"
    )


@PREDICATES.of(s.Fits)
def _fits(t: Teller, one: s.Fits, *, many: bool) -> str:
    return f"{_does('fit', one.negated, many)} {t.expr(one.operand)}"


@PREDICATES.of(s.FitsNeighbours)
def _fits_neighbours(t: Teller, one: s.FitsNeighbours, *, many: bool) -> str:
    return f"{_does('fit', one.negated, many)} {fit_what(t, one, many=many)}"


def fit_what(t: Teller, one: s.FitsNeighbours, *, many: bool = False) -> str:
    """Writes what a tile fits, and by what."""
    return f"{'their' if many else 'its'} neighbours by {t.linked(one.fact)}"


@PREDICATES.of(s.HasOpenSide)
def _has_open_side(t: Teller, one: s.HasOpenSide, *, many: bool) -> str:
    have = "have" if many else "has"
    return f"{have} {'no' if one.negated else 'an'} open side"


@PREDICATES.of(s.Shows)
def _shows(t: Teller, one: s.Shows, *, many: bool) -> str:
    if isinstance(outermost(t, one.operand), m.Place):
        return f"{_be(one, many)} shown in {t.expr(one.operand)}"
    return f"{_does('show', one.negated, many)} {t.expr(one.operand)}"


@PREDICATES.of(s.Joins)
def _joins(t: Teller, one: s.Joins, *, many: bool) -> str:
    return f"{'connect' if many else 'connects'} the {one.first} with the {one.second}"


@PREDICATES.of(s.MakesRow)
def _makes_row(t: Teller, one: s.MakesRow, *, many: bool) -> str:
    return f"{'make' if many else 'makes'} {one.length} in a row"


@PREDICATES.of(s.AddsUp)
def _adds_up(t: Teller, one: s.AddsUp, *, many: bool) -> str:
    goal = f"of {one.total.value}" if isinstance(one.total, s.Num) else f"equal to {t.expr(one.total)}"
    return f"{'have' if many else 'has'} a total {key_text(t, one.by).removeprefix('the ')} {goal}"


@PREDICATES.of(s.MakesMeld)
def _makes_meld(t: Teller, one: s.MakesMeld, *, many: bool) -> str:
    along = f" together with {t.expr(one.along)}" if one.along is not None else ""
    return f"{_does('make', one.negated, many)} {en.a(t.linked(one.name))}{along}"


@EXPRESSIONS.of(s.Line)
def _line(t: Teller, expr: s.Line) -> str:
    ends = (
        f" {expr.bound} it {be_text(t, expr.test)}"
        if expr.bound is not None and expr.test is not None
        else ""
    )
    if expr.bound == "blocked":
        ends = ", up to and with the first space that is not empty"
    return f"the line from {t.expr(expr.origin)} {line_ways(t, expr)}{ends}"


def _be(one: s.Is | s.Shows, many: bool) -> str:
    return f"{'are' if many else 'is'}{' not' if one.negated else ''}"


def _does(verb: str, negated: bool, many: bool) -> str:
    if negated:
        return f"{'do' if many else 'does'} not {verb}"
    return verb if many else f"{verb}s"
