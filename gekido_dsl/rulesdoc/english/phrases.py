"""Phrases become English: what is talked about, how many of it, and whose it is.

Invariants:
    Every node of a phrase is written; one that is not known here is a mistake of ours.
"""

import re
from dataclasses import replace
from typing import Final, assert_never

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural, spot
from gekido_dsl.model.types import SetType, ThingType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.between import between
from gekido_dsl.rulesdoc.english.in_place import (
    DEEPEST,
    asked_with,
    given,
    helper_of,
    inside,
    meaning,
    said_of_it,
    whose_sort,
)
from gekido_dsl.rulesdoc.english.lines import line_ways
from gekido_dsl.rulesdoc.english.nouns import (
    arguments_text,
    attribute_text,
    in_the_singular,
    noun_text,
    one_of,
    outermost,
    takes_plural,
)
from gekido_dsl.rulesdoc.english.owners import with_owners
from gekido_dsl.rulesdoc.english.teller import EXPRESSIONS, Teller
from gekido_dsl.syntax import nodes as s

_WHOSE: Final = re.compile(r"(?:'s|s') ")


def spot_text(t: Teller, word: str) -> str:
    """Writes which space is meant, as the numbers beside a board say it."""
    boards = t.game.boards.values()
    return spot(word, row=bool(boards) and all(board.shape.rows == 1 for board in boards))


def term_text(t: Teller, expr: s.Expr, operator: str) -> str:
    """Writes an operand, in parentheses where it is a sum of its own."""
    text = t.expr(expr)
    inner = isinstance(expr, s.Arithmetic) and expr.operator not in (
        "times",
        "remainder",
        "smaller",
        "larger",
    )
    return f"({text})" if inner and operator in ("times", "minus") else text


@EXPRESSIONS.of(s.Of)
def _of_text(t: Teller, expr: s.Of) -> str:
    """Writes what belongs to somebody or something."""
    base, attribute = expr.base, expr.attribute
    label = attribute_text(t, attribute)
    if attribute.built_in:
        return _built_in(t, base, attribute, expr)
    key = t.w.names.meaning(attribute.name, attribute.span)
    behind = t.for_player(key) + arguments_text(t, attribute.arguments)
    if isinstance(key, m.Property) and (told := _property_in_place(t, key, base, attribute)) is not None:
        return told
    if isinstance(key, m.Place) and en.describes(attribute.name):
        label = f"{label} {key.word}"
    if isinstance(base, s.It) and t.it == "it" and isinstance(key, m.Field) and _is_of_players(key):
        return f"their {label}{behind}"
    return belonging(t, base, label, behind)


def _property_in_place(t: Teller, key: m.Property, base: s.Expr, asked: s.Attribute) -> str | None:
    """Writes what a helper stands for instead of its name: `Squares that are diagonally next to it`."""
    written = t.text_of(key)
    if key not in t.helpers or key in t.opened or len(t.opened) >= DEEPEST:
        return None
    if not isinstance(written, s.Property) or len(asked.arguments) != len(written.params):
        return None
    words = given(t, written, asked.arguments)
    it = t.expr(base)
    with inside(t, key), meaning(t, words, it):
        between = _between(t, written)
        return phrase_text(t, written.phrase) if between is None else between


def _between(t: Teller, written: s.Property) -> str | None:
    """Writes spaces that are next to two others as those between them; None where they are no such spaces."""
    head, found = written.phrase.head, between(t, written.phrase)
    if not isinstance(head, s.Noun) or found is None or found[0] not in t.bound:
        return None
    other, rest = found
    told = relative_text(t, rest, head) if rest.predicates else ""
    return f"{noun_text(t, head, alone=False)} between {t.bound[other]} and {t.it}{told}"


def _is_of_players(field: m.Field) -> bool:
    """Tells whether a fact is one that each player has."""
    return isinstance(field.owner, m.Kind) and field.owner.sheet


