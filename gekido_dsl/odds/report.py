"""What is known of the chances of a ruleset, as data, and as text for a person."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.odds import finding
from gekido_dsl.odds.chances import Chances
from gekido_dsl.odds.contests import Contest
from gekido_dsl.odds.graph import Offer
from gekido_dsl.odds.sampled import Estimate
from gekido_dsl.odds.scope import OTHER, NotExact
from gekido_dsl.odds.throwing import Throw, at_least

MOST_ROLLS: Final = 5
"""Of so many rolls chances are told, at most."""


@dataclass(frozen=True)
class Help:
    """What chances are with something that a player may use."""

    owner: str
    """The row of a kind that has it; empty for what anybody may have."""
    name: str
    against: bool
    """Whether another player uses it against the one who rolls."""
    rolls: int
    chances: Mapping[str, float]
    """The chance of each aim, by its name."""


@dataclass
class PartReport:
    """The chances of one part of the turn."""

    name: str
    die: m.Kind
    dice: int
    rolls: int
    """How many rolls the rules give; 0 where that is no fixed number."""
    aims: list[finding.Aim]
    columns: list[int]
    """For how many rolls chances are told; 0 for as many as the rules give."""
    chances: dict[str, dict[int, float]] = field(default_factory=dict)
    """The chance of each aim, by its name, for each number of rolls."""
    expected: dict[str, dict[int, float]] = field(default_factory=dict)
    """What can be expected of each number, by its name, for each number of rolls."""
    helps: list[Help] = field(default_factory=list)
    why: str = ""
    """Why it cannot be counted; empty if it can."""
    now: bool = False
    """Whether it is about a position of a match."""
    chosen: str = ""
    """What was chosen there, so that no other pattern counts."""
    barred: list[str] = field(default_factory=list)
    """What cannot be chosen there any more, however the dice fall."""
    carried: dict[str, bool] = field(default_factory=dict)
    """What is being carried out there and counted, and whether another player chooses in it."""


@dataclass(frozen=True)
class Request:
    """What is asked."""

    aims: Sequence[str] = ()
    rolls: int | None = None
    dice: int | None = None
    row: str = ""
    """The row whose own things are told alone; empty for all."""
    used: Sequence[str] = ()
    """What is used besides, by its name."""
    alone: bool = False
    """Whether what rows have is left out."""


class Unasked(ValueError):
    """Something is asked that the ruleset does not have."""


def report(
    game: m.Game, answers: Mapping[str, int], request: Request, tick: Callable[[], None] = lambda: None
) -> list[PartReport]:
    """Works out what is asked, part by part.

    Args:
        tick: called now and then, for whoever shows that it goes on.
    Raises:
        Unasked: there is no such pattern, row or thing to use.
    """
    found = [_part(game, part, answers, request, tick) for part in finding.parts(game)]
    if request.aims and not any(one.aims for one in found):
        raise Unasked(f"nothing called `{request.aims[0]}` can be rolled for")
    return found


def is_number(aim: finding.Aim) -> bool:
    """Tells whether an aim is worth a number, and is no matter of chance."""
    return aim.kind == "amount" or (aim.kind == "gain" and not aim.value)


def _part(
    game: m.Game, part: finding.Part, answers: Mapping[str, int], request: Request, tick: Callable[[], None]
) -> PartReport:
    chances = Chances(game, part, answers)
    wanted = {name.casefold() for name in request.aims}
    aims = [aim for aim in finding.aims(game, part) if not wanted or aim.name.casefold() in wanted]
    made = PartReport(part.name, part.die, 0, 0, aims, [])
    kinds = finding.owners(game, part)
    rows = {kind.name: 0 for kind in kinds}
    used = _used(game, part, kinds, request)
    try:
        if not aims:
            return made
        rows = _row_of(kinds, request.row) or rows
        made.rolls = rules_rolls(chances, aims, rows, request.dice)
        made.dice = chances.dice(aims[0], request.dice, rows)
        last = made.rolls or 0
        made.columns = (
            [request.rolls] if request.rolls else [*range(1, min(MOST_ROLLS, last + 1) + 1)] if last else [0]
        )
        for aim in aims:
            told = made.expected if is_number(aim) else made.chances
            told[aim.name] = {}
            for rolls in made.columns:
                told[aim.name][rolls] = chances.of(aim, rolls or None, request.dice, used, rows)
                tick()
        most = [request.rolls or 0] if request.rolls or not last else [last + 1, last]
        if request.alone:
            return made
        helps = _helps(game, part, chances, kinds, aims, most, request, tick, made)
        made.helps = [one for rolls in sorted(most) for one in helps if one.rolls == rolls]
    except NotExact as error:
        made.why = error.why
    return made


def rules_rolls(
    chances: Chances, aims: Sequence[finding.Aim], rows: Mapping[str, int], dice: int | None
) -> int:
    """Tells how many rolls the rules give; 0 where that is no number that can be changed."""
    try:
        for aim in aims:
            best = chances.of(aim, None, dice, (), rows)
            if isinstance(best, Estimate):
                limit = chances.tree(aim, None, dice, (), rows).tree.machine.limit_start
                return limit if isinstance(limit, int) else 0
            for rolls in range(1, MOST_ROLLS + 2):
                if abs(chances.of(aim, rolls, dice, (), rows) - best) < 1e-12:
                    if rolls > 1 or aim is aims[-1]:
                        return rolls
                    break  # It may be that one roll is as good as many.
    except NotExact:
        pass
    return 0


def _row_of(kinds: Sequence[m.Kind], name: str) -> dict[str, int]:
    """Finds a row by its name."""
    if not name:
        return {}
    for kind in kinds:
        for number, row in enumerate(kind.rows):
            if row.name.casefold() == name.casefold():
                return {**{one.name: 0 for one in kinds}, kind.name: number}
    known = ", ".join(row.name for kind in kinds for row in kind.rows)
    raise Unasked(f"there is no `{name}` that rolls" + (f"; there are {known}" if known else ""))


def _used(game: m.Game, part: finding.Part, kinds: Sequence[m.Kind], request: Request) -> tuple[Offer, ...]:
    """Finds what is to be used besides, by its name."""
    if not request.used:
        return ()
    everything = [
        offer
        for kind in (None, *kinds)
        for number in range(len(kind.rows) if kind is not None else 1)
        for offer in finding.offers(game, part, kind, number)
    ]
    found: list[Offer] = []
    for name in request.used:
        fitting = [one for one in everything if one.name.casefold() == name.casefold()]
        if not fitting:
            raise Unasked(f"nothing called `{name}` can be used while dice are rolled")
        found += fitting[:2]
    return tuple(found)


def _helps(
    game: m.Game,
    part: finding.Part,
    chances: Chances,
    kinds: Sequence[m.Kind],
    aims: Sequence[finding.Aim],
    rolls: Sequence[int],
    request: Request,
    tick: Callable[[], None],
    made: PartReport,
) -> list[Help]:
    """Works out what each row's own things make of the chances."""
    asked = []
    for kind in kinds:
        for number, row in enumerate(kind.rows):
            if request.row and row.name.casefold() != request.row.casefold():
                continue
            for offer in finding.offers(game, part, kind, number):
                rows = {**{one.name: 0 for one in kinds}, kind.name: number if offer.seat is not OTHER else 0}
                asked.append((row.name, offer, rows))
    found: dict[int, list[Help]] = {}
    # What is called alike is asked for together, as most of what is found out of one serves the others.
    for at in sorted(range(len(asked)), key=lambda at: (asked[at][1].name, asked[at][1].seat, at)):
        owner, offer, rows = asked[at]
        if not chances.uses(aims[0], offer, rows):
            continue
        by_rolls: dict[int, dict[str, float]] = {number: {} for number in rolls}
        try:
            for aim in aims:
                for most, told in by_rolls.items():
                    told[aim.name] = chances.of(aim, most or None, request.dice, (offer,), rows)
                    tick()
        except NotExact as error:
            made.why = f"{offer.name} of {owner}: {error.why}"
            continue
        against = offer.seat is OTHER
        found[at] = [Help(owner, offer.name, against, most, told) for most, told in by_rolls.items()]
    return [one for _, helps in sorted(found.items()) for one in helps]


