"""A report becomes text for people: the most important first, in 80 columns."""

from collections.abc import Callable, Sequence
from textwrap import wrap
from typing import Final

from gekido_dsl.ground.told import TOLD
from gekido_dsl.simulate.answers import rows as by_option
from gekido_dsl.simulate.figures import Figure, telling
from gekido_dsl.simulate.game import GameResult
from gekido_dsl.simulate.report import Report, Share
from gekido_dsl.simulate.tallies import Tallies

_WIDTH: Final = 80
_ERRORS_SHOWN: Final = 5
_EFFECTS_SHOWN: Final = 10
PICKS_SHOWN: Final = 8


def warned(why: str) -> list[str]:
    """Writes why numbers are to be read with care, as lines; none without a reason."""
    return wrap(f"warning: {why}", _WIDTH) if why else []


def text(
    report: Report,
    show: Callable[[GameResult], str] = lambda game: "",
    *,
    tallies: bool = True,
    warning: str = "",
) -> str:
    """Writes a report for people.

    Args:
        show: gives the command that shows a game.
        tallies: whether to list everything that happened, too.
        warning: why its numbers are to be read with care.
    """
    rows = [("", "games", "share", "95 %")]
    rows += [("wins", "", "", ""), *(_row(share) for share in report.seats)]
    rows += [_row(share) for share in (report.ties, *report.joint)]
    if report.ends:
        rows += [("ended by", "", "", ""), *(_row(share) for share in report.ends)]
    for kind, shares in report.things:
        rows += [(f"wins by {kind}", "", "", ""), *(_row(share) for share in shares)]
    picks = report.first_picks
    if len(picks) > 1:
        rows += [
            ("wins by first choice", "", "", ""),
            *(_row(shorter(share)) for share in picks[:PICKS_SHOWN]),
        ]
    rows.append(_row(report.unfinished, indent=""))
    lines = [f"{report.games:,} {'game' if report.games == 1 else 'games'}"]
    lines += warned(warning)
    lines += ["", *table(rows)]
    spreads = [
        ("turns", report.turns),
        ("decisions", report.decisions),
        ("most choices", report.most_choices),
    ]
    measured = [("length", "mean", "sd", "min", "max")] + [
        (f"  {name}", f"{each.mean:,.1f}", f"{each.sd:,.1f}", f"{each.least:,}", f"{each.most:,}")
        for name, each in spreads
        if each is not None
    ]
    if len(measured) > 1:
        lines += ["", *table(measured)]
    lines += _figures(report)
    if report.answers:
        lines += ["", *table(by_option(report.answers)), "  * as in the rest of this report"]
    lines += _effects(report)
    if report.tallies and tallies:
        lines += ["", *table(_happenings(report.tallies)), "", *table(_askings(report))]
    lines += ["", *_apart(report), *_errors(report, show)]
    return "\n".join(lines) + "\n"


def _figures(report: Report) -> list[str]:
    """Writes single figures, by what they are about."""
    found = report.figures
    if not found:
        return mattering(report)
    rows: list[tuple[str, ...]] = [("", "value", "95 %")]
    group = ""
    for one in found:
        if one.group != group:
            group = one.group
            rows.append((group, "", ""))
        rows.append((f"  {one.name}", value(one, one.estimate.value), span(one)))
    lines = ["", *table(rows)]
    if len(report.seats) > 1 and not report.courses.changes.count:
        lines.append("who leads is not known: the ruleset has no aim (`aim of each player: ...`)")
    return lines + mattering(report)


def mattering(report: Report) -> list[str]:
    """Says how it was measured how often a decision mattered, or why it was not."""
    found = report.mattering
    if found is None:
        return []
    if found.why_not:
        return wrap(f"how often a decision mattered is left out: {found.why_not}", _WIDTH)
    of = len(found.weighed)
    if not of:
        return ["how often a decision mattered is left out: none could be played on"]
    lines = wrap(
        f"worth: {of} decisions of {found.games} games of {found.players}, played on at random from each choice",
        _WIDTH,
    )
    if found.left_out:
        lines.append(f"{found.left_out} more were drawn, and could not be played on")
    return lines


def value(figure: Figure, number: float) -> str:
    """Writes a number of a figure in its unit."""
    if figure.form == "share":
        return f"{number:.1%}"
    if figure.form == "minutes" or abs(number) >= 100:
        return f"{number:,.0f}"
    return f"{number:,.2f}" if abs(number) < 10 else f"{number:,.1f}"


