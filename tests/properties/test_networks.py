"""What maps are asked, on both executors, against networkx and against trying everything."""

from itertools import permutations

import networkx
import pytest

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.engine import Executor, Setting
from gekido_dsl.rng import Rng
from gekido_dsl.source import MemoryProvider

GAME = """edition 1
game "Ways"
  players 2
  limit 9 turns
kind City from "cities.yaml"
kind Route from "routes.yaml"
  From: a City
  To: a City
  Length: 0 to 9
board Land: City, touching along Routes{one_way}
kind Mark, 1 for each player
kind Answer, 1 for each player
  Far: 0 to 999, starts 0
  Joined: yes or no, starts no
  Longest: 0 to 999, starts 0
turn of each player
  Asking
phase Asking
  move my Mark to a City
  take any number of Routes
  set my Answer's Far to the distance from City A to my Mark over Routes that are friendly, each by its Length
  set my Answer's Joined to yes if City A is connected to my Mark over (Routes that are friendly)
  set my Answer's Longest to the longest way over Routes that are friendly, each by its Length
the game ends when some Answer is Given
  the player wins
an Answer is Given if its Far is at least 0 and its Longest is more than 998 and its Joined is yes
"""
NAMES = "ABCDEFG"


def ways_of(rng: Rng, size: int, number: int) -> list[tuple[int, int, int]]:
    found = []
    for _ in range(number):
        start = rng.below(size)
        end = (start + 1 + rng.below(size - 1)) % size
        found.append((start, end, rng.below(10)))
    return found


def longest(ways: list[tuple[int, int, int]]) -> int:
    """Gives the longest way by trying every order of the ways."""
    best = 0
    for number in range(1, len(ways) + 1):
        for order in permutations(ways, number):
            for spot in set(order[0][:2]):
                for start, end, _ in order:
                    spot = start + end - spot if spot in (start, end) else -1
                    if spot < 0:
                        break
                else:
                    best = max(best, sum(length for *_, length in order))
    return best


def answered(executor: Executor, seed: int) -> tuple[int, list[int], int, bool, int]:
    """Plays the first turn; gives where the mark is, which ways were taken, and the three answers."""
    state, _ = executor.initial(Setting(2, seed))
    rng = Rng(seed)
    while executor.observe(state, None).turn == 1:
        executor.apply(state, rng.below(executor.count(state)))
    view = executor.observe(state, None)
    spaces = view.boards[0].spaces
    goal = next(k for k, space in enumerate(spaces) if any(thing.owner == 0 for thing in space.things))
    taken = [k for k, space in enumerate(spaces[len(NAMES) :]) if space.owner == 0]
    answer = next(thing for thing in view.players[0].things if thing.kind == "Answer")
    facts = answer.facts
    return goal, taken, int(facts["Far"]), facts["Joined"] == "yes", int(facts["Longest"])


@pytest.mark.parametrize("seed", range(6))
def test_answers_are_those_of_networkx(seed: int) -> None:
    rng, one_way = Rng(seed), seed % 3 == 0
    ways = ways_of(rng, len(NAMES), 6)
    files = {
        "ways.gdl": GAME.format(one_way=", one way" if one_way else ""),
        "cities.yaml": "".join(f"- {{Name: City {name}}}\n" for name in NAMES),
        "routes.yaml": "".join(
            f"- {{Name: Route {k}, From: City {NAMES[a]}, To: City {NAMES[b]}, Length: {length}}}\n"
            for k, (a, b, length) in enumerate(ways)
        ),
    }
    made = load("ways.gdl", MemoryProvider(files))
    assert not has_errors(made.diagnostics)
    game = made.game
    assert game is not None
    goal, taken, far, joined, found = answered(made.executor(), seed)
    if seed < 2:
        assert answered(CompiledExecutor(game), seed) == (goal, taken, far, joined, found)
    mine = [ways[k] for k in taken]
    graph = networkx.MultiDiGraph() if one_way else networkx.MultiGraph()
    graph.add_nodes_from(range(len(NAMES)))
    graph.add_weighted_edges_from(mine)
    least = networkx.single_source_dijkstra_path_length(graph, 0)
    assert far == least.get(goal, far) and (goal in least or far > sum(length for *_, length in mine))
    assert joined == networkx.has_path(graph.to_undirected(), 0, goal)
    assert found == longest(mine)
