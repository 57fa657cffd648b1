"""Conditions become English."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.model.kernel.operators import RECORDS
from gekido_dsl.model.types import IntType, ThingType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.comparing import best, ranked, several_among
from gekido_dsl.rulesdoc.english.in_place import given, helper_of, inside, meaning, said_of_it, sort_of
from gekido_dsl.rulesdoc.english.nouns import (
    arguments_text,
    attribute_text,
    in_the_singular,
    is_own,
    noun_text,
    outermost,
    takes_plural,
)
from gekido_dsl.rulesdoc.english.owners import tests_with_owners
from gekido_dsl.rulesdoc.english.phrases import phrase_text, predicates_text, relative_text, several_in
from gekido_dsl.rulesdoc.english.predicates import be_what, is_text
from gekido_dsl.rulesdoc.english.settling import option_asked, settled
from gekido_dsl.rulesdoc.english.teller import CONDITIONS, Teller
from gekido_dsl.syntax import nodes as s


def guard_text(t: Teller, guard: s.Guard | None) -> str:
    """Writes a guard: `if the Command is complete`."""
    if guard is None:
        return ""
    if guard.condition is None:
        return "if possible"
    return f"{guard.kind} {t.cond(guard.condition)}"


@CONDITIONS.of(s.Logic)
def _logic_text(t: Teller, logic: s.Logic, *, inner: bool = False) -> str:
    """Writes conditions that are joined; what is said of the same thing is said once."""
    mixed = any(isinstance(part, s.Logic) for part in logic.parts)
    groups: list[list[s.Cond]] = []
    parts: Sequence[s.Cond] = [_from_it(t, part) for part in logic.parts]
    parts = tests_with_owners(t, parts) if logic.operator == "and" else parts
    for part in parts:
        last = groups[-1][-1] if groups else None
        if isinstance(part, s.Test) and isinstance(last, s.Test) and _alike(t, last, part):
            groups[-1].append(part)
        else:
            groups.append([part])
    texts = [_group_text(t, group, logic.operator) for group in groups]
    if len(texts) == 1:
        return texts[0]
    if logic.operator == "or" and len(texts) == 2:  # the comma before `or` is enough
        texts = [text.removeprefix("both ") for text in texts]
    if inner and logic.operator == "or" and len(texts) > 2:
        return f"at least one of these holds: {en.joined(texts, 'or')}"
    if inner and logic.operator == "or":
        return f"either {en.joined(texts, 'or')}"
    if inner and len(texts) > 2:
        return f"all of these hold: {en.joined(texts, 'and')}"
    if inner and len(texts) == 2:
        return f"both {en.joined(texts, 'and')}"
    if mixed or any(len(group) > 1 for group in groups):
        return f"{', '.join(texts[:-1])}, {logic.operator} {texts[-1]}"
    return en.joined(texts, logic.operator)


_TURNED: Final = {
    "ahead of": "behind",
    "behind": "ahead of",
    "diagonally ahead of": "diagonally behind",
    "left of": "right of",
    "right of": "left of",
}


def _from_it(t: Teller, part: s.Cond) -> s.Cond:
    """Says where a space is as seen from another thing, rather than where that is as seen from the space."""
    kind = t.telling.subject if isinstance(t.telling, m.Definition) else None
    if not isinstance(kind, ThingType) or kind.kind.board is None:
        return part
    if not isinstance(part, s.Test) or not isinstance(part.predicate, s.Is) or t.it != "it":
        return part
    one = part.predicate
    if one.how != "relation" or one.word not in _TURNED or not isinstance(one.operand, s.It):
        return part
    if not isinstance(part.subject, s.Noun) or not part.subject.definite:
        return part
    turned = replace(one, word=_TURNED[one.word], operand=part.subject)
    return replace(part, subject=one.operand, predicate=turned)


def _alike(t: Teller, one: s.Test, other: s.Test) -> bool:
    """Tells whether two tests are said of the same thing, so that it need not be named twice."""
    return one.subject == other.subject and _plain(t, one) and _plain(t, other)


def _group_text(t: Teller, group: list[s.Cond], operator: str) -> str:
    """Writes what is said of one thing; `is` is said once."""
    first = group[0]
    texts = [_logic_text(t, first, inner=True) if isinstance(first, s.Logic) else t.cond(first)]
    for before, part in pairwise(group):
        assert isinstance(part, s.Test)
        verb = t.predicate(part.predicate, many=takes_plural(t, part.subject))
        shared = (_shares(t, before, part) and " " in verb) or (
            verb.startswith("is shown ") and texts[0].endswith(tuple(texts)) and " is shown " in texts[-1]
        )
        texts.append(verb.split(" ", 1)[1] if shared else verb)
    return md.joined(texts, operator)


def _plain(t: Teller, test: s.Test) -> bool:
    """Tells whether a test is written as its subject with what is said of it."""
    if option_asked(t, test) is not None or _said_otherwise(t, test) is not None:
        return False
    if _in_place(t, test) is not None or _counted_in_mind(t, test) is not None:
        return False
    return not isinstance(test.subject, s.Count)


def _shares(t: Teller, before: s.Cond, test: s.Test) -> bool:
    """Tells whether both begin with the same verb, so that it need not be said twice."""
    if not isinstance(before, s.Test) or not isinstance(before.predicate, s.Is):
        return False
    one, other = before.predicate, test.predicate
    return isinstance(other, s.Is) and not other.negated and not one.negated


@CONDITIONS.of(s.Test)
def test_text(t: Teller, test: s.Test) -> str:
    """Writes what is said of something."""
    option = option_asked(t, test)
    if option is not None and isinstance(test.predicate, s.Is) and test.predicate.operand is not None:
        how = "is not" if test.predicate.negated else "is"
        answers = (test.predicate.operand, *test.predicate.others)
        said = md.joined([f"“{t.expr(one)}”" for one in answers], "or")
        return f"the option {t.w.link(option)} {how} {said}"
    turned = _from_it(t, sort_of(t, test) or test)
    test = turned if isinstance(turned, s.Test) else test
    told = _in_place(t, test)
    if told is not None:
        return told
    special = _counted_in_mind(t, test) or _said_otherwise(t, test)
    if special is not None:
        return special
    if isinstance(test.subject, s.Me):
        subject = "you" if t.person == "you" else "they"
        one = test.predicate
        told = (
            is_text(t, one, many=True, single=True) if isinstance(one, s.Is) else t.predicate(one, many=True)
        )
        return f"{subject} {told}"
    many = takes_plural(t, test.subject)
    return f"{t.expr(test.subject)} {t.predicate(test.predicate, many=many)}"


def _counted_in_mind(t: Teller, test: s.Test) -> str | None:
    """Writes how many of something there have been that nobody notes down, and once what counts."""
    predicate = test.predicate
    if not isinstance(test.subject, s.Noun) or test.subject.name is None or not isinstance(predicate, s.Is):
        return None
    key = t.meaning(test.subject.name)
    how = _how_many(predicate)
    if key not in t.kept_in_mind or how is None or predicate.operand is None or predicate.negated:
        return None
    told = ""
    if key not in t.explained and isinstance(key, m.Field) and isinstance(key.owner, m.Kind):
        t.explained.add(key)
        told = f" ({en.small((key.owner.text or '').rstrip('.'))})"
    how = "" if how == "exactly" else f"{how} "
    return f"there have been {how}{t.expr(predicate.operand)} {t.linked(test.subject.name)}{told}"


def _in_place(t: Teller, test: s.Test) -> str | None:
    """Writes the condition of a helper in place of its name, where that reads as one sentence."""
    predicate = test.predicate
    found = helper_of(t, predicate) if isinstance(predicate, s.Is) and not predicate.negated else None
    if found is None or isinstance(test.subject, s.Count):
        return None
    helper, written, arguments = found
    left = settled(t, written.condition)
    if isinstance(left, bool | s.Logic):
        return None
    words = given(t, written, arguments)
    subject = t.expr(test.subject)
    if written.kind is None and not isinstance(test.subject, s.Me):
        return None
    with inside(t, helper), meaning(t, words, subject):
        return t.cond(left)


def _said_otherwise(t: Teller, test: s.Test) -> str | None:
    """Writes what English says in another way than the language."""
    subject, predicate = test.subject, test.predicate
    if not isinstance(predicate, s.Is) or predicate.others:
        return None
    operand = predicate.operand
    nots = " not" if predicate.negated else ""
    match subject, operand:
        case s.Local(word="window"), s.Noun(name=name) if name is not None:
            return f"the moment is{nots} *{t.linked(name)}*"
        case s.Local(word="source"), s.It():
            return f"it is{nots} itself the source"
        case s.Count(phrase=phrase), _ if operand is not None:
            return _number_text(t, phrase, predicate)
        case s.Arithmetic(operator="remainder", left=left, right=s.Num(value=2)), s.Num(
            value=0 | 1 as rest
        ) if predicate.how == "value":
            even = (rest == 0) is not predicate.negated
            return f"{t.expr(left)} is {'even' if even else 'odd'}"
        case s.Arithmetic(operator="plus"), s.Num(value=value):
            return _counted_together(t, subject, predicate, value)
        case s.Rank(player=player, keys=keys), s.Num(value=value) if predicate.how == "value":
            who, have = subject_text(t, player)
            be = "are" if have == "have" else "is"
            if value == 1 and len(keys) == 1:
                return f"{who} {be}{nots} the player {best(t, keys[0], players=True)}"
            place = en.ordinal(value - 1) if 1 <= value <= 12 else f"number {value}"
            with t.acting("they"):
                return f"{who} {be}{nots} {place} when players are ranked by {ranked(t, keys)}"
        case s.Of(), s.Of() if (
            predicate.how == "value" and not predicate.negated and _ends_of(subject, operand)
        ):
            return _alike_ends(t, subject, operand)
        case s.Noun(), s.Noun() if predicate.how == "at_least" and _both_count(t, subject, operand):
            have = "have" if takes_plural(t, subject) else "has"
            return f"{t.expr(subject)} {have}{nots} reached {t.expr(operand)}"
        case _, s.Me() if predicate.how == "value" and not isinstance(subject, s.Me):
            return f"{'you' if t.person == 'you' else 'they'} are{nots} {t.expr(subject)}"
        case _, s.NoneWord() if predicate.how == "value":
            return _none(t, subject, negated=predicate.negated)
        case _, s.YesNo(value=value) if predicate.how == "value":
            return _flag(t, subject, value is not predicate.negated)
        case _:
            return None


def _ends_of(one: s.Of, other: s.Of) -> bool:
    """Tells whether the same is asked of the next and the last thing of one place."""
    ends = []
    for each in (one, other):
        phrase = each.base.phrase if isinstance(each.base, s.Inner) else None
        if (
            phrase is None
            or phrase.quantity is None
            or phrase.quantity.most != 1
            or phrase.relative is not None
        ):
            return False
        ends.append((phrase.quantity.kind, phrase.head))
    return (
        {kind for kind, _ in ends} == {"next", "last"}
        and ends[0][1] == ends[1][1]
        and one.attribute == other.attribute
    )


def _alike_ends(t: Teller, one: s.Of, other: s.Of) -> str:
    """Writes that the first and the last of some things have the same face or fact."""
    assert isinstance(one.base, s.Inner)
    things, key = t.expr(one.base.phrase.head), outermost(t, one.base.phrase.head)
    if isinstance(key, m.Kind):
        things = things.replace(f"[{key.name}]", f"[{key.plural}]", 1)
    if one.attribute.built_in and one.attribute.name == "face":
        return f"the first and the last of the {things} show the same face"
    return f"the first and the last of the {things} have the same {attribute_text(t, one.attribute)}"


def _both_count(t: Teller, one: s.Noun, other: s.Noun) -> bool:
    """Tells whether two numbers of the game or of a phase are compared, so that one can reach the other."""
    keys = [t.meaning(each.name) if each.name is not None else None for each in (one, other)]
    return all(isinstance(key, m.Field) and isinstance(key.type, IntType) for key in keys)


def _counted_together(t: Teller, subject: s.Expr, test: s.Is, number: int) -> str | None:
    """Writes how many there are of several: `there are 2 Points in its Run and your Hand together`."""
    phrases = list(_counts(subject))
    how = "" if test.how == "value" else _how_many(test)
    if None in phrases or how is None or number < 2:
        return None
    counted = [one for one in phrases if one is not None]
    of = {several_in(t, one) for one in counted}
    parts = [phrase_text(t, one, counted=True) for one in counted]
    shared = of.pop() if len(of) == 1 else ""
    if not shared and any(several_in(t, one) for one in counted):
        return None
    amount = " ".join(filter(None, ("not" if test.negated else "", how, str(number))))
    return f"there are {amount} {shared}{md.joined(parts)} together"


def _number_text(t: Teller, phrase: s.Phrase, test: s.Is) -> str | None:
    """Writes how many there are: `there are at least 3 Tiles`."""
    how = _how_many(test)
    if how is None or not isinstance(test.operand, s.Num):
        return None
    number = test.operand.value
    whole = _all_of_them(t, phrase, number) if how == "exactly" and not test.negated else ""
    if whole:
        return whole
    if test.negated:
        how = f"not {how}"
    things = phrase_text(t, phrase, counted=number != 1)
    head = phrase.head
    facts = phrase.relative is not None and bool(phrase.relative.whose)
    told = (phrase.relative is not None and not facts) or "remaining" in getattr(head, "adjectives", ())
    if isinstance(head, s.Noun) and head.name is None and told and not facts:
        how = "only" if how == "exactly" and number == 1 else how
        parts = (
            [f"{'is' if number == 1 else 'are'} still in the game"] if "remaining" in head.adjectives else []
        )
        if phrase.relative is not None:
            parts.append(predicates_text(t, phrase.relative, many=number != 1))
        return f"{how} {number} {'player' if number == 1 else 'players'} {md.joined(parts)}"
    if isinstance(head, s.Of) or en.plain(things).startswith(("your ", "their ", "its ", "the ")):
        if number == 0 and how == "exactly" and phrase.relative is not None and not facts:
            return f"none of {t.expr(head)} {predicates_text(t, phrase.relative, many=False)}"
        return f"there {'is' if number == 1 else 'are'} {how} {number} of {things}"
    if number == 0 and how == "exactly":
        return f"there are no {things}"
    if number == 1:
        things = in_the_singular(t, things)
    if how == "exactly":
        how = "only" if number == 1 else how
    return f"there {'is' if number == 1 else 'are'} {how} {number} {things}"


def _all_of_them(t: Teller, phrase: s.Phrase, number: int) -> str:
    """Writes that all things of a player are in a place of theirs, where as many are counted as they have."""
    head = phrase.head
    if phrase.relative is not None or not isinstance(head, s.Located) or not isinstance(head.things, s.Noun):
        return ""
    if not isinstance(head.where, s.Of) or not isinstance(head.where.base, s.Me) or head.things.name is None:
        return ""
    if not isinstance(outermost(t, head.where), m.Place):
        return ""
    key = t.meaning(head.things.name)
    if not isinstance(key, m.Kind) or key.each_player != number or number < 2 or head.things.adjectives:
        return ""
    return f"all of {t.my} {t.w.link(key, key.plural)} are in {t.expr(head.where)}"


def subject_text(t: Teller, expr: s.Expr) -> tuple[str, str]:
    """Writes who has something, with `has` or `have`."""
    if isinstance(expr, s.Me):
        return ("you" if t.person == "you" else "they"), "have"
    return t.expr(expr), "have" if takes_plural(t, expr) else "has"


def _none(t: Teller, subject: s.Expr, *, negated: bool) -> str:
    if isinstance(outermost(t, subject), m.Place | m.Track):
        are = "are" if takes_plural(t, subject) else "is"
        return f"{t.expr(subject)} {are} {'not ' if negated else ''}empty"
    match subject:
        case s.Of(base=base, attribute=attribute) if not attribute.built_in:
            label = attribute_text(t, attribute) + arguments_text(t, attribute.arguments)
            who, have = subject_text(t, base)
            return f"{who} {have} {en.a(label) if negated else f'no {label}'}"
        case s.Noun(name=name) if name is not None:
            label = noun_text(t, subject, alone=False)
            return f"there is {en.a(label) if negated else f'no {label}'}"
        case s.Beside(noun=noun, origin=origin, towards=towards):
            label = noun_text(t, noun, alone=False)
            space = f"{label} beside {t.expr(origin)} towards {t.expr(towards)}"
            return f"there is {en.a(space) if negated else f'no {space}'}"
        case s.Opposite(noun=noun, origin=origin):
            space = f"{noun_text(t, noun, alone=False)} opposite {t.expr(origin)}"
            return f"there is {en.a(space) if negated else f'no {space}'}"
        case s.Local(word=word):
            return f"there is {'' if negated else 'no '}{'a ' if negated else ''}{md.escape(word)}"
        case _:
            return f"there is {'' if negated else 'not '}{t.expr(subject)}"


def _flag(t: Teller, subject: s.Expr, value: bool) -> str:
    """Writes that a fact of yes or no holds."""
    nots = "" if value else " not"
    match subject:
        case s.Of(base=base, attribute=attribute) if not attribute.built_in:
            key = t.w.names.meaning(attribute.name, attribute.span)
            label = attribute_text(t, attribute)
            behind = arguments_text(t, attribute.arguments)
            who, have = subject_text(t, base)
            if noted(t, key, attribute):
                return f"{who} {have} {held(t, attribute, label) if value else f'no {label}'}{behind}"
            are = "are" if have == "have" else "is"
            if en.describes(attribute.name) or attribute.arguments:
                state = label if are == "are" else en.state(attribute.name, label)
                return f"{who} {are}{nots} {state}{behind}"
            return f"{who} {are}{nots} marked “{label}”{behind}"
        case s.Noun(name=name) if name is not None:
            return f"“{t.linked(name)}” {'has been' if value else 'has not been'} noted"
        case _:
            return f"{t.expr(subject)} is {'yes' if value else 'no'}"


def noted(t: Teller, key: object, attribute: s.Attribute) -> bool:
    """Tells whether a fact of yes or no reads as something that one has: `a Wall towards North`."""
    return isinstance(key, m.Field) and key.index is not None and not en.describes(attribute.name)


def held(t: Teller, attribute: s.Attribute, label: str) -> str:
    """Puts `a` before the label of a fact, unless its name stands for several."""
    return label if en.several(attribute.name) else en.a(label)


@CONDITIONS.of(s.Quantified)
def _quantified_text(t: Teller, cond: s.Quantified) -> str:
    """Writes that some, no or every thing is so."""
    phrase, predicate = cond.phrase, cond.predicate
    special = _marked_text(t, cond) or _such_text(t, cond)
    if special is not None:
        return special
    things = (
        phrase_text(t, phrase, counted=False)
        if not isinstance(phrase.head, s.Noun)
        else _things_named(t, phrase)
    )
    if isinstance(predicate, s.AddsUp):
        among = several_among(t, s.Inner(phrase.span, phrase) if phrase.relative is not None else phrase.head)
        lead = "some of" if cond.quantifier == "some" else "no combination of"
        return f"{lead} {among} {t.predicate(predicate, many=cond.quantifier == 'some')}"
    there = isinstance(predicate, s.Is) and predicate.how in ("on", "in") and not predicate.negated
    own = is_own(t, phrase.head)
    if (
        there
        and isinstance(predicate, s.Is)
        and phrase.relative is None
        and not own
        and cond.quantifier != "every"
    ):
        where = be_what(t, predicate)
        return f"there is {en.a(things) if cond.quantifier == 'some' else f'no {things}'} {where}"
    if is_own(t, phrase.head):
        if there and isinstance(predicate, s.Is) and cond.quantifier != "every":
            who = "you have" if t.person == "you" else "they have"
            noun = phrase.head.name.text if isinstance(phrase.head, s.Noun) and phrase.head.name else ""
            some = en.a(noun) if cond.quantifier == "some" else f"no {noun}"
            return f"{who} {some} {be_what(t, predicate)}"
        lead = {"some": "at least one of", "no": "none of", "every": "each of"}[cond.quantifier]
        return f"{lead} {things} {t.predicate(predicate, many=False)}"
    lead = {"some": "at least one", "no": "no", "every": "every"}[cond.quantifier]
    many = isinstance(phrase.head, s.Of) and takes_plural(t, phrase.head)
    return f"{lead} {things} {t.predicate(predicate, many=many)}"


def _such_text(t: Teller, cond: s.Quantified) -> str | None:
    """Writes that there is some or no thing of which a helper says how its facts are."""
    predicate, head = cond.predicate, cond.phrase.head
    if cond.quantifier == "every" or cond.phrase.relative is not None or not isinstance(predicate, s.Is):
        return None
    found = helper_of(t, predicate) if not predicate.negated else None
    said = said_of_it(t, found[1]) if found is not None else None
    if found is None or said is None or not said[1]:
        return None
    helper, written, arguments = found
    with inside(t, helper), meaning(t, given(t, written, arguments)):
        relative = s.Relative(predicate.span, said[0], "and", said[1])
        related = relative_text(t, relative, head)
    things = phrase_text(t, cond.phrase)
    if is_own(t, head) and isinstance(head, s.Noun) and head.name is not None:
        who = "you have" if t.person == "you" else "they have"
        name = t.linked(head.name)
        return f"{who} {en.a(name) if cond.quantifier == 'some' else f'no {name}'}{related}"
    if is_own(t, head):
        return None
    things = in_the_singular(t, things) if not isinstance(head, s.Noun) else noun_text(t, head, alone=False)
    return f"there is {en.a(things) if cond.quantifier == 'some' else f'no {things}'}{related}"


def _marked_text(t: Teller, cond: s.Quantified) -> str | None:
    """Writes that a fact of yes or no is so for some, no or every thing: `every player is Passed`."""
    head, predicate = cond.phrase.head, cond.predicate
    if cond.phrase.relative is not None or not isinstance(head, s.Of) or head.attribute.built_in:
        return None
    if (
        not isinstance(predicate, s.Is)
        or not isinstance(predicate.operand, s.YesNo)
        or predicate.how != "value"
    ):
        return None
    if not isinstance(head.base, s.Noun) or head.attribute.arguments or not en.describes(head.attribute.name):
        return None
    nots = "" if predicate.operand.value is not predicate.negated else "not "
    lead = {"some": "at least one", "no": "no", "every": "every"}[cond.quantifier]
    return f"{lead} {noun_text(t, head.base, alone=False)} is {nots}{attribute_text(t, head.attribute)}"


@CONDITIONS.of(s.ForSome)
def _for_some_text(t: Teller, cond: s.ForSome) -> str:
    """Writes that something is so for some, no or every thing."""
    lead = {"some": "for at least one", "no": "for no", "every": "for every"}[cond.quantifier]
    head = cond.phrase.head
    things = (
        _things_named(t, cond.phrase)
        if isinstance(head, s.Noun)
        else phrase_text(t, cond.phrase, counted=False)
    )
    return f"{lead} {things}, {t.cond(cond.condition)}"


def _things_named(t: Teller, phrase: s.Phrase) -> str:
    assert isinstance(phrase.head, s.Noun)
    text = noun_text(t, phrase.head, alone=False)
    return text + (relative_text(t, phrase.relative, phrase.head) if phrase.relative is not None else "")


def _counts(expr: s.Expr) -> Iterator[s.Phrase | None]:
    """Gives what is counted in a sum of counts; None for anything else in it."""
    match expr:
        case s.Arithmetic(operator="plus", left=left, right=right):
            yield from _counts(left)
            yield from _counts(right)
        case s.Inner(phrase=s.Phrase(head=s.Count() as head, relative=None)):
            yield from _counts(head)
        case s.Count(phrase=phrase):
            yield phrase
        case _:
            yield None


def _how_many(test: s.Is) -> str | None:
    """Says what a number of things is compared with: `at least`; None where it is no comparison."""
    record = RECORDS.get("is" if test.how == "value" else test.how)
    return record.counted if record is not None else None


@CONDITIONS.of(s.RoundsOver)
def _rounds_over(t: Teller, cond: s.RoundsOver) -> str:
    return f"{md.counted(cond.number, 'round')} {'is' if cond.number == 1 else 'are'} over"


@CONDITIONS.of(s.Repeated)
def _repeated(t: Teller, cond: s.Repeated) -> str:
    if cond.new:
        return f"the position {like_before(t, cond.last, new=not cond.negated)}"
    how = {
        "is": "",
        "at_least": "at least ",
        "at_most": "at most ",
        "more": "more than ",
        "less": "less than ",
    }
    within = ""
    last = t.expr(cond.last) if cond.last is not None else ""
    if last:
        within = f" at the start of the last {f'({last})' if ' ' in en.plain(last) else last} turns"
    return f"the position has come up {how[cond.how]}{md.counted(cond.number, 'time')}{within}"


def like_before(t: Teller, last: s.Expr | None, *, new: bool) -> str:
    """Writes whether a position is one that there was as a turn began."""
    when = "before"
    number = t.expr(last) if last is not None else ""
    ever = number.isdecimal() and t.game.turn_limit is not None and int(number) >= t.game.turn_limit
    if number and not ever:
        number = f"({number})" if " " in en.plain(number) else number
        when = f"at the start of any of the last {number} turns"
    return f"was {'not ' if new else ''}there {when}"
