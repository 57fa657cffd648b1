"""A report of many games becomes a page with charts; the most important comes first."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from gekido_dsl.drawing.charts import Bar, Bin, bars, binned, histogram, percent
from gekido_dsl.drawing.svg import Picture
from gekido_dsl.insight import frame
from gekido_dsl.simulate import Effect, Figure, GameResult, Report, Share, answers, report_text, telling
from gekido_dsl.simulate.courses import PARTS
from gekido_dsl.simulate.mattering import mean_of

_INTERVAL: Final = "The lines over the bars hold the true share with a confidence of 95 %."
_EFFECTS: Final = 14
_ASKINGS: Final = 12
_GROUPS: Final = (
    ("How much there is to choose", ("choices", "waiting")),
    ("What hands have to do", ("by hand",)),
)
_NO_AIM: Final = "Who leads is not known: the ruleset has no aim of each player."
_CORRELATION: Final = (
    "What comes with winning need not bring it about: who lasts longer does more, and a power belongs to somebody "
    "who has other qualities as well. Each player of each finished game counts once."
)


def page(
    report: Report,
    title: str,
    who: str,
    command: str,
    warning: str = "",
    show: Callable[[GameResult], str] = lambda game: "",
) -> str:
    """Writes the page.

    Args:
        title: of the ruleset.
        who: plays the seats, with the seed.
        command: plays the same games again.
        warning: why the numbers are to be read with care.
        show: gives the command that shows a game.
    """
    number = f"{report.games:,} {'game' if report.games == 1 else 'games'}"
    parts = [frame.heading(1, f"{title}: {number}"), frame.paragraph(who, "quiet")]
    parts += frame.warning(warning)
    parts.append(frame.facts(_facts(report)))
    parts += [frame.heading(2, "Who wins"), frame.paragraph(_INTERVAL, "quiet"), frame.charts(_wins(report))]
    parts += [
        frame.folded("The same as numbers", [_shares(name, shares) for name, shares in _groups(report)])
    ]
    if report.answers:
        heads, *told = answers.rows(report.answers)
        said = (
            "Each answer with the others as they are; * stands for the answer of all the rest of this report."
        )
        parts += [
            frame.heading(2, "Wins by option"),
            frame.paragraph(said, "quiet"),
            frame.table(heads, told),
        ]
    figures = report.figures
    if figures:
        parts += _length(report)
        parts += _lead(report, figures)
        for head, groups in _GROUPS:
            found = [one for one in figures if one.group in groups]
            parts += [frame.heading(2, head), frame.facts(_single(found))]
        parts += _worth(report)
        parts += _effects(report)
        parts += _lists(report)
    else:
        parts += _worth(report)
    parts += _errors(report, show)
    parts += [frame.heading(2, "Play the same games again"), frame.command(command)]
    return frame.page(f"{title}: {number}", parts)


def _facts(report: Report) -> list[tuple[str, str, str]]:
    rows = []
    minutes = next((one for one in report.figures if one.key == "minutes"), None)
    if minutes is not None:
        pace = report.pace
        quick = f"{pace.quick_s:g} s a pass or repeat"
        told = f"at {pace.decision_s:g} s a choice, {quick}, {pace.operation_s:g} s an operation"
        rows.append(("Minutes, about", report_text.value(minutes, minutes.estimate.value), told))
    for name, spread in (("Turns", report.turns), ("Decisions", report.decisions)):
        if spread is not None:
            rows.append(
                (name, f"{spread.mean:,.1f}", f"sd {spread.sd:,.1f}, {spread.least:,} to {spread.most:,}")
            )
    for share in (report.unfinished, report.ties, report.failed):
        low, high = share.interval
        rows.append((share.name.capitalize(), f"{share.share:.1%}", f"{low:.1%} to {high:.1%}"))
    return rows


def _single(found: Sequence[Figure]) -> list[tuple[str, str, str]]:
    return [
        (
            one.name[0].upper() + one.name[1:],
            report_text.value(one, one.estimate.value),
            report_text.span(one),
        )
        for one in found
    ]


def _groups(report: Report) -> list[tuple[str, Sequence[Share]]]:
    groups: list[tuple[str, Sequence[Share]]] = [("By seat", report.seats)]
    groups += [(f"By {kind}", shares) for kind, shares in report.things]
    if len(report.first_picks) > 1:
        groups.append(
            (
                "By first choice",
                [report_text.shorter(one) for one in report.first_picks[: report_text.PICKS_SHOWN]],
            )
        )
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


def charts(report: Report) -> list[Picture]:
    """Draws what a report says: who wins, how long it takes, how much there is to choose, what is used and played."""
    return [*_wins(report), *_lengths(report), *_choices(report), *_uses(report), *_played(report)]


def _played(report: Report) -> list[Picture]:
    """Draws how much of each sort of rules was ever played."""
    parts: dict[str, list[bool]] = {}
    for one in report.tallies.coverage:
        parts.setdefault(one.what, []).append(one.times > 0)
    rows = [Bar(what, sum(played) / len(played)) for what, played in parts.items()]
    return [bars("Played of the rules, by sort", rows, most=1.0)] if rows else []


def _choices(report: Report) -> list[Picture]:
    """Draws how many choices the rules have that ask most often."""
    found = [one for one in report.tallies.askings if one.decisions][:_ASKINGS]
    rows = [Bar(one.rule, one.choices / one.decisions) for one in found]
    return (
        [bars("Choices each time, by rule that asks", rows, form=lambda value: f"{value:,.1f}")]
        if rows
        else []
    )


def _uses(report: Report) -> list[Picture]:
    """Draws what happens most to things of each kind, a game."""
    sound = max(report.games - report.failed.count, 1)
    times: dict[str, Counter[str]] = {}
    for one in report.tallies.happenings:
        if one.name != one.kind:
            happened = f"{one.name} {report_text.words_for(one.what)}"
            times.setdefault(one.kind, Counter())[happened] += one.times
    return [
        bars(f"{kind}: times a game", [Bar(name, count / sound) for name, count in found.most_common(_EFFECTS)],
             form=lambda value: f"{value:,.2f}", names=44.0)
        for kind, found in times.items()
        if len(found) > 1
    ]  # fmt: skip


def _length(report: Report) -> list[str]:
    """Shows how long games are, and who decides how much."""
    return [frame.heading(2, "How long it takes"), frame.charts(_lengths(report))]


def _lengths(report: Report) -> list[Picture]:
    mean = report.turns.mean if report.turns is not None else None
    pictures = [histogram("Turns", binned(dict(report.courses.turns)), unit="turns", mean=mean)]
    seats = sorted(report.courses.seats.items())
    if len(seats) > 1:
        rows = [Bar(f"seat {seat + 1}", spread.mean) for seat, spread in seats]
        pictures.append(bars("Decisions with a choice, by seat", rows, form=lambda value: f"{value:,.1f}"))
    return pictures


def _lead(report: Report, figures: Sequence[Figure]) -> list[str]:
    """Shows when games are decided."""
    if len(report.seats) < 2:
        return []
    head = frame.heading(2, "When it is decided")
    found = [one for one in figures if one.group == "lead"]
    if not found:
        return [head, frame.paragraph(_NO_AIM)]
    parts = [head, frame.facts(_single(found))]
    decided = report.courses.decided
    if decided:
        width = 100 // PARTS
        bins = [Bin(part * width, (part + 1) * width, decided[part]) for part in range(PARTS + 1)]
        picture = histogram(
            "The winner leads for good from",
            bins,
            unit="percent of the turns; the last bar: not before the end",
        )
        parts.append(frame.charts([picture]))
    return parts


def _worth(report: Report) -> list[str]:
    """Shows how often a decision mattered, and which rules ask for most."""
    mattering = report.mattering
    if mattering is None:
        return []
    parts = [frame.heading(2, "What a choice is worth")]
    found = [one for one in report.figures if one.group == "worth"]
    if found:
        parts.append(frame.facts(_single(found)))
    said = " ".join(report_text.mattering(report))
    parts.append(frame.paragraph(f"{said[0].upper()}{said[1:]}.", "quiet"))
    if found:
        rows = []
        for rule, weighed in mattering.rules:
            gain = mean_of([100 * one.gain for one in weighed])
            span = f"{gain.low:.1f} to {gain.high:.1f}" if len(weighed) > 1 else ""
            matter = sum(one.mattered for one in weighed)
            rows.append((rule, f"{len(weighed):,}", f"{matter:,}", f"{gain.value:.1f}", span))
        head = ("rule that asks", "decisions", "mattered", "points of 100 wins", "95 %")
        parts.append(frame.folded("By rule that asks", [frame.table(head, rows)]))
    return parts


def _effects(report: Report) -> list[str]:
    """Shows what comes with winning."""
    told = {kind for kind, _ in report.things}
    found = [one for one in report.effects if one.kind not in told]
    if not found:
        return []
    parts = [frame.heading(2, "What comes with winning"), frame.paragraph(_CORRELATION)]
    largest = telling(found, _EFFECTS)
    if largest:
        rows = [
            Bar(f"{one.name}: {report_text.words_for(one.what)}", one.gain.value, one.gain.low, one.gain.high)
            for one in sorted(largest, key=lambda one: -one.gain.value)
        ]
        parts.append(
            frame.charts([bars("Share of wins with it, less that without", rows, form=_signed, names=44.0)])
        )
    parts.append(frame.folded(f"All {len(found):,} as numbers", [_table(found)]))
    return parts


def _signed(value: float) -> str:
    return f"+{percent(value)}" if value > 0 else percent(value)


def _table(found: Sequence[Effect]) -> str:
    rows = [
        (
            f"{one.kind} {one.name}: {report_text.words_for(one.what)}",
            f"{one.times:,}",
            f"{one.won:,} of {one.used:,}",
            f"{one.others_won:,} of {one.others:,}",
            f"{one.gain.value:+.1%}",
            f"{one.gain.low:+.1%} to {one.gain.high:+.1%}",
        )
        for one in found
    ]
    return frame.table(("", "times", "won with it", "won without", "gain", "95 %"), rows)


def _lists(report: Report) -> list[str]:
    """Lists which rules ask."""
    sound = max(report.games - report.failed.count, 1)
    rows = [
        (one.rule, f"{one.decisions / sound:,.1f}", f"{one.choices / one.decisions:,.1f}", f"{one.most:,}")
        for one in report.tallies.askings
    ]
    told = frame.table(("rule", "decisions a game", "choices each time", "most"), rows)
    return [frame.heading(2, "Who is asked for what"), frame.folded("Rules that ask", [told])]


def _errors(report: Report, show: Callable[[GameResult], str]) -> list[str]:
    if not report.errors:
        return []
    parts = [frame.heading(2, f"Rule errors: {report.failed.count:,} of {report.games:,} games")]
    for one in report.errors[:10]:
        parts += [frame.paragraph(f"Game {one.number}: {one.error}"), frame.command(show(one))]
    return parts
