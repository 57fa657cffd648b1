"""How likely the combinations of dice are, as a table of a book: before the first roll, for a player who locks well.

Invariants:
    Chances are those of `gdl odds`: counted from the rules, never typed.
"""

import re
from typing import TYPE_CHECKING, Final

from gekido_dsl.book.likely import percent
from gekido_dsl.book.nodes import Directive
from gekido_dsl.languages import authored, plural, spoken
from gekido_dsl.model.types import NONE
from gekido_dsl.odds.of_patterns import MOST_ROLLS, OfPatterns
from gekido_dsl.odds.scope import NotExact
from gekido_dsl.rulesdoc import markdown as md

if TYPE_CHECKING:
    from gekido_dsl.book.expand import Expander

_PARTS: Final = re.compile(
    r"(?P<name>.+?)(?: with (?P<dice>.+?) dice)?(?: in (?P<rolls>.+?) rolls?)?", re.DOTALL
)
MOST_DICE: Final = 12


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
    expander.odds_told.add(patterns)
    of = OfPatterns(expander.game, patterns, expander.answers)
    dice = _number(expander, directive, match["dice"], MOST_DICE) if match["dice"] is not None else 0
    rolls = _number(expander, directive, match["rolls"], MOST_ROLLS) if match["rolls"] is not None else 1
    if dice is None or rolls is None:
        return None
    try:
        if wanted != NONE:
            return spoken(percent(of.of(wanted, rolls, dice or None)))
        numbers = range(1, rolls + 1)
        rows = [
            [
                expander.link((patterns.enum, number), pattern.name),
                *(spoken(percent(of.of(number, count, dice or None))) for count in numbers),
            ]
            for number, pattern in enumerate(patterns.patterns)
        ]
    except NotExact as error:
        expander.report(directive, f"the odds of `{name}` cannot be told: {error.why}", "no odds", part=name)
        return None
    head = [
        spoken(authored(patterns.name, "patterns")),
        *(spoken(plural("{count} roll", "{count} rolls", number)) for number in numbers),
    ]
    return md.table([md.escape(title) for title in head], rows)


def _number(expander: "Expander", directive: Directive, written: str, most: int) -> int | None:
    """Reads a number, or the name of one."""
    if written.isdigit():
        number: int | None = int(written)
    else:
        keys = expander.naming.find(written)
        number = expander.number_of(keys[0]) if keys else None
    if number is None or not 1 <= number <= most:
        expander.report(directive, f"`{written}` is no number from 1 to {most}", "how many?", part=written)
        return None
    return number
