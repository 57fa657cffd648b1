"""The ruleset of go and `go.py` offer the same at every decision, and come to the same end; OpenSpiel's go, too."""

import random
from functools import cache
from pathlib import Path

import pytest
from go import EMPTY, Go, Point

from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.compilation import load
from gekido_dsl.engine import Choice, Executor, Setting
from gekido_dsl.files import FolderProvider
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.model import nodes as m
from gekido_dsl.source import MemoryProvider

HOUSE = Path(__file__).parents[1] / "house"
CLASSICS = Path(__file__).parents[2] / "rulesets" / "classics"


@cache
def game_of(name: str) -> m.Game:
    folder = CLASSICS if (CLASSICS / f"{name}.gdl").exists() else HOUSE
    made = load(f"{name}.gdl", FolderProvider(folder, library=CLASSICS.parent))
    assert made.game is not None, made.diagnostics
    return made.game


@cache
def compiled(name: str) -> CompiledExecutor:
    return CompiledExecutor(game_of(name))


def point(choice: Choice) -> Point | None:
    """Reads `r1c2`; none of a pass."""
    word = choice.id.split()[-1]
    if word[0] != "r" or "c" not in word:
        return None
    row, column = word[1:].split("c")
    return int(row) - 1, int(column) - 1


def agree(executor: Executor, referee: Go, seed: int, most: int, options: dict[str, str]) -> int:
    """Plays a match on both; gives how many decisions there were."""
    rng = random.Random(seed)
    state, _ = executor.initial(Setting(2, seed, options))
    for number in range(most):
        decision = executor.decision(state)
        if decision is None:
            break
        assert decision.seat == referee.player
        choices = {point(choice): k for k, choice in enumerate(decision.choices)}
        assert [one for one in choices if one is not None] == referee.legal()
        view = executor.observe(state, None)
        held = [[thing.owner for thing in space.things] for space in view.boards[0].spaces]
        assert held == [[] if cell == EMPTY else [cell] for cell in referee.position()]
        moves = [one for one in choices if one is not None]
        # Whoever has many stones passes now and then, so that matches come to an end.
        passing = not moves or (number > 60 and rng.random() < 0.25)
        move = None if passing else rng.choice(moves)
        executor.apply(state, choices[move])
        referee.play(move)
        while not referee.over and not referee.legal():
            referee.play(None)  # who can do nothing else is not asked
    outcome = executor.outcome(state)
    assert (outcome is not None) == referee.over
    if outcome is not None:
        best = [seat for seat, rank in enumerate(outcome.ranks) if rank == 1]
        assert best == ([0, 1] if referee.winner() is None else [referee.winner()])
    return number


@pytest.mark.parametrize("repeating", ["Just Before", "Any Before"])
@pytest.mark.parametrize(
    "seed", [*range(2), *(pytest.param(k, marks=pytest.mark.slow) for k in range(2, 12))]
)
def test_the_referee_agrees(seed: int, repeating: str) -> None:
    referee = Go(superko=repeating == "Any Before")
    assert agree(compiled("go"), referee, seed, 400, {"Repeating": repeating}) > 60


def test_the_interpreter_agrees() -> None:
    assert agree(Interpreter(game_of("go"), trace=False), Go(), 7, 30, {}) > 25


@pytest.mark.slow
def test_the_referee_agrees_on_the_large_board() -> None:
    assert agree(compiled("go_on_19_by_19"), Go(19), 3, 120, {}) > 60


@pytest.mark.dear
def test_small_boards_where_much_is_taken_agree() -> None:
    """On three by three much comes back: a ko, and circles of several turns."""
    text = (CLASSICS / "go.gdl").read_text(encoding="utf-8")
    text = text[: text.index("\nscenario")].replace("9 by 9", "3 by 3")
    made = load("go.gdl", MemoryProvider({"go.gdl": text}))
    assert made.game is not None
    executor = CompiledExecutor(made.game)
    for seed in range(12):
        superko = seed % 2 == 1
        options = {"Repeating": "Any Before" if superko else "Just Before"}
        agree(executor, Go(3, superko=superko), seed, 90, options)


def test_openspiel_agrees() -> None:
    """Its go has no superko, and is compared as long as no position comes back."""
    pyspiel = pytest.importorskip("pyspiel")
    for seed in range(4):
        rng, referee = random.Random(seed), Go()
        state = pyspiel.load_game("go(board_size=9,komi=7.5)").new_initial_state()
        for _ in range(150):
            if state.is_terminal() or len(set(referee.before)) < len(referee.before):
                break
            theirs = {action: state.action_to_string(action).split()[-1] for action in state.legal_actions()}
            read = {}
            for action, text in theirs.items():
                if text.lower() == "pass":
                    continue
                column = "abcdefghj".index(text[0].lower())
                read[int(text[1:]) - 1, column] = action
            assert sorted(read) == referee.legal()
            if not read:
                break
            move = rng.choice(sorted(read))
            state.apply_action(read[move])
            referee.play(move)
