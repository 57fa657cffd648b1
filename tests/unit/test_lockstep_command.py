"""`gdl lockstep` finds what is wrong in compiled code, and says how to see it again."""

import json
import pickle
import shlex
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from gekido_dsl.api import read
from gekido_dsl.backend import plans
from gekido_dsl.cli import agreeing
from gekido_dsl.cli.main import main
from gekido_dsl.cli.paths import find
from gekido_dsl.lockstep import pair
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.program import nodes as ir
from gekido_dsl.program.walk import replaced, statements
from gekido_dsl.simulate.experiment import batch

CLASSICS = Path(__file__).parent.parent.parent / "rulesets" / "classics"
GAME = str(CLASSICS / "tic_tac_toe.gdl")
PIG = str(CLASSICS / "pig.gdl")

Change = Callable[[ir.Stmt], ir.Stmt | None]
"""Gives what stands in the place of a statement; the statement itself where nothing is to be broken."""


def _without(what: type[ir.Stmt]) -> Change:
    return lambda one: None if isinstance(one, what) else one


def _left_out_store(one: ir.Stmt) -> ir.Stmt | None:
    return None if isinstance(one, ir.Store) and one.array.kind == "state" else one


def _one_more_stored(one: ir.Stmt) -> ir.Stmt:
    if isinstance(one, ir.Store) and one.array.kind == "state":
        return replace(one, value=ir.Binary("add", one.value, ir.Const(1, one.value.type), one.value.type))
    return one


def _condition_turned(one: ir.Stmt) -> ir.Stmt:
    return replace(one, condition=ir.Unary("eqz", one.condition, "i32")) if isinstance(one, ir.If) else one


def _another_seat(one: ir.Stmt) -> ir.Stmt:
    return (
        replace(one, seat=ir.Binary("xor", one.seat, ir.Const(1), "i32"))
        if isinstance(one, ir.Choose)
        else one
    )


def _one_option_more(one: ir.Stmt) -> ir.Stmt:
    return (
        replace(one, count=ir.Binary("add", one.count, ir.Const(1), "i32"))
        if isinstance(one, ir.Choose)
        else one
    )


def _other_value_offered(one: ir.Stmt) -> ir.Stmt:
    if isinstance(one, ir.Offer) and one.values:
        return replace(one, values=(ir.Binary("xor", one.values[0], ir.Const(1), "i32"), *one.values[1:]))
    return one


def _another_draw(one: ir.Stmt) -> ir.Stmt:
    if isinstance(one, ir.Draw):
        return replace(one, count=ir.Binary("add", one.count, ir.Const(1), "i32"))
    return one


def _round_left_out(one: ir.Stmt) -> ir.Stmt:
    if isinstance(one, ir.For):
        return replace(one, start=ir.Binary("add", one.start, ir.Const(1), "i32"))
    return one


BROKEN: dict[str, tuple[str, Change, float]] = {
    "store": (GAME, _left_out_store, 0.3),
    "stored value": (GAME, _one_more_stored, 0.6),
    "condition": (PIG, _condition_turned, 0.5),
    "seat": (PIG, _another_seat, 1.0),
    "number of options": (PIG, _one_option_more, 1.0),
    "offer": (GAME, _other_value_offered, 1.0),
    "offer left out": (PIG, _without(ir.Offer), 1.0),
    "draw": (PIG, _another_draw, 1.0),
    "round": (GAME, _round_left_out, 0.4),
}
"""Ways to break a program, and of how many places the least share that has to be seen: some write what is there
already, or are about what nothing in a small game depends on."""


def _places(program: ir.Program, change: Change) -> Iterator[tuple[ir.Function, ir.Stmt]]:
    for function in program.functions:
        for statement in _all(function.body):
            if change(statement) is not statement:
                yield function, statement


def _all(body: ir.Body) -> Iterator[ir.Stmt]:
    for statement in statements(body):
        yield statement
        if isinstance(statement, ir.Choose):
            yield from _all(statement.listing)


def _breaking(change: Change, number: int) -> Callable[..., Lowered]:
    def broken(game: m.Game, players: int, options: dict[str, int], *more: object) -> Lowered:
        made = lower(game, players, options, *more)
        places = list(_places(made.program, change))
        if number >= len(places):  # a game that has nothing of the kind stays whole
            return made
        function, statement = places[number]
        new = change(statement)
        function.body = replaced(
            function.body, lambda one: ([] if new is None else [new]) if one is statement else None
        )
        return made

    return broken