def data(
    parts: Sequence[PartReport], game: m.Game, thrown: Sequence[Throw] = (), compared: Sequence[Contest] = ()
) -> dict[str, Any]:
    """Gives everything as data.

    Args:
        thrown: the dice that nobody rolls again.
        compared: the comparisons that dice decide.
    """
    return {
        "schema_version": 1,
        "game": game.title,
        "parts": [
            {
                "part": one.name,
                "die": one.die.name,
                "dice": one.dice,
                "rolls": one.rolls,
                "exact": not one.why and not intervals,
                **({"why": one.why} if one.why else {}),
                **({"sampled": intervals} if intervals else {}),
                "chances": {name: {str(k): v for k, v in by.items()} for name, by in one.chances.items()},
                "expected": {name: {str(k): v for k, v in by.items()} for name, by in one.expected.items()},
                "with": [
                    {
                        "owner": help_.owner,
                        "uses": help_.name,
                        "against": help_.against,
                        "rolls": help_.rolls,
                        "chances": dict(help_.chances),
                    }
                    for help_ in one.helps
                ],
            }
            for one in parts
            for intervals in [_intervals(one)]
        ],
        "contests": [
            {
                "name": one.name,
                "higher": one.high.name,
                "lower": one.low.name,
                "strict": one.strict,
                "dice": list(one.dice),
                "both": one.both,
                "chances": {
                    str(dice): (
                        {
                            str(ahead): one.chance(dice, ahead)
                            for ahead in [*(-row for row in one.rows[:0:-1]), *one.rows]
                        }
                        if one.both or one.rows == [0]
                        else {str(row): one.needed(dice, row) for row in one.rows}
                    )
                    for dice in one.dice
                },
            }
            for one in compared
        ],
        "throws": [
            {
                "die": throw.die.name,
                "faces": len(finding.faces_of(throw.die)),
                "at_least": {
                    str(dice): [
                        at_least(dice, number, len(finding.faces_of(throw.die)))
                        for number in range(1, dice + 1)
                    ]
                    for dice in throw.dice
                },
            }
            for throw in thrown
        ],
    }


def _intervals(part: PartReport) -> dict[str, dict[str, list[float]]]:
    """Lists the intervals of what was sampled, by aim and number of rolls; of what is used, by its name as well."""
    found: dict[str, dict[str, list[float]]] = {}
    for table in (part.chances, part.expected):
        for name, by in table.items():
            for rolls, value in by.items():
                if isinstance(value, Estimate):
                    found.setdefault(name, {})[str(rolls)] = [value.low, value.high]
    for help_ in part.helps:
        for name, value in help_.chances.items():
            if isinstance(value, Estimate):
                key = f"{help_.rolls} with {help_.name} of {help_.owner}"
                found.setdefault(name, {})[key] = [value.low, value.high]
    return found
