"""Games become a report, and the report text for people or data for programs.

Units:
    Shares from 0 to 1; intervals hold the true share with a confidence of 95 %, by Wilson's score.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from gekido_dsl.simulate.game import GameResult
from gekido_dsl.simulate.intervals import wilson
from gekido_dsl.simulate.tallies import Tallies
from gekido_dsl.simulate.totals import Spread, Totals, total

SCHEMA_VERSION: Final = 2
_ERRORS_SHOWN: Final = 5


@dataclass(frozen=True, slots=True)
class Share:
    """How often something happened."""

    name: str
    count: int
    of: int

    @property
    def share(self) -> float:
        """From 0 to 1; 0 of nothing is 0."""
        return self.count / self.of if self.of else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the true share lies, with 95 % confidence."""
        return wilson(self.count, self.of)


@dataclass(frozen=True, slots=True)
class Report:
    """What many games say."""

    games: int
    unfinished: Share
    """Ended by the turn limit, and counted in no share of wins."""
    ties: Share
    """Of the finished games, those with several winners who did not win as one, or none."""
    seats: tuple[Share, ...]
    """By seat: games that it won, alone or with its side, of the finished ones."""
    things: tuple[tuple[str, tuple[Share, ...]], ...]
    """By kind, then by name: games that its owner won, of the finished ones where a player had it."""
    turns: Spread | None
    decisions: Spread | None
    most_choices: Spread | None
    """Of each game, the greatest number of choices that one of its decisions had."""
    failed: Share
    """Games in which a rule could not be carried out; counted in no other share and no spread."""
    errors: tuple[GameResult, ...]
    """The first of those games, by number."""
    joint: tuple[Share, ...] = ()
    """Of the finished games, those that all won as one, and those that all lost; empty where there are none."""
    ends: tuple[Share, ...] = ()
    """By label, how many of the finished games ended so; empty where no end has a label."""
    tallies: Tallies = field(default_factory=Tallies)
    """What happened in the games, and what was asked; empty unless it was counted."""


def report_of(totals: Totals, seats: int) -> Report:
    """Makes a report of what games come to."""
    finished = totals.finished
    joint = [("all win", totals.all_won), ("all lose", totals.all_lost)] if _any_joint(totals) else []
    return Report(
        totals.games,
        Share("unfinished", totals.sound - finished, totals.sound),
        Share("ties", totals.ties, finished),
        tuple(Share(f"seat {seat + 1}", totals.wins[seat], finished) for seat in range(seats)),
        _things(totals),
        totals.turns if totals.sound else None,
        totals.decisions if totals.sound else None,
        totals.most_choices if totals.sound else None,
        Share("rule errors", totals.failed, totals.games),
        tuple(totals.errors),
        tuple(Share(name, count, finished) for name, count in joint),
        tuple(Share(label, totals.ends[label], finished) for label in sorted(totals.ends)),
        totals.tallies,
    )


def summarise(games: Iterable[GameResult], seats: int) -> Report:
    """Counts what happened in games, whatever their order."""
    return report_of(total(games), seats)


def _any_joint(totals: Totals) -> bool:
    return totals.all_won > 0 or totals.all_lost > 0


def _things(totals: Totals) -> tuple[tuple[str, tuple[Share, ...]], ...]:
    """Counts wins by the things that players had.

    Kinds that tell no players apart are left out, and those of which a player has several, which win together.
    """
    by_kind: dict[str, list[Share]] = {}
    for kind, name in sorted(totals.had):
        if kind not in totals.several:
            share = Share(name, totals.had_and_won[kind, name], totals.had[kind, name])
            by_kind.setdefault(kind, []).append(share)
    return tuple((kind, tuple(shares)) for kind, shares in by_kind.items() if len(shares) > 1)


# ---------------------------------------------------------------- writing


def data(report: Report, show: Callable[[GameResult], str] = lambda game: "") -> dict[str, Any]:
    """Gives a report as plain data.

    Args:
        show: gives the command that shows a game.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "games": report.games,
        "unfinished": _plain(report.unfinished),
        "ties": _plain(report.ties),
        "joint": [_plain(share) for share in report.joint],
        "ends": [_plain(share) for share in report.ends],
        "wins_by_seat": [_plain(share) for share in report.seats],
        "wins_by_thing": {kind: [_plain(share) for share in shares] for kind, shares in report.things},
        "turns": _plain_spread(report.turns),
        "decisions": _plain_spread(report.decisions),
        "most_choices": _plain_spread(report.most_choices),
        "rule_error_games": report.failed.count,
        "rule_errors": [
            {"game": game.number, "seed": game.seed, "message": game.error, "command": show(game)}
            for game in report.errors
        ],
        "happenings": [asdict(one) for one in report.tallies.happenings],
        "askings": [asdict(one) for one in report.tallies.askings],
        "coverage": [asdict(one) for one in report.tallies.coverage],
    }


def _plain(share: Share) -> dict[str, Any]:
    low, high = share.interval
    return {
        "name": share.name,
        "count": share.count,
        "of": share.of,
        "share": round(share.share, 6),
        "low": round(low, 6),
        "high": round(high, 6),
    }


def _plain_spread(spread: Spread | None) -> dict[str, Any] | None:
    if spread is None:
        return None
    return {
        "mean": round(spread.mean, 6),
        "sd": round(spread.sd, 6),
        "min": spread.least,
        "max": spread.most,
    }


def text(report: Report, show: Callable[[GameResult], str] = lambda game: "") -> str:
    """Writes a report for people; see `data`."""
    rows = [("", "games", "share", "95 %")]
    rows += [("wins", "", "", ""), *(_row(share) for share in report.seats)]
    rows += [_row(share) for share in (report.ties, *report.joint)]
    if report.ends:
        rows += [("ended by", "", "", ""), *(_row(share) for share in report.ends)]
    for kind, shares in report.things:
        rows += [(f"wins by {kind}", "", "", ""), *(_row(share) for share in shares)]
    rows.append(_row(report.unfinished, indent=""))
    lines = [f"{report.games:,} {'game' if report.games == 1 else 'games'}", "", *_table(rows)]
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
        lines += ["", *_table(measured)]
    if report.tallies:
        lines += ["", *_table(_happenings(report.tallies)), "", *_table(_askings(report))]
    lines += ["", *_errors(report, show)]
    return "\n".join(lines) + "\n"


_WORDS: Final = {
    "move": "moves", "draw": "is drawn", "discard": "is discarded", "keep": "is kept", "lock": "is locked",
    "take": "is taken", "remove": "is removed", "off": "is off the board", "destroy": "is destroyed",
    "roll_into": "gets a die", "lose_die": "loses a die", "damage": "suffers damage", "suffer": "takes hits",
    "heal": "is healed", "fill": "gets its dice", "begin": "begins", "eliminate": "is out of the game",
    "lead": "leads", "win": "wins", "defeat": "loses",
}  # fmt: skip
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


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(
            f"{cell:<{width}}" if column == 0 else f"{cell:>{width}}"
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
