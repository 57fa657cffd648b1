"""Draws what a random game costs, by the size of the board and by the number of players, for the docs.

Hex is played on boards of several sizes, with the board and the number of stones of its ruleset changed; Gekido and
BotWars with each number of players. Costs are CPU time of a game, and of a decision.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import playing

from gekido_dsl.compilation import load
from gekido_dsl.source import MemoryProvider

ROOT = Path(__file__).parents[1]
SIZES = (3, 5, 7, 9, 11, 15, 19)
TARGET = ROOT / "docs" / "assets" / "cost.svg"
COLOURS = ("#2e86c9", "#d55e00", "#009e73")


@dataclass(frozen=True)
class Point:
    """One measurement."""

    at: int
    game_us: float
    decision_us: float


def measured(player: playing.Player, at: int, seconds: float) -> Point:
    """Has a player play."""
    player.play(seconds / 4)
    played = player.play(seconds)
    took_us = played.seconds * 1e6
    return Point(at, took_us / played.games, took_us / played.decisions)


def hex_by_size(seconds: float) -> list[Point]:
    """Measures Hex on boards of each size; the cost stands by the number of spaces."""
    text = (ROOT / "rulesets" / "classics" / "hex.gdl").read_text(encoding="utf-8")
    points = []
    for size in SIZES:
        changed = text.replace("11 by 11", f"{size} by {size}").replace(
            "121 of them", f"{size * size} of them"
        )
        game = load("hex.gdl", MemoryProvider({"hex.gdl": changed})).game
        assert game is not None
        points.append(measured(playing.for_game(game, 2, {"Swapping": "Forbidden"}), size * size, seconds))
    return points


def by_players(ruleset: str, seconds: float) -> tuple[str, list[Point]]:
    """Measures a ruleset with each number of players; says who plays it, too."""
    game, points, by = playing.game_of(ruleset), [], ""
    for count in range(game.least_players, game.most_players + 1):
        player = playing.for_game(game, count, {})
        by = player.name
        points.append(measured(player, count, seconds))
    return by, points


def svg(panels: Sequence[tuple[str, str, Sequence[tuple[str, Sequence[Point]]]]]) -> str:
    """Draws panels side by side: title, name of the axis, series. Both axes are logarithmic where that says more."""
    width, height, left, top, bottom = 460, 300, 62, 34, 44
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width * len(panels)} {height}" '
        'font-family="system-ui, sans-serif" font-size="12" fill="#777">'
    ]
    for number, (title, axis, series) in enumerate(panels):
        every = [point for _, points in series for point in points]
        wide = max(p.at for p in every) / min(p.at for p in every) > 10
        low_y = math.floor(math.log10(min(p.game_us for p in every)))
        high_y = math.ceil(math.log10(max(p.game_us for p in every)))
        low_x, high_x = (f(scaled(p.at, wide) for p in every) for f in (min, max))
        x0, plot = number * width + left, (width - left - 154, height - top - bottom)

        def x(at: float, x0: int = x0, low: float = low_x, high: float = high_x, wide: bool = wide) -> float:
            return x0 + (scaled(at, wide) - low) / ((high - low) or 1) * plot[0]  # noqa: B023

        def y(us: float, low: int = low_y, high: int = high_y) -> float:
            return top + (high - math.log10(us)) / ((high - low) or 1) * plot[1]  # noqa: B023

        parts.append(f'<text x="{x0}" y="16" font-weight="600">{title}</text>')
        for power in range(low_y, high_y + 1):
            at = y(10**power)
            parts.append(
                f'<path d="M{x0} {at:.1f}h{plot[0]}" stroke="#999" stroke-opacity=".35"/>'
                f'<text x="{x0 - 6}" y="{at + 4:.1f}" text-anchor="end">{duration(10**power)}</text>'
            )
        for at in sorted({point.at for point in every}):
            parts.append(f'<text x="{x(at):.1f}" y="{height - 24}" text-anchor="middle">{at}</text>')
        parts.append(f'<text x="{x0 + plot[0] / 2}" y="{height - 6}" text-anchor="middle">{axis}</text>')
        for colour, (name, points) in zip(COLOURS, series, strict=False):
            line = " ".join(f"{x(p.at):.1f},{y(p.game_us):.1f}" for p in points)
            parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
            parts += [
                f'<circle cx="{x(p.at):.1f}" cy="{y(p.game_us):.1f}" r="3" fill="{colour}"/>' for p in points
            ]
            last = points[-1]
            parts.append(
                f'<text x="{x(last.at) + 8:.1f}" y="{y(last.game_us) + 4:.1f}" fill="{colour}">{name}</text>'
            )
    return "\n".join([*parts, "</svg>"]) + "\n"


def scaled(at: float, logarithmic: bool) -> float:
    """Gives where a number stands on its axis."""
    return math.log10(at) if logarithmic else at


def duration(us: float) -> str:
    """Words a time."""
    return f"{us:g} µs" if us < 1000 else f"{us / 1000:g} ms" if us < 1e6 else f"{us / 1e6:g} s"


def main() -> int:
    """Measures, draws, and prints the table that stands beneath the picture."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of each measurement")
    parser.add_argument("--output", type=Path, default=TARGET)
    given = parser.parse_args()
    board = hex_by_size(given.seconds)
    tables = [("Hex", "spaces", board)]
    players = []
    for name, ruleset in (("Gekido", "gekido"), ("BotWars", "botwars")):
        by, points = by_players(ruleset, given.seconds)
        shown = name if by == "compiled" else f"{name} ({by})"
        players.append((shown, points))
        tables.append((shown, "players", points))
    panels = [("A game of Hex", "spaces of the board", [("Hex", board)]), ("A game", "players", players)]
    given.output.write_text(svg(panels), encoding="utf-8")
    print("| Game | | A game | A decision |\n| --- | --- | --- | --- |")
    for name, what, points in tables:
        for point in points:
            game = f"{point.game_us:,.0f}" if point.game_us >= 10 else f"{point.game_us:.1f}"
            print(f"| {name} | {point.at} {what} | {game} µs | {point.decision_us:.3f} µs |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
