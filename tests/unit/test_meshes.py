"""Corners and edges of boards: how many there are, what touches what, how they are shown, what maps know of them."""

from itertools import pairwise
from pathlib import Path

import networkx
import pytest
from rich.console import Console

from gekido_dsl import engine as e
from gekido_dsl.cli.floor import figures
from gekido_dsl.cli.meshes import meshed
from gekido_dsl.compilation import load
from gekido_dsl.diagnostics import has_errors
from gekido_dsl.drawing.boards import board as picture
from gekido_dsl.drawing.svg import document
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"
GAME = """edition 1
game "Shapes"
  players 2
  limit 9 turns
kind Field
kind Post
kind Fence
board Land: {shape}
  its corners are Posts
  its edges are Fences
kind Goose, 1 for each player
setup
  put the first player's Goose onto Post 1
turn of each player
  Claiming
phase Claiming
  take an unclaimed Fence
  take an unclaimed Post that is next to my Goose if possible
the game ends when number of unclaimed Fences is less than (the longest way over Fences that are friendly)
  the player wins
"""


def executor(shape: str) -> Interpreter:
    made = load("shapes.gdl", MemoryProvider({"shapes.gdl": GAME.format(shape=shape)}))
    assert not has_errors(made.diagnostics)
    return made.executor()


def mesh(shape: str) -> m.Mesh:
    found = executor(shape).game.boards["Land"].shape
    assert isinstance(found, m.Mesh)
    return found


@pytest.mark.parametrize(
    ("shape", "fields", "corners", "edges"),
    [
        ("Field, in rows of 1", 1, 6, 6),
        ("Field, in rows of 3, 4, 5, 4, 3", 19, 54, 72),
        ("Field, in rows of 1, 2, 3, 4", 10, 33, 42),
        ("Field, in rows of 3, 2, 3, 2", 10, 33, 42),
        ("2 by 3 Field, touching in 6 directions", 6, 22, 27),
        ("4 by 4 Field, touching in 4 directions", 16, 25, 40),
        ("1 by 1 Field, touching in 8 directions", 1, 4, 4),
    ],
)
def test_every_shape_has_as_many_corners_and_edges_as_euler_says(
    shape: str, fields: int, corners: int, edges: int
) -> None:
    found = mesh(shape)
    assert (len(found.grid.spots), len(found.corners), len(found.edges)) == (fields, corners, edges)
    assert corners - edges + fields == 1


def test_left_out_spaces_have_neither() -> None:
    shape = '2 by 2 Field, touching in 4 directions\n  ".."\n  ". "'
    assert (len(mesh(shape).corners), len(mesh(shape).edges)) == (8, 10)


def test_what_touches_what_follows_from_where_it_lies() -> None:
    found = mesh("Field, in rows of 3, 4, 5, 4, 3")
    first, second = found.grid.size, found.grid.size + len(found.corners)

    def touched(here: int) -> tuple[int, int, int]:
        near = found.near[here]
        return (
            sum(one < first for one in near),
            sum(first <= one < second for one in near),
            sum(one >= second for one in near),
        )

    spots = found.grid.spots
    assert {touched(here)[1:] for here in spots} == {(6, 6)}
    assert {touched(here) for here in range(first, second)} == {(1, 2, 2), (2, 3, 3), (3, 3, 3)}
    assert {touched(here)[:2] for here in range(second, found.size)} == {(1, 2), (2, 2)}
    assert all(here in found.near[other] for here in range(found.size) for other in found.near[here])
    graph = networkx.Graph(found.ends)
    assert nx_lengths(graph) == 54 and networkx.diameter(graph) == 11


def nx_lengths(graph: networkx.Graph) -> int:
    """Counts the corners that ways lead to."""
    return len(networkx.node_connected_component(graph, next(iter(graph))))


def test_corners_and_edges_are_numbered_in_reading_order() -> None:
    found = mesh("Field, in rows of 2, 3, 2")
    assert all((a[1], a[0]) < (b[1], b[0]) for a, b in pairwise(found.corners))
    assert [found.row(spot) for spot in (found.grid.size, found.size - 1)] == [3, 4]


def shown(shape: str) -> e.BoardView:
    """Gives the board after the first player took the first fence, and the first post beside the goose."""
    game = executor(shape)
    state, _ = game.initial(e.Setting(2, 1))
    for _ in range(2):
        game.apply(state, 0)
    return game.observe(state, 0).boards[0]


def test_a_board_shows_its_corners_and_edges_behind_its_spaces() -> None:
    seen = shown("2 by 2 Field, touching in 4 directions")
    labels = [space.label for space in seen.spaces]
    assert labels[:5] == ["r1c1", "r1c2", "r2c1", "r2c2", "Post 1"] and labels[-1] == "Fence 12"
    assert {space.label: space.owner for space in seen.spaces if space.owner is not None} == {
        "Post 2": 0,
        "Fence 1": 0,
    }


@pytest.mark.parametrize("shape", ["2 by 2 Field, touching in 4 directions", "Field, in rows of 1, 2"])
def test_it_is_drawn(shape: str) -> None:
    seen = shown(shape)
    drawn = document(picture(seen))
    fields = [space for space in seen.spaces if space.label.startswith("r")]
    assert drawn.count("<polygon") == len(fields)
    assert 'class="player1-line"' in drawn and 'class="player1 strong-edge"' in drawn
    assert all(f">{number}</text>" in drawn for number in ("3", "4", "12"))


def test_the_terminal_has_each_at_its_place() -> None:
    seen = shown("2 by 2 Field, touching in 4 directions")
    console = Console(width=60)
    with console.capture() as caught:
        for line in meshed(seen, figures(seen, plain=True)):
            console.print(line)
    lines = [line.split() for line in caught.get().splitlines()]
    assert lines[:4] == [
        ["P1", "=P1=", "(P1)", "2", "(3)"],
        ["r1c1", "r1c2"],
        ["3", "4", "5"],
        ["(4)", "6", "(5)", "7", "(6)"],
    ]


def test_a_plot_has_the_colour_that_a_theme_gives_its_value() -> None:
    made = load("saltmarsh.gdl", FolderProvider(CLASSICS))
    game = made.executor()
    state, _ = game.initial(e.Setting(3, 1))
    drawn = document(picture(game.observe(state, 0).boards[0], look=made.look.value))
    assert drawn.count('fill="#2f7fb0"') == 4 and drawn.count('fill="#b4552d"') == 3
