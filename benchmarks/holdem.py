"""Measures random hands of hold'em, in CPU time on one core, beside `universal_poker` of OpenSpiel, driven by its loop.

Run it as `python benchmarks/holdem.py [--players 2] [--seconds 5]`. Both play single hands of no-limit hold'em with
blinds of 1 and 2 and stacks of 100. The ruleset asks whether to raise and then by how much; OpenSpiel offers every sum
as a choice of its own, so that its random player raises nearly always, and its hands are shorter. So decisions are
counted, too; a raise of the ruleset is two.
"""

import argparse
import statistics

import playing

from gekido_dsl.compilation import load
from gekido_dsl.source import MemoryProvider

ONE_HAND = """edition 1

game "One Hand" changes "holdem.gdl"

the game ends when One Hand: the Round is 2
  all players rank by my Chips, highest first
"""
_BLINDS = {2: ("2 1", "2 1 1 1")}


def spiel(players: int) -> str:
    """Says the same settings to OpenSpiel."""
    blinds, first = _BLINDS.get(players, ("1 2" + " 0" * (players - 2), "3 1 1 1"))
    stacks = " ".join(["100"] * players)
    return (
        f"universal_poker(betting=nolimit,numPlayers={players},numRounds=4,blind={blinds},firstPlayer={first},"
        f"numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,stack={stacks},bettingAbstraction=fullgame)"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2, choices=range(2, 7))
    parser.add_argument("--seconds", type=float, default=2.0)
    given = parser.parse_args()
    base = (playing.ROOT / "rulesets" / "classics" / "holdem.gdl").read_text(encoding="utf-8")
    game = load("one_hand.gdl", MemoryProvider({"one_hand.gdl": ONE_HAND, "holdem.gdl": base})).game
    assert game is not None
    ours = playing.for_game(game, given.players, {})
    reference = playing.Spiel(spiel(given.players))
    ours.play(0.2)
    rows = []
    for _ in range(5):
        one, other = ours.play(given.seconds), reference.play(given.seconds)
        rows.append((one, other))
    for what, rate in (
        ("hands", lambda one: one.games / one.seconds),
        ("decisions", lambda one: one.decisions / one.seconds),
    ):
        pairs = [(rate(one), rate(other)) for one, other in rows]
        ratio = statistics.median(one / other for one, other in pairs)
        mine, theirs = (statistics.median(side) for side in zip(*pairs, strict=True))
        print(
            f"{what} a CPU second: {ours.name} {mine:,.0f}, {reference.name} {theirs:,.0f}, {ratio:.1f} times"
        )


if __name__ == "__main__":
    main()
