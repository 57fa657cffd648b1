"""What only asks which option was chosen is settled, where the options are known."""

from dataclasses import replace

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.english.teller import Teller
from gekido_dsl.syntax import nodes as s


def settled(t: Teller, cond: s.Cond | None) -> s.Cond | bool:
    """Settles what a condition says of options: what is left of it, or whether it holds."""
    match cond:
        case None:
            return True
        case s.Test():
            chosen = _option_chosen(t, cond)
            return cond if chosen is None or t.answers is None else chosen
        case s.Logic(operator=operator, parts=parts):
            ends = operator == "or"
            left: list[s.Cond] = []
            for part in parts:
                found = settled(t, part)
                if found is ends:
                    return ends
                if not isinstance(found, bool):
                    left.append(found)
            if not left:
                return not ends
            return left[0] if len(left) == 1 else replace(cond, parts=tuple(left))
        case s.Quantified(quantifier=quantifier, phrase=phrase) if t.empty and _in_empty(t, phrase):
            return quantifier != "some"
        case _:
            return cond


def _in_empty(t: Teller, phrase: s.Phrase) -> bool:
    """Tells whether a phrase speaks of things in a place that stays empty."""
    head = phrase.head
    where = head.where if isinstance(head, s.Located) else None
    attribute = where.attribute if isinstance(where, s.Of) else None
    if attribute is not None:
        return not attribute.built_in and t.w.names.meaning(attribute.name, attribute.span) in t.empty
    return isinstance(where, s.Noun) and where.name is not None and t.meaning(where.name) in t.empty


def option_asked(t: Teller, test: s.Test) -> m.Option | None:
    """Gives the option that a test asks for; None when it asks for something else."""
    if not isinstance(test.subject, s.Noun) or test.subject.name is None:
        return None
    key = t.meaning(test.subject.name)
    return key if isinstance(key, m.Option) else None


def _option_chosen(t: Teller, test: s.Test) -> bool | None:
    option, predicate = option_asked(t, test), test.predicate
    if option is None or not isinstance(predicate, s.Is) or not isinstance(predicate.operand, s.Noun):
        return None
    if predicate.others:
        return None
    answers = t.answers or {}
    chosen = answers.get(option.name, option.answers.members[0])
    wanted = predicate.operand.name
    if wanted is None:
        return None
    return (chosen == wanted.text) is not predicate.negated


def guarded(t: Teller, guard: s.Guard | None) -> s.Guard | bool | None:
    """Settles the options of a guard: what is left, False where it never holds, None where it says nothing."""
    if guard is None or guard.condition is None:
        return guard
    left = settled(t, guard.condition)
    if isinstance(left, bool):
        return None if left is (guard.kind == "if") else False
    return replace(guard, condition=left)