def belonging(t: Teller, base: s.Expr, label: str, behind: str = "") -> str:
    """Writes that something is somebody's, with `of` where `'s` would pile up.

    Args:
        behind: what belongs behind the label.
    """
    if isinstance(base, s.Me):
        return f"{t.my} {label}{behind}"
    if isinstance(base, s.It) and t.it == "it":
        return f"its {label}{behind}"
    owner = t.expr(base)
    said = en.plain(owner)
    if said == "you":
        return f"your {label}{behind}"
    if isinstance(base, s.It) and said.count(" ") > 2:
        return f"the {label}{behind} of {owner}"
    far = (
        len(_WHOSE.findall(said)) > bool(behind)
        or "the player on " in said
        or isinstance(
            base, s.Inner | s.Located | s.Highest | s.Beside | s.Opposite | s.Union | s.Turned | s.Line
        )
    )
    if far:
        return f"the {label}{behind} of {owner}"
    return f"{en.belonging(owner, many=takes_plural(t, base))} {label}{behind}"


def several_in(t: Teller, phrase: s.Phrase) -> str:
    """Names what is counted in what is called by a name of its own: `Points in ` its Run."""
    key = outermost(t, phrase.head) if isinstance(phrase.head, s.Of) else None
    match key:
        case m.Property(value=m.Expr(type=SetType(item=ThingType(kind=kind)))):
            return f"{t.w.link(kind, kind.plural)} in "
        case m.Definition(subject=ThingType(kind=kind)) if isinstance(t.text_of(key), s.Cluster):
            return f"{t.w.link(kind, kind.plural)} in "
        case _:
            return ""


def _built_in(t: Teller, base: s.Expr, attribute: s.Attribute, expr: s.Of) -> str:
    match attribute.name:
        case "owner" if _taking(base.phrase.head if isinstance(base, s.Inner) else base):
            return f"whoever played {t.expr(base)}"
        case "left neighbour" | "right neighbour":
            first = expr.span.text.casefold()
            if first.startswith("the ") and isinstance(base, s.Me):
                return "the next player" if "next" in first else "the previous player"
            way, steps = attribute.name.split(" ")[0], 1
            while isinstance(base, s.Of) and base.attribute.name == attribute.name:
                base, steps = base.base, steps + 1
            if steps > 1:
                return f"the player {steps} places to the {way} of {t.expr(base)}"
            whose = (
                t.my if isinstance(base, s.Me) else "its" if isinstance(base, s.It) and t.it == "it" else None
            )
            who = t.expr(base) if whose is None else ""
            if who == "you":
                whose = "your"
            if who.startswith("the player on "):
                return f"the player to the {way} of {who}"
            return f"the player on {whose or en.belonging(who)} {way}"
        case "games won":
            who = t.expr(base)
            if who == "that player":
                return "the number of games won"
            return f"the number of games that {who} {'have' if who == 'you' else 'has'} won"
        case "side" if not isinstance(base, s.Me | s.It):
            return f"the side of {t.expr(base)}"
        case _:
            return belonging(t, base, attribute.name, arguments_text(t, attribute.arguments))


def _taking(head: s.Expr) -> bool:
    """Tells whether the card that takes a trick is meant."""
    return isinstance(head, s.Highest) and head.taking is not None


@EXPRESSIONS.of(s.Located)
def located_text(t: Teller, expr: s.Located, *, front: bool = False) -> str:
    """Writes things with where they are."""
    things = (
        t.expr(expr.things) if not isinstance(expr.things, s.Noun) else noun_text(t, expr.things, alone=False)
    )
    if isinstance(expr.where, s.Line) and expr.where.bound == "blocked" and not _are_spaces(t, expr.things):
        return (
            f"{things} that stand first in line from {t.expr(expr.where.origin)} {line_ways(t, expr.where)}"
        )
    if expr.way != "of":
        return f"{things} {expr.way} {t.expr(expr.where)}"
    between = expr.span.text[expr.things.span.end - expr.span.start : expr.where.span.start - expr.span.start]
    word = next(iter(between.strip(" ()").split()), "of")
    place = outermost(t, expr.where)
    asked = outermost(t, expr.things) if isinstance(expr.things, s.Noun) else None
    if word == "of" and isinstance(asked, m.Amount | m.Property | m.Counter | m.Field):
        return belonging(t, expr.where, en.plain_the(things))
    if word == "of" and not isinstance(place, m.Place | m.Board | m.Track | m.Property) and not front:
        mine = _part_of(t, expr.things, expr.where)
        if mine is not None:
            return mine
    if isinstance(place, m.Place | m.Track) and not front:
        word = "from" if t.taking and isinstance(place, m.Place) else "in"
    elif isinstance(place, m.Board):
        word = "on"
    return f"{things} {word} {t.expr(expr.where)}"


