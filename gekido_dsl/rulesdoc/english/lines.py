"""Lines on a board become English: along rows and columns or diagonals, where all ways of such a sort are meant."""

from typing import TYPE_CHECKING, Final

from gekido_dsl.model import nodes as m
from gekido_dsl.rulesdoc.english.nouns import outermost
from gekido_dsl.syntax import nodes as s

if TYPE_CHECKING:
    from gekido_dsl.rulesdoc.english.teller import Teller

_ALONG: Final = {
    (True, False): "along a row or column",
    (False, True): "along a diagonal",
    (True, True): "along a row, column or diagonal",
}
"""By whether all straight and all slanted ways are meant."""


def line_ways(t: "Teller", line: s.Line) -> str:
    """Writes where a line leads: `towards North`, `along a diagonal`."""
    if not line.any:
        return f"towards {t.expr(line.towards)}"
    key = outermost(t, line.towards)
    ways = _ways(t, key)
    said = _along(*ways) if ways is not None and t.whole_book else None
    return said or f"towards any {t.expr(line.towards)}"


def _along(enum: m.Enum, ways: frozenset[int]) -> str | None:
    """Says which lines of a grid of squares lead these ways, if all of a sort do."""
    number = len(enum.members)
    if not enum.compass or number not in (4, 8):
        return None
    straight = frozenset(range(0, number, number // 4))
    slanted = frozenset(range(number)) - straight
    sorts = (straight <= ways, bool(slanted) and slanted <= ways)
    whole = (straight if sorts[0] else frozenset()) | (slanted if sorts[1] else frozenset())
    return _ALONG.get(sorts) if whole == ways else None


def _ways(
    t: "Teller", key: object, seen: frozenset[object] = frozenset()
) -> tuple[m.Enum, frozenset[int]] | None:
    """Gives the ways that a list of values has, or that a definition names; None where that depends on more."""
    if isinstance(key, m.Enum):
        return key, frozenset(range(len(key.members)))
    written = t.text_of(key) if isinstance(key, m.Definition) and key not in seen else None
    if not isinstance(written, s.Definition) or written.params or not isinstance(written.condition, s.Test):
        return None
    test, one = written.condition, written.condition.predicate
    if not isinstance(test.subject, s.It) or not isinstance(one, s.Is) or one.how != "value":
        return None
    found: set[int] = set()
    enum = t.meaning(written.kind) if written.kind is not None else None
    if not isinstance(enum, m.Enum):
        return None
    for operand in (one.operand, *one.others):
        meant = outermost(t, operand) if operand is not None else None
        if isinstance(meant, tuple) and meant[0] is enum and isinstance(meant[1], int):
            found.add(meant[1])
            continue
        inner = _ways(t, meant, seen | {key})
        if inner is None or inner[0] is not enum:
            return None
        found |= inner[1]
    every = frozenset(range(len(enum.members)))
    return enum, every - found if one.negated else frozenset(found)
