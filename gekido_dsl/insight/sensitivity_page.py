"""A ranking of numbers becomes a page: what moves most as charts with intervals, then all as a table."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.diagnostics.render.place import counted
from gekido_dsl.drawing.charts import Bar, bars
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.insight import frame, sensitivity, verdicts
from gekido_dsl.insight.comparing import Verdict
from gekido_dsl.insight.sensitivity import Moved

_DRAWN: Final = 25
"""How many numbers a chart has at most."""
_NAMES: Final = 44.0
"""How much of the width of a chart names may take."""


def page(
    moved: Sequence[Moved], title: str, who: str, warning: str, left: Sequence[str], command: str
) -> str:
    """Writes the page.

    Args:
        who: plays, and how many games.
        warning: why it is to be read with care.
        left: the names of numbers that were not played.
        command: plays the same games again.
    """
    ranked = sensitivity.ranked(moved)
    sure = [one for one in ranked if one.weight[0]]
    rows = [[cell.strip() for cell in row] for row in sensitivity.table(moved)]
    head = f"{title}: which numbers matter"
    parts = [
        frame.heading(1, head),
        frame.paragraph(who, "quiet"),
        *frame.warning(warning),
        frame.paragraph(_verdict(ranked, sure)),
        *([frame.paragraph(f"{len(left):,} numbers were not played.", "warning")] if left else []),
        frame.paragraph(
            "Each number is turned a step down and a step up, and both are played with the same shuffles and dice. A "
            "line over an end holds the true difference with 95 %, for all that is asked of a number together. Of many "
            "numbers some look as if they moved something by luck alone.",
            "quiet",
        ),
        frame.charts(charts(ranked)),
        frame.heading(2, "The same as numbers"),
        frame.table(rows[0], rows[1:], "A star where it moves for sure."),
        *([frame.folded("Numbers that were not played", map(frame.paragraph, left))] if left else []),
        frame.heading(2, "Play the same games again"),
        frame.command(command),
    ]
    return frame.page(head, parts)


def _verdict(ranked: Sequence[Moved], sure: Sequence[Moved]) -> str:
    if not sure:
        return (
            f"Of {counted(len(ranked), 'number')} none moves who wins for sure, as far as so many games show."
        )
    first = sure[0]
    most = first.most
    assert most is not None
    value, low, high = verdicts.cells(most)[2:]
    return (
        f"Of {counted(len(ranked), 'number')} {len(sure):,} move something for sure. "
        f"The first is {first.number.name}: from {first.low} to {first.high} it moves "
        f"{most.name} by {value} of 100 games ({low} to {high})."
    )


def charts(ranked: Sequence[Moved]) -> list[Picture]:
    """Draws what each number moves most, and how much longer or shorter games become."""
    shares, lengths = [], []
    for one in ranked[:_DRAWN]:
        name = one.number.name
        most, turns = one.most, one.turns
        if most is not None:
            star = "*" if most.verdict is Verdict.CHANGED else ""
            shares.append(
                Bar(f"{name}: {most.name}{star}", *(100 * x for x in (most.value, most.low, most.high)))
            )
        if turns is not None:
            lengths.append(Bar(name, turns.value, turns.low, turns.high))
    lengths.sort(key=lambda bar: abs(bar.value), reverse=True)
    made = []
    for head, rows in (("What it moves most, games of 100", shares), ("Turns in a game", lengths)):
        if rows:
            made.append(bars(head, rows, form=lambda value: f"{value:+.1f}", names=_NAMES))
    return made