def _are_spaces(t: Teller, things: s.Expr) -> bool:
    """Tells whether the spaces of a board are meant, not what stands on them."""
    key = outermost(t, things)
    return isinstance(key, m.Kind) and key.board is not None


def _part_of(t: Teller, things: s.Expr, where: s.Expr) -> str | None:
    """Writes parts of a thing as its own: `one of its Slots`, `its Slots`."""
    noun = things.noun if isinstance(things, s.Indefinite) else things
    if (
        not isinstance(noun, s.Noun)
        or noun.name is None
        or noun.adjectives
        or noun.definite
        or noun.arguments
        or isinstance(where, s.Line)
    ):
        return None
    key = t.meaning(noun.name)
    if not isinstance(key, m.Kind) or (noun is things and noun.name.text != key.plural):
        return None
    label = t.w.link(key, key.plural)
    mine = belonging(t, where, label)
    return f"one of {mine}" if isinstance(things, s.Indefinite) else mine


def phrase_text(t: Teller, phrase: s.Phrase, *, counted: bool = False) -> str:
    """Writes a phrase with how many, and what is said of them."""
    quantity, head = phrase.quantity, phrase.head
    front = quantity is not None and quantity.kind in ("next", "last")
    match head:
        case s.Located():
            text = located_text(t, head, front=front)
        case s.Noun() if (
            quantity is not None
            or counted
            or phrase.relative is not None
            or phrase.as_many is not None
            or phrase.adding is not None
        ):
            text = noun_text(t, head, many=counted, alone=False)
        case _:
            text = t.expr(head)
    if phrase.relative is not None:
        text += relative_text(t, phrase.relative, head)
    if phrase.as_many is not None:
        return _as_many(t, phrase.as_many, text)
    if phrase.adding is not None:
        said = t.predicate(phrase.adding, many=True)
        if phrase.relative is None:
            return f"any {text} with {said.removeprefix('have ')}"
        return f"any {text} and {'that ' if phrase.relative.whose else ''}{said}"
    return _counted_text(t, quantity, text, head) if quantity is not None else text


def relative_text(t: Teller, relative: s.Relative, head: s.Expr) -> str:
    """Writes ` that is empty and next to it`."""
    many = takes_plural(t, head)
    one = head.noun if isinstance(head, s.Indefinite | s.Several) else head
    word = "who" if isinstance(one, s.Noun) and one.name is None else "that"
    relative = _told_in_place(t, relative)
    lead = f" {word}" if relative.predicates else ""
    return f"{lead} {predicates_text(t, relative, many=many)}"


def _first_in_line(t: Teller, head: s.Expr) -> bool:
    """Tells whether what stands first in one line is meant: on at most one space."""
    if not isinstance(head, s.Located) or not isinstance(head.where, s.Line) or _are_spaces(t, head.things):
        return False
    return t.whole_book and head.where.bound == "blocked" and not head.where.any


def _as_many(t: Teller, number: s.Expr, text: str) -> str:
    if isinstance(number, s.Num):
        return f"{number.value} {in_the_singular(t, text) if number.value == 1 else text}"
    if isinstance(number, s.Local):
        said = t.expr(number)
        return f"{said} {text}" if number.word in t.numbers else f"as many {text} as {said}"
    return (
        f"as many {text} as {t.expr(number)} says"
        if isinstance(outermost(t, number), m.Amount)
        else f"as many {text} as {t.expr(number)}"
    )


