"""A report of chances as text, in lines of at most 80 columns."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Final

from gekido_dsl.languages import figure, joined
from gekido_dsl.languages import text as say
from gekido_dsl.model import nodes as m
from gekido_dsl.odds import finding
from gekido_dsl.odds.contest_words import said
from gekido_dsl.odds.contests import Contest
from gekido_dsl.odds.report import PartReport
from gekido_dsl.odds.resuming import carried_out
from gekido_dsl.odds.sampled import Estimate
from gekido_dsl.odds.throwing import Throw, at_least

_WIDTH: Final = 80
_SAMPLED: Final = say(
    "Where two numbers stand, there is too much to count while you wait: it was sampled, with players who try "
    "things out before they decide. What they reach lies between the two, in 95 of 100 cases; the best play may "
    "reach more."
)


def text(
    parts: Sequence[PartReport], game: m.Game, thrown: Sequence[Throw] = (), compared: Sequence[Contest] = ()
) -> str:
    """Writes everything.

    Args:
        thrown: the dice that nobody rolls again.
        compared: the comparisons that dice decide.
    """
    blocks = [block for part in parts for block in _part(part)]
    blocks += [block for one in compared for block in _contest(one)]
    blocks += [block for throw in thrown for block in _throw(throw)]
    if not blocks:
        blocks = [f"In {game.title} no dice are rolled, so there are no odds to tell."]
    return "\n\n".join(blocks) + "\n"


def percent(chance: float) -> str:
    """Writes a chance so that what is possible is not 0 and what is not sure is not 100.

    Of one that was sampled, its interval.
    """
    if isinstance(chance, Estimate):
        low, high = figure(f"{100 * max(0, chance.low):.0f}"), figure(f"{100 * min(1, chance.high):.0f}")
        return say("{low} to {high}%", low=low, high=high)
    if chance <= 0:
        return say("{number}%", number=0)
    if chance >= 1 - 1e-12:
        return say("{number}%", number=100)
    if chance < 0.0005:
        return say("under {number}%", number=figure("0.1"))
    return say("{number}%", number=figure(f"{min(99.9, 100 * chance):.1f}"))


def likely(chance: float | None) -> str:
    """Writes a chance beside a choice; nothing of one that nobody knows."""
    if chance is None:
        return ""
    return say("sure") if chance >= 1 - 1e-12 else say("{chance} likely", chance=percent(chance))


def _part(part: PartReport) -> list[str]:
    dice = part.die.plural if part.dice != 1 else part.die.name
    counted = "" if not part.rolls else f", at most {part.rolls} roll{'s' if part.rolls != 1 else ''}"
    head = f"{part.name}: {part.dice} {dice}{counted}" if part.dice else part.name
    if not part.aims:
        return [head, "There is no pattern, test or number here to roll for."]
    if part.why and not part.chances and not part.expected:
        return [head, *map(_wrapped, _cannot(part)), _wrapped(f"It cannot be counted: {part.why}.")]
    blocks = [head]
    gone = _gone(part)
    if any(name not in gone for name in part.chances):
        sure = [name for name, by in part.chances.items() if _is_sure(by)]
        told = {name: by for name, by in part.chances.items() if name not in sure and name not in gone}
        since = "from here on" if part.now else "from the first roll"
        blocks.append(
            _wrapped(
                f"The chance to end with each, for a player who goes for it {since} and keeps and rolls "
                "again what serves it best. "
                + (_SAMPLED if sampled(part) else "Every roll is counted, none is sampled.")
            )
        )
        heads = [_rolls(number) for number in part.columns]
        rows = [[name, *(percent(by[number]) for number in part.columns)] for name, by in told.items()]
        if rows:
            blocks.append(table([["", *heads], *rows]))
        if sure:
            blocks.append(_wrapped(f"Sure, however the dice fall: {', '.join(sure)}."))
    if part.expected:
        blocks.append("What can be expected of each at best, on average:")
        heads = [_rolls(number) for number in part.columns]
        rows = [[name, *(number(by[rolls]) for rolls in part.columns)] for name, by in part.expected.items()]
        blocks.append(table([["", *heads], *rows]))
    blocks += [_wrapped(one) for one in _cannot(part)]
    blocks += _helps(part)
    if part.why:
        blocks.append(_wrapped(f"Not all of it can be counted: {part.why}."))
    return blocks


def here(parts: Sequence[PartReport]) -> tuple[list[tuple[str, str]], list[str]]:
    """Tells the chances from where a match stands in short: of what and how likely it is, then what is to be known."""
    rows: list[tuple[str, str]] = []
    notes: list[str] = []
    for part in parts:
        gone = _gone(part)
        for name in dict.fromkeys([*part.chances, *part.expected]):
            words: list[str] = []
            if name in part.expected:
                words = [say("{number} on average", number=number(part.expected[name][0]))]
            if name in part.chances and not (words and _is_sure(part.chances[name])):
                words.insert(0, percent(part.chances[name][0]))
            called = joined(", ", [part.name, name]) if len(parts) > 1 else name
            rows += [(called, joined("; ", words))] if name not in gone else []
        notes += _cannot(part)
        if part.why:
            notes.append(
                say("Not all of it can be counted: {reason}.", reason=part.why)
                if rows
                else say("It cannot be counted: {reason}.", reason=part.why)
            )
    if rows:
        notes.append(
            say(
                "Each is for a player who goes for it, keeps and rolls again what serves it best, "
                "and uses nothing else."
            )
        )
        notes += [_SAMPLED] if any(map(sampled, parts)) else []
    return rows, notes


def _is_sure(chances: Mapping[int, float]) -> bool:
    return all(chance >= 1 - 1e-12 for chance in chances.values())


def _gone(part: PartReport) -> list[str]:
    """Lists what can no longer come about, in a position of a match."""
    return [name for name, by in part.chances.items() if part.now and not any(by.values())]


def _cannot(part: PartReport) -> list[str]:
    """Says why something is not told, in a position of a match."""
    gone = _gone(part)
    counted = part.carried and not part.why
    running = carried_out(part.carried)
    counting = say("{carried_out}, and counted.", carried_out=running)
    if any(part.carried.values()):
        counting = say(
            "{carried_out}, and counted; another player who chooses there does what serves least.",
            carried_out=running,
        )
    return [
        *([counting] if counted else []),
        *([say("{pattern} was chosen, so nothing else counts.", pattern=part.chosen)] if part.chosen else []),
        *([say("No longer available: {names}.", names=joined(", ", part.barred))] if part.barred else []),
        *([say("No longer possible: {names}.", names=joined(", ", gone))] if gone else []),
    ]


def number(value: float) -> str:
    """Writes what can be expected; of what was sampled, its interval."""
    if isinstance(value, Estimate):
        return say("{low} to {high}", low=figure(f"{value.low:.2f}"), high=figure(f"{value.high:.2f}"))
    return figure(f"{value:.2f}")


def sampled(part: PartReport) -> bool:
    """Tells whether any number of a part is sampled."""
    values = [
        value for table in (*part.chances.values(), *part.expected.values()) for value in table.values()
    ]
    values += [value for one in part.helps for value in one.chances.values()]
    return any(isinstance(value, Estimate) for value in values)


def _rolls(number: int) -> str:
    return "at best" if not number else f"{number} roll{'s' if number != 1 else ''}"


def _helps(part: PartReport) -> list[str]:
    blocks = []
    for against in (False, True):
        helps = [one for one in part.helps if one.against is against]
        for rolls in dict.fromkeys(one.rolls for one in helps):
            those = [one for one in helps if one.rolls == rolls]
            often = f" with {_rolls(rolls)}" if rolls else ""
            blocks.append(
                _wrapped(
                    f"The same{often}, when another player uses one of these against it as often as the rules allow:"
                    if against
                    else f"The same{often}, when one of these is used as often as the rules allow:"
                )
            )
            names = list(those[0].chances)
            groups: dict[tuple[str, tuple[float, ...]], list[str]] = {}
            for one in those:
                groups.setdefault((one.name, tuple(one.chances.values())), []).append(one.owner)
            columns = [(name, ", ".join(owners), values) for (name, values), owners in groups.items()]
            width = max(map(len, names)) + 2
            room = max(1, (_WIDTH - width) // 15)
            for at in range(0, len(columns), room):
                blocks.append(_columns(names, columns[at : at + room]))
    return blocks


def _columns(names: Sequence[str], columns: Sequence[tuple[str, str, tuple[float, ...]]]) -> str:
    """Writes columns whose heads take several lines."""
    heads = [
        textwrap.wrap(name, 14) + [f"({line}" if not at else line for at, line in enumerate(_owners(owners))]
        for name, owners, _ in columns
    ]
    tall = max(map(len, heads))
    heads = [[""] * (tall - len(head)) + head for head in heads]
    rows = [["", *(head[line] for head in heads)] for line in range(tall)]
    rows += [[name, *(percent(values[at]) for _, _, values in columns)] for at, name in enumerate(names)]
    return table(rows, 13)


def _owners(owners: str) -> list[str]:
    return textwrap.wrap(owners + ")", 13) if owners else []


def table(rows: Sequence[Sequence[str]], least: int = 8) -> str:
    """Writes rows in columns, the first to the left and all others to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    widths = [widths[0], *(max(width, least) for width in widths[1:])]
    return "\n".join(
        "  ".join(
            f"{cell:<{width}}" if not column else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _throw(throw: Throw) -> list[str]:
    faces = len(finding.faces_of(throw.die))
    once = throw.dice[0]
    how = f"{throw.die.plural} are rolled{f', {once} at once,' if len(throw.dice) == 1 and once > 1 else ''}"
    said = f"{how} in {throw.where} and stay as they fall: nobody decides what to roll again."
    if throw.again:
        said = (
            f"{how} in {throw.where}. {', '.join(throw.again)} may have some rolled again, "
            "which is not counted here: this is what one roll gives."
        )
    if throw.dice == (1,) or faces < 2:
        one = percent(1 / max(1, faces))
        return [_wrapped(f"{said} Each of the {faces} faces of a {throw.die.name} comes up with {one}.")]
    heads = [f"{dice} {'dice' if dice > 1 else 'die'}" for dice in throw.dice]
    rows = [["", *heads]]
    for number in range(1, min(12, max(throw.dice)) + 1):
        chances = [at_least(dice, number, faces) if dice >= number else 0.0 for dice in throw.dice]
        rows.append([f"at least {number}", *("" if not chance else percent(chance) for chance in chances)])
    return [
        _wrapped(f"{said} How likely it is that so many show a face that is named beforehand:"),
        table(rows),
    ]


def _contest(one: Contest) -> list[str]:
    blocks = []
    for told in said(one, percent):
        heads = [textwrap.wrap(head, 16) or [""] for head in told.heads]
        tall = max(map(len, heads))
        lines = [[""] * (tall - len(head)) + head for head in heads]
        rows = [*([head[line] for head in lines] for line in range(tall)), *told.rows]
        blocks += [_wrapped(told.text), table(rows)]
    return blocks


def _wrapped(words: str) -> str:
    return "\n".join(textwrap.wrap(words, _WIDTH))
