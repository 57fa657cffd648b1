"""Finds lines of an amount that are written in another order than they count, or whose order within a layer counts."""

from collections.abc import Iterator

from gekido_dsl.diagnostics import Diagnostic, Label, codes
from gekido_dsl.model import conditions, known
from gekido_dsl.model import nodes as m

_SAID = {
    "start": "starts at", "set": "becomes", "multiply": "multiply", "divide": "divide", "add": "add",
    "subtract": "subtract", "floor": "at least", "cap": "at most",
}  # fmt: skip
_SCALES = frozenset({"multiply", "divide"})


def check(game: m.Game) -> Iterator[Diagnostic]:
    """Reports pairs of lines whose order changes the number."""
    for amount in game.amounts.values():
        for lines in [amount.lines, *(one.lines for one in amount.exceptions)]:
            above: set[str] = set()
            for place, later in enumerate(lines):
                above.add(later.operator)
                if not any(_matters(operator, later.operator) for operator in above):
                    continue
                for earlier in lines[:place]:
                    found = _pair(amount, earlier, later)
                    if found is not None:
                        yield found
                        break


def _rising(amount: m.Amount, earlier: m.AmountLine, later: m.AmountLine) -> bool:
    """Tells whether two lines belong to a ranking: `becomes 1 if A`, `becomes 2 if B`, the number rising line by line.

    The best one that holds counts there, as anybody reads it. Where numbers fall, the last one would count.
    """
    lists = [amount.lines, *(one.lines for one in amount.exceptions)]
    lines = next(lines for lines in lists if earlier in lines and later in lines)
    ranks = [line.operand for line in lines if line.operator == "set"]
    if any(not isinstance(one, m.ops.Const) for one in ranks):
        return False
    numbers = [one.value for one in ranks]
    return numbers == sorted(set(numbers))


def _matters(first: str, second: str) -> bool:
    """Tells whether the order of two operators can matter."""
    misplaced = m.LAYERS[first] > m.LAYERS[second] and m.LAYERS[first] < m.LAYERS["floor"]
    rounded = first in _SCALES and second in _SCALES and first != second
    return misplaced or rounded or first == second == "set"


def _pair(amount: m.Amount, earlier: m.AmountLine, later: m.AmountLine) -> Diagnostic | None:
    first, second = earlier.operator, later.operator
    if not _matters(first, second):
        return None
    misplaced = m.LAYERS[first] > m.LAYERS[second] and m.LAYERS[first] < m.LAYERS["floor"]
    twice = (
        first == second == "set"
        and earlier.condition is not None
        and earlier.operand != later.operand
        and not _rising(amount, earlier, later)
    )
    rounded = first in _SCALES and second in _SCALES and first != second
    if not (misplaced or twice or rounded):
        return None
    held = [(line.condition, True) for line in (earlier, later) if line.condition is not None]
    case = conditions.together(held)
    if case is None or not known.in_some_row(amount.subject, [test for test, _ in held]):
        return None
    if misplaced:
        why = f"`{_SAID[second]}` counts before the `{_SAID[first]}` that is written above it"
    else:
        why = f"`{_SAID[second]}` follows an earlier `{_SAID[first]}`, and the result would differ in the other order"
    return Diagnostic(
        codes.ORDER_MATTERS,
        f"in `{amount.name}`, {why}",
        (Label(later.span, "written later"), Label(earlier.span, "written above")),
        "write the lines in the order in which they count: `starts at`, `becomes`, `add` and `subtract`, `multiply` "
        "and `divide`, `at least`, `at most`"
        if misplaced
        else "give the two lines conditions that cannot both be true",
        (),
        (f"both apply when {case.text()}",) if held else (),
    )
