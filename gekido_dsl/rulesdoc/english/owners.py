"""Of which sort a thing is and whose are said at once: `one of your Houses`, `an enemy Store`."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from gekido_dsl.rulesdoc.english.nouns import is_row
from gekido_dsl.syntax import nodes as s

if TYPE_CHECKING:
    from gekido_dsl.rulesdoc.english.teller import Teller


def with_owners(t: "Teller", said: Sequence[s.Predicate]) -> list[s.Predicate]:
    """Joins what is said of one thing: that it is a House, and that it is yours."""
    for first, one in enumerate(said):
        for second, other in enumerate(said[first + 1 :], first + 1):
            joined = _joined(t, one, other) or _joined(t, other, one)
            if joined is not None:
                return [*said[:first], joined, *said[first + 1 : second], *said[second + 1 :]]
    return list(said)


def tests_with_owners(t: "Teller", tests: Sequence[s.Cond]) -> list[s.Cond]:
    """Joins the same in tests that follow one another and are said of the same thing."""
    made: list[s.Cond] = []
    for one in tests:
        last = made[-1] if made else None
        if isinstance(one, s.Test) and isinstance(last, s.Test) and one.subject == last.subject:
            joined = _joined(t, last.predicate, one.predicate) or _joined(t, one.predicate, last.predicate)
            if joined is not None:
                made[-1] = replace(last, predicate=joined)
                continue
        made.append(one)
    return made


def _joined(t: "Teller", sort: s.Predicate, owner: s.Predicate) -> s.Is | None:
    """Gives the predicate of a sort with its owner; None where it is none, or one of them is denied."""
    if not isinstance(sort, s.Is) or not isinstance(owner, s.Is) or sort.negated or owner.negated:
        return None
    if owner.how != "adjective" or owner.word not in ("friendly", "enemy"):
        return None
    if sort.how != "value" or sort.others or t.sided:
        return None
    noun = sort.operand.noun if isinstance(sort.operand, s.Indefinite) else sort.operand
    if not isinstance(noun, s.Noun) or noun.adjectives or noun.arguments or not is_row(t, noun.name):
        return None
    if owner.word == "friendly" and noun.name is not None and _alone(t, noun.name.text):
        mine = s.Of(noun.span, s.Me(noun.span), s.Attribute(noun.span, noun.name.text, False))
        return replace(sort, operand=mine)
    with_owner = replace(noun, adjectives=(owner.word,))
    return replace(sort, operand=s.Indefinite(noun.span, with_owner))


def _alone(t: "Teller", name: str) -> bool:
    """Tells whether each player has one thing of a sort."""
    rows = [row for kind in t.game.kinds.values() if kind.each_player for row in kind.rows]
    return [row.copies for row in rows if row.name == name] == [1]