@pytest.mark.parametrize("way", BROKEN)
@pytest.mark.quick_in_turn(6)
def test_what_is_broken_is_found(
    way: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path, change, least = BROKEN[way]
    program = lower(read(path).game, 2, {}).program
    places = range(0, len(list(_places(program, change))), 3 if least < 1 else 1)
    assert places
    found = 0
    for number in places:
        monkeypatch.setattr(pair, "lower", _breaking(change, number))
        code = main(["lockstep", path, "--games", "6", "--seed", "3", "--jobs", "1", "--events", "0"])
        said = capsys.readouterr()
        if code == 0:
            continue
        assert code == 1, said.err
        found += 1
        first, what, _, repeat = said.out.splitlines()
        assert first.startswith("match ")
        if number == 0:
            # The command that is told plays that match alone, up to the same difference.
            assert main(shlex.split(repeat.removeprefix("repeat: gdl "))) == 1
            assert capsys.readouterr().out.splitlines()[:2] == [first, what]
    assert found >= least * len(places)


@pytest.mark.parametrize("one_in", [6, pytest.param(1, id="every", marks=pytest.mark.slow)])
def test_an_event_that_is_missing_is_found(
    one_in: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    made = lower(read(PIG).game, 2, {})
    whole = {number for number, site in enumerate(made.sites) if site.word != "item"}

    def change(one: ir.Stmt) -> ir.Stmt | None:
        return None if isinstance(one, ir.Tell) and one.site in whole else one

    count = len(list(_places(made.program, change)))
    assert count > 3
    for number in range(0, count, one_in):
        monkeypatch.setattr(plans, "lower", _breaking(change, number))
        silent = main(["lockstep", PIG, "--games", "3", "--seed", "3", "--events", "0"])
        assert (silent, main(["lockstep", PIG, "--games", "3", "--seed", "3", "--events", "1"])) == (0, 1)
        assert "event" in capsys.readouterr().out


# ---------------------------------------------------------------- what is kept, plans


@pytest.mark.slow
def test_a_plan_goes_on_where_its_file_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plan, kept = tmp_path / "plan.txt", tmp_path / "agreed.jsonl"
    plan.write_text(f"4 {shlex.quote(PIG)} --players 3  # three play\n\n60 {shlex.quote(GAME)}\n")
    words = ["lockstep", "--plan", str(plan), "--out", str(kept), "--jobs", "1"]
    assert main(words) == 0
    said = capsys.readouterr().out.splitlines()
    assert said[0].split()[:3] == ["4", "of", "4"]
    assert said[2].startswith("       64 of        64 matches agree")
    # Few of each game come first.
    lines = [json.loads(line) for line in kept.read_text().splitlines()]
    assert [(one["first"], one["end"]) for one in lines] == [(0, 4), (0, 50), (50, 60)]
    # What is there is not played again.
    assert main(words) == 0
    assert capsys.readouterr().out.splitlines() == said
    plan.write_text(plan.read_text().replace("4 ", "7 ", 1))
    assert main(words) == 0
    assert len(kept.read_text().splitlines()) == 4


def test_what_was_compared_with_other_code_does_not_count(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, plan, kept = tmp_path / "pig.gdl", tmp_path / "plan.txt", tmp_path / "agreed.jsonl"
    text = Path(PIG).read_text()
    game.write_text(text)
    plan.write_text(f"4 {shlex.quote(str(game))}\n")
    words = ["lockstep", "--plan", str(plan), "--out", str(kept), "--jobs", "1"]
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "at least 100" in text
    game.write_text(text.replace("at least 100", "at least 90"))
    assert main(words) == 0
    changed = capsys.readouterr().out
    assert changed.splitlines()[0] == said.splitlines()[0]
    assert changed != said
    first, second = (json.loads(line) for line in kept.read_text().splitlines())
    assert (first["first"], second["first"]) == (0, 0)
    assert first["code"] != second["code"]


def test_a_process_knows_its_experiment_again() -> None:
    row = agreeing.Row(GAME, None, (), 1)
    sent = agreeing.Comparer(row, find(GAME), every=20).experiment
    first, again = (pickle.loads(pickle.dumps(sent)) for _ in range(2))
    assert batch(first) is batch(again)


def test_a_row_that_differs_does_not_count(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pair, "lower", _breaking(_another_draw, 0))
    plan, kept = tmp_path / "plan.txt", tmp_path / "agreed.jsonl"
    plan.write_text(f"4 {shlex.quote(PIG)}\n60 {shlex.quote(GAME)}\n")
    monkeypatch.chdir(tmp_path)
    assert main(["lockstep", PIG, "--seed", "1", "--out", str(kept), "--jobs", "1"]) == 1
    capsys.readouterr()
    assert json.loads(kept.read_text())["end"] == 0
    assert main(["lockstep", "--plan", str(plan), "--out", str(kept), "--jobs", "1"]) == 1
    pig, whole = capsys.readouterr().out.splitlines()[-3:-1]
    assert pig.split()[:3] == ["0", "of", "4"] and pig.endswith("the next one differs")
    assert whole.split()[:3] == ["60", "of", "60"]


@pytest.mark.parametrize("line", ["many pig", "3", "3 pig --seats 2", "3 pig 'x"])
def test_a_line_that_means_nothing_is_said(
    line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = tmp_path / "plan.txt"
    plan.write_text(f"# a plan\n{line}\n")
    assert main(["lockstep", "--plan", str(plan), "--out", str(tmp_path / "kept")]) == 2
    assert "plan.txt, line 2:" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["{}", "[1]", "no"])
def test_a_file_of_something_else_is_not_gone_on_with(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    plan, kept = tmp_path / "plan.txt", tmp_path / "kept"
    plan.write_text(f"1 {shlex.quote(PIG)}\n")
    kept.write_text(content + "\n")
    assert main(["lockstep", "--plan", str(plan), "--out", str(kept)]) != 0
    assert "not written by this command" in capsys.readouterr().err
    assert kept.read_text() == content + "\n"
