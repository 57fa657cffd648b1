"""Modules: random games in one call, and matches from boundary and script."""

from collections.abc import Callable
from dataclasses import fields, replace

import pytest

from gekido_dsl.backend import limits, runtime
from gekido_dsl.backend.batch import HASH, PLAYER, BatchModule, batch_module
from gekido_dsl.backend.control import NOT_OFFERED
from gekido_dsl.backend.machine import Draw, Failed, Machine, Stand
from gekido_dsl.backend.match import match_module
from gekido_dsl.backend.parts import NO_FUEL, NO_ROOM
from gekido_dsl.program import expressions as e
from gekido_dsl.program.build import FunctionBuilder, ProgramBuilder
from gekido_dsl.program.nodes import Array, Program
from gekido_dsl.program.passes import ALL, NONE, Passes
from gekido_dsl.program.verify import verify
from gekido_dsl.rng import Rng
from tests.programs import ASKS, MARKED, dice, noughts

_WORD = (1 << 64) - 1


def _mix(x: int) -> int:
    x &= _WORD
    x = ((x ^ x >> 30) * 0xBF58_476D_1CE4_E5B9) & _WORD
    x = ((x ^ x >> 27) * 0x94D0_49BB_1331_11EB) & _WORD
    return x ^ x >> 31


def _rows(module: BatchModule, seed: int, first: int, games: int) -> list[list[int]]:
    instance = runtime.Instance(runtime.compile_module(module.module))
    instance.call("play", seed, first, 0, games)
    words = instance.words(module.rows)
    return [words[game * module.width : (game + 1) * module.width].tolist() for game in range(games)]


def _played(machine: Machine, seed: int, record: tuple[Array, ...]) -> list[int]:
    """Plays a game at random as the batch module does, from outside."""
    player = Rng(_mix(seed ^ PLAYER))
    stand = machine.start(seed - (1 << 64) if seed >> 63 else seed)
    decisions = hashed = most = 0
    while stand.count:
        choice = player.below(stand.count)
        hashed ^= stand.count << 32 | choice
        hashed = ((hashed << 29 | hashed >> 35) & _WORD) * HASH & _WORD
        decisions += 1
        most = max(most, stand.count)
        stand = machine.apply(stand, choice)
    halves = [(half + (1 << 31)) % (1 << 32) - (1 << 31) for half in (hashed & 0xFFFF_FFFF, hashed >> 32)]
    return [decisions, *halves, most, *(number for array in record for number in machine.read(stand, array))]


@pytest.mark.parametrize("program", [noughts().program, dice().program])
def test_a_batch_plays_what_matches_play(program: Program) -> None:
    rows = _rows(batch_module(program, hashing=True), 42, 7, 60)
    machine = Machine(match_module(program))
    seeds = [_mix(42 + (7 + game + 1) * 0x9E37_79B9_7F4A_7C15) for game in range(60)]
    assert rows == [_played(machine, seed, program.record) for seed in seeds]


@pytest.mark.parametrize("program", [noughts().program, dice().program])
@pytest.mark.parametrize("name", [one.name for one in fields(Passes)])
@pytest.mark.quick_in_turn(3)
def test_each_pass_alone_changes_no_game(program: Program, name: str) -> None:
    plain = batch_module(program, hashing=True, passes=NONE)
    alone = batch_module(program, hashing=True, passes=replace(NONE, **{name: True}))
    others = batch_module(program, hashing=True, passes=replace(ALL, **{name: False}))
    rows = _rows(plain, 3, 0, 200)
    assert _rows(alone, 3, 0, 200) == rows
    assert _rows(others, 3, 0, 200) == rows
    assert len({plain.module.code, alone.module.code, others.module.code}) > 1


def test_who_begins_wins_noughts_as_often_as_is_known() -> None:
    rows = _rows(batch_module(noughts().program), 1, 0, 1024)
    assert 0.55 < sum(row[4] == 1 and row[5] == 2 for row in rows) / 1024 < 0.62
    assert [row[1:3] for row in rows[:3]] == [[0, 0]] * 3


