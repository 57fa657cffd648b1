"""`gdl lockstep` finds what is wrong in compiled code, and says how to see it again."""

import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from gekido_dsl.cli.main import main
from gekido_dsl.lockstep import pair
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.walk import replaced, statements

GAME = str(Path(__file__).parent.parent.parent / "rulesets" / "classics" / "tic_tac_toe.gdl")


def _stores(program: ir.Program) -> Iterator[tuple[ir.Function, ir.Store]]:
    for function in program.functions:
        for statement in statements(function.body):
            if isinstance(statement, ir.Store) and statement.array.kind == "state":
                yield function, statement


def test_writes_that_are_left_out_are_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from gekido_dsl.api import read

    count = len(list(_stores(lower(read(GAME).game, 2, {}).program)))
    assert count > 10
    found = 0
    for number in range(0, count, 3):

        def mutant(game: m.Game, players: int, options: dict[str, int], number: int = number) -> Lowered:
            made = lower(game, players, options)
            function, store = list(_stores(made.program))[number]
            function.body = replaced(function.body, lambda one: [] if one is store else None)
            return made

        monkeypatch.setattr(pair, "lower", mutant)
        code = main(["lockstep", GAME, "--games", "6", "--seed", "3", "--jobs", "1"])
        said = capsys.readouterr()
        if code == 0:
            continue
        assert code == 1, said.err
        found += 1
        first, what, _, repeat = said.out.splitlines()
        assert first.startswith("match ") and "should be" in what
        # The command that is told plays that match alone, up to the same difference.
        assert main(shlex.split(repeat.removeprefix("repeat: gdl "))) == 1
        assert capsys.readouterr().out.splitlines()[:2] == [first, what]
    # Some write what is there already, in a game as small as this.
    assert found >= 8
