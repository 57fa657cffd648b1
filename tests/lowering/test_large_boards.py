"""Boards whose spaces take more than two words of bits, in lockstep."""

import re

import pytest
from lockstep import RULESETS, lockstep

from gekido_dsl.compilation import load
from gekido_dsl.lowering import lower
from gekido_dsl.lowering.boards.bitsets import MOST, field_of
from gekido_dsl.lowering.game.lowering import Lowering
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider


def enlarged(name: str, rows: int, columns: int, lines: list[str], changes: dict[str, str]) -> m.Game:
    """Reads a classic with another board: its size, its diagram, and what else depends on that."""
    text = (RULESETS / "classics" / f"{name}.gdl").read_text(encoding="utf-8")
    text = text.partition("\nscenario ")[0] + "\n"  # examples draw the board as it was
    text = re.sub(r"\d+ by \d+", f"{rows} by {columns}", text, count=1)
    if lines:
        diagram = "".join(f'  "{line}"\n' for line in lines)
        text = re.sub(r'(?:  "[^"\n]{7,}"\n)+', lambda _: diagram, text, count=1)
    for old, new in changes.items():
        assert old in text, f"{name} does not say {old!r}"
        text = text.replace(old, new)
    made = load(f"{name}.gdl", MemoryProvider({f"{name}.gdl": text}))
    assert made.game is not None, [one.message for one in made.diagnostics]
    return made.game


def othello(size: int) -> list[str]:
    """Draws four discs in the middle."""
    middle = size // 2 - 1
    empty = ["." * size] * middle
    return [*empty, "." * middle + "21" + "." * middle, "." * middle + "12" + "." * middle, *empty]


def two_armies(size: int) -> list[str]:
    """Draws two rows of pawns on each side."""
    return ["2" * size] * 2 + ["." * size] * (size - 4) + ["1" * size] * 2


def draughtsmen(size: int) -> list[str]:
    """Draws three rows of men on every other space of each side."""
    rows = []
    for row in range(size):
        man = "2" if row < 3 else "1" if row >= size - 3 else "."
        rows.append("".join(man if (row + column) % 2 else "." for column in range(size)))
    return rows


GAMES = {
    "draughts of 12 by 12": lambda: enlarged(
        "draughts", 12, 12, draughtsmen(12), {"12 for each": "18 for each", "row is 8": "row is 12"}
    ),
    "hex of 15 by 13": lambda: enlarged("hex", 15, 13, [], {"121 of them": "195 of them"}),
    "hex of 19 by 19": lambda: enlarged("hex", 19, 19, [], {"121 of them": "361 of them"}),
    "connect four of 13 by 14": lambda: enlarged("connect_four", 13, 14, [], {"21 for each": "91 for each"}),
    "othello of 12 by 12": lambda: enlarged("othello", 12, 12, othello(12), {"64 of them": "144 of them"}),
    "breakthrough of 12 by 12": lambda: enlarged(
        "breakthrough", 12, 12, two_armies(12), {"16 for each": "24 for each", "row is 8": "row is 12"}
    ),
}


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.slow if "draughts" in one else ()) for one in GAMES]
)
@pytest.mark.quick_in_turn(3)
def test_a_large_board_agrees(name: str) -> None:
    game = GAMES[name]()
    field = field_of(Lowering(game, 2, {}), next(iter(game.boards.values())))
    assert field is not None and 2 < field.words <= MOST // 64
    lowered = lower(game, 2, {})
    most = 25 if "draughts" in name else 200
    for seed in range(2):
        assert lockstep(game, seed, 2, most=most, lowered=lowered) > 20