def test_any_match_can_go_on_at_any_time() -> None:
    game = dice(40)
    machine = Machine(match_module(game.program, traced=True))
    stands: list[Stand] = [machine.start(5)]
    for turn in range(12):
        assert stands[-1].seat == turn % 2 and stands[-1].site == ASKS
        assert machine.offers(stands[-1]) == [(1,), ()]
        stands.append(machine.apply(stands[-1], turn % 2))
    points = [machine.read(stand, game.points) for stand in stands]
    positions = [machine.position(stand) for stand in stands]
    for turn in (3, 11, 0, 7):
        again = machine.apply(stands[turn], turn % 2)
        assert again == stands[turn + 1]
        assert machine.read(again, game.points) == points[turn + 1]
        assert machine.position(again) == positions[turn + 1]


def test_what_is_told_is_what_happened_since_the_last_choice() -> None:
    game = dice(40)
    machine = Machine(match_module(game.program, traced=True))
    stand = machine.apply(machine.start(5), 0)
    first = machine.read(stand, game.points)[0]
    assert machine.told() == [(MARKED, (0, first))]
    after = machine.apply(stand, 1)  # what is tried on a copy is not told
    assert machine.told() == [(MARKED, (1, machine.read(after, game.points)[1]))]


def test_chance_from_elsewhere() -> None:
    game = dice(40)
    machine = Machine(match_module(game.program))
    asked: list[Draw] = []

    def ask(draw: Draw) -> int | None:
        asked.append(draw)
        return 4

    stand = machine.apply(machine.start(5), 0, ask)
    assert machine.read(stand, game.points) == [4, 0]
    assert asked == [Draw(6, 7, (0,))]
    stand = machine.apply(stand, 1, ask)
    assert machine.read(stand, game.points) == [4, 4] and len(asked) == 4
    seeded = machine.apply(stand, 0)
    assert len(asked) == 4
    assert machine.apply(stand, 0, lambda draw: None) == seeded


def test_a_choice_that_is_not_offered_changes_nothing() -> None:
    game = noughts()
    machine = Machine(match_module(game.program))
    stand = machine.apply(machine.start(1), 4)
    for choice in (8, -1, 1 << 30):
        with pytest.raises(Failed) as caught:
            machine.apply(stand, choice)
        assert caught.value.site == NOT_OFFERED
    assert machine.read(machine.apply(stand, 0), game.cells) == [1, -1, -1, -1, 0, -1, -1, -1, -1]


def _failing(error: bool) -> tuple[Program, Array]:
    """A game where the third turn cannot be played: a rule fails, or never ends."""
    b = ProgramBuilder()
    turns = b.state("turns")
    f = b.function("entry", result="status")
    with f.loop() as again:
        f.boundary()
        f.choose(0, 2, 1)
        f.increase(turns)
        with f.if_(e.eq(e.load(turns), 2)):
            f.boundary()
            if error:
                f.error(77)
            else:
                with f.loop() as round:
                    f.br(round, e.load(turns))
        f.br(again)
    f.finish()
    return b.finish(f.function, [turns]), turns


@pytest.mark.parametrize(("error", "site"), [(True, 77), (False, NO_FUEL)])
def test_a_rule_that_fails_leaves_the_match_as_it_was(error: bool, site: int) -> None:
    program, turns = _failing(error)
    machine = Machine(match_module(program))
    stand = machine.apply(machine.start(1), 0)
    for _ in range(2):
        with pytest.raises(Failed) as caught:
            machine.apply(stand, 1)
        assert caught.value.site == site
        assert machine.read(stand, turns) == [1]


