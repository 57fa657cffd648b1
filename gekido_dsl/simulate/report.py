"""Games become a report, and the report text for people or data for programs.

Units:
    Shares from 0 to 1; intervals hold the true share with a confidence of 95 %, by Wilson's score.

Source:
    E. B. Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", 1927.
"""

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from gekido_dsl.simulate.game import GameResult

SCHEMA_VERSION: Final = 1
_Z: Final = 1.959963984540054
"""How many standard deviations hold 95 % of a normal distribution."""
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
class Spread:
    """How a number is spread over the games."""

    mean: float
    sd: float
    """Of the sample; 0 for fewer than two games."""
    least: int
    most: int


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
    errors: tuple[GameResult, ...]
    """Games in which a rule could not be carried out; counted in no share and no spread."""
    joint: tuple[Share, ...] = ()
    """Of the finished games, those that all won as one, and those that all lost; empty where there are none."""
    ends: tuple[Share, ...] = ()
    """By label, how many of the finished games ended so; empty where no end has a label."""


def wilson(count: int, of: int) -> tuple[float, float]:
    """Gives the Wilson interval of a share at 95 %; everything from 0 to 1 when nothing was counted."""
    if of == 0:
        return 0.0, 1.0
    share = count / of
    weight = 1 + _Z**2 / of
    centre = (share + _Z**2 / (2 * of)) / weight
    half = _Z / weight * math.sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2))
    return max(0.0, centre - half) if count else 0.0, min(1.0, centre + half) if count < of else 1.0


def summarise(results: Iterable[GameResult], seats: int) -> Report:
    """Counts what happened in games, whatever their order."""
    games = sorted(results, key=lambda game: game.number)
    sound = [game for game in games if game.error is None]
    finished = [game for game in sound if game.finished]
    won = Counter(seat for game in finished for seat in game.won)
    joint = [("all win", sum(game.joint and bool(game.winners) for game in finished))]
    joint.append(("all lose", sum(game.joint and not game.winners for game in finished)))
    ends = Counter(game.label for game in finished if game.label)
    return Report(
        len(games),
        Share("unfinished", len(sound) - len(finished), len(sound)),
        Share("ties", sum(game.shared for game in finished), len(finished)),
        tuple(Share(f"seat {seat + 1}", won[seat], len(finished)) for seat in range(seats)),
        _things(finished),
        _spread([game.turns for game in sound]),
        _spread([game.decisions for game in sound]),
        _spread([game.most_choices for game in sound]),
        tuple(game for game in games if game.error is not None),
        tuple(Share(name, count, len(finished)) for name, count in joint if any(n for _, n in joint)),
        tuple(Share(label, ends[label], len(finished)) for label in sorted(ends)),
    )


def _things(finished: Sequence[GameResult]) -> tuple[tuple[str, tuple[Share, ...]], ...]:
    """Counts wins by the things that players had.

    Kinds that tell no players apart are left out, and those of which a player has several, which win together.
    """
    several = {
        kind
        for game in finished
        for things in game.owned
        for kind, count in Counter(kind for kind, _ in things).items()
        if count > 1
    }
    had: dict[str, Counter[str]] = defaultdict(Counter)
    won: dict[str, Counter[str]] = defaultdict(Counter)
    for game in finished:
        for seat, things in enumerate(game.owned):
            for kind, name in things:
                had[kind][name] += 1
                won[kind][name] += seat in game.won
    return tuple(
        (kind, tuple(Share(name, won[kind][name], had[kind][name]) for name in sorted(had[kind])))
        for kind in sorted(had)
        if len(had[kind]) > 1 and kind not in several
    )


def _spread(numbers: Sequence[int]) -> Spread | None:
    if not numbers:
        return None
    mean = math.fsum(numbers) / len(numbers)
    squares = math.fsum((number - mean) ** 2 for number in numbers)
    sd = math.sqrt(squares / (len(numbers) - 1)) if len(numbers) > 1 else 0.0
    return Spread(mean, sd, min(numbers), max(numbers))


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
        "rule_errors": [
            {"game": game.number, "seed": game.seed, "message": game.error, "command": show(game)}
            for game in report.errors
        ],
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
    lines += ["", *_errors(report, show)]
    return "\n".join(lines) + "\n"


def _errors(report: Report, show: Callable[[GameResult], str]) -> list[str]:
    number = len(report.errors)
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