def span(figure: Figure) -> str:
    """Writes the interval of a figure."""
    return f"{value(figure, figure.estimate.low)} to {value(figure, figure.estimate.high)}"


def _effects(report: Report) -> list[str]:
    """Writes the largest effects; things by which wins are told already are left out."""
    told = {kind for kind, _ in report.things}
    found = telling((one for one in report.effects if one.kind not in told), _EFFECTS_SHOWN)
    if not found:
        return []
    rows: list[tuple[str, ...]] = [("wins with and without", "with", "without", "gain", "95 %")]
    for one in found:
        with_it, without = one.won / one.used, one.others_won / one.others
        rows.append(
            (f"  {shortened(f'{one.name}: {words_for(one.what)}')}", f"{with_it:.1%}", f"{without:.1%}",
             f"{one.gain.value:+.1%}", f"{one.gain.low:+.1%} to {one.gain.high:+.1%}")
        )  # fmt: skip
    return ["", *table(rows), "  what comes with winning need not bring it about: who lasts longer does more"]


def shorter(share: Share) -> Share:
    """Cuts its name, if that is long."""
    return Share(shortened(share.name), share.count, share.of)


def shortened(name: str, most: int = 36) -> str:
    """Cuts a name that a column has no room for."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "\u2026"


def words_for(what: str) -> str:
    """Gives what a happening is called in a report."""
    return _WORDS.get(what, what)


_WORDS: Final = {kind: told.report for kind, told in TOLD.items() if told.report}
"""What the kernel's names are called in a report."""


def _happenings(tallies: Tallies) -> list[tuple[str, ...]]:
    """Writes what happened, all seats together, under what it was and the kind of thing."""
    summed: dict[tuple[str, str, str], list[int]] = {}
    for one in tallies.happenings:
        counts = summed.setdefault((one.kind, one.what, one.name), [0, 0, 0, 0])
        for at, count in enumerate((one.times, one.amount, one.games, one.won)):
            counts[at] += count
    rows: list[tuple[str, ...]] = [("what happens", "times", "amount", "in games", "won", "95 %")]
    head = ("", "")
    for kind, what, name in sorted(summed):
        times, amount, games, won = summed[kind, what, name]
        if (kind, what) != head:
            head = (kind, what)
            rows.append((f"{kind or 'player'}: {_WORDS.get(what, what)}", "", "", "", "", ""))
        _, _, share, interval = _row(Share("", won, games))
        rows.append(
            (f"  {name or 'all'}", f"{times:,}", f"{amount:,}" if amount else "", f"{games:,}",
             share if games else "", interval)
        )  # fmt: skip
    return rows


def _askings(report: Report) -> list[tuple[str, ...]]:
    """Writes which rules ask, how often in a game, and for a choice of how many."""
    rows: list[tuple[str, ...]] = [("what is asked", "decisions", "in a game", "choices", "most")]
    sound = report.games - report.failed.count
    for one in report.tallies.askings:
        each, mean = one.decisions / max(sound, 1), one.choices / one.decisions
        rows.append((f"  {one.rule}", f"{one.decisions:,}", f"{each:,.1f}", f"{mean:,.1f}", f"{one.most:,}"))
    return rows


def _apart(report: Report) -> list[str]:
    """Says that bots were less good than they could be, where they were."""
    if not report.apart:
        return []
    said = (
        f"{report.apart:,} times a bot thought of hidden things without what its seat had been told: to find out "
        "what agrees with that took too much work, so it plays worse than a person who remembers"
    )
    return [*wrap(said, _WIDTH), ""]


def _errors(report: Report, show: Callable[[GameResult], str]) -> list[str]:
    number = report.failed.count
    lines = [f"rule errors: {number:,} of {report.games:,} games" if number else "no rule errors"]
    for game in report.errors[:_ERRORS_SHOWN]:
        lines.append(f"  game {game.number}, seed {game.seed}: {game.error}")
        if show(game):
            lines.append(f"    {show(game)}")
    if number > _ERRORS_SHOWN:
        lines.append(f"  and {number - _ERRORS_SHOWN:,} more")
    return lines


def _row(share: Share, indent: str = "  ") -> tuple[str, str, str, str]:
    low, high = share.interval
    return (
        indent + share.name,
        f"{share.count:,} of {share.of:,}",
        f"{share.share:.1%}",
        f"{low:.1%} to {high:.1%}" if share.of else "",
    )


def table(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lays rows out in columns, the first to the left."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            f"{cell:<{width}}" if column == 0 else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