@pytest.mark.parametrize("how", ["quick", "careful"])
def test_modules_are_called_either_way(monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    if how == "careful":
        monkeypatch.setattr(runtime, "_quick", lambda store, exported: None)
    machine = Machine(match_module(noughts().program))
    stand = machine.start(-5)
    with pytest.raises(Failed, match="no such choice"):
        machine.apply(stand, 9)
    for choice in (8, 7, 6):
        stand = machine.apply(stand, choice)
    assert stand.count == 6
    with pytest.raises(Failed, match="no such choice"):
        machine.apply(stand, 6)


def test_rollouts_change_nothing_and_end_games() -> None:
    game = noughts()
    machine = Machine(match_module(game.program))
    stand = machine.apply(machine.start(1), 4)
    ends = [machine.rollout(stand, seed, 100, (game.ranks, game.cells)) for seed in range(200)]
    assert all(max(ranks) > 0 for ranks, _ in ends)
    assert len({tuple(cells) for _, cells in ends}) > 50
    assert ends[3] == machine.rollout(stand, 3, 100, (game.ranks, game.cells))
    shallow = machine.rollout(stand, 3, 2, (game.ranks, game.cells))
    assert sum(cell >= 0 for cell in shallow[1]) == 3
    assert sum(cell >= 0 for cell in machine.read(stand, game.cells)) == 1


def _bomb(body: Callable[[ProgramBuilder, FunctionBuilder], None]) -> Program:
    b = ProgramBuilder()
    f = b.function("entry", result="status")
    body(b, f)
    f.choose(0, 1, 0)
    return b.finish(f.finish())


def _nested(b: ProgramBuilder, f: FunctionBuilder) -> None:
    """Loops over fixed numbers, which together have more rounds than a life has moments."""
    with f.each(0, 1000), f.each(0, 1000), f.each(0, 1000), f.each(0, 1000), f.each(0, 1000):
        f.increase(b.stream)


def _deep(b: ProgramBuilder, f: FunctionBuilder) -> None:
    g = b.function("g", ["n"], result="i32")
    g.return_(e.add(g.call_value(g.function, e.add(g.parameters[0], 1)), 1))
    f.store(b.stream, 0, f.call_value(g.finish(), 0))


def _saving(b: ProgramBuilder, f: FunctionBuilder) -> None:
    with f.loop() as again:
        f.save()
        f.br(again)


@pytest.mark.parametrize(("body", "site"), [(_nested, NO_FUEL), (_deep, NO_ROOM), (_saving, NO_ROOM)])
@pytest.mark.quick_in_turn(3)
def test_what_never_ends_is_stopped(
    body: Callable[[ProgramBuilder, FunctionBuilder], None], site: int
) -> None:
    program = _bomb(body)
    verify(program)
    with pytest.raises(Failed) as caught:
        Machine(match_module(program)).start(1)
    assert caught.value.site == site and caught.value.message
    instance = runtime.Instance(runtime.compile_module(batch_module(program).module))
    with pytest.raises(runtime.Stopped):
        instance.call("play", 1, 0, 0, 1)


@pytest.mark.slow
def test_what_is_too_large_is_refused_at_once() -> None:
    def wide(b: ProgramBuilder, f: FunctionBuilder) -> None:
        f.store(b.state("wide", limits.STATE), 0, 1)

    def many(b: ProgramBuilder, f: FunctionBuilder) -> None:
        for _ in range(limits.FUNCTION // 4):
            f.increase(b.stream)

    def listed(b: ProgramBuilder, f: FunctionBuilder) -> None:
        f.store(f.frame("list", limits.ARRAYS), 0, 1)

    limits.check(_bomb(_nested))
    for body in (wide, many, listed):
        with pytest.raises(runtime.TooLarge):
            limits.check(_bomb(body))


def test_without_a_runtime_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    runtime._wasmtime.cache_clear()
    monkeypatch.setitem(__import__("sys").modules, "wasmtime", None)
    try:
        assert not runtime.available()
        with pytest.raises(runtime.NoRuntime):
            Machine(match_module(noughts().program))
    finally:
        runtime._wasmtime.cache_clear()
        runtime._engine.cache_clear()
