"""What a rulebook says of chances by itself: of dice that are kept and rolled again, compared, or counted by a face.

Invariants:
    Only what is counted is told, nothing that would have to be sampled.
    What a passage tells with `{{odds of ...}}` is not told again.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from gekido_dsl.book.english import english
from gekido_dsl.interpreter.rolled import rolled_at_once
from gekido_dsl.languages import spoken, text
from gekido_dsl.model import nodes as m
from gekido_dsl.odds import finding
from gekido_dsl.odds.contest_words import said
from gekido_dsl.odds.contests import Contest, contests
from gekido_dsl.odds.report import PartReport, Request, report
from gekido_dsl.odds.sampled import Estimate
from gekido_dsl.odds.text import number
from gekido_dsl.odds.throwing import Throw, at_least, throws
from gekido_dsl.rulesdoc import markdown as md

_MOST_FACES: Final = 10
"""At least so many dice that show a face are told of, at most."""


@dataclass(frozen=True)
class Likely:
    """What is said of one thing that dice decide."""

    about: tuple[m.Decl, ...]
    """The phases, rules and definitions that it belongs to."""
    title: str
    text: str


def percent(chance: float) -> str:
    """Rounds a chance to whole percents, so that what is possible is not 0 and what is not sure is not 100."""
    if 0 < chance < 0.005:
        return text("under {number}%", number=1)
    return text("{number}%", number=min(99, round(100 * chance)) if chance < 1 - 1e-12 else 100)


def section(slug: str, every: Sequence[Likely], mark: str) -> str:
    """Writes the section of a chapter.

    Args:
        slug: of the chapter.
        mark: the class of the line that says who wrote it.
    """
    parts = [
        f"## {spoken(text('How likely it is'))} {{ #{slug}-odds }}",
        f"{spoken(text('Counted by the program from the rules.'))}\n{{ .{mark} }}",
    ]
    for one in every:
        if len(every) > 1:
            parts.append(f"### {md.escape(one.title)} {{ #{slug}-odds-{md.slug(one.title)} }}")
        parts.append(english(one.text))
    return "\n\n".join(parts)


def likely(game: m.Game, answers: Mapping[str, int], told: Collection[m.Decl]) -> list[Likely]:
    """Lists what is said of the chances of a game.

    Args:
        answers: the answer to each option, by its name.
        told: the patterns whose chances are told elsewhere.
    """
    every = report(game, answers, Request(alone=True))
    found = [
        made
        for part, one in zip(finding.parts(game), every, strict=True)
        for made in [_rolled(part, one, told)]
        if made is not None
    ]
    if all((throw.die.total or 1) == 1 and not throw.die.each_player for throw in throws(game, {})):
        return found  # Of one die nobody asks.
    rolled = rolled_at_once(game)
    compared = contests(game, rolled)
    found += [_compared(one) for one in compared]
    summed = {one.die.name for one in compared}
    found += [
        Likely((), throw.die.plural, _shown(throw))
        for throw in throws(game, rolled)
        if throw.die.name not in summed and min(throw.dice) > 1
    ]
    return found


def _rolled(part: finding.Part, one: PartReport, told: Collection[m.Decl]) -> Likely | None:
    """Writes the chances of a part of the turn in which dice are kept and rolled again."""
    values = [value for by in (*one.chances.values(), *one.expected.values()) for value in by.values()]
    if not values or one.why or any(isinstance(value, Estimate) for value in values):
        return None
    if all(aim.decl in told for aim in one.aims):
        return None
    columns = one.columns[: one.rolls] or one.columns
    last = columns[-1]
    heads = ["", *(("at best" if not rolls else md.counted(rolls, "roll")) for rolls in columns)]
    averaged = bool(one.expected) and any(name in one.chances for name in one.expected)
    rows = []
    for name, by in one.chances.items():
        sure = averaged and all(value >= 1 - 1e-12 for value in by.values())
        row = [md.escape(name), *("" if sure else percent(by[rolls]) for rolls in columns)]
        rows.append(row + ([number(one.expected[name][last])] if averaged and name in one.expected else []))
    if averaged:
        heads.append("on average")
    plays = (
        "keeps what serves it best and rolls the others again"
        if one.dice != 1
        else "stops when that serves it best"
    )
    parts = [f"How likely each is for a player who goes for it and {plays}:", md.table(heads, rows)]
    if averaged:
        parts[0] = f"{parts[0][:-1]}, and what it is worth on average:"
    elif one.expected:
        expected = ", ".join(f"{md.escape(name)} {number(by[last])}" for name, by in one.expected.items())
        parts.append(f"At best, and on average: {expected}.")
    return Likely(part.procedures, one.name, "\n\n".join(parts))


def _compared(one: Contest) -> Likely:
    parts = []
    for told in said(one, percent):
        parts += [md.escape(told.text), md.table([md.escape(head) for head in told.heads], told.rows)]
    return Likely((one.decl, one.where), one.name, "\n\n".join(parts))


def _shown(throw: Throw) -> str:
    faces = len(finding.faces_of(throw.die))
    heads = ["", *(f"{dice} dice" for dice in throw.dice)]
    dice = md.escape(throw.die.plural)
    text = f"How likely it is that so many {dice} show a face that is named before they are rolled:"
    return f"{text}\n\n{md.table(heads, list(_rows(throw, faces)))}"


def _rows(throw: Throw, faces: int) -> Iterator[list[str]]:
    for least in range(1, min(_MOST_FACES, max(throw.dice)) + 1):
        chances = [at_least(dice, least, faces) if dice >= least else 0.0 for dice in throw.dice]
        if max(chances) >= 0.005:
            yield [f"at least {least}", *("" if not chance else percent(chance) for chance in chances)]
