"""Conditions become English."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Final, assert_never

from gekido_dsl.model import nodes as m
from gekido_dsl.model.english import plural
from gekido_dsl.model.kernel.operators import RECORDS
from gekido_dsl.model.types import IntType
from gekido_dsl.rulesdoc import markdown as md
from gekido_dsl.rulesdoc.english import words as en
from gekido_dsl.rulesdoc.english.settling import Settling
from gekido_dsl.syntax import nodes as s

_RELATIONS: Final = {"left of": "to the left of", "right of": "to the right of"}


class Conditions(Settling):
    """Writes conditions."""

    # ------------------------------------------------------------ conditions

    def when(self, guard: s.Guard | None) -> str:
        """Writes a guard: `if the Command is complete`."""
        if guard is None:
            return ""
        if guard.condition is None:
            return "if possible"
        return f"{guard.kind} {self.cond(guard.condition)}"

    def cond(self, cond: s.Cond, *, inner: bool = False) -> str:
        """Writes a condition.

        Args:
            inner: whether it is a part of another one.
        """
        match cond:
            case s.Test():
                return self.test(cond)
            case s.Quantified():
                return self.quantified(cond)
            case s.RoundsOver(number=number):
                return f"{md.counted(number, 'round')} {'is' if number == 1 else 'are'} over"
            case s.Logic():
                return self.logic(cond, inner=inner)
            case _:
                assert_never(cond)

    def logic(self, logic: s.Logic, *, inner: bool = False) -> str:
        """Writes conditions that are joined; what is said of the same thing is said once."""
        mixed = any(isinstance(part, s.Logic) for part in logic.parts)
        groups: list[list[s.Cond]] = []
        for part in logic.parts:
            last = groups[-1][-1] if groups else None
            if isinstance(part, s.Test) and isinstance(last, s.Test) and self._alike(last, part):
                groups[-1].append(part)
            else:
                groups.append([part])
        texts = [self._group(group, logic.operator) for group in groups]
        if len(texts) == 1:
            return texts[0]
        if logic.operator == "or" and len(texts) == 2:  # the comma before `or` is enough
            texts = [text.removeprefix("both ") for text in texts]
        if inner and logic.operator == "or":
            return f"either {en.joined(texts, 'or')}"
        if inner and len(texts) == 2:
            return f"both {en.joined(texts, 'and')}"
        if mixed or any(len(group) > 1 for group in groups):
            return f"{', '.join(texts[:-1])}, {logic.operator} {texts[-1]}"
        return en.joined(texts, logic.operator)

    def _alike(self, one: s.Test, other: s.Test) -> bool:
        """Tells whether two tests are said of the same thing, so that it need not be named twice."""
        return one.subject == other.subject and self._plain(one) and self._plain(other)

    def _group(self, group: list[s.Cond], operator: str) -> str:
        """Writes what is said of one thing; `is` is said once."""
        texts = [self.cond(group[0], inner=True)]
        for before, part in pairwise(group):
            assert isinstance(part, s.Test)
            verb = self.predicate(part.predicate, many=self.many(part.subject))
            shared = (self._shares(before, part) and " " in verb) or (
                verb.startswith("is shown ") and texts[0].endswith(tuple(texts)) and " is shown " in texts[-1]
            )
            texts.append(verb.split(" ", 1)[1] if shared else verb)
        return md.joined(texts, operator)

    def _plain(self, test: s.Test) -> bool:
        """Tells whether a test is written as its subject with what is said of it."""
        if self.option(test) is not None or self._special(test) is not None:
            return False
        return not isinstance(test.subject, s.Count)

    def _shares(self, before: s.Cond, test: s.Test) -> bool:
        """Tells whether both begin with the same verb, so that it need not be said twice."""
        if not isinstance(before, s.Test) or not isinstance(before.predicate, s.Is):
            return False
        one, other = before.predicate, test.predicate
        return isinstance(other, s.Is) and not other.negated and not one.negated

    # ------------------------------------------------------------ tests

    def test(self, test: s.Test) -> str:
        """Writes what is said of something."""
        option = self.option(test)
        if option is not None and isinstance(test.predicate, s.Is) and test.predicate.operand is not None:
            how = "is not" if test.predicate.negated else "is"
            return f"the option {self.w.link(option)} {how} “{self.expr(test.predicate.operand)}”"
        special = self._special(test)
        if special is not None:
            return special
        if isinstance(test.subject, s.Me):
            subject = "you" if self.person == "you" else "they"
            return f"{subject} {self.predicate(test.predicate, many=True, single=True)}"
        many = self.many(test.subject)
        return f"{self.expr(test.subject)} {self.predicate(test.predicate, many=many)}"

    def _special(self, test: s.Test) -> str | None:
        """Writes what English says in another way than the language."""
        subject, predicate = test.subject, test.predicate
        if not isinstance(predicate, s.Is):
            return None
        operand = predicate.operand
        nots = " not" if predicate.negated else ""
        match subject, operand:
            case s.Local(word="window"), s.Noun(name=name) if name is not None:
                return f"the moment is{nots} *{self.linked(name)}*"
            case s.Local(word="source"), s.It():
                return f"it is{nots} itself the source"
            case s.Count(phrase=phrase), _ if operand is not None:
                return self._counted(phrase, predicate)
            case s.Arithmetic(operator="plus"), s.Num(value=value):
                return self._counted_together(subject, predicate, value)
            case s.Rank(player=player, keys=keys), s.Num(value=value) if predicate.how == "value":
                who, have = self.subject(player)
                be = "are" if have == "have" else "is"
                if value == 1 and len(keys) == 1:
                    return f"{who} {be}{nots} the player {self._best(keys[0], players=True)}"
                place = en.ordinal(value - 1) if 1 <= value <= 12 else f"number {value}"
                with self.acting("they"):
                    return f"{who} {be}{nots} {place} when players are ranked by {self.ranked(keys)}"
            case _, s.Me() if predicate.how == "value" and not isinstance(subject, s.Me):
                return f"{'you' if self.person == 'you' else 'they'} are{nots} {self.expr(subject)}"
            case _, s.NoneWord() if predicate.how == "value":
                return self._none(subject, negated=predicate.negated)
            case _, s.YesNo(value=value) if predicate.how == "value":
                return self._flag(subject, value is not predicate.negated)
            case _:
                return None

    def _counted_together(self, subject: s.Expr, test: s.Is, number: int) -> str | None:
        """Writes how many there are of several: `there are 2 Points in its Run and your Hand together`."""
        phrases = list(_counts(subject))
        how = "" if test.how == "value" else _how_many(test)
        if None in phrases or how is None or number < 2:
            return None
        counted = [one for one in phrases if one is not None]
        of = {self._several_in(one) for one in counted}
        parts = [self.phrase(one, counted=True) for one in counted]
        shared = of.pop() if len(of) == 1 else ""
        if not shared and any(self._several_in(one) for one in counted):
            return None
        amount = " ".join(filter(None, ("not" if test.negated else "", how, str(number))))
        return f"there are {amount} {shared}{md.joined(parts)} together"

    def _counted(self, phrase: s.Phrase, test: s.Is) -> str | None:
        """Writes how many there are: `there are at least 3 Tiles`."""
        how = _how_many(test)
        if how is None or not isinstance(test.operand, s.Num):
            return None
        number = test.operand.value
        if test.negated:
            how = f"not {how}"
        things = self.phrase(phrase, counted=number != 1)
        head = phrase.head
        if (
            isinstance(head, s.Noun)
            and head.name is None
            and (phrase.relative or "remaining" in head.adjectives)
        ):
            how = "only" if how == "exactly" and number == 1 else how
            parts = (
                [f"{'is' if number == 1 else 'are'} still in the game"]
                if "remaining" in head.adjectives
                else []
            )
            if phrase.relative is not None:
                parts.append(self.predicates(phrase.relative, many=number != 1))
            return f"{how} {number} {'player' if number == 1 else 'players'} {md.joined(parts)}"
        if isinstance(head, s.Of) or en.plain(things).startswith(("your ", "their ", "its ", "the ")):
            if number == 0 and how == "exactly" and phrase.relative is not None:
                return f"none of {self.expr(head)} {self.predicates(phrase.relative, many=False)}"
            return f"there {'is' if number == 1 else 'are'} {how} {number} of {things}"
        if number == 0 and how == "exactly":
            return f"there are no {things}"
        if number == 1:
            things = self.single(things)
        if how == "exactly":
            how = "only" if number == 1 else how
        return f"there {'is' if number == 1 else 'are'} {how} {number} {things}"

    def subject(self, expr: s.Expr) -> tuple[str, str]:
        """Writes who has something, with `has` or `have`."""
        if isinstance(expr, s.Me):
            return ("you" if self.person == "you" else "they"), "have"
        return self.expr(expr), "have" if self.many(expr) else "has"

    def _none(self, subject: s.Expr, *, negated: bool) -> str:
        if isinstance(self.outermost(subject), m.Place | m.Track):
            are = "are" if self.many(subject) else "is"
            return f"{self.expr(subject)} {are} {'not ' if negated else ''}empty"
        match subject:
            case s.Of(base=base, attribute=attribute) if not attribute.built_in:
                label = self.attribute(attribute) + self.arguments(attribute.arguments)
                who, have = self.subject(base)
                return f"{who} {have} {en.a(label) if negated else f'no {label}'}"
            case s.Noun(name=name) if name is not None:
                label = self.noun(subject, alone=False)
                return f"there is {en.a(label) if negated else f'no {label}'}"
            case s.Beside(noun=noun, origin=origin, towards=towards):
                label = self.noun(noun, alone=False)
                space = f"{label} beside {self.expr(origin)} towards {self.expr(towards)}"
                return f"there is {en.a(space) if negated else f'no {space}'}"
            case s.Local(word=word):
                return f"there is {'' if negated else 'no '}{'a ' if negated else ''}{md.escape(word)}"
            case _:
                return f"there is {'' if negated else 'not '}{self.expr(subject)}"

    def _flag(self, subject: s.Expr, value: bool) -> str:
        """Writes that a fact of yes or no holds."""
        nots = "" if value else " not"
        match subject:
            case s.Of(base=base, attribute=attribute) if not attribute.built_in:
                key = self.w.names.meaning(attribute.name, attribute.span)
                label = self.attribute(attribute)
                behind = self.arguments(attribute.arguments)
                who, have = self.subject(base)
                if self.noted(key, attribute):
                    return f"{who} {have} {self.held(attribute, label) if value else f'no {label}'}{behind}"
                are = "are" if have == "have" else "is"
                if en.describes(attribute.name) or attribute.arguments:
                    return f"{who} {are}{nots} {label}{behind}"
                return f"{who} {are}{nots} marked “{label}”{behind}"
            case s.Noun(name=name) if name is not None:
                return f"“{self.linked(name)}” {'has been' if value else 'has not been'} noted"
            case _:
                return f"{self.expr(subject)} is {'yes' if value else 'no'}"

    def noted(self, key: object, attribute: s.Attribute) -> bool:
        """Tells whether a fact of yes or no reads as something that one has: `a Wall towards North`."""
        return isinstance(key, m.Field) and key.index is not None and not en.describes(attribute.name)

    def held(self, attribute: s.Attribute, label: str) -> str:
        """Puts `a` before the label of a fact, unless its name stands for several."""
        return label if en.several(attribute.name) else en.a(label)

    # ------------------------------------------------------------ predicates

    def predicates(self, relative: s.Relative, *, many: bool) -> str:
        """Writes what is said of things after `that`; `is` is said once."""
        texts: list[str] = []
        for number, each in enumerate(relative.predicates):
            text = self.predicate(each, many=many)
            before = relative.predicates[number - 1] if number else None
            if (
                isinstance(each, s.Is)
                and isinstance(before, s.Is)
                and not each.negated
                and not before.negated
            ):
                text = text.split(" ", 1)[1]
            elif text.startswith("is shown ") and texts and texts[-1].startswith("is shown "):
                text = text.removeprefix("is shown ")
            texts.append(text)
        return en.joined(texts, relative.joined)

    def predicate(self, predicate: s.Predicate, *, many: bool, single: bool = False) -> str:
        """Writes what is said of a subject, verb first.

        Args:
            single: whether the subject is one person in spite of its verb: `they are a Winner`.
        """
        be, have = ("are", "have") if many else ("is", "has")
        do = "do" if many else "does"
        match predicate:
            case s.Is():
                return f"{be}{' not' if predicate.negated else ''} {self.be_what(predicate, many=many and not single)}"
            case s.Has(negated=negated, operand=operand):
                if negated and isinstance(operand, s.Indefinite):
                    return f"{have} no {self.noun(operand.noun, alone=False)}"
                return f"{do} not have {self.expr(operand)}" if negated else f"{have} {self.expr(operand)}"
            case s.HasMoved(negated=negated, scope=scope):
                return f"{have}{' not' if negated else ''} moved {self.this(scope)}"
            case s.HasUsed(negated=negated, actions=actions, scope=scope):
                used = md.joined([self.linked(action) for action in actions], "or")
                return f"{have}{' not' if negated else ''} used {used} {self.this(scope)}"
            case s.Fits(negated=negated, operand=operand):
                return self._does("fit", negated, many) + f" {self.expr(operand)}"
            case s.Shows(negated=negated, operand=operand):
                place = self.outermost(operand)
                if isinstance(place, m.Place):
                    return f"{be}{' not' if negated else ''} shown in {self.expr(operand)}"
                return self._does("show", negated, many) + f" {self.expr(operand)}"
            case s.Joins(first=first, second=second):
                return f"{'connect' if many else 'connects'} the {first} with the {second}"
            case s.MakesRow(length=length):
                return f"{'make' if many else 'makes'} {length} in a row"
            case _:
                assert_never(predicate)

    def _does(self, verb: str, negated: bool, many: bool) -> str:
        if negated:
            return f"{'do' if many else 'does'} not {verb}"
        return verb if many else f"{verb}s"

    def this(self, scope: s.Name) -> str:
        """Writes `this turn`, `during this Attack`."""
        if scope.text in ("Turn", "Round"):
            return f"this {self.stretch(scope.text)}"
        return f"during this {self.linked(scope, 'this')}"

    def be(self, test: s.Is) -> str:
        """Writes what a space is, in a line."""
        return f"is{' not' if test.negated else ''} {self.be_what(test)}"

    def be_what(self, test: s.Is, *, many: bool | None = None) -> str:
        """Writes what stands after `is`."""
        operand = test.operand
        if test.how == "adjective":
            if test.word == "friendly":
                yours = "yours" if self.person == "you" else "theirs"
                return f"on {self.my} side" if self.sided else yours
            record = RECORDS.get(test.word)
            return record.predicate or test.word if record is not None else test.word
        assert operand is not None
        if test.how == "relation":
            return f"{_RELATIONS.get(test.word, test.word)} {self.expr(operand)}"
        if test.how == "within":
            return f"within {md.counted(test.distance, 'space')} of {self.expr(operand)}"
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
        alike = "equal to " if test.how == "value" and self._counts(operand) else ""
        return f"{words[test.how]}{alike}{self.value(operand, many=many)}"

    def _counts(self, operand: s.Expr) -> bool:
        """Tells whether something is a number that has to be looked up, so that another one equals it."""
        match operand:
            case s.Count() | s.Arithmetic() | s.Sum():
                return True
            case s.Of(attribute=attribute) if not attribute.built_in:
                key = self.w.names.meaning(attribute.name, attribute.span)
                return isinstance(key, m.Field) and isinstance(key.type, IntType)
            case _:
                return False

    def value(self, operand: s.Expr, *, many: bool | None = None) -> str:
        """Writes what something is compared with: a fact that is called like its values is the current one.

        Args:
            many: whether the subject is in the plural, for nouns that are to agree with it.
        """
        if isinstance(operand, s.Indefinite) and many and operand.noun.name is not None:
            name = operand.noun.name
            key = self.meaning(name)
            if isinstance(key, m.Definition) and not operand.noun.adjectives:
                return self.w.link(key, plural(name.text)) + self.arguments(operand.noun.arguments)
        if isinstance(operand, s.Noun) and operand.name is not None:
            key = self.meaning(operand.name)
            if isinstance(key, m.Field) and key.name in self.game.patterns:
                return f"the current {self.linked(operand.name)}"
            if isinstance(key, m.Definition) and many is False and operand.name.text == plural(key.name):
                return en.a(self.w.link(key, key.name)) + self.arguments(operand.arguments)
            if isinstance(key, m.Definition) and not operand.adjectives:
                return self.noun(operand, alone=False)
        return self.expr(operand)

    def quantified(self, cond: s.Quantified) -> str:
        """Writes that some, no or every thing is so."""
        phrase, predicate = cond.phrase, cond.predicate
        things = (
            self.phrase(phrase, counted=False) if not isinstance(phrase.head, s.Noun) else self._named(phrase)
        )
        there = isinstance(predicate, s.Is) and predicate.how in ("on", "in") and not predicate.negated
        own = self.own(phrase.head)
        if (
            there
            and isinstance(predicate, s.Is)
            and phrase.relative is None
            and not own
            and cond.quantifier != "every"
        ):
            where = self.be_what(predicate)
            return f"there is {en.a(things) if cond.quantifier == 'some' else f'no {things}'} {where}"
        if self.own(phrase.head):
            if there and isinstance(predicate, s.Is) and cond.quantifier != "every":
                who = "you have" if self.person == "you" else "they have"
                noun = phrase.head.name.text if isinstance(phrase.head, s.Noun) and phrase.head.name else ""
                some = en.a(noun) if cond.quantifier == "some" else f"no {noun}"
                return f"{who} {some} {self.be_what(predicate)}"
            lead = {"some": "at least one of", "no": "none of", "every": "each of"}[cond.quantifier]
            return f"{lead} {things} {self.predicate(predicate, many=False)}"
        lead = {"some": "at least one", "no": "no", "every": "every"}[cond.quantifier]
        many = isinstance(phrase.head, s.Of) and self.many(phrase.head)
        return f"{lead} {things} {self.predicate(predicate, many=many)}"

    def _named(self, phrase: s.Phrase) -> str:
        assert isinstance(phrase.head, s.Noun)
        text = self.noun(phrase.head, alone=False)
        return text + (self.relative(phrase.relative, phrase.head) if phrase.relative is not None else "")


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
