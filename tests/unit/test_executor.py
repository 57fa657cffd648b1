"""The compiled executor says of every match what the interpreter says."""

from array import array
from functools import cache
from pathlib import Path

import pytest

from gekido_dsl import engine as e
from gekido_dsl import store
from gekido_dsl.api import read
from gekido_dsl.backend import batch, making
from gekido_dsl.backend.executor import CompiledExecutor
from gekido_dsl.backend.games import Games
from gekido_dsl.backend.machine import Machine
from gekido_dsl.backend.match import match_module
from gekido_dsl.backend.rows import Played
from gekido_dsl.backend.vector import Vector, VectorModule
from gekido_dsl.diagnostics.render.place import place
from gekido_dsl.interpreter import Interpreter
from gekido_dsl.lowering import Lowered, lower
from gekido_dsl.model import nodes as m
from gekido_dsl.rng import Rng
from gekido_dsl.simulate.game import play

_FOLDER = Path(__file__).parent.parent.parent / "rulesets"
_RULESETS = ("classics/tic_tac_toe", "classics/connect_four", "gekido")


@cache
def _game(name: str) -> m.Game:
    return read(_FOLDER / f"{name}.gdl").game


@cache
def _executor(name: str) -> CompiledExecutor:
    return CompiledExecutor(_game(name))


@pytest.mark.parametrize("name", _RULESETS)
@pytest.mark.quick_in_turn(3)
@pytest.mark.dear
def test_everything_that_is_said_of_a_match_is_the_same(name: str) -> None:
    game = _game(name)
    interpreter, compiled = Interpreter(game, trace=False), _executor(name)
    setting = e.Setting(game.least_players, 11)
    one, _ = interpreter.initial(setting)
    other, _ = compiled.initial(setting)
    choices = Rng(4)
    for number in range(60):
        assert compiled.decision(other) == interpreter.decision(one)
        assert compiled.asked(other) == interpreter.asked(one)
        assert compiled.turn(other) == interpreter.turn(one)
        assert _aims(compiled, other) == _aims(interpreter, one)
        assert compiled.outcome(other) == interpreter.outcome(one)
        if number % 12 == 0:
            assert compiled.amounts(other) == interpreter.amounts(one)
            for seat in (None, *range(setting.players)):
                assert compiled.observe(other, seat) == interpreter.observe(one, seat)
            other = compiled.restore(compiled.snapshot(other))
        if not compiled.count(other):
            break
        choice = choices.below(compiled.count(other))
        interpreter.apply(one, choice)
        compiled.apply(other, choice)


def _aims(executor: e.Executor, state: e.State) -> object:
    try:
        return executor.aims(state)
    except e.RuleError as error:
        return error.message


def test_a_copy_goes_its_own_way() -> None:
    compiled = _executor("classics/tic_tac_toe")
    state, _ = compiled.initial(e.Setting(2, 1))
    copy = state.copy()
    compiled.apply(state, 3)
    assert compiled.asked(copy).count == 9  # type: ignore[union-attr]
    compiled.apply(copy, 3)
    assert compiled.snapshot(copy) == compiled.snapshot(state)
    with pytest.raises(e.IllegalChoice):
        compiled.apply(copy, 8)
    assert compiled.why_not(copy, "nothing of that name") == []


def test_a_world_is_another_future() -> None:
    name = "classics/pig"
    compiled = _executor(name)
    state, _ = compiled.initial(e.Setting(2, 1))
    before = compiled.snapshot(state)
    worlds = [compiled.sample(state, 0, seed) for seed in range(20)]
    for world in worlds:
        assert compiled.decision(world) == compiled.decision(state)
        compiled.apply(world, 0)
    assert len({compiled.snapshot(world)[2:] for world in worlds}) > 2
    assert compiled.snapshot(state) == before


@pytest.mark.parametrize(
    ("name", "number_of_games"),
    [("classics/tic_tac_toe", 12), ("classics/hearts", 2), pytest.param("gekido", 2, marks=pytest.mark.slow)],
)
@pytest.mark.quick_in_turn(2)
def test_games_in_a_batch_are_those_of_the_interpreter(name: str, number_of_games: int) -> None:
    game = _game(name)
    setting = e.Setting(game.least_players, 5)
    interpreter = Interpreter(game, trace=False)
    found = list(Games(game, setting, lower(game, setting.players, {})).play(0, number_of_games))
    for number, one in enumerate(found):
        wanted = play(interpreter, setting, number, [None] * setting.players)
        assert one.outcome is not None
        assert (one.seed, one.turns, one.decisions, one.most, one.owned) == (
            wanted.seed,
            wanted.turns,
            wanted.decisions,
            wanted.most_choices,
            wanted.owned,
        )
        assert (one.outcome.ranks, one.outcome.label) == (wanted.ranks, wanted.label)


