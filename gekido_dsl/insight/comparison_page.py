"""A comparison becomes a page: the verdict first, then how far everything lies apart, then the numbers."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.drawing.charts import Bar, bars
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.insight import frame, verdicts
from gekido_dsl.insight.comparing import Comparison, grouped
from gekido_dsl.insight.pairs import END, LENGTH, WINS

_HEADS: Final = {WINS: "Wins by seat", END: "How it ends"}


def page(
    found: Comparison,
    title: str,
    told: Sequence[str],
    warning: str,
    confidence: float,
    command: str,
) -> str:
    """Writes the page.

    Args:
        told: what A and B are, and who plays.
        warning: why it is to be read with care.
        confidence: with which all intervals hold together, from 0 to 1.
        command: plays the same games again.
    """
    rows = verdicts.table(found)
    parts = [
        frame.heading(1, f"{title}: A against B"),
        *(frame.paragraph(one, "quiet") for one in told),
        *frame.warning(warning),
        *(frame.paragraph(one) for one in verdicts.sentences(found)),
        frame.heading(2, "B less A"),
        frame.paragraph(
            f"Game for game with the same shuffles and dice. The lines hold the true differences "
            f"with {confidence:.0%}, all of them together.",
            "quiet",
        ),
        frame.charts(charts(found)),
        frame.heading(2, "The same as numbers"),
        frame.table(("", *rows[0][1:-1], "verdict"), [[cell.strip() for cell in row] for row in rows[1:]]),
        frame.heading(2, "Play the same games again"),
        frame.command(command),
    ]
    return frame.page(f"{title}: A against B", parts)


def charts(found: Comparison) -> list[Picture]:
    """Draws the differences: shares in games of 100, lengths in turns and decisions."""
    made = []
    for group, each in grouped(found.differences).items():
        scale = 1.0 if group == LENGTH else 100.0
        for part in [[one] for one in each] if group == LENGTH else [each]:
            head = _HEADS.get(group, f"Wins by {group}") if part[0].measure[1] else group.capitalize()
            if group == LENGTH:
                head = f"Length in {part[0].name}"
            rows = [
                Bar(one.name, scale * one.value, scale * one.low, scale * one.high)
                for one in part
                if all(one.of)
            ]
            if rows:
                unit = "" if group == LENGTH else ", games of 100"
                made.append(bars(head + unit, rows, form=lambda value: f"{value:+.1f}"))
    return made
