"""Spaces that cost something to enter: who comes where with so many points, compared with a search of its own."""

import heapq
from random import Random

import pytest

from gekido_dsl import engine as e
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.source import MemoryProvider

MARCH = """edition 1
game "March"
  players 2
  limit 60 turns
kind Hex
  Cost: 0 to 4, starts 1
  Wet: yes or no, starts no
kind Army, 1 for each player
board Land: {shape}
setup
  set 6 random Hexes' Cost to 3
  set 4 random Hexes' Cost to 0
  set 5 random Hexes' Wet to yes
  each player
    put my Army onto random Hex that is empty
turn of each player
  Marching
phase Marching
  choose a Hex that is within {most} of my Army{over}, each by its Cost, asking "Where?"
    otherwise stop
  move my Army to random Hex that is empty
the game ends after 30 rounds
  nobody wins
"""


def _around(view: e.BoardView, hexagons: bool) -> dict[str, list[str]]:
    """Lists for each space those that touch it, by what the picture of the board shows."""
    at = {(space.row, space.column): space.label for space in view.spaces}
    lengths = [max(column for row, column in at if row == one) for one in sorted({row for row, _ in at})]
    found: dict[str, list[str]] = {}
    for (row, column), label in at.items():
        near = [(row, column - 1), (row, column + 1)]
        for other in (row - 1, row + 1):
            if hexagons and 1 <= other <= len(lengths):
                longer = lengths[other - 1] > lengths[row - 1]
                near += [(other, column + by) for by in ((0, 1) if longer else (-1, 0))]
            elif not hexagons:
                near.append((other, column))
        found[label] = [at[spot] for spot in near if spot in at]
    return found


def _costs(view: e.BoardView, start: str, around: dict[str, list[str]], dry: bool) -> dict[str, int]:
    """Gives what it costs to come from a space to each."""
    cost = {one.label: int(one.facts["Cost"]) for one in view.spaces if not dry or one.facts["Wet"] != "yes"}
    least, waiting = {start: 0}, [(0, start)]
    while waiting:
        so_far, here = heapq.heappop(waiting)
        for other in around[here]:
            if other in cost and so_far + cost[other] < least.get(other, 10**6):
                least[other] = so_far + cost[other]
                heapq.heappush(waiting, (least[other], other))
    return least


@pytest.mark.parametrize("dry", [False, True])
@pytest.mark.parametrize("hexagons", [False, True])
def test_points_lead_as_far_as_another_search_says(hexagons: bool, dry: bool) -> None:
    shape = "Hex, in rows of 3, 4, 5, 4" if hexagons else "4 by 4 Hex, touching in 4 directions"
    text = MARCH.format(shape=shape, most=4, over=" over (Hexes that are not Wet)" if dry else "")
    made = load("march.gdl", MemoryProvider({"march.gdl": text}))
    assert not has_errors(made.diagnostics), [one.message for one in made.diagnostics]
    executor, random = made.executor(), Random(4)
    state, _ = executor.initial(e.Setting(2, 3))
    asked = 0
    while (decision := executor.decision(state)) is not None:
        labels = [choice.label for choice in decision.choices]
        if decision.prompt == "Where?":
            view = executor.observe(state, None).boards[0]
            own = next(
                one.label for one in view.spaces for thing in one.things if thing.owner == decision.seat
            )
            least = _costs(view, own, _around(view, hexagons), dry)
            wanted = {label for label, cost in least.items() if cost <= 4 and label != own}
            assert set(labels) == wanted
            asked += 1
        executor.apply(state, random.randrange(len(labels)))
    assert asked > 20