def _counted_text(t: Teller, quantity: s.Quantity, text: str, head: s.Expr) -> str:
    match quantity.kind:
        case "all" if _first_in_line(t, head):
            own = en.plain(text).startswith(("your ", "their "))
            text = text.replace(" that stand first ", " that stands first ")
            return in_the_singular(t, text) if own else en.a(in_the_singular(t, text))
        case "all":
            mine = en.plain(text).startswith(("your ", "their ", "its ", "the "))
            return f"all of {text}" if mine else f"all {text}"
        case "random":
            return f"a random {text}" if quantity.most == 1 else f"{quantity.most} random {text}"
        case "nth":
            return f"the {en.ordinal(quantity.least)} {in_the_singular(t, text)}"
        case "next" if _any_will_do(t, head):
            assert isinstance(head, s.Located)
            if isinstance(head.things, s.Several):
                return f"{t.expr(head.things)} from {t.expr(head.where)}"
            assert isinstance(head.things, s.Noun)
            said = noun_text(t, head.things, alone=False)
            few = en.a(said) if quantity.most == 1 else f"{quantity.most} {said}"
            return f"{few} from {t.expr(head.where)}"
        case "next" | "last":
            place = outermost(t, head.where) if isinstance(head, s.Located) else None
            stacked = isinstance(place, m.Place) and place.word in ("deck", "pile")
            words = {"next": "top", "last": "bottom"} if stacked else {"next": "next", "last": "last"}
            if t.whole_book and not stacked and not t.taking:
                words["next"] = "first"
            return f"the {words[quantity.kind]} {text}"
        case "front" | "back":
            return f"the {'first' if quantity.kind == 'front' else 'last'} {text}"
        case "between":
            least, most = quantity.least, quantity.most
            if most is None:
                few = in_the_singular(t, text) if least == 1 else text
                return f"any number of {text}" if least == 0 else f"at least {least} {few}"
            return f"up to {most} {text}" if least == 0 else f"{least} to {most} {text}"
        case _:
            assert_never(quantity.kind)


def _any_will_do(t: Teller, head: s.Expr) -> bool:
    """Tells whether the next one of a heap is as good as any: things that are alike, and lie in no order."""
    if not t.taking or not isinstance(head, s.Located) or head.way != "of":
        return False
    things = head.things.noun if isinstance(head.things, s.Several) else head.things
    if not isinstance(things, s.Noun):
        return False
    place = outermost(t, head.where)
    if not isinstance(place, m.Place) or place.word not in ("pool", "box") or things.name is None:
        return False
    named = t.meaning(things.name)
    if isinstance(named, m.Kind):
        return len({row.name for row in named.rows}) == 1 or named.faces is not None
    name = things.name.text
    rows = {row.name for kind in t.game.kinds.values() for row in kind.rows if kind is place.holds}
    return any(name in (row, plural(row)) for row in rows)


def leaves_open(t: Teller, phrase: s.Phrase | None) -> bool:
    """Tells whether a phrase leaves something to choose."""
    if phrase is None:
        return False
    if phrase.as_many is not None or phrase.adding is not None:
        return True
    if phrase.quantity is not None:
        return phrase.quantity.kind == "between"
    return _opens(t, phrase.head)


def _opens(t: Teller, expr: s.Expr) -> bool:
    match expr:
        case s.Indefinite() | s.Several() | s.Numbers() | s.Union():
            return True
        case s.Located(things=things):
            return _opens(t, things)
        case s.Inner(phrase=phrase):
            return leaves_open(t, phrase)
        case s.Of(base=base):
            return _opens(t, base)
        case _:
            return False


