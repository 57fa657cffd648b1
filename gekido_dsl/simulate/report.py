"""Games become a report, and the report data for programs; `report_text` writes it for people.

Units:
    Shares from 0 to 1; intervals hold the true share with a confidence of 95 %, by Wilson's score.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Final

from gekido_dsl.backend.who_plays import WhoPlays
from gekido_dsl.ground.pace import Pace
from gekido_dsl.simulate.answers import Answered, plain
from gekido_dsl.simulate.courses import Courses
from gekido_dsl.simulate.figures import Effect, Figure, effects, figures, worth
from gekido_dsl.simulate.game import GameResult
from gekido_dsl.simulate.intervals import wilson
from gekido_dsl.simulate.mattering import Mattering, mean_of
from gekido_dsl.simulate.spread import Spread
from gekido_dsl.simulate.tallies import Tallies
from gekido_dsl.simulate.totals import Totals, total

SCHEMA_VERSION: Final = 4


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
    courses: Courses = field(default_factory=Courses)
    """Who led, waited and had how much to decide; empty unless it was counted."""
    pace: Pace = field(default_factory=Pace)
    """How fast people are taken to play."""
    mattering: Mattering | None = None
    """How often a decision mattered; None unless it was measured."""
    answers: tuple[Answered, ...] = ()
    """What games come to by the answer of each option; empty unless they were played."""
    apart: int = 0
    """Worlds of bots that were drawn thing by thing; see `GameResult`."""
    played_by: str = field(default="", compare=False)
    """Which executor played: `compiled`, or `interpreted, because ...`; empty where nothing says."""

    @property
    def figures(self) -> list[Figure]:
        """How long, how fiddly and how tense the games were, and what a choice is worth."""
        return [*figures(self.courses, self.pace), *(worth(self.mattering) if self.mattering else ())]

    @property
    def first_picks(self) -> list[Share]:
        """What seats chose at their first decision with a choice, the most frequent first, and how many of them won."""
        picks = self.mattering.picks if self.mattering is not None else {}
        found = [Share(f"{rule}: {label}", won, of) for (rule, label), (of, won) in picks.items()]
        return sorted(found, key=lambda one: (-one.of, one.name))

    @property
    def effects(self) -> list[Effect]:
        """What comes with winning: players who did something with a thing, compared with the others."""
        finished = self.seats[0].of if self.seats else 0
        return effects(self.tallies, len(self.seats), finished, sum(seat.count for seat in self.seats))


def report_of(
    totals: Totals,
    seats: int,
    pace: Pace | None = None,
    mattering: Mattering | None = None,
    answers: Sequence[Answered] = (),
    played_by: WhoPlays | None = None,
) -> Report:
    """Makes a report of what games come to.

    Args:
        pace: how fast people are taken to play; a rough one if not given.
        mattering: how often a decision mattered, if it was measured.
        answers: what games come to by the answer of each option, if they were played.
        played_by: which executor played.
    """
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
        totals.courses,
        pace or Pace(),
        mattering,
        tuple(answers),
        totals.apart,
        str(played_by) if played_by is not None else "",
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
    """Gives a report as plain data; `executor` is part of it where it is known who played.

    Args:
        show: gives the command that shows a game.
    """
    return {
        "schema_version": SCHEMA_VERSION,
        "games": report.games,
        **({"executor": report.played_by} if report.played_by else {}),
        "unfinished": _plain(report.unfinished),
        "ties": _plain(report.ties),
        "joint": [_plain(share) for share in report.joint],
        "ends": [_plain(share) for share in report.ends],
        "wins_by_seat": [_plain(share) for share in report.seats],
        "wins_by_thing": {kind: [_plain(share) for share in shares] for kind, shares in report.things},
        "turns": _plain_spread(report.turns),
        "decisions": _plain_spread(report.decisions),
        "most_choices": _plain_spread(report.most_choices),
        **({"worlds_drawn_apart": report.apart} if report.apart else {}),
        "rule_error_games": report.failed.count,
        "rule_errors": [
            {"game": game.number, "seed": game.seed, "message": game.error, "command": show(game)}
            for game in report.errors
        ],
        "happenings": [asdict(one) for one in report.tallies.happenings],
        "askings": [asdict(one) for one in report.tallies.askings],
        "coverage": [asdict(one) for one in report.tallies.coverage],
        "figures": {one.key: _plain_figure(one) for one in report.figures},
        "pace": asdict(report.pace),
        "turns_histogram": sorted(report.courses.turns.items()),
        "settled_histogram": sorted(report.courses.decided.items()),
        "decisions_by_seat": [_plain_spread(spread) for _, spread in sorted(report.courses.seats.items())],
        "effects": [_plain_effect(one) for one in report.effects],
        "wins_by_first_pick": [_plain(share) for share in report.first_picks],
        "wins_by_option": [plain(one) for one in report.answers],
        "mattering": _plain_mattering(report.mattering) if report.mattering else None,
    }


def _plain_mattering(found: Mattering) -> dict[str, Any]:
    rules = []
    for rule, weighed in found.rules:
        gain = mean_of([100 * one.gain for one in weighed])
        rules.append(
            {
                "rule": rule, "decisions": len(weighed), "mattered": sum(one.mattered for one in weighed),
                "worth": round(gain.value, 6), "low": round(gain.low, 6), "high": round(gain.high, 6),
            }
        )  # fmt: skip
    return {
        "games": found.games, "drawn_from": found.decisions, "decisions": len(found.weighed),
        "mattered": found.mattered, "left_out": found.left_out, "players": found.players,
        "why_not": found.why_not, "rules": rules,
    }  # fmt: skip


def _plain_figure(one: Figure) -> dict[str, Any]:
    found = one.estimate
    return {
        "group": one.group, "name": one.name, "unit": one.form, "games": one.of,
        "value": round(found.value, 6), "low": round(found.low, 6), "high": round(found.high, 6),
        "sd": round(found.sd, 6) if found.sd else None,
    }  # fmt: skip


def _plain_effect(one: Effect) -> dict[str, Any]:
    found = one.gain
    return asdict(one) | {
        "gain": round(found.value, 6), "low": round(found.low, 6), "high": round(found.high, 6), "clear": one.clear,
    }  # fmt: skip


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