class _Kept:
    """A store in memory."""

    def __init__(self) -> None:
        self.by_key: dict[str, bytes] = {}

    def read(self, key: str) -> bytes | None:
        return self.by_key.get(key)

    def write(self, key: str, data: bytes) -> None:
        self.by_key[key] = data


def test_a_module_that_was_kept_plays_the_same_games(monkeypatch: pytest.MonkeyPatch) -> None:
    game, setting, kept = _game("classics/pig"), e.Setting(2, 5), _Kept()
    monkeypatch.setattr(store, "_kept", [kept])
    made = 0

    def lowered() -> Lowered:
        nonlocal made
        made += 1
        return lower(game, 2, {})

    def found() -> list[Played]:
        return list(Games(game, setting, lowered, kept=["pig", "1"]).play(0, 20))

    first = found()
    assert found() == first and made == 1
    (key,) = kept.by_key
    kept.by_key[key] = b"something else"
    assert found() == first and made == 2
    assert len(kept.by_key[key]) > 1000


@pytest.mark.slow
def test_matches_side_by_side_are_those_one_by_one() -> None:
    lowered = lower(_game("gekido"), 3, {})
    out, turns = lowered.memory.out, lowered.memory.system["turns"]
    vector = Vector(VectorModule(lowered.program, 8, [out, turns]), 5)
    machine = Machine(match_module(lowered.program))
    stands = [machine.start(seed) for seed in (3, 1, 4, 1, 5)]
    vector.seeds[:] = array("q", [3, 1, 4, 1, 5])
    vector.which[:] = array("i", [1] * 5)
    assert vector.start() == []
    choices = Rng(9)
    for _ in range(80):
        picked = [choices.below(stand.count) for stand in stands]
        vector.choices[:] = array("i", picked)
        assert vector.step() == []
        stands = [machine.apply(stand, one) for stand, one in zip(stands, picked, strict=True)]
        assert vector.seats.tolist() == [stand.seat for stand in stands]
        assert vector.counts.tolist() == [stand.count for stand in stands]
        assert [vector.stand(at) for at in range(5)] == stands
    width = len(vector.watched) // 5
    rows = [vector.watched[k * width : (k + 1) * width].tolist() for k in range(5)]
    assert rows == [[*machine.read(stand, out), *machine.read(stand, turns)] for stand in stands]
    counts = vector.counts.tolist()
    vector.choices[:] = array("i", [0, 10_000, 0, -1, 0])
    assert vector.step() == [1, 3]
    assert [vector.counts[1], vector.counts[3]] == [counts[1], counts[3]]
    before = vector.stand(2)
    vector.choices[:] = array("i", [0] * 5)
    vector.which[2] = 0
    assert vector.step() == []
    assert vector.stand(2) == before


def test_games_that_fail_are_those_of_the_interpreter(tmp_path: Path) -> None:
    pig = (_FOLDER / "classics/pig.gdl").read_text()
    path = tmp_path / "broken.gdl"
    path.write_text(pig.replace("Pot: 0 to 105", "Pot: 0 to 25"))
    game = read(path).game
    setting = e.Setting(2, 5)
    interpreter = Interpreter(game, trace=False)
    found = list(Games(game, setting, lower(game, 2, {})).play(0, 40))
    assert [one.number for one in found] == list(range(40))
    assert {one.error is None for one in found} == {True, False}
    for number, one in enumerate(found):
        wanted = play(interpreter, setting, number, [None, None])
        assert (one.turns, one.decisions, one.most) == (wanted.turns, wanted.decisions, wanted.most_choices)
        assert (one.error is None) == (wanted.error is None)
        if one.error is not None:
            assert one.error.span is not None and f":{place(one.error.span).line})" in str(wanted.error)


@pytest.mark.slow
def test_a_game_that_never_ends_is_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (batch, making):
        monkeypatch.setattr(module, "DECISIONS", 50)
    game, setting = _game("gekido"), e.Setting(3, 5)
    found = list(Games(game, setting, lower(game, 3, {})).play(0, 6))
    assert [one.number for one in found] == list(range(6))
    long = [one for one in found if one.outcome is None]
    assert long and {(one.decisions, one.error) for one in long} == {(50, None)}
    assert all(one.turns > 0 and any(one.owned) for one in long)