def predicates_text(t: Teller, relative: s.Relative, *, many: bool) -> str:
    """Writes what is said of things after `that`; `is` is said once."""
    relative = _told_in_place(t, relative)
    if relative.joined == "and":
        relative = replace(relative, predicates=tuple(with_owners(t, relative.predicates)))
    texts: list[str] = []
    for number, each in enumerate(relative.predicates):
        text = t.predicate(each, many=many)
        before = relative.predicates[number - 1] if number else None
        if isinstance(each, s.Is) and isinstance(before, s.Is) and not each.negated and not before.negated:
            text = text.split(" ", 1)[1]
        elif text.startswith("is shown ") and texts and texts[-1].startswith("is shown "):
            text = text.removeprefix("is shown ")
        texts.append(text)
    said = [en.joined(texts, relative.joined)] if texts else []
    whose = [_whose_text(t, one) for one in relative.whose]
    if len(said) + len(whose) > 2:
        return en.joined([*said, *whose], "and")
    return " and ".join([*said, *whose])


def _told_in_place(t: Teller, relative: s.Relative) -> s.Relative:
    """Puts what a helper says in the place of its name, where it is said of the things alone."""
    predicates: list[s.Predicate] = []
    whose = list(relative.whose)
    for each in relative.predicates:
        found = helper_of(t, each) if isinstance(each, s.Is) and not each.negated else None
        said = said_of_it(t, asked_with(*found[1:])) if found is not None else None
        alone = said is not None and (said[2] == relative.joined or len(said[0]) + len(said[1]) == 1)
        if said is None or not alone or (said[1] and relative.joined == "or"):
            predicates.append(each)
            continue
        predicates += said[0]
        whose += said[1]
    if relative.joined == "and" or not predicates:
        sorts = [(one, whose_sort(t, one)) for one in whose]
        predicates += [sort for _, sort in sorts if sort is not None]
        whose = [one for one, sort in sorts if sort is None]
    return replace(relative, predicates=tuple(predicates), whose=tuple(whose))


def _whose_text(t: Teller, whose: s.Whose) -> str:
    label = attribute_text(t, whose.attribute)
    asked = whose.predicate
    if isinstance(asked, s.Is) and isinstance(asked.operand, s.It) and asked.how == "value" and t.it == "it":
        if not asked.negated and not asked.others:
            return f"of that {label}"
    if isinstance(asked, s.Is) and asked.operand is not None and asked.how == "value" and t.whole_book:
        alike = en.plain(t.expr(asked.operand)) == f"the {en.plain(label)}"
        if alike and not asked.negated and not asked.others:
            return f"of that {label}"
    if whose.predicate is not None:
        return f"whose {label} {t.predicate(whose.predicate, many=en.several(en.plain(label)))}"
    return f"of the same {label} as {t.expr(whose.like) if whose.like is not None else ''}"


# ------------------------------------------------------------ what is said in a few words


@EXPRESSIONS.of(s.Num)
def _number(t: Teller, expr: s.Num) -> str:
    return str(expr.value)


@EXPRESSIONS.of(s.Indefinite)
def _indefinite(t: Teller, expr: s.Indefinite) -> str:
    return one_of(t, expr.noun)


@EXPRESSIONS.of(s.Several)
def _several(t: Teller, expr: s.Several) -> str:
    return f"{expr.number} {noun_text(t, expr.noun, many=expr.number != 1, alone=False)}"


@EXPRESSIONS.of(s.Local)
def _local(t: Teller, expr: s.Local) -> str:
    if expr.word in t.bound:
        return t.bound[expr.word]
    word = md.escape(expr.word)
    return f"*{word}*" if expr.word in t.numbers else f"the {word}"


@EXPRESSIONS.of(s.It)
def _it(t: Teller, expr: s.It) -> str:
    return t.it


@EXPRESSIONS.of(s.Me)
def _me(t: Teller, expr: s.Me) -> str:
    return "you" if t.person == "you" else "that player"


@EXPRESSIONS.of(s.NoneWord)
def _none(t: Teller, expr: s.NoneWord) -> str:
    return "none"


@EXPRESSIONS.of(s.YesNo)
def _yes_no(t: Teller, expr: s.YesNo) -> str:
    return "yes" if expr.value else "no"


