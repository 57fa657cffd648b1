"""A report of chances as text, in lines of at most 80 columns."""

import textwrap
from collections.abc import Sequence
from typing import Final

from gekido_dsl.model import nodes as m
from gekido_dsl.odds import finding
from gekido_dsl.odds.report import PartReport, Throw, at_least, throws
from gekido_dsl.odds.sampled import Estimate

_WIDTH: Final = 80
_SAMPLED: Final = (
    "Where two numbers stand, there is too much to count while you wait: it was sampled, with players who try "
    "things out before they decide. What they reach lies between the two, in 95 of 100 cases; the best play may "
    "reach more."
)


def text(parts: Sequence[PartReport], game: m.Game, thrown: bool = True) -> str:
    """Writes everything.

    Args:
        thrown: whether dice that nobody rolls again are told as well.
    """
    blocks = [block for part in parts for block in _part(part)]
    blocks += [block for throw in (throws(game) if thrown else ()) for block in _throw(throw)]
    if not blocks:
        blocks = [f"In {game.title} no dice are rolled, so there are no odds to tell."]
    return "\n\n".join(blocks) + "\n"


def percent(chance: float) -> str:
    """Writes a chance so that what is possible is not 0 and what is not sure is not 100.

    Of one that was sampled, its interval.
    """
    if isinstance(chance, Estimate):
        return f"{100 * max(0, chance.low):.0f} to {100 * min(1, chance.high):.0f}%"
    if chance <= 0:
        return "0%"
    if chance >= 1 - 1e-12:
        return "100%"
    if chance < 0.0005:
        return "under 0.1%"
    return f"{min(99.9, 100 * chance):.1f}%"


def _part(part: PartReport) -> list[str]:
    dice = part.die.plural if part.dice != 1 else part.die.name
    counted = "" if not part.rolls else f", at most {part.rolls} roll{'s' if part.rolls != 1 else ''}"
    head = f"{part.name}: {part.dice} {dice}{counted}" if part.dice else part.name
    if not part.aims:
        return [head, "There is no pattern, test or number here to roll for."]
    if part.why and not part.chances and not part.expected:
        return [head, _wrapped(f"It cannot be counted: {part.why}.")]
    blocks = [head]
    if part.chances:
        sure = [name for name, by in part.chances.items() if all(value >= 1 - 1e-12 for value in by.values())]
        gone = [name for name, by in part.chances.items() if part.now and not any(by.values())]
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
        if gone:
            blocks.append(_wrapped(f"No longer possible from here: {', '.join(gone)}."))
    if part.expected:
        blocks.append("What can be expected of each at best, on average:")
        heads = [_rolls(number) for number in part.columns]
        rows = [[name, *(number(by[rolls]) for rolls in part.columns)] for name, by in part.expected.items()]
        blocks.append(table([["", *heads], *rows]))
    blocks += _helps(part)
    if part.why:
        blocks.append(_wrapped(f"Not all of it can be counted: {part.why}."))
    return blocks


def number(value: float) -> str:
    """Writes what can be expected; of what was sampled, its interval."""
    if isinstance(value, Estimate):
        return f"{value.low:.2f} to {value.high:.2f}"
    return f"{value:.2f}"


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
    said = f"{throw.die.plural} are rolled in {throw.where} and stay as they fall: nobody decides what to roll again."
    if throw.again:
        said = (
            f"{throw.die.plural} are rolled in {throw.where}. {', '.join(throw.again)} may have some rolled again, "
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


def _wrapped(words: str) -> str:
    return "\n".join(textwrap.wrap(words, _WIDTH))
