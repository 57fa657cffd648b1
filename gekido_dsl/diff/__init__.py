"""Two rulesets become what is different between them: sentences with both values, places and pages.

Invariants:
    What means the same gives no change of the rules, however it is written, whatever it is called, and wherever it
    stands; see `model.canonical`. What differs in words alone is told apart.
    The order is that of the new ruleset; the same two rulesets give the same text.

A ruleset with errors is not compared: what it means is not known.
"""

from gekido_dsl.compilation import Compilation
from gekido_dsl.diff import look, order, rulings, tables, wording, words
from gekido_dsl.diff.nodes import APART, AREAS, RULES, Change, Difference, Line, Place, Value
from gekido_dsl.diff.pairing import pair
from gekido_dsl.diff.side import Declared, Side, renamed
from gekido_dsl.model.canonical import ReadLine
from gekido_dsl.syntax import nodes as s

__all__ = ["APART", "AREAS", "RULES", "Change", "Difference", "Line", "Place", "Value", "compare"]


def compare(old: Compilation, new: Compilation, *, looks: bool = True) -> Difference:
    """Tells what is different between two rulesets.

    Args:
        looks: whether themes and artwork are read and compared, too.
    Raises:
        ValueError: one of them has errors.
    """
    for side in (old, new):
        if side.game is None:
            raise ValueError(f"{side.name} has errors and cannot be compared")
    before, after = Side(old), Side(new)
    pairs = pair(before, after)
    found: list[tuple[int, Change]] = []
    place = {id(one): number for number, one in enumerate(after.declared)}
    old_place = {id(one): number for number, one in enumerate(before.declared)}
    for one, other in pairs.changed:
        change = wording.changed(one, other, _with_names(one, pairs.names))
        found.append((place[id(other)], change))
    found += [(place[id(one)], wording.added(one)) for one in pairs.added]
    last = len(place)
    gone = pairs.removed
    if any(isinstance(one.node, s.Game) and one.node.changes for one in after.declared):
        gone = [
            one for one in gone if not isinstance(one.node, s.Scenario | s.Claim)
        ]  # a variant has examples of its own
    found += [(last + old_place[id(one)], wording.removed(one)) for one in gone]
    found.sort(key=lambda each: each[0])
    changes = [change for _, change in found]
    changes += order.changes((*pairs.same, *pairs.changed), before.declared, after.declared)
    changes += tables.changes(before, after, pairs.names)
    changes += rulings.changes(before, after, pairs.names)
    if looks:
        changes += look.changes(before, after, pairs.names)
    changes += words.changes(before, after, pairs)
    return Difference(before.title, after.title, tuple(changes))


def _with_names(one: Declared, names: dict[str, str]) -> list[ReadLine]:
    """Gives the lines of the old declaration with the names of today."""
    return [
        ReadLine(line.depth, renamed(line.text, names), renamed(line.meaning, names), line.span)
        for line in one.lines
        if line.meaning
    ]
