"""The records of all operators.

`RECORDS` has them by name; `those` gives the names of all for which a column says so, once, where a list of names is
asked more often than it is made.
"""

from collections.abc import Callable
from typing import Final

from gekido_dsl.model.kernel.operator import Operator
from gekido_dsl.model.kernel.operators import (
    asking,
    dice,
    facts,
    given,
    logic,
    players,
    regions,
    relations,
    sets,
    spaces,
    things,
    ways,
)

_EVERY: Final = (
    *given.RECORDS,
    *facts.RECORDS,
    *players.RECORDS,
    *relations.RECORDS,
    *things.RECORDS,
    *dice.RECORDS,
    *spaces.RECORDS,
    *regions.RECORDS,
    *ways.RECORDS,
    *sets.RECORDS,
    *asking.RECORDS,
    *logic.RECORDS,
)
RECORDS: Final[dict[str, Operator]] = {record.name: record for record in _EVERY}
"""The record of each operator, by its name."""
assert len(RECORDS) == len(_EVERY)


def those(holds: Callable[[Operator], bool]) -> frozenset[str]:
    """Gives the names of the operators for which a column says something."""
    return frozenset(name for name, record in RECORDS.items() if holds(record))


COMPARISONS: Final = those(lambda record: record.mirrored is not None)
"""Operators that hold two values against each other."""
