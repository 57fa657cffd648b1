"""Many spaces in few words: `r4-6c7` for the spaces of a board that lie side by side."""

from collections.abc import Iterable


def ranges(spots: Iterable[tuple[int, int]]) -> str:
    """Names spaces by their rows and columns, those of a rectangle together."""
    left = set(spots)
    told = []
    for row, column in sorted(left):
        if (row, column) not in left:
            continue
        wide = _grown(left, row, row, column, column, across_first=True)
        tall = _grown(left, row, row, column, column, across_first=False)
        down, right = max(wide, tall, key=lambda end: (end[0] - row + 1) * (end[1] - column + 1))
        left -= {(r, c) for r in range(row, down + 1) for c in range(column, right + 1)}
        told.append(f"r{_span(row, down)}c{_span(column, right)}")
    return ", ".join(told)


def _grown(
    left: set[tuple[int, int]], row: int, down: int, column: int, right: int, *, across_first: bool
) -> tuple[int, int]:
    """Extends a rectangle as far as all of it is there, in one direction and then in the other."""
    for across in (across_first, not across_first):
        while True:
            rim = (
                {(r, right + 1) for r in range(row, down + 1)}
                if across
                else {(down + 1, c) for c in range(column, right + 1)}
            )
            if not rim <= left:
                break
            right, down = (right + 1, down) if across else (right, down + 1)
    return down, right


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first}-{last}"
