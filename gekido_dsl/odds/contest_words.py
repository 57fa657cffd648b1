"""What is said of a comparison that dice decide: sentences, and tables of chances."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from gekido_dsl.odds.contests import Contest


@dataclass(frozen=True)
class Said:
    """A sentence, and the table beneath it."""

    text: str
    heads: Sequence[str]
    """Above the columns; the first stands above the names of the rows."""
    rows: Sequence[Sequence[str]]


def said(one: Contest, percent: Callable[[float], str]) -> Iterator[Said]:
    """Says how likely a comparison is to hold, then the same in each case in which a tie counts otherwise.

    Args:
        percent: writes a chance.
    """
    rolled = " or ".join(str(number) for number in one.dice)
    dice = one.die.plural if one.dice != (1,) else one.die.name
    goal = f"{one.high.name} is {'more than' if one.strict else 'at least'} {one.low.name}"
    if one.decl is not one.where:
        subject = str(getattr(one.decl, "subject", None) or "it")
        goal = f"{subject} is {one.name} if {goal}"
    each = " on each side" if one.both else ""
    usual = ", as is usual, if nothing changes them after the roll" if one.changed else ""
    where = one.where.title or one.where.name
    text = f"{where}: {goal}. How likely that is with {rolled} {dice}{each}{usual}{_by(one)}:"
    yield Said(text, *_table(one, one.strict, percent))
    for words, strict in one.unless:
        tie = "a tie is not enough" if strict else "a tie is enough"
        yield Said(f"If {words}, {tie}:", *_table(one, strict, percent))


def _by(one: Contest) -> str:
    if one.rows == [0]:
        return ""
    if one.both:
        return ", and with more on one side besides the dice"
    return ", by the sum that they have to " + ("reach" if one.high.places else "stay within")


def _table(
    one: Contest, strict: bool, percent: Callable[[float], str]
) -> tuple[Sequence[str], Sequence[Sequence[str]]]:
    several = [f"{number} {'dice' if number > 1 else 'die'}" for number in one.dice]
    if not one.both:
        return ["", *several], _needed(one, strict, percent)
    if one.rows == [0]:
        return ["", *several], [["", *(percent(one.chance(number, 0, strict)) for number in one.dice)]]
    heads = [
        f"{side.name} has more" + (f", {dice}" if len(several) > 1 else "")
        for dice in several
        for side in (one.high, one.low)
    ]
    rows = [
        [
            "equal" if not ahead else f"{ahead} more",
            *(percent(one.chance(number, sign * ahead, strict)) for number in one.dice for sign in (1, -1)),
        ]
        for ahead in one.rows
    ]
    return ["", *heads], rows


def _needed(one: Contest, strict: bool, percent: Callable[[float], str]) -> list[list[str]]:
    """Writes the rows of a comparison with dice on one side alone."""
    if one.rows == [0]:
        return [["", *(percent(one.chance(number, 0, strict)) for number in one.dice)]]
    return [
        [f"{reached}", *(percent(one.needed(number, reached, strict)) for number in one.dice)]
        for reached in one.rows
    ]
