"""How well bots play that search: against chance and against `greedy`, both sides of the same deals and dice.

Run it as `python benchmarks/strength.py`; `--only hex` picks rows, `--deals` and `--playouts` say how many. Each
deal is played twice, with seats exchanged; where more than two play, every other seat searches. What counts is the
share of wins, a tie being shared; half of them is what equal players have. A game that the limit of turns ends is won
by who stands better by the aim. Intervals are for the mean over deals, at 95 %.

`--growth FILE.svg` plays many budgets against one of 100 playouts, and draws what they win.
"""

import argparse
import math
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

from gekido_dsl import api
from gekido_dsl.backend.policy import GREEDY, Policy
from gekido_dsl.backend.policy_games import PolicyGames
from gekido_dsl.backend.rows import Played
from gekido_dsl.drawing import charts, svg
from gekido_dsl.engine import Setting

RULESETS = Path(__file__).resolve().parents[1] / "rulesets"
GAMES = (
    ("classics/tic_tac_toe", 2),
    ("classics/connect_four", 2),
    ("classics/breakthrough", 2),
    ("classics/othello", 2),
    ("classics/hex", 2),
    ("classics/nine_mens_morris", 2),
    ("classics/draughts", 2),
    ("classics/pig", 2),
    ("classics/backgammon", 2),
    ("classics/thirteen_rolls", 2),
    ("classics/goofspiel", 2),
    ("classics/rock_paper_scissors", 2),
    ("classics/liars_dice", 2),
    ("classics/the_heir", 2),
    ("classics/four_lamps", 2),
    ("classics/mill_creek", 2),
    ("classics/whist", 4),
    ("classics/hearts", 4),
    ("gekido", 2),
    ("gekido", 4),
    ("gekido_duel", 2),
    ("aimbots", 2),
    ("botwars", 2),
    ("geeko", 2),
)
GROWTH = (("classics/connect_four", 2), ("classics/othello", 2), ("gekido_duel", 2), ("gekido", 4))
BUDGETS = (12, 25, 50, 200, 400, 800)
REFERENCE = 100


def share(played: Played, side: range, standing: list[int]) -> float:
    """Gives the share of a win that seats have; half of it where nobody won.

    Args:
        standing: by seat, how well it stands by the aim: who stands better in a game without an end has won it.
    """
    if played.outcome is None:
        ahead = sum(standing[seat] for seat in side) if standing else 0
        return 0.5 if not ahead else float(ahead > 0)
    winners = [seat for seat, rank in enumerate(played.outcome.ranks) if rank == 1]
    return sum(seat in side for seat in winners) / len(winners) if winners else 0.5


def match(
    name: str, players: int, one: Policy, other: Policy | None, deals: int, seconds: float
) -> list[float]:
    """Plays deals from both sides; gives what the first won of each."""
    game = api.read(RULESETS / f"{name}.gdl").game
    sides = [
        (PolicyGames(game, Setting(players, 1, {}), [one if seat % 2 == k else other for seat in range(players)]),
         range(k, players, 2))
        for k in (0, 1)
    ]  # fmt: skip
    found: list[float] = []
    began = time.process_time()
    for number in range(deals):
        found.append(
            statistics.mean(share(player.play(number), side, player.standing()) for player, side in sides)
        )
        if time.process_time() - began > seconds:
            break
    return found


def said(found: list[float]) -> str:
    """Words a share with its interval."""
    mean, half = interval(found)
    return f"{100 * mean:.0f} % (± {100 * half:.0f}, {2 * len(found)} games)"


def interval(found: list[float]) -> tuple[float, float]:
    """Gives a mean and half the width of its interval."""
    spread = max(statistics.stdev(found) if len(found) > 1 else 0.5, 0.25 / math.sqrt(len(found)))
    return statistics.mean(found), 1.96 * spread / math.sqrt(len(found))


def grown(only: list[str], deals: int, seconds: float) -> str:
    """Plays budgets against one, prints what they win, and gives a chart of it."""
    lines = []
    for name, players in GROWTH:
        if only and not any(one in name for one in only):
            continue
        points = []
        for budget in BUDGETS:
            mean, half = interval(match(name, players, Policy(budget), Policy(REFERENCE), deals, seconds))
            points.append(charts.Point(budget, mean, max(mean - half, 0.0), min(mean + half, 1.0)))
            print(f"{name} {budget}: {mean:.2f} ± {half:.2f}", flush=True)
        lines.append(charts.Series(name.rpartition("/")[2], points))
    picture = charts.curves(
        f"What a search wins against one of {REFERENCE} playouts",
        lines,
        across="playouts of a decision",
        up="share of wins",
        logarithmic=True,
        fair=0.5,
    )
    return svg.document(picture)


def rows(only: list[str]) -> Iterator[tuple[str, int]]:
    """Gives the games that were asked for."""
    for name, players in GAMES:
        if not only or any(one in name for one in only):
            yield name, players


def main() -> None:
    """Prints tables."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--only", nargs="*", default=[], help="parts of the names of games")
    asked.add_argument("--deals", type=int, default=50, help="deals of each row; each is played twice")
    asked.add_argument("--playouts", type=int, default=600, help="playouts of a decision: 600 is `medium`")
    asked.add_argument("--seconds", type=float, default=120.0, help="a row ends after so much CPU time")
    asked.add_argument("--briefly", action="store_true", help="leave out `greedy` against random")
    asked.add_argument("--growth", type=Path, metavar="FILE.svg", help="draw strength by budget instead")
    given = asked.parse_args()
    if given.growth is not None:
        given.growth.write_text(grown(given.only, given.deals, given.seconds), encoding="utf-8")
        return
    bot = Policy(given.playouts)
    print("| Game | Players | Against random | Against `greedy` | `greedy` against random |")
    print("| --- | --: | --: | --: | --: |")
    for name, players in rows(given.only):
        cells = [
            said(match(name, players, one, other, given.deals, given.seconds))
            for one, other in ((bot, None), (bot, GREEDY), (GREEDY, None))[: 2 if given.briefly else 3]
        ]
        print(f"| {name.rpartition('/')[2]} | {players} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