@EXPRESSIONS.of(s.Arithmetic)
def _arithmetic(t: Teller, expr: s.Arithmetic) -> str:
    if expr.operator == "minus" and isinstance(expr.left, s.Num) and expr.left.value == 0:
        return f"minus {term_text(t, expr.right, 'minus')}"
    left, right = term_text(t, expr.left, "times"), term_text(t, expr.right, "times")
    match expr.operator:
        case "smaller" | "larger":
            return f"the {expr.operator} of {t.expr(expr.left)} and {t.expr(expr.right)}"
        case "remainder":
            return f"the remainder of {left} divided by {right}"
        case "divided_up" | "divided_down":
            halved = isinstance(expr.right, s.Num) and expr.right.value == 2
            said = f"half of {left}" if halved else f"{left} divided by {right}"
            return f"{said}, rounded {expr.operator.removeprefix('divided_')}"
        case _:
            pass
    return (
        f"{term_text(t, expr.left, expr.operator)} {expr.operator} {term_text(t, expr.right, expr.operator)}"
    )


@EXPRESSIONS.of(s.Count)
def _count(t: Teller, expr: s.Count) -> str:
    return f"the number of {several_in(t, expr.phrase)}{phrase_text(t, expr.phrase, counted=True)}"


@EXPRESSIONS.of(s.Ordinal)
def _ordinal(t: Teller, expr: s.Ordinal) -> str:
    return f"the {en.ordinal(expr.number)} player"


@EXPRESSIONS.of(s.Automaton)
def _automaton(t: Teller, expr: s.Automaton) -> str:
    return "the automaton"


@EXPRESSIONS.of(s.Lines)
def _lines(t: Teller, expr: s.Lines) -> str:
    passed = noun_text(t, expr.over, many=True, alone=False)
    return (
        f"the straight lines of {passed} from {t.expr(expr.origin)} to {noun_text(t, expr.end, alone=False)}"
    )


@EXPRESSIONS.of(s.Numbers)
def _numbers(t: Teller, expr: s.Numbers) -> str:
    return f"a number from {t.expr(expr.low)} to {t.expr(expr.high)}"


@EXPRESSIONS.of(s.Union)
def _union(t: Teller, expr: s.Union) -> str:
    return md.joined([phrase_text(t, part) for part in expr.parts], "or")


@EXPRESSIONS.of(s.Spot)
def _spot(t: Teller, expr: s.Spot) -> str:
    return spot_text(t, expr.word)


@EXPRESSIONS.of(s.StandingOn)
def _standing_on(t: Teller, expr: s.StandingOn) -> str:
    return f"the {t.linked(expr.name)} on {spot_text(t, expr.spot.word)}"


@EXPRESSIONS.of(s.Inner)
def _inner(t: Teller, expr: s.Inner) -> str:
    return phrase_text(t, expr.phrase)


@EXPRESSIONS.of(s.Turned)
def _turned(t: Teller, expr: s.Turned) -> str:
    return f"{t.expr(expr.base)} turned {expr.way}"


@EXPRESSIONS.of(s.Beside)
def _beside(t: Teller, expr: s.Beside) -> str:
    space = noun_text(t, expr.noun, alone=False)
    steps, origin = 1, expr.origin
    while True:
        inner = (
            origin.phrase.head if isinstance(origin, s.Inner) and origin.phrase.relative is None else origin
        )
        if not isinstance(inner, s.Beside) or inner.towards != expr.towards:
            break
        steps, origin = steps + 1, inner.origin
    if steps > 1:
        return f"the {space} {steps} spaces from {t.expr(origin)} towards {t.expr(expr.towards)}"
    start = t.expr(expr.origin)
    start += "," if " towards " in start else ""
    return f"the {space} beside {start} towards {t.expr(expr.towards)}"


@EXPRESSIONS.of(s.Opposite)
def _opposite(t: Teller, expr: s.Opposite) -> str:
    return f"the {noun_text(t, expr.noun, alone=False)} opposite {t.expr(expr.origin)}"


@EXPRESSIONS.of(s.Asked)
def _asked(t: Teller, expr: s.Asked) -> str:
    return t.expr(expr.base) + arguments_text(t, expr.arguments)
