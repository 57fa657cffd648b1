"""A report of many games becomes a page with charts; the most important comes first."""

from collections.abc import Sequence
from typing import Final

from gekido_dsl.drawing.charts import Bar, bars
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.insight import frame
from gekido_dsl.simulate import Report, Share, Spread

_INTERVAL: Final = "The lines over the bars hold the true share with a confidence of 95 %."


def page(report: Report, title: str, who: str, command: str, warning: str = "") -> str:
    """Writes the page.

    Args:
        title: of the ruleset.
        who: plays the seats, with the seed.
        command: plays the same games again.
        warning: why the numbers are to be read with care.
    """
    parts = [frame.heading(1, f"{title}: {report.games:,} games"), frame.paragraph(who, "quiet")]
    if warning:
        parts.append(frame.paragraph(warning, "warning"))
    parts.append(frame.facts(_facts(report)))
    parts += [frame.heading(2, "Who wins"), frame.paragraph(_INTERVAL, "quiet"), frame.charts(_wins(report))]
    parts += [
        frame.folded("The same as numbers", [_shares(name, shares) for name, shares in _groups(report)])
    ]
    if report.errors:
        parts += [
            frame.heading(2, "Rule errors"),
            *(frame.paragraph(one.error or "") for one in report.errors),
        ]
    parts += [frame.heading(2, "Play the same games again"), frame.command(command)]
    return frame.page(f"{title}: {report.games:,} games", parts)


def _facts(report: Report) -> list[tuple[str, str, str]]:
    rows = []
    for name, spread in (("Turns", report.turns), ("Decisions", report.decisions)):
        if spread is not None:
            rows.append((name, _number(spread), f"from {spread.least:,} to {spread.most:,}"))
    for share in (report.unfinished, report.ties, report.failed):
        low, high = share.interval
        rows.append((share.name.capitalize(), f"{share.share:.1%}", f"{low:.1%} to {high:.1%}"))
    return rows


def _number(spread: Spread) -> str:
    return f"{spread.mean:,.1f} ± {spread.sd:,.1f}"


def _groups(report: Report) -> list[tuple[str, Sequence[Share]]]:
    groups: list[tuple[str, Sequence[Share]]] = [("By seat", report.seats)]
    groups += [(f"By {kind}", shares) for kind, shares in report.things]
    if report.joint:
        groups.append(("Together", report.joint))
    if report.ends:
        groups.append(("How it ended", report.ends))
    return groups


def _wins(report: Report) -> list[Picture]:
    even = 1 / len(report.seats) if len(report.seats) > 1 and not report.joint else None
    return [
        bars(name, [Bar(one.name, one.share, *one.interval) for one in shares],
             fair=even if name.startswith("By ") else None)
        for name, shares in _groups(report)
    ]  # fmt: skip


def _shares(name: str, shares: Sequence[Share]) -> str:
    rows = []
    for one in shares:
        low, high = one.interval
        rows.append(
            (one.name, f"{one.count:,} of {one.of:,}", f"{one.share:.1%}", f"{low:.1%} to {high:.1%}")
        )
    return frame.table(("", "games", "share", "95 %"), rows, name)
