"""How likely the combinations of dice are, as a table of a book: before the first roll, for a player who locks well.

Invariants:
    Chances are worked out from the patterns, never typed; what is kept stays kept,
    and where the rules have some dice kept after the first roll, they are.
    A face that a pattern may not have is one of the die's faces, whichever: the chances are the same for each.
"""

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from gekido_dsl.book.nodes import Directive
from gekido_dsl.ground.odds import MOST_DICE, MOST_FACES, Odds
from gekido_dsl.ground.patterns import Groups, PatternTable
from gekido_dsl.model import nodes as m
from gekido_dsl.model.types import NONE
from gekido_dsl.odds import finding
from gekido_dsl.rulesdoc import markdown as md

if TYPE_CHECKING:
    from gekido_dsl.book.expand import Expander

_PARTS: Final = re.compile(
    r"(?P<name>.+?)(?: with (?P<dice>.+?) dice)?(?: in (?P<rolls>.+?) rolls?)?", re.DOTALL
)
MOST_ROLLS: Final = 5
"""Of more rolls there are too many ways to count while somebody waits."""


def odds(expander: "Expander", directive: Directive, text: str) -> str | None:
    """Writes `{{odds of Command with 5 dice in 3 rolls}}`: a table of all patterns, or the chance of one."""
    match = _PARTS.fullmatch(text)
    name = match["name"] if match is not None else text
    key = expander.key(directive, name)
    if key is None or match is None:
        return None
    sets = expander.game.patterns.values()
    found = next(
        ((one, NONE) for one in sets if key is one or key is one.enum),
        next(((one, key[1]) for one in sets if isinstance(key, tuple) and key[0] is one.enum), None),
    )
    if found is None:
        what = expander.naming.target(key).what
        expander.report(directive, f"`{name}` is {what}, and no pattern of dice", "no odds", part=name)
        return None
    patterns, wanted = found
    most = max(sum(number for number, _ in one.groups) for one in patterns.patterns)
    dice = _number(expander, directive, match["dice"], most, MOST_DICE)
    rolls = _number(expander, directive, match["rolls"], 1, MOST_ROLLS)
    faces = _faces(patterns.die)
    if dice is None or rolls is None:
        return None
    if not 0 < len(faces) <= MOST_FACES:
        expander.report(
            directive, f"`{patterns.die.name}` has too many faces to count rolls", "no odds", part=name
        )
        return None
    first = finding.kept_at_first(expander.game, patterns)
    if wanted != NONE:
        return percent(_chance(expander, patterns.patterns[wanted], faces, dice, rolls, first))
    head = [patterns.name, *(f"{number} roll{'s' if number > 1 else ''}" for number in range(1, rolls + 1))]
    rows = []
    for number, pattern in enumerate(patterns.patterns):
        chances = [
            percent(_chance(expander, pattern, faces, dice, count, first)) for count in range(1, rolls + 1)
        ]
        rows.append([expander.link((patterns.enum, number), pattern.name), *chances])
    return md.table([md.escape(title) for title in head], rows)


def percent(chance: float) -> str:
    """Rounds a chance to whole percents, so that what is possible is not 0 and what is not sure is not 100."""
    if 0 < chance < 0.005:
        return "under 1%"
    return f"{min(99, round(100 * chance)) if chance < 1 else 100}%"


def _number(
    expander: "Expander", directive: Directive, written: str | None, default: int, most: int
) -> int | None:
    """Reads a number, or the name of one."""
    if written is None:
        return default
    if written.isdigit():
        number: int | None = int(written)
    else:
        keys = expander.naming.find(written)
        number = expander.number_of(keys[0]) if keys else None
    if number is None or not 1 <= number <= most:
        expander.report(directive, f"`{written}` is no number from 1 to {most}", "how many?", part=written)
        return None
    return number


def _faces(die: m.Kind) -> range:
    faces = die.faces
    if isinstance(faces, m.Enum):
        return range(len(faces.members))
    return range(faces[0], faces[1] + 1) if faces else range(0)


def _chance(
    expander: "Expander", pattern: m.Pattern, faces: range, dice: int, rolls: int, first: int
) -> float:
    never = faces.start if pattern.never is not None else NONE
    condition = pattern.other_condition
    other = bool(pattern.other) and (condition is None or expander.phrases.holds(condition))
    ways = (pattern.groups, pattern.other if other else ())
    return _made(ways, faces, dice, never, first).chance([], [], rolls)


@lru_cache(maxsize=256)
def _made(ways: tuple[Groups, Groups], faces: range, dice: int, never: int, first: int) -> Odds:
    """Makes the odds of a pattern; what they have counted is kept, as books are written again and again."""
    return Odds(PatternTable([ways], len(faces), faces.start), 0, faces, dice, never, bool(ways[1]), first)
