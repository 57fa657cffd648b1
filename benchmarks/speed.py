"""Measures how fast random games are played, as ratios to references, in one run, in CPU time on one core.

A ruleset and its reference take turns, and the median of the ratios counts. Before that the first games of compiled
code are compared with those of the interpreter; after it what is known of random play with what was seen. A ruleset
that cannot be compiled is played by the interpreter, and the table says so.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

import playing
from playing import Played, Player

from gekido_dsl.backend.runtime import Stopped

SWAPLESS = {"Swapping": "Forbidden"}


@dataclass(frozen=True)
class Comparison:
    """A ruleset and what it is measured against."""

    name: str
    ruleset: str
    players: int
    reference: Callable[[], Player]
    goal: float
    """How many times as many games in the same time there should be."""
    options: dict[str, str] = field(default_factory=dict)
    aim: float | None = None
    """What would be good."""
    known: tuple[float, float] | None = None
    """Of random play: the share of games that the first player wins, and of those that are drawn."""
    same_rules: bool = True
    """Whether the reference has the same rules, so that its statistics can be compared with ours."""


def _spiel(name: str) -> Callable[[], Player]:
    return lambda: playing.Spiel(name)


def _before(ruleset: str, players: int) -> Callable[[], Player]:
    return lambda: playing.Before(ruleset, players)


def _classic(
    name: str, ruleset: str, spiel: str, goal: float, known: tuple[float, float] | None = None, **more: object
) -> Comparison:
    options = SWAPLESS if ruleset == "hex" else {}
    same = bool(more.get("same", True))
    return Comparison(name, f"classics/{ruleset}", 2, _spiel(spiel), goal, options, goal * 1.5, known, same)


COMPARISONS = (
    _classic("Tic-tac-toe", "tic_tac_toe", "tic_tac_toe", 105, (0.585, 0.127)),
    _classic("Connect Four", "connect_four", "connect_four", 100, (0.556, 0.0025)),
    _classic("Breakthrough", "breakthrough", "breakthrough", 21, (0.510, 0.0)),
    _classic("Othello", "othello", "othello", 45, (0.455, 0.041)),
    _classic("Hex 11×11", "hex", "hex(board_size=11)", 27, (0.523, 0.0)),
    _classic("Pig", "pig", "pig", 340, same=False),
    _classic("Kalah", "kalah", "mancala", 100),
    _classic("Go 9×9", "go", "go(board_size=9,komi=7.5)", 20, same=False),
    _classic("Chess", "chess", "chess", 10, same=False),
    _classic("Backgammon", "backgammon", "backgammon", 5, same=False),
    Comparison("Gekido for four", "gekido", 4, playing.PlainPython, 25),
    Comparison("Gekido for four", "gekido", 4, playing.PlainC, 0.5),
    Comparison("Gekido Duel", "gekido_duel", 2, _before("gekido_duel", 2), 630),
    Comparison("BotWars for four", "botwars", 4, _before("botwars", 4), 420),
    Comparison("Aimbots for two", "aimbots", 2, _before("aimbots", 2), 460),
    Comparison("Geek-o for two", "geeko", 2, _before("geeko", 2), 400),
    Comparison("Whist", "classics/whist", 4, _before("classics/whist", 4), 690),
)


@dataclass
class Measured:
    """What came of a comparison."""

    name: str
    by: str
    rate: float
    reference: str
    reference_rate: float
    ratio: float
    goal: float
    aim: float | None
    seen: Played
    reference_seen: Played
    wrong: list[str]
    """What should not be so."""

    @property
    def met(self) -> bool:
        """Whether the goal is reached, by compiled code that plays the game."""
        return self.ratio >= self.goal and not self.wrong


def measure(one: Comparison, rounds: int, seconds: float) -> Measured:
    """Has both take turns."""
    mine, theirs = playing.ours(one.ruleset, one.players, one.options), one.reference()
    wrong = differences(one, mine)
    mine.play(seconds / 4), theirs.play(seconds / 4)
    pairs: list[tuple[Played, Played]] = []
    for _ in range(rounds):
        pairs.append((mine.play(seconds), theirs.play(seconds)))
    if isinstance(theirs, playing.Before):
        theirs.close()
    seen, others = Played(), Played()
    for a, b in pairs:
        seen.add(a)
        others.add(b)
    wrong += unlikely(one, seen, others)
    rates = [statistics.median(each.rate for each in column) for column in zip(*pairs, strict=True)]
    ratio = statistics.median(a.rate / b.rate for a, b in pairs)
    return Measured(
        one.name, mine.name, rates[0], theirs.name, rates[1], ratio, one.goal, one.aim, seen, others, wrong
    )


def differences(one: Comparison, mine: Player, games: int = 5) -> list[str]:
    """Tells how the first games of compiled code are others than those of the interpreter."""
    if not isinstance(mine, playing.Compiled):
        return []
    x = playing.Interpreted(playing.game_of(one.ruleset), one.players, one.options)
    own, other = mine.first(games), x.first(games)
    if own == other:
        return []
    return [f"the first games have {own} decisions, on the interpreter {other}"]


def interval(successes: int, count: int) -> tuple[float, float]:
    """Gives the share with its standard error; a share that is 0 or 1 so far counts as not quite so."""
    share = successes / count
    return share, math.sqrt(max(share * (1 - share), 1 / count) / count)


def unlikely(one: Comparison, seen: Played, others: Played) -> list[str]:
    """Tells which shares are four standard errors or more from what is known, and from the reference."""
    found = []
    for number, what in enumerate(("won by the first player", "drawn")):
        share, error = interval((seen.firsts, seen.drawn)[number], seen.games)
        if one.known is not None and abs(share - one.known[number]) > 4 * error + 0.0005:
            found.append(f"{share:.4f} ± {1.96 * error:.4f} {what}, and {one.known[number]} is known")
        if one.known is not None and one.same_rules:
            other, spread = interval((others.firsts, others.drawn)[number], others.games)
            if abs(share - other) > 4 * math.hypot(error, spread):
                found.append(f"{share:.4f} {what}, and {other:.4f} there")
    return found


def shown(one: Measured) -> str:
    """Writes a row of the table."""
    verdict = "met" if one.met else "missed"
    if one.aim is not None and one.ratio >= one.aim and one.met:
        verdict = "met by half"
    by = "" if one.by == "compiled" else f"  ({one.by})"
    line = (
        f"{one.name:<17}{one.rate:>12,.1f}  {one.reference:<24}{one.reference_rate:>11,.1f}"
        f"{one.ratio:>10.2f}{one.goal:>8g}  {verdict}{by}"
    )
    return "\n".join([line, *(f"    {what}" for what in one.wrong)])


def table(measured: Sequence[Measured]) -> str:
    """Writes the table of the docs."""
    lines = [
        "| Random games | A second | Reference | A second | Ratio | Goal |",
        "| --- | --: | --- | --: | --: | --: |",
    ]
    for one in measured:
        by = "" if one.by == "compiled" else f" ({one.by})"
        digits = f"{one.ratio:,.0f}" if one.ratio >= 100 else f"{one.ratio:.3g}"
        ratio = f"**{digits}**" if one.met else digits
        rates = [f"{rate:,.0f}" if rate >= 10 else f"{rate:.1f}" for rate in (one.rate, one.reference_rate)]
        lines.append(
            f"| {one.name}{by} | {rates[0]} | `{one.reference}` | {rates[1]} | {ratio} | {one.goal:g} |"
        )
    return "\n".join(lines)


def statistics_of(measured: Sequence[Measured], known: Sequence[Comparison]) -> str:
    """Writes what was seen of random play, with intervals of 95 %."""
    lines = [f"{'':<17}{'games':>12}  {'first player wins':<24}{'known':<8}{'drawn':<24}{'known':<8}choices"]
    for one, comparison in zip(measured, known, strict=True):
        if comparison.known is None:
            continue
        first, drawn = (interval(n, one.seen.games) for n in (one.seen.firsts, one.seen.drawn))
        choices = [each.decisions / each.games for each in (one.seen, one.reference_seen)]
        lines.append(
            f"{one.name:<17}{one.seen.games:>12,}  {f'{first[0]:.4f} ± {1.96 * first[1]:.4f}':<24}"
            f"{comparison.known[0]:<8}{f'{drawn[0]:.4f} ± {1.96 * drawn[1]:.4f}':<24}{comparison.known[1]:<8}"
            f"{choices[0]:.1f}, there {choices[1]:.1f}"
        )
    return "\n".join(lines)


def main(words: Sequence[str] | None = None) -> int:
    """Prints the tables; the exit status tells whether every goal is met."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=9, help="how often both take turns")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each turn")
    parser.add_argument("--quick", action="store_true", help="3 rounds of 0.3 seconds")
    parser.add_argument("--only", help="comparisons whose name has this in it")
    parser.add_argument("--output", type=Path, help="also write the numbers here, as JSON")
    parser.add_argument("--table", action="store_true", help="also print the table of the docs")
    given = parser.parse_args(words)
    rounds, seconds = (3, 0.3) if given.quick else (given.rounds, given.seconds)
    chosen = [one for one in COMPARISONS if given.only is None or given.only.lower() in one.name.lower()]
    if not playing.spiel_is_there():
        print("open_spiel is not installed; see benchmarks/requirements.txt", file=sys.stderr)
        chosen = [one for one in chosen if one.aim is None]
    print(
        f"{'random games':<17}{'a second':>12}  {'reference':<24}{'a second':>11}{'ratio':>10}{'goal':>8}",
        flush=True,
    )
    done = []
    for one in chosen:
        try:
            done.append((measure(one, rounds, seconds), one))
        except Stopped as trap:
            print(f"{one.name:<17}stopped: {trap.why}", flush=True)
            continue
        print(shown(done[-1][0]), flush=True)
    print("\n" + statistics_of([a for a, _ in done], [b for _, b in done]))
    if given.table:
        print("\n" + table([a for a, _ in done]))
    if given.output is not None:
        given.output.write_text(
            json.dumps([asdict(one) for one, _ in done], indent=2) + "\n", encoding="utf-8"
        )
    return 0 if len(done) == len(chosen) and all(one.met for one, _ in done) else 1


if __name__ == "__main__":
    sys.exit(main())
